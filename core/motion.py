"""The clips of all examples in one table, so that a blend of them at any time is one product.

Each example is a cubic B-spline over canonical time that passes through every one of its frames. Numbers blend by a
weighted sum. Rotations blend as rotation vectors from a reference orientation, the mean of the examples at that
time: negative weights and weights over 1 stay meaningful, and there is no order of blending.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

import numpy as np

from . import quaternion, travel
from .arrays import Array
from .channels import Layout
from .clip import Clip
from .spline import Knots, Through
from .timewarp import Timewarp
from .travel import Root

# Poses worked on at a time when there are many: small enough to stay in the cache.
_CHUNK = 256

# Keeps an angle of nothing from being divided by; its square root is far below any angle that counts. Single numbers
# are arrays here: to take in one of Python's costs numpy as much again as the sum itself.
_TINY = np.array(1e-300)
_ONE = np.ones(())

# A product with these sums up four components, for each of the four; with those, a quarter of the sum, once.
_ONES = np.ones((4, 4))
_QUARTERS = np.full(4, 0.25)

# The most cells for each frame of canonical time.
_FINEST = 4


class Cycle(Enum):
    """What follows the end of a motion."""

    ONCE = "ONCE"
    IN_PLACE = "IN_PLACE"
    TRAVEL = "TRAVEL"


@dataclass(frozen=True)
class Motion:
    """N examples over canonical time, with L numbers and R rotations in a pose.

    A rotation stands in `table` as a vector of four: the half rotation vector from the reference, turned with it, that
    is the tangent of the unit quaternions at the reference. So a blend needs no product of quaternions. Columns are
    those of a pose, in `reference` those of its rotations.
    """

    layout: Layout
    timewarp: Timewarp
    knots: Knots
    table: Array  # [rows, N, L + 4 R]
    reference: Array  # [rows, 4 R]
    root: Root | None  # carries the cycle on, if it travels
    twists: Array  # [N, 4]

    def keytimes(self, weights: Array) -> Array:
        """When the keytimes come, `[M]` in frames after the start, in the blend with weights `[N]`."""
        return np.concatenate(([0.0], np.cumsum(self.timewarp.blend(weights))))

    def pose(self, weights: Array, time: float) -> Array:
        """The blend `[width]` with weights `[N]`, `time` frames after the start."""
        return self.at(weights, *self.phase(weights, time))

    def phase(self, weights: Array, time: float) -> tuple[float, int]:
        """Canonical time and whole cycles `time` frames after the start of the blend with weights `[N]`."""
        return self.timewarp.phase(self.timewarp.blend(weights), time)

    def at(self, weights: Array, phase: float, cycle: int = 0) -> Array:
        """The blend `[width]` at a canonical time of a cycle."""
        row, taps = self.knots.locate(phase)
        examples = len(weights)
        shares = taps.reshape(-1, 1).dot(weights.reshape(1, -1)).reshape(-1)
        pose: Array = shares.dot(self._flat[row * examples : (row + len(taps)) * examples])
        rotations = pose[self.layout.linear_width :]
        _turn(rotations, taps.dot(self.reference[row : row + len(taps)]))
        if self.root is not None:
            pose = travel.move(self.root, weights @ self.twists, np.array(cycle + phase), pose)
        return pose

    def poses(self, weights: Array, times: Array) -> Array:
        """Blends `[B, width]` with weights `[B, N]` at times `[B]`."""
        return self.at_all(weights, *self.phases(weights, times))

    def phases(self, weights: Array, times: Array) -> tuple[Array, Array]:
        """`phase` for weights `[B, N]` and times `[B]`."""
        return self.timewarp.phases(self.timewarp.blend(weights), times)

    def at_all(self, weights: Array, phases: Array, cycles: Array) -> Array:
        """Blends `[B, width]` at canonical times `[B]` of cycles `[B]`."""
        count = len(phases)
        if not count:
            return np.empty((0, self.layout.width))
        rows, taps = self.knots.locate_all(phases)
        examples = weights.shape[1]
        # Poses of the same cell share their rows of the table: sorted by cell, one product serves all of them.
        order = np.argsort(rows, kind="stable")
        cells, starts = np.unique(rows[order], return_index=True)
        taps = taps[order]
        shares = (taps[:, :, None] * weights[order][:, None, :]).reshape(count, -1)
        poses = np.empty((count, self.layout.width))
        for row, start, stop in zip(cells, starts, [*starts[1:], count], strict=True):
            cell = slice(row, row + self.knots.taps)
            table, reference = self._flat[cell.start * examples : cell.stop * examples], self.reference[cell]
            for first in range(start, stop, _CHUNK):
                some = slice(first, min(first + _CHUNK, stop))
                # Poses side by side, so that arithmetic runs along them.
                chunk = table.T @ shares[some].T
                shape = self.layout.rotation_count, 4, chunk.shape[1]
                _turn_all(chunk[self.layout.linear_width :].reshape(shape), (reference.T @ taps[some].T).reshape(shape))
                poses[order[some]] = chunk.T
        if self.root is not None:
            poses = travel.move(self.root, weights @ self.twists, cycles + phases, poses)
        return poses

    def still(self, phase: float) -> "Motion":
        """A motion that stands at one canonical time of its first cycle, before it is carried on."""
        row, taps = self.knots.locate(phase)
        rows = slice(row, row + len(taps))
        table: Array = np.einsum("t,tnc->nc", taps, self.table[rows])
        reference: Array = taps @ self.reference[rows]
        timewarp = Timewarp(np.zeros((len(self.twists), 0)))
        return Motion(self.layout, timewarp, Knots(0), table[None], reference[None], None, np.zeros_like(self.twists))

    @cached_property
    def _flat(self) -> Array:
        """The table with the examples of all rows below each other."""
        return self.table.reshape(-1, self.layout.width)


def _turn(tangents: Array, reference: Array) -> None:
    """Turn tangents in place into the unit quaternions that they lead to from the reference (4.5), both `[4 R]`.

    What the components of a rotation share is repeated for each of them: with so few numbers, arithmetic along whole
    rows is twice as quick as matching a small array to a larger one.
    """
    halves = (tangents * tangents).reshape(-1, 4).dot(_QUARTERS)
    halves += _TINY
    np.sqrt(halves, out=halves)
    slopes = np.tan(halves)
    tangents *= (slopes / halves).repeat(4)
    slopes *= slopes
    tangents += (_ONE - slopes).repeat(4) * reference
    lengths = (tangents * tangents).reshape(-1, 4).dot(_ONES).reshape(-1)
    tangents /= np.sqrt(lengths, out=lengths)


def _turn_all(tangents: Array, reference: Array) -> None:
    """`_turn` for many, both `[R, 4, B]`. With so many numbers memory counts: the reference is used up on the way."""
    halves = np.einsum("rib,rib->rb", tangents, tangents)
    halves *= 0.25
    halves += _TINY
    np.sqrt(halves, out=halves)
    slopes = np.tan(halves)
    tangents *= np.divide(slopes, halves, out=halves)[:, None]
    slopes *= slopes
    reference *= np.subtract(_ONE, slopes, out=slopes)[:, None]
    tangents += reference
    lengths = np.einsum("rib,rib->rb", tangents, tangents)
    np.sqrt(lengths, out=lengths)
    tangents *= np.divide(_ONE, lengths, out=lengths)[:, None]


def fit(clips: Sequence[Clip], keytimes: Array, cycle: Cycle = Cycle.ONCE, root: Root | None = None) -> Motion:
    """Motion of clips with one layout, and their keytimes `[N, M]` (no columns for poses)."""
    closed = cycle is not Cycle.ONCE and not clips[0].is_pose
    timewarp = Timewarp.of(keytimes, closed)
    tracks = [_track(clip, keys, timewarp) for clip, keys in zip(clips, keytimes, strict=True)]
    twists = np.zeros((len(clips), 4))
    if closed and root is not None:
        twists = np.array([travel.measure(root, track.values[0], track.values[-1]) for track in tracks])
        tracks = [
            Clip(track.layout, track.times, travel.move(root, twist, -track.times, track.values))
            for track, twist in zip(tracks, twists, strict=True)
        ]
    knots = Knots(_cells(tracks, timewarp), closed)
    reference = _reference(tracks, knots)
    # A wheel that turns an odd number of times comes back with the other sign, and so do the tangents at it.
    returns = np.ones(clips[0].layout.width)
    if closed:
        ends = (reference[knots.cells] * reference[0]).reshape(-1, 4).sum(axis=1)
        returns[clips[0].layout.linear_width :] = np.where(ends < 0.0, -1.0, 1.0).repeat(4)
    ways: dict[tuple[bytes, float], Through] = {}
    table = np.empty((knots.rows, len(tracks), clips[0].layout.width))
    for example, track in enumerate(tracks):
        phases, columns = _columns(track, knots, reference, returns)
        for sign in np.unique(returns):
            key = phases.tobytes(), float(sign)
            if key not in ways:
                ways[key] = knots.through(phases, float(sign))
            table[:, example, returns == sign] = ways[key].rows(columns[:, returns == sign])
    return Motion(
        clips[0].layout, timewarp, knots, table, reference, root if cycle is Cycle.TRAVEL and closed else None, twists
    )


def _track(clip: Clip, keytimes: Array, timewarp: Timewarp) -> Clip:
    """The clip between its first and last keytime over canonical time, its quaternions without jumps of sign."""
    if clip.is_pose:
        values = clip.values.copy()
        clip.layout.rotations(values)[...] = quaternion.normalize(clip.layout.rotations(values))
        return Clip(clip.layout, np.zeros(1), values)
    start, end = keytimes[0], keytimes[-1]
    inner = clip.times[(clip.times > start) & (clip.times < end)]
    times = np.concatenate(([start], inner, [end]))
    values = clip.at(times)
    rotations = clip.layout.rotations(values)
    rotations[...] = quaternion.align_along(quaternion.normalize(rotations))
    gaps = np.broadcast_to(np.diff(keytimes), (len(times), len(keytimes) - 1))
    phases = timewarp.phases(gaps, times - start)[0]
    phases[-1] = 1.0  # of a cycle, the end is the start of the next one: here it is still the end
    return Clip(clip.layout, phases, values)


def _cells(tracks: Sequence[Clip], timewarp: Timewarp) -> int:
    """Enough cells for the frames of every example to have one each."""
    if tracks[0].is_pose:
        return 0
    closest = min(float(np.diff(track.times).min()) for track in tracks)
    longest = timewarp.gaps.max(axis=0).sum()
    return int(min(np.ceil(1.0 / closest - 1e-6), _FINEST * np.ceil(longest)))


def _reference(tracks: Sequence[Clip], knots: Knots) -> Array:
    """The mean orientation of the examples at each row, `[rows, 4 R]`."""
    layout = tracks[0].layout
    rotations = np.array([_between(track, layout.rotations(track.values), knots.nodes) for track in tracks])
    # The signs that bring the examples nearest to each other, all of them at once, so that no order of them matters;
    # where they part by a whole turn, the beginning counts more.
    leading = np.moveaxis(rotations * np.sqrt(1.5 - knots.nodes)[:, None, None], 2, 0)
    leading = leading.reshape(layout.rotation_count, len(tracks), 4 * knots.rows)
    nearest = np.linalg.eigh(leading @ leading.swapaxes(1, 2))[1][..., -1]
    signs = np.where(nearest * nearest[:, :1] < 0.0, -1.0, 1.0)
    mean = quaternion.align_along(quaternion.normalize(np.einsum("rn,nfri->fri", signs, rotations)))
    return mean.reshape(knots.rows, -1)


def _between(track: Clip, rotations: Array, phases: Array) -> Array:
    """Quaternions `[F, R, 4]` of a track at other canonical times, not of unit length."""
    if track.is_pose:
        return np.repeat(rotations, len(phases), axis=0)
    left = np.clip(np.searchsorted(track.times, phases, side="right") - 1, 0, len(track.times) - 2)
    part = (phases - track.times[left]) / (track.times[left + 1] - track.times[left])
    return np.asarray(rotations[left] + part[:, None, None] * (rotations[left + 1] - rotations[left]))


def _columns(track: Clip, knots: Knots, reference: Array, returns: Array) -> tuple[Array, Array]:
    """Canonical times `[F]` of a track's samples and their rows `[F, L + 4 R]` as the table keeps them."""
    layout, count = track.layout, len(track.times)
    rows, taps = knots.locate_all(track.times)
    near = np.einsum("ft,ftc->fc", taps, reference[rows[:, None] + np.arange(knots.taps)])
    near = near.reshape(count, layout.rotation_count, 4)
    length = np.sqrt(np.einsum("fri,fri->fr", near, near))[..., None]
    near /= length
    rotations = layout.rotations(track.values)
    cosine = np.einsum("fri,fri->fr", rotations, near)[..., None]
    side = np.where(cosine.sum(axis=0) < 0.0, -1.0, 1.0)
    cosine, rotations = side * cosine, side * rotations
    across = rotations - cosine * near
    sine = np.sqrt(np.einsum("fri,fri->fr", across, across))[..., None]
    # Between its rows the reference is a chord, a little shorter than 1; this angle makes up for it (4.4).
    angle = np.arctan2(length * sine, cosine)
    tangents = across * (angle / np.maximum(sine, 1e-150))
    columns = np.concatenate((track.values[:, : layout.linear_width], tangents.reshape(count, -1)), axis=1)
    if not knots.closed:
        return track.times, columns
    # What a cycle misses of closing is shared out over all of it; its last sample is its first.
    shared = np.where(returns < 0.0, 0.5, (track.times - 0.5)[:, None])
    columns -= shared * (columns[-1] - returns * columns[0])
    return track.times[:-1], columns[:-1]
