"""Which bones the verb moves."""

import bpy

from ..addon import bones, selection
from .base import VerbPanel


class ADVERB_PT_bones(VerbPanel, bpy.types.Panel):
    """Which bones the verb moves."""

    bl_label = "Bones"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: bpy.types.Context) -> None:
        layout = self.layout
        rig, verb = selection.rig(context), selection.verb(context)
        column = layout.column()
        column.enabled = not verb.is_live  # their drivers are on the rig
        column.row().prop(verb, "bones_from", expand=True)
        if verb.bones_from == "COLLECTION":
            column.prop_search(verb, "collection", rig.data, "collections_all", text="", icon="GROUP_BONE")
        row = layout.row(align=True)
        row.operator("adverb.pick_bones", text="Pick", icon="EYEDROPPER")
        row.operator("adverb.select_bones", text="Select", icon="RESTRICT_SELECT_OFF")
        row.prop(verb, "show_bones", text="Show", icon="HIDE_OFF" if verb.show_bones else "HIDE_ON", toggle=True)
        count = len(bones.claimed(rig, verb))
        layout.label(text=f"Moves {count} of {len(rig.pose.bones)} bones", icon="BONE_DATA" if count else "ERROR")
