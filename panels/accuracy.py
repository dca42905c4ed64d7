"""How near the effector comes to its goal, and what is done about it."""

from typing import Literal

import bpy

from ..addon import accuracy, aiming, plots, selection
from ..addon.properties import ADVERB_PG_verb
from .base import VerbPanel, lines

# How high the plot is, in rows of the panel.
_PLOT = 6.0


class ADVERB_PT_accuracy(VerbPanel, bpy.types.Panel):
    """How near the effector comes to its goal, and what is done about it."""

    bl_label = "Accuracy"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: bpy.types.Context) -> None:
        layout = self.layout
        rig, verb = selection.rig(context), selection.verb(context)
        layout.use_property_split = True
        layout.use_property_decorate = False
        layout.prop(verb, "landing")
        if verb.landing == "SOLVE":
            column = layout.column(align=True)
            column.prop(verb, "weight_least")
            column.prop(verb, "weight_most")
        layout.prop(verb, "use_polish")
        if verb.landing != "BLEND" or verb.use_polish:
            draw_lines(layout, aiming.obstacle(rig, verb), "INFO")
        self._draw_errors(context, rig, verb)
        column = layout.column(align=True)
        column.prop(verb, "tolerance")
        column.prop(verb, "insertions")
        row = layout.row(align=True)
        row.operator("adverb.refine", icon="MOD_MESHDEFORM")
        row.operator("adverb.clear_refinement", icon="X")
        row = layout.row(align=True)
        row.operator("adverb.measure_error", icon="DRIVER_DISTANCE")
        row.operator("adverb.where_next", icon="ADD")
        self._draw_shown(verb)

    def _draw_errors(self, context: bpy.types.Context, rig: bpy.types.Object, verb: ADVERB_PG_verb) -> None:
        known = accuracy.map_of(verb)
        box = self.layout.box()
        if known is None and not verb.errors:
            box.label(text="Not measured yet", icon="QUESTION")
            return
        column = box.column(align=True)
        draw_row(column, "", "Mean", "Worst")
        if len(verb.errors) > 1:
            draw_row(column, "Before", *(f"{error:.2g} %" for error in (verb.errors[0].mean, verb.errors[0].most)))
        if known is None:
            draw_row(column, "After", *(f"{error:.2g} %" for error in (verb.errors[-1].mean, verb.errors[-1].most)))
        else:
            misses = known.mean, known.most
            draw_row(column, "Now", *(f"{known.percent(miss):.2g} %" for miss in misses))
            draw_row(column, "", *(accuracy.told(context.scene, rig, miss, known.is_angle) for miss in misses))
        if verb.pseudo:
            box.label(text=f"{len(verb.pseudo)} pseudo-examples", icon="DECORATE_KEYFRAME")
        if verb.unreached:
            box.label(text=f"{verb.unreached:.2g} % out of reach", icon="INFO")
        if accuracy.is_outdated(verb):
            draw_lines(box, "Examples changed since Refine: Refine again", "ERROR")
        draw_plot(box, verb)

    def _draw_shown(self, verb: ADVERB_PG_verb) -> None:
        layout = self.layout
        column = layout.column(heading="Show")
        column.prop(verb, "show_grid", text="Grid")
        column.prop(verb, "show_heat", text="Heat Map")
        column.prop(verb, "show_pseudo", text="Pseudo-Examples")
        if (verb.show_grid or verb.show_heat) and sum(adverb.kind == "GOAL" for adverb in verb.adverbs) == 3:
            column = layout.column(align=True)
            column.prop(verb, "slice_axis")
            column.prop(verb, "slice_place")


def draw_row(column: bpy.types.UILayout, name: str, mean: str, most: str) -> None:
    """A row of the table of errors."""
    row = column.row()
    row.label(text=name)
    row.label(text=mean)
    row.label(text=most)


def draw_lines(layout: bpy.types.UILayout, sentence: str, icon: Literal["INFO", "ERROR"]) -> None:
    """A sentence in lines, the first with an icon; nothing for none."""
    column = layout.column(align=True)
    column.scale_y = 0.8
    for number, line in enumerate(lines(sentence, 28) if sentence else ()):
        column.label(text=line, icon="BLANK1" if number else icon)


def draw_plot(layout: bpy.types.UILayout, verb: ADVERB_PG_verb) -> None:
    """Error against insertions, with the numbers of its axes beside and below it."""
    picture = plots.icon(verb)
    if not picture:
        return
    row = layout.row()
    side = row.column()
    side.alignment = "RIGHT"
    side.label(text=f"{max(error.most for error in verb.errors):.2g} %")
    side.label(text="Worst", icon="COLLECTION_COLOR_02")
    side.label(text="Mean", icon="COLLECTION_COLOR_05")
    side.separator(factor=3.0)
    side.label(text="0 %")
    side.label(text="Insertions")
    column = row.column()
    column.template_icon(icon_value=picture, scale=_PLOT)
    ends = column.row()
    ends.label(text="0")
    last = ends.row()
    last.alignment = "RIGHT"
    last.label(text=str(len(verb.errors) - 1))
