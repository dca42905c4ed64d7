import bpy

from ..addon import selection
from ..core.errors import VerbError
from .base import ExampleOperator


class ADVERB_OT_choose_example(ExampleOperator, bpy.types.Operator):
    """Choose this example in the list, to look at it"""

    bl_idname = "adverb.choose_example"
    bl_label = "Choose Example"
    bl_options = {"REGISTER", "UNDO"}

    index: bpy.props.IntProperty(name="Index", description="Its place in the list of examples, from 0", min=0)

    def run(self, context: bpy.types.Context) -> str:
        verb = selection.verb(context)
        if self.index >= len(verb.examples):
            raise VerbError(f"'{verb.name}' has no example {self.index + 1}: press Check again")
        verb.active_example = self.index
        return f"{verb.name}: '{verb.examples[self.index].name}' is chosen"
