"""A walk along the chain to one probe, for one blend at a time: in plain numbers, where small arrays would cost more than
the sums. What a live goal asks of a chain is done in a quarter of the time that `reach` takes for many at once.
"""

from dataclasses import dataclass
from math import cos, sin, sqrt
from typing import NamedTuple

import numpy as np

from . import quaternion
from .arrays import Array
from .sights import Probe
from .skeleton import Skeleton
from .tuples import Rotation, Vector, conjugate, cross, plus, rotate

# Below this angle a difference of nearly equal numbers is replaced by its series.
SMALL = 1e-3

# Keeps an angle of nothing from being divided by.
TINY = 1e-300

# Numbers that are smaller in all examples are rounding, as a bone has that does not move.
_STILL = 1e-14

_AXES: tuple[Vector, ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


class Link(NamedTuple):
    """A bone as seen from the one before: its rest transform, where its location and its tangent start among the numbers
    of the walk, None where it has none, and the reference of its rotation."""

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
        links, columns, count = [], [np.empty((len(tangents), 0))], 0
        still = np.eye(4)
        for name in chain.chain(probe.bone).names:
            bone = chain.names.index(name)
            still = still @ chain.offsets[bone]
            moving: list[int | None] = []
            for numbers in (locations[:, bone], tangents[:, bone]):
                # Wherever it comes from, a direction is the same.
                is_still = (np.abs(numbers) < _STILL).all() or (probe.is_direction and numbers.shape[1] == 3)
                moving.append(None if is_still else count)
                if not is_still:
                    columns.append(numbers)
                    count += numbers.shape[1]
            if moving != [None, None]:
                w, x, y, z = reference[bone].tolist()
                links.append(Link(tuple(still[:3, :3].ravel().tolist()), _vector(still[:3, 3]), *moving, (w, x, y, z)))
                still = np.eye(4)
            if moving[1] is None:
                still[:3, :3] = still[:3, :3] @ quaternion.to_matrix(quaternion.normalize(reference[bone]))
        tip = still[:3, :3] @ np.array(probe.offset) + (0.0 if probe.is_direction else still[:3, 3])
        return cls(tuple(links), _vector(tip), probe.is_direction, np.concatenate(columns, axis=1))

    def place(self, weights: Array) -> Vector:
        """Where the probe is in the blend with weights `[N]`, or where it points (7.1)."""
        numbers = weights.dot(self.numbers).tolist()
        return self._arms(numbers, self._turns(numbers))[0]

    def moves(self, weights: Array) -> tuple[Vector, Array]:
        """The same, and how it moves with each weight, `[3, N]` (11.3).

        Each axis of the armature is taken along the chain, as the bones see it: (11.2) tells what a turn there is worth.
        """
        numbers = weights.dot(self.numbers).tolist()
        turns = self._turns(numbers)
        place, arms = self._arms(numbers, turns)
        leans = [None if turn is None else _lean(turn, link.reference) for turn, link in zip(turns, self.links)]
        effects: list[float] = []
        for axis in _AXES:
            for (rest, _, location, _, _), turn, lean, arm in zip(self.links, turns, leans, arms, strict=True):
                (a, b, c, d, e, f, g, h, i), (x, y, z) = rest, axis
                axis = a * x + d * y + g * z, b * x + e * y + h * z, c * x + f * y + i * z
                if location is not None:
                    effects += axis
                if turn is not None and lean is not None:
                    effects += _effect(turn, lean, cross(arm, axis))
                    axis = rotate(conjugate(turn.rotation), axis)
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


def _lean(turn: Turn, reference: Rotation) -> Rotation:
    """How a rotation changes besides, as its tangent grows: what stands before the last product of (11.2)."""
    _, (a, b, c, d), angle, cosine, sine, _ = turn
    square = angle * angle
    bend = square / 30.0 - 1.0 / 3.0 if angle < SMALL else (cosine - sine) / square
    p, q, r, s = reference
    return bend * a - sine * p, bend * b - sine * q, bend * c - sine * r, bend * d - sine * s


def _effect(turn: Turn, lean: Rotation, moment: Vector) -> Rotation:
    """What each number of a tangent adds to the `moment`'s part of the angular velocity (11.2)."""
    (w, x, y, z), (a, b, c, d), _, _, sine, length = turn
    factor = 2.0 / length
    i, j, k = moment[0] * factor, moment[1] * factor, moment[2] * factor
    # The part of vec(q' q*) along a vector is the part of q' along the product of that vector and q.
    e, f, g, h = -i * x - j * y - k * z, i * w + j * z - k * y, j * w + k * x - i * z, k * w + i * y - j * x
    along = e * lean[0] + f * lean[1] + g * lean[2] + h * lean[3]
    return sine * e + along * a, sine * f + along * b, sine * g + along * c, sine * h + along * d


def _vector(numbers: Array) -> Vector:
    x, y, z = numbers.tolist()
    return x, y, z
