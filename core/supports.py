"""Many radial functions of compact support, of which only those that reach a point are looked at.

Space is cut in halves again and again, as in a kd-tree; a leaf lists every function that reaches into it.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np

from .arrays import Array, Indices
from .radial_basis import b_spline

# The cubic B-spline is nothing from so many radii on.
REACH = 2.0
# A leaf with so few centres in it is not cut again: most of what it lists then has its centre outside.
_FEW = 6
# A cut that leaves both halves more than this part of the functions is not worth it.
_GAIN = 0.9
# Points worked on at a time when there are many: small enough to stay in the cache.
_CHUNK = 256
# Where the two cubes of the B-spline end.
_EDGES = np.array([[2.0], [1.0]])


@dataclass(frozen=True)
class Leaf:
    """The functions that reach into one cell, seen from an origin nearby, so that small radii keep their digits."""

    origin: tuple[float, ...]  # [D]
    distances: Array  # [D + 2, m] 1, coordinates from the origin and their square, to squared distances in radii (12.6)
    coefficients: Array  # [m, W]

    def at(self, point: list[float]) -> Array:
        """The sum `[W]` at one point: as few calls as there can be, each costs more than what it computes."""
        local = [x - middle for x, middle in zip(point, self.origin, strict=True)]
        features = [1.0, *local, sum([x * x for x in local])]
        x = _EDGES - np.sqrt(np.abs(np.array(features).dot(self.distances)))
        x += np.abs(x)  # twice what is positive
        return np.asarray((x * x * x).reshape(-1).dot(self._cubes))

    def at_all(self, points: Array) -> Array:
        """The sums `[B, W]` at points `[B, D]`."""
        local = points - np.array(self.origin)
        features = np.concatenate((np.ones((len(points), 1)), local, (local**2).sum(axis=1, keepdims=True)), axis=1)
        return np.asarray(b_spline(np.sqrt(np.abs(features @ self.distances))) @ self.coefficients)

    @cached_property
    def _cubes(self) -> Array:
        """Coefficients `[2 m, W]` of the cubes that end at two radii, and of those that end at one."""
        return np.concatenate((self.coefficients, -4.0 * self.coefficients)) / 48.0


# The axis and the place of a cut, and what lies below and above it.
Node: TypeAlias = "Leaf | tuple[int, float, Node, Node]"


@dataclass(frozen=True)
class Supports:
    """The sum over `n` centres of (5.2) times a row of coefficients."""

    centres: Array  # [n, D]
    radii: Array  # [n]
    coefficients: Array  # [n, W]

    def at(self, point: Array) -> Array:
        """The sum `[W]` at one point `[D]`."""
        coordinates = point.tolist()
        node = self._root
        while not isinstance(node, Leaf):
            axis, cut, below, above = node
            node = above if coordinates[axis] >= cut else below
        return node.at(coordinates)

    def at_all(self, points: Array) -> Array:
        """The sums `[B, W]` at points `[B, D]`, those of one leaf together."""
        sums = np.empty((len(points), self.coefficients.shape[1]))
        waiting: list[tuple[Node, Indices]] = [(self._root, np.arange(len(points)))]
        while waiting:
            node, some = waiting.pop()
            if isinstance(node, Leaf):
                for first in range(0, len(some), _CHUNK):
                    chunk = some[first : first + _CHUNK]
                    sums[chunk] = node.at_all(points[chunk])
                continue
            axis, cut, below, above = node
            is_above = points[some, axis] >= cut
            halves = (below, some[~is_above]), (above, some[is_above])
            waiting += [(half, those) for half, those in halves if len(those)]
        return sums

    @cached_property
    def _root(self) -> Node:
        dimension = self.centres.shape[1]
        return self._grow(np.arange(len(self.centres)), np.full(dimension, -np.inf), np.full(dimension, np.inf))

    def _grow(self, members: Indices, low: Array, high: Array) -> Node:
        """The tree of the box from `low` to `high` `[D]`, which may be infinite, into which `members` reach."""
        centres = self.centres[members]
        inside = centres[((centres >= low) & (centres < high)).all(axis=1)]
        if len(inside) > _FEW:
            least, most = inside.min(axis=0), inside.max(axis=0)
            axis = int(np.argmax(most - least))
            cut = 0.5 * float(least[axis] + most[axis])
            top, bottom = np.where(np.arange(len(low)) == axis, cut, (high, low))
            below, above = (self._reaching(members, *box) for box in ((low, top), (bottom, high)))
            if min(len(below), len(above)) <= _GAIN * len(members):
                return axis, cut, self._grow(below, low, top), self._grow(above, bottom, high)
        return self._leaf(members, inside.mean(axis=0) if len(inside) else np.zeros(len(low)))

    def _reaching(self, members: Indices, low: Array, high: Array) -> Indices:
        """Those of the members that reach into a box."""
        centres = self.centres[members]
        gaps = np.maximum(np.maximum(low - centres, centres - high), 0.0)
        return np.asarray(members[(gaps * gaps).sum(axis=1) < (REACH * self.radii[members]) ** 2])

    def _leaf(self, members: Indices, origin: Array) -> Leaf:
        away = self.centres[members] - origin
        distances = np.concatenate(((away**2).sum(axis=1)[None], -2.0 * away.T, np.ones((1, len(members)))))
        return Leaf(tuple(origin.tolist()), distances / self.radii[members] ** 2, self.coefficients[members])
