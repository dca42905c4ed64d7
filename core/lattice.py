"""Numbers at the knots of a regular grid, made ready to be seen: cut, smoothed, and taken apart into lines and triangles.

Values have a shape `[*shape, C]`: the axes of the grid, then what is known at each knot.
"""

from itertools import pairwise

import numpy as np

from .arrays import Array, Indices

# What a miss of nothing, of the middle and of all looks like.
_GREEN, _YELLOW, _RED = (0.10, 0.75, 0.25), (0.98, 0.82, 0.14), (0.90, 0.12, 0.10)


def cut(values: Array, axis: int, place: float) -> Array:
    """Values across one axis at a place from 0 to 1 along it, linear between the knots; the axis is gone."""
    last = values.shape[axis] - 1
    where = min(max(place, 0.0), 1.0) * last
    below = min(int(where), max(last - 1, 0))
    above = min(below + 1, last)
    share = where - below
    return np.asarray((1.0 - share) * values.take(below, axis) + share * values.take(above, axis))


def smoothed(values: Array, times: int) -> Array:
    """Values on a grid `times` as fine, through those at its knots without a corner (Catmull and Rom's spline)."""
    for axis in range(values.ndim - 1):
        rows = _spline(values.shape[axis], times)
        values = np.moveaxis(np.tensordot(rows, values, axes=(1, axis)), 0, axis)
    return values


def _spline(count: int, times: int) -> Array:
    """How much of each of `count` knots is in each of the finer ones, `[(count - 1) times + 1, count]`."""
    if count < 2:
        return np.eye(count)
    # A knot before the first and one after the last go on straight.
    knots = np.vstack((2.0 * np.eye(count)[0] - np.eye(count)[1], np.eye(count), np.zeros(count)))
    knots[-1] = 2.0 * knots[-2] - knots[-3]
    t = (np.arange(times) / times)[:, None, None]
    a, b, c, d = (knots[start : start + count - 1] for start in range(4))
    inner = b + 0.5 * t * (c - a + t * (2.0 * a - 5.0 * b + 4.0 * c - d + t * (3.0 * (b - c) + d - a)))
    return np.vstack((inner.swapaxes(0, 1).reshape(-1, count), knots[-2]))


def stride(count: int, times: int, most: int) -> int:
    """How many knots of a grid made `times` as fine lie from one line to the next, if at most about `most` are drawn
    across an axis of `count` knots: a whole part of them, so that the last line is drawn as well."""
    gaps = max(count - 1, 1)
    return times * next(step for step in range(1, gaps + 1) if gaps % step == 0 and gaps // step < max(most, 2))


def lines(values: Array, strides: tuple[int, ...]) -> Array:
    """The lines of a grid as pairs of neighbouring knots, `[L, 2, C]`: along each axis all of them, and across it those
    that are `strides` apart."""
    found = []
    for axis in range(values.ndim - 1):
        kept = tuple(slice(None, None, 1 if other == axis else step) for other, step in enumerate(strides))
        along = np.moveaxis(values[kept], axis, 0)
        found.append(np.stack((along[:-1], along[1:]), axis=-2).reshape(-1, 2, values.shape[-1]))
    return np.concatenate(found)


def dashes(pairs: Array, parts: int) -> Array:
    """Of pairs that follow each other along lines `[L, 2, C]`, every other one of `parts` in each."""
    shares = np.linspace(0.0, 1.0, 2 * parts + 1)[:-1].reshape(parts, 2, 1)
    start, end = pairs[:, None, :1], pairs[:, None, 1:]
    return np.asarray((start + shares * (end - start)).reshape(-1, 2, pairs.shape[-1]))


def triangles(shape: tuple[int, int]) -> Indices:
    """The triangles `[T, 3]` that fill a grid of two axes, as places among its knots."""
    knots = np.arange(shape[0] * shape[1]).reshape(shape)
    corners = knots[:-1, :-1], knots[1:, :-1], knots[1:, 1:], knots[:-1, :-1], knots[1:, 1:], knots[:-1, 1:]
    return np.stack(corners, axis=-1).reshape(-1, 3)


def heat(shares: Array) -> Array:
    """Colours `[..., 3]` from green at 0 over yellow to red at 1."""
    stops = np.array((_GREEN, _YELLOW, _RED))
    places = np.linspace(0.0, 1.0, len(stops))
    return np.stack([np.interp(shares, places, stop) for stop in stops.T], axis=-1)


def ceiling(most: float) -> float:
    """The next round number over the greatest miss, for the end of a scale: 1, 1.5, 2, 3, 5 or 7 of some power of ten."""
    if not most > 0.0:
        return 1.0
    power = 10.0 ** np.floor(np.log10(most))
    return float(next(power * step for step in (1.0, 1.5, 2.0, 3.0, 5.0, 7.0, 10.0) if power * step >= most * (1 - 1e-9)))
