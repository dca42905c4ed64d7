import bpy

from ..addon import selection, tagging
from .base import MovingOperator, StillOperator


class ADVERB_OT_move_example(MovingOperator, StillOperator, bpy.types.Operator):
    """Move the chosen example up or down in the list"""

    bl_idname = "adverb.move_example"
    bl_label = "Move Example"
    bl_options = {"REGISTER", "UNDO"}

    def move(self, context: bpy.types.Context, step: int) -> bool:
        return tagging.move_example(selection.verb(context), step)
