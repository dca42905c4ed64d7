"""Triangles whose circles are empty (Lawson 1977): found between few points, and kept as one more is put among them.

Blender finds them for many points, and with edges that must be there.
"""

from collections.abc import Collection, Iterable

import numpy as np

from .arrays import Array, Indices
from .triangles import THIN, Corners, Edge, areas, cross, height, is_line, sides_of, trimmed

# What is inside a circle by less than this part is on it.
_ROUND = 1e-10
# As a part of the extent: products of two lengths in grains are whole numbers without rounding.
_GRAIN = 1e-7


def delaunay(points: Array) -> Indices:
    """Triangles `[T, 3]` between points `[N, 2]` whose circles hold no other point (14.4); none if all are on one line.

    A sweep from left to right joins each point to all it sees, then edges are flipped until the circles are empty. Both
    count in grains, for then no rounding tells where a point lies beside others in a row or a column.
    """
    if is_line(points):
        return np.empty((0, 3), dtype=np.intp)
    grains = np.round(points / (_GRAIN * np.ptp(points, axis=0).max()))
    sides = sides_of(_swept(grains))
    return trimmed(points, _flipped(grains, sides, sides, frozenset()))


def insert(points: Array, triangles: Indices, held: frozenset[Edge]) -> tuple[Indices, frozenset[Edge]]:
    """Triangles `[T, 3]` that turn to the left, with the last of points `[V, 2]`, which lies in one of them, for one
    more corner (14.7). Edges that are `held`, told both ways, are not flipped; if one is cut its parts are held."""
    new = len(points) - 1
    sides = sides_of(triangles.tolist())
    parts, cut = _divided(points, sides, triangles[_holder(points, triangles)].tolist(), new)
    if cut is not None:
        one, other = cut
        for edge in (cut, cut[::-1]):
            sides.pop(edge, None)
        if cut in held:
            held = held - {cut, (other, one)} | {(one, new), (new, one), (new, other), (other, new)}
    sides |= sides_of(parts)
    outer = [(first, second) for first, second, _ in parts]
    return _flipped(points, sides, outer, held), held


def _holder(points: Array, triangles: Indices) -> int:
    """The triangle that the last of the points is in, or that it comes nearest to."""
    corners = points[triangles]
    along = np.roll(corners, -1, axis=1) - corners
    heights = cross(along, points[-1] - corners) / np.linalg.norm(along, axis=2)
    return int(np.argmax(heights.min(axis=1)))


def _divided(
    points: Array, sides: dict[Edge, int], triangle: Iterable[int], new: int
) -> tuple[list[Corners], Edge | None]:
    """The triangles, each with `new` for its third corner, that take the place of a triangle that holds it, and the
    edge that it cuts. Nearly on an edge it cuts that, and the triangle beyond too: no sliver is left between them."""
    one, two, three = triangle
    edges: list[Edge] = [(one, two), (two, three), (three, one)]
    for high, first, second in sorted((height(points, first, second, new), first, second) for first, second in edges):
        if high > THIN:
            break
        across = sides[first, second]
        around = [(second, across), (across, first)]
        if (second, first) in sides:
            beyond = sides[second, first]
            around += [(first, beyond), (beyond, second)]
        parts = [(start, end, new) for start, end in around]
        if (areas(points, np.array(parts)) > 0.0).all():
            return parts, (first, second)
    return [(start, end, new) for start, end in edges], None


def _flipped(points: Array, sides: dict[Edge, int], waiting: Iterable[Edge], held: Collection[Edge]) -> Indices:
    """The triangles of some sides, after edges were flipped from those on that are `waiting` until all circles are
    empty, but for edges that are `held`."""
    sides, left_over = dict(sides), list(waiting)
    while left_over:
        one, other = left_over.pop()
        if (one, other) not in sides or (other, one) not in sides or (one, other) in held:
            continue
        left, right = sides[one, other], sides[other, one]
        if _is_in_circle(points[[one, other, left]], points[right]):
            del sides[one, other], sides[other, one]
            sides |= sides_of([(left, one, right), (right, other, left)])
            left_over += [(one, right), (right, other), (other, left), (left, one)]
    found = ((one, other, third) for (one, other), third in sides.items() if one < other and one < third)
    return np.array(sorted(found), dtype=np.intp)


def _is_in_circle(corners: Array, point: Array) -> bool:
    """Whether a point `[2]` is inside the circle through corners `[3, 2]` that turn left, by more than rounding."""
    away = corners - point
    squares = (away**2).sum(axis=1)
    inside = np.linalg.det(np.column_stack((away, squares)))
    return bool(inside > _ROUND * squares.max() ** 2)


def _swept(points: Array) -> list[Corners]:
    """Any triangles that fill the hull: from left to right, each point is joined to the edges of the hull it sees."""
    found: list[Corners] = []
    lower, upper = list[int](), list[int]()
    for place in np.lexsort(points.T[::-1]).tolist():
        while len(lower) > 1 and _turn(points, lower[-2], lower[-1], place) < 0.0:
            found.append((lower[-2], place, lower.pop()))
        while len(upper) > 1 and _turn(points, upper[-2], upper[-1], place) > 0.0:
            found.append((upper[-2], upper.pop(), place))
        lower.append(place)
        upper.append(place)
    return found


def _turn(points: Array, one: int, other: int, third: int) -> float:
    """How far a way turns to the left: twice the area."""
    return float(cross(points[other] - points[one], points[third] - points[other]))
