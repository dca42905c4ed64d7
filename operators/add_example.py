import bpy

from ..addon import actions, selection, tagging
from .base import StillOperator


class ADVERB_OT_add_example(StillOperator, bpy.types.Operator):
    """Add the Action that the armature plays, with its slot, as an example"""

    bl_idname = "adverb.add_example"
    bl_label = "Add Active Action"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def lacking(cls, context: bpy.types.Context) -> str:
        lack = super().lacking(context)
        if lack or actions.assigned(selection.rig(context))[0] is not None:
            return lack
        return "The armature plays no Action: choose one in the Action editor"

    def run(self, context: bpy.types.Context) -> str:
        verb = selection.verb(context)
        example = tagging.add_example(verb, *actions.assigned(selection.rig(context)))
        if verb.kind == "POSE":
            example.frame = context.scene.frame_current
        return f"{verb.name}: '{example.name}' is example {len(verb.examples)}"
