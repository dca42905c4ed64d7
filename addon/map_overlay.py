"""The maps over the viewport, drawn: what has not changed is on the graphics card already."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import bpy
import gpu

from ..core.boxes import Box
from ..core.map_layout import BUTTONS, Part
from . import map_content, map_drawing, map_motion, maps, places, selection, units
from .canvas import Printed
from .map_content import Content
from .map_drawing import Look, Sheet
from .map_motion import Moving
from .maps import Hit

if TYPE_CHECKING:
    from .properties import ADVERB_PG_verb


@dataclass(frozen=True, eq=False)
class _Print:
    """A drawing on the graphics card, and what it was made of."""

    made_of: object
    sheet: Sheet
    frame: Printed
    plot: Printed

    @classmethod
    def of(cls, made_of: object, sheet: Sheet) -> "_Print":
        return cls(made_of, sheet, Printed.of(sheet.frame), Printed.of(sheet.plot))


# By viewport and verb, what stays and what moves as they were last drawn.
_still: dict[tuple[int, str], _Print] = {}
_moving: dict[tuple[int, str], _Print] = {}

# Where viewports of other sizes, or verbs, leave too much behind, all is made again.
_MOST = 64


def draw() -> None:
    """Called by Blender for each redraw of a viewport."""
    context = bpy.context
    found = maps.placed(context)
    if not found:
        return
    rig, region = selection.rig(context), context.region
    hovered = maps.hovered(region)
    size = region.width, region.height
    if len(_still) > _MOST:
        forget()
    for its in found:
        verb = rig.adverb.verbs[its.index]
        name = region.as_pointer(), verb.uid
        look = _look(context, rig, verb, its.content, its.index == rig.adverb.active_verb)
        still, made_of = _still.get(name), (its.content, its.layout, its.view, look)
        if still is None or still.made_of != made_of:
            still = _still[name] = _Print.of(made_of, map_drawing.compose(*made_of))
        seen = hovered if hovered is not None and hovered.index == its.index else None
        above, said = _moving.get(name), (still, map_content.point(verb), places.weights(verb), seen)
        if above is None or above.made_of != said:
            moves = _moves(context, rig, verb, its.content, seen)
            drawn = map_motion.animate(its.content, its.layout, its.view, still.sheet.labels, moves)
            above = _moving[name] = _Print.of(said, drawn)
        still.frame.show(size)
        with _Cut(its.layout.plot):
            still.plot.show(size)
            above.plot.show(size)
        above.frame.show(size)


class _Cut:
    """What is drawn within is cut off at the border of a box."""

    def __init__(self, box: Box) -> None:
        self._box = box

    def __enter__(self) -> None:
        box = self._box
        self._before = gpu.state.scissor_get()
        gpu.state.scissor_test_set(True)
        gpu.state.scissor_set(round(box.x), round(box.y), round(box.width), round(box.height))

    def __exit__(self, *_: object) -> None:
        gpu.state.scissor_set(*self._before)
        gpu.state.scissor_test_set(False)


def _look(
    context: bpy.types.Context, rig: bpy.types.Object, verb: "ADVERB_PG_verb", content: Content, is_chosen: bool
) -> Look:
    settings, known = verb.map, content.error
    ends = map_content.ends(verb, known) if known is not None and settings.show_error else None
    told = ("", "")
    if known is not None and ends is not None:
        told = _end(context.scene, rig, ends[0], known.is_angle), _end(context.scene, rig, ends[1], known.is_angle)
    return Look(
        settings.is_enabled,
        is_chosen,
        verb.is_live,
        settings.show_edges,
        settings.show_error,
        ends,
        told,
        verb.active_example,
        tuple(settings.picked),
    )


def _end(scene: bpy.types.Scene, rig: bpy.types.Object, value: float, is_angle: bool) -> str:
    return units.degrees(value) if is_angle else units.length(scene, value * rig.matrix_world.median_scale)


def _moves(
    context: bpy.types.Context, rig: bpy.types.Object, verb: "ADVERB_PG_verb", content: Content, seen: Hit | None
) -> Moving:
    def miss(adverbs: tuple[float, float] | None) -> str:
        if adverbs is None or content.error is None or not verb.map.show_error:
            return ""
        found = map_content.miss_at(content, adverbs)
        return "" if found is None else map_content.told_miss(context.scene, rig, content.error, found)

    point = map_content.point(verb)
    mouse = seen.adverbs if seen is not None and seen.part is Part.GROUND else None
    return Moving(
        point,
        places.weights(verb) if point is not None else {},
        miss(point),
        seen.example if seen is not None else -1,
        seen.edge if seen is not None and verb.map.show_edges else (),
        seen.part if seen is not None and seen.part in BUTTONS else None,
        mouse,
        miss(mouse),
    )


def forget() -> None:
    """Everything may be different: after undo, or in another file."""
    _still.clear()
    _moving.clear()


_handles: list[object] = []


def register() -> None:
    _handles.append(bpy.types.SpaceView3D.draw_handler_add(draw, (), "WINDOW", "POST_PIXEL"))


def unregister() -> None:
    while _handles:
        bpy.types.SpaceView3D.draw_handler_remove(_handles.pop(), "WINDOW")
    forget()
    maps.forget()
