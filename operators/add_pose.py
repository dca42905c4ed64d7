import bpy

from ..addon import bones, measuring, selection, tagging
from ..core.errors import VerbError
from .base import StillOperator


class ADVERB_OT_add_pose(StillOperator, bpy.types.Operator):
    """Keep the current pose of the verb's bones in a new Action of one frame, and add that as an example"""

    bl_idname = "adverb.add_pose"
    bl_label = "Add Current Pose"
    bl_options = {"REGISTER", "UNDO"}

    def run(self, context: bpy.types.Context) -> str:
        rig, verb = selection.rig(context), selection.verb(context)
        if verb.kind == "MOTION" and verb.examples:
            raise VerbError(f"'{verb.name}' has motions for examples: a pose needs a verb of its own")
        selected = [bone.name for bone in context.selected_pose_bones or () if bone.id_data == rig]
        name = f"{verb.name} pose {len(verb.examples) + 1}"
        action = measuring.pose_action(rig, name, selected, bones.mask(rig, verb))
        verb.kind = "POSE"
        example = tagging.add_example(verb, action)
        return f"{verb.name}: '{example.name}' is example {len(verb.examples)}"
