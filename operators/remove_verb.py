import bpy

from ..addon import selection, tagging
from .base import StillOperator


class ADVERB_OT_remove_verb(StillOperator, bpy.types.Operator):
    """Remove the verb from the armature. Its Actions stay"""

    bl_idname = "adverb.remove_verb"
    bl_label = "Remove Verb"
    bl_options = {"REGISTER", "UNDO"}

    def run(self, context: bpy.types.Context) -> str:
        rig = selection.rig(context)
        name = selection.verb(context).name
        tagging.remove_verb(rig, rig.adverb.active_verb)
        return f"{name}: removed, its Actions are kept"
