"""How a map moves along with the character and the mouse: the point, weights, what is pointed at, and numbers."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ..core.boxes import Box
from ..core.map_layout import Layout, Part
from ..core.map_view import View
from . import canvas
from .canvas import TITLE, Colour, Drawing
from .map_content import Content
from .map_drawing import DARK, DIM, DOT, LABEL, POINT, SMALL, Sheet, line, pill, rectangle

_WEIGHT: Colour = (0.62, 0.90, 1.0, 1.0)
_LIT: Colour = (1.0, 1.0, 1.0, 0.75)
_SHADE: Colour = (1.0, 1.0, 1.0, 0.14)

# The radius of the point, in points.
_RING = 8.0


@dataclass(frozen=True)
class Moving:
    """What moves along with the character and the mouse."""

    point: tuple[float, float] | None  # where the verb is
    weights: Mapping[int, float]  # of the examples, by their places in the list
    miss: str  # how far off it is there
    example: int  # under the mouse, by its place in the list; -1 for none
    edge: tuple[int, ...]  # under the mouse
    button: Part | None  # under the mouse
    mouse: tuple[float, float] | None  # the adverbs under the mouse
    mouse_miss: str


def animate(content: Content, layout: Layout, view: View, labels: tuple[Box | None, ...], moving: Moving) -> Sheet:
    """What moves."""
    frame, plot = Drawing([], []), Drawing([], [])
    scale, small = layout.scale, SMALL * layout.scale
    seen = view.pixels(content.points)
    if moving.button is not None:
        frame.shapes.append((rectangle(layout.button(moving.button)), _SHADE, 0.0))
    if moving.edge and set(moving.edge) <= set(content.places):
        ends = seen[[content.places.index(place) for place in moving.edge]]
        plot.shapes.append((ends, _LIT, 2.4 * scale))
    if moving.example in content.places:
        ring = seen[[content.places.index(moving.example)]]
        plot.shapes.append((*canvas.rings(ring, 0.0, (DOT + 1.0) * scale, POINT), 0.0))
    backs = []
    for place, label in zip(content.places, labels, strict=True):
        share = round(100.0 * moving.weights.get(place, 0.0))
        if share and label is not None:
            text = f"{share} %".replace("-", "−")
            wide, x = canvas.width(text, small), label.middle[0]
            back = Box(x - 0.5 * wide - 4.0 * scale, label.y, wide + 8.0 * scale, 0.5 * label.height)
            backs.append(pill(back, scale))
            plot.words.append((text, x - 0.5 * wide, line(back, small), small, _WEIGHT))
    if backs:
        plot.shapes.append((np.concatenate(backs), LABEL, 0.0))
    if moving.point is not None:
        ring = view.pixels(np.array([moving.point]))
        for inner, outer, colour in (
            (_RING - 1.2, _RING + 3.2, (*DARK[:3], 0.8)),
            (_RING, _RING + 2.0, POINT),
            (0.0, 1.6, POINT),
        ):
            plot.shapes.append((*canvas.rings(ring, inner * scale, outer * scale, colour), 0.0))
    hovering = content.names[content.places.index(moving.example)] if moving.example in content.places else ""
    _read_out(frame, content, layout, moving, hovering)
    return Sheet(frame, plot, labels)


def _read_out(frame: Drawing, content: Content, layout: Layout, moving: Moving, name: str) -> None:
    """The adverbs of the point on the left; on the right those under the mouse, or the example that is there."""
    foot, scale, small = layout.foot, layout.scale, SMALL * layout.scale
    y, right = line(foot, small), foot.x
    error = [f"error {moving.mouse_miss}"] if moving.mouse_miss else []
    mouse = name or "  ".join([*content.told(moving.mouse), *error]) if moving.mouse is not None else ""
    room = foot.width - 12.0 * scale  # beside the grip
    wide = canvas.width(mouse, small)
    parts = list(zip(content.axes, content.told(moving.point), strict=True)) if moving.point is not None else []
    parts += [("error", moving.miss)] if moving.miss and not mouse else []
    column = canvas.width("−00.0°", small)
    for label, number in parts:
        start = right + canvas.width(label, small) + 5.0 * scale
        end = start + max(column, canvas.width(number, small))
        if end + wide > foot.x + room:  # a small map has room for what is under the mouse
            break
        frame.words.append((label, right, y, small, DIM))
        frame.words.append((number, end - canvas.width(number, small), y, small, TITLE))
        right = end + 10.0 * scale
    if mouse:
        said = canvas.fit(mouse, room, small)
        frame.words.append((said, foot.x + room - canvas.width(said, small), y, small, _WEIGHT))
