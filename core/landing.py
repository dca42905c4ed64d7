"""How the effector of a verb is brought to its goal: the weights that meet it, and the last millimetre of the pose.

Both are found for the keytime of the goal. The weights hold for the whole motion; the turn of the limb fades in and out
around that keytime.
"""

from dataclasses import dataclass
from enum import Enum

import numpy as np

from . import polish
from .arrays import Array
from .polish import Correction, Polish
from .reach import Reach
from .search import search
from .solver import BOUNDS, solve
from .verb import Verb

# What counts as on the goal, as a part of the extent of the examples.
_NEAR = 1e-5


class Way(Enum):
    """What is done about a blend that misses its goal."""

    BLEND = "BLEND"
    SOLVE = "SOLVE"
    SEARCH = "SEARCH"


@dataclass(frozen=True, eq=False)
class Landing:
    """A verb with the `aim` at its goal, which it is to meet at the canonical time `moment`."""

    verb: Verb
    aim: Reach
    moment: float
    way: Way
    bounds: tuple[float, float] = BOUNDS
    polish: Polish | None = None

    def is_like(self, other: "Landing") -> bool:
        """Whether both lead the same way."""
        mine, its = ((id(each.verb), each.moment, each.way, each.bounds, each.polish is None) for each in (self, other))
        return mine == its and self.aim.is_like(other.aim)

    def weights(self, adverbs: Array) -> Array:
        """Weights `[B, N]` that meet adverbs `[B, D]`; as near as can be where none do."""
        if self.way is Way.BLEND:
            return self.verb.weights(adverbs)
        asked = self.verb.within(adverbs)
        tolerance = _NEAR * self.aim.diagonal
        if self.way is Way.SEARCH:
            return search(self.verb, self.aim, asked, tolerance).weights
        start = self.verb.weights(adverbs)
        return solve(self.aim, start, self.aim.wanted(asked), tolerance, self.bounds).weights

    def corrections(self, adverbs: Array, weights: Array) -> Correction | None:
        """What puts poses at the moment of the goal onto adverbs `[B, D]`, whose weights `[B, N]` are known."""
        if self.polish is None:
            return None
        targets = self.aim.targets(weights, self.aim.wanted(self.verb.within(adverbs)))
        count = len(weights)
        poses = self.verb.motion.at_all(weights, np.full(count, self.moment), np.zeros(count))
        return self.polish.correct_all(poses, targets)

    def correction(self, adverbs: Array, weights: Array) -> Correction | None:
        """The same for one pose: adverbs `[D]`, weights `[N]`."""
        if self.polish is None:
            return None
        target = self.aim.targets(weights[None], self.aim.wanted(self.verb.within(adverbs)[None]))[0]
        return self.polish.correct(self.verb.motion.at(weights, self.moment), target)

    def apply(self, poses: Array, correction: Correction | None, phases: Array | float) -> Array:
        """Poses `[..., width]` at canonical times `[...]` with as much of a correction as is due there."""
        return poses if correction is None else polish.apply(poses, correction, self._share(phases))

    def _share(self, phases: Array | float) -> Array:
        """How much of a correction is due at canonical times `[...]`."""
        timewarp = self.verb.motion.timewarp
        if not timewarp.gaps.size:
            return np.ones(np.shape(phases))
        keys = timewarp.canonical
        if timewarp.closed:  # the keytimes of the cycle before and of the one after are neighbours too
            keys = np.concatenate((keys[:-1] - 1.0, keys, keys[1:] + 1.0))
        before, after = keys[keys < self.moment - _NEAR], keys[keys > self.moment + _NEAR]
        beside = before.max() if before.size else None, after.min() if after.size else None
        shares = [
            polish.fade(phases - shift, beside[0], self.moment, beside[1])
            for shift in ((-1.0, 0.0, 1.0) if timewarp.closed else (0.0,))
        ]
        return np.asarray(np.max(shares, axis=0))
