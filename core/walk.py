"""A walk along the chain to one probe, for one blend at a time: in plain numbers, where small arrays would cost more
than the sums. What a live goal asks of a chain takes less than half of the time that it takes on arrays.
"""

from dataclasses import dataclass
from math import cos, sin, sqrt
from typing import NamedTuple

import numpy as np

from . import quaternion
from .arrays import Array
from .sights import Probe
from .skeleton import Skeleton
from .tuples import Rotation, Vector, plus, rotate

# Below this angle a difference of nearly equal numbers is replaced by its series.
SMALL = 1e-3

# Keeps an angle of nothing from being divided by.
TINY = 1e-300

# Numbers that are smaller in all examples are rounding, as a bone has that does not move.
_STILL = 1e-14

_AXES: tuple[Vector, ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


class Link(NamedTuple):
    """A bone as seen from the one before: its rest transform, where its location and the tangent of its rotation start
    among the numbers of the walk, None where they are nothing, and the reference of its rotation."""

    rest: tuple[float, ...]  # [9] row by row
    shift: Vector
    location: int | None
    tangent: int | None
    reference: Rotation


class Turn(NamedTuple):
    """A bone's rotation, and what it is made of."""

    rotation: Rotation
    tangent: Rotation
    angle: float
    cosine: float
    sine: float  # over the angle
    length: float  # before it was made 1


@dataclass(frozen=True)
class Walk:
    """What is known of the way to a probe before there is a blend. Bones that stand still in all N examples are part of
    the next one's link."""

    links: tuple[Link, ...]
    tip: Vector  # the probe in the frame of the last link
    is_direction: bool
    numbers: Array  # [N, n] those of the examples that the probe depends on, link by link

    @classmethod
    def of(cls, chain: Skeleton, probe: Probe, locations: Array, tangents: Array, reference: Array) -> "Walk":
        """Of examples whose bones have locations `[N, J, 3]` and tangents `[N, J, 4]` at a reference `[J, 4]`."""
        links: list[Link] = []
        columns = [np.empty((len(tangents), 0))]

        def start(numbers: Array) -> int | None:
            if (np.abs(numbers) < _STILL).all():
                return None
            columns.append(numbers)
            return sum(its.shape[1] for its in columns[:-1])

        still = np.eye(4)
        for name in chain.chain(probe.bone).names:
            bone = chain.names.index(name)
            still = still @ chain.offsets[bone]
            location = None if probe.is_direction else start(locations[:, bone])
            tangent = start(tangents[:, bone])
            if location is not None or tangent is not None:
                rest = tuple(still[:3, :3].ravel().tolist())
                w, x, y, z = reference[bone].tolist()
                links.append(Link(rest, _vector(still[:3, 3]), location, tangent, (w, x, y, z)))
                still = np.eye(4)
            if tangent is None:
                still[:3, :3] = still[:3, :3] @ quaternion.to_matrix(quaternion.normalize(reference[bone]))
        tip = still[:3, :3] @ np.array(probe.offset) + (0.0 if probe.is_direction else still[:3, 3])
        return cls(tuple(links), _vector(tip), probe.is_direction, np.concatenate(columns, axis=1))

    def place(self, weights: Array) -> Vector:
        """Where the probe is in the blend with weights `[N]`, or where it points (7.1)."""
        numbers = weights.dot(self.numbers).tolist()
        return self._arms(numbers, self._turns(numbers))[0]

    def moves(self, weights: Array) -> tuple[Vector, Array]:
        """The same, and how it moves with each weight, `[3, N]` (11.3).

        Each axis of the armature is taken along the chain, as the bones see it, to tell what their turns are worth.
        """
        numbers = weights.dot(self.numbers).tolist()
        turns = self._turns(numbers)
        place, arms = self._arms(numbers, turns)
        ways = [
            turn and (_spins(turn, link.reference), _matrix(turn)) for turn, link in zip(turns, self.links, strict=True)
        ]
        effects: list[float] = []
        for x, y, z in _AXES:
            for (rest, _, location, _, _), way, (u, v, w) in zip(self.links, ways, arms, strict=True):
                a, b, c, d, e, f, g, h, i = rest
                x, y, z = a * x + d * y + g * z, b * x + e * y + h * z, c * x + f * y + i * z
                if location is not None:
                    effects += x, y, z
                if way is not None:
                    (a, b, c, d, e, f, g, h, i, j, k, m), turned = way
                    p, q, r = v * z - w * y, w * x - u * z, u * y - v * x
                    effects += (
                        p * a + q * e + r * i,
                        p * b + q * f + r * j,
                        p * c + q * g + r * k,
                        p * d + q * h + r * m,
                    )
                    a, b, c, d, e, f, g, h, i = turned
                    x, y, z = a * x + d * y + g * z, b * x + e * y + h * z, c * x + f * y + i * z
        return place, np.array(effects).reshape(3, -1).dot(self.numbers.T)

    def _turns(self, numbers: list[float]) -> list[Turn | None]:
        """The rotation of each link, if it turns (4.3)."""
        turns: list[Turn | None] = []
        for _, _, _, start, (p, q, r, s) in self.links:
            if start is None:
                turns.append(None)
                continue
            a, b, c, d = numbers[start : start + 4]
            angle = sqrt(a * a + b * b + c * c + d * d + TINY)
            cosine, sine = cos(angle), sin(angle) / angle
            w, x, y, z = cosine * p + sine * a, cosine * q + sine * b, cosine * r + sine * c, cosine * s + sine * d
            length = sqrt(w * w + x * x + y * y + z * z)
            rotation = w / length, x / length, y / length, z / length
            turns.append(Turn(rotation, (a, b, c, d), angle, cosine, sine, length))
        return turns

    def _arms(self, numbers: list[float], turns: list[Turn | None]) -> tuple[Vector, list[Vector]]:
        """Where the probe is, and from each link's head how its parent sees it: all the way back from the probe."""
        place = self.tip
        arms: list[Vector] = []
        for (rest, shift, location, _, _), turn in zip(reversed(self.links), reversed(turns), strict=True):
            if turn is not None:
                place = rotate(turn.rotation, place)
            arms.append(place)
            if location is not None:
                x, y, z = numbers[location : location + 3]
                place = plus(place, (x, y, z))
            (a, b, c, d, e, f, g, h, i), (x, y, z) = rest, place
            place = a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z
            if not self.is_direction:
                place = plus(place, shift)
        return place, arms[::-1]


def _spins(turn: Turn, reference: Rotation) -> tuple[float, ...]:
    """The angular velocity of a bone whose tangent changes, three rows of four `[12]` (11.2)."""
    (w, x, y, z), (a, b, c, d), angle, cosine, sine, length = turn
    square = angle * angle
    bend = square / 30.0 - 1.0 / 3.0 if angle < SMALL else (cosine - sine) / square
    p, q, r, s = reference
    p, q, r, s = bend * a - sine * p, bend * b - sine * q, bend * c - sine * r, bend * d - sine * s
    factor = 2.0 / length
    w, x, y, z = factor * w, factor * x, factor * y, factor * z
    i, j, k = w * q - x * p + y * s - z * r, w * r - x * s - y * p + z * q, w * s + x * r - y * q - z * p
    w, x, y, z = sine * w, sine * x, sine * y, sine * z
    return (
        i * a - x,
        i * b + w,
        i * c - z,
        i * d + y,
        j * a - y,
        j * b + z,
        j * c + w,
        j * d - x,
        k * a - z,
        k * b - y,
        k * c + x,
        k * d + w,
    )


def _matrix(turn: Turn) -> tuple[float, ...]:
    """Row by row `[9]`."""
    w, x, y, z = turn.rotation
    p, q, r = x + x, y + y, z + z
    xx, yy, zz, xy, xz, yz, wx, wy, wz = p * x, q * y, r * z, p * y, p * z, q * z, p * w, q * w, r * w
    return 1.0 - yy - zz, xy - wz, xz + wy, xy + wz, 1.0 - xx - zz, yz - wx, xz - wy, yz + wx, 1.0 - xx - yy


def _vector(numbers: Array) -> Vector:
    x, y, z = numbers.tolist()
    return x, y, z
