"""Vectors and rotations as tuples of numbers. The same lines serve one pose in floats, where small arrays would cost
more than the sums, and many poses at once, where each number is an array `[B]`.

Vectors are x, y, z; rotations are unit quaternions `wxyz`; turns are rotation vectors.
"""

import math
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np

Number: TypeAlias = Any  # a float, or an array `[B]` of them
Vector: TypeAlias = tuple[Number, Number, Number]
Rotation: TypeAlias = tuple[Number, Number, Number, Number]

# What is divided by is at least this; its square still is a normal float.
TINY = 1e-150

# Vectors nearer than this to opposite leave no plane to turn in.
_OPPOSITE = 1e-8


class Maths(NamedTuple):
    """What floats and arrays have in different places."""

    sqrt: Callable[[Number], Number]
    sin: Callable[[Number], Number]
    cos: Callable[[Number], Number]
    atan2: Callable[[Number, Number], Number]
    least: Callable[[Number, Number], Number]
    most: Callable[[Number, Number], Number]
    where: Callable[[Number, Number, Number], Number]
    any: Callable[[Number], bool]


ONE = Maths(math.sqrt, math.sin, math.cos, math.atan2, min, max, lambda claim, yes, no: yes if claim else no, bool)
MANY = Maths(np.sqrt, np.sin, np.cos, np.arctan2, np.minimum, np.maximum, np.where, np.any)


def maths_of(number: Number) -> Maths:
    return MANY if isinstance(number, np.ndarray) else ONE


def plus(a: Vector, b: Vector) -> Vector:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def minus(a: Vector, b: Vector) -> Vector:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def scaled(a: Vector, factor: Number) -> Vector:
    return a[0] * factor, a[1] * factor, a[2] * factor


def dot(a: Vector, b: Vector) -> Number:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def length(maths: Maths, a: Vector) -> Number:
    return maths.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2])


def choose(maths: Maths, claim: Number, yes: Vector, no: Vector) -> Vector:
    """`yes` where the claim holds."""
    where = maths.where
    return where(claim, yes[0], no[0]), where(claim, yes[1], no[1]), where(claim, yes[2], no[2])


def conjugate(q: Rotation) -> Rotation:
    return q[0], -q[1], -q[2], -q[3]


def multiply(p: Rotation, q: Rotation) -> Rotation:
    """The rotation `q`, then `p`."""
    a, b, c, d = p
    w, x, y, z = q
    return (
        a * w - b * x - c * y - d * z,
        a * x + b * w + c * z - d * y,
        a * y - b * z + c * w + d * x,
        a * z + b * y - c * x + d * w,
    )


def rotate(q: Rotation, a: Vector) -> Vector:
    w, x, y, z = q
    i, j, k = a
    u, v, t = 2.0 * (y * k - z * j), 2.0 * (z * i - x * k), 2.0 * (x * j - y * i)
    return i + w * u + y * t - z * v, j + w * v + z * u - x * t, k + w * t + x * v - y * u


def exp(maths: Maths, turn: Vector) -> Rotation:
    """The rotation of a turn (2.1)."""
    half = 0.5 * length(maths, turn)
    factor = 0.5 * maths.sin(half + TINY) / (half + TINY)
    return maths.cos(half), turn[0] * factor, turn[1] * factor, turn[2] * factor


def log(maths: Maths, q: Rotation) -> Vector:
    """The shortest turn of a rotation (2.2)."""
    axis = q[1], q[2], q[3]
    sine = length(maths, axis)
    factor = 2.0 * maths.atan2(sine, abs(q[0])) / maths.most(sine, TINY)
    return scaled(axis, maths.where(q[0] < 0.0, -factor, factor))


def between(maths: Maths, a: Vector, b: Vector, spare: Vector) -> Vector:
    """The smallest turn that brings the direction of `a` to that of `b` (13.3). Opposite vectors turn about `spare`, a
    unit vector across `a`; a vector of no length stays as it is."""
    axis = cross(a, b)
    sine, cosine = length(maths, axis), dot(a, b)
    angle = maths.atan2(sine, cosine)
    found = scaled(axis, angle / maths.most(sine, TINY))
    return choose(maths, (cosine < 0.0) & (sine < -_OPPOSITE * cosine), scaled(spare, angle), found)


def across(maths: Maths, a: Vector, unit: Vector) -> Vector:
    """The unit vector nearest to `a` at right angles to a `unit` vector; any such one where `a` lies along that."""
    found = minus(a, scaled(unit, dot(a, unit)))
    size = length(maths, found)
    x, y, z = unit
    flat = abs(z) < 0.9
    other = choose(maths, flat, (y, -x, 0.0 * x), (0.0 * x, z, -y))
    other_size = length(maths, other)
    is_found = size > 1e-9 * length(maths, a)
    found = choose(maths, is_found, found, other)
    return scaled(found, 1.0 / maths.most(maths.where(is_found, size, other_size), TINY))
