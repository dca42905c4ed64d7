"""The one solver: from start weights, the least change of them that makes an aim come true.

Live goals, the bake, pseudo-examples and the error that is shown are all calls of it. Weights keep their sum and stay
within bounds: a blend that needs ten times one example and minus nine of another is no blend an artist would sign.
"""

from dataclasses import dataclass

import numpy as np

from .aim import Aim
from .arrays import Array, Claims

BOUNDS = (-0.5, 1.5)

# Steps of Newton; from a refined verb one or two are enough, and what needs more than these will not arrive.
_STEPS = 12

# The most that any weight changes in one step.
_STRIDE = 0.5

# How often a step that does not help is halved before it is given up.
_HALVINGS = 4

# A direction that the examples span a thousand times less than another is hardly theirs: it is left to later steps.
_DAMPING = 1e-6

# Stands for a tolerance of nothing.
_TINY = 1e-300


@dataclass(frozen=True)
class Solution:
    """Weights `[B, N]`, the coordinates `[B, K]` that they give, how far off they are, and whether that is near
    enough `[B]`."""

    weights: Array
    seen: Array
    misses: Array
    is_reached: Claims


def solve(
    aim: Aim, start: Array, wanted: Array, tolerance: float, bounds: tuple[float, float] = BOUNDS, steps: int = _STEPS
) -> Solution:
    """From weights `[B, N]`, the nearest that give coordinates `wanted` `[B, K]` to within `tolerance` (11.4).

    What cannot be reached comes as near as the bounds allow. Start weights beyond the bounds may stay where they are.
    """
    if len(start) == 1:
        return _solve_one(aim, start, wanted, tolerance, bounds, steps)
    weights = np.array(start)
    seen, slopes = aim.slopes(weights)
    misses = aim.misses(seen, wanted)
    least, most = np.minimum(bounds[0], start), np.maximum(bounds[1], start)
    active = np.flatnonzero(misses > tolerance)
    slopes = slopes[active]
    for _ in range(steps):
        if not active.size:
            break
        step = _step(slopes, (wanted - seen)[active], (least - weights)[active], (most - weights)[active])
        step *= _part(misses[active], tolerance)[:, None]
        moved = _advance(aim, weights[active], step, wanted[active], misses[active])
        better = moved.misses < misses[active]
        active = active[better]
        weights[active], seen[active], misses[active] = moved.weights[better], moved.seen[better], moved.misses[better]
        active = active[misses[active] > tolerance]
        if active.size:
            _, slopes = aim.slopes(weights[active])
    return Solution(weights, seen, misses, misses <= tolerance)


def _solve_one(
    aim: Aim, start: Array, wanted: Array, tolerance: float, bounds: tuple[float, float], steps: int
) -> Solution:
    """The same for a single goal, as a live verb has it: nobody waits for others, and most steps pass no bound."""
    weights = start
    seen = aim.see(weights)
    miss = float(aim.misses(seen, wanted)[0])
    for _ in range(steps):
        if not miss > tolerance:
            break
        _, slopes = aim.slopes(weights)
        away = wanted - seen
        step = _step_of_one(slopes[0], away[0], weights[0], bounds)
        if step is None:
            least, most = np.minimum(bounds[0], start), np.maximum(bounds[1], start)
            step = _step(slopes, away, least - weights, most - weights)
        step = step * float(_part(miss, tolerance))
        for _ in range(1 + _HALVINGS):
            moved = weights + step
            there = aim.see(moved)
            left = float(aim.misses(there, wanted)[0])
            if left < miss:
                break
            step = 0.5 * step
        else:
            break
        weights, seen, miss = moved, there, left
    return Solution(weights, seen, np.array([miss]), np.array([miss <= tolerance]))


def _part(misses: Array | float, tolerance: float) -> Array:
    """How much of a step is made: as much as the miss is beyond the tolerance. Else weights would jump where a goal
    passes from what is near enough to what is not."""
    return np.minimum((misses - tolerance) / max(tolerance, _TINY), 1.0)


@dataclass(frozen=True)
class _Moved:
    weights: Array
    seen: Array
    misses: Array


def _advance(aim: Aim, weights: Array, step: Array, wanted: Array, misses: Array) -> _Moved:
    """The weights after a step, which is halved for those that it brings no nearer."""
    moved = weights + step
    seen = aim.see(moved)
    off = aim.misses(seen, wanted)
    for _ in range(_HALVINGS):
        worse = np.flatnonzero(~(off < misses))
        if not worse.size:
            break
        step[worse] *= 0.5
        moved[worse] = weights[worse] + step[worse]
        seen[worse] = aim.see(moved[worse])
        off[worse] = aim.misses(seen[worse], wanted[worse])
    return _Moved(moved, seen, off)


def _step(slopes: Array, away: Array, least: Array, most: Array) -> Array:
    """The least change of weights `[B, N]` that leads `away` `[B, K]`, keeps their sum, and is between `least` and
    `most` (11.5). A weight that would go beyond is held there, and the others make up for it."""
    free = np.ones(least.shape, dtype=bool)
    held = np.zeros(least.shape)
    step = _least_change(slopes, away, free, held)
    stride = np.minimum(1.0, _STRIDE / np.maximum(np.abs(step).max(axis=1, keepdims=True), _STRIDE))
    step, away = step * stride, away * stride
    for _ in range(least.shape[1]):
        beyond = free & ((step < least) | (step > most))
        beyond &= (free & ~beyond).any(axis=1, keepdims=True)  # one must be left to keep the sum
        if not beyond.any():
            break
        held = np.where(beyond, np.clip(step, least, most), held)
        free &= ~beyond
        changed = beyond.any(axis=1)
        step[changed] = _least_change(slopes[changed], away[changed], free[changed], held[changed])
    # Where bounds leave no way to go so far, go as far as they let.
    room = np.where(step < 0.0, least, most) / np.where(step == 0.0, 1.0, step)
    room = np.where(step == 0.0, np.inf, room)  # a weight that stays has room, even on its bound
    return np.asarray(step * np.clip(room.min(axis=1, keepdims=True), 0.0, 1.0))


def _step_of_one(slopes: Array, away: Array, weights: Array, bounds: tuple[float, float]) -> Array | None:
    """The step `[1, N]` from weights `[N]` in plain numbers, with slopes `[K, N]`; None if a weight would go beyond its
    bounds, or is there already. A fifth of what `_step` takes."""
    count = len(weights)
    system = slopes - slopes.dot(np.full((count, 1), 1.0 / count))
    normal = system.dot(system.T).tolist()
    for place, row in enumerate(normal):
        row[place] += _DAMPING * (row[place] or 1.0)
    step = np.array(_eliminate(normal, away.tolist())).dot(system)
    changes = step.tolist()
    longest = max(*changes, -min(changes))
    if longest > _STRIDE:
        step *= _STRIDE / longest
    moved = (weights + step).tolist()
    return step[None] if bounds[0] <= min(moved) and max(moved) <= bounds[1] else None


def _eliminate(system: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a positive definite system, which needs no pivots and minds no scales; both are used up."""
    count = len(right)
    for place, row in enumerate(system):
        for below in range(place + 1, count):
            factor = system[below][place] / row[place]
            right[below] -= factor * right[place]
            for column in range(place + 1, count):
                system[below][column] -= factor * row[column]
    for place in reversed(range(count)):
        for above in range(place + 1, count):
            right[place] -= system[place][above] * right[above]
        right[place] /= system[place][place]
    return right


def _least_change(slopes: Array, away: Array, free: Array, held: Array) -> Array:
    """The shortest step `[B, N]` that leads `away` `[B, K]` with a sum of 0, where weights that are not `free` make the
    step `held`, and the free ones share what that leaves of the sum."""
    number = np.maximum(free.sum(axis=1, keepdims=True), 1)
    step = np.where(free, -held.sum(axis=1, keepdims=True) / number, held)
    left = away - (slopes @ step[..., None])[..., 0]
    system = np.where(free[:, None], slopes, 0.0)
    system = np.where(free[:, None], system - (system.sum(axis=2) / number)[..., None], 0.0)  # the sum stays 0
    across = system.swapaxes(1, 2)
    normal = system @ across
    # Rows are made comparable first: degrees and metres may meet here.
    sizes = np.sqrt(np.einsum("bkk->bk", normal))
    sizes = np.where(sizes > 0.0, sizes, 1.0)
    normal = normal / (sizes[:, :, None] * sizes[:, None, :]) + _DAMPING * np.eye(system.shape[1])
    shares = np.linalg.solve(normal, (left / sizes)[..., None]) / sizes[..., None]
    return np.asarray(step + (across @ shares)[..., 0])
