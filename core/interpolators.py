"""From a point of adverb space to weights over the examples: the interface, and the table of those who serve it.

A new way is one file with a function `fit(points, settings)` and one entry in `INTERPOLATORS`.
"""

from collections.abc import Callable
from typing import Protocol

from . import pose_mesh, radial_basis
from .arrays import Array


class Interpolator(Protocol):
    """Fitted to `N` example points in `D` scaled adverbs."""

    def weights(self, points: Array) -> Array:
        """Weights `[..., N]` at points `[..., D]`: 1 and 0 at the examples, a sum of 1 everywhere."""


Settings = dict[str, object]

INTERPOLATORS: dict[str, Callable[[Array, Settings], Interpolator]] = {
    "RADIAL_BASIS": radial_basis.fit,
    "POSE_MESH": pose_mesh.fit,
}

# Settings that speak of the examples one by one, by their places.
_OF_EACH = {"triangles", "names"}


def of_any(settings: Settings) -> Settings:
    """Settings that hold for other examples as well."""
    return {name: value for name, value in settings.items() if name not in _OF_EACH}
