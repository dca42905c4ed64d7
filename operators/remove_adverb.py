import bpy

from ..addon import selection, tagging
from .base import StillOperator


class ADVERB_OT_remove_adverb(StillOperator, bpy.types.Operator):
    """Remove the chosen adverb, and its value from every example"""

    bl_idname = "adverb.remove_adverb"
    bl_label = "Remove Adverb"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def lacking(cls, context: bpy.types.Context) -> str:
        return super().lacking(context) or ("" if selection.verb(context).adverbs else "The verb has no adverbs")

    def run(self, context: bpy.types.Context) -> str:
        verb = selection.verb(context)
        name = verb.adverbs[verb.active_adverb].name
        tagging.remove_adverb(verb, verb.active_adverb)
        return f"{verb.name}: '{name}' removed"
