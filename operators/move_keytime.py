import bpy

from ..addon import selection, tagging
from .base import MovingOperator, StillOperator


class ADVERB_OT_move_keytime(MovingOperator, StillOperator, bpy.types.Operator):
    """Move the chosen keytime up or down in the list, with its frame in every example"""

    bl_idname = "adverb.move_keytime"
    bl_label = "Move Keytime"
    bl_options = {"REGISTER", "UNDO"}

    def move(self, context: bpy.types.Context, step: int) -> bool:
        return tagging.move_keytime(selection.verb(context), step)
