import bpy

from ..addon import selection, tagging
from ..addon.properties import AXES
from .base import VerbOperator


class ADVERB_OT_add_verb(VerbOperator, bpy.types.Operator):
    """Add a verb to the armature: a family of motions that can be steered"""

    bl_idname = "adverb.add_verb"
    bl_label = "Add Verb"
    bl_options = {"REGISTER", "UNDO"}

    name: bpy.props.StringProperty(name="Name", description="What the character does", default="Reach")
    steer: bpy.props.EnumProperty(
        name="Steered by",
        description="What the verb starts with; adverbs can be added and removed later",
        items=(
            (
                "GOAL",
                "A Goal in Space",
                "Three adverbs, where the active bone goes, and a keytime at which it is there",
            ),
            ("VALUE", "A Slider", "One adverb that is typed, keyed or driven"),
        ),
    )

    @classmethod
    def lacking(cls, context: bpy.types.Context) -> str:
        return "" if selection.rig(context) is not None else "Select an armature first"

    def run(self, context: bpy.types.Context) -> str:
        rig = selection.rig(context)
        verb = tagging.add_verb(rig, self.name)
        if self.steer == "VALUE":
            tagging.add_adverb(verb, "style")
        else:
            for axis in AXES:
                tagging.add_adverb(verb, axis.lower(), "GOAL", axis)
            tagging.add_keytime(verb, "touch")
            verb.timing = "HOLD"  # so that the first drag shows what can be reached
            active = context.active_pose_bone or rig.data.bones.active
            verb.effector = active.name if active else ""
        return f"{verb.name}: now add examples"
