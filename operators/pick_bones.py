import bpy

from ..addon import bones, selection
from ..core.wording import counted
from .base import StillOperator


class ADVERB_OT_pick_bones(StillOperator, bpy.types.Operator):
    """Let the verb move the bones that are selected in pose mode and no others"""

    bl_idname = "adverb.pick_bones"
    bl_label = "Pick Bones"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def lacking(cls, context: bpy.types.Context) -> str:
        lack = super().lacking(context)
        return lack or ("" if cls._selected(context) else "Select bones of the armature in pose mode first")

    def run(self, context: bpy.types.Context) -> str:
        verb = selection.verb(context)
        bones.pick(verb, self._selected(context))
        return f"{verb.name}: {counted(len(verb.picked), 'bone')} picked"

    @staticmethod
    def _selected(context: bpy.types.Context) -> list[str]:
        rig = selection.rig(context)
        return [bone.name for bone in context.selected_pose_bones or () if bone.id_data == rig]
