"""Uniform cubic B-splines over canonical time 0 to 1, the form in which examples are kept.

A spline of `cells` equal cells has one control row more than it has joints beyond a cell on either side: `cells + 3`
rows, of which four neighbours shape each cell. A closed spline repeats its first three rows at the end, so that the
four rows of a cell always stand side by side in memory and one product with them gives the point.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .arrays import Array, Indices
from .banded import Banded

TAPS = 4

# How much more firmly a sample is wanted than no bend. What is still missed is asked for once more (3.3).
_FIRMNESS = 1e5
_ROUNDS = 2

_BEND = np.array([1.0, -2.0, 1.0])


@dataclass(frozen=True)
class Knots:
    """The cells of canonical time. `closed`: time 1 is time 0 again. No cells: a single pose, the same at all times."""

    cells: int
    closed: bool = False

    @property
    def rows(self) -> int:
        return self.cells + TAPS - 1 if self.cells else 1

    @property
    def taps(self) -> int:
        """How many rows shape a point."""
        return TAPS if self.cells else 1

    @cached_property
    def nodes(self) -> Array:
        """The canonical time `[rows]` at which each control row has its greatest say."""
        if not self.cells:
            return np.zeros(1)
        nodes = (np.arange(self.rows) - 1.0) / self.cells
        return nodes % 1.0 if self.closed else np.clip(nodes, 0.0, 1.0)

    def locate(self, u: float) -> tuple[int, Array]:
        """The first row and the `taps` factors that give the point at one canonical time (3.1)."""
        if not self.cells:
            return 0, _SINGLE
        place = u * self.cells
        row = min(int(place), self.cells - 1)
        x = place - row
        y = 1.0 - x
        return row, np.array((y * y * y / 6, 2 / 3 - x * x * (2 - x) / 2, 2 / 3 - y * y * (2 - y) / 2, x * x * x / 6))

    def locate_all(self, u: Array) -> tuple[Indices, Array]:
        """`locate` for times `[B]`: rows `[B]` and factors `[B, taps]`."""
        if not self.cells:
            return np.zeros(len(u), dtype=np.intp), np.ones((len(u), 1))
        place = u * self.cells
        rows = np.minimum(place.astype(np.intp), self.cells - 1)
        x = place - rows
        y = 1.0 - x
        factors = (y * y * y / 6, 2 / 3 - x * x * (2 - x) / 2, 2 / 3 - y * y * (2 - y) / 2, x * x * x / 6)
        return rows, np.stack(factors, axis=-1)

    def through(self, u: Array, sign: float = 1.0) -> "Through":
        """What turns samples at times `u` `[F]` into control rows. `sign` -1: after one round of a closed spline, its
        rows come back as their negatives."""
        free = self.cells if self.closed else self.rows
        first, factors = self.locate_all(u)
        met = first[:, None] + np.arange(self.taps)
        bent = np.arange(max(free if self.closed else free - 2, 0))[:, None] + np.arange(3)
        bends = np.broadcast_to(_BEND, bent.shape)
        if self.closed:
            factors, bends = (its * sign ** (rows // free) for its, rows in ((factors, met), (bends, bent)))
        order = _zipped(free) if self.closed else np.arange(free)
        met, bent = order[met % free], order[bent % free]
        wraps, repeated = np.divmod(np.arange(self.rows), free)
        return Through(free, met, factors, bent, bends, order[repeated], (sign**wraps)[:, None])


@dataclass(frozen=True)
class Through:
    """Among all splines through samples at F times the one with the least second differences (3.2). Where samples are
    closer than the cells can follow, it passes between them in the least-squares sense."""

    free: int  # rows that are no repetition of others, in an order in which neighbours are near each other
    met: Indices  # [F, taps] the free rows that shape the spline at each time
    factors: Array  # [F, taps]
    bent: Indices  # [B, 3] the free rows of each second difference
    bends: Array  # [B, 3]
    repeated: Indices  # [rows] the free row that each control row is
    signs: Array  # [rows, 1]

    def rows(self, samples: Array) -> Array:
        """Control rows `[rows, C]` from samples `[F, C]`."""
        found = np.zeros((self.free, samples.shape[1]))
        wanted = np.zeros((len(self.met) + len(self.bent), samples.shape[1]))
        for _ in range(_ROUNDS):
            wanted[: len(samples)] = samples - np.einsum("ft,ftc->fc", self.factors, found[self.met])
            found += self._equations.solve(_FIRMNESS * wanted)
        return np.asarray(found[self.repeated] * self.signs)

    @cached_property
    def _equations(self) -> Banded:
        """To be where the samples are, and far less firmly not to bend."""
        equations = ((self.met, _FIRMNESS * self.factors), (self.bent, self.bends))
        room = [((0, 0), (0, TAPS - factors.shape[1])) for _, factors in equations]
        unknowns = [np.pad(rows, by, mode="edge") for (rows, _), by in zip(equations, room, strict=True)]
        factors = [np.pad(its, by) for (_, its), by in zip(equations, room, strict=True)]
        return Banded.of(self.free, np.concatenate(unknowns), np.concatenate(factors))


def _zipped(count: int) -> Indices:
    """Where the members of a ring stand when its two halves are laid beside each other, so that it has no seam."""
    places = np.arange(count)
    return np.asarray(np.minimum(2 * places, 2 * (count - 1 - places) + 1))


_SINGLE = np.ones(1)
