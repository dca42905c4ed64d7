"""Triangles between examples over two adverbs: which there may be, how they are found, and how an edge is flipped.

A triangle is three examples, told by their places in a list. Turning from x to y is turning to the left.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

from .arrays import Array, Claims, Indices
from .errors import ExampleError, VerbError
from .wording import listed

# A triangle flatter than this part of its longest edge is a line: two examples are never so near.
_FLAT = 1e-5
# What is less than this, in scaled adverbs, is rounding.
_ROUNDING = 1e-9
# Examples that are off a line by less than this part of it are on it: the rest is rounding and measuring (14.5).
THIN = 1e-3

# Three places, and two.
Corners = tuple[int, int, int]
Edge = tuple[int, int]


def check(points: Array, triangles: Indices, names: Sequence[str]) -> None:
    """Raise if triangles `[T, 3]` between points `[N, 2]` with these names are no mesh: each is one, no two overlap,
    and every point is a corner wherever it lies."""
    if not len(triangles):
        raise VerbError("There is no triangle: add one, or let all be found again")
    check_each(points, triangles, names)
    check_empty(points, triangles, names)
    for place in sorted(set(range(len(points))) - set(triangles.ravel().tolist()))[:1]:
        raise ExampleError(names[place], "is in no triangle: add one that has it for a corner, or disable it")


def check_each(points: Array, triangles: Indices, names: Sequence[str], cure: str = "") -> None:
    """Raise if one of the triangles is none, or if two of them overlap; with another cure than usual, if one is
    given."""
    for triangle in triangles.tolist():
        _check_corners(triangle, names)
    places = points[triangles]
    for flat in np.flatnonzero(np.abs(areas(points, triangles)) <= _FLAT * _longest(places) ** 2)[:1]:
        cure = cure or "remove their triangle, or move one of them"
        raise VerbError(f"{_told(triangles[flat], names)} lie on one line: {cure}")
    for first, second in np.argwhere(np.triu(overlaps(points, triangles), 1))[:1]:
        cure = cure or "remove one of them, or measure these examples again"
        one, other = (_told(triangles[which], names) for which in (first, second))
        raise VerbError(f"The triangles of {one} and of {other} overlap: {cure}")


def check_empty(points: Array, triangles: Indices, names: Sequence[str]) -> None:
    """Raise if a point lies in a triangle of which it is no corner."""
    for which, place in np.argwhere(_within(points, oriented(points, triangles)))[:1]:
        raise ExampleError(
            names[place],
            f"lies in the triangle of {_told(triangles[which], names)}: let it be a corner of all around it",
        )


def oriented(points: Array, triangles: Indices) -> Indices:
    """The triangles `[T, 3]`, each in the order in which it turns to the left."""
    turned = np.array(triangles)
    right = areas(points, turned) < 0.0
    turned[right] = turned[right][:, ::-1]
    return turned


def areas(points: Array, triangles: Indices) -> Array:
    """Twice the area of each triangle `[T]`; below 0 if it turns to the right."""
    first, second, third = np.moveaxis(points[triangles], -2, 0)
    return cross(second - first, third - first)


def border(triangles: Indices) -> Indices:
    """The edges `[E, 2]` that only one of the oriented triangles has."""
    sides = sides_of(map(tuple, triangles.tolist()))
    return np.array([edge for edge in sides if edge[::-1] not in sides], dtype=np.intp).reshape(-1, 2)


def flip(points: Array, triangles: Indices, edge: Edge, names: Sequence[str]) -> tuple[list[Corners], list[Corners]]:
    """The two triangles that share an edge, and the two that share the other diagonal instead."""
    sides = sides_of(map(tuple, oriented(points, triangles).tolist()))
    one, other = edge
    if edge not in sides or (other, one) not in sides:
        raise VerbError(f"'{names[one]}' and '{names[other]}' do not part two triangles: choose an edge that does")
    left, right = sides[edge], sides[other, one]
    new: list[Corners] = [(left, one, right), (right, other, left)]
    if (areas(points, np.array(new)) <= _FLAT * _longest(points[[[one, other, left]]])[0] ** 2).any():
        raise VerbError(
            f"'{names[one]}' and '{names[other]}' cannot be parted: an edge from '{names[left]}' to '{names[right]}' "
            "would lie outside their triangles"
        )
    return [(one, other, left), (other, one, right)], new


def is_line(points: Array) -> bool:
    """Whether points `[N, 2]` lie on one line, or nearly: there is no triangle between them."""
    across, along = _principal(points)[:, ::-1].T
    return bool(np.ptp(across) <= THIN * np.ptp(along))


def line(points: Array) -> Indices:
    """The edges `[E, 2]` between points on one line, from each to the next; a single point is an edge to itself."""
    order = np.argsort(_principal(points)[:, 0], kind="stable").tolist()
    return np.array(list(pairwise(order)) or [(0, 0)], dtype=np.intp)


def trimmed(points: Array, triangles: Indices, kept: Iterable[frozenset[int]] = ()) -> Indices:
    """Triangles `[T, 3]` that turn to the left without those at the border that are too thin to mean anything (14.5),
    but for what is `kept`.

    Three examples on a side of the mesh are never quite on one line. The sliver between them would have the middle one
    count for nothing at the very border."""
    found = triangles[areas(points, triangles) > _ROUNDING * _longest(points[triangles]) ** 2]
    corners: dict[Corners, None] = dict.fromkeys(map(tuple, found.tolist()))
    held = set(kept)
    while True:
        sides = sides_of(corners)
        met = np.bincount(np.array(list(corners)).ravel(), minlength=len(points))
        slivers = (
            (one, other, third)
            for (one, other), third in sides.items()
            if (other, one) not in sides
            and frozenset((one, other, third)) not in held
            and met[[one, other, third]].min() > 1
            and height(points, one, other, third) <= THIN
        )
        sliver = next(slivers, None)
        if sliver is None:
            return np.array(list(corners), dtype=np.intp)
        del corners[next(turn for turn in _turns(sliver) if turn in corners)]


def height(points: Array, one: int, other: int, third: int) -> float:
    """How high a corner stands over an edge, as a part of its length."""
    along = points[other] - points[one]
    return float(cross(along, points[third] - points[one]) / (along @ along))


def sides_of(triangles: Iterable[Iterable[int]]) -> dict[Edge, int]:
    """For each edge of oriented triangles, in its direction, the corner across."""
    found = {}
    for one, two, three in triangles:
        found.update({(one, two): three, (two, three): one, (three, one): two})
    return found


def _turns(triangle: Corners) -> list[Corners]:
    one, two, three = triangle
    return [(one, two, three), (two, three, one), (three, one, two)]


def _check_corners(triangle: Sequence[int], names: Sequence[str]) -> None:
    for corner in triangle:
        if not 0 <= corner < len(names):
            raise VerbError(f"A triangle names example {corner + 1}, and there are {len(names)}: remove that triangle")
        if list(triangle).count(corner) > 1:
            raise VerbError(f"A triangle names '{names[corner]}' twice: give it three different examples")


def overlaps(points: Array, triangles: Indices) -> Claims:
    """Which triangles overlap which, `[T, T]`: no edge of either parts them."""
    if not len(triangles):
        return np.zeros((0, 0), dtype=bool)
    places = points[oriented(points, triangles)]
    along = np.roll(places, -1, axis=1) - places
    inward = np.stack((-along[..., 1], along[..., 0]), axis=-1) / np.linalg.norm(along, axis=-1)[..., None]
    offsets = (inward * places).sum(axis=-1)
    heights = np.einsum("ted,svd->tesv", inward, places) - offsets[:, :, None, None]
    is_parted = (heights <= _ROUNDING * _longest(places).max()).all(axis=3).any(axis=1)
    return np.asarray(~(is_parted | is_parted.T))


def _within(points: Array, triangles: Indices) -> Claims:
    """Which of the oriented triangles hold which points that are none of their corners, `[T, N]`."""
    shares = np.einsum("tcd,ntd->tnc", barycentric(points[triangles]), points[:, None] - points[triangles[:, 2]])
    least = np.minimum(shares.min(axis=2), 1.0 - shares.sum(axis=2))
    least[np.arange(len(triangles))[:, None], triangles] = -np.inf
    return np.asarray(least >= -_ROUNDING)


def barycentric(places: Array) -> Array:
    """From a point, less the third corner, to the shares of the first two, `[T, 2, 2]`, for triangles `[T, 3, 2]`
    (14.1)."""
    away = places[:, :2] - places[:, 2:]
    return np.asarray(np.linalg.inv(away.transpose(0, 2, 1)), dtype=np.float64)


def _longest(places: Array) -> Array:
    return np.asarray(np.linalg.norm(places - np.roll(places, 1, axis=1), axis=-1).max(axis=1))


def _principal(points: Array) -> Array:
    """The points `[N, 2]` along the direction in which they differ most, and across it."""
    middle = points - points.mean(axis=0)
    return np.asarray(middle @ np.linalg.svd(middle)[2].T)


def cross(first: Array, second: Array) -> Array:
    return np.asarray(first[..., 0] * second[..., 1] - first[..., 1] * second[..., 0])


def _told(triangle: Iterable[int], names: Sequence[str]) -> str:
    return listed([names[corner] for corner in triangle])
