"""What motions tell of themselves: directions, angles, speed, turning, slope. Angles are in degrees, Z is up.

A path is where a bone goes: `[F, 3]`, evenly in time. What cannot be told is no number (nan).
"""

import numpy as np

from .arrays import Array
from .coordinates import unit

# Captured places tremble from frame to frame. Over so many seconds a path is taken for a parabola.
_STEADY = 0.2
# A path that turns by less than this is straight.
_STRAIGHT = np.radians(5)
# A foot stands while it is slower than this part of the fastest moment of both.
_STANDING = 0.15
_NOWHERE = 1e-6
# What is off straight up or down by less than this is so by rounding: bones are in single precision.
_UPRIGHT = 1e-5
# How much a line pulls towards its own place, beside how much it pulls to itself.
_OPEN = 0.01


def direction(transforms: Array, axis: str) -> Array:
    """Unit vectors `[..., 3]` along an axis of bones, such as "Y" or "-Z"."""
    vectors = transforms[..., :3, :3] @ unit(axis)
    return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True))


def plumb(directions: Array) -> Array:
    """Unit vectors `[..., 3]`, those that rounding alone keeps from pointing straight up or down put right: what is
    left of them across has no azimuth."""
    is_upright = np.linalg.norm(directions[..., :2], axis=-1, keepdims=True) < _UPRIGHT
    return np.where(is_upright, directions * (0.0, 0.0, 1.0), directions)


def meeting(places: Array, directions: Array) -> Array:
    """The point `[3]` that lies nearest to all lines through `places` `[N, 3]` along unit vectors `directions` `[N, 3]`
    (7.9): what is on one of them has its direction as seen from there. Where the lines leave it open, as parallel ones
    do, it is the mean of the places."""
    across = np.eye(3) - directions[:, :, None] * directions[:, None, :] + _OPEN * np.eye(3)
    return np.asarray(np.linalg.solve(across.sum(axis=0), np.einsum("nij,nj->i", across, places)))


def angle(one: Array, other: Array) -> Array:
    """Degrees `[...]` between the lengths of bones with these transforms (7.5)."""
    a, b = direction(one, "Y"), direction(other, "Y")
    across = np.linalg.norm(np.cross(a, b), axis=-1)
    return np.asarray(np.degrees(np.arctan2(across, np.einsum("...i,...i->...", a, b))))


def speed(path: Array, seconds: float) -> float:
    """Units per second, seen from above (7.6)."""
    return float(_steps(smooth(path, seconds)[:, :2]).sum() / seconds)


def turning(path: Array, seconds: float, turned: float | None = None) -> float:
    """Degrees for each unit of the way, positive to the left (7.7); of a cycle it is known how far it `turned`."""
    return float(np.degrees(_curvature(path, seconds, turned)[0]))


def radius(path: Array, seconds: float, turned: float | None = None) -> float:
    """Radius of the way, positive to the left; infinite where it is straight (7.7)."""
    curvature, length = _curvature(path, seconds, turned)
    return float("inf") if abs(curvature) * length < _STRAIGHT else 1.0 / curvature


def yaw(first: Array, last: Array) -> float:
    """By how many radians a bone is turned about Z, to the left, from one transform `[4, 4]` to another.

    A cycle ends in the pose it began with, so this is how far it turned on its way; one stride sways too much for a
    circle through it to tell.
    """
    turn = last[:3, :3] @ np.linalg.inv(first[:3, :3])
    return float(np.arctan2(turn[1, 0] - turn[0, 1], turn[0, 0] + turn[1, 1]))


def slope(feet: Array, seconds: float) -> float:
    """Degrees by which the ground rises along the way, from two feet `[2, F, 3]` (7.8)."""
    feet = np.array([smooth(path, seconds) for path in feet])
    pace = np.linalg.norm(np.gradient(feet, axis=1), axis=-1)
    stands = [stand for path, own in zip(feet, pace, strict=True) for stand in _stands(path, own, pace.max())]
    middle = feet.mean(axis=0)
    way = (middle[-1] - middle[0])[:2]
    length = np.linalg.norm(way)
    if len(stands) < 2 or length < _NOWHERE:
        return float("nan")
    places = np.array(stands) - np.mean(stands, axis=0)
    along = places[:, :2] @ (way / length)
    spread = along @ along
    return float(np.degrees(np.arctan(along @ places[:, 2] / spread))) if spread > _NOWHERE**2 else float("nan")


def smooth(path: Array, seconds: float) -> Array:
    """The path without the tremble of its capture: at each place the parabola that fits its neighbours best."""
    half = min(round(0.5 * _STEADY * (len(path) - 1) / seconds), (len(path) - 1) // 2)
    if half < 2:
        return path
    basis = np.vander(np.arange(-half, half + 1.0), 3)
    fit = basis @ np.linalg.pinv(basis)
    size = 2 * half + 1
    middle = np.lib.stride_tricks.sliding_window_view(path, size, axis=0) @ fit[half]
    return np.concatenate((fit[:half] @ path[:size], middle, fit[half + 1 :] @ path[-size:]))


def _curvature(path: Array, seconds: float, turned: float | None) -> tuple[float, float]:
    """Signed curvature of the way seen from above, of the circle that fits it best or as far as it `turned`, and the
    length of the way.

    Taubin's fit (1991): a line is a circle of no curvature, so straight ways need no case of their own.
    """
    flat = smooth(path, seconds)[:, :2]
    walked = np.concatenate(([0.0], np.cumsum(_steps(flat))))
    length = float(walked[-1])
    if length < _NOWHERE:
        return float("nan"), length
    if turned is not None:
        return turned / length, length
    even = np.linspace(0.0, length, 4 * len(flat))  # or one who waits would count for many
    points = np.stack([np.interp(even, walked, flat[:, axis]) for axis in range(2)], axis=1)
    x = (points - points.mean(axis=0)) / length
    square = (x * x).sum(axis=1)
    mean = square.mean()
    weights = np.column_stack(((square - mean) / (2.0 * np.sqrt(mean)), x))
    bend, *normal = np.linalg.svd(weights, full_matrices=False)[2][2]
    bend /= 2.0 * np.sqrt(mean)
    # The circle is where bend |x|^2 + normal . x - bend mean = 0; its gradient points away from the middle or to it.
    gradient = 2.0 * bend * x + normal
    ahead = np.gradient(x, axis=0)
    left = np.sign((ahead[:, 1] * gradient[:, 0] - ahead[:, 0] * gradient[:, 1]).sum())
    return float(left * 2.0 * bend / length), length


def _stands(path: Array, pace: Array, fastest: float) -> list[Array]:
    """Where a foot stands: the middle of its place over each time that it is slow.

    `events.contacts` would say when it is low as well, but above a ground whose rise it takes for known, and it begins
    and ends by different rules: on the way back the same ground would have another slope.
    """
    slow = np.flatnonzero(pace < _STANDING * fastest)
    runs = np.split(slow, np.flatnonzero(np.diff(slow) > 1) + 1)
    return [path[run].mean(axis=0) for run in runs if len(run) > 1]


def _steps(path: Array) -> Array:
    return np.asarray(np.linalg.norm(np.diff(path, axis=0), axis=-1))
