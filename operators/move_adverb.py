import bpy

from ..addon import selection, tagging
from .base import MovingOperator, StillOperator


class ADVERB_OT_move_adverb(MovingOperator, StillOperator, bpy.types.Operator):
    """Move the chosen adverb up or down in the list, with its value in every example"""

    bl_idname = "adverb.move_adverb"
    bl_label = "Move Adverb"
    bl_options = {"REGISTER", "UNDO"}

    def move(self, context: bpy.types.Context, step: int) -> bool:
        return tagging.move_adverb(selection.verb(context), step)
