import bpy

from ..addon import selection, tagging
from .base import MovingOperator


class ADVERB_OT_move_verb(MovingOperator, bpy.types.Operator):
    """Move the chosen verb up or down in the list; live verbs go on"""

    bl_idname = "adverb.move_verb"
    bl_label = "Move Verb"
    bl_options = {"REGISTER", "UNDO"}

    def move(self, context: bpy.types.Context, step: int) -> bool:
        return tagging.move_verb(selection.rig(context), step)
