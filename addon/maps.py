"""The maps that stand over a viewport: where each is, and what of it is under the mouse."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import bpy

from ..core import map_layout, picking
from ..core.boxes import Box, free_place
from ..core.map_layout import Layout, Part
from ..core.map_view import View
from . import canvas, chart, map_content, overlay, selection
from .map_content import Content

if TYPE_CHECKING:
    from .properties import ADVERB_PG_verb

BUTTONS = map_layout.BUTTONS

# How near the mouse must be to a vertex and to an edge, in points.
_VERTEX, _EDGE = 10.0, 6.0


@dataclass(frozen=True)
class Placed:
    """A map in a viewport."""

    index: int  # of its verb in the list
    layout: Layout
    view: View
    content: Content


@dataclass(frozen=True)
class Hit:
    """What of a map is at a point. Examples are told by their places in the list."""

    index: int  # of its verb in the list
    part: Part
    corner: tuple[int, int] = (0, 0)
    adverbs: tuple[float, float] = (0.0, 0.0)
    example: int = picking.NOTHING
    edge: tuple[int, ...] = ()  # one that parts two triangles
    triangle: tuple[int, ...] = ()


def placed(context: bpy.types.Context) -> list[Placed]:
    """The maps in the viewport of the context, from the lowest to the topmost, which is that of the chosen verb.

    They are hidden with the viewport's overlays, and with its gizmos, without which they would feel no mouse."""
    seen, space, region = overlay.watched(context), context.space_data, context.region
    if seen is None or region is None or region.type != "WINDOW" or not space.show_gizmo:
        return []
    if space.region_quadviews and context.region_data != space.region_3d:
        return []  # of four views the free one has them
    rig = seen.rig
    shown = [index for index, verb in enumerate(rig.adverb.verbs) if verb.map.is_shown and map_content.can_have(verb)]
    if not shown:
        return []
    scale = context.preferences.system.ui_scale
    gap = map_layout.GAP * scale
    left, right, high = canvas.free_space(context.area, region)
    low = canvas.floor(context.area, region, canvas.SHELF) + gap
    room = Box(left + gap, low, right - left - 2.0 * gap, high - low - gap)
    if room.width < 0.5 * map_layout.LEAST[0] * scale or room.height < 0.5 * map_layout.LEAST[1] * scale:
        return []  # the viewport is a sliver
    boxes = _boxes(rig, shown, room, scale, _taken(seen.verb))
    found = []
    for index in sorted(shown, key=lambda index: index == rig.adverb.active_verb):
        verb = rig.adverb.verbs[index]
        content = map_content.of(verb)
        layout = Layout(boxes[index], scale, verb.map.show_error)
        middle = verb.map.middle[0], verb.map.middle[1]
        view = View.of(layout.plot, content.points, content.is_even, middle, verb.map.zoom, scale, content.alone)
        found.append(Placed(index, layout, view, content))
    return found


def _boxes(rig: bpy.types.Object, shown: list[int], room: Box, scale: float, taken: list[Box]) -> dict[int, Box]:
    """Where each map stands: where it was put, as far as there is room, else at a free place."""
    boxes: dict[int, Box] = {}
    for index in sorted(shown, key=lambda index: min(rig.adverb.verbs[index].map.corner) < 0.0):
        its = rig.adverb.verbs[index].map
        width, height = (scale * max(side, least) for side, least in zip(its.size, map_layout.LEAST, strict=True))
        if min(its.corner) >= 0.0:
            boxes[index] = Box(scale * its.corner[0], scale * its.corner[1], width, height).held(room)
        else:
            size = min(width, room.width), min(height, room.height)
            boxes[index] = free_place(size, room, [*taken, *boxes.values()], map_layout.GAP * scale)
    return boxes


def _taken(verb: "ADVERB_PG_verb") -> list[Box]:
    charted = chart.placed(verb)
    return [Box(charted.x, charted.y, charted.width, charted.height)] if charted is not None else []


def put(verb: "ADVERB_PG_verb", box: Box, scale: float) -> None:
    """Let the map of a verb stand there."""
    verb.map.corner = max(box.x / scale, 0.0), max(box.y / scale, 0.0)
    verb.map.size = box.width / scale, box.height / scale


def find(context: bpy.types.Context, index: int) -> Placed | None:
    """The map of a verb in the viewport of the context, if it is shown there."""
    return next((its for its in placed(context) if its.index == index), None)


def hit(context: bpy.types.Context, x: float, y: float) -> Hit | None:
    """What of which map is at a point of the viewport, None beside all of them."""
    for its in reversed(placed(context)):
        part = its.layout.part(x, y)
        if part is not None:
            return _hit(its, part, x, y)
    return None


def _hit(its: Placed, part: Part, x: float, y: float) -> Hit:
    content, scale = its.content, its.layout.scale
    if part is not Part.GROUND:
        return Hit(its.index, part, its.layout.corner(x, y))
    seen = its.view.pixels(content.points)
    adverbs = its.view.adverbs(x, y)
    example = picking.vertex(seen, x, y, _VERTEX * scale)
    if example != picking.NOTHING:
        return Hit(its.index, part, adverbs=adverbs, example=content.places[example])
    if not content.has_mesh:
        return Hit(its.index, part, adverbs=adverbs)
    edges, can_flip = content.edges
    edge = picking.edge(seen, edges[can_flip], x, y, _EDGE * scale)
    triangle = picking.triangle(seen, content.triangles, x, y)

    def named(corners: list[int]) -> tuple[int, ...]:
        return tuple(content.places[corner] for corner in corners)

    return Hit(
        its.index,
        part,
        adverbs=adverbs,
        edge=named(edges[can_flip][edge].tolist()) if edge != picking.NOTHING else (),
        triangle=named(content.triangles[triangle].tolist()) if triangle != picking.NOTHING else (),
    )


# What is under the mouse, and in which viewport: the gizmo of the maps tells it.
_hovered: list[tuple[int, Hit]] = []

# Where the menu was opened.
_pointed: list[Hit] = []


def hover(context: bpy.types.Context, x: float, y: float) -> Part | None:
    """The mouse is at a point of the viewport: which part of a map is there. What changes there is drawn again."""
    found, region = hit(context, x, y), context.region
    before = hovered(region)
    if found != before and region is not None:
        _hovered[:] = [(region.as_pointer(), found)] if found is not None else []
        region.tag_redraw()
    return found.part if found is not None else None


def leave(region: bpy.types.Region | None) -> None:
    """The mouse is over no map of a viewport; it may be over one of another."""
    if hovered(region) is not None:
        _hovered.clear()


def hovered(region: bpy.types.Region | None) -> Hit | None:
    """What is under the mouse in a viewport."""
    known = _hovered[0] if _hovered and region is not None else None
    return known[1] if known is not None and known[0] == region.as_pointer() else None


def point_at(found: Hit | None) -> None:
    """The menu is opened there."""
    _pointed[:] = [found] if found is not None else []


def pointed(context: bpy.types.Context) -> Hit | None:
    """Where the menu was opened, if that was on the map of the chosen verb."""
    rig = selection.rig(context)
    found = _pointed[0] if _pointed else None
    return found if found is not None and rig is not None and found.index == rig.adverb.active_verb else None


def forget() -> None:
    """Everything may be different: after undo, or in another file."""
    map_content.forget()
    _hovered.clear()
    _pointed.clear()
