"""What the colours and lines of the error map mean, with numbers, in a corner of the viewport."""

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import bpy
import gpu
import numpy as np

from ..core import lattice
from ..core.arrays import Array
from . import accuracy, aiming, canvas, chart, error_map, error_view, overlay, units
from .accuracy import Map
from .canvas import BACKGROUND, TEXT, TITLE, Colour, Drawing, Printed

if TYPE_CHECKING:
    from .properties import ADVERB_PG_verb

# In points, at a UI scale of 1.
_WIDTH, _ROW, _BAR, _GAP, _PAD, _MARGIN, _FONT, _SIGN = 236, 17, 10, 9, 10, 14, 11, 22

# How many colours the bar is made of.
_COLOURS = 24


@dataclass(frozen=True)
class Content:
    """What the legend says: numbers as they are written, from the top."""

    title: str
    ends: tuple[str, str] | None  # of the colour bar
    signs: tuple[tuple[str, str], ...]  # what a kind of line or dot is
    rows: tuple[tuple[str, str, str], ...]  # a name, a length or angle, percent

    @classmethod
    def of(cls, scene: bpy.types.Scene, rig: bpy.types.Object, verb: "ADVERB_PG_verb", known: Map) -> "Content":
        def tell(miss: float) -> str:
            return accuracy.told(scene, rig, miss, known.is_angle)

        def percent(miss: float) -> str:
            return units.percent(known.percent(miss))

        top = error_map.scale_top(known, verb)
        signs = [("asked", "asked for"), ("reached", "reached")] if verb.show_grid else []
        if verb.show_pseudo and error_map.is_refined(verb):
            count = len(verb.pseudo)
            signs.append(("pseudo", f"{count} pseudo-example{'s' if count > 1 else ''}"))
        return cls(
            f"{verb.name}: how far {'the blend is ' if aiming.promise(rig, verb) else ''}off",
            ("0", f"{tell(top)}   {percent(top)}") if verb.show_heat else None,
            tuple(signs),
            (("Mean", tell(known.mean), percent(known.mean)), ("Worst", tell(known.most), percent(known.most))),
        )

    @property
    def height(self) -> float:
        """In points."""
        bar = _GAP + _BAR + _ROW if self.ends else 0.0
        return 2 * _PAD + _FONT + bar + _ROW * (len(self.signs) + len(self.rows))


def compose(content: Content, scale: float) -> Drawing:
    """The legend in pixels, seen from its lower left corner."""
    size = _WIDTH * scale, content.height * scale
    small, pad = _FONT * scale, _PAD * scale
    left, right = pad, size[0] - pad
    line = size[1] - pad - small
    drawing = Drawing([(canvas.rounded((0.0, 0.0), size, 6.0 * scale), BACKGROUND, 0.0)], [])

    def write(text: str, start: float, colour: Colour = TEXT) -> None:
        drawing.words.append((text, start, line, small, colour))

    write(canvas.fit(content.title, right - left, small), left, TITLE)
    if content.ends:
        line -= (_GAP + _BAR) * scale
        drawing.shapes.append((*_bar((left, line), (right, line + _BAR * scale)), 0.0))
        line -= _ROW * scale
        least, most = content.ends
        write(least, left)
        write(most, right - canvas.width(most, small))
    for sign, meaning in content.signs:
        line -= _ROW * scale
        drawing.shapes.append(_sign(sign, left, line + 0.36 * small, scale))
        write(meaning, left + (_SIGN + 8) * scale)
    for name, length, percent in content.rows:
        line -= _ROW * scale
        write(name, left)
        middle = right - 62.0 * scale
        write(length, middle - canvas.width(length, small), TITLE)
        write(percent, right - canvas.width(percent, small), TITLE)
    return drawing


def _bar(low: tuple[float, float], high: tuple[float, float]) -> tuple[Array, Array]:
    """The colours from green to red, from left to right: points and their colours."""
    edges = np.linspace(low[0], high[0], _COLOURS + 1)
    points = np.concatenate([canvas.rectangle((a, low[1]), (b, high[1])) for a, b in pairwise(edges.tolist())])
    shares = (points[:, 0] - low[0]) / (high[0] - low[0])
    return points, np.column_stack((lattice.heat(shares), np.ones(len(points))))


def _sign(kind: str, left: float, middle: float, scale: float) -> tuple[Array, Colour, float]:
    right = left + _SIGN * scale
    if kind == "pseudo":
        radius = 4.0 * scale
        corner = 0.5 * (left + right) - radius, middle - radius
        return canvas.rounded(corner, (2 * radius, 2 * radius), radius), (*error_map.GREEN, 1.0), 0.0
    if kind == "asked":
        ends = np.linspace(left, right, 6)
        return np.column_stack((ends, np.full(6, middle))), error_view.ASKED, error_view.ASKED_WIDTH * scale
    ends = np.array(((left, middle), (right, middle)))
    return ends, error_view.REACHED, error_view.REACHED_WIDTH * scale


# What the last legend was made of, what it says, and how it is on the graphics card.
_printed: list[tuple[object, Content, Printed]] = []


def draw() -> None:
    """Called by Blender for each redraw of a viewport."""
    context = bpy.context
    seen = overlay.watched(context)
    known = error_map.shown(seen.verb) if seen is not None else None
    if seen is None or known is None or context.region is None:
        return
    scale = context.preferences.system.ui_scale
    made_of = _said(context.scene, seen.rig, seen.verb, known), scale
    if not _printed or _printed[0][0] != made_of:
        content = Content.of(context.scene, seen.rig, seen.verb, known)
        _printed[:] = [(made_of, content, Printed.of(compose(content, scale)))]
    _, content, printed = _printed[0]
    corner = place(context, seen.verb, content, scale)
    if corner is not None:
        gpu.matrix.push()
        gpu.matrix.translate(corner)
        printed.show((context.region.width, context.region.height))
        gpu.matrix.pop()


def _said(scene: bpy.types.Scene, rig: bpy.types.Object, verb: "ADVERB_PG_verb", known: Map) -> object:
    """What the content depends on: read at every redraw."""
    settings = scene.unit_settings
    return (
        (known, error_map.scale_top(known, verb), len(verb.pseudo), error_map.is_refined(verb), verb.name),
        (verb.show_grid, verb.show_heat, verb.show_pseudo, verb.landing, verb.use_polish),
        (settings.system, settings.scale_length, rig.matrix_world.median_scale),
    )


def place(context: bpy.types.Context, verb: "ADVERB_PG_verb", content: Content, scale: float) -> tuple[int, int] | None:
    """Its lower left corner: in that of the viewport, above what stands there; None where there is no room."""
    left, right, high = canvas.free_space(context.area, context.region)
    margin = _MARGIN * scale
    x, y = left + margin, canvas.floor(context.area, context.region) + margin
    charted = chart.placed(verb)
    if charted is not None and x + _WIDTH * scale + margin > charted.x:
        y = max(y, charted.y + charted.height + margin)
    fits = x + _WIDTH * scale + margin <= right and y + content.height * scale + margin <= high
    return (round(x), round(y)) if fits else None


_handles: list[object] = []


def register() -> None:
    _handles.append(bpy.types.SpaceView3D.draw_handler_add(draw, (), "WINDOW", "POST_PIXEL"))


def unregister() -> None:
    while _handles:
        bpy.types.SpaceView3D.draw_handler_remove(_handles.pop(), "WINDOW")
    _printed.clear()
