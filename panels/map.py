"""The examples over two adverbs, on a map in the viewport: what is shown of it, and what can be done there."""

import bpy

from ..addon import map_content, maps, places, selection
from ..addon.properties import ADVERB_PG_verb
from .base import VerbPanel


class ADVERB_PT_map(VerbPanel, bpy.types.Panel):
    """The examples over two adverbs, on a map in the viewport."""

    bl_label = "Map"
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return super().poll(context) and map_content.can_have(selection.verb(context))

    def draw_header(self, context: bpy.types.Context) -> None:
        self.layout.prop(selection.verb(context).map, "is_shown", text="")

    def draw(self, context: bpy.types.Context) -> None:
        layout, verb = self.layout, selection.verb(context)
        layout.use_property_split = True
        layout.use_property_decorate = False
        column = layout.column(heading="Show")
        column.active = verb.map.is_shown
        column.prop(verb.map, "show_edges")
        column.prop(verb.map, "show_error")
        if verb.map.show_error:
            column = layout.column(align=True)
            column.prop(verb.map, "error_least")
            column.prop(verb.map, "error_most")
        row = layout.row(align=True)
        row.operator("adverb.zoom_map", text="Zoom Extents", icon="FULLSCREEN_ENTER").direction = "EXTENTS"
        draw_enabling(row, verb)
        layout.operator("adverb.pose_here", icon="ADD")
        if verb.triangles:
            layout.operator("adverb.reset_triangles", icon="LOOP_BACK")
        self._draw_table(verb)

    def _draw_table(self, verb: ADVERB_PG_verb) -> None:
        """Where the examples are and how much of each is in the pose; below them, where the verb is."""
        header, body = self.layout.panel("ADVERB_map_table", default_closed=True)
        header.label(text="Vertices")
        if body is None:
            return
        content, weights = map_content.of(verb), places.weights(verb)
        column = body.column(align=True)
        column.scale_y = 0.8
        draw_line(column, "", *content.axes, "")
        for name, place, point in zip(content.names, content.places, content.points.tolist(), strict=True):
            weight = f"{round(100.0 * weights[place])} %" if place in weights else ""
            draw_line(column, name, *content.told((point[0], point[1])), weight)
        now = map_content.point(verb)
        if now is not None:
            column.separator()
            draw_line(column, "Now", *content.told(now), "")


def draw_line(column: bpy.types.UILayout, name: str, first: str, second: str, weight: str) -> None:
    """A row of the table: numbers stand below each other."""
    split = column.split(factor=0.4)
    split.label(text=name)
    row = split.row()
    for number in (first, second, weight):
        cell = row.row()
        cell.alignment = "RIGHT"
        cell.label(text=number)


def draw_enabling(layout: bpy.types.UILayout, verb: ADVERB_PG_verb) -> None:
    """One switch, which says what it does next."""
    is_on = verb.map.is_enabled
    layout.operator("adverb.enable_map", text="Disable" if is_on else "Enable", icon="CANCEL" if is_on else "CHECKMARK")


class ADVERB_MT_map(bpy.types.Menu):
    """What can be done on a map, at the point where it was opened."""

    bl_label = "Map"

    def draw(self, context: bpy.types.Context) -> None:
        layout, verb, found = self.layout, selection.verb(context), maps.pointed(context)
        # The mouse has left what it was over when the menu opened.
        layout.operator_context = "EXEC_DEFAULT"
        if found is not None and found.part is maps.Part.GROUND:
            if found.example >= 0:
                button = layout.operator("adverb.steer", text="Go to Example", icon="ZOOM_SELECTED")
                button.example = found.example
            else:
                layout.operator("adverb.pose_here", icon="ADD").place = found.adverbs
        if verb.is_live:
            layout.operator("adverb.release", text="Clear Blend", icon="PAUSE")
        draw_enabling(layout, verb)
        layout.separator()
        if verb.interpolator == "POSE_MESH":
            draw_triangles(layout, verb, found)
            layout.separator()
        layout.operator("adverb.zoom_map", text="Zoom Extents", icon="FULLSCREEN_ENTER").direction = "EXTENTS"
        layout.prop(verb.map, "show_edges")
        layout.prop(verb.map, "show_error")
        layout.separator()
        layout.operator("adverb.switch_map", text="Close", icon="X").switch = "MAP"


def draw_triangles(layout: bpy.types.UILayout, verb: ADVERB_PG_verb, found: maps.Hit | None) -> None:
    """What can be done to the triangles there."""
    if found is not None and found.edge:
        button = layout.operator("adverb.flip_edge", icon="UV_SYNC_SELECT")
        button.one, button.other = found.edge
    if found is not None and found.example >= 0:
        is_picked = found.example in verb.map.picked
        button = layout.operator(
            "adverb.pick_corner", text="Drop from Triangle" if is_picked else "Pick for Triangle", icon="EYEDROPPER"
        )
        button.example = found.example
    layout.operator("adverb.add_triangle", icon="MESH_DATA")
    if found is not None and found.triangle:
        layout.operator("adverb.remove_triangle", icon="REMOVE").corners = found.triangle
    layout.operator("adverb.reset_triangles", icon="LOOP_BACK")
