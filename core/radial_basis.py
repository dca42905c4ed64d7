"""The cardinal radial basis of Rose, Sloan and Cohen 2001, section 3.1: scattered examples in any dimension.

Each example has a weight function that is 1 at the example and 0 at all others: a polynomial fitted to those values
in the least-squares sense, plus radial functions that take up what the polynomial leaves.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

import numpy as np

from .arrays import Array

# A system worse than this loses more digits than a pose can spare.
_WORST_CONDITION = 1e8


@dataclass(frozen=True)
class RadialBasis:
    """Equation (5.1) brought into the form of two products, since this runs for every pose.

    The features of a point are 1, its coordinates, and products of two of them: F numbers. They give the squared
    distance to every centre, and they are what the polynomial is made of.
    """

    pairs: tuple[tuple[int, int], ...]  # the coordinates whose products are taken
    distances: Array  # [F, N] features to squared distances, in radii of the example
    coefficients: Array  # [F + N, N] features and radial functions to weights

    def weights(self, points: Array) -> Array:
        """Weights `[..., N]` at points `[..., D]`."""
        if points.ndim == 1:
            return self._weights_of_one(points.tolist())
        features = _features(points, self.pairs)
        radial = b_spline(np.sqrt(np.abs(features @ self.distances)))
        return np.asarray(np.concatenate((features, radial), axis=-1) @ self.coefficients)

    def _weights_of_one(self, point: list[float]) -> Array:
        """The same for a single point, where plain numbers cost less than small arrays."""
        features = [1.0, *point, *[point[left] * point[right] for left, right in self.pairs]]
        radial = _b_spline_of_squares(np.array(features).dot(self.distances).tolist())
        return np.asarray(np.array(features + radial).dot(self.coefficients))


def fit(points: Array, settings: Mapping[str, object]) -> RadialBasis:
    """The basis over distinct points `[N, D]` that lie about the origin.

    `settings["degree"]` of the polynomial: 0 constant, 1 the paper's plane (default), 2 quadratic.
    """
    degree = int(str(settings.get("degree", 1)))
    count, dimension = points.shape
    pairs = tuple((i, j) for i in range(dimension) for j in range(i, dimension) if i == j or degree == 2)
    features = _features(points, pairs)

    # Degree by degree, each fitted to what those before it leave and only where it differs from them: so weights sum
    # to 1 and planes are kept even where the examples are too few for the squares.
    polynomial = np.zeros((features.shape[1], count))
    residuals = np.eye(count) - 1.0 / count
    polynomial[0] = 1.0 / count
    if degree > 0:
        plane = _inverse(points, points)
        polynomial[1 : 1 + dimension] = plane
        residuals -= points @ plane
    if degree > 1:
        products = features[:, 1 + dimension :]
        middle, slopes = products.mean(axis=0), plane @ products
        bends = products - middle - points @ slopes
        bend = _inverse(bends, products)
        polynomial[1 + dimension :] = bend
        polynomial[1 : 1 + dimension] -= slopes @ bend
        polynomial[0] -= middle @ bend
        residuals -= bends @ bend

    radii, radial = _radial(points, residuals)
    squares = np.zeros_like(polynomial)
    squares[0] = (points**2).sum(axis=1)
    squares[1 : 1 + dimension] = -2.0 * points.T
    squares[1 + dimension :] = np.array([i == j for i, j in pairs])[:, None]
    return RadialBasis(pairs, squares / radii**2, np.concatenate((polynomial, radial)))


def _inverse(columns: Array, whole: Array) -> Array:
    """Least-squares inverse `[F, N]` of columns `[N, F]`, blind to directions thinner than a thousandth of the `whole`:
    they are rounding, or a board that is not quite flat, and a step off it would be worth a thousand along it."""
    left, sizes, right = np.linalg.svd(columns, full_matrices=False)
    seen = sizes > 1e-3 * np.linalg.norm(whole, 2)
    return np.asarray((right[seen].T / sizes[seen]) @ left[:, seen].T)


def _radial(points: Array, residuals: Array) -> tuple[Array, Array]:
    """Radii `[N]`, the distance to the nearest other example, and coefficients `[N, N]` that take up the residuals."""
    distances = np.linalg.norm(points[:, None] - points, axis=2)
    others = distances + np.where(np.eye(len(points), dtype=bool), np.inf, 0.0)
    nearest = others.min(axis=1)
    radii = np.where(np.isfinite(nearest), nearest, 1.0)
    # The B-spline is not positive definite in every dimension, so a rare arrangement is singular. Half the radius
    # leaves only the diagonal, which never is: narrow the functions just as far as needed.
    for narrowing in (1.0, 0.9, 0.8, 0.7, 0.6, 0.5):
        kernel = b_spline(distances / (narrowing * radii))
        if np.linalg.cond(kernel) < _WORST_CONDITION:
            break
    return narrowing * radii, np.asarray(np.linalg.solve(kernel, residuals), dtype=np.float64)


def b_spline(x: Array) -> Array:
    """Cross section of the cubic B-spline: 2/3 at 0, 1/6 at 1, nothing from 2 on (5.2)."""
    outer, inner = np.maximum(2.0 - x, 0.0), np.maximum(1.0 - x, 0.0)
    return np.asarray((outer * outer * outer - 4.0 * inner * inner * inner) / 6.0)


def _b_spline_of_squares(squares: list[float]) -> list[float]:
    """`b_spline` of the roots of numbers that rounding may have made negative. One loop: calls would cost the most."""
    values = []
    for square in squares:
        value = 0.0
        if square < 1.0:  # both cubes in one
            value = 2.0 / 3.0 - square + 0.5 * square * sqrt(abs(square))
        elif square < 4.0:
            outer = 2.0 - sqrt(square)
            value = outer * outer * outer / 6.0
        values.append(value)
    return values


def _features(points: Array, pairs: tuple[tuple[int, int], ...]) -> Array:
    one = np.ones((*points.shape[:-1], 1))
    products = [points[..., i] * points[..., j] for i, j in pairs]
    return np.concatenate((one, points, np.stack(products, axis=-1)), axis=-1)
