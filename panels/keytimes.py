"""Moments that correspond between examples."""

import bpy

from ..addon import selection
from .base import VerbPanel, draw_moving


class ADVERB_PT_keytimes(VerbPanel, bpy.types.Panel):
    """Moments that correspond between examples."""

    bl_label = "Keytimes"
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return super().poll(context) and selection.verb(context).kind == "MOTION"

    def draw(self, context: bpy.types.Context) -> None:
        verb = selection.verb(context)
        row = self.layout.row()
        row.template_list("ADVERB_UL_keytimes", "", verb, "keytimes", verb, "active_keytime", rows=3)
        column = row.column(align=True)
        column.operator("adverb.add_keytime", text="", icon="ADD")
        column.operator("adverb.remove_keytime", text="", icon="REMOVE")
        draw_moving(column, "adverb.move_keytime", verb.keytimes)
        grid = self.layout.grid_flow(row_major=True, columns=2, even_columns=True, align=True)
        grid.operator("adverb.set_keytime", text="Set at Frame", icon="KEYFRAME")
        grid.operator("adverb.suggest_keytimes", icon="LIGHT")
        grid.operator("adverb.align_keytimes", icon="ANCHOR_CENTER")
        grid.prop(verb, "show_chart", text="Chart", icon="FCURVE", toggle=True)
        grid.operator("adverb.read_markers", icon="MARKER")
        grid.operator("adverb.write_markers", icon="PMARKER_ACT")
