import bpy

from ..addon import selection, tagging
from .base import StillOperator


class ADVERB_OT_add_adverb(StillOperator, bpy.types.Operator):
    """Add an adverb: one more axis along which examples differ"""

    bl_idname = "adverb.add_adverb"
    bl_label = "Add Adverb"
    bl_options = {"REGISTER", "UNDO"}

    name: bpy.props.StringProperty(name="Name", description="What varies along this axis", default="style")

    def run(self, context: bpy.types.Context) -> str:
        verb = selection.verb(context)
        adverb = tagging.add_adverb(verb, self.name)
        return f"{verb.name}: '{adverb.name}' added, give each example its value"
