"""The axes along which examples differ."""

import bpy

from ..addon import selection
from .base import VerbPanel, draw_moving


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
        draw_moving(column, "adverb.move_adverb")
