import bpy

from ..addon import selection, tagging
from ..core.wording import counted
from .base import StillOperator


class ADVERB_OT_add_keytime(StillOperator, bpy.types.Operator):
    """Add a keytime: a moment that corresponds between examples. Markers of that name give its frames"""

    bl_idname = "adverb.add_keytime"
    bl_label = "Add Keytime"
    bl_options = {"REGISTER", "UNDO"}

    name: bpy.props.StringProperty(name="Name", description="What happens at that moment", default="keytime")

    def run(self, context: bpy.types.Context) -> str:
        verb = selection.verb(context)
        keytime = tagging.add_keytime(verb, self.name)
        found = sum(example.keytimes[-1].is_set for example in verb.examples)
        examples = counted(len(verb.examples), "example")
        return f"{verb.name}: '{keytime.name}' added, its marker found in {found} of {examples}"
