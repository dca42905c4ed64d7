"""How near the effector comes to its goal, and what is done about it."""

from typing import Literal

import bpy

from ..addon import accuracy, aiming, plots, selection, units
from ..addon.properties import ADVERB_PG_verb
from .base import VerbPanel, lines

# How high the plot is, in rows of the panel.
_PLOT = 6.0

# What a sentence may begin with.
_Icon = Literal["INFO", "ERROR", "DECORATE_KEYFRAME"]


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
        column.prop(verb, "tolerance_angle" if aiming.is_angular(verb) else "tolerance")
        column.prop(verb, "insertions")
        row = layout.row(align=True)
        row.operator("adverb.refine", icon="MOD_MESHDEFORM")
        row.operator("adverb.clear_refinement", icon="X")
        row = layout.row(align=True)
        row.operator("adverb.measure_error", icon="DRIVER_DISTANCE")
        row.operator("adverb.where_next", icon="ADD")
        self._draw_shown(verb)

    def _draw_errors(self, context: bpy.types.Context, rig: bpy.types.Object, verb: ADVERB_PG_verb) -> None:
        box = self.layout.box()
        rows = error_rows(context.scene, rig, verb)
        is_outdated = accuracy.is_outdated(verb)
        if rows:
            column = box.column(align=True)
            for row in (("", "Mean", "Worst"), *rows):
                draw_row(column, *row)
            draw_lines(box, aiming.promise(rig, verb), "INFO")
        else:
            box.label(text="Not measured yet", icon="QUESTION")
        if verb.pseudo:
            unused = " (not in use)" if is_outdated else ""
            draw_lines(box, f"{len(verb.pseudo)} pseudo-examples{unused}", "DECORATE_KEYFRAME")
        if is_outdated:
            draw_lines(box, "The verb changed since Refine: Refine again", "ERROR")
            return
        if verb.unreached:
            box.label(text=f"{units.percent(verb.unreached)} out of reach", icon="INFO")
        draw_plot(box, verb)

    def _draw_shown(self, verb: ADVERB_PG_verb) -> None:
        layout = self.layout
        column = layout.column(heading="Show")
        column.prop(verb, "show_grid", text="Grid")
        column.prop(verb, "show_heat", text="Heat Map")
        column.prop(verb, "show_pseudo", text="Pseudo-Examples")
        goals = [adverb.name for adverb in verb.adverbs if adverb.kind == "GOAL"]
        if (verb.show_grid or verb.show_heat) and len(goals) == 3:
            split = layout.split(factor=0.4)
            split.use_property_split = False  # else the first name would stand beside its button
            name = split.row()
            name.alignment = "RIGHT"
            name.label(text="Slice")
            row = split.row(align=True)
            for place, goal in enumerate(goals):
                row.prop_enum(verb, "slice_axis", str(place), text=goal)
            layout.prop(verb, "slice_place")


def error_rows(scene: bpy.types.Scene, rig: bpy.types.Object, verb: ADVERB_PG_verb) -> list[tuple[str, str, str]]:
    """The table of errors: what a row is, mean and worst. What Refine told counts while its pseudo-examples do."""
    known = accuracy.map_of(verb)
    is_refined = len(verb.errors) > 1 and not accuracy.is_outdated(verb)
    alone = "Blend alone" if aiming.promise(rig, verb) else ""
    rows = []
    if is_refined:
        first, last = verb.errors[0], verb.errors[-1]
        rows.append(("Before", percent_told(verb, first.mean), percent_told(verb, first.most)))
        if known is None:
            rows.append((alone or "After", percent_told(verb, last.mean), percent_told(verb, last.most)))
    if known is not None:
        rows.append((alone or "Now", known.told(known.mean), known.told(known.most)))
        if not known.is_angle:
            mean, most = (accuracy.told(scene, rig, miss, is_angle=False) for miss in (known.mean, known.most))
            rows.append(("", mean, most))
    return rows


def percent_told(verb: ADVERB_PG_verb, percent: float) -> str:
    """An error that was saved in percent: in degrees, where it is one and the map tells how many they are."""
    known = accuracy.map_of(verb)
    return known.told(known.miss(percent)) if known is not None else units.percent(percent)


def draw_row(column: bpy.types.UILayout, name: str, mean: str, most: str) -> None:
    """A row of the table of errors."""
    split = column.split(factor=0.42)
    split.label(text=name)
    row = split.row()
    row.label(text=mean)
    row.label(text=most)


def draw_lines(layout: bpy.types.UILayout, sentence: str, icon: _Icon) -> None:
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
    side.label(text=percent_told(verb, max(error.most for error in verb.errors)))
    side.label(text="Worst", icon="COLLECTION_COLOR_02")
    side.label(text="Mean", icon="COLLECTION_COLOR_05")
    side.separator(factor=3.0)
    side.label(text=percent_told(verb, 0.0))
    side.label(text="Insertions")
    column = row.column()
    column.template_icon(icon_value=picture, scale=_PLOT)
    ends = column.row()
    ends.label(text="0")
    last = ends.row()
    last.alignment = "RIGHT"
    last.label(text=str(len(verb.errors) - 1))
