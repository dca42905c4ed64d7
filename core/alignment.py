"""Which moment of one motion corresponds to which of another, found by dynamic time warping.

Both motions are told in features that do not depend on where they go: how each bone is turned, seen from the usual
pose, what else it does if it does not turn, and how far and how fast the effector is on its way. A path through the
table of differences pairs their frames.
"""

from dataclasses import dataclass

import numpy as np

from . import events, quaternion
from .arrays import Array
from .channels import Kind
from .clip import Clip
from .errors import VerbError

# Steps of a path, in samples of the reference and of the other motion: neither runs more than three times as fast.
_STEPS = ((1, 1), (1, 2), (2, 1), (1, 3), (3, 1))

# Added to every step that is not straight, as a part of the mean difference: where nothing happens, time runs evenly.
_BIAS = 0.02

# How much the effector counts beside all rotations together: limbs that go to different places turn differently.
_EFFECTOR = 5.0

# Below this part of its greatest speed an effector rests.
_SLOW = 0.1

# A bone that turns by less than this, in radians, does not turn.
_STEADY = 1e-5

_TINY = 1e-12

# More samples than this tell nothing new.
_MOST = 256


@dataclass(frozen=True)
class Track:
    """A motion as features `[F, C]` at rising times `[F]`."""

    times: Array
    features: Array

    def at(self, times: Array) -> Array:
        """Features `[len(times), C]`, straight between samples."""
        return np.stack([np.interp(times, self.times, column) for column in self.features.T], axis=1)


def tracks(clips: list[Clip], places: list[Array] | None = None) -> list[Track]:
    """Features of clips with one layout, and of the paths `[F, 3]` of their effector if there is one (10.3).

    Every channel is seen from the middle of its range in the clip, and divided by its usual range: neither depends on
    the pace.
    """
    groups = [_scaled(_told(clips), 1.0)]
    if places is not None:
        groups.append(_scaled([_way(clip.times, path) for clip, path in zip(clips, places, strict=True)], _EFFECTOR))
    if not any(group[0].shape[1] for group in groups):
        raise VerbError("Nothing moves in the examples, so that no moment differs from another: key a motion in them")
    return [Track(clip.times, np.concatenate(parts, axis=1)) for clip, *parts in zip(clips, *groups, strict=True)]


def carry(moments: Array, reference: Track, other: Track) -> Array:
    """The times `[K]` of another motion that correspond to rising `moments` `[K]` of the reference: rising too, and
    inside the other motion. The ends of the one are the ends of the other."""
    count = min(max(len(reference.times), len(other.times)), _MOST)
    ours, theirs = (np.linspace(track.times[0], track.times[-1], count) for track in (reference, other))
    target = other.at(theirs)
    rows, columns = _path(_differences(reference.at(ours), target))
    paired = np.interp(moments, ours, np.interp(np.arange(count), rows, columns))
    places = np.array(
        [_nearest(feature, target, place) for feature, place in zip(reference.at(moments), paired, strict=True)]
    )
    # Refining moves a moment by less than a sample; two that are closer than that must not change places.
    places = np.where(np.maximum.accumulate(places) == places, places, paired)
    carried = np.interp(places, np.arange(count), theirs)
    carried[moments <= reference.times[0]] = other.times[0]
    carried[moments >= reference.times[-1]] = other.times[-1]
    return np.asarray(np.maximum.accumulate(carried))


def agreement(profiles: Array) -> Array:
    """How well each of the profiles `[N, K]` goes with half of the others, `[N]`: the median of its correlations, the
    better one of two, so that one bad profile among three does not count against both good ones."""
    count = len(profiles)
    spread = profiles.std(axis=1, keepdims=True)
    scaled = (profiles - profiles.mean(axis=1, keepdims=True)) / np.where(spread > 0.0, spread, 1.0)
    alike = scaled @ scaled.T / max(profiles.shape[1], 1)
    if count < 2:
        return np.ones(count)
    others = alike[~np.eye(count, dtype=bool)].reshape(count, count - 1)
    return np.asarray(np.quantile(others, 0.5, axis=1, method="higher"))


def _told(clips: list[Clip]) -> list[Array]:
    """How each bone is turned, seen from the usual pose, `[F, C]`; of bones that do not turn, all else they do."""
    layout = clips[0].layout
    rotations = [quaternion.align_along(quaternion.normalize(layout.rotations(clip.values))) for clip in clips]
    first = rotations[0][0]
    means = [quaternion.align(rotation, first).sum(axis=0) for rotation in rotations]
    usual = quaternion.normalize(np.sum(means, axis=0))
    aways = [quaternion.multiply(quaternion.conjugate(usual), rotation) for rotation in rotations]
    turned = [quaternion.log(quaternion.align(away, quaternion.IDENTITY)) for away in aways]
    turns = np.max([np.ptp(its, axis=0).max(axis=1) for its in turned], axis=0) > _STEADY
    owners = [channel.owner for channel in layout.channels if channel.kind is Kind.ROTATION]
    turning = {owner for owner, its in zip(owners, turns, strict=True) if its}
    steady = [channel.owner not in turning for channel in layout.channels for _ in range(channel.kind.width)]
    others = np.flatnonzero(steady[: layout.linear_width])
    return [
        np.concatenate((its[:, turns].reshape(len(its), -1), clip.values[:, others]), axis=1)
        for its, clip in zip(turned, clips, strict=True)
    ]


def _way(times: Array, places: Array) -> Array:
    """How far along an effector is, as a part of its furthest, and whether it goes out, rests or comes back: -1 to 1.
    How fast it goes is left out, or a hesitant motion would be paired with the slow parts of a quick one."""
    away = places - places[0]
    distance = np.linalg.norm(away, axis=1)
    velocity = events.velocities(times, places)
    speed = np.linalg.norm(velocity, axis=1)
    outwards = (velocity * away).sum(axis=1) / np.where(distance > 0.0, distance, 1.0)
    most, slow = max(float(distance.max()), _TINY), max(_SLOW * float(speed.max()), _TINY)
    return np.stack((distance / most, outwards / np.hypot(speed, slow)), axis=1)


def _scaled(clips: list[Array], weight: float) -> list[Array]:
    """The same channels `[F, C]` about 0, each with the same range over all clips, and all with a weight together."""
    lows, highs = (np.array([end(values, axis=0) for values in clips]) for end in (np.min, np.max))
    reach = np.sqrt(np.square(0.5 * (highs - lows)).mean(axis=0))
    moves = reach > 1e-6 * max(float(reach.max(initial=0.0)), _TINY)
    factor = np.sqrt(weight / max(1, int(moves.sum()))) / reach[moves]
    centres = 0.5 * (lows + highs)
    return [(values - centre)[:, moves] * factor for values, centre in zip(clips, centres, strict=True)]


def _differences(reference: Array, other: Array) -> Array:
    """Squared distances `[n, n]` of all pairs of features."""
    squares = np.square(reference).sum(axis=1)[:, None] + np.square(other).sum(axis=1) - 2.0 * reference @ other.T
    return np.asarray(np.maximum(squares, 0.0))


def _path(differences: Array) -> tuple[Array, Array]:
    """The cheapest way `(rows, columns)` from the first pair to the last (10.4), each step at the cost of the
    pairs that it passes. A row depends on the three before it only, so that whole rows are computed at once."""
    count = len(differences)
    costs = [_cost(differences, *step) for step in _STEPS]
    total = np.full((count, count), np.inf)
    total[0, 0] = 0.0
    choice = np.zeros((count, count), dtype=np.int8)
    for row in range(1, count):
        ways = np.full((len(_STEPS), count), np.inf)
        for step, (down, right) in enumerate(_STEPS):
            if down <= row and right < count:
                np.add(total[row - down, : count - right], costs[step][row, right:], out=ways[step, right:])
        choice[row] = ways.argmin(axis=0)
        total[row] = ways.min(axis=0)
    rows, columns = [count - 1], [count - 1]
    while rows[-1] > 0:
        down, right = _STEPS[choice[rows[-1], columns[-1]]]
        rows.append(rows[-1] - down)
        columns.append(columns[-1] - right)
    return np.array(rows[::-1], dtype=np.float64), np.array(columns[::-1], dtype=np.float64)


def _cost(differences: Array, down: int, right: int) -> Array:
    """What a step that ends at each pair `[n, n]` costs: its length times the mean of the pairs that it passes."""
    passed = differences.copy()
    for back in range(1, max(down, right)):
        passed += np.roll(differences, (min(back, down - 1), min(back, right - 1)), axis=(0, 1))
    bias = _BIAS * float(differences.mean()) if down != right else 0.0
    return np.asarray((down + right) * (passed / max(down, right) + bias))


def _nearest(feature: Array, target: Array, place: float) -> float:
    """Where within a sample of `place` the polyline `target` comes nearest to a feature."""
    best, found = np.inf, place
    first = int(np.clip(np.floor(place) - 1, 0, len(target) - 2))
    for segment in range(first, min(first + 3, len(target) - 1)):
        way = target[segment + 1] - target[segment]
        length = float(way @ way)
        part = float(np.clip((feature - target[segment]) @ way / length, 0.0, 1.0)) if length > 0.0 else 0.0
        here = float(np.clip(segment + part, place - 1.0, place + 1.0))
        off = feature - target[segment] - (here - segment) * way
        distance = float(off @ off) + 1e-9 * abs(here - place)
        if distance < best:
            best, found = distance, here
    return found
