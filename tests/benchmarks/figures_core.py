"""Figures of the core alone: a motion verb with 60 bones, 15 examples of 60 frames, 3 adverbs and 4 keytimes.

The examples stand as an artist would place them for a reach: about the corners, the sides and the middle of a box.
"""

from itertools import product

import numpy as np

from adverb.core import quaternion
from adverb.core.channels import Channel, Kind, Layout
from adverb.core.clip import Clip
from adverb.core.example import Example
from adverb.core.verb import fit
from tests.benchmarks.clock import best

BONES, EXAMPLES, FRAMES, ADVERBS = 60, 15, 60, 3


def examples():
    """Smooth motions that have much in common and something each of their own, as takes of one action have."""
    rng = np.random.default_rng(7)
    layout = Layout.of(
        [Channel.of("root", Kind.LOCATION), *(Channel.of(f"bone {i}", Kind.ROTATION) for i in range(BONES))]
    )
    times = np.arange(1.0, FRAMES + 1.0)
    phase = np.linspace(0.0, 1.0, FRAMES)
    waves = np.stack([np.sin(np.pi * phase), np.sin(2 * np.pi * phase), np.ones(FRAMES)])
    common = rng.normal(size=(3, BONES, 3)) * 0.4
    keytimes = np.array([0.0, 0.3, 0.6, 1.0])
    places = [*product((0, 1), repeat=3), *(0.5 + 0.5 * side for side in (*np.eye(3), *-np.eye(3))), (0.5, 0.5, 0.5)]
    made = []
    for index in range(EXAMPLES):
        vectors = np.einsum("kf,kbc->fbc", waves, common + 0.2 * rng.normal(size=common.shape))
        values = np.concatenate(
            (np.cumsum(rng.normal(size=(FRAMES, 3)), axis=0) * 0.01, quaternion.exp(vectors).reshape(FRAMES, -1)),
            axis=1,
        )
        shifted = keytimes + np.array([0.0, *rng.uniform(-0.05, 0.05, 2), 0.0])
        keys = np.round(1 + shifted * (FRAMES - 1))
        made.append(
            Example(
                f"take {index}",
                np.array(places[index]) + rng.uniform(-0.05, 0.05, ADVERBS),
                Clip(layout, times, values),
                keys,
            )
        )
    return made


def figures():
    takes = examples()
    verb = fit(takes, "xyz")
    rng = np.random.default_rng(8)
    points, times = rng.uniform(size=(10_000, ADVERBS)), rng.uniform(0, FRAMES, size=10_000)
    few = list(zip(points[:2000], times[:2000].tolist(), strict=True))

    def one_by_one():
        for point, time in few:
            verb.pose(point, time)

    yield "pose.rate", len(few) / best(one_by_one, 21), "poses/s", "25,000 at least"
    yield "pose.batch_rate", len(points) / best(lambda: verb.poses(points, times), 21), "poses/s", "200,000 at least"
    yield "build.ms", 1e3 * best(lambda: fit(takes, "xyz")), "ms", "50 at most"
