"""Pseudo-examples: points of adverb space where weights are prescribed (Rose, Sloan and Cohen 2001, section 4.3).

A layer of local functions on top of any interpolator, which itself stays as it is: so the effect is local, and one
more pseudo-example costs little.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from .arrays import Array, Claims
from .errors import VerbError
from .interpolators import Interpolator, Refinable, is_refinable
from .radial_basis import b_spline
from .supports import Supports

# Nothing is prescribed so near to a centre, in scaled units: it would be a spike.
_CLOSEST = 1e-4
# What a new function must leave of itself after those before it had their say (12.4); alone it would be 2/3.
_LEAST = 0.1
# Saved pseudo-examples among examples that have moved since may contradict each other: no digits are left then.
_WORST_CONDITION = 1e8


@dataclass(frozen=True)
class Refined:
    """The weights of `base`, plus one local function about each of N examples and P pseudo-examples (12.2)."""

    base: Interpolator
    points: Array  # [N + P, D] their centres, the examples first
    widths: Array  # [N + P] radii of their functions
    inverse: Array  # [N + P, N + P] of the kernel (12.3)
    coefficients: Array  # [N + P, N]
    prescribed: Array  # [P, N] weights at the pseudo-examples

    @classmethod
    def on(cls, base: Interpolator, originals: Array) -> "Refined":
        """`base` itself, fitted to examples at `originals` `[N, D]`, without any pseudo-example."""
        count = len(originals)
        distances = np.linalg.norm(originals[:, None] - originals, axis=2)
        nearest = np.where(np.eye(count, dtype=bool), np.inf, distances).min(axis=1)
        inverse, widths = np.empty((0, 0)), np.empty(0)
        for place, radius in enumerate(np.where(np.isfinite(nearest), nearest, 1.0).tolist()):
            width, border = _fit_in(originals[:place], widths, inverse, originals[place], radius)
            inverse, widths = border.close(inverse), np.append(widths, width)
        return cls(base, originals, widths, inverse, np.zeros((count, count)), np.empty((0, count)))

    @property
    def radii(self) -> Array:
        """Radii `[P]` of the pseudo-examples; they reach twice as far."""
        return self.widths[self.prescribed.shape[1] :]

    @property
    def bare(self) -> Interpolator:
        """The interpolator below."""
        return self.base

    def weights(self, points: Array) -> Array:
        """Weights `[..., N]` at points `[..., D]`."""
        if points.ndim == 1:
            return np.asarray(self.base.weights(points) + self._supports.at(points))
        corrections = self._supports.at_all(points.reshape(-1, points.shape[-1]))
        return np.asarray(self.base.weights(points) + corrections.reshape(*points.shape[:-1], -1))

    def within(self, points: Array) -> Array:
        """Where the interpolator below draws points `[..., D]` back to."""
        return self.base.within(points)

    @cached_property
    def going_on(self) -> "Refined":
        """On an interpolator that does."""
        return replace(self, base=self.base.going_on)

    def has_room(self, points: Array) -> Claims:
        """Which of the points `[B, D]` are at no centre, `[B]`."""
        return np.asarray(np.linalg.norm(points[:, None] - self.points, axis=2).min(axis=1) > _CLOSEST)

    def insert(self, point: Array, weights: Array) -> "Refined":
        """With one more pseudo-example: at `point` `[D]`, which has room, `weights` `[N]`."""
        radius = float(np.linalg.norm(self.points - point, axis=1).min())
        width, border = _fit_in(self.points, self.widths, self.inverse, point, radius)
        now = self.base.weights(point) + border.row @ self.coefficients
        step = (weights - now) / border.rest
        return Refined(
            self.base,
            np.concatenate((self.points, point[None])),
            np.append(self.widths, width),
            border.close(self.inverse),
            np.concatenate((self.coefficients - border.shares[:, None] * step, step[None])),
            np.concatenate((self.prescribed, weights[None])),
        )

    def take(self, points: Array, radii: Array, weights: Array) -> "Refined":
        """With pseudo-examples that were found before, in place of those that it has: points `[P, D]`, radii `[P]`,
        prescribed weights `[P, N]`."""
        count = self.prescribed.shape[1]
        centres, widths = np.concatenate((self.points[:count], points)), np.concatenate((self.widths[:count], radii))
        inverse = _inverse(kernel_of(centres, widths, centres))
        rest = np.concatenate((np.zeros((count, count)), weights - self.base.weights(points)))
        return Refined(self.base, centres, widths, inverse, inverse @ rest, weights)

    @cached_property
    def _supports(self) -> Supports:
        return Supports(self.points, self.widths, self.coefficients)


def refinable(interpolator: Interpolator, originals: Array) -> Refinable:
    """An interpolator that was fitted to examples at `originals` `[N, D]` as one that takes pseudo-examples: by itself
    if it can, else in a layer on top."""
    return interpolator if is_refinable(interpolator) else Refined.on(interpolator, originals)


def kernel_of(centres: Array, widths: Array, points: Array) -> Array:
    """The functions about centres `[n, D]` with radii `[n]`, at points `[B, D]`: `[B, n]` (12.3)."""
    squares = sum((points[:, None, axis] - centres[:, axis]) ** 2 for axis in range(centres.shape[1]))
    return b_spline(np.sqrt(squares) / widths)


def _inverse(kernel: Array) -> Array:
    try:
        inverse = np.asarray(np.linalg.inv(kernel), dtype=np.float64)
        condition = float(np.linalg.norm(kernel, 1) * np.linalg.norm(inverse, 1))
    except np.linalg.LinAlgError:
        condition = np.inf
    if not condition < _WORST_CONDITION:
        raise VerbError("Pseudo-examples do not fit the examples any more: clear them and refine again")
    return inverse


@dataclass(frozen=True)
class _Border:
    """One more row and column of the kernel (12.4)."""

    row: Array  # [n] the functions so far, at the new point
    shares: Array  # [n] of them that together equal the new function at all centres so far
    rest: float  # the new function less these shares, at the new point

    def close(self, inverse: Array) -> Array:
        """The inverse `[n + 1, n + 1]` of the kernel with its border, from that without (12.5)."""
        left, up = np.append(-self.shares, 1.0), np.append(-self.row @ inverse, 1.0)
        closed = np.outer(left, up / self.rest)
        closed[:-1, :-1] += inverse
        return closed


def _fit_in(centres: Array, widths: Array, inverse: Array, point: Array, radius: float) -> tuple[float, _Border]:
    """The radius at which a new function stands by itself well enough, and its border.

    At half the distance to the nearest centre it is nothing at all others, and certainly does.
    """
    row = kernel_of(centres, widths, point[None])[0]
    for narrowing in (1.0, 0.9, 0.8, 0.7, 0.6, 0.5):
        width = narrowing * radius
        shares = inverse @ kernel_of(point[None], np.array([width]), centres)[:, 0]
        rest = 2.0 / 3.0 - float(row @ shares)
        if rest > _LEAST:
            break
    return width, _Border(row, shares, rest)
