"""The chart of all examples over canonical time, in a corner of the viewport: a wrong keytime is seen at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import bpy
import numpy as np

from ..core.arrays import Array
from . import canvas, profiles, selection
from .canvas import BACKGROUND, TEXT, TITLE, Colour, Drawing
from .profiles import Profile, Profiles

if TYPE_CHECKING:
    from .properties import ADVERB_PG_verb

_LABEL: Colour = (0.07, 0.075, 0.085, 0.93)
_ACTIVE: Colour = (1.0, 1.0, 1.0, 0.07)
_BASE: Colour = (1.0, 1.0, 1.0, 0.10)
_KEYTIME: Colour = (0.98, 0.80, 0.36, 0.75)
_LINE: Colour = (0.55, 0.74, 0.93, 1.0)
_CHOSEN: Colour = (1.0, 1.0, 1.0, 1.0)
_WARNING: Colour = (1.0, 0.42, 0.32, 1.0)

# In points, at a UI scale of 1.
_WIDTH, _NAME, _ROW, _LEAST_ROW, _PAD, _MARGIN, _FONT = 440, 130, 24, 15, 10, 14, 11


@dataclass(frozen=True)
class Frame:
    """Where the chart stands in the region, in pixels: its lower left corner, its size, and that of its parts."""

    x: float
    y: float
    width: float
    height: float
    scale: float
    row: float
    first: int  # the first row that is shown
    shown: int

    @classmethod
    def of(cls, free: tuple[float, float, float], scale: float, count: int, active: int) -> "Frame":
        """In the lower right corner of what is `free`: left and right edge, and height. Rows get smaller where there
        are many; where that is not enough, those around the active one are shown."""
        left, right, high = free
        head = (2 * _PAD + 3 * _ROW) * scale
        room = max(high - head - 2 * _MARGIN * scale, _LEAST_ROW * scale)
        row = min(_ROW * scale, max(_LEAST_ROW * scale, room / max(count, 1)))
        shown = max(1, min(count, int(room // row)))
        first = min(max(active - shown // 2, 0), count - shown) if count else 0
        width = min(_WIDTH * scale, right - left - 2 * _MARGIN * scale)
        return cls(
            right - _MARGIN * scale - width, _MARGIN * scale, width, head + shown * row - _ROW * scale, scale, row,
            max(first, 0), shown,
        )  # fmt: skip

    @property
    def top(self) -> float:
        """Upper edge of the first row."""
        return self.y + _PAD * self.scale + self.shown * self.row

    @property
    def plot(self) -> tuple[float, float]:
        """Left and right edge of the curves."""
        return self.x + (_PAD + _NAME) * self.scale, self.x + self.width - _PAD * self.scale

    @property
    def text(self) -> float:
        """Size of the words in the rows."""
        return min(_FONT * self.scale, 0.72 * self.row)

    def across(self, moment: float) -> float:
        left, right = self.plot
        return left + moment * (right - left)

    def floor(self, place: int) -> float:
        """Lower edge of a row, by its place among those that are shown."""
        return self.top - (place + 1) * self.row


def compose(frame: Frame, chart: Profiles, active: int) -> Drawing:
    """The chart as shapes, lines and words; `active` is the index of the example that is chosen."""
    scale, small = frame.scale, _FONT * frame.scale
    behind = canvas.rounded((frame.x, frame.y), (frame.width, frame.height), 6.0 * scale)
    drawing = Drawing([(behind, BACKGROUND, 0.0)], [])
    title_y = frame.y + frame.height - _PAD * scale - small
    inside = frame.width - 2 * _PAD * scale
    drawing.words.append((canvas.fit(chart.title, inside, small), frame.x + _PAD * scale, title_y, small, TITLE))
    if chart.trouble:
        where = frame.x + _PAD * scale, frame.top - small
        drawing.words.append((canvas.fit(chart.trouble, inside, small), *where, small, _WARNING))
        return drawing
    hidden = len(chart.rows) - frame.shown
    if hidden:
        more = f"{hidden} more"
        drawing.words.append((more, frame.plot[1] - canvas.width(more, small), title_y, small, TEXT))
    rows = chart.rows[frame.first : frame.first + frame.shown]
    for place, row in enumerate(rows):
        _compose_row(drawing, frame, place, row, row.index == active)
    _compose_keytimes(drawing, frame, chart.keytimes, small)
    for place, row in enumerate(rows):
        if row.trouble:
            _compose_trouble(drawing, frame, place, row.trouble)
    return drawing


def _compose_row(drawing: Drawing, frame: Frame, place: int, row: Profile, is_active: bool) -> None:
    floor, high, scale = frame.floor(place), frame.row, frame.scale
    left, right = frame.plot
    colour = _WARNING if row.trouble else _CHOSEN if is_active else _LINE
    if is_active:
        edge = 0.5 * _PAD * scale
        corners = (frame.x + edge, floor), (frame.x + frame.width - edge, floor + high)
        drawing.shapes.append((canvas.rectangle(*corners), _ACTIVE, 0.0))
    x = np.linspace(left, right, len(row.speeds))
    base = floor + 0.12 * high
    y = base + 0.76 * high * row.speeds
    curve = np.stack((x, y), axis=1)
    drawing.shapes.append((_under(curve, base), (*colour[:3], 0.22), 0.0))
    drawing.shapes.append((np.array(((left, base), (right, base))), _BASE, 1.0))
    drawing.shapes.append((np.repeat(curve, 2, axis=0)[1:-1], colour, 1.6 * scale))
    size = frame.text
    y_text = floor + 0.5 * high - 0.36 * size
    text_colour = _WARNING if row.trouble else TITLE if is_active else TEXT
    name = canvas.fit(row.name, (_NAME - 8) * scale, size)
    drawing.words.append((name, frame.x + _PAD * scale, y_text, size, text_colour))


def _compose_trouble(drawing: Drawing, frame: Frame, place: int, trouble: str) -> None:
    """What is wrong with a row, over the end of its curve."""
    size, right = frame.text, frame.plot[1]
    wide, edge = canvas.width(trouble, size), 4 * frame.scale
    middle, half = frame.floor(place) + 0.5 * frame.row, 0.5 * frame.row - 1.0
    behind = (right - wide - 2 * edge, middle - half), (right + edge, middle + half)
    drawing.shapes.append((canvas.rectangle(*behind), _LABEL, 0.0))
    drawing.words.append((trouble, right - wide - edge, middle - 0.36 * size, size, _WARNING))


def _compose_keytimes(drawing: Drawing, frame: Frame, moments: Sequence[tuple[str, float]], size: float) -> None:
    """A line through all rows for each keytime, with its name above; names that would meet take two lines in turn."""
    bottom, top = frame.floor(frame.shown - 1), frame.top
    left, right = frame.plot
    ends = [-np.inf, -np.inf]  # how far the names of each line reach
    for name, moment in sorted(moments, key=lambda each: each[1]):
        x = frame.across(moment)
        drawing.shapes.append((np.array(((x, bottom), (x, top + 2.0 * frame.scale))), _KEYTIME, 1.2 * frame.scale))
        text = canvas.fit(name, 90 * frame.scale, size)
        wide = canvas.width(text, size)
        start = min(max(x - 0.5 * wide, left - 4 * frame.scale), right - wide)
        level = 0 if start > ends[0] + 6 * frame.scale else 1
        ends[level] = start + wide
        drawing.words.append((text, start, top + (6 + level * 1.25 * _FONT) * frame.scale, size, _KEYTIME))


def _under(curve: Array, base: float) -> Array:
    """The area between a curve `[K, 2]` and its base, as triangles."""
    foot = np.stack((curve[:, 0], np.full(len(curve), base)), axis=1)
    quads = (foot[:-1], foot[1:], curve[1:], foot[:-1], curve[1:], curve[:-1])
    return np.stack(quads, axis=1).reshape(-1, 2)


@dataclass(frozen=True)
class Drawn:
    """The last drawing of a verb's chart, and what it was made of."""

    chart: Profiles
    placed: tuple[Frame, int]
    printed: canvas.Printed


_drawn: dict[str, Drawn] = {}


def draw() -> None:
    """Called by Blender for each redraw of a viewport."""
    context = bpy.context
    rig, verb = selection.rig(context), selection.verb(context)
    if rig is None or verb is None or not verb.show_chart or verb.kind != "MOTION" or context.region is None:
        return
    if not context.space_data.overlay.show_overlays:
        return
    chart = profiles.profiles(rig, verb)
    scale = context.preferences.system.ui_scale
    place = next((place for place, row in enumerate(chart.rows) if row.index == verb.active_example), 0)
    frame = Frame.of(canvas.free_space(context.area, context.region), scale, len(chart.rows), place)
    if frame.width < 2 * _NAME * scale:
        return  # the viewport is a sliver
    placed = frame, verb.active_example
    known = _drawn.get(verb.uid)
    if known is None or known.chart is not chart or known.placed != placed:
        drawing = compose(frame, chart, verb.active_example)
        known = _drawn[verb.uid] = Drawn(chart, placed, canvas.Printed.of(drawing))
    known.printed.show((context.region.width, context.region.height))


def placed(verb: "ADVERB_PG_verb") -> Frame | None:
    """Where the chart of a verb was last drawn, None while it is not shown."""
    known = _drawn.get(verb.uid)
    return known.placed[0] if known is not None and verb.show_chart and verb.kind == "MOTION" else None


_handle: list[object] = []


def register() -> None:
    _handle.append(bpy.types.SpaceView3D.draw_handler_add(draw, (), "WINDOW", "POST_PIXEL"))


def unregister() -> None:
    while _handle:
        bpy.types.SpaceView3D.draw_handler_remove(_handle.pop(), "WINDOW")
    _drawn.clear()
    profiles.forget()
