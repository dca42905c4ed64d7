"""How well the examples of a verb agree: each of them as the others predict it, against what it is.

An example with a wrong value or keytime is far from what the others predict. A kernel that suits the motion predicts
better than another.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from .arrays import Array
from .hull import Hull
from .interpolators import INTERPOLATORS, of_any
from .motion import Motion
from .radial_basis import KERNELS
from .verb import Options

# With fewer examples than this, those that are left are too few to judge by.
_ENOUGH = 4
# A kernel is better if its error is less by this part at the least.
_BETTER = 1e-6
# An example stands out if it is so many times as far off as is usual. Sound captured reaches are up to 2.2 times.
_OUTSTANDING = 2.5
# And only if it is at least this part as far from what is predicted as from its nearest example: where all others agree
# to a hair, one at the rim need not be wrong to be off by more than a hair.
_POOR = 0.5

# A joint moves if it gets this part as far as the one that gets furthest.
_STILL = 1e-3

# From poses `[B, width]` to the joints that count `[B, J, 3]`.
Joints = Callable[[Array], Array]


@dataclass(frozen=True)
class Fitness:
    """How far each example `[N]` is from what the others predict, and from the example nearest to it among the adverbs:
    the mean distance of all joints over the motion, in the units of the scene (5.9)."""

    distances: Array
    nearest: Array
    outstanding: tuple[int, ...]


@dataclass(frozen=True)
class Choice:
    """The kernel that predicts best, and the mean error of each that was tried, in the units of the scene."""

    kernel: str
    errors: Mapping[str, float]


@dataclass(frozen=True)
class Trial:
    """Examples of a motion at scaled points `[N, D]`, seen at so many canonical times. What they are like themselves is
    found once, for any number of ways to predict them."""

    motion: Motion
    points: Array
    joints: Joints
    times: int = 16

    def leave_one_out(self, options: Options, least: float = np.inf) -> Fitness:
        """Each example predicted from the others. Those that stand out are at least `least` away."""
        everyone = range(len(self.points))
        if len(everyone) < 2:
            return Fitness(np.zeros(len(everyone)), np.zeros(len(everyone)), ())
        errors = self._errors(options, everyone)
        return Fitness(errors, self._nearest(everyone), self._outstanding(options, least, errors))

    def automatic(self, options: Options) -> Choice:
        """The kernel with the least error; the paper's if there is no difference, or if the examples are few."""
        best, *_ = KERNELS
        if len(self.points) < _ENOUGH:
            return Choice(best, {})
        everyone = range(len(self.points))
        errors = {kernel: float(self._errors(_with(options, kernel), everyone).mean()) for kernel in KERNELS}
        for kernel, error in errors.items():
            best = kernel if error < (1.0 - _BETTER) * errors[best] else best
        return Choice(best, errors)

    def _errors(self, options: Options, among: Sequence[int]) -> Array:
        """How far each of some examples is from what the others of them predict."""
        weights = np.zeros((len(among), len(self.points)))
        for row, example in zip(weights, among, strict=True):
            others = [other for other in among if other != example]
            row[others] = predict(self.points[others], self.points[example], options)
        return _apart(self._seen(weights), self._truth[list(among)])

    def _nearest(self, among: Sequence[int]) -> Array:
        """How far each of some examples is from that one of the others which is nearest to it among the adverbs."""
        points, truth = self.points[list(among)], self._truth[list(among)]
        away = np.linalg.norm(points[:, None] - points, axis=2)
        np.fill_diagonal(away, np.inf)
        return _apart(truth[away.argmin(axis=1)], truth)

    def _outstanding(self, options: Options, least: float, errors: Array) -> tuple[int, ...]:
        """The examples that are far off, by the median of all. One that is wrong spoils what its neighbours are
        predicted from, and they may be even further off: so of those that are far off the one goes without which the
        rest agree best, and then the rest are judged anew."""
        kept, found = list(range(len(self.points))), list[int]()
        while len(kept) >= _ENOUGH:
            bound = np.maximum(max(least, _OUTSTANDING * float(np.median(errors))), _POOR * self._nearest(kept))
            far = [kept[place] for place in np.flatnonzero(errors > bound)]
            if not far:
                break
            without = {example: self._errors(options, [other for other in kept if other != example]) for example in far}
            worst = min(far, key=lambda example: float(without[example].mean()))
            kept.remove(worst)
            found.append(worst)
            errors = without[worst]
        return tuple(sorted(found))

    @cached_property
    def _truth(self) -> Array:
        return self._everywhere[:, :, self._moving]

    @cached_property
    def _everywhere(self) -> Array:
        return self._all_seen(np.eye(len(self.points)))

    @cached_property
    def _moving(self) -> Array:
        """Which joints `[J]` are elsewhere at some time, or in some example: the rest tell nothing. All if none is."""
        ways = np.ptp(self._everywhere, axis=(0, 1)).max(axis=-1)
        return np.asarray(ways >= _STILL * ways.max())

    def _seen(self, weights: Array) -> Array:
        """Joints `[B, T, J, 3]` of blends with weights `[B, N]`, without those that never move."""
        return self._all_seen(weights)[:, :, self._moving]

    def _all_seen(self, weights: Array) -> Array:
        phases = np.linspace(0.0, 1.0, self.times) if self.motion.timewarp.gaps.size else np.zeros(1)
        times = np.tile(phases, len(weights))
        poses = self.motion.at_all(np.repeat(weights, len(phases), axis=0), times, np.zeros(len(times)))
        found = self.joints(poses)
        return found.reshape(len(weights), len(phases), *found.shape[1:])


def predict(others: Array, point: Array, options: Options) -> Array:
    """Weights `[N]` of other examples `[N, D]` at the point `[D]` of one that is left out, drawn back (5.4)."""
    middle = others.mean(axis=0)
    others, point = others - middle, point - middle
    if options.limit < np.inf:
        point = Hull.of(others).draw_back(point, options.limit)
    return INTERPOLATORS[options.interpolator](others, of_any(options.settings)).weights(point)


def _with(options: Options, kernel: str) -> Options:
    return replace(options, settings={**options.settings, "kernel": kernel})


def _apart(one: Array, other: Array) -> Array:
    """Mean distances `[B]` of joints `[B, T, J, 3]`."""
    return np.asarray(np.linalg.norm(one - other, axis=-1).mean(axis=(1, 2)))
