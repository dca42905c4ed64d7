"""The axes along which examples differ."""

import bpy

from ..addon import measuring, selection
from .base import VerbPanel

_BONES = ("bone", "other_bone", "reference")


class ADVERB_PT_adverbs(VerbPanel, bpy.types.Panel):
    """The axes along which examples differ."""

    bl_label = "Adverbs"

    def draw(self, context: bpy.types.Context) -> None:
        verb = selection.verb(context)
        row = self.layout.row()
        row.template_list("ADVERB_UL_adverbs", "", verb, "adverbs", verb, "active_adverb", rows=3)
        column = row.column(align=True)
        column.operator("adverb.add_adverb", text="", icon="ADD")
        column.operator("adverb.remove_adverb", text="", icon="REMOVE")
        adverb = selection.chosen(verb.adverbs, verb.active_adverb)
        if adverb is None:
            return
        column = self.layout.column()
        column.enabled = not verb.is_live
        column.use_property_split = True
        column.use_property_decorate = False
        column.prop(adverb, "kind")
        fields = measuring.FIELDS[adverb.measure]
        if adverb.kind == "GOAL" or "reference" in fields:
            column.prop(adverb, "axis")
        column.prop(adverb, "measure")
        if adverb.kind == "GOAL" and "reference" not in fields:
            fields = (*fields, "reference")
        for field in fields:
            if field in _BONES:
                column.prop_search(adverb, field, selection.rig(context).pose, "bones", icon="BONE_DATA")
            else:
                column.prop(adverb, field)
