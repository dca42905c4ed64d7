import bpy

from ..addon import selection, tagging
from .base import StillOperator


class ADVERB_OT_remove_keytime(StillOperator, bpy.types.Operator):
    """Remove the chosen keytime from the verb and its examples. Markers stay"""

    bl_idname = "adverb.remove_keytime"
    bl_label = "Remove Keytime"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def lacking(cls, context: bpy.types.Context) -> str:
        return super().lacking(context) or ("" if selection.verb(context).keytimes else "The verb has no keytimes")

    def run(self, context: bpy.types.Context) -> str:
        verb = selection.verb(context)
        index = selection.keytime(verb)
        name = verb.keytimes[index].name
        tagging.remove_keytime(verb, index)
        return f"{verb.name}: '{name}' removed"
