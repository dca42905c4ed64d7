"""How a map looks while nothing moves on it: frame, numbers, colours, edges, examples and their names."""

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
_FINE: Colour = (0.80, 0.84, 0.90, 0.38)
_MADE: Colour = (1.0, 0.62, 0.10, 1.0)
_VERTEX: Colour = (0.98, 0.80, 0.36, 1.0)
DARK: Colour = (0.03, 0.03, 0.035, 1.0)
_PSEUDO: Colour = (0.35, 0.95, 0.45, 1.0)
POINT: Colour = (1.0, 1.0, 1.0, 1.0)
_PICKED: Colour = (0.30, 0.85, 1.0, 1.0)
_WARNING: Colour = (1.0, 0.62, 0.42, 1.0)
DIM: Colour = (0.58, 0.60, 0.63, 1.0)
LABEL: Colour = (0.05, 0.055, 0.06, 0.74)

# In points: words, small words, the radius of a vertex and of a pseudo-example.
_FONT, SMALL, DOT, _TINY = 11.0, 10.0, 6.0, 2.2

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
    plot.shapes.append((rectangle(layout.plot), _toned(_GROUND, look), 0.0))
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
    frame.words.append((text, name.x, line(title, _FONT * scale), _FONT * scale, TITLE if look.is_enabled else DIM))
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
    half, colour = 4.5 * scale, TITLE if is_on else (*DIM[:3], 0.55)
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
    bar, scale, small = layout.bar, layout.scale, SMALL * layout.scale
    points, colours = _spectrum(bar, 32)
    frame.shapes.append((points, _greyed(colours, look), 0.0))
    for text, y in zip(look.told, (bar.y, bar.top - 0.75 * small), strict=True):
        frame.words.append((canvas.fit(text, 42.0 * scale, small), bar.right + 5.0 * scale, y, small, TEXT))
    words = "error", bar.x, layout.plot.top + 6.0 * scale, small, DIM
    frame.words.append(words)


def _grid(frame: Drawing, plot: Drawing, content: Content, layout: Layout, view: View) -> None:
    """Light lines at round numbers, with these below and left of the plot, and the names of the axes."""
    box, scale, small = layout.plot, layout.scale, SMALL * layout.scale
    below = canvas.fit(content.axes[0], box.width, small)
    frame.words.append((below, box.middle[0] - 0.5 * canvas.width(below, small), box.y - 26.0 * scale, small, DIM))
    above = canvas.fit(content.axes[1], 0.6 * box.width, small)
    frame.words.append((above, layout.box.x + 8.0 * scale, box.top + 6.0 * scale, small, DIM))
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
    if len(content.fine):
        plot.shapes.append((view.pixels(content.fine).reshape(-1, 2), _toned(_FINE, look), 1.0))
    elif len(edges):
        plot.shapes.append((seen[edges].reshape(-1, 2), _toned(_EDGE, look), scale))
    if content.is_made.any():
        made = content.triangles[content.is_made]
        middles = seen[made].mean(axis=1, keepdims=True)
        inside = middles + 0.94 * (seen[made] - middles)  # beside the edges, which neighbours share
        sides = inside[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2)
        plot.shapes.append((sides, _toned(_MADE, look), scale))


def _vertices(plot: Drawing, content: Content, layout: Layout, view: View, look: Look) -> tuple[Box | None, ...]:
    """Dots with their names; where these stand."""
    scale, small = layout.scale, SMALL * layout.scale
    if len(content.pseudo) and look.show_edges:
        dots = view.pixels(content.pseudo)
        for radius, colour in ((_TINY + 1.0, DARK), (_TINY, _PSEUDO)):
            plot.shapes.append((*canvas.rings(dots, 0.0, radius * scale, _toned(colour, look)), 0.0))
    if not len(content.points):
        return ()
    seen = view.pixels(content.points)
    for radius, colour in ((DOT + 1.4, DARK), (DOT, _VERTEX)):
        plot.shapes.append((*canvas.rings(seen, 0.0, radius * scale, _toned(colour, look)), 0.0))
    for place, colour in ((look.active, POINT), *((its, _PICKED) for its in look.picked)):
        if place in content.places:
            ring = seen[[content.places.index(place)]]
            plot.shapes.append(
                (*canvas.rings(ring, (DOT + 1.6) * scale, (DOT + 3.2) * scale, _toned(colour, look)), 0.0)
            )
    names = [canvas.fit(name, _LONGEST * scale, small) for name in shortened(content.names)]
    lines = 2.0 if look.is_live else 1.0  # a weight stands below its name
    pad, high = 4.0 * scale, small + 4.0 * scale
    sizes = [(canvas.width(name, small) + 2.0 * pad, lines * high) for name in names]
    room = layout.plot
    points = [(float(x), float(y)) for x, y in seen]
    labels = beside(points, sizes, (DOT + 4.0) * scale, room)
    backs = []
    for name, box in zip(names, labels, strict=True):
        if box is not None:
            top = Box(box.x, box.top - high, box.width, high)
            backs.append(pill(top, scale))
            colour = TITLE if look.is_enabled else DIM
            plot.words.append((name, box.x + pad, line(top, small), small, colour))
    if backs:
        plot.shapes.append((np.concatenate(backs), LABEL, 0.0))
    return tuple(labels)


def _hint(plot: Drawing, content: Content, layout: Layout, look: Look) -> None:
    """What is missing, and the cure."""
    said = content.trouble
    if not content.names:
        said = "No examples with two values yet: add some, and Measure"
    elif not said and look.show_error and content.error is None:
        said = "There is no error: no adverb asks for a place or direction"
        if content.is_aimed:
            first = "Release, then " if look.is_live else ""
            said = f"The error is not known: {first}press Measure Error under Accuracy"
    box, small = layout.plot, SMALL * layout.scale
    pad, high = 6.0 * layout.scale, 1.4 * small
    lines = canvas.wrapped(said, box.width - 2.0 * pad, small) if said else []
    if lines:
        back = canvas.rectangle((box.x, box.top - high * len(lines) - pad), (box.right, box.top))
        plot.shapes.append((back, LABEL, 0.0))
    for number, text in enumerate(lines, 1):
        plot.words.append((text, box.x + pad, box.top - high * number, small, _WARNING))


def line(box: Box, size: float) -> float:
    """Where words stand that are in the middle of a box."""
    return box.y + 0.5 * box.height - 0.36 * size


def pill(box: Box, scale: float) -> Array:
    """What words stand on."""
    return canvas.rounded((box.x, box.y), (box.width, box.height), 3.0 * scale)


def rectangle(box: Box) -> Array:
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
