"""The verb of `figures_core` with a thousand pseudo-examples, beside itself without them."""

from dataclasses import replace

import numpy as np

from adverb.core.refined import Refined
from adverb.core.verb import fit
from tests.benchmarks.clock import best
from tests.benchmarks.figures_core import ADVERBS, FRAMES, examples

PSEUDO_EXAMPLES, POSES, ROUNDS = 1000, 1000, 21


def refined(verb):
    """Pseudo-examples all over the box of the examples, each with a change of weights as small as refinement makes."""
    rng = np.random.default_rng(11)
    points = verb.axes.scale(rng.uniform(size=(PSEUDO_EXAMPLES, ADVERBS)))
    layer = Refined.on(verb.interpolator, verb.hull.vertices)
    for point in points:
        change = 0.02 * rng.normal(size=len(verb.hull.vertices))
        layer = layer.insert(point, layer.base.weights(point) + change - change.mean())
    return replace(verb, interpolator=layer)


def figures():
    verb = fit(examples(), "xyz")
    many = refined(verb)
    rng = np.random.default_rng(12)
    points, times = rng.uniform(size=(POSES, ADVERBS)), rng.uniform(0, FRAMES, size=POSES).tolist()

    def poses(its):
        def one_by_one():
            for point, time in zip(points, times, strict=True):
                its.pose(point, time)

        return one_by_one

    # Turn by turn, so that whatever slows the machine down slows both.
    pairs = [(best(poses(verb), 1), best(poses(many), 1)) for _ in range(ROUNDS)]
    plain, with_many = (POSES / min(seconds) for seconds in zip(*pairs, strict=True))
    yield "pose.rate_1000", with_many, "poses/s", f"half of pose.rate: {0.5 * plain:.4g}"
