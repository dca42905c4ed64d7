"""From a point of adverb space to weights over the examples: the interface, and the table of those who serve it.

A new way is one file with a function `fit(points, settings)` and one entry in `INTERPOLATORS`.
"""

from collections.abc import Callable
from typing import Protocol

from . import radial_basis
from .arrays import Array


class Interpolator(Protocol):
    """Fitted to `N` example points in `D` scaled adverbs."""

    def weights(self, points: Array) -> Array:
        """Weights `[..., N]` at points `[..., D]`: 1 and 0 at the examples, a sum of 1 everywhere."""


Settings = dict[str, object]

INTERPOLATORS: dict[str, Callable[[Array, Settings], Interpolator]] = {
    "RADIAL_BASIS": radial_basis.fit,
}
