"""What happens in a motion, found in the path of one point: where a reach arrives, and when a foot is on the ground.

Nothing here knows a unit: every threshold is a part of what the path itself does, or of the size of the character.
Paths are `[F, 3]` with z up, at rising times `[F]` in frames.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from .arrays import Array

# A path that stays within this part of the character's size does nothing.
_STILL = 0.02

# Directions before and after a moment are taken over this part of the motion.
_NEAR = 1.0 / 12.0

# The least score of a moment that is worth suggesting: half way out and at rest, or all the way at half speed.
_CONVINCING = 0.5

# A point holds where it is slower than this part of its fastest, for so many frames at least: a reach that turns back
# is slow for less.
_HELD, _HOLD = 0.03, 3.0

# A foot is down where it is lower than this part of its lift and slower than this part of its swing...
_LOW, _SLOW = 0.3, 0.25
# ...and stays down until it exceeds that by this factor.
_HYSTERESIS = 1.6

# A foot that lands within this part of a cycle from its seam lands at the seam.
_SEAM = 0.06

# Contacts and gaps shorter than this part of the longest are jitter.
_JITTER = 0.2


@dataclass(frozen=True)
class Candidate:
    """A moment that stands out: `time` in frames, and how much it does, `score`, at most 2.5."""

    time: float
    score: float


@dataclass(frozen=True)
class Contact:
    """From when to when a foot is on the ground, in frames. In a cycle the end may lie beyond that of the cycle."""

    start: float
    end: float


def velocities(times: Array, places: Array, closed: bool = False) -> Array:
    """Velocities `[F, C]` a frame, of the path smoothed a little. Of a `closed` path the end continues in its start."""
    if len(times) < 3:
        return np.gradient(places, times, axis=0) if len(times) > 1 else np.zeros_like(places)
    if closed:
        way, duration = places[-1] - places[0], times[-1] - times[0]
        before, after = slice(-3, -1), slice(1, 3)
        times = np.concatenate((times[before] - duration, times, times[after] + duration))
        places = np.concatenate((places[before] - way, places, places[after] + way))
    smooth = places.copy()
    smooth[1:-1] = 0.25 * places[:-2] + 0.5 * places[1:-1] + 0.25 * places[2:]
    found = np.gradient(smooth, times, axis=0)
    return np.asarray(found[2:-2] if closed else found)


def candidates(times: Array, places: Array, size: float) -> list[Candidate]:
    """Moments of a path that an artist might name, the best first: far from the start, slow, a turn back (10.1).

    None if the path goes nowhere, measured by the `size` of the character.
    """
    distance = np.linalg.norm(places - places[0], axis=1)
    speed = np.linalg.norm(velocities(times, places), axis=1)
    if distance.max() < _STILL * size:
        return []
    score = distance / distance.max() - speed / speed.max() + 0.5 * _turns(times, places)
    inner = score[1:-1]
    peaks = 1 + np.flatnonzero((inner > score[:-2]) & (inner >= score[2:]))
    found = [_top(times, score, int(peak)) for peak in peaks]
    if score[-1] > score[-2]:
        found.append(Candidate(float(times[-1]), float(score[-1])))
    return sorted(found, key=lambda candidate: -candidate.score)


def arrival(times: Array, places: Array, size: float, after: float, before: float) -> float | None:
    """The most convincing moment between two others at which the point arrives where it was going; None if none is."""
    for candidate in candidates(times, places, size):
        if candidate.score < _CONVINCING:
            break
        if after + 0.5 < candidate.time and (candidate.time < before - 0.5 or candidate.time == before == times[-1]):
            held = _held_since(times, places, candidate.time)
            return held if after + 0.5 < held else candidate.time
    return None


def contacts(times: Array, places: Array, size: float, closed: bool = False) -> list[Contact]:
    """When a foot is on the ground: low and slow (10.2). None if it never lifts.

    Slow is meant against the ground, whose own velocity is the usual one of the foot while it is low: so a walk on the
    spot, where the ground runs backwards, is read as one that travels.
    """
    height = _above_ground(places)
    floor = np.percentile(height, 10.0)
    lift = height.max() - floor
    if lift < _STILL * size:
        return []
    velocity = velocities(times, places, closed)[:, :2]
    ground = np.median(velocity[height < floor + _LOW * lift], axis=0)
    speed = np.linalg.norm(velocity - ground, axis=1)
    if not speed.any():
        return []
    raised = np.maximum((height - floor) / (_LOW * lift), speed / (_SLOW * speed.max()))
    if not closed:
        return _steady(_below(times, raised))
    # Three rounds: the first tells how the cycle begins, the last how it ends.
    duration = times[-1] - times[0]
    rounds = [times[:-1] + turn * duration for turn in (-1, 0, 1)]
    found = _steady(_below(np.concatenate(rounds), np.tile(raised[:-1], 3)))
    return [contact for contact in found if times[0] <= contact.start < times[-1]]


def steps(landings: Sequence[Mapping[str, Sequence[float]]]) -> tuple[tuple[str, ...], list[Array | None]]:
    """The feet in the order in which most cycles set them down, and when each cycle does, as parts `[K]` of it.

    `landings` tells of each cycle when each foot lands, from 0 to 1. Cycles with another order get None. A landing at
    the seam, a little before or after it, is at 0 in all of them: it is where the cycles were cut.
    """
    rows = [
        sorted((part - 1.0 if part > 1.0 - _SEAM else part, foot) for foot, parts in feet.items() for part in parts)
        for feet in landings
    ]
    orders = [tuple(foot for _, foot in row) for row in rows]
    usual = Counter(order for order in orders if order).most_common(1)
    if not usual:
        return (), [None] * len(rows)
    order = usual[0][0]
    parts = {index: np.array([part for part, _ in row]) for index, row in enumerate(rows) if orders[index] == order}
    is_seam = (np.abs(list(parts.values())) <= _SEAM).all(axis=0)
    placed = {index: np.where(is_seam, 0.0, row) for index, row in parts.items()}
    return order, [
        placed[index] if index in placed and (placed[index][~is_seam] > 0.0).all() else None
        for index in range(len(rows))
    ]


def skate(times: Array, places: Array, found: Sequence[Contact]) -> float:
    """Mean horizontal speed of a foot, a frame, during contacts: it is told when it should stand and is not asked."""
    speed = np.linalg.norm(velocities(times, places)[:, :2], axis=1)
    stands = np.zeros(len(times), dtype=bool)
    for contact in found:
        stands |= (times >= contact.start) & (times <= contact.end)
    return float(speed[stands].mean()) if stands.any() else 0.0


def _above_ground(places: Array) -> Array:
    """Heights `[F]` over a ground that rises as the whole way does, unless that is steeper than it is long."""
    way, height = places[-1] - places[0], places[:, 2]
    flat = float(way[:2] @ way[:2])
    if flat <= way[2] * way[2]:
        return height
    return np.asarray(height - way[2] * ((places[:, :2] - places[0, :2]) @ way[:2]) / flat)


def _turns(times: Array, places: Array) -> Array:
    """How much the path turns back at each moment `[F]`: 1 where it goes as far back as it ever comes in a moment."""
    near = max(1, round(_NEAR * (len(times) - 1)))
    padded = np.concatenate((places[:1].repeat(near, axis=0), places, places[-1:].repeat(near, axis=0)))
    coming = places - padded[: -2 * near]
    going = padded[2 * near :] - places
    product = np.linalg.norm(coming, axis=1) * np.linalg.norm(going, axis=1)
    most = max(float((coming * coming).sum(axis=1).max()), float((going * going).sum(axis=1).max()))
    return np.asarray((product - (coming * going).sum(axis=1)) / (2.0 * most))


def _held_since(times: Array, places: Array, moment: float) -> float:
    """The first frame of the hold that a moment lies in, or the moment itself if it lies in none (10.1).

    The path itself is asked, not the smoothed one, to which the way there still clings for two frames.
    """
    steps = np.linalg.norm(np.diff(places, axis=0), axis=1) / np.diff(times)
    slow = steps <= _HELD * steps.max()
    last = min(int(np.searchsorted(times, moment, side="right")) - 1, len(slow) - 1)
    if not slow[last]:
        last -= 1  # the end of a hold
    moving = np.flatnonzero(~slow)
    first = int(moving[moving < last].max(initial=-1)) + 1
    end = int(moving[moving > last].min(initial=len(slow)))
    return float(times[first]) if last >= 0 and slow[last] and times[end] - times[first] >= _HOLD else moment


def _top(times: Array, score: Array, peak: int) -> Candidate:
    """The top of the parabola through a sample and its neighbours."""
    before, here, after = score[peak - 1 : peak + 2]
    bend = before - 2.0 * here + after
    part = 0.5 * (before - after) / bend if bend < 0.0 else 0.0
    step = times[peak + 1] - times[peak] if part > 0.0 else times[peak] - times[peak - 1]
    return Candidate(float(times[peak] + part * step), float(here))


def _below(times: Array, values: Array) -> list[Contact]:
    """From where values fall below 1 to where they exceed the hysteresis, between samples where they cross."""
    found: list[Contact] = []
    start: float | None = float(times[0]) if values[0] < 1.0 else None
    for index in range(1, len(times)):
        if start is None and values[index] < 1.0:
            start = _crossing(times, values, index, 1.0)
        elif start is not None and values[index] > _HYSTERESIS:
            found.append(Contact(start, _crossing(times, values, index, _HYSTERESIS)))
            start = None
    return found if start is None else [*found, Contact(start, float(times[-1]))]


def _crossing(times: Array, values: Array, index: int, level: float) -> float:
    before, after = values[index - 1], values[index]
    part = (level - before) / (after - before)
    return float(times[index - 1] + np.clip(part, 0.0, 1.0) * (times[index] - times[index - 1]))


def _steady(found: list[Contact]) -> list[Contact]:
    """The same without jitter: short gaps are closed, then short contacts are dropped."""
    if not found:
        return []
    longest = max(contact.end - contact.start for contact in found)
    joined = found[:1]
    for contact in found[1:]:
        if contact.start - joined[-1].end < _JITTER * longest:
            joined[-1] = Contact(joined[-1].start, contact.end)
        else:
            joined.append(contact)
    return [contact for contact in joined if contact.end - contact.start >= _JITTER * longest]
