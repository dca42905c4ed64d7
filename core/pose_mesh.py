"""The pose mesh of Guerrero and Darken: examples are the corners of triangles over two adverbs.

Inside a triangle its three corners blend by barycentric shares. Outside all of them one stays on the nearest edge, or
goes on as the mesh was going towards it. Where the blends miss what they are for, pseudo-vertices are put between the
examples: corners without a motion of their own, at which a blend of the examples is prescribed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from . import delaunay
from . import triangles as rules
from .arrays import Array, Claims, Indices
from .cells import EDGE, Cells
from .errors import VerbError
from .triangles import Corners, Edge

# No pseudo-vertex is so near to another corner, in scaled units: the triangles between them would be spikes.
_CLOSEST = 1e-4
# What is as near to a mesh, in scaled units, is in it: examples in a row are measured in single precision.
_ROUNDING = 1e-6

OUTSIDE = ("EDGE", "EXTRAPOLATE")

# A triangle as plain numbers: its corners, the weights `[3, N]` at them if one of them is no example, the place of the
# third, and the rows of (14.1).
_Row = tuple[Corners, Array | None, float, float, float, float, float, float]
# An edge as plain numbers: its ends, where it starts, the way along it, and that divided by the square of its length.
_Rim = tuple[Edge, float, float, float, float, float, float]


@dataclass(frozen=True)
class PoseMesh:
    """Triangles between V vertices, of which the first are N examples, the others pseudo-vertices; without triangles,
    the edges along the line on which the examples lie."""

    points: Array  # [V, 2]
    triangles: Indices  # [T, 3] oriented
    edges: Indices  # [E, 2] the border
    goes_on: bool  # whether it extrapolates
    prescribed: Array  # [V - N, N] weights at the pseudo-vertices
    held: frozenset[Edge] = frozenset()  # edges that were made by hand, both ways: pseudo-vertices leave them
    origin: "PoseMesh | None" = field(default=None, repr=False)  # the mesh without pseudo-vertices, where it has some

    @cached_property
    def corner_weights(self) -> Array:
        """The weights at the vertices, `[V, N]`: of an example, all of itself."""
        return np.concatenate((np.eye(self._count), self.prescribed))

    def weights(self, points: Array) -> Array:
        """Weights `[..., N]` at points `[..., 2]`."""
        if points.ndim == 1:
            x, y = points.tolist()
            return self._weights_of_one(x, y)
        return self._weights_of_all(points.reshape(-1, 2)).reshape(*points.shape[:-1], self._count)

    def within(self, points: Array) -> Array:
        """The points `[..., 2]` whose weights are given: outside, if it does not go on, the nearest of the border."""
        return points if self.goes_on else self._nearest(points)

    @property
    def radii(self) -> Array:
        """A pseudo-vertex reaches as far as its triangles do."""
        return np.zeros(len(self.prescribed))

    @property
    def bare(self) -> "PoseMesh":
        """Without pseudo-vertices."""
        return self.origin or self

    @cached_property
    def going_on(self) -> "PoseMesh":
        """The same, extrapolating."""
        return self if self.goes_on else replace(self, goes_on=True)

    def _nearest(self, points: Array) -> Array:
        """The points of the mesh that are nearest to points `[..., 2]`."""
        flat = points.reshape(-1, 2).copy()
        outside = np.flatnonzero(self._found(flat)[0] < 0)
        feet = self._feet(flat[outside])[2]
        away = np.linalg.norm(flat[outside] - feet, axis=1) > _ROUNDING
        flat[outside[away]] = feet[away]
        return flat.reshape(points.shape)

    def has_room(self, points: Array) -> Claims:
        """Which of the points `[B, 2]` are in the mesh and not at one of its vertices, `[B]`."""
        away = np.linalg.norm(points[:, None] - self.points, axis=2).min(axis=1)
        return np.asarray((away > _CLOSEST) & (self._nearest(points) == points).all(axis=1))

    def insert(self, point: Array, weights: Array) -> "PoseMesh":
        """With one more pseudo-vertex: at `point` `[2]`, which has room, `weights` `[N]` (14.6)."""
        points = np.concatenate((self.points, point[None]))
        found, held, edges = self.triangles, self.held, self.edges
        if len(found):
            found, held = delaunay.insert(points, found, held)
            edges = rules.border(found)
        else:
            cut, new = int(self._feet(point[None])[0][0]), len(self.points)
            one, other = edges[cut]
            edges = np.concatenate((edges[:cut], [(one, new), (new, other)], edges[cut + 1 :]))
        prescribed = np.concatenate((self.prescribed, weights[None]))
        return PoseMesh(points, found, edges, self.goes_on, prescribed, held, self.bare)

    def take(self, points: Array, radii: Array, weights: Array) -> "PoseMesh":
        """With pseudo-vertices that were found before, in their order: points `[P, 2]`, prescribed weights `[P, N]`.
        Those that single precision put beside the mesh are on its border; those without room are left out."""
        mesh = self.bare
        nearest = mesh._nearest(points)
        near = np.linalg.norm(nearest - points, axis=1) < _CLOSEST
        for point, its in zip(nearest[near], weights[near], strict=True):
            if np.linalg.norm(mesh.points - point, axis=1).min() > _CLOSEST:
                mesh = mesh.insert(point, its)
        return mesh

    def _weights_of_one(self, x: float, y: float) -> Array:
        """For a single point plain numbers cost less than small arrays."""
        weights = self._meet(x, y)
        if weights is None:
            weights, foot_x, foot_y = self._stay(x, y)
            if self.goes_on:  # (14.3)
                x, y = 2.0 * foot_x - x, 2.0 * foot_y - y
                back = self._meet(x, y)
                weights = 2.0 * weights - (self._stay(x, y)[0] if back is None else back)
        return weights

    def _meet(self, x: float, y: float) -> Array | None:
        """The weights `[N]` if the point is in a triangle, by the shares of its corners (14.6)."""
        left, bottom, across, up, count, cells = self._plain
        column, row = (x - left) * across, (y - bottom) * up
        if not (0.0 <= column < count and 0.0 <= row < count):
            return None
        for (one, two, three), blended, x3, y3, a, b, c, d in cells[int(row) * count + int(column)]:
            x0, y0 = x - x3, y - y3
            first, second = a * x0 + b * y0, c * x0 + d * y0
            third = 1.0 - first - second
            if first >= EDGE and second >= EDGE and third >= EDGE:
                if blended is not None:
                    return np.asarray(np.array((first, second, third)).dot(blended))
                weights = np.zeros(self._count)
                weights[one], weights[two], weights[three] = first, second, third
                return weights
        return None

    def _stay(self, x: float, y: float) -> tuple[Array, float, float]:
        """The weights `[N]` at the point of the border that is nearest (14.2), and that point."""
        least, found = float("inf"), ((0, 0), 0.0, x, y)
        for ends, x1, y1, along_x, along_y, per_x, per_y in self._rims:
            share = (x - x1) * per_x + (y - y1) * per_y
            share = 0.0 if share < 0.0 else 1.0 if share > 1.0 else share
            foot_x, foot_y = x1 + share * along_x, y1 + share * along_y
            away = (x - foot_x) * (x - foot_x) + (y - foot_y) * (y - foot_y)
            if away < least:
                least, found = away, (ends, share, foot_x, foot_y)
        (one, other), share, foot_x, foot_y = found
        if one >= self._count or other >= self._count:
            blended = self.corner_weights[[one, other]]
            return np.array((1.0 - share, share)).dot(blended), foot_x, foot_y
        weights = np.zeros(self._count)
        weights[one] += 1.0 - share
        weights[other] += share
        return weights, foot_x, foot_y

    def _weights_of_all(self, points: Array) -> Array:
        """The same for points `[B, 2]`: `[B, N]`."""
        weights, met = self._met(points)
        away = points[~met]
        if len(away):
            there, feet = self._stayed(away)
            if self.goes_on:
                mirrored = 2.0 * feet - away
                back, inside = self._met(mirrored)
                back[~inside] = self._stayed(mirrored[~inside])[0]
                there = 2.0 * there - back
            weights[~met] = there
        return weights

    def _met(self, points: Array) -> tuple[Array, Claims]:
        """Weights `[B, N]` of the points that are in a triangle, and which are."""
        which, shares = self._found(points)
        met = which >= 0
        weights = np.zeros((len(points), self._count))
        weights[met] = np.einsum("bc,bcn->bn", shares[met], self.corner_weights[self.triangles[which[met]]])
        return weights, met

    def _found(self, points: Array) -> tuple[Indices, Array]:
        """The triangle in which each of the points `[B, 2]` is, -1 for none, and the shares `[B, 3]` of its corners."""
        if not len(self.triangles):
            return np.full(len(points), -1), np.zeros((len(points), 3))
        return self._cells.find(points)

    def _stayed(self, points: Array) -> tuple[Array, Array]:
        """Weights `[B, N]` at the points of the border that are nearest, and these `[B, 2]`."""
        best, shares, feet = self._feet(points)
        ones, others = self.corner_weights[self.edges[best]].swapaxes(0, 1)
        return (1.0 - shares) * ones + shares * others, feet

    def _feet(self, points: Array) -> tuple[Indices, Array, Array]:
        """Which edge of the border is nearest to each of the points `[B, 2]`, where along it `[B, 1]`, and the point of
        it there `[B, 2]`."""
        x1, y1, along_x, along_y, per_x, per_y = np.array([rim[1:] for rim in self._rims]).T[:, :, None]
        x, y = points.T
        shares = np.clip((x - x1) * per_x + (y - y1) * per_y, 0.0, 1.0)  # [E, B]
        feet_x, feet_y = x1 + shares * along_x, y1 + shares * along_y
        best = ((x - feet_x) ** 2 + (y - feet_y) ** 2).argmin(axis=0)
        at = best, np.arange(len(points))
        return best, shares[at][:, None], np.stack((feet_x[at], feet_y[at]), axis=1)

    @cached_property
    def _count(self) -> int:
        """How many examples there are, N."""
        return int(self.prescribed.shape[1])

    @cached_property
    def _cells(self) -> Cells:
        """What finds the triangle of a point."""
        return Cells.over(self.points[self.triangles])

    @cached_property
    def _plain(self) -> tuple[float, float, float, float, int, list[list[_Row]]]:
        """The same in plain numbers, for one point."""
        if not len(self.triangles):
            return 0.0, 0.0, 0.0, 0.0, 0, []
        cells = self._cells
        rows: list[_Row] = []
        for corners, place, (first, second) in zip(
            self.triangles.tolist(), cells.places.tolist(), cells.shares.tolist(), strict=True
        ):
            blended = self.corner_weights[corners] if max(corners) >= self._count else None
            rows.append((tuple(corners), blended, *place[2], *first, *second))
        listed = [[rows[place] for place in cell if place < len(rows)] for cell in cells.listed.tolist()]
        return (*cells.origin.tolist(), *cells.per_unit.tolist(), cells.count, listed)

    @cached_property
    def _rims(self) -> list[_Rim]:
        """The border in plain numbers."""
        starts, ends = self.points[self.edges[:, 0]], self.points[self.edges[:, 1]]
        squares = ((ends - starts) ** 2).sum(axis=1, keepdims=True)
        per = (ends - starts) / np.where(squares > 0.0, squares, 1.0)  # a single example is an edge of no length
        numbers = np.concatenate((starts, ends - starts, per), axis=1).tolist()
        return [(tuple(edge), *its) for edge, its in zip(self.edges.tolist(), numbers, strict=True)]


def fit(points: Array, settings: Mapping[str, object]) -> PoseMesh:
    """The mesh over distinct points `[N, 2]`.

    `settings["triangles"]` `[T, 3]` between them, by their places; without, those of Delaunay.
    `settings["made"]` `[M, 3]`, those of them that were made by hand: pseudo-vertices leave their edges.
    `settings["outside"]` is one of `OUTSIDE`: EDGE (default) or EXTRAPOLATE.
    `settings["names"]` `[N]`, by which examples are told where something is wrong; without, they are counted.
    """
    count, dimension = points.shape
    if dimension != 2:
        raise VerbError(
            f"A pose mesh has two adverbs and this verb has {dimension}: choose Radial Basis under Settings, or "
            + ("add an adverb" if dimension < 2 else "remove some")
        )
    given = settings.get("triangles")
    found = delaunay.delaunay(points) if given is None else _corners(given)
    goes_on = settings.get("outside", OUTSIDE[0]) == "EXTRAPOLATE"
    nothing = np.empty((0, count))
    if not len(found) and rules.is_line(points):
        return PoseMesh(points, found, rules.line(points), goes_on, nothing)
    rules.check(points, found, _names(settings, count))
    found, made = rules.oriented(points, found), rules.sides_of(_corners(settings.get("made", ())).tolist())
    held = frozenset(made) | {(other, one) for one, other in made}
    return PoseMesh(points, found, rules.border(found), goes_on, nothing, held)


def _corners(given: object) -> Indices:
    return np.array(given, dtype=np.intp).reshape(-1, 3)


def _names(settings: Mapping[str, object], count: int) -> Sequence[str]:
    given = settings.get("names")
    return [str(name) for name in given] if isinstance(given, Sequence) else [str(1 + place) for place in range(count)]
