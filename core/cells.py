"""Which triangle a point is in: a grid of cells lists the few triangles that may be there."""

from dataclasses import dataclass
from functools import cached_property
from math import ceil, sqrt

import numpy as np

from .arrays import Array, Indices
from .triangles import barycentric

# A point is in a triangle if no share is less than this: on an edge, rounding must not lose it.
EDGE = -1e-10
# Cells along each side of the grid.
_MOST = 64


@dataclass(frozen=True)
class Cells:
    """Square cells over T triangles, each with those that may be in it."""

    places: Array  # [T, 3, 2] of the corners
    origin: Array  # [2]
    per_unit: Array  # [2] cells for each unit
    count: int  # cells along each side
    listed: Indices  # [count * count, K] triangles; T stands for none

    @classmethod
    def over(cls, places: Array) -> "Cells":
        """The cells over triangles with corners at `places` `[T, 3, 2]`."""
        count = min(max(ceil(2.0 * sqrt(len(places))), 1), _MOST)
        lows, highs = places.min(axis=1), places.max(axis=1)
        # A little wider than the mesh, so that its border is inside, whatever rounding does.
        room = 1e-6 * (highs.max(axis=0) - lows.min(axis=0))
        origin = lows.min(axis=0) - room
        per_unit = count / (highs.max(axis=0) + room - origin)
        ends = np.stack((lows - room, highs + room))
        firsts, lasts = np.clip(np.floor((ends - origin) * per_unit), 0, count - 1).astype(np.intp)
        inside: list[list[int]] = [[] for _ in range(count * count)]
        for triangle, ((left, low), (right, high)) in enumerate(zip(firsts.tolist(), lasts.tolist(), strict=True)):
            for row in range(low, high + 1):
                for cell in inside[row * count + left : row * count + right + 1]:
                    cell.append(triangle)
        most = max(map(len, inside))
        listed = np.array([[*each, *[len(places)] * (most - len(each))] for each in inside], dtype=np.intp)
        return cls(places, origin, per_unit, count, listed)

    @cached_property
    def shares(self) -> Array:
        """The matrices of (14.1), `[T, 2, 2]`."""
        return barycentric(self.places)

    def find(self, points: Array) -> tuple[Indices, Array]:
        """The triangle in which each of the points `[B, 2]` is, -1 for none, and the shares `[B, 3]` of its corners."""
        which, shares = np.full(len(points), -1), np.zeros((len(points), 3))
        at = (points - self.origin) * self.per_unit
        over = np.flatnonzero(((at >= 0.0) & (at < self.count)).all(axis=1))
        cells = at[over].astype(np.intp) @ np.array([1, self.count])
        best, found, least = np.zeros(len(over), dtype=np.intp), np.zeros((3, len(over))), np.full(len(over), -np.inf)
        x, y = points[over].T
        for candidates in self.listed[cells].T:
            x3, y3, a, b, c, d = self._columns[:, candidates]
            x0, y0 = x - x3, y - y3
            first, second = a * x0 + b * y0, c * x0 + d * y0
            third = 1.0 - first - second
            here = np.minimum(np.minimum(first, second), third)
            better = here > least
            found[:, better] = first[better], second[better], third[better]
            best[better], least[better] = candidates[better], here[better]
        inside = least >= EDGE
        which[over[inside]], shares[over[inside]] = best[inside], found[:, inside].T
        return which, shares

    @cached_property
    def _columns(self) -> Array:
        """Third corners and matrices `[6, T + 1]`; the last is no triangle, and holds no point."""
        rows = np.concatenate((self.places[:, 2], self.shares.reshape(-1, 4)), axis=1)
        return np.concatenate((rows.T, np.full((6, 1), np.nan)), axis=1)
