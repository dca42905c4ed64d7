"""What the map of a verb shows: its examples over two adverbs, what lies between them, and how far off it is there.

Made when something of it changes, and kept till then: a redraw only looks.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import bpy
import numpy as np

from ..core import picking
from ..core.arrays import Array, Claims, Indices
from ..core.coordinates import ANGLES
from ..core.errors import VerbError
from . import accuracy, aiming, building, error_map, hub, points, triangulation, units
from .accuracy import Map

if TYPE_CHECKING:
    from .items import ADVERB_PG_adverb
    from .properties import ADVERB_PG_verb

# What is red where the artist does not say: the paper's 7.5 degrees.
_HOT = 7.5

# What a map shows of an adverb in which examples do not differ: degrees, or units of it.
_ALONE = {True: 60.0, False: 1.0}

_NO_TRIANGLES = np.empty((0, 3), dtype=np.intp)


@dataclass(frozen=True, eq=False)
class Content:
    """The enabled examples of a verb, by their order, and what is known between them."""

    title: str
    axes: tuple[str, str]  # the names of the adverbs
    are_angles: tuple[bool, bool]  # which of them is told in degrees
    is_even: bool  # whether both have one unit
    names: tuple[str, ...]  # [N]
    places: tuple[int, ...]  # [N] in the artist's list
    points: Array  # [N, 2]
    has_mesh: bool  # whether the triangles are those of the verb; else they only fill the border of its examples
    triangles: Indices  # [T, 3]
    is_made: Claims  # [T] by hand
    pseudo: Array  # [P, 2]
    fine: Array  # [E, 2, 2] the edges of the mesh with pseudo-vertices, where there are such
    is_aimed: bool  # whether there is anything to be off from
    error: Map | None
    trouble: str  # why there are no triangles

    @cached_property
    def edges(self) -> tuple[Indices, Claims]:
        """The edges `[E, 2]`, and which of them part two triangles: of a verb without a mesh just the border."""
        edges, counts = picking.edges(self.triangles)
        return (edges, counts > 1) if self.has_mesh else (edges[counts == 1], np.zeros((counts == 1).sum(), dtype=bool))

    @property
    def alone(self) -> tuple[float, float]:
        """How much of the adverbs is shown where there is no extent of examples to go by."""
        return _ALONE[self.are_angles[0]], _ALONE[self.are_angles[1]]

    def told(self, adverbs: tuple[float, float]) -> tuple[str, str]:
        """Two values as they are written."""
        first, second = (tell(value, angle) for value, angle in zip(adverbs, self.are_angles, strict=True))
        return first, second


def tell(value: float, is_angle: bool) -> str:
    """A value of an adverb, with a true minus and digits that stand still while it changes."""
    said = f"{value:.1f}°" if is_angle else f"{value:.2f}"
    return said.replace("-", "−")


def can_have(verb: "ADVERB_PG_verb") -> bool:
    """Whether a verb can be shown on a map."""
    return len(verb.adverbs) == 2


def of(verb: "ADVERB_PG_verb") -> Content:
    """The content of a verb's map: the very same object as long as it shows the same."""
    key, said = building.key(verb), _said(verb)
    known = _kept.get(key)
    if known is None or known[0] != said:
        known = _kept[key] = said, _make(verb)
    return known[1]


def ends(verb: "ADVERB_PG_verb", known: Map) -> tuple[float, float]:
    """The errors that are blue and red."""
    settings = verb.map
    hot = settings.error_most or (_HOT if known.is_angle else error_map.scale_top(known, verb)) or 1.0
    return settings.error_least, max(hot, settings.error_least + 1e-6)


def point(verb: "ADVERB_PG_verb") -> tuple[float, float] | None:
    """Where a live verb is, None while it is not or has no pose."""
    known = hub.lives.get(hub.key(verb)) if verb.is_live else None
    if known is None or len(known.adverbs) != 2:
        return None
    return known.adverbs[0], known.adverbs[1]


def miss_at(content: Content, adverbs: tuple[float, float]) -> float | None:
    """How far off the verb is at adverbs, None where that is not known or no example is around."""
    known = content.error
    if known is None or picking.triangle(content.points, content.triangles, *adverbs) == picking.NOTHING:
        return None
    return known.miss_at(np.array(adverbs))


def told_miss(scene: bpy.types.Scene, rig: bpy.types.Object, known: Map, miss: float) -> str:
    """A miss as it is written, with digits that stand still while it changes."""
    return f"{miss:.1f}°" if known.is_angle else units.length(scene, miss * rig.matrix_world.median_scale)


def is_angle(adverb: "ADVERB_PG_adverb") -> bool:
    """Whether the values of an adverb are degrees."""
    if adverb.kind == "GOAL" or adverb.measure in {"PLACE", "DIRECTION"}:
        return adverb.axis in ANGLES
    return adverb.measure in {"ANGLE", "SLOPE"}


def _said(verb: "ADVERB_PG_verb") -> object:
    """All that the content depends on: read at every redraw."""
    count = len(verb.pseudo)
    return (
        verb.name,
        verb.interpolator,
        [
            (adverb.name, adverb.kind, adverb.axis, adverb.measure, adverb.scale, adverb.reference)
            for adverb in verb.adverbs
        ],
        [(example.name, example.is_enabled, [number.value for number in example.adverbs]) for example in verb.examples],
        triangulation.said(verb) if verb.triangles else None,
        (count, verb.refined_for, accuracy.is_outdated(verb), verb.pseudo[count - 1].radius if count else 0.0),
        (building.known_mesh(verb) or (b"",))[0] if count else b"",
        accuracy.map_of(verb),
    )


def _make(verb: "ADVERB_PG_verb") -> Content:
    examples = [(place, example) for place, example in enumerate(verb.examples) if example.is_enabled]
    values = points.of(verb, [example for _, example in examples])
    known = [place for place, its in enumerate(values) if len(its) == 2 and np.isfinite(its).all()]
    first, second = verb.adverbs
    angles = is_angle(first), is_angle(second)
    is_one = points.group(first) == points.group(second) != ""
    error = accuracy.map_of(verb)
    content = Content(
        verb.name,
        (first.name, second.name),
        angles,
        is_one or all(angles),
        tuple(examples[place][1].name for place in known),
        tuple(examples[place][0] for place in known),
        np.array([values[place] for place in known]).reshape(-1, 2),
        verb.interpolator == "POSE_MESH",
        _NO_TRIANGLES,
        np.zeros(0, dtype=bool),
        _pseudo(verb),
        _fine(verb),
        aiming.is_aimed(verb),
        error if error is not None and len(error.shape) == 2 else None,
        "",
    )
    try:
        mesh = triangulation.of(verb)
        mesh = mesh if content.has_mesh else replace(mesh, made=(), holes=())
    except VerbError as fault:
        return replace(content, trouble=str(fault))
    if mesh.places != content.places:
        return content  # some have no numbers yet
    return replace(content, triangles=mesh.triangles, is_made=mesh.is_made)


def _pseudo(verb: "ADVERB_PG_verb") -> Array:
    if accuracy.is_outdated(verb):
        return np.zeros((0, 2))
    return np.array([[number.value for number in its.point] for its in verb.pseudo]).reshape(-1, 2)


def _fine(verb: "ADVERB_PG_verb") -> Array:
    known = building.known_mesh(verb)
    if known is None or accuracy.is_outdated(verb):
        return np.zeros((0, 2, 2))
    _, mesh, built = known
    edges, _ = picking.edges(mesh.triangles)
    return np.asarray(built.axes.unscale(mesh.points)[edges])


# By verb, what its content was made of and the content.
_kept: dict[Any, tuple[object, Content]] = {}


def forget() -> None:
    """Everything may be different: after undo, or in another file."""
    _kept.clear()
