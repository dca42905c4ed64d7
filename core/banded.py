"""Least squares in which each equation has only neighbouring unknowns, solved block after block.

Work and memory grow with the number of unknowns, not with its cube and square. The equations are turned into triangles
(QR) and never multiplied with each other, which would cost half of the digits.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from .arrays import Array, Indices

# Unknowns in a block: few enough for little work, many enough that it is not all calls. An equation reaches no further.
BLOCK = 16


@dataclass(frozen=True)
class Banded:
    """Equations for `size` unknowns, turned into a triangle.

    For each of K blocks of unknowns: which equations begin in it, and the rotation of these and of what the block
    before handed on that leaves BLOCK rows for this block and the next one, and the rest for the next one.
    """

    size: int
    begins: tuple[Indices, ...]  # K of [m]
    turns: tuple[Array, ...]  # K of [2 BLOCK, BLOCK + m]
    inverses: Array  # [K, BLOCK, BLOCK] of the triangles on the diagonal
    beside: Array  # [K, BLOCK, BLOCK] what they have of the next block

    @classmethod
    def of(cls, size: int, unknowns: Indices, factors: Array) -> "Banded":
        """From the unknowns `[E, t]` that each equation has and its factors `[E, t]` for them, which may be 0. There
        are enough of them to tell every unknown."""
        count = -(-size // BLOCK)
        blocks = unknowns.min(axis=1) // BLOCK
        equations = np.zeros((len(unknowns), 2 * BLOCK))
        np.add.at(equations, (np.arange(len(unknowns))[:, None], unknowns - BLOCK * blocks[:, None]), factors)
        begins = tuple(np.flatnonzero(blocks == block) for block in range(count))
        turns, triangles = [], np.empty((count, BLOCK, 2 * BLOCK))
        handed = np.zeros((BLOCK, BLOCK))
        for block, its in enumerate(begins):
            rows = np.zeros((2 * BLOCK + len(its), 2 * BLOCK))
            rows[:BLOCK, :BLOCK] = handed
            rows[BLOCK : BLOCK + len(its)] = equations[its]
            turn, triangle = np.linalg.qr(rows)
            turns.append(turn.T[:, : BLOCK + len(its)])
            triangles[block], handed = triangle[:BLOCK], triangle[BLOCK:, BLOCK:]
        unused = np.arange(size - BLOCK * (count - 1), BLOCK)
        triangles[-1, unused, unused] = 1.0
        inverses = np.asarray(np.linalg.inv(triangles[..., :BLOCK]), dtype=np.float64)
        return cls(size, begins, tuple(turns), inverses, triangles[..., BLOCK:])

    def solve(self, right: Array) -> Array:
        """The unknowns `[size, C]` that come nearest to the right-hand sides `[E, C]`."""
        found = np.array(list(self._turned(right)))
        found[-1] = self.inverses[-1] @ found[-1]
        for block in reversed(range(len(found) - 1)):
            found[block] = self.inverses[block] @ (found[block] - self.beside[block] @ found[block + 1])
        return found.reshape(-1, right.shape[1])[: self.size]

    def _turned(self, right: Array) -> Iterator[Array]:
        handed = np.zeros((BLOCK, right.shape[1]))
        for its, turn in zip(self.begins, self.turns, strict=True):
            turned = turn @ np.concatenate((handed, right[its]))
            yield turned[:BLOCK]
            handed = turned[BLOCK:]
