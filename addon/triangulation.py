"""The triangles of a pose mesh: those that Blender finds between the enabled examples, and what was said by hand.

What is made by hand stays when examples are added: its edges are given to Blender as edges that must be there.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from mathutils import Vector
from mathutils.geometry import delaunay_2d_cdt

from ..core import triangles as rules
from ..core.arrays import Array, Claims, Indices
from ..core.errors import VerbError
from ..core.triangles import Corners
from ..core.wording import listed
from . import points

if TYPE_CHECKING:
    from .properties import ADVERB_PG_verb

# Vertices that are nearer than this are one to Blender, in scaled adverbs; two examples never are.
_CLOSE = 1e-6
# What Blender is to give: triangles that fill the convex hull.
_FILL = 0
# While examples are where triangles made by hand cannot be, there is no mesh to remove one from.
_MOVED = "move these examples back, or press Reset Triangles in the menu of the map"


@dataclass(frozen=True)
class Mesh:
    """The triangles between the enabled examples of a verb, by their order."""

    names: tuple[str, ...]  # [N]
    places: tuple[int, ...]  # [N] in the artist's list
    points: Array  # [N, 2] scaled
    made: tuple[Corners, ...]  # by hand
    holes: tuple[Corners, ...]  # to be left out
    triangles: Indices = field(init=False)  # [T, 3]

    def __post_init__(self) -> None:
        object.__setattr__(self, "triangles", _found(self.points, self.made, self.holes, self.names))

    @property
    def is_made(self) -> Claims:
        """Which of the triangles were made by hand, `[T]`."""
        made = _sets(self.made)
        return np.array([frozenset(triangle) in made for triangle in self.triangles.tolist()], dtype=bool)

    def order(self, places: Iterable[int]) -> tuple[int, ...]:
        """The order of examples that are told by their places in the list."""
        found = tuple(places)
        for place in found:
            if place not in self.places:
                raise VerbError(f"The verb has no enabled example {place + 1}: enable it, or choose another")
        return tuple(self.places.index(place) for place in found)


def of(verb: "ADVERB_PG_verb") -> Mesh:
    """The mesh of a verb as its examples are now. Without two adverbs that are known for each, one without triangles:
    building the verb tells what is wrong."""
    places = tuple(place for place, example in enumerate(verb.examples) if example.is_enabled)
    examples = [verb.examples[place] for place in places]
    names = tuple(example.name for example in examples)
    scaled = points.scaled(verb, examples)
    if scaled is None or scaled.shape[1] != 2:
        return Mesh(names, places, np.zeros((len(places), 2)), (), ())
    said: dict[bool, list[Corners]] = {False: [], True: []}
    for triangle in verb.triangles:
        if all(corner in places for corner in triangle.corners):
            one, two, three = (places.index(corner) for corner in triangle.corners)
            said[triangle.is_hole].append((one, two, three))
    return Mesh(names, places, scaled, tuple(said[False]), tuple(said[True]))


def said(verb: "ADVERB_PG_verb") -> object:
    """All that the artist said of the mesh, to be compared."""
    return verb.outside, [(tuple(triangle.corners), triangle.is_hole) for triangle in verb.triangles]


def flip(verb: "ADVERB_PG_verb", one: int, other: int) -> None:
    """Let the two triangles that share an edge, told by places in the list, share the other diagonal instead."""
    mesh = of(verb)
    first, second = mesh.order((one, other))
    old, new = rules.flip(mesh.points, mesh.triangles, (first, second), mesh.names)
    _write(verb, mesh, [*_without(mesh.made, old), *new], _without(mesh.holes, old))


def add(verb: "ADVERB_PG_verb", corners: Sequence[int]) -> None:
    """Let there be a triangle between three examples, told by their places in the list. Those that Blender found make
    room for it."""
    mesh = of(verb)
    one, two, three = mesh.order(corners)
    new: Corners = (one, two, three)
    made = [*_without(mesh.made, [new]), new]
    rules.check_each(mesh.points, np.array(made), mesh.names)
    rules.check_empty(mesh.points, np.array([new]), mesh.names)
    crossed = rules.overlaps(mesh.points, np.array([new, *mesh.holes]))[0, 1:]
    _write(verb, mesh, made, [hole for hole, is_crossed in zip(mesh.holes, crossed, strict=True) if not is_crossed])


def remove(verb: "ADVERB_PG_verb", corners: Sequence[int]) -> None:
    """Leave a triangle of the mesh out, told by the places of its corners in the list."""
    mesh = of(verb)
    one, two, three = mesh.order(corners)
    hole: Corners = (one, two, three)
    if frozenset(hole) not in _sets(mesh.triangles.tolist()):
        raise VerbError(f"{listed([mesh.names[corner] for corner in hole])} have no triangle between them")
    _write(verb, mesh, _without(mesh.made, [hole]), [*mesh.holes, hole])


def replace_all(verb: "ADVERB_PG_verb", triangles: Iterable[Sequence[int]]) -> None:
    """Let there be just these triangles, told by places in the list: whatever else Blender finds is left out."""
    mesh = of(verb)
    made: list[Corners] = []
    for corners in triangles:
        one, two, three = mesh.order(corners)
        made.append((one, two, three))
    rules.check(mesh.points, np.array(made, dtype=np.intp).reshape(-1, 3), mesh.names)
    whole = _found(mesh.points, made, (), mesh.names)
    _write(verb, mesh, made, [(one, two, three) for one, two, three in _without(whole.tolist(), made)])


def clear(verb: "ADVERB_PG_verb") -> None:
    """Forget all that was said by hand."""
    verb.triangles.clear()


def drop_example(verb: "ADVERB_PG_verb", place: int) -> None:
    """An example is taken out of the list: its triangles go, and the others name theirs by their new places."""
    verb.map.property_unset("picked")
    for index in reversed(range(len(verb.triangles))):
        corners = tuple(verb.triangles[index].corners)
        if place in corners:
            verb.triangles.remove(index)
        else:
            verb.triangles[index].corners = [corner - (corner > place) for corner in corners]


def swap_examples(verb: "ADVERB_PG_verb", one: int, other: int) -> None:
    """Two examples change places in the list."""
    verb.map.property_unset("picked")
    swapped = {one: other, other: one}
    for triangle in verb.triangles:
        triangle.corners = [swapped.get(corner, corner) for corner in triangle.corners]


def _found(places: Array, made: Sequence[Corners], holes: Sequence[Corners], names: Sequence[str]) -> Indices:
    """The triangles `[T, 3]` between scaled points: what was made by hand, and what fills the hull around it."""
    if not len(places) or (rules.is_line(places) and not made):
        return np.empty((0, 3), dtype=np.intp)
    rules.check_each(places, np.array(made, dtype=np.intp).reshape(-1, 3), names, _MOVED)
    kept = list(made)
    for hole in holes:  # examples that moved since may have brought one into the way of others
        if not rules.overlaps(places, np.array([hole, *kept]))[0, 1:].any():
            kept.append(hole)
    edges = [(corners[side - 1], corners[side]) for corners in kept for side in range(3)]
    _, _, faces, sources, _, _ = delaunay_2d_cdt([Vector(place) for place in places], edges, [], _FILL, _CLOSE)
    found = np.array([[sources[corner][0] for corner in face] for face in faces], dtype=np.intp).reshape(-1, 3)
    left = rules.trimmed(places, found, _sets(made)).tolist()
    return np.array(_without(left, holes), dtype=np.intp).reshape(-1, 3)


def _write(verb: "ADVERB_PG_verb", mesh: Mesh, made: Sequence[Corners], holes: Sequence[Corners]) -> None:
    """Keep what is said now, if it gives a mesh; what is said of examples that are not enabled stays."""
    found = _found(mesh.points, made, holes, mesh.names)
    rules.check(mesh.points, found, mesh.names)
    enabled = set(mesh.places)
    for index in reversed(range(len(verb.triangles))):
        if enabled.issuperset(verb.triangles[index].corners):
            verb.triangles.remove(index)
    for is_hole, these in ((False, made), (True, holes)):
        for corners in these:
            triangle = verb.triangles.add()
            triangle.is_hole = is_hole
            triangle.corners = [mesh.places[corner] for corner in corners]


def _sets(triangles: Iterable[Iterable[int]]) -> set[frozenset[int]]:
    return {frozenset(triangle) for triangle in triangles}


def _without(triangles: Iterable[Sequence[int]], others: Iterable[Iterable[int]]) -> list[Corners]:
    """The triangles that are none of the others, whichever way they turn."""
    left = _sets(others)
    return [(each[0], each[1], each[2]) for each in triangles if frozenset(each) not in left]
