import bpy

from ..addon import live, selection
from .base import VerbOperator


class ADVERB_OT_release(VerbOperator, bpy.types.Operator):
    """Stop following the goal, and give back what stood there before"""

    bl_idname = "adverb.release"
    bl_label = "Release"
    bl_options = {"REGISTER", "UNDO"}
    works_on_overrides = True

    @classmethod
    def lacking(cls, context: bpy.types.Context) -> str:
        return super().lacking(context) or ("" if selection.verb(context).is_live else "The verb is not live")

    def run(self, context: bpy.types.Context) -> str:
        verb = selection.verb(context)
        rig = selection.rig(context)
        live.release(rig, verb)
        selection.give_back(context, rig, verb)
        return f"{verb.name}: released, the rig has what it had before"
