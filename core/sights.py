"""What a verb is to meet, told in numbers: the coordinates of points and directions of bones that adverbs ask for.

Whoever knows where the bones of a blend are can be aimed with this: it says what should be seen and how far off it is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import cos, hypot, radians

import numpy as np

from .arrays import Array
from .coordinates import ANGLES, STRAIGHT, Coordinate, Frame, locate_all
from .tuples import Vector

# Examples whose third coordinate follows from the other two as nearly as this part of their extent lie on a board.
_FLAT = 0.01


@dataclass(frozen=True)
class Probe:
    """A point of a bone, or a direction that it has, in the bone's own frame."""

    bone: str
    offset: tuple[float, float, float]
    is_direction: bool = False


@dataclass(frozen=True)
class Sight:
    """A coordinate of a probe that an adverb asks for."""

    adverb: int
    probe: Probe
    coordinate: Coordinate

    @property
    def from_anywhere(self) -> "Sight":
        """The same of a direction, for which it does not matter where one looks from."""
        axes = self.coordinate.frame.axes
        return replace(self, coordinate=replace(self.coordinate, frame=Frame(np.zeros(3), axes)))


@dataclass(frozen=True)
class Board:
    """The plane of space on which all examples lie: a coordinate that no adverb asks for follows from those that do."""

    sight: Sight  # its adverb counts for nothing
    slopes: Array  # [K] of the coordinates asked for
    middle: float

    @classmethod
    def of(cls, sights: Sequence[Sight], places: Array) -> "Board | None":
        """Of examples whose probe is at `places` `[N, 3]`, if two straight coordinates are asked for and they do."""
        frames = {sight.coordinate.frame.numbers.tobytes() for sight in sights}
        axes = [sight.coordinate.axis for sight in sights]
        is_two = len(sights) == 2 and len(frames) == 1 and len({sight.probe for sight in sights}) == 1
        if not is_two or not set(axes) < set(STRAIGHT) or len(places) < 4:
            return None
        frame = sights[0].coordinate.frame
        seen = frame.see(places)
        asked = np.stack([*(seen[:, STRAIGHT.index(axis)] for axis in axes), np.ones(len(seen))], axis=1)
        missing = next(axis for axis in STRAIGHT if axis not in axes)
        left = seen[:, STRAIGHT.index(missing)]
        fitted: Array = np.asarray(np.linalg.lstsq(asked, left, rcond=1e-6)[0], dtype=np.float64)
        if np.abs(asked @ fitted - left).max() > _FLAT * np.linalg.norm(np.ptp(seen, axis=0)):
            return None
        sight = Sight(-1, sights[0].probe, Coordinate(missing, frame))
        return cls(sight, fitted[:-1], float(fitted[-1]))


@dataclass(frozen=True)
class Sights:
    """All that is asked for, `each` by an adverb, and how N examples meet it."""

    each: tuple[Sight, ...]
    board: Board | None
    away: Array  # [K] how far the probes of the examples are from where one looks, on the average

    @classmethod
    def of(cls, each: Sequence[Sight], places: Mapping[Probe, Array]) -> "Sights":
        """Of examples whose probes are at `places` `[N, 3]`, or point there."""
        each = tuple(sight.from_anywhere if sight.probe.is_direction else sight for sight in each)
        board = Board.of(each, places[each[0].probe])
        sights = cls(each, board, np.zeros(0))
        seen = [sight.coordinate.frame.see(places[sight.probe]) for sight in sights.all]
        return replace(sights, away=np.array([np.linalg.norm(place, axis=-1).mean() for place in seen]))

    @cached_property
    def all(self) -> tuple[Sight, ...]:
        """Each that is asked for, and to be on the board if there is one: K in all."""
        return self.each if self.board is None else (*self.each, self.board.sight)

    @cached_property
    def asks(self) -> tuple[int, ...]:
        """Which adverb asks for each."""
        return tuple(sight.adverb for sight in self.each)

    @cached_property
    def probes(self) -> tuple[Probe, ...]:
        return tuple(dict.fromkeys(sight.probe for sight in self.each))

    @property
    def is_angle(self) -> bool:
        """Whether nothing but angles is asked for, so that misses are in degrees."""
        return {sight.coordinate.axis for sight in self.all} <= set(ANGLES)

    def tell(self, places: Mapping[Probe, Array]) -> Array:
        """The coordinates `[B, K]` of probes at `places` `[B, 3]`."""
        if self.straight is not None:
            (place,) = places.values()
            return np.asarray(place @ self.straight[0].T - self.straight[1])
        return np.stack([sight.coordinate.of_all(places[sight.probe]) for sight in self.all], axis=-1)

    def tell_one(self, place: Vector) -> Array:
        """The coordinates `[1, K]` of a single probe at one place, in plain arithmetic."""
        return np.array([[sight.coordinate.of(*place) for sight in self.all]])

    def slopes_of_one(self, place: Vector) -> Array:
        """How the coordinates change as a single probe moves from one place, `[K, 3]`."""
        if self.straight is not None:
            return self.straight[0]
        return np.array([sight.coordinate.slopes(np.array(place)) for sight in self.all])

    def wanted(self, adverbs: Array) -> Array:
        """What the sights should be `[B, K]` at adverbs `[B, D]`; on a board, also to be on it."""
        asked = adverbs[..., self.asks]
        if self.board is None:
            return np.asarray(asked)
        on_board = asked @ self.board.slopes + self.board.middle
        return np.concatenate((asked, on_board[..., None]), axis=-1)

    def misses(self, seen: Array, wanted: Array) -> Array:
        """How far off `[B]`, in units of the scene; in degrees if only angles are asked for (11.1)."""
        if len(seen) == 1:
            return np.array([self._miss(seen[0].tolist(), wanted[0].tolist())])
        off = (seen - wanted) * self._units
        for azimuth, elevation in self._levels.items():
            off[..., azimuth] *= np.cos(np.radians(wanted[..., elevation]))
        return np.asarray(np.sqrt(np.einsum("...k,...k->...", off, off)))

    def _miss(self, seen: list[float], wanted: list[float]) -> float:
        """The same for one."""
        off = [(has - wants) * unit for has, wants, unit in zip(seen, wanted, self._plain_units, strict=True)]
        for azimuth, elevation in self._levels.items():
            off[azimuth] *= cos(radians(wanted[elevation]))
        return hypot(*off)

    def targets(self, places: Array, wanted: Array) -> Array:
        """The nearest place to each of `places` `[B, 3]` of the first probe that has the coordinates `wanted` `[B, K]`
        of it."""
        if self.straight is not None:
            rows, shift = self.straight
            return np.asarray(places + (wanted + shift - places @ rows.T) @ self._from_straight)
        asked = [sight.coordinate if sight.probe == self.each[0].probe else None for sight in self.all]
        return locate_all(asked, wanted, 1.0, places)

    def whole(self, wanted: Array) -> Array:
        """The places `[B, 3]` with coordinates `wanted` `[B, 3]`, where these leave nothing of a place open."""
        return np.asarray((wanted + self._shift) @ self._from_straight)

    @cached_property
    def straight(self) -> tuple[Array, Array] | None:
        """Where all sights are straight coordinates of one probe: the matrix `[K, 3]` and the shift `[K]` that see them
        all at once, as every live pose wants it."""
        if len(self.probes) > 1 or any(sight.coordinate.axis not in STRAIGHT for sight in self.all):
            return None
        seen = [(sight.coordinate.frame, STRAIGHT.index(sight.coordinate.axis)) for sight in self.all]
        rows = np.array([frame.axes[:, axis] for frame, axis in seen])
        return rows, np.array([row @ frame.origin for row, (frame, _) in zip(rows, seen, strict=True)])

    @cached_property
    def _from_straight(self) -> Array:
        """The least move `[K, 3]` that changes each straight coordinate by 1 and no other."""
        return np.asarray(np.linalg.pinv(self.straight[0]).T if self.straight is not None else np.zeros((0, 3)))

    @cached_property
    def _shift(self) -> Array:
        return self.straight[1] if self.straight is not None else np.zeros(0)

    @cached_property
    def is_whole(self) -> bool:
        """Whether what is asked for leaves nothing of a place open."""
        return self.straight is not None and len(self.all) == len(STRAIGHT)

    @cached_property
    def _units(self) -> Array:
        """A degree counts as far as it leads at the examples' mean distance, where lengths are asked for too."""
        if self.is_angle:
            return np.ones(len(self.all))
        axes = [sight.coordinate.axis for sight in self.all]
        return np.where([axis in ANGLES for axis in axes], np.radians(self.away), 1.0)

    @cached_property
    def _plain_units(self) -> tuple[float, ...]:
        return tuple(self._units.tolist())

    @cached_property
    def _levels(self) -> dict[int, int]:
        """For each azimuth that has an elevation beside it, where both stand: near the zenith a degree is short."""
        where = {(sight.probe, sight.coordinate.axis): place for place, sight in enumerate(self.all)}
        return {
            place: where[probe, "ELEVATION"]
            for (probe, axis), place in where.items()
            if axis == "AZIMUTH" and (probe, "ELEVATION") in where
        }
