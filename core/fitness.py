"""How well a verb's examples agree: each of them as the others predict it, compared with what it is.

An example with a wrong value or keytime is far from what the others predict, and they from what they predict with its
help; a kernel that suits the motion predicts better than others.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from .arrays import Array
from .hull import Hull
from .interpolators import INTERPOLATORS
from .motion import Motion
from .radial_basis import KERNELS

# With fewer examples than this, those that are left are too few to prefer a kernel.
_ENOUGH = 4
# Kernels whose errors differ by less than this part are equally good.
_TIE = 1e-6
# An example stands out if it is so many times as far off as is usual.
_OUTSTANDING = 2.0

# From poses [B, width] to joints [B, J, 3].
Joints = Callable[[Array], Array]


@dataclass(frozen=True)
class Fitness:
    """How far each example `[N]` is from what the others predict, and from the example nearest to it among the adverbs:
    the mean distance of all joints over the motion, in the units of the scene."""

    distances: Array
    nearest: Array

    @property
    def mean(self) -> float:
        return float(self.distances.mean())

    def outstanding(self, least: float) -> list[int]:
        """The examples that are far off, by the median of all, so that one of them does not pass for the rule; what is
        less than `least` never counts."""
        usual = float(np.median(self.distances))
        return np.flatnonzero((self.distances > _OUTSTANDING * usual) & (self.distances > least)).tolist()


@dataclass(frozen=True)
class Choice:
    """The kernel that predicts best, and the mean error of each that was tried, in the units of the scene."""

    kernel: str
    errors: Mapping[str, float]


class Trial:
    """Examples of a motion `[N]` at scaled points `[N, D]`, seen at canonical times; what they are like is found once,
    for any number of ways to predict them."""

    def __init__(self, motion: Motion, points: Array, joints: Joints, times: int = 32) -> None:
        self._motion, self._points, self._joints = motion, points, joints
        self._phases = np.linspace(0.0, 1.0, times) if motion.timewarp.is_moving else np.zeros(1)
        self._truth = self._seen(np.eye(len(points)))

    def _seen(self, weights: Array) -> Array:
        """Joints `[B, T, J, 3]` of blends with weights `[B, N]`."""
        times = len(self._phases)
        poses = self._motion.at_all(
            np.repeat(weights, times, axis=0), np.tile(self._phases, len(weights)), np.zeros(times * len(weights))
        )
        found = self._joints(poses)
        return found.reshape(len(weights), times, *found.shape[1:])

    def leave_one_out(self, interpolator: str, settings: Mapping[str, object], limit: float) -> Fitness:
        """Each example predicted from the others, with an interpolator that knows only these (5.8)."""
        count = len(self._points)
        if count < 2:
            return Fitness(np.zeros(count), np.zeros(count))
        weights = np.zeros((count, count))
        for place, point in enumerate(self._points):
            weights[place, np.arange(count) != place] = predict(
                np.delete(self._points, place, axis=0), point, interpolator, settings, limit
            )
        apart = np.linalg.norm(self._points[:, None] - self._points, axis=2) + np.diag(np.full(count, np.inf))
        nearest = self._truth[apart.argmin(axis=1)]
        return Fitness(_apart(self._seen(weights), self._truth), _apart(nearest, self._truth))

    def automatic(self, interpolator: str, settings: Mapping[str, object], limit: float) -> Choice:
        """The kernel with the least error; the paper's if there is no difference, or if the examples are few."""
        errors = {
            kernel: self.leave_one_out(interpolator, {**settings, "kernel": kernel}, limit).mean for kernel in KERNELS
        }
        best = next(iter(KERNELS))
        if len(self._points) >= _ENOUGH:
            for kernel, error in errors.items():
                best = kernel if error < (1.0 - _TIE) * errors[best] else best
        return Choice(best, errors)


def predict(
    others: Array, point: Array, interpolator: str, settings: Mapping[str, object], limit: float
) -> Array:
    """Weights `[N]` of other examples `[N, D]` at a point `[D]` where one was left out, drawn back as in use (5.4)."""
    middle = others.mean(axis=0)
    point, others = point - middle, others - middle
    if limit < np.inf:
        point = Hull.of(others).draw_back(point, limit)
    return INTERPOLATORS[interpolator](others, dict(settings)).weights(point)


def _apart(one: Array, other: Array) -> Array:
    """Mean distances `[B]` of joints `[B, T, J, 3]`."""
    return np.asarray(np.linalg.norm(one - other, axis=-1).mean(axis=(1, 2)))
