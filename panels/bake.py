"""From live to keyframes."""

import bpy

from ..addon import selection
from .base import VerbPanel


class ADVERB_PT_bake(VerbPanel, bpy.types.Panel):
    """From live to keyframes."""

    bl_label = "Bake"

    def draw(self, context: bpy.types.Context) -> None:
        layout = self.layout
        verb = selection.verb(context)
        column = layout.column(align=True)
        row = column.row(align=True)
        row.prop(verb, "bake_start")
        row.prop(verb, "bake_end")
        column.prop(verb, "bake_step")
        layout.prop(verb, "bake_reduce")
        if verb.bake_reduce:
            column = layout.column(align=True)
            column.prop(verb, "bake_angle")
            column.prop(verb, "bake_distance")
        row = layout.row()
        row.prop(verb, "bake_nla")
        row.prop(verb, "bake_asset")
        layout.prop(verb, "bake_release")
        if verb.kind == "MOTION" and verb.timing == "HOLD":
            layout.label(text="Time is on Hold: a still pose is baked", icon="INFO")
        layout.operator("adverb.bake", icon="REC").release = verb.bake_release
        layout.operator("adverb.bake_at_goals", icon="EMPTY_AXIS")
