import bpy

from ..addon import refining, selection
from .base import VerbOperator


class ADVERB_OT_clear_refinement(VerbOperator, bpy.types.Operator):
    """Take all pseudo-examples away: the verb is as its examples make it"""

    bl_idname = "adverb.clear_refinement"
    bl_label = "Clear"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def lacking(cls, context: bpy.types.Context) -> str:
        return super().lacking(context) or (
            "" if selection.verb(context).refined_for else "There are no pseudo-examples: Refine makes them"
        )

    def run(self, context: bpy.types.Context) -> str:
        rig, verb = selection.rig(context), selection.verb(context)
        return f"{verb.name}: {refining.clear(rig, verb)} pseudo-examples cleared"
