"""Canonical time: keytimes of different examples brought to the same moments.

Canonical time runs from 0 to 1. Each motion maps its own time to it by a monotone cubic through its keytimes, so that
speed does not jump where a keytime stands.
"""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import TypeVar

import numpy as np

from .arrays import Array

# A keytime that extrapolation would move past its neighbour keeps this part of the shortest gap of any example.
_LEAST_GAP = 0.25

Number = TypeVar("Number", float, Array)


@dataclass(frozen=True)
class Timewarp:
    """Gaps between the keytimes of each example, `gaps` `[N, M - 1]` in frames, and how a blend of them is read.

    A static verb has no gaps at all. `closed`: the motion is a cycle whose end is its beginning.
    """

    gaps: Array
    closed: bool = False

    @classmethod
    def of(cls, keytimes: Array, closed: bool = False) -> "Timewarp":
        """From keytimes `[N, M]` that rise in each row, the first and the last being the ends of the motion."""
        return cls(np.diff(keytimes, axis=1), closed)

    @cached_property
    def canonical(self) -> Array:
        """Canonical times `[M]` of the keytimes: each gap as long as in the example that takes longest over it, so that
        no example has its frames crowded."""
        keys = np.concatenate(([0.0], np.cumsum(self.gaps.max(axis=0))))
        return np.asarray(keys / keys[-1])

    @cached_property
    def _canonical_lists(self) -> tuple[list[float], list[float]]:
        """Canonical times of the keytimes, and from each to the next."""
        return self.canonical.tolist(), np.diff(self.canonical).tolist()

    @cached_property
    def _least(self) -> Array:
        return np.asarray(_LEAST_GAP * self.gaps.min(axis=0))

    def blend(self, weights: Array) -> Array:
        """Gaps `[..., M - 1]` of the motion with these weights `[..., N]`, kept positive (4.2)."""
        return np.asarray(np.maximum(weights.dot(self.gaps), self._least))

    def phase(self, gaps: Array, time: float) -> tuple[float, int]:
        """Canonical time of one moment, `time` frames after the start, and how many whole cycles lie behind it."""
        if not gaps.size:
            return 0.0, 0
        lengths = gaps.tolist()
        keys = [0.0, *accumulate(lengths)]
        time, cycle = self._fold(float(time), keys[-1])
        last = len(lengths) - 1
        if not last:
            return time / keys[-1], cycle
        segment = min(bisect_right(keys, time) - 1, last)
        before, after = self._neighbours(segment, last)
        starts, rises = self._canonical_lists
        return _cubic(
            time - keys[segment],
            starts[segment],
            (lengths[before], lengths[segment], lengths[after]),
            (rises[before], rises[segment], rises[after]),
        ), cycle

    def phases(self, gaps: Array, times: Array) -> tuple[Array, Array]:
        """`phase` for many at once: gaps `[B, M - 1]` and times `[B]` to canonical times and whole cycles `[B]`."""
        if not gaps.shape[-1]:
            return np.zeros(len(times)), np.zeros(len(times))
        keys = np.concatenate((np.zeros((len(gaps), 1)), np.cumsum(gaps, axis=1)), axis=1)
        ends = keys[:, -1]
        cycles = np.floor(times / ends) if self.closed else np.zeros(len(times))
        times = np.clip(times - cycles * ends, 0.0, ends)
        last = gaps.shape[1] - 1
        segment = np.minimum((times[:, None] >= keys[:, 1:]).sum(axis=1), last)
        neighbours = np.array([self._neighbours(m, last) for m in range(last + 1)])[segment]
        places = np.stack((neighbours[:, 0], segment, neighbours[:, 1]))
        lengths = gaps[np.arange(len(times)), places]
        rises = np.diff(self.canonical)[places]
        here = keys[np.arange(len(times)), segment]
        phase = _cubic(times - here, self.canonical[segment], tuple(lengths), tuple(rises))
        return np.clip(phase, 0.0, 1.0), cycles

    def _fold(self, time: float, length: float) -> tuple[float, int]:
        cycle = int(time // length) if self.closed else 0
        return min(max(time - cycle * length, 0.0), length), cycle

    def _neighbours(self, segment: int, last: int) -> tuple[int, int]:
        """The segments before and after; at the ends of a motion that does not close, the segment itself."""
        if self.closed:
            return (segment - 1) % (last + 1), (segment + 1) % (last + 1)
        return max(segment - 1, 0), min(segment + 1, last)


def _cubic(time: Number, start: Number, lengths: tuple[Number, ...], rises: tuple[Number, ...]) -> Number:
    """The monotone cubic of Fritsch and Butland over the middle one of three neighbouring segments (4.1).

    `time` since the segment's start, `start` the canonical time there; `lengths` in frames and `rises` in canonical
    time of the three segments. Works on numbers and on arrays alike.
    """
    (before, length, after), (rise_before, rise, rise_after) = lengths, rises
    left = _slope(before, rise_before, length, rise) * length
    right = _slope(length, rise, after, rise_after) * length
    x = time / length
    y = 1.0 - x
    return start + x * x * (3.0 - 2.0 * x) * rise + x * y * (y * left - x * right)


def _slope(length: Number, rise: Number, next_length: Number, next_rise: Number) -> Number:
    """Slope at the joint of two rising segments: a weighted harmonic mean, never more than three times the lesser."""
    near, far = 2.0 * next_length + length, next_length + 2.0 * length
    return (near + far) / (near * length / rise + far * next_length / next_rise)
