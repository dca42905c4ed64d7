"""From a point of adverb space to weights over the examples: the interface, and the table of those who serve it.

A new way is one file with a function `fit(points, settings)` and one entry in `INTERPOLATORS`. Pseudo-examples stand on
any of them in a layer of functions (`refined`); one that has a better place for them is `Refinable` itself.
"""

from collections.abc import Callable
from typing import Protocol, TypeGuard

import numpy as np

from . import pose_mesh, radial_basis
from .arrays import Array, Claims


class Interpolator(Protocol):
    """Fitted to `N` example points in `D` scaled adverbs."""

    def weights(self, points: Array) -> Array:
        """Weights `[..., N]` at points `[..., D]`: 1 and 0 at the examples, a sum of 1 everywhere."""

    def within(self, points: Array) -> Array:
        """The points `[..., D]` whose weights are given there: the same, or those that they are drawn back to."""

    @property
    def going_on(self) -> "Interpolator":
        """The same among the examples, and beyond them one that draws nothing back."""


class Refinable(Interpolator, Protocol):
    """An interpolator that takes pseudo-examples: `P` points where all weights are prescribed."""

    @property
    def points(self) -> Array:
        """Of the examples and then of the pseudo-examples, `[N + P, D]`."""

    @property
    def prescribed(self) -> Array:
        """The weights at the pseudo-examples, `[P, N]`."""

    @property
    def radii(self) -> Array:
        """How far pseudo-examples reach, `[P]`; 0 where their neighbours tell."""

    @property
    def bare(self) -> Interpolator:
        """What it is without pseudo-examples."""

    def has_room(self, points: Array) -> Claims:
        """At which of the points `[B, D]` weights can be prescribed, `[B]`."""

    def insert(self, point: Array, weights: Array) -> "Refinable":
        """With one more pseudo-example: at `point` `[D]`, which has room, `weights` `[N]` with a sum of 1."""

    def take(self, points: Array, radii: Array, weights: Array) -> "Refinable":
        """With pseudo-examples that were found before, in place of those that it has: points `[P, D]`, radii `[P]`,
        prescribed weights `[P, N]`."""


Settings = dict[str, object]

INTERPOLATORS: dict[str, Callable[[Array, Settings], Interpolator]] = {
    "RADIAL_BASIS": radial_basis.fit,
    "POSE_MESH": pose_mesh.fit,
}

# Settings that speak of the examples one by one, by their places.
_OF_EACH = {"triangles", "made", "names"}


def of_any(settings: Settings) -> Settings:
    """Settings that hold for other examples as well."""
    return {name: value for name, value in settings.items() if name not in _OF_EACH}


def is_refinable(interpolator: Interpolator) -> TypeGuard[Refinable]:
    """Whether it takes pseudo-examples."""
    return hasattr(interpolator, "insert")


def bare(interpolator: Interpolator) -> Interpolator:
    """Without its pseudo-examples, if it has any."""
    return interpolator.bare if is_refinable(interpolator) else interpolator


def inserted(interpolator: Interpolator) -> Array:
    """Where its pseudo-examples are, `[P, D]`."""
    if not is_refinable(interpolator):
        return np.empty((0, 0))
    return interpolator.points[interpolator.prescribed.shape[1] :]
