"""Numbers at the knots of a regular grid, made ready to be seen: cut, smoothed, taken apart into lines and triangles.

Values have a shape `[*shape, C]`: the axes of the grid, then what is known at each knot.
"""

from collections.abc import Sequence
from itertools import product

import numpy as np

from .arrays import Array, Indices

# What a miss of nothing, of the middle and of all looks like.
_GREEN, _YELLOW, _RED = (0.10, 0.75, 0.25), (0.98, 0.82, 0.14), (0.90, 0.12, 0.10)

# From cold to hot.
_SPECTRUM = ((0.10, 0.22, 0.80), (0.05, 0.68, 0.86), _GREEN, _YELLOW, _RED)


def cut(values: Array, axis: int, place: float) -> Array:
    """Values across one axis at a place from 0 to 1 along it, linear between the knots; the axis is gone."""
    last = values.shape[axis] - 1
    where = min(max(place, 0.0), 1.0) * last
    below = min(int(where), max(last - 1, 0))
    above = min(below + 1, last)
    share = where - below
    return np.asarray((1.0 - share) * values.take(below, axis) + share * values.take(above, axis))


def at(values: Array, places: Array) -> Array:
    """Values `[B, C]` at places `[B, D]` from 0 to 1 along each axis, linear between the knots."""
    last = np.array(values.shape[:-1]) - 1
    where = np.clip(places, 0.0, 1.0) * last
    below = np.minimum(where.astype(int), np.maximum(last - 1, 0))
    shares = where - below
    found = np.zeros((len(places), values.shape[-1]))
    for corner in product((0, 1), repeat=len(last)):
        knots = np.minimum(below + corner, last)
        amount = np.where(corner, shares, 1.0 - shares).prod(axis=1)
        found += amount[:, None] * values[tuple(knots.T)]
    return found


def smoothed(values: Array, counts: Sequence[int]) -> Array:
    """Values on a grid of other counts, through those at the knots without a corner (Catmull and Rom's spline)."""
    for axis, count in enumerate(counts):
        along = np.moveaxis(values, axis, -1) @ _spline(values.shape[axis], count).T
        values = np.moveaxis(along, -1, axis)
    return values


def _spline(knots: int, count: int) -> Array:
    """How much of each of the knots is in each of `count` even places, `[count, knots]`."""
    if knots == 1:
        return np.ones((count, 1))
    # A knot before the first and one after the last go on straight.
    known = np.vstack((np.zeros(knots), np.eye(knots), np.zeros(knots)))
    known[0], known[-1] = 2.0 * known[1] - known[2], 2.0 * known[-2] - known[-3]
    where = np.linspace(0.0, knots - 1.0, count)
    below = np.minimum(where.astype(int), knots - 2)
    t = (where - below)[:, None]
    a, b, c, d = (known[below + ahead] for ahead in range(4))
    return np.asarray(b + 0.5 * t * (c - a + t * (2.0 * a - 5.0 * b + 4.0 * c - d + t * (3.0 * (b - c) + d - a))))


def lines(values: Array, across: Sequence[int], along: Sequence[int], every: int = 1) -> Array:
    """The lines of a grid as pairs of points that follow each other, `[L, 2, C]`: along each axis in `along` points,
    so many lines `across` the others. Every second pair makes dashes."""
    found = []
    for axis in range(values.ndim - 1):
        counts = [along[axis] if other == axis else count for other, count in enumerate(across)]
        points = np.moveaxis(smoothed(values, counts), axis, 0)
        found.append(np.stack((points[:-1], points[1:]), axis=-2)[::every].reshape(-1, 2, values.shape[-1]))
    return np.concatenate(found)


def edges(values: Array) -> list[Array]:
    """The edges of the box that a grid fills, each as its knots `[K, C]`."""
    found = []
    for axis in range(values.ndim - 1):
        for ends in product((0, -1), repeat=values.ndim - 2):
            found.append(np.moveaxis(values, axis, -2)[ends])
    return found


def triangles(shape: tuple[int, int]) -> Indices:
    """The triangles `[T, 3]` that fill a grid of two axes, as places among its knots."""
    knots = np.arange(shape[0] * shape[1]).reshape(shape)
    corners = knots[:-1, :-1], knots[1:, :-1], knots[1:, 1:], knots[:-1, :-1], knots[1:, 1:], knots[:-1, 1:]
    return np.stack(corners, axis=-1).reshape(-1, 3)


def divided(corners: Array, count: int) -> Array:
    """Triangles with corners `[T, 3, 2]`, each divided into `count * count`, as the corners of these `[K, 3, 2]`:
    colours change evenly in each."""
    knots = [(row, column) for row in range(count + 1) for column in range(count + 1 - row)]
    shares = np.array([(count - row - column, row, column) for row, column in knots]) / count
    order = {knot: place for place, knot in enumerate(knots)}
    parts = []
    for row, column in knots:
        if row + column < count:
            parts.append((order[row, column], order[row + 1, column], order[row, column + 1]))
        if row + column < count - 1:
            parts.append((order[row + 1, column], order[row + 1, column + 1], order[row, column + 1]))
    places = np.einsum("kc,tcd->tkd", shares, corners)
    return np.asarray(places[:, np.array(parts)].reshape(-1, 3, corners.shape[-1]))


def heat(shares: Array) -> Array:
    """Colours `[..., 3]` from green at 0 over yellow to red at 1."""
    return _between((_GREEN, _YELLOW, _RED), shares)


def spectrum(shares: Array) -> Array:
    """Colours `[..., 3]` from blue at 0 over cyan, green and yellow to red at 1."""
    return _between(_SPECTRUM, shares)


def _between(stops: Sequence[tuple[float, float, float]], shares: Array) -> Array:
    """Colours `[..., 3]` at shares of the way along some stops; those of the ends beyond them."""
    places = np.linspace(0.0, 1.0, len(stops))
    return np.stack([np.interp(shares, places, stop) for stop in np.array(stops).T], axis=-1)
