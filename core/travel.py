"""What a cycle leaves behind: the root's way over one cycle, as a steady turn and drift.

The root's transform (location and rotation in its own rest frame) at the end of a cycle is a rigid move away from the
one at its start. Only the turn about `up` is kept of its rotation, or a walk that ends leaning would tip over. A move
is stored as a twist, the constant velocity that makes it in one cycle: twists blend by weights, and any part of a cycle
or many of them follow from the same formula.
"""

from dataclasses import dataclass

import numpy as np

from . import quaternion
from .arrays import Array


@dataclass(frozen=True)
class Root:
    """Which numbers of a pose move the character: slices of its location and rotation, and which way is up there."""

    location: slice
    rotation: slice
    up: Array  # [3] unit vector in the root's rest frame


def measure(root: Root, start: Array, end: Array) -> Array:
    """The twist `[4]` (angle about up, velocity) that moves pose `start` `[width]` to `end` in one cycle (6.1).

    The quaternion of `end` continues that of `start`: its sign tells a turn of 200 degrees from one of -160.
    """
    turn = quaternion.multiply(end[root.rotation], quaternion.conjugate(start[root.rotation]))
    angle = 2.0 * np.arctan2(turn[1:] @ root.up, turn[0])
    if abs(angle) > 1.5 * np.pi:  # nearly a whole turn: a spin on the way rather than a way round
        angle -= np.copysign(2.0 * np.pi, angle)
    about_up = quaternion.exp(angle * root.up)
    shift = end[root.location] - quaternion.rotate(about_up, start[root.location])
    lift = (shift @ root.up) * root.up
    # The inverse of `_drift` in the plane, where it is a turn by half the angle and a stretch.
    half = 0.5 * angle
    stretch = 1.0 if abs(half) < 1e-8 else half / np.sin(half)
    flat = stretch * quaternion.rotate(quaternion.exp(-half * root.up), shift - lift)
    return np.concatenate(([angle], flat + lift))


def move(root: Root, twist: Array, cycles: Array, poses: Array) -> Array:
    """Poses `[..., width]` after the twist `[..., 4]` has acted for `cycles` `[...]`; negative takes it back (6.2)."""
    angle = (twist[..., 0] * cycles)[..., None]
    turn = quaternion.exp(angle * root.up)
    moved = np.array(poses)
    moved[..., root.location] = quaternion.rotate(turn, poses[..., root.location]) + _drift(
        root, angle, twist[..., 1:] * np.asarray(cycles)[..., None]
    )
    moved[..., root.rotation] = quaternion.multiply(turn, poses[..., root.rotation])
    return moved


def _drift(root: Root, angle: Array, way: Array) -> Array:
    """Where a point at the origin gets when it drifts by `way` while turning by `angle`: the chord of the arc."""
    lift = (way @ root.up)[..., None] * root.up
    half = 0.5 * angle
    chord = np.sinc(half / np.pi) * quaternion.rotate(quaternion.exp(half * root.up), way - lift)
    return np.asarray(chord + lift)
