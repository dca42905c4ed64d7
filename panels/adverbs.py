"""The axes along which examples differ."""

import bpy

from ..addon import building, measuring, selection, units
from ..addon.properties import ADVERB_PG_adverb, ADVERB_PG_verb
from .base import VerbPanel, draw_moving

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
        draw_moving(column, "adverb.move_adverb", verb.adverbs)
        adverb = selection.chosen(verb.adverbs, verb.active_adverb)
        if adverb is None:
            return
        self._draw_measure(context, verb, adverb)
        self._draw_bounds(context, verb, adverb)

    def _draw_measure(self, context: bpy.types.Context, verb: ADVERB_PG_verb, adverb: ADVERB_PG_adverb) -> None:
        """Where the value comes from, while live and in the examples."""
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
            elif field == "bone_end":
                row = column.row()
                row.active = bool(adverb.bone)  # the effector's end is the verb's
                row.prop(adverb, field, expand=True)
            else:
                column.prop(adverb, field)

    def _draw_bounds(self, context: bpy.types.Context, verb: ADVERB_PG_verb, adverb: ADVERB_PG_adverb) -> None:
        """What counts as 1 along the adverb, and where its value must stay."""
        header, body = self.layout.panel("ADVERB_adverb_bounds", default_closed=True)
        header.label(text="Scale and Limits")
        if body is None:
            return
        column = body.column()
        column.use_property_split = True
        column.use_property_decorate = False
        column.prop(adverb, "scale")
        scales = building.known_scales(verb)
        if scales is not None:
            used = in_unit(context, adverb, float(scales[verb.active_adverb]))
            column.label(text=f"{used} count as 1" + ("" if adverb.scale else " (automatic)"), icon="BLANK1")
        row = column.row(align=True, heading="Limits")
        row.prop(adverb, "use_limits", text="")
        limits = row.row(align=True)
        limits.active = adverb.use_limits
        limits.prop(adverb, "least", text="")
        limits.prop(adverb, "most", text="")


def in_unit(context: bpy.types.Context, adverb: ADVERB_PG_adverb, value: float) -> str:
    """The value in the unit of the adverb: lengths as the scene tells them, angles in degrees."""
    is_place = adverb.kind == "GOAL" or adverb.measure in {"PLACE", "DIRECTION"}
    if adverb.measure in {"ANGLE", "SLOPE"} or (is_place and adverb.axis in {"AZIMUTH", "ELEVATION"}):
        return f"{value:.3g} degrees"
    if adverb.kind == "GOAL" or adverb.measure in {"PLACE", "RADIUS"}:
        return units.length(context.scene, value, 3)
    return f"{value:.3g}"
