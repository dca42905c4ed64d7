"""The axes of adverb space, each with the scale in which its distances count."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .arrays import Array


@dataclass(frozen=True)
class Axes:
    """Names `[D]`, the middle of the examples, and the length `scales` `[D]` of each axis that counts as 1."""

    names: tuple[str, ...]
    middle: Array
    scales: Array

    @classmethod
    def fit(cls, names: tuple[str, ...], groups: tuple[str, ...], points: Array, given: Sequence[float] = ()) -> "Axes":
        """Scales from example points `[N, D]` (5.3). Axes of one group (the coordinates of a goal) share the widest
        range among them, an axis with the group "" stands alone. Scales that are `given` `[D]` go before ranges, in
        the same way; 0 or nan gives none."""
        ranges = _widest(points.max(axis=0) - points.min(axis=0), groups)
        rounding = 1e-6 * np.abs(points).max(axis=0)
        scales = np.where(ranges > np.maximum(rounding, 1e-100), ranges, 1.0)
        if len(given):
            wanted = _widest(np.nan_to_num(np.array(given, dtype=np.float64)), groups)
            scales = np.where(wanted > 0.0, wanted, scales)
        return cls(names, points.mean(axis=0), scales)

    @cached_property
    def _inverse(self) -> Array:
        return 1.0 / self.scales

    def scale(self, adverbs: Array) -> Array:
        """Adverb values `[..., D]` as points about the origin whose distances can be compared."""
        return np.asarray((adverbs - self.middle) * self._inverse)

    def unscale(self, points: Array) -> Array:
        """The adverb values `[..., D]` of points: the way back."""
        return np.asarray(points * self.scales + self.middle)


def _widest(lengths: Array, groups: tuple[str, ...]) -> Array:
    """For each axis the greatest length `[D]` of its group, or its own."""
    return np.array(
        [
            max(float(lengths[other]) for other, its in enumerate(groups) if other == axis or (its and its == group))
            for axis, group in enumerate(groups)
        ]
    )
