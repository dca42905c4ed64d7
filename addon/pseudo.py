"""Pseudo-examples as they are saved with a verb: points of adverb space where Refine prescribed the weights.

What is saved is what is used, before and after it was saved: in single precision, but with sums of 1.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ..core.interpolators import Refinable, inserted
from ..core.refined import refinable
from ..core.verb import Verb

if TYPE_CHECKING:
    from .properties import ADVERB_PG_verb


def write(verb: "ADVERB_PG_verb", plain: Verb, layer: Refinable) -> None:
    """Save those that a verb of the core has been given, in place of what is there."""
    verb.pseudo.clear()
    points = plain.axes.unscale(inserted(layer))
    for point, radius, weights in zip(points, layer.radii, layer.prescribed, strict=True):
        pseudo = verb.pseudo.add()
        pseudo.radius = radius
        for number in point:
            pseudo.point.add().value = number
        for number in weights:
            pseudo.weights.add().value = number


def refined(verb: "ADVERB_PG_verb", plain: Verb) -> Verb:
    """The verb of the core with the pseudo-examples that are saved."""
    points, weights = (
        np.array([[number.value for number in getattr(each, part)] for each in verb.pseudo])
        for part in ("point", "weights")
    )
    weights += (1.0 - weights.sum(axis=1, keepdims=True)) / weights.shape[1]
    radii = np.array([each.radius for each in verb.pseudo])
    layer = refinable(plain.interpolator, plain.hull.vertices)
    return replace(plain, interpolator=layer.take(plain.axes.scale(points), radii, weights))


def told(verb: "ADVERB_PG_verb") -> bytes:
    """All that is saved of them, "" if there are none."""
    numbers = [
        [*(number.value for number in each.point), each.radius, *(number.value for number in each.weights)]
        for each in verb.pseudo
    ]
    return repr((verb.refined_for, numbers)).encode() if numbers else b""
