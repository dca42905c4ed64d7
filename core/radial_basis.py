"""The cardinal radial basis of Rose, Sloan and Cohen 2001, section 3.1: scattered examples in any dimension.

Each example has a weight function that is 1 at the example and 0 at all others: a polynomial fitted to those values
in the least-squares sense, plus radial functions that take up what the polynomial leaves.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from .arrays import Array, Indices

# A system worse than this loses more digits than a pose can spare.
_WORST_CONDITION = 1e8


@dataclass(frozen=True)
class RadialBasis:
    """Equation (5.1) brought into the form of three products, since this runs for every pose.

    The features of a point are its coordinates and products of two of them: F numbers. They give the squared distance
    to every centre, and they are what the polynomial is made of. The B-spline (5.2) is a difference of two cubes: one
    that ends at two radii, one that ends at one.
    """

    left: Indices | slice  # the products are points[left] * points[right]
    right: Indices | slice
    distances: Array  # [F, N] features to squared distances in radii, less their constants
    distance_constants: Array  # [N]
    coefficients: Array  # [F + 2 N, N] features and cubes to weights, less their constants
    constants: Array  # [N]

    def weights(self, points: Array) -> Array:
        """Weights `[..., N]` at points `[..., D]`."""
        features = _features(points, self.left, self.right)
        distances = np.sqrt(np.abs(features.dot(self.distances) + self.distance_constants))
        reach = np.maximum(_ENDS - distances[..., None, :], _ZERO)
        cubes = (reach * reach * reach).reshape(*points.shape[:-1], 2 * len(self.constants))
        return np.asarray(np.concatenate((features, cubes), axis=-1).dot(self.coefficients) + self.constants)


def fit(points: Array, settings: Mapping[str, object]) -> RadialBasis:
    """The basis over distinct points `[N, D]` that lie about the origin.

    `settings["degree"]` of the polynomial: 0 constant, 1 the paper's plane (default), 2 quadratic.
    """
    degree = int(str(settings.get("degree", 1)))
    count, dimension = points.shape
    left: Indices | slice = slice(None)
    right: Indices | slice = slice(None)
    if degree == 2:
        left, right = np.triu_indices(dimension)
    features = _features(points, left, right)

    # Degree by degree, each fitted to what those before it leave and only where it differs from them: so weights sum
    # to 1 and planes are kept even where the examples are too few for the squares.
    polynomial = np.zeros((1 + features.shape[1], count))
    residuals = np.eye(count) - 1.0 / count
    polynomial[0] = 1.0 / count
    if degree > 0:
        plane = _inverse(points, points)
        polynomial[1 : 1 + dimension] = plane
        residuals -= points @ plane
    if degree > 1:
        products = features[:, dimension:]
        middle, slopes = products.mean(axis=0), plane @ products
        bends = products - middle - points @ slopes
        bend = _inverse(bends, products)
        polynomial[1 + dimension :] = bend
        polynomial[1 : 1 + dimension] -= slopes @ bend
        polynomial[0] -= middle @ bend
        residuals -= bends @ bend

    radii, radial = _radial(points, residuals)
    squares = np.zeros((features.shape[1], count))
    squares[:dimension] = -2.0 * points.T
    squares[dimension:] = (np.arange(dimension)[left] == np.arange(dimension)[right])[:, None]
    return RadialBasis(
        left,
        right,
        squares / radii**2,
        (points**2).sum(axis=1) / radii**2,
        np.concatenate((polynomial[1:], radial / 6.0, radial * (-4.0 / 6.0))),
        polynomial[0],
    )


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
    return np.asarray((outer**3 - 4.0 * inner**3) / 6.0)


def _features(points: Array, left: Indices | slice, right: Indices | slice) -> Array:
    return np.concatenate((points, points[..., left] * points[..., right]), axis=-1)


_ENDS = np.array([[2.0], [1.0]])
_ZERO = np.zeros(1)
