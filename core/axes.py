"""The axes of adverb space, each with the scale in which its distances count."""

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
    def fit(cls, names: tuple[str, ...], groups: tuple[str, ...], points: Array) -> "Axes":
        """Scales from example points `[N, D]` (5.3). Axes of one group (the coordinates of a goal) share the widest
        range among them, an axis with the group "" stands alone."""
        ranges = points.max(axis=0) - points.min(axis=0)
        scales = np.array(
            [
                max(float(ranges[other]) for other, its in enumerate(groups) if other == axis or (its and its == group))
                for axis, group in enumerate(groups)
            ]
        )
        rounding = 1e-6 * np.abs(points).max(axis=0)
        return cls(names, points.mean(axis=0), np.where(scales > np.maximum(rounding, 1e-100), scales, 1.0))

    @cached_property
    def _inverse(self) -> Array:
        return 1.0 / self.scales

    def scale(self, adverbs: Array) -> Array:
        """Adverb values `[..., D]` as points about the origin whose distances can be compared."""
        return np.asarray((adverbs - self.middle) * self._inverse)
