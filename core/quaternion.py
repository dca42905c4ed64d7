"""Unit quaternions `wxyz` on arrays `[..., 4]`, and the ways Blender writes a rotation.

Rotation vectors are `[..., 3]`: the axis times the angle in radians.
"""

import numpy as np

from .arrays import Array

IDENTITY: Array = np.array([1.0, 0.0, 0.0, 0.0])

# Below this length a vector has no direction; its square still is a normal float.
_TINY = 1e-150


def multiply(a: Array, b: Array) -> Array:
    """The rotation `b`, then `a`."""
    aw, ax, ay, az = np.moveaxis(np.asarray(a), -1, 0)
    bw, bx, by, bz = np.moveaxis(np.asarray(b), -1, 0)
    return np.stack(
        (
            aw * bw - ax * bx - ay * by - az * bz,
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
        ),
        axis=-1,
    )


def conjugate(q: Array) -> Array:
    """The inverse rotation."""
    return np.asarray(q) * (1.0, -1.0, -1.0, -1.0)


def normalize(q: Array) -> Array:
    """Unit length; a quaternion of no length, as an empty F-curve leaves it, becomes the identity, as in Blender."""
    q = np.asarray(q, dtype=np.float64)
    length = np.sqrt(np.einsum("...i,...i->...", q, q))[..., None]
    return np.where(length > _TINY, q / np.maximum(length, _TINY), IDENTITY)


def rotate(q: Array, vector: Array) -> Array:
    """`vector` `[..., 3]` turned by `q`."""
    axis = np.asarray(q)[..., 1:]
    twice = 2.0 * np.cross(axis, vector)
    return np.asarray(vector + np.asarray(q)[..., :1] * twice + np.cross(axis, twice))


def exp(vector: Array) -> Array:
    """The rotation about a rotation vector (2.1)."""
    half = 0.5 * np.asarray(vector, dtype=np.float64)
    angle = np.sqrt(np.einsum("...i,...i->...", half, half) + _TINY**2)[..., None]
    return np.concatenate((np.cos(angle), half * (np.sin(angle) / angle)), axis=-1)


def log(q: Array) -> Array:
    """The rotation vector of `q` with an angle in [0, 2 pi], so that exp(log(q)) is `q` itself and not `-q` (2.2).

    For the shortest turn, `align` with the identity first. A full turn (`q = -1`) has no axis: x is taken.
    """
    q = np.asarray(q, dtype=np.float64)
    axis = q[..., 1:]
    sine = np.sqrt(np.einsum("...i,...i->...", axis, axis))[..., None]
    angle = 2.0 * np.arctan2(sine, q[..., :1])
    known = sine > _TINY
    direction = np.where(known, axis / np.where(known, sine, 1.0), (1.0, 0.0, 0.0))
    return np.asarray(angle * direction)


def align(q: Array, reference: Array) -> Array:
    """`q` or `-q`, whichever is nearer to `reference`: the same rotation on the same side."""
    side = np.einsum("...i,...i->...", q, reference)[..., None]
    return np.where(side < 0.0, -np.asarray(q), q)


def align_along(q: Array) -> Array:
    """Signs chosen so that each quaternion follows the one before it along the first axis `[F, ..., 4]`."""
    steps = np.einsum("...i,...i->...", q[1:], q[:-1])
    signs = np.cumprod(np.where(steps < 0.0, -1.0, 1.0), axis=0)
    return np.concatenate((q[:1], q[1:] * signs[..., None]))


def from_axis_angle(angle_axis: Array) -> Array:
    """From Blender's `rotation_axis_angle`: `[..., 4]` angle, then an axis of any length."""
    angle_axis = np.asarray(angle_axis, dtype=np.float64)
    axis = angle_axis[..., 1:]
    length = np.sqrt(np.einsum("...i,...i->...", axis, axis))[..., None]
    return exp(angle_axis[..., :1] * axis / np.maximum(length, _TINY))


def to_axis_angle(q: Array, hint: Array) -> Array:
    """To `[..., 4]` angle and unit axis, in the turn and on the side nearest to `hint`, another angle and axis."""
    vector = log(align(q, IDENTITY))
    angle = np.sqrt(np.einsum("...i,...i->...", vector, vector))[..., None]
    hinted = hint[..., 1:]
    length = np.sqrt(np.einsum("...i,...i->...", hinted, hinted))[..., None]
    hinted = np.where(length > _TINY, hinted / np.maximum(length, _TINY), (0.0, 1.0, 0.0))
    axis = np.where(angle > 1e-12, vector / np.maximum(angle, _TINY), hinted)
    side = np.where(np.einsum("...i,...i->...", axis, hinted)[..., None] < 0.0, -1.0, 1.0)
    return np.concatenate((_nearest_turn(side * angle, hint[..., :1]), side * axis), axis=-1)


def from_euler(angles: Array, order: str) -> Array:
    """From `[..., 3]` angles about x, y, z; `order` as Blender names it: 'XYZ' turns about x first."""
    halves = 0.5 * np.asarray(angles, dtype=np.float64)
    turns = {}
    for axis, name in enumerate("XYZ"):
        turns[name] = np.zeros((*halves.shape[:-1], 4))
        turns[name][..., 0] = np.cos(halves[..., axis])
        turns[name][..., 1 + axis] = np.sin(halves[..., axis])
    first, second, third = (turns[name] for name in order)
    return multiply(third, multiply(second, first))


def to_euler(q: Array, order: str, hint: Array) -> Array:
    """To `[..., 3]` angles about x, y, z: of all that give this rotation, those nearest to the angles `hint`.

    Near gimbal lock only a sum of two angles is defined; the hint decides how it is shared.
    """
    i, j, k = ("XYZ".index(name) for name in order)
    parity = 1.0 if (j - i) % 3 == 1 else -1.0
    m = to_matrix(q)
    cosine = np.hypot(m[..., i, i], m[..., j, i])
    middle = np.arctan2(-parity * m[..., k, i], cosine)
    first = np.arctan2(parity * m[..., k, j], m[..., k, k])
    third = np.arctan2(parity * m[..., j, i], m[..., i, i])
    locked = cosine < 1e-7
    first = np.where(locked, hint[..., i], first)
    # What is left of the rotation once the first two turns are taken back is the third.
    sin_first, cos_first = np.sin(first), np.cos(first)
    rest = np.arctan2(
        sin_first * m[..., i, k] - parity * cos_first * m[..., i, j],
        cos_first * m[..., j, j] - parity * sin_first * m[..., j, k],
    )
    third = np.where(locked, rest, third)

    one = np.empty(np.broadcast_shapes(q.shape[:-1], hint.shape[:-1]) + (3,))
    one[..., i], one[..., j], one[..., k] = first, middle, third
    other = np.empty_like(one)
    other[..., i], other[..., j], other[..., k] = first + np.pi, np.pi - middle, third + np.pi
    one, other = _nearest_turn(one, hint), _nearest_turn(other, hint)
    nearer = np.abs(one - hint).sum(-1) <= np.abs(other - hint).sum(-1) + 1e-9
    return np.where((nearer | locked)[..., None], one, other)


def to_matrix(q: Array) -> Array:
    """Rotation matrices `[..., 3, 3]`: their elements are sums of products of two components, taken all at once."""
    q = np.asarray(q, dtype=np.float64)
    products = (q[..., :, None] * q[..., None, :]).reshape(*q.shape[:-1], 16)
    return np.asarray((products @ _PRODUCTS).reshape(*q.shape[:-1], 3, 3))


def _rotation_products() -> Array:
    """What each product of components `[4, 4]` adds to each element of the matrix `[3, 3]`, as `[16, 9]`."""
    added = np.zeros((4, 4, 3, 3))
    for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        added[0, 0, i, i] = added[1 + i, 1 + i, i, i] = 1.0
        added[1 + j, 1 + j, i, i] = added[1 + k, 1 + k, i, i] = -1.0
        added[1 + i, 1 + j, i, j] = added[1 + i, 1 + j, j, i] = 2.0
        added[0, 1 + k, i, j], added[0, 1 + k, j, i] = -2.0, 2.0
    return added.reshape(16, 9)


_PRODUCTS = _rotation_products()


def from_matrix(matrices: Array) -> Array:
    """The rotations `[..., 4]` nearest to matrices `[..., 3, 3]` that rounding may have bent a little."""
    m = np.asarray(matrices, dtype=np.float64)
    symmetric = m + m.swapaxes(-1, -2)
    trace = np.einsum("...ii->...", m)[..., None, None]
    products = np.empty((*m.shape[:-2], 4, 4))
    products[..., 0, 0] = trace[..., 0, 0]
    for axis, (i, j) in enumerate(((2, 1), (0, 2), (1, 0)), start=1):
        products[..., 0, axis] = products[..., axis, 0] = m[..., i, j] - m[..., j, i]
    products[..., 1:, 1:] = symmetric - trace * np.eye(3)
    # Its eigenvector of the greatest eigenvalue (Bar-Itzhack 2000) has no case in which digits are lost.
    q = np.linalg.eigh(products)[1][..., -1]
    return align(q, IDENTITY)


def _nearest_turn(angle: Array, hint: Array) -> Array:
    """`angle` with the whole turns added that bring it nearest to `hint`."""
    return np.asarray(angle + 2.0 * np.pi * np.round((hint - angle) / (2.0 * np.pi)))
