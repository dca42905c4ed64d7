"""Poses in the numbers that bones themselves use: quaternion, Euler angles of any order, axis and angle.

The core turns by quaternions only. An artist's Euler angles may say more (two turns, one of two ways round), so beside
such a rotation a clip carries its numbers *as written*, as plain values that blend along; the blended rotation is
written back in the way nearest to them. So an example comes back in the artist's own numbers, and neighbouring poses
never jump by a turn.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from . import quaternion
from .arrays import Array, Indices
from .channels import Channel, Kind, Layout

QUATERNION, AXIS_ANGLE = "QUATERNION", "AXIS_ANGLE"
EULER_ORDERS = ("XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX")


def width(mode: str) -> int:
    """How many numbers a rotation has in this mode."""
    return 3 if mode in EULER_ORDERS else 4


def rest(mode: str) -> Array:
    """No rotation, as a new bone writes it."""
    if mode in EULER_ORDERS:
        return np.zeros(3)
    return np.array([1.0, 0.0, 0.0, 0.0] if mode == QUATERNION else [0.0, 0.0, 1.0, 0.0])


def written(owner: str, mode: str) -> tuple[Channel, ...]:
    """The channels that hold a rotation as written; none for quaternions, which say all there is."""
    count = 0 if mode == QUATERNION else width(mode)
    return tuple(Channel.of(owner, Kind.VALUE, f"rotation as written {index}") for index in range(count))


def to_quaternion(numbers: Array, mode: str) -> Array:
    """Unit quaternions from rotations `[..., 3 or 4]` in a mode."""
    if mode == QUATERNION:
        return quaternion.normalize(numbers)
    if mode == AXIS_ANGLE:
        return quaternion.from_axis_angle(numbers)
    return quaternion.from_euler(numbers, mode)


def from_quaternion(q: Array, mode: str, near: Array) -> Array:
    """Rotations `[..., 3 or 4]` in a mode, in the way of writing nearest to `near`."""
    if mode == QUATERNION:
        return quaternion.align(q, near)
    if mode == AXIS_ANGLE:
        return quaternion.to_axis_angle(q, near)
    return quaternion.to_euler(q, mode, near)


def successive(q: Array, mode: str) -> Array:
    """Rotations `[F, 3 or 4]` in a mode from quaternions `[F, 4]`, each in the way of writing nearest to the last."""
    numbers = np.tile(rest(mode), (len(q), 1))
    for frame in range(len(q)):
        numbers[frame] = from_quaternion(q[frame], mode, numbers[max(frame - 1, 0)])
    return numbers


@dataclass(frozen=True)
class Entry:
    """One number of a bone: the `index`-th of the channel's property in the bone's own terms."""

    channel: Channel
    index: int


@dataclass(frozen=True)
class _Turns:
    """All rotations of one mode: where their quaternions, their numbers as written and their results stand."""

    mode: str
    quaternions: Indices  # [m, 4] columns of the pose
    written: Indices  # [m, 3 or 4]
    results: Indices  # [m, 3 or 4] places in the native array


@dataclass(frozen=True)
class Native:
    """From poses of a layout to the numbers of its `entries`, in their order."""

    entries: tuple[Entry, ...]
    sources: Indices  # [len(entries)] column of the pose each number is copied from, if it needs no conversion
    turns: tuple[_Turns, ...]

    @classmethod
    def of(cls, layout: Layout, modes: dict[str, str], unused: frozenset[Entry] = frozenset()) -> "Native":
        """Every number of the layout but those `unused`; `modes` gives each owner's way of writing rotations."""
        entries: list[Entry] = []
        sources: list[int] = []
        groups: dict[str, list[tuple[list[int], list[int], list[int]]]] = {}
        hints = {channel for owner, mode in modes.items() for channel in written(owner, mode)}
        for channel, where in layout.slices.items():
            mode = modes.get(channel.owner, QUATERNION) if channel.kind is Kind.ROTATION else QUATERNION
            if channel in hints:
                continue
            if mode == QUATERNION:
                kept = [i for i in range(channel.kind.width) if Entry(channel, i) not in unused]
                entries += [Entry(channel, i) for i in kept]
                sources += [where.start + i for i in kept]
                continue
            columns = [layout.slices[hint].start for hint in written(channel.owner, mode) if hint in layout.slices]
            if not columns:  # nobody wrote it: its own quaternion is small too, and as good a hint as any
                columns = list(range(where.stop - width(mode), where.stop))
            places = list(range(len(entries), len(entries) + width(mode)))
            groups.setdefault(mode, []).append((list(range(where.start, where.stop)), columns, places))
            entries += [Entry(channel, i) for i in range(width(mode))]
            sources += columns
        turns = tuple(
            _Turns(mode, *(np.array(part, dtype=np.intp) for part in zip(*members, strict=True)))
            for mode, members in groups.items()
        )
        return cls(tuple(entries), np.array(sources, dtype=np.intp), turns)

    def numbers(self, poses: Array) -> Array:
        """Native numbers `[..., len(entries)]` of poses `[..., width]`."""
        result = poses.take(self.sources, axis=-1)
        for turn in self.turns:
            result[..., turn.results] = from_quaternion(
                poses[..., turn.quaternions], turn.mode, poses[..., turn.written]
            )
        return result


def sampled(owner: str, mode: str, numbers: Array) -> Sequence[tuple[Channel, Array]]:
    """The channels of one rotation and their values `[F, ...]`, from its numbers `[F, 3 or 4]` as written."""
    hints = [(channel, numbers[:, i : i + 1]) for i, channel in enumerate(written(owner, mode))]
    return [(Channel.of(owner, Kind.ROTATION), to_quaternion(numbers, mode)), *hints]
