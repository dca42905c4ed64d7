"""Uniform cubic B-splines over canonical time 0 to 1, the form in which examples are kept.

A spline of `cells` equal cells has one control row more than it has joints beyond a cell on either side: `cells + 3`
rows, of which four neighbours shape each cell. A closed spline repeats its first three rows at the end, so that the
four rows of a cell always stand side by side in memory and one product with them gives the point.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .arrays import Array, Indices

TAPS = 4

# What makes the fit solvable where samples are closer than the cells can follow; elsewhere it is corrected.
_SOFTNESS = 1e-9


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

    def fitter(self, u: Array, sign: float = 1.0) -> Array:
        """The matrix `[rows, F]` that turns samples at times `u` `[F]` into control rows passing through them (3.2).

        Among all splines through the samples the one with the least second differences is taken. Where samples are
        closer than the cells can follow, it passes between them in the least-squares sense. `sign` -1: after one round
        of a closed spline, its rows come back as their negatives.
        """
        if not self.cells:
            return np.full((1, len(u)), 1.0 / len(u))
        free = self.cells if self.closed else self.rows
        wraps, repeated = np.divmod(np.arange(self.rows), free)
        unfold = np.eye(free)[repeated] * (sign**wraps)[:, None]
        rows, factors = self.locate_all(u)
        basis = np.zeros((len(u), self.rows))
        basis[np.arange(len(u))[:, None], rows[:, None] + np.arange(TAPS)] = factors
        basis = basis @ unfold
        bends = np.diff(unfold[: free + 2], 2, axis=0)
        # Least bends under the condition of passing through the samples, by Lagrange: no weight stands between the two.
        system = np.zeros((free + len(u), free + len(u)))
        system[:free, :free] = bends.T @ bends
        system[free:, :free] = basis
        system[:free, free:] = basis.T
        system[free:, free:] = -_SOFTNESS * np.eye(len(u))
        right = np.eye(free + len(u))[:, free:]
        fitter = np.linalg.solve(system, right)[:free]
        fitter += fitter @ (np.eye(len(u)) - basis @ fitter)  # the softness squared is nothing
        return np.asarray(unfold @ fitter)


_SINGLE = np.ones(1)
