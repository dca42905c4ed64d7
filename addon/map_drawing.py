"""How a map looks: what stays while the character moves, and above it what moves along."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ..core import lattice, map_view
from ..core.arrays import Array
from ..core.boxes import Box, beside
from ..core.map_layout import BUTTONS, Layout, Part
from ..core.map_view import View
from ..core.wording import shortened
from . import canvas
from .canvas import TEXT, TITLE, Colour, Drawing
from .map_content import Content

_BACK: Colour = (0.07, 0.075, 0.085, 0.92)
_HEAD: Colour = (1.0, 1.0, 1.0, 0.06)
_CHOSEN: Colour = (0.28, 0.45, 0.70, 0.55)
_GROUND: Colour = (0.125, 0.13, 0.14, 1.0)
_LINE: Colour = (1.0, 1.0, 1.0, 0.07)
_ZERO: Colour = (1.0, 1.0, 1.0, 0.20)
_RIM: Colour = (1.0, 1.0, 1.0, 0.16)
_EDGE: Colour = (0.80, 0.84, 0.90, 0.60)
_MADE: Colour = (1.0, 0.62, 0.10, 1.0)
_VERTEX: Colour = (0.98, 0.80, 0.36, 1.0)
_DARK: Colour = (0.03, 0.03, 0.035, 1.0)
_PSEUDO: Colour = (0.35, 0.95, 0.45, 1.0)
_POINT: Colour = (1.0, 1.0, 1.0, 1.0)
_LIT: Colour = (1.0, 1.0, 1.0, 0.75)
_PICKED: Colour = (0.30, 0.85, 1.0, 1.0)
_WARNING: Colour = (1.0, 0.62, 0.42, 1.0)
_DIM: Colour = (0.58, 0.60, 0.63, 1.0)
_LABEL: Colour = (0.05, 0.055, 0.06, 0.74)
_WEIGHT: Colour = (0.62, 0.90, 1.0, 1.0)
_SHADE: Colour = (1.0, 1.0, 1.0, 0.14)

# In points: words, small words, the radius of a vertex, of a pseudo-example and of the point.
_FONT, _SMALL, _DOT, _TINY, _RING = 11.0, 10.0, 6.0, 2.2, 8.0

# Pixels from grid line to grid line, and along the side of a piece of one colour.
_APART, _PIECE = 46.0, 9.0

# How much the colours of the error cover, and how long a name may be on the map.
_HEAT, _LONGEST = 0.85, 110.0


@dataclass(frozen=True)
class Look:
    """What is switched on, as it is drawn."""

    is_enabled: bool
    is_chosen: bool  # its verb is the one that the panel shows
    is_live: bool
    show_edges: bool
    show_error: bool
    ends: tuple[float, float] | None  # the errors that are blue and red
    told: tuple[str, str]  # and how they are written
    active: int  # the chosen example, by its place in the list
    picked: tuple[int, ...]


@dataclass(frozen=True)
class Sheet:
    """A map as it stays while the character moves: its frame, what is cut off at the border of the plot, and where
    names stand there."""

    frame: Drawing
    plot: Drawing
    labels: tuple[Box | None, ...]  # [N]


def compose(content: Content, layout: Layout, view: View, look: Look) -> Sheet:
    """What stays."""
    frame, plot = Drawing([], []), Drawing([], [])
    _frame(frame, content, layout, look)
    plot.shapes.append((_rectangle(layout.plot), _toned(_GROUND, look), 0.0))
    if look.show_error and content.error is not None and look.ends is not None:
        _heat(plot, content, view, look)
        _bar(frame, layout, look)
    _grid(frame, plot, content, layout, view)
    if look.show_edges:
        _edges(plot, content, view, look)
    labels = _vertices(plot, content, layout, view, look)
    _hint(plot, content, layout, look)
    return Sheet(frame, plot, labels)


def _frame(frame: Drawing, content: Content, layout: Layout, look: Look) -> None:
    box, scale, title = layout.box, layout.scale, layout.title
    frame.shapes.append((canvas.rounded((box.x, box.y), (box.width, box.height), 6.0 * scale), _BACK, 0.0))
    head = canvas.rounded((title.x, title.y), (title.width, title.height), 6.0 * scale)
    frame.shapes.append((head, _CHOSEN if look.is_chosen and look.is_enabled else _HEAD, 0.0))
    name = layout.name
    said = content.title if look.is_enabled else f"{content.title} (disabled)"
    text = canvas.fit(said, name.width, _FONT * scale)
    frame.words.append((text, name.x, _line(title, _FONT * scale), _FONT * scale, TITLE if look.is_enabled else _DIM))
    is_on = {Part.EDGES: look.show_edges, Part.ERROR: look.show_error}
    for part in BUTTONS:
        _button(frame, layout.button(part), part, is_on.get(part, True), scale)
    for reach in (4.0, 8.0):  # the lower right corner has a grip that is seen; all four can be pulled
        ends = np.array(((box.right - (reach + 2.0) * scale, box.y + 2.0 * scale), (box.right - 2.0 * scale, 0.0)))
        ends[1, 1] = box.y + (reach + 2.0) * scale
        frame.shapes.append((ends, _RIM, 1.2 * scale))


def _button(frame: Drawing, box: Box, part: Part, is_on: bool, scale: float) -> None:
    """A small picture of what a button does."""
    x, y = box.middle
    half, colour = 4.5 * scale, TITLE if is_on else (*_DIM[:3], 0.55)
    corners: tuple[tuple[float, float], ...]
    if part is Part.CLOSE:
        corners = ((-1, -1), (1, 1), (-1, 1), (1, -1))
    elif part is Part.EDGES:
        corners = ((-1.1, -0.9), (1.1, -0.9), (1.1, -0.9), (0, 1.1), (0, 1.1), (-1.1, -0.9))
    elif part is Part.EXTENTS:
        corners = tuple(
            (across * a, up * b)
            for across in (-1, 1)
            for up in (-1, 1)
            for a, b in ((1, 0.35), (1, 1), (1, 1), (0.35, 1))
        )
    else:
        points, colours = _spectrum(Box(x - half, y - half, 2.0 * half, 2.0 * half), 4)
        frame.shapes.append((points, colours * (1.0, 1.0, 1.0, 1.0 if is_on else 0.35), 0.0))
        return
    frame.shapes.append((np.array((x, y)) + half * np.array(corners), colour, 1.5 * scale))


def _spectrum(box: Box, count: int) -> tuple[Array, Array]:
    """A box in so many colours, blue below and red above: triangles, and the colour of each of their points."""
    edges = pairwise(np.linspace(box.y, box.top, count + 1).tolist())
    points = np.concatenate([canvas.rectangle((box.x, low), (box.right, high)) for low, high in edges])
    shares = np.repeat((np.arange(count) + 0.5) / count, 6)
    return points, np.column_stack((lattice.spectrum(shares), np.ones(len(points))))


def _heat(plot: Drawing, content: Content, view: View, look: Look) -> None:
    """The error in the triangles, in pieces so small that colours change evenly in each."""
    if not len(content.triangles) or content.error is None or look.ends is None:
        return
    corners = content.points[content.triangles]
    seen = view.pixels(corners)
    longest = float(np.linalg.norm(seen - np.roll(seen, 1, axis=1), axis=-1).max())
    parts = lattice.divided(corners, int(min(max(longest / _PIECE, 2.0), 40.0))).reshape(-1, 2)
    least, most = look.ends
    colours = lattice.spectrum((content.error.misses_at(parts) - least) / (most - least))
    shown = np.column_stack((colours, np.full(len(parts), _HEAT)))
    plot.shapes.append((view.pixels(parts), _greyed(shown, look), 0.0))


def _bar(frame: Drawing, layout: Layout, look: Look) -> None:
    """The colours from blue to red, with the numbers of their ends."""
    bar, scale, small = layout.bar, layout.scale, _SMALL * layout.scale
    points, colours = _spectrum(bar, 32)
    frame.shapes.append((points, _greyed(colours, look), 0.0))
    for text, y in zip(look.told, (bar.y, bar.top - 0.75 * small), strict=True):
        frame.words.append((canvas.fit(text, 42.0 * scale, small), bar.right + 5.0 * scale, y, small, TEXT))
    words = "error", bar.x, layout.plot.top + 6.0 * scale, small, _DIM
    frame.words.append(words)


def _grid(frame: Drawing, plot: Drawing, content: Content, layout: Layout, view: View) -> None:
    """Light lines at round numbers, with these below and left of the plot, and the names of the axes."""
    box, scale, small = layout.plot, layout.scale, _SMALL * layout.scale
    below = canvas.fit(content.axes[0], box.width, small)
    frame.words.append((below, box.middle[0] - 0.5 * canvas.width(below, small), box.y - 26.0 * scale, small, _DIM))
    above = canvas.fit(content.axes[1], 0.6 * box.width, small)
    frame.words.append((above, layout.box.x + 8.0 * scale, box.top + 6.0 * scale, small, _DIM))
    lines: dict[Colour, list[tuple[float, float]]] = {_LINE: [], _ZERO: []}
    for axis, size in enumerate((box.width, box.height)):
        low, high, angle = view.low[axis], view.high[axis], content.are_angles[axis]
        found = map_view.ticks(low, high, max(2, int(size / (_APART * scale))), angle)
        digits = map_view.decimals(found[1] - found[0]) if len(found) > 1 else 1
        for value in found:
            at = (value - low) / (high - low) * size
            said = f"{value + 0.0:.{digits}f}{'°' if angle else ''}".replace("-", "−")
            if axis == 0:
                ends = [(box.x + at, box.y), (box.x + at, box.top)]
                where = box.x + at - 0.5 * canvas.width(said.rstrip("°"), small), box.y - 13.0 * scale
            else:
                ends = [(box.x, box.y + at), (box.right, box.y + at)]
                where = box.x - 5.0 * scale - canvas.width(said, small), box.y + at - 0.36 * small
            lines[_ZERO if abs(value) < 1e-9 else _LINE] += ends
            frame.words.append((said, *where, small, TEXT))
    for colour, ends in lines.items():
        if ends:
            plot.shapes.append((np.array(ends), colour, 1.0))


def _edges(plot: Drawing, content: Content, view: View, look: Look) -> None:
    seen, scale = view.pixels(content.points), 1.2
    edges, _ = content.edges
    if len(edges):
        plot.shapes.append((seen[edges].reshape(-1, 2), _toned(_EDGE, look), scale))
    if content.is_made.any():
        made = content.triangles[content.is_made]
        middles = seen[made].mean(axis=1, keepdims=True)
        inside = middles + 0.94 * (seen[made] - middles)  # beside the edges, which neighbours share
        sides = inside[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2)
        plot.shapes.append((sides, _toned(_MADE, look), scale))


def _vertices(plot: Drawing, content: Content, layout: Layout, view: View, look: Look) -> tuple[Box | None, ...]:
    """Dots with their names; where these stand."""
    scale, small = layout.scale, _SMALL * layout.scale
    if len(content.pseudo) and look.show_edges:
        dots = view.pixels(content.pseudo)
        for radius, colour in ((_TINY + 1.0, _DARK), (_TINY, _PSEUDO)):
            plot.shapes.append((*canvas.rings(dots, 0.0, radius * scale, _toned(colour, look)), 0.0))
    if not len(content.points):
        return ()
    seen = view.pixels(content.points)
    for radius, colour in ((_DOT + 1.4, _DARK), (_DOT, _VERTEX)):
        plot.shapes.append((*canvas.rings(seen, 0.0, radius * scale, _toned(colour, look)), 0.0))
    for place, colour in ((look.active, _POINT), *((its, _PICKED) for its in look.picked)):
        if place in content.places:
            ring = seen[[content.places.index(place)]]
            plot.shapes.append(
                (*canvas.rings(ring, (_DOT + 1.6) * scale, (_DOT + 3.2) * scale, _toned(colour, look)), 0.0)
            )
    names = [canvas.fit(name, _LONGEST * scale, small) for name in shortened(content.names)]
    lines = 2.0 if look.is_live else 1.0  # a weight stands below its name
    pad, high = 4.0 * scale, small + 4.0 * scale
    sizes = [(canvas.width(name, small) + 2.0 * pad, lines * high) for name in names]
    room = layout.plot
    points = [(float(x), float(y)) for x, y in seen]
    labels = beside(points, sizes, (_DOT + 4.0) * scale, room)
    backs = []
    for name, box in zip(names, labels, strict=True):
        if box is not None:
            top = Box(box.x, box.top - high, box.width, high)
            backs.append(_back(top, scale))
            colour = TITLE if look.is_enabled else _DIM
            plot.words.append((name, box.x + pad, _line(top, small), small, colour))
    if backs:
        plot.shapes.append((np.concatenate(backs), _LABEL, 0.0))
    return tuple(labels)


def _hint(plot: Drawing, content: Content, layout: Layout, look: Look) -> None:
    """What is missing, and the cure."""
    said = content.trouble
    if not content.names:
        said = "No examples with two values yet: add some, and Measure"
    elif look.show_error and content.error is None:
        said = "The error is not known: press Measure Error under Accuracy"
    if said:
        box, small = layout.plot, _SMALL * layout.scale
        text = canvas.fit(said, box.width - 12.0 * layout.scale, small)
        where = box.x + 6.0 * layout.scale, box.top - 1.5 * small
        back = canvas.rectangle((box.x, where[1] - 0.5 * small), (box.right, box.top))
        plot.shapes.append((back, _LABEL, 0.0))
        plot.words.append((text, *where, small, _WARNING))


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
    scale, small = layout.scale, _SMALL * layout.scale
    seen = view.pixels(content.points)
    if moving.button is not None:
        frame.shapes.append((_rectangle(layout.button(moving.button)), _SHADE, 0.0))
    if moving.edge:
        ends = seen[[content.places.index(place) for place in moving.edge]]
        plot.shapes.append((ends, _LIT, 2.4 * scale))
    if moving.example in content.places:
        ring = seen[[content.places.index(moving.example)]]
        plot.shapes.append((*canvas.rings(ring, 0.0, (_DOT + 1.0) * scale, _POINT), 0.0))
    backs = []
    for place, label in zip(content.places, labels, strict=True):
        share = round(100.0 * moving.weights.get(place, 0.0))
        if share and label is not None:
            text = f"{share} %".replace("-", "−")
            wide, x = canvas.width(text, small), label.middle[0]
            back = Box(x - 0.5 * wide - 4.0 * scale, label.y, wide + 8.0 * scale, 0.5 * label.height)
            backs.append(_back(back, scale))
            plot.words.append((text, x - 0.5 * wide, _line(back, small), small, _WEIGHT))
    if backs:
        plot.shapes.append((np.concatenate(backs), _LABEL, 0.0))
    if moving.point is not None:
        ring = view.pixels(np.array([moving.point]))
        for inner, outer, colour in (
            (_RING - 1.2, _RING + 3.2, (*_DARK[:3], 0.8)),
            (_RING, _RING + 2.0, _POINT),
            (0.0, 1.6, _POINT),
        ):
            plot.shapes.append((*canvas.rings(ring, inner * scale, outer * scale, colour), 0.0))
    hovering = content.names[content.places.index(moving.example)] if moving.example in content.places else ""
    _read_out(frame, content, layout, moving, hovering)
    return Sheet(frame, plot, labels)


def _read_out(frame: Drawing, content: Content, layout: Layout, moving: Moving, name: str) -> None:
    """The adverbs of the point on the left; on the right those under the mouse, or the example that is there."""
    foot, scale, small = layout.foot, layout.scale, _SMALL * layout.scale
    y, right = _line(foot, small), foot.x
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
        frame.words.append((label, right, y, small, _DIM))
        frame.words.append((number, end - canvas.width(number, small), y, small, TITLE))
        right = end + 10.0 * scale
    if mouse:
        said = canvas.fit(mouse, room, small)
        frame.words.append((said, foot.x + room - canvas.width(said, small), y, small, _WEIGHT))


def _line(box: Box, size: float) -> float:
    """Where words stand that are in the middle of a box."""
    return box.y + 0.5 * box.height - 0.36 * size


def _back(box: Box, scale: float) -> Array:
    """What is behind words."""
    return canvas.rounded((box.x, box.y), (box.width, box.height), 3.0 * scale)


def _rectangle(box: Box) -> Array:
    return canvas.rectangle((box.x, box.y), (box.right, box.top))


def _toned(colour: Colour, look: Look) -> Colour:
    """Grey where the map is disabled."""
    if look.is_enabled:
        return colour
    grey = 0.6 * (0.3 * colour[0] + 0.5 * colour[1] + 0.2 * colour[2])
    return grey, grey, grey, colour[3]


def _greyed(colours: Array, look: Look) -> Array:
    """Colours `[K, 4]`, without colour where the map is disabled."""
    if look.is_enabled:
        return colours
    grey = 0.5 * colours[:, :3].mean(axis=1, keepdims=True)
    return np.concatenate((np.repeat(grey, 3, axis=1), colours[:, 3:]), axis=1)
