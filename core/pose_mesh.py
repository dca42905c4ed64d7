"""The pose mesh of Guerrero and Darken: examples are the corners of triangles over two adverbs.

Inside a triangle its three examples blend by barycentric weights. Outside all of them one stays on the nearest edge, or
goes on as the mesh was going towards it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, sqrt

import numpy as np

from . import triangles as rules
from .arrays import Array, Claims, Indices
from .errors import VerbError

# A point is in a triangle if no share is less than this: on an edge, rounding must not lose it.
_EDGE = -1e-10
# Cells along each side of the grid that finds triangles.
_MOST_CELLS = 64

OUTSIDE = ("EDGE", "EXTRAPOLATE")

# A triangle as plain numbers: its corners, the place of the third, and the rows of (14.1).
_Row = tuple[int, int, int, float, float, float, float, float, float]
# An edge as plain numbers: its ends, where it starts, the way along it, and that divided by the square of its length.
_Rim = tuple[int, int, float, float, float, float, float, float]


@dataclass(frozen=True)
class _Grid:
    """Cells over the mesh, each with the triangles that may be in it."""

    origin: Array  # [2]
    cells: Array  # [2] cells for each unit
    count: int  # cells along each side
    found: Indices  # [count * count, K] triangles; T stands for none

    @classmethod
    def over(cls, places: Array) -> "_Grid":
        """`places` `[T, 3, 2]` of the corners."""
        count = min(max(ceil(2.0 * sqrt(len(places))), 1), _MOST_CELLS)
        lows, highs = places.min(axis=1), places.max(axis=1)
        # A little wider than the mesh, so that its border is inside, whatever rounding does.
        room = 1e-6 * (highs.max(axis=0) - lows.min(axis=0))
        origin = lows.min(axis=0) - room
        cells = count / (highs.max(axis=0) + room - origin)
        firsts, lasts = ((np.floor((ends - origin) * cells)).astype(np.intp) for ends in (lows - room, highs + room))
        inside: list[list[int]] = [[] for _ in range(count * count)]
        for triangle, (first, last) in enumerate(zip(firsts.tolist(), lasts.tolist(), strict=True)):
            for row in range(max(first[1], 0), min(last[1], count - 1) + 1):
                for column in range(max(first[0], 0), min(last[0], count - 1) + 1):
                    inside[row * count + column].append(triangle)
        most = max(map(len, inside))
        found = np.array([[*each, *[len(places)] * (most - len(each))] for each in inside], dtype=np.intp)
        return cls(origin, cells, count, found)


@dataclass(frozen=True)
class PoseMesh:
    """Triangles between N examples; without any, the edges along the line on which the examples lie."""

    points: Array  # [N, 2]
    triangles: Indices  # [T, 3] oriented
    edges: Indices  # [E, 2] the border
    goes_on: bool  # whether it extrapolates

    def weights(self, points: Array) -> Array:
        """Weights `[..., N]` at points `[..., 2]`."""
        if points.ndim == 1:
            x, y = points.tolist()
            return self._weights_of_one(x, y)
        return self._weights_of_all(points.reshape(-1, 2)).reshape(*points.shape[:-1], len(self.points))

    def _weights_of_one(self, x: float, y: float) -> Array:
        """For a single point plain numbers cost less than small arrays."""
        weights = np.zeros(len(self.points))
        if not self._is_met(x, y, weights):
            foot_x, foot_y = self._stay(x, y, weights)
            if self.goes_on:  # (14.3)
                back = np.zeros(len(weights))
                x, y = 2.0 * foot_x - x, 2.0 * foot_y - y
                if not self._is_met(x, y, back):
                    self._stay(x, y, back)
                return np.asarray(2.0 * weights - back)
        return weights

    def _is_met(self, x: float, y: float, weights: Array) -> bool:
        """Set the weights (14.1) if the point is in a triangle; whether it is."""
        left, bottom, across, up, count, cells = self._cells
        column, row = (x - left) * across, (y - bottom) * up
        if not (0.0 <= column < count and 0.0 <= row < count):
            return False
        for one, two, three, x3, y3, a, b, c, d in cells[int(row) * count + int(column)]:
            x0, y0 = x - x3, y - y3
            first, second = a * x0 + b * y0, c * x0 + d * y0
            third = 1.0 - first - second
            if first >= _EDGE and second >= _EDGE and third >= _EDGE:
                weights[one], weights[two], weights[three] = first, second, third
                return True
        return False

    def _stay(self, x: float, y: float, weights: Array) -> tuple[float, float]:
        """Set the weights at the point of the border that is nearest (14.2), which is given back."""
        least, found = float("inf"), (0, 0, 0.0, x, y)
        for one, other, x1, y1, along_x, along_y, per_x, per_y in self._rims:
            share = (x - x1) * per_x + (y - y1) * per_y
            share = 0.0 if share < 0.0 else 1.0 if share > 1.0 else share
            foot_x, foot_y = x1 + share * along_x, y1 + share * along_y
            away = (x - foot_x) * (x - foot_x) + (y - foot_y) * (y - foot_y)
            if away < least:
                least, found = away, (one, other, share, foot_x, foot_y)
        one, other, share, foot_x, foot_y = found
        weights[one] += 1.0 - share
        weights[other] += share
        return foot_x, foot_y

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
        weights, met = np.zeros((len(points), len(self.points))), np.zeros(len(points), dtype=bool)
        if not len(self.triangles):
            return weights, met
        grid = self._grid
        at = (points - grid.origin) * grid.cells
        over = np.flatnonzero(((at >= 0.0) & (at < grid.count)).all(axis=1))
        cells = at[over].astype(np.intp) @ np.array([1, grid.count])
        best, shares, least = np.zeros(len(over), dtype=np.intp), np.zeros((3, len(over))), np.full(len(over), -np.inf)
        x, y = points[over].T
        for candidates in grid.found[cells].T:
            x3, y3, a, b, c, d = self._columns[:, candidates]
            x0, y0 = x - x3, y - y3
            first, second = a * x0 + b * y0, c * x0 + d * y0
            third = 1.0 - first - second
            here = np.minimum(np.minimum(first, second), third)
            better = here > least
            shares[:, better] = first[better], second[better], third[better]
            best[better], least[better] = candidates[better], here[better]
        inside = least >= _EDGE
        over = over[inside]
        weights[over[:, None], self.triangles[best[inside]]] = shares[:, inside].T
        met[over] = True
        return weights, met

    def _stayed(self, points: Array) -> tuple[Array, Array]:
        """Weights `[B, N]` at the points of the border that are nearest, and these `[B, 2]`."""
        columns = np.array([rim[2:] for rim in self._rims]).T[:, :, None]
        x1, y1, along_x, along_y, per_x, per_y = columns
        x, y = points.T
        shares = np.clip((x - x1) * per_x + (y - y1) * per_y, 0.0, 1.0)  # [E, B]
        feet_x, feet_y = x1 + shares * along_x, y1 + shares * along_y
        best = ((x - feet_x) ** 2 + (y - feet_y) ** 2).argmin(axis=0), np.arange(len(points))
        weights = np.zeros((len(points), len(self.points)))
        ones, others = self.edges[best[0]].T
        weights[best[1], ones] += 1.0 - shares[best]
        weights[best[1], others] += shares[best]
        return weights, np.stack((feet_x[best], feet_y[best]), axis=1)

    @cached_property
    def _places(self) -> Array:
        """Where the corners are, `[T, 3, 2]`."""
        return np.asarray(self.points[self.triangles])

    @cached_property
    def _shares(self) -> Array:
        """The matrices of (14.1), `[T, 2, 2]`."""
        return rules.barycentric(self._places)

    @cached_property
    def _columns(self) -> Array:
        """Third corners and matrices `[6, T + 1]`; the last is no triangle, and holds no point."""
        rows = np.concatenate((self._places[:, 2], self._shares.reshape(-1, 4)), axis=1)
        return np.concatenate((rows.T, np.full((6, 1), np.nan)), axis=1)

    @cached_property
    def _grid(self) -> _Grid:
        return _Grid.over(self._places)

    @cached_property
    def _cells(self) -> tuple[float, float, float, float, int, list[list[_Row]]]:
        """The grid in plain numbers."""
        if not len(self.triangles):
            return 0.0, 0.0, 0.0, 0.0, 0, []
        rows = [
            (*corners, *place[2], *shares[0], *shares[1])
            for corners, place, shares in zip(
                self.triangles.tolist(), self._places.tolist(), self._shares.tolist(), strict=True
            )
        ]
        grid = self._grid
        cells = [[rows[place] for place in cell if place < len(rows)] for cell in grid.found.tolist()]
        return (*grid.origin.tolist(), *grid.cells.tolist(), grid.count, cells)

    @cached_property
    def _rims(self) -> list[_Rim]:
        """The border in plain numbers."""
        starts, ends = self.points[self.edges[:, 0]], self.points[self.edges[:, 1]]
        squares = ((ends - starts) ** 2).sum(axis=1, keepdims=True)
        per = (ends - starts) / np.where(squares > 0.0, squares, 1.0)  # a single example is an edge of no length
        numbers = np.concatenate((starts, ends - starts, per), axis=1).tolist()
        return [(*edge, *its) for edge, its in zip(self.edges.tolist(), numbers, strict=True)]


def fit(points: Array, settings: Mapping[str, object]) -> PoseMesh:
    """The mesh over distinct points `[N, 2]`.

    `settings["triangles"]` `[T, 3]` between them, by their places; without, those of Delaunay.
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
    found = rules.delaunay(points) if given is None else np.array(given, dtype=np.intp).reshape(-1, 3)
    goes_on = settings.get("outside", OUTSIDE[0]) == "EXTRAPOLATE"
    if not len(found) and rules.is_line(points):
        return PoseMesh(points, found, rules.line(points), goes_on)
    rules.check(points, found, _names(settings, count))
    found = rules.oriented(points, found)
    return PoseMesh(points, found, rules.border(found), goes_on)


def _names(settings: Mapping[str, object], count: int) -> Sequence[str]:
    given = settings.get("names")
    return [str(name) for name in given] if isinstance(given, Sequence) else [str(1 + place) for place in range(count)]
