"""Weight look-ups of a pose mesh, one at a time as a live verb asks for them, beside the radial basis.

Nine looks stand on a grid of 120 by 60 degrees, a little off it as measured ones are; goals lie among them, and some
beyond.
"""

import numpy as np

from adverb.core import pose_mesh, radial_basis
from tests.benchmarks.clock import best

LOOK_UPS, ROUNDS = 2000, 25


def figures():
    rng = np.random.default_rng(5)
    points = np.stack(np.meshgrid((-0.5, 0.0, 0.5), (-0.25, 0.0, 0.25)), axis=-1).reshape(-1, 2)
    points += rng.uniform(-0.01, 0.01, points.shape)
    points -= points.mean(axis=0)
    goals = rng.uniform(-1.2, 1.2, (LOOK_UPS, 2)) * (0.5, 0.25)
    ways = {
        "mesh": pose_mesh.fit(points, {}),
        "going on": pose_mesh.fit(points, {"outside": "EXTRAPOLATE"}),
        "basis": radial_basis.fit(points, {}),
    }

    def looking_up(way):
        def run():
            for goal in goals:
                way.weights(goal)

        return run

    runs = {name: looking_up(way) for name, way in ways.items()}
    seconds = dict.fromkeys(runs, np.inf)
    for _ in range(ROUNDS):
        for name, run in runs.items():
            seconds[name] = min(seconds[name], best(run, 1))
    rates = {name: LOOK_UPS / its for name, its in seconds.items()}
    yield "posemesh.rate", rates["mesh"], "look-ups/s", f"no less than the radial basis: {rates['basis']:.4g}"
    yield "posemesh.speed", rates["mesh"] / rates["basis"], "times the radial basis", "1 at least"
    yield "posemesh.outside_speed", rates["going on"] / rates["basis"], "times the radial basis", "1 at least"
