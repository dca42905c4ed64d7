"""What the viewport shows of a verb's error: where the effector was asked to go and where it goes, how far off, and the
pseudo-examples.

Shapes are in the space of the rig. They are made when the map or what is shown of it changes, and kept till then.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import bpy
import numpy as np

from ..core import lattice
from ..core.arrays import Array, Indices
from . import accuracy, building, places
from .accuracy import Map

if TYPE_CHECKING:
    from .properties import ADVERB_PG_verb

Made = TypeVar("Made")

GREEN = (0.25, 0.95, 0.35)

# Along its longest side a sheet has so many cells at most; each side of a cell has so many dashes; and so many points
# lead from one sample to the next, for lines and colours without corners.
_CELLS, _DASHES, _POINTS = 16, 3, 4

# How large a pseudo-example is beside the extent of all examples.
_RADIUS = 0.0075

# A ball: a sheet of two angles, rolled up.
_DOWN, _AROUND = np.meshgrid(np.linspace(0.0, np.pi, 9), np.linspace(0.0, 2.0 * np.pi, 13), indexing="ij")
_BALL = np.stack((np.sin(_DOWN) * np.cos(_AROUND), np.sin(_DOWN) * np.sin(_AROUND), np.cos(_DOWN)), axis=-1)
_BALL = _BALL.reshape(-1, 3)
_FACES = lattice.triangles(_DOWN.shape)


@dataclass(frozen=True)
class Slice:
    """Where a map of three goal adverbs is cut: across which of them, and where between 0 and 1."""

    axis: int
    place: float

    @classmethod
    def of(cls, verb: "ADVERB_PG_verb") -> "Slice":
        return cls(int(verb.slice_axis), verb.slice_place)


@dataclass(frozen=True)
class Lines:
    """The grid that was asked for and the one that it becomes, as ends of lines `[2 L, 3]` in the space of the rig."""

    asked: Array
    reached: Array


@dataclass(frozen=True)
class Surface:
    """Points `[V, 3]` in the space of the rig, their colours `[V, 4]`, and its triangles `[T, 3]` or lines `[L, 2]`."""

    points: Array
    colours: Array
    parts: Indices


def grid(error_map: Map, cut: Slice) -> Lines:
    """A line for one goal adverb, a sheet for two; for three a slice, and the cage of all that was asked for. What does
    not count is left out."""
    volume = _volume(error_map)
    sheet = _sheet(volume, cut)
    samples = [count - 1 for count in sheet.shape[:-1]]
    cells = _cells(sheet)
    bent = lattice.lines(sheet, [count + 1 for count in cells], [_POINTS * count + 1 for count in samples])
    dashed = [_dashed(piece) for piece in ([sheet] if sheet is volume else [sheet, *lattice.edges(volume)])]
    asked = _counted(np.concatenate(dashed))[..., :3]
    return Lines(asked.reshape(-1, 3), _counted(bent)[..., 3:6].reshape(-1, 3))


def _cells(values: Array) -> list[int]:
    """How many cells are drawn along each axis."""
    samples = [count - 1 for count in values.shape[:-1]]
    return [max(1, round(count * min(1.0, _CELLS / max(samples)))) for count in samples]


def _dashed(values: Array) -> Array:
    cells = _cells(values)
    return lattice.lines(values, [count + 1 for count in cells], [2 * _DASHES * count for count in cells], every=2)


def _counted(pairs: Array) -> Array:
    return pairs[(pairs[..., 7] > 0.5).all(axis=1)]


def heat(error_map: Map, cut: Slice, top: float) -> Surface:
    """The places asked for, coloured by the miss: from nothing in green to `top` in red. What does not count fades."""
    sheet = _sheet(_volume(error_map), cut)
    shape = tuple(_POINTS * (count - 1) + 1 for count in sheet.shape[:-1])
    values = lattice.smoothed(sheet, shape).reshape(-1, sheet.shape[-1])
    shares = values[:, 6] / top if top > 0.0 else np.zeros(len(values))
    colours = np.column_stack((lattice.heat(shares), np.clip(values[:, 7], 0.0, 1.0)))
    parts = lattice.triangles(shape) if len(shape) == 2 else np.arange(len(values) - 1)[:, None] + (0, 1)
    return Surface(values[:, :3], colours, parts)


def scale_top(error_map: Map, verb: "ADVERB_PG_verb") -> float:
    """The miss that is red: the greatest there is. After Refine it is the greatest there was before, so that what has
    become better looks better."""
    before = 0.01 * verb.errors[0].most * error_map.diagonal if is_refined(verb) and verb.errors else 0.0
    return max(error_map.most, before)


def is_refined(verb: "ADVERB_PG_verb") -> bool:
    """Whether it has pseudo-examples that count."""
    return bool(verb.pseudo) and not accuracy.is_outdated(verb)


def balls(centres: Array, radius: float, colour: tuple[float, float, float]) -> Surface:
    """A small ball at each of the places `[P, 3]`, lit from above."""
    points = centres[:, None] + radius * _BALL
    lit = np.column_stack(((0.62 + 0.38 * _BALL[:, 2:]) * colour, np.ones(len(_BALL))))
    colours = np.broadcast_to(lit, (*points.shape[:2], 4))
    parts = _FACES + len(_BALL) * np.arange(len(centres))[:, None, None]
    return Surface(points.reshape(-1, 3), colours.reshape(-1, 4), parts.reshape(-1, 3))


def _volume(error_map: Map) -> Array:
    """Places asked for and reached, misses, and whether they count `[*shape, 8]`, along the goal adverbs in which the
    examples differ, three at most; the others are in their middle."""
    known = (error_map.asked, error_map.seen, error_map.misses[:, None], error_map.counts[:, None])
    values = np.concatenate(known, axis=1, dtype=np.float64).reshape(*error_map.shape, -1)
    kept = [axis for axis in error_map.goal_axes if error_map.shape[axis] > 1][:3]
    for axis in reversed(range(len(error_map.shape))):
        if axis not in kept:
            values = lattice.cut(values, axis, 0.5)
    return values


def _sheet(volume: Array, cut: Slice) -> Array:
    return lattice.cut(volume, cut.axis, cut.place) if volume.ndim == 4 else volume


def pseudo(rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> Surface:
    """A small ball for each pseudo-example."""
    extent = np.ptp(np.array(places.places(rig, verb)).reshape(-1, 3), axis=0)
    return balls(places.pseudo_places(rig, verb), _RADIUS * float(np.linalg.norm(extent)), GREEN)


@dataclass(frozen=True)
class Shapes:
    """What is to be drawn of a verb now; None for what is switched off or not known."""

    heat: Surface | None = None
    grid: Lines | None = None
    pseudo: Surface | None = None


def shapes(rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> Shapes:
    """The shapes of a verb as they are switched on: the very same ones as long as they show the same."""
    error_map = shown(verb)
    heated = drawn = added = None
    if error_map is not None:
        cut, top = Slice.of(verb), scale_top(error_map, verb)
        if verb.show_heat:
            heated = _keep(verb, "heat", (error_map, cut, top), lambda: heat(error_map, cut, top))
        if verb.show_grid:
            drawn = _keep(verb, "grid", (error_map, cut), lambda: grid(error_map, cut))
    if verb.show_pseudo and is_refined(verb) and places.coordinates(verb):
        added = _keep(verb, "pseudo", _said(verb), lambda: pseudo(rig, verb))
    return Shapes(heated, drawn, added)


def shown(verb: "ADVERB_PG_verb") -> Map | None:
    """The map of a verb if it is to be seen and there is something to see: examples differ in a goal adverb."""
    error_map = accuracy.map_of(verb) if verb.show_grid or verb.show_heat else None
    if error_map is None or all(error_map.shape[axis] < 2 for axis in error_map.goal_axes):
        return None
    return error_map


def _said(verb: "ADVERB_PG_verb") -> object:
    """What the places of pseudo-examples depend on, as far as it changes without undo: read at every redraw."""
    count = len(verb.pseudo)
    return (
        (count, verb.pseudo[count - 1].radius, verb.refined_for, accuracy.map_of(verb)),
        [(adverb.kind, adverb.axis, adverb.reference, tuple(adverb.stand)) for adverb in verb.adverbs],
    )


# By verb and kind, what a shape was made of and the shape.
_kept: dict[tuple[object, str], tuple[object, Any]] = {}


def _keep(verb: "ADVERB_PG_verb", kind: str, made_of: object, make: Callable[[], Made]) -> Made:
    name = building.key(verb), kind
    known = _kept.get(name)
    if known is None or known[0] != made_of:
        known = _kept[name] = made_of, make()
    shape: Made = known[1]
    return shape


def forget() -> None:
    """Everything may be different: after undo, or in another file."""
    _kept.clear()
