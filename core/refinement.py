"""Pseudo-examples where a verb misses most, one after another (Rose, Sloan and Cohen 2001, section 4.3)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from .accuracy import Accuracy, diagonal, on_mesh, served
from .aim import Aim
from .arrays import Array
from .interpolators import Refinable
from .refined import refinable
from .search import search
from .solver import BOUNDS, Solution, solve
from .verb import Verb

Bounds: TypeAlias = tuple[float, float]
# How the weights for some adverbs [B, D] are found: verb, aim, adverbs, bounds of weights, tolerance.
Way: TypeAlias = Callable[[Verb, Aim, Array, Bounds, float], Solution]

# What a miss may have changed, as part of the tolerance, before the effector is looked at again.
_UNSEEN = 0.02
# A solution is to be this much better than what is asked of the whole.
_FINER = 0.1
# No solver gets nearer than this part of the working volume.
_NEAREST = 1e-9
# The most places asked about at once while none can be reached.
_MOST_AT_ONCE = 64


@dataclass(frozen=True)
class Progress:
    """Where refinement stands. The verb is complete: it can be used, kept, and refined further."""

    verb: Verb
    accuracy: Accuracy
    unreached: int  # samples that no blend gets to; they do not count

    @property
    def number(self) -> int:
        """How many pseudo-examples the verb has."""
        return len(refined(self.verb).prescribed)

    @property
    def unreached_percent(self) -> float:
        """Of all samples that the verb serves."""
        return 100.0 * self.unreached / max(int(self.accuracy.counts.sum()) + self.unreached, 1)


def refined(verb: Verb) -> Refinable:
    """The interpolator of the verb as one that takes pseudo-examples, with those that it has."""
    return refinable(verb.interpolator, verb.hull.vertices)


def by_weights(verb: Verb, aim: Aim, adverbs: Array, bounds: Bounds, tolerance: float) -> Solution:
    """The least change of the weights that the verb has at adverbs `[B, D]`."""
    return solve(aim, verb.weights(adverbs), aim.wanted(adverbs), bounds=bounds, tolerance=tolerance)


def by_search(verb: Verb, aim: Aim, adverbs: Array, bounds: Bounds, tolerance: float) -> Solution:
    """The paper's way: the weights at another point of adverb space, taken wherever they are any nearer."""
    found = search(verb, aim, adverbs, tolerance)
    before = aim.misses(aim.see(verb.weights(adverbs)), aim.wanted(adverbs))
    return replace(found, is_reached=found.misses < before)


def refine(
    verb: Verb,
    aim: Aim,
    adverbs: Array,
    tolerance: float,
    most: int = 60,
    bounds: Bounds = BOUNDS,
    way: Way = by_weights,
) -> Iterator[Progress]:
    """Insert pseudo-examples (12.7) until no sample among adverbs `[S, D]` is off by more than the tolerance, in units
    of the scene or degrees, `most` of them at most. Yields how it stands at the start, and after every step.

    Each sample is tried once, so it always ends: either the verb is prescribed to get there, or no blend does. One
    that lies on an example or a pseudo-example cannot be prescribed anything, nor one outside a mesh that goes on; what
    is missed there is told as it is. Outside a mesh that stays on its edge, it is the edge that is refined.
    """
    adverbs = on_mesh(verb, adverbs)
    layer = refined(verb)
    verb = replace(verb, interpolator=layer)
    size = diagonal(verb, aim)
    # A weight of 1 moves the effector about as far as the examples are apart.
    hair = _UNSEEN * tolerance / (size or 1.0)
    samples = _Samples(layer, verb.axes.scale(adverbs), aim, aim.wanted(adverbs), hair)
    counts = served(verb, adverbs)
    untried = counts.copy()
    unreached = inserted = 0
    at_once = 1
    yield Progress(verb, Accuracy(adverbs, samples.misses.copy(), counts.copy(), size), unreached)
    while inserted < most:
        worst = np.argsort(np.where(untried, -samples.misses, 0.0), kind="stable")[:at_once]
        worst = worst[untried[worst] & (samples.misses[worst] > tolerance)]
        if not len(worst):
            break
        free = layer.has_room(samples.points[worst])
        untried[worst[~free]] = False
        worst = worst[free]
        if not len(worst):
            continue
        found = way(verb, aim, adverbs[worst], bounds, max(_FINER * tolerance, _NEAREST * size))
        lost = worst[~found.is_reached]
        untried[lost] = counts[lost] = False
        unreached += len(lost)
        if found.is_reached.any():
            first = int(np.argmax(found.is_reached))
            untried[worst[first]] = False
            layer = layer.insert(samples.points[worst[first]], found.weights[first])
            verb = replace(verb, interpolator=layer)
            samples.follow(layer)
            inserted += 1
        # Places that no blend gets to lie side by side: where one is found, more are asked about at once.
        at_once = 1 if found.is_reached.any() else min(2 * at_once, _MOST_AT_ONCE)
        yield Progress(verb, Accuracy(adverbs, samples.misses.copy(), counts.copy(), size), unreached)


class _Samples:
    """What is known of S samples while pseudo-examples are inserted. They are seen again once their weights have
    changed by more than a `hair`, which far from what is inserted they have not."""

    def __init__(self, layer: Refinable, points: Array, aim: Aim, wanted: Array, hair: float) -> None:
        self.points, self.aim, self.wanted, self.hair = points, aim, wanted, hair
        self.weights = layer.weights(points)  # [S, N] at which they were last seen
        self.misses = aim.misses(aim.see(self.weights), wanted)

    def follow(self, layer: Refinable) -> None:
        """The layer has one more pseudo-example."""
        weights = layer.weights(self.points)
        moved = np.flatnonzero((np.abs(weights - self.weights) > self.hair).any(axis=1))
        self.weights[moved] = weights[moved]
        self.misses[moved] = self.aim.misses(self.aim.see(weights[moved]), self.wanted[moved])
