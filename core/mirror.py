"""The mirror image of a motion across the plane x = 0: what a bone does on one side, its partner does on the other.

Numbers of bones are mirrored as they are written. Where the rests of two partners are mirror images of each other,
axes fall on axes: then every number goes to one place with one sign, and curves can be mirrored as they are drawn.
"""

import numpy as np

from . import native
from .arrays import Array
from .channels import Kind
from .coordinates import nearest_rotation
from .native import EULER_ORDERS, QUATERNION

_ACROSS = np.diag((-1.0, 1.0, 1.0))

# Rests this near to mirror images, in radians, are taken for such: the feet of a generated Rigify human are 0.0023 off.
_NEAR = 0.005

# Which axis may fall on which. The first ones are their own inverses, so that a tie is broken alike there and back.
_ORDERS = ((0, 1, 2), (1, 0, 2), (2, 1, 0), (0, 2, 1), (1, 2, 0), (2, 0, 1))
_PERMUTATIONS = np.eye(3)[np.array(_ORDERS)]


def reflection(rest: Array, partner: Array) -> Array:
    """`C` `[3, 3]`, from the axes of a bone to those of its partner in the mirror (8.1).

    `rest` and `partner` `[3, 3]` are their orientations at rest. The way back is the transpose.
    """
    c = np.asarray(nearest_rotation(partner).T @ _ACROSS @ nearest_rotation(rest))
    near = axes(c)
    return near if np.abs(c - near).max() < _NEAR else c


def axes(c: Array) -> Array:
    """The signed permutation `[3, 3]` nearest to `c`: which axis falls on which, and whether it is turned round."""
    fit = (_PERMUTATIONS * np.abs(c)).sum(axis=(1, 2))
    return np.asarray(_PERMUTATIONS[np.argmax(fit > fit.max() - 1e-6)] * np.where(c < 0.0, -1.0, 1.0))


def is_axes(table: Array) -> bool:
    """Whether a table sends every number to one place, with its sign kept or changed."""
    return bool(np.isin(table, (-1.0, 0.0, 1.0)).all())


def table(kind: Kind, c: Array, mode: str = QUATERNION, partner_mode: str = QUATERNION) -> Array | None:
    """The matrix that mirrors the numbers of a transform (8.2), or None where no matrix does: use `rotations` then.

    Scales have no axes but the bone's own, so they follow the axes nearest to `c`.
    """
    if kind is Kind.LOCATION:
        return c
    if kind is Kind.SCALE:
        return np.abs(axes(c))
    if mode in EULER_ORDERS:
        return -c if is_axes(c) and _order_across(mode, c) == partner_mode else None
    if mode != partner_mode:
        return None
    result = np.eye(4)
    result[1:, 1:] = -c
    return result


def rotations(numbers: Array, c: Array, mode: str, partner_mode: str) -> Array:
    """Successive rotations `[F, 3 or 4]` in a bone's mode, mirrored, in the mode of its partner (8.2).

    Euler angles keep their turns; a rotation that changes its mode is written near the one before it.
    """
    q = native.to_quaternion(numbers, mode)
    q = np.concatenate((q[:, :1], -q[:, 1:] @ c.T), axis=-1)
    if mode in EULER_ORDERS and partner_mode == _order_across(mode, c):
        return native.from_quaternion(q, partner_mode, -numbers @ axes(c).T)
    return native.successive(q, partner_mode)


def _order_across(mode: str, c: Array) -> str:
    """The order of Euler angles in the mirror: turns follow each other as before, each about the axis it falls on."""
    falls_on = np.abs(axes(c)).argmax(axis=0)
    return "".join("XYZ"[falls_on["XYZ".index(axis)]] for axis in mode)
