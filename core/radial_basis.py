"""The cardinal radial basis of Rose, Sloan and Cohen 2001, section 3.1: scattered examples in any dimension.

Each example has a weight function that is 1 at the example and 0 at all others: a polynomial fitted to those values
in the least-squares sense, plus radial functions that take up what the polynomial leaves. These are the paper's
B-splines, which reach little further than their neighbours, or functions that reach everywhere.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import log, sqrt

import numpy as np

from .arrays import Array

# A system worse than this loses more digits than a pose can spare.
_WORST_CONDITION = 1e8
# The distance is a cone. Its tip is rounded within this part of the examples' extent, where it would take rounding for
# a distance (5.7).
_TIP = 1e-3
# In so many extents a thin plate counts its distances, so that directions too thin for the plane cannot upset it.
_WIDE = 10.0


@dataclass(frozen=True)
class Kernel:
    """A radial function of squared distances, for arrays of them and for a list of plain numbers."""

    of_array: Callable[[Array], Array]
    of_list: Callable[[list[float]], list[float]]


@dataclass(frozen=True)
class RadialBasis:
    """Equation (5.1) brought into the form of two products, since this runs for every pose.

    The features of a point are 1, its coordinates, and products of two of them: F numbers. They give the squared
    distance to every centre, and they are what the polynomial is made of.
    """

    pairs: tuple[tuple[int, int], ...]  # the coordinates whose products are taken
    distances: Array  # [F, N] features to squared distances, in radii of the example
    coefficients: Array  # [F + N, N] features and radial functions to weights
    kernel: Kernel

    def weights(self, points: Array) -> Array:
        """Weights `[..., N]` at points `[..., D]`."""
        if points.ndim == 1:
            return self._weights_of_one(points.tolist())
        features = _features(points, self.pairs)
        radial = self.kernel.of_array(features @ self.distances)
        return np.asarray(np.concatenate((features, radial), axis=-1) @ self.coefficients)

    def within(self, points: Array) -> Array:
        """The points themselves: it goes on everywhere."""
        return points

    @property
    def going_on(self) -> "RadialBasis":
        """It does."""
        return self

    def _weights_of_one(self, point: list[float]) -> Array:
        """The same for a single point, where plain numbers cost less than small arrays."""
        features = [1.0, *point, *[point[left] * point[right] for left, right in self.pairs]]
        radial = self.kernel.of_list(np.array(features).dot(self.distances).tolist())
        return np.asarray(np.array(features + radial).dot(self.coefficients))


def fit(points: Array, settings: Mapping[str, object]) -> RadialBasis:
    """The basis over distinct points `[N, D]` that lie about the origin.

    `settings["degree"]` of the polynomial: 0 constant, 1 the paper's plane (default), 2 quadratic.
    `settings["kernel"]` is one of `KERNELS`: the paper's B_SPLINE (default), DISTANCE, or THIN_PLATE, which has a plane
    at the least.
    """
    name = str(settings.get("kernel", "B_SPLINE"))
    degree = max(int(str(settings.get("degree", 1))), 1 if name == "THIN_PLATE" else 0)
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

    squares = np.zeros_like(polynomial)
    squares[0] = (points**2).sum(axis=1)
    squares[1 : 1 + dimension] = -2.0 * points.T
    squares[1 + dimension :] = np.array([i == j for i, j in pairs])[:, None]
    kernel = KERNELS[name]
    if name == "B_SPLINE":
        radii, radial = _radial(points, residuals)
        squares /= radii**2
    else:
        extent = np.linalg.norm(points, axis=1).max() or 1.0
        if name == "DISTANCE":
            squares[0] += (_TIP * extent) ** 2
        squares /= (extent if name == "DISTANCE" else _WIDE * extent) ** 2
        values = kernel.of_array(features @ squares)
        radial = _across(values, residuals)
        polynomial -= polynomial @ values @ radial
    return RadialBasis(pairs, squares, np.concatenate((polynomial, radial)), kernel)


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


def _across(values: Array, residuals: Array) -> Array:
    """Coefficients `[N, N]` for functions that reach everywhere, with values `[N, N]` at the examples (5.8).

    They are orthogonal to the polynomials, so that far away these take the lead; the residuals of the unit weights are
    the projection across the polynomials, whatever the examples leave of them.
    """
    sizes, directions = np.linalg.eigh(residuals)
    across = directions[:, sizes > 0.5]
    return np.asarray(across @ np.linalg.solve(across.T @ values @ across, across.T))


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


def _b_spline_of_array(squares: Array) -> Array:
    return b_spline(np.sqrt(np.abs(squares)))


def _distances(squares: Array) -> Array:
    return np.asarray(np.sqrt(np.abs(squares)))


def _distances_of_list(squares: list[float]) -> list[float]:
    return [sqrt(abs(square)) for square in squares]


def _thin_plate(squares: Array) -> Array:
    """The square of the distance times its logarithm, doubled; nothing at 0."""
    return np.asarray(squares * np.log(np.abs(squares) + 1e-300))


def _thin_plate_of_list(squares: list[float]) -> list[float]:
    return [square * log(abs(square) + 1e-300) for square in squares]


KERNELS = {
    "B_SPLINE": Kernel(_b_spline_of_array, _b_spline_of_squares),
    "DISTANCE": Kernel(_distances, _distances_of_list),
    "THIN_PLATE": Kernel(_thin_plate, _thin_plate_of_list),
}


def _features(points: Array, pairs: tuple[tuple[int, int], ...]) -> Array:
    one = np.ones((*points.shape[:-1], 1))
    products = [points[..., i] * points[..., j] for i, j in pairs]
    return np.concatenate((one, points, np.stack(products, axis=-1)), axis=-1)
