import bpy

from ..addon import bones, selection
from ..core.errors import VerbError
from ..core.wording import counted
from .base import VerbOperator


class ADVERB_OT_select_bones(VerbOperator, bpy.types.Operator):
    """Select the bones that the verb moves, in pose mode: to see them, or to pick more or fewer"""

    bl_idname = "adverb.select_bones"
    bl_label = "Select Bones"
    bl_options = {"REGISTER", "UNDO"}

    def run(self, context: bpy.types.Context) -> str:
        rig, verb = selection.rig(context), selection.verb(context)
        bones.mask(rig, verb)
        names = bones.claimed(rig, verb)
        if not names:
            raise VerbError(f"'{verb.name}' moves no bones yet: add examples first")
        if not rig.visible_get():
            raise VerbError(f"'{rig.name}' is hidden: show it, then select its bones")
        if context.mode != "POSE" or context.object != rig:
            selection.choose(context, rig)
            bpy.ops.object.mode_set(mode="POSE")
        visible = bones.select(rig, names)
        hidden = f", {len(names) - visible} of them hidden" if visible < len(names) else ""
        return f"{verb.name}: {counted(len(names), 'bone')} selected{hidden}"
