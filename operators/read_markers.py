import bpy

from ..addon import selection, tagging
from .base import ExampleOperator


class ADVERB_OT_read_markers(ExampleOperator, bpy.types.Operator):
    """Set the keytimes of every example from the pose markers of its Action, by name"""

    bl_idname = "adverb.read_markers"
    bl_label = "Read Markers"
    bl_options = {"REGISTER", "UNDO"}

    def run(self, context: bpy.types.Context) -> str:
        verb = selection.verb(context)
        found = sum(tagging.read_markers(verb, example) for example in verb.examples)
        return f"{verb.name}: {found} of {len(verb.examples) * len(verb.keytimes)} keytimes found as markers"
