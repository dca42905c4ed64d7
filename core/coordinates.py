"""Places told in numbers: a frame to see them from, and their coordinates in it.

Characters face -Y with Z up. Angles are in degrees: azimuth is 0 straight ahead and positive to the character's left,
which is +X; elevation is positive above the horizon.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import atan2, degrees, hypot, remainder

import numpy as np

from .arrays import Array

STRAIGHT = ("X", "Y", "Z")
ANGLES = ("AZIMUTH", "ELEVATION")
ROUND = frozenset((*ANGLES, "DISTANCE"))

# Keeps a distance of nothing from being divided by.
_TINY = 1e-150

# The axes of a bone as they are named; Y runs along it.
BONE_AXES = ("Y", "-Y", "X", "-X", "Z", "-Z")

_ACROSS = np.array([-1.0, 1.0, 1.0])


@dataclass(frozen=True)
class Frame:
    """Where one looks from: `origin` `[..., 3]`, and `axes` `[..., 3, 3]` whose columns are its x, y and z."""

    origin: Array
    axes: Array

    @classmethod
    def of(cls, transforms: Array, rest: Array) -> "Frame":
        """At the heads of bones with these `transforms` `[..., 4, 4]`, turned as they are turned away from the `rest`
        `[4, 4]` (7.2): at rest these are the axes of the armature, whatever the bone's roll."""
        turned = transforms[..., :3, :3] @ np.linalg.inv(rest[:3, :3])
        return cls(np.asarray(transforms[..., :3, 3]), nearest_rotation(turned))

    @classmethod
    def of_numbers(cls, numbers: Array) -> "Frame":
        """The frame whose `numbers` `[12]` these are."""
        return cls(numbers[:3], numbers[3:].reshape(3, 3))

    @property
    def numbers(self) -> Array:
        """Origin, then axes row by row `[12]`."""
        return np.concatenate((self.origin, self.axes.ravel()))

    def mean(self) -> "Frame":
        """The frame in the middle of many `[N, ...]`: the mean origin and the rotation nearest to the mean axes."""
        return Frame(self.origin.mean(axis=0), nearest_rotation(self.axes.mean(axis=0)))

    def mirrored(self) -> "Frame":
        """The frame across the plane x = 0, in which mirror images have x of the other sign."""
        return Frame(self.origin * _ACROSS, self.axes * _ACROSS * _ACROSS[:, None])

    def see(self, points: Array) -> Array:
        """Points `[..., 3]` as they lie in the frame (7.3)."""
        return self.see_direction(points - self.origin)

    def see_direction(self, directions: Array) -> Array:
        """Directions `[..., 3]` as they point in the frame."""
        return np.asarray(np.einsum("...ji,...j->...i", self.axes, directions))

    def place(self, points: Array) -> Array:
        """Where points `[..., 3]` of the frame are: the inverse of `see`."""
        return np.asarray(self.origin + np.einsum("...ij,...j->...i", self.axes, points))


HOME = Frame(np.zeros(3), np.eye(3))


@dataclass(frozen=True)
class Coordinate:
    """One number of a place. An azimuth is told within half a turn of `middle`, so that it jumps opposite to it."""

    axis: str
    frame: Frame = HOME
    middle: float = 0.0

    def of(self, x: float, y: float, z: float) -> float:
        """The coordinate of a point, in plain arithmetic: a live verb asks one at a time."""
        (a, b, c), (d, e, f), (g, h, i), (o, p, q) = self._plain
        x, y, z = x - o, y - p, z - q
        x, y, z = a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z
        match self.axis:
            case "X":
                return x
            case "Y":
                return y
            case "Z":
                return z
            case "AZIMUTH":
                return self.middle + remainder(degrees(atan2(x, 0.0 - y)) - self.middle, 360.0)
            case "ELEVATION":
                return degrees(atan2(z, hypot(x, y)))
        return hypot(x, y, z)

    def of_all(self, points: Array) -> Array:
        """The coordinate of points `[..., 3]`: the same as `of`, for many."""
        told = tell(self.axis, self.frame.see(points))
        return near(told, self.middle) if self.axis == "AZIMUTH" else told

    def slopes(self, points: Array) -> Array:
        """How the coordinate changes as points `[..., 3]` move, `[..., 3]`; not at all where it has no slope."""
        seen = self.frame.see(points)
        if self.axis in STRAIGHT:
            along = np.broadcast_to(np.eye(3)[STRAIGHT.index(self.axis)], seen.shape)
            return np.asarray(along @ self.frame.axes.T)
        x, y, z = np.moveaxis(seen, -1, 0)
        level = np.maximum(np.hypot(x, y), _TINY)
        whole = np.maximum(np.sqrt(x * x + y * y + z * z), _TINY)
        if self.axis == "AZIMUTH":
            along = np.degrees(np.stack((-y, x, np.zeros_like(z)), axis=-1) / (level * level)[..., None])
        elif self.axis == "ELEVATION":
            along = np.degrees(np.stack((-z * x / level, -z * y / level, level), axis=-1) / (whole * whole)[..., None])
        else:
            along = seen / whole[..., None]
        return np.asarray(along @ self.frame.axes.T)

    @cached_property
    def _plain(self) -> tuple[tuple[float, ...], ...]:
        """The three rows that lead into the frame, and its origin."""
        return tuple(tuple(row) for row in (*self.frame.axes.T.tolist(), self.frame.origin.tolist()))


def tell(axis: str, points: Array) -> Array:
    """One coordinate `[...]` of points `[..., 3]` of a frame (7.4). Straight up and down are straight ahead."""
    x, y, z = np.moveaxis(points, -1, 0)
    if axis in STRAIGHT:
        return np.asarray(points[..., STRAIGHT.index(axis)])
    if axis == "AZIMUTH":
        return np.asarray(np.degrees(np.arctan2(x, 0.0 - y)))
    if axis == "ELEVATION":
        return np.asarray(np.degrees(np.arctan2(z, np.hypot(x, y))))
    return np.asarray(np.sqrt(x * x + y * y + z * z))


def put(known: Mapping[str, Array | float], points: Array) -> Array:
    """The points `[..., 3]` of a frame that have these coordinates `[...]`, and for the others those of `points`: the
    inverse of `tell`. Where x, y or z are known beside angles or the distance, they are the ones that hold."""
    if known.keys() & ROUND:
        azimuth, elevation, distance = (
            np.asarray(known[axis] if axis in known else tell(axis, points)) for axis in (*ANGLES, "DISTANCE")
        )
        across, up = np.radians(azimuth), np.radians(elevation)
        level = np.cos(up)
        points = distance[..., None] * np.stack((level * np.sin(across), -level * np.cos(across), np.sin(up)), axis=-1)
    numbers = [known.get(axis, points[..., place]) for place, axis in enumerate(STRAIGHT)]
    return np.stack(np.broadcast_arrays(*numbers), axis=-1)


def locate(
    coordinates: Sequence[Coordinate | None], numbers: Sequence[float], ahead: float, beside: Array | None = None
) -> Array:
    """The point `[3]` that has these numbers for its coordinates. What they leave open is as in `beside`; where that is
    not given, 0, or for a direction as far as `ahead`."""
    return np.asarray(locate_all(coordinates, np.array([numbers]), ahead, None if beside is None else beside[None])[0])


def locate_all(
    coordinates: Sequence[Coordinate | None], numbers: Array, ahead: float, besides: Array | None = None
) -> Array:
    """The same for many: points `[B, 3]` from numbers `[B, D]`, beside points `[B, 3]`."""
    seen: dict[bytes, tuple[Frame, dict[str, Array | float]]] = {}
    for coordinate, column in zip(coordinates, numbers.T, strict=True):
        if coordinate is not None:
            _, known = seen.setdefault(coordinate.frame.numbers.tobytes(), (coordinate.frame, {}))
            known[coordinate.axis] = column
    found = besides
    for frame, known in seen.values():
        forward = np.array([0.0, -ahead if known.keys() & ROUND else 0.0, 0.0])
        start = np.tile(forward, (len(numbers), 1)) if found is None else frame.see(found)
        found = frame.place(put(known, start))
    if found is None:
        return np.zeros((len(numbers), 3))
    is_mixed = len(seen) > 1 or any(known.keys() & ROUND and known.keys() & set(STRAIGHT) for _, known in seen.values())
    if not is_mixed:
        return found
    return np.array([_meet(coordinates, row, point) for row, point in zip(numbers.tolist(), found, strict=True)])


def _meet(coordinates: Sequence[Coordinate | None], numbers: Sequence[float], point: Array) -> Array:
    """The point near this one that has all these numbers, or comes nearest to it: coordinates of different kinds, or
    seen from different places, have no simple inverse. Gauss and Newton's steps, each halved until it helps."""
    wanted = [
        (Coordinate(coordinate.axis, coordinate.frame, number), number)
        for coordinate, number in zip(coordinates, numbers, strict=True)
        if coordinate is not None
    ]
    reach = max(float(np.linalg.norm(point - coordinate.frame.origin)) for coordinate, _ in wanted) or 1.0
    # A degree counts as far as it leads at that distance.
    units = np.array([np.radians(reach) if coordinate.axis in ANGLES else 1.0 for coordinate, _ in wanted])

    def misses(place: Array) -> Array:
        return units * [number - coordinate.of(*place) for coordinate, number in wanted]

    miss = misses(point)
    for _ in range(50):
        slopes = np.stack([(misses(point - step) - misses(point + step)) / 2e-6 for step in 1e-6 * np.eye(3)], axis=1)
        step = np.linalg.lstsq(slopes, miss, rcond=1e-6)[0]
        while np.linalg.norm(step) > 1e-12 * reach and np.linalg.norm(misses(point + step)) >= np.linalg.norm(miss):
            step = 0.5 * step
        if np.linalg.norm(step) <= 1e-12 * reach:
            break
        point, miss = point + step, misses(point + step)
    return point


def together(azimuths: Array) -> Array:
    """Azimuths `[N]` with whole turns added so that those of one half circle follow each other: 170 and 190 degrees,
    not 170 and -170. Azimuths from all around stay as they are."""
    if not len(azimuths):
        return azimuths
    ordered = np.sort(azimuths % 360.0)
    gaps = np.diff(np.append(ordered, ordered[0] + 360.0))
    widest = int(np.argmax(gaps))
    if gaps[widest] < 180.0:
        return azimuths
    first = ordered[(widest + 1) % len(ordered)]
    middle = first + 0.5 * (360.0 - gaps[widest])
    return near(azimuths, float(near(np.array(middle), 0.0)))


def near(azimuths: Array, middle: float) -> Array:
    """Azimuths within half a turn of the middle."""
    return np.asarray(azimuths - 360.0 * np.round((azimuths - middle) / 360.0))


def unit(axis: str) -> Array:
    """The direction `[3]` of an axis such as "Y" or "-Z"."""
    return np.asarray((-1.0 if axis[0] == "-" else 1.0) * np.eye(3)[STRAIGHT.index(axis[-1])])


def axis_along(direction: Array) -> str:
    """The axis nearest to a direction `[3]`, such as "Y" or "-Z": the inverse of `unit`."""
    return max(BONE_AXES, key=lambda axis: float(unit(axis) @ direction))


def nearest_rotation(matrices: Array) -> Array:
    """The rotations `[..., 3, 3]` nearest to matrices that may stretch and shear."""
    left, _, right = np.linalg.svd(matrices)
    left[..., :, 2] *= np.linalg.det(left @ right)[..., None]
    return np.asarray(left @ right)
