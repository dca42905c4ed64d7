"""The search of Rose, Sloan and Cohen 2001, section 4.2: another point of adverb space, whose effector is on the goal.

It looks along the error, the other way. Where the way from adverbs to places is far from even it soon gets no further;
the solver on weights then does. It stays for comparison, and for those who want no weights that the examples' own
basis does not give.
"""

from dataclasses import dataclass, replace

import numpy as np

from .aim import Aim
from .arrays import Array
from .solver import Solution
from .verb import Verb

# How far along the error, in parts of its length. The paper looks along one line; from where it ends there is another.
_SHARES = (2.0, 1.5, 1.25, 1.0, 0.75, 0.5, 0.25, 0.1, 0.03)
_ROUNDS = 4


@dataclass(frozen=True)
class _Places:
    adverbs: Array
    weights: Array
    seen: Array
    misses: Array


def search(verb: Verb, aim: Aim, adverbs: Array, tolerance: float, rounds: int = _ROUNDS) -> Solution:
    """Weights at points near adverbs `[B, D]` at which the effector is nearer to what these want (11.6).

    For a goal at the edge of a mesh such a point may lie beyond it.
    """
    verb = replace(verb, interpolator=verb.interpolator.going_on)
    wanted = aim.wanted(adverbs)
    best = _look(verb, aim, adverbs, wanted)
    for _ in range(rounds):
        left = np.flatnonzero(best.misses > tolerance)
        if not left.size:
            break
        error = np.zeros((len(left), adverbs.shape[1]))
        error[:, aim.asks] = (best.seen - wanted)[left, : len(aim.asks)]
        candidates = best.adverbs[left] - np.array(_SHARES)[:, None, None] * error
        tried = _look(verb, aim, candidates.reshape(-1, adverbs.shape[1]), np.tile(wanted[left], (len(_SHARES), 1)))
        chosen = tried.misses.reshape(len(_SHARES), -1).argmin(axis=0) * len(left) + np.arange(len(left))
        chosen, left = (rows[tried.misses[chosen] < best.misses[left]] for rows in (chosen, left))
        if not left.size:
            break
        for mine, its in zip(vars(best).values(), vars(tried).values(), strict=True):
            mine[left] = its[chosen]
    return Solution(best.weights, best.seen, best.misses, best.misses <= tolerance)


def _look(verb: Verb, aim: Aim, adverbs: Array, wanted: Array) -> _Places:
    weights = verb.weights(adverbs)
    seen = aim.see(weights)
    return _Places(np.array(adverbs), weights, seen, aim.misses(seen, wanted))
