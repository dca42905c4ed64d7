"""How the effector of a verb is brought to its goal: the weights that meet it, and the last millimetre of the pose.

Both are found for the keytime of the goal. The weights hold for the whole motion; the turn of the limb fades in and out
around that keytime.
"""

from dataclasses import dataclass
from enum import Enum
from functools import cached_property, reduce

import numpy as np

from . import polish
from .arrays import Array
from .motion import Motion
from .polish import Correction, Polish
from .reach import Reach
from .search import search
from .solver import BOUNDS, solve
from .tuples import Number, maths_of
from .verb import Verb

# What counts as on the goal, as a part of the extent of the examples; and what is left to polish: as much as Refine
# leaves unless it is asked for more.
_NEAR = 1e-5
_NEAR_ENOUGH = 5e-3


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

    def meet(self, adverbs: Array) -> tuple[Array, Correction | None]:
        """Weights `[N]` that meet adverbs `[D]`, as near as can be where none do, and what is left to do with poses."""
        within, start = self.verb.weigh(adverbs)
        wanted = self._wanted(within[None], start[None])
        weights = self._weights(within[None], start[None], wanted)[0]
        if self.polish is None:
            return weights, None
        target = self.aim.targets(weights[None], wanted)[0]
        return weights, self.polish.correct(self._still.at(weights, 0.0), target)

    def meet_all(self, adverbs: Array) -> tuple[Array, Correction | None]:
        """The same for many: weights `[B, N]` at adverbs `[B, D]`."""
        within, start = self.verb.weigh(adverbs)
        wanted = self._wanted(within, start)
        weights = self._weights(within, start, wanted)
        if self.polish is None:
            return weights, None
        count = len(weights)
        poses = self.verb.motion.at_all(weights, np.full(count, self.moment), np.zeros(count))
        return weights, self.polish.correct_all(poses, self.aim.targets(weights, wanted))

    def _weights(self, within: Array, start: Array, wanted: Array) -> Array:
        if self.way is Way.BLEND:
            return start
        near = (_NEAR if self.polish is None else _NEAR_ENOUGH) * self.aim.diagonal
        if self.way is Way.SEARCH:
            return search(self.verb, self.aim, within, near).weights
        return solve(self.aim, start, wanted, near, self.bounds).weights

    def _wanted(self, within: Array, start: Array) -> Array:
        """What the aim should see `[B, K]` at adverbs `[B, D]` that the verb serves with weights `start` `[B, N]`.

        An example that is tagged with another place than its effector has is meant so: whoever goes there wants to see
        the example, and between examples what they are off is blended (11.7).
        """
        return np.asarray(self.aim.wanted(within) + start @ self._apart)

    @cached_property
    def _still(self) -> Motion:
        """The motion at the moment of the goal: there is less of it to read."""
        return self.verb.motion.still(self.moment)

    @cached_property
    def _apart(self) -> Array:
        """How far each example's effector is from where the example is tagged, `[N, K]`."""
        tagged = self.verb.axes.unscale(self.verb.hull.vertices)
        return self.aim.see(np.eye(len(tagged))) - self.aim.wanted(tagged)

    def apply(self, poses: Array, correction: Correction | None, phases: Number) -> Array:
        """Poses `[..., width]` at canonical times `[...]` with as much of a correction as is due there."""
        return poses if correction is None else polish.apply(poses, correction, self._share(phases))

    def _share(self, phases: Number) -> Number:
        """How much of a correction is due at canonical times, one or an array of them."""
        timewarp = self.verb.motion.timewarp
        if not timewarp.gaps.size:
            return 1.0
        before, after = self._beside
        if not timewarp.closed:
            return polish.fade(phases, before, self.moment, after)
        rounds = [polish.fade(phases - shift, before, self.moment, after) for shift in (-1.0, 0.0, 1.0)]
        return reduce(maths_of(phases).most, rounds)

    @cached_property
    def _beside(self) -> tuple[float | None, float | None]:
        """The canonical times of the keytimes before and after the moment, if there are any."""
        timewarp = self.verb.motion.timewarp
        keys = timewarp.canonical
        if timewarp.closed:  # those of the cycle before and of the one after are neighbours too
            keys = np.concatenate((keys[:-1] - 1.0, keys, keys[1:] + 1.0))
        before, after = keys[keys < self.moment - _NEAR], keys[keys > self.moment + _NEAR]
        return float(before.max()) if before.size else None, float(after.min()) if after.size else None
