import bpy

from ..addon import selection, tagging
from .base import ExampleOperator, StillOperator


class ADVERB_OT_remove_example(ExampleOperator, StillOperator, bpy.types.Operator):
    """Remove the chosen example from the verb. Its Action stays"""

    bl_idname = "adverb.remove_example"
    bl_label = "Remove Example"
    bl_options = {"REGISTER", "UNDO"}

    def run(self, context: bpy.types.Context) -> str:
        verb = selection.verb(context)
        name = verb.examples[verb.active_example].name
        tagging.remove_example(verb, verb.active_example)
        return f"{verb.name}: '{name}' removed, its Action is kept"
