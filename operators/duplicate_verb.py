import bpy

from ..addon import selection, tagging
from ..core.wording import counted
from .base import VerbOperator


class ADVERB_OT_duplicate_verb(VerbOperator, bpy.types.Operator):
    """Make a second verb with the same examples and settings, to be changed on its own. It is not live"""

    bl_idname = "adverb.duplicate_verb"
    bl_label = "Duplicate Verb"
    bl_options = {"REGISTER", "UNDO"}

    def run(self, context: bpy.types.Context) -> str:
        rig = selection.rig(context)
        name = selection.verb(context).name
        verb = tagging.duplicate_verb(rig, rig.adverb.active_verb)
        return f"{verb.name}: made from '{name}', with {counted(len(verb.examples), 'example')}"
