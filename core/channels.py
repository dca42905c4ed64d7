"""What a pose is made of: channels of owners, laid out in one vector.

A pose is a vector `[width]`. Location and scale take three numbers, a rotation takes four (a unit quaternion `wxyz`,
whatever the bone's own mode), a value takes one. Rotations stand last, so that both parts are plain slices.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

import numpy as np

from .arrays import Array


class Kind(Enum):
    LOCATION = "location"
    SCALE = "scale"
    VALUE = "value"
    ROTATION = "rotation"

    @property
    def width(self) -> int:
        return _REST[self].size

    @property
    def rest(self) -> Array:
        """What a bone that nobody moved has here."""
        return _REST[self]


_REST = {
    Kind.LOCATION: np.zeros(3),
    Kind.SCALE: np.ones(3),
    Kind.VALUE: np.zeros(1),
    Kind.ROTATION: np.array([1.0, 0.0, 0.0, 0.0]),
}


@dataclass(frozen=True, order=True)
class Channel:
    """One property of one owner: a bone's name, or "" for the rig itself; `name` tells values of one owner apart."""

    owner: str
    kind_name: str
    name: str = ""

    @classmethod
    def of(cls, owner: str, kind: Kind, name: str = "") -> "Channel":
        return cls(owner, kind.value, name)

    @property
    def kind(self) -> Kind:
        return Kind(self.kind_name)


@dataclass(frozen=True)
class Layout:
    """Where each channel stands in a pose vector. Make it with `Layout.of`, which puts rotations last."""

    channels: tuple[Channel, ...]

    @classmethod
    def of(cls, channels: Iterable[Channel]) -> "Layout":
        """The distinct channels in the order given, rotations after all others."""
        return cls(tuple(sorted(dict.fromkeys(channels), key=lambda channel: channel.kind is Kind.ROTATION)))

    @cached_property
    def slices(self) -> dict[Channel, slice]:
        stops = np.cumsum([channel.kind.width for channel in self.channels], dtype=int).tolist()
        return {
            channel: slice(stop - channel.kind.width, stop) for channel, stop in zip(self.channels, stops, strict=True)
        }

    @cached_property
    def width(self) -> int:
        return sum(channel.kind.width for channel in self.channels)

    @cached_property
    def rotation_count(self) -> int:
        return sum(channel.kind is Kind.ROTATION for channel in self.channels)

    @cached_property
    def linear_width(self) -> int:
        """How many numbers stand before the rotations: those that blend by a plain weighted sum."""
        return self.width - 4 * self.rotation_count

    @property
    def rest(self) -> Array:
        """A new pose in which nothing was moved, `[width]`."""
        return np.concatenate([channel.kind.rest for channel in self.channels]) if self.channels else np.zeros(0)

    def rotations(self, poses: Array) -> Array:
        """The quaternions of poses `[..., width]` as a view `[..., R, 4]`."""
        return poses[..., self.linear_width :].reshape(*poses.shape[:-1], self.rotation_count, 4)
