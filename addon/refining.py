"""Refinement of a verb on its rig: pseudo-examples found, kept in the file, and taken away again."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import bpy
import numpy as np

from ..core import accuracy as errors
from ..core.refinement import refine, refined
from ..core.verb import Verb
from . import accuracy, aiming, building, live, plots, pseudo
from .accuracy import Map
from .building import Built
from .stepwise import Stepwise, finish

if TYPE_CHECKING:
    from .properties import ADVERB_PG_verb


# Between the samples a verb misses a little more than at them: how much of the tolerance it may miss there.
_SAFE = 0.9


@dataclass(frozen=True)
class Refinement:
    """What came of it: misses in percent before the very first pseudo-example and now, and the map now."""

    before: tuple[float, float]  # mean, most
    map: Map


def refine_stepwise(
    rig: bpy.types.Object, verb: "ADVERB_PG_verb", view_layer: bpy.types.ViewLayer
) -> Stepwise[Refinement]:
    """Add pseudo-examples to those that the verb has until it is within its tolerance, or has as many more as it may.
    Those of other examples are replaced. Nothing is written before all are found."""
    built = building.build(rig, verb)
    aim = aiming.aim(rig, verb, built, view_layer)
    samples = accuracy.grid(built, aim)
    tolerance = _SAFE * accuracy.tolerance(verb, aim, errors.diagonal(built.verb, aim))
    stages = [(error.mean, error.most) for error in verb.errors] if accuracy.is_refined(built) else []
    start = len(refined(built.verb).prescribed)
    bounds = (verb.weight_least, verb.weight_most)
    now, left = built.verb, verb.insertions
    lost = np.zeros(len(samples.adverbs), dtype=bool)
    while left:
        before = left
        for step in refine(now, aim, samples.adverbs, tolerance, left, bounds):
            if step.number > start or not stages:
                del stages[step.number :]  # between two insertions, places may turn out that no blend reaches
                stage = replace(step.accuracy, counts=step.accuracy.counts & ~lost)
                stages.append((stage.mean_percent, stage.most_percent))
            now, left = step.verb, verb.insertions - (step.number - start)
            yield 1.0 - left / verb.insertions
        lost = ~step.accuracy.counts
        if left == before or not step.unreached:
            break  # else what could not be reached may be now: its neighbours lead on
    _write(verb, built, now, stages)
    accuracy.keep_unreached(verb, lost)
    return Refinement(stages[0], _settle(rig, verb, view_layer))


def clear(rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> int:
    """Take all pseudo-examples away; how many there were."""
    count = len(verb.pseudo)
    verb.pseudo.clear()
    verb.errors.clear()
    verb.refined_for, verb.unreached_at, verb.unreached = "", "", 0.0
    if verb.is_live:
        live.refit(rig, verb)
    accuracy.follow(rig, verb)
    return count


def _settle(rig: bpy.types.Object, verb: "ADVERB_PG_verb", view_layer: bpy.types.ViewLayer) -> Map:
    """Let all follow what was written, and tell the error of that, as it will be measured ever after."""
    if verb.is_live:
        live.refit(rig, verb)
    found = finish(accuracy.measure_stepwise(rig, verb, view_layer))
    last = verb.errors[-1]
    last.mean, last.most = found.percent(found.mean), found.percent(found.most)
    verb.unreached = found.unreached_percent
    plots.follow(verb)
    return found


def _write(verb: "ADVERB_PG_verb", built: Built, now: Verb, stages: list[tuple[float, float]]) -> None:
    pseudo.write(verb, built.verb, refined(now))
    verb.refined_for = building.examples_of(built.fingerprint)
    verb.errors.clear()
    for mean, most in stages:
        error = verb.errors.add()
        error.mean, error.most = mean, most
