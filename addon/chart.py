"""The chart of all examples over canonical time, in a corner of the viewport: a wrong keytime is seen at once."""

from collections.abc import Sequence
from dataclasses import dataclass

import blf
import bpy
import gpu
import numpy as np
from gpu_extras.batch import batch_for_shader

from ..core.arrays import Array
from . import profiles, selection
from .profiles import Profile, Profiles

Colour = tuple[float, float, float, float]

_BACKGROUND: Colour = (0.07, 0.075, 0.085, 0.78)
_LABEL: Colour = (0.07, 0.075, 0.085, 0.93)
_ACTIVE: Colour = (1.0, 1.0, 1.0, 0.07)
_BASE: Colour = (1.0, 1.0, 1.0, 0.10)
_KEYTIME: Colour = (0.98, 0.80, 0.36, 0.75)
_LINE: Colour = (0.55, 0.74, 0.93, 1.0)
_CHOSEN: Colour = (1.0, 1.0, 1.0, 1.0)
_WARNING: Colour = (1.0, 0.42, 0.32, 1.0)
_TEXT: Colour = (0.78, 0.80, 0.83, 1.0)
_TITLE: Colour = (0.93, 0.94, 0.95, 1.0)

# In points, at a UI scale of 1.
_WIDTH, _NAME, _ROW, _LEAST_ROW, _PAD, _MARGIN, _FONT = 440, 130, 24, 15, 10, 14, 11

_FONT_ID = 0


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


@dataclass(frozen=True)
class Drawing:
    """What goes to the screen: shapes in their order, words above them all.

    A shape is points `[K, 2]`, a colour and a width: lines between pairs of points, or triangles where the width is 0.
    """

    shapes: list[tuple[Array, Colour, float]]
    words: list[tuple[str, float, float, float, Colour]]  # text, x, y, size, colour


def compose(frame: Frame, chart: Profiles, active: int) -> Drawing:
    """The chart as shapes, lines and words; `active` is the index of the example that is chosen."""
    scale, small = frame.scale, _FONT * frame.scale
    drawing = Drawing([(_rounded(frame, 6.0 * scale), _BACKGROUND, 0.0)], [])
    title_y = frame.y + frame.height - _PAD * scale - small
    inside = frame.width - 2 * _PAD * scale
    drawing.words.append((_fit(chart.title, inside, small), frame.x + _PAD * scale, title_y, small, _TITLE))
    if chart.trouble:
        where = frame.x + _PAD * scale, frame.top - small
        drawing.words.append((_fit(chart.trouble, inside, small), *where, small, _WARNING))
        return drawing
    hidden = len(chart.rows) - frame.shown
    if hidden:
        more = f"{hidden} more"
        drawing.words.append((more, frame.plot[1] - _width(more, small), title_y, small, _TEXT))
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
        drawing.shapes.append((_rectangle(*corners), _ACTIVE, 0.0))
    x = np.linspace(left, right, len(row.speeds))
    base = floor + 0.12 * high
    y = base + 0.76 * high * row.speeds
    curve = np.stack((x, y), axis=1)
    drawing.shapes.append((_under(curve, base), (*colour[:3], 0.22), 0.0))
    drawing.shapes.append((np.array(((left, base), (right, base))), _BASE, 1.0))
    drawing.shapes.append((np.repeat(curve, 2, axis=0)[1:-1], colour, 1.6 * scale))
    size = frame.text
    y_text = floor + 0.5 * high - 0.36 * size
    text_colour = _WARNING if row.trouble else _TITLE if is_active else _TEXT
    name = _fit(row.name, (_NAME - 8) * scale, size)
    drawing.words.append((name, frame.x + _PAD * scale, y_text, size, text_colour))


def _compose_trouble(drawing: Drawing, frame: Frame, place: int, trouble: str) -> None:
    """What is wrong with a row, over the end of its curve."""
    size, right = frame.text, frame.plot[1]
    wide, edge = _width(trouble, size), 4 * frame.scale
    middle, half = frame.floor(place) + 0.5 * frame.row, 0.5 * frame.row - 1.0
    behind = (right - wide - 2 * edge, middle - half), (right + edge, middle + half)
    drawing.shapes.append((_rectangle(*behind), _LABEL, 0.0))
    drawing.words.append((trouble, right - wide - edge, middle - 0.36 * size, size, _WARNING))


def _compose_keytimes(drawing: Drawing, frame: Frame, moments: Sequence[tuple[str, float]], size: float) -> None:
    """A line through all rows for each keytime, with its name above; names that would meet take two lines in turn."""
    bottom, top = frame.floor(frame.shown - 1), frame.top
    left, right = frame.plot
    ends = [-np.inf, -np.inf]  # how far the names of each line reach
    for name, moment in sorted(moments, key=lambda each: each[1]):
        x = frame.across(moment)
        drawing.shapes.append((np.array(((x, bottom), (x, top + 2.0 * frame.scale))), _KEYTIME, 1.2 * frame.scale))
        text = _fit(name, 90 * frame.scale, size)
        wide = _width(text, size)
        start = min(max(x - 0.5 * wide, left - 4 * frame.scale), right - wide)
        level = 0 if start > ends[0] + 6 * frame.scale else 1
        ends[level] = start + wide
        drawing.words.append((text, start, top + (6 + level * 1.25 * _FONT) * frame.scale, size, _KEYTIME))


def _rectangle(low: tuple[float, float], high: tuple[float, float]) -> Array:
    (a, b), (c, d) = low, high
    return np.array(((a, b), (c, b), (c, d), (a, b), (c, d), (a, d)))


def _rounded(frame: Frame, radius: float) -> Array:
    """The background with round corners, as a fan of triangles."""
    middle = np.array((frame.x + 0.5 * frame.width, frame.y + 0.5 * frame.height))
    half = np.array((0.5 * frame.width, 0.5 * frame.height)) - radius
    rim = np.concatenate(
        [
            middle + half * (np.sign(np.cos(turn)), np.sign(np.sin(turn))) + radius * _arc(turn)
            for turn in np.pi * np.array((0.25, 0.75, 1.25, 1.75))
        ]
    )
    fan = np.stack((np.broadcast_to(middle, rim.shape), rim, np.roll(rim, -1, axis=0)), axis=1)
    return np.asarray(fan.reshape(-1, 2))


def _arc(turn: float) -> Array:
    """A quarter of a circle about the direction `turn`, in radians."""
    angles = turn + 0.25 * np.pi * np.linspace(-1.0, 1.0, 7)
    return np.stack((np.cos(angles), np.sin(angles)), axis=1)


def _under(curve: Array, base: float) -> Array:
    """The area between a curve `[K, 2]` and its base, as triangles."""
    foot = np.stack((curve[:, 0], np.full(len(curve), base)), axis=1)
    quads = (foot[:-1], foot[1:], curve[1:], foot[:-1], curve[1:], curve[:-1])
    return np.stack(quads, axis=1).reshape(-1, 2)


def _width(text: str, size: float) -> float:
    blf.size(_FONT_ID, size)
    return float(blf.dimensions(_FONT_ID, text)[0])


def _fit(text: str, width: float, size: float) -> str:
    """The text, or as much of its beginning as there is room for."""
    if _width(text, size) <= width:
        return text
    while text and _width(f"{text}…", size) > width:
        text = text[:-1]
    return f"{text}…"


def free_space(area: bpy.types.Area, region: bpy.types.Region) -> tuple[float, float, float]:
    """Left and right edge and height of what no toolbar, sidebar or header covers of the viewport, in its pixels."""
    left, right, high = 0.0, float(region.width), float(region.height)
    for other in area.regions:
        if other.width <= 1 or other.height <= 1 or other.type not in {"TOOLS", "UI", "HEADER", "TOOL_HEADER"}:
            continue
        if other.type in {"HEADER", "TOOL_HEADER"}:
            high -= other.height if other.y + other.height <= region.y + region.height else 0
        elif other.alignment == "RIGHT":
            right = min(right, float(other.x - region.x))
        else:
            left = max(left, float(other.x + other.width - region.x))
    return left, right, high


@dataclass(frozen=True)
class Drawn:
    """The last drawing of a verb's chart, what it was made of, and its shapes as they are on the graphics card."""

    chart: Profiles
    placed: tuple[Frame, int]
    drawing: Drawing
    batches: list[tuple[gpu.types.GPUBatch, Colour, float]]


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
    frame = Frame.of(free_space(context.area, context.region), scale, len(chart.rows), place)
    if frame.width < 2 * _NAME * scale:
        return  # the viewport is a sliver
    placed = frame, verb.active_example
    known = _drawn.get(verb.uid)
    if known is None or known.chart is not chart or known.placed != placed:
        drawing = compose(frame, chart, verb.active_example)
        known = _drawn[verb.uid] = Drawn(chart, placed, drawing, _batches(drawing))
    _show(known, (context.region.width, context.region.height))


def _batches(drawing: Drawing) -> list[tuple[gpu.types.GPUBatch, Colour, float]]:
    plain, wide = _shaders()
    return [
        (
            batch_for_shader(wide, "LINES", {"pos": _points(points)})
            if width
            else batch_for_shader(plain, "TRIS", {"pos": _points(points)}),
            colour,
            width,
        )
        for points, colour, width in drawing.shapes
    ]


def _shaders() -> tuple[gpu.types.GPUShader, gpu.types.GPUShader]:
    """For triangles and for lines. Asked for when something is drawn: without a window there are none."""
    return gpu.shader.from_builtin("UNIFORM_COLOR"), gpu.shader.from_builtin("POLYLINE_UNIFORM_COLOR")


def _points(flat: Array) -> list[list[float]]:
    return np.column_stack((flat, np.zeros(len(flat)))).tolist()


def _show(drawn: Drawn, viewport: tuple[int, int]) -> None:
    plain, wide = _shaders()
    gpu.state.blend_set("ALPHA")
    for batch, colour, width in drawn.batches:
        shader = wide if width else plain
        shader.bind()
        shader.uniform_float("color", colour)
        if width:
            shader.uniform_float("viewportSize", viewport)
            shader.uniform_float("lineWidth", width)
        batch.draw(shader)
    gpu.state.blend_set("NONE")
    for text, x, y, size, colour in drawn.drawing.words:
        blf.size(_FONT_ID, size)
        blf.color(_FONT_ID, *colour)
        blf.position(_FONT_ID, round(x), round(y), 0)
        blf.draw(_FONT_ID, text)


_handle: list[object] = []


def register() -> None:
    _handle.append(bpy.types.SpaceView3D.draw_handler_add(draw, (), "WINDOW", "POST_PIXEL"))


def unregister() -> None:
    while _handle:
        bpy.types.SpaceView3D.draw_handler_remove(_handle.pop(), "WINDOW")
    _drawn.clear()
    profiles.forget()
