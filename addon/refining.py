"""Refinement of a verb on its rig: pseudo-examples found, kept in the file, and taken away again."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import bpy

from ..core import accuracy as errors
from ..core.refinement import Progress, refine, refined
from . import accuracy, aiming, building, live
from .accuracy import Map
from .building import Built
from .stepwise import Stepwise

if TYPE_CHECKING:
    from .properties import ADVERB_PG_verb


@dataclass(frozen=True)
class Refinement:
    """What came of it: misses in percent before the very first pseudo-example and now, and the map now."""

    added: int
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
    tolerance = 0.01 * verb.tolerance * errors.diagonal(built.verb, aim)
    stages = [(error.mean, error.most) for error in verb.errors] if accuracy.is_refined(built) else []
    start = len(refined(built.verb).points)
    bounds = (verb.weight_least, verb.weight_most)
    last: Progress | None = None
    for step in refine(built.verb, aim, samples.adverbs, tolerance, verb.insertions, bounds):
        if step.number > start or not stages:
            del stages[step.number :]  # between two insertions, places may turn out that no blend reaches
            stages.append((step.accuracy.mean_percent, step.accuracy.most_percent))
        last = step
        yield (step.number - start) / verb.insertions
    _write(verb, built, last, stages)
    built = building.build(rig, verb)
    if verb.is_live:
        live.refit(rig, verb)
    unreached = errors.served(built.verb, samples.adverbs) & ~last.accuracy.counts
    return Refinement(len(verb.pseudo) - start, stages[0], accuracy.remake(rig, verb, built, aim, unreached))


def clear(rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> int:
    """Take all pseudo-examples away; how many there were."""
    count = len(verb.pseudo)
    verb.pseudo.clear()
    verb.errors.clear()
    verb.refined_for, verb.unreached = "", 0.0
    if verb.is_live:
        live.refit(rig, verb)
    accuracy.follow(rig, verb)
    return count


def _write(verb: "ADVERB_PG_verb", built: Built, last: Progress, stages: list[tuple[float, float]]) -> None:
    layer = refined(last.verb)
    verb.pseudo.clear()
    points = built.verb.axes.unscale(layer.points)
    for point, radius, weights in zip(points, layer.radii, layer.prescribed, strict=True):
        pseudo = verb.pseudo.add()
        pseudo.radius = radius
        for number in point:
            pseudo.point.add().value = number
        for number in weights:
            pseudo.weights.add().value = number
    verb.refined_for = building.examples_of(built.fingerprint)
    verb.errors.clear()
    for mean, most in stages:
        error = verb.errors.add()
        error.mean, error.most = mean, most
    verb.unreached = last.unreached_percent
