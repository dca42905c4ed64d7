"""How far the effector misses its goal, stage by stage, in percent of the examples' bounding volume."""

from time import perf_counter

import numpy as np

from adverb.core import polish
from adverb.core.landing import Way
from adverb.core.refinement import refine
from adverb.core.search import search
from adverb.core.solver import solve
from tests.benchmarks import tasks

INSERTIONS = 60

# Mean and maximum after `hybrid`, most of `polish`, share that may be out of reach.
GOALS = {
    "arm": (0.02, 0.2, 0.001, 0),
    "board": (0.05, 0.3, 0.001, 0),
    "reach": (0.03, 0.3, 0.001, 0),
    "mocap": (0.005, 0.05, 0.001, 0),
    "shell": (0.01, 0.1, 0.001, 1),
}
PAPER = {
    "arm": {"raw": (6.85, 14.15), "search": (1.125, 4.725), "pseudo": (2.39, None), "hybrid": (0.4, None)},
    "board": {"raw": (8.11, 23.86), "search": (3.9, 11.9), "pseudo": (0.25, 0.69), "hybrid": (0.1, 0.48)},
    "reach": {"raw": (5.27, 8.98), "search": (1.03, 3.22), "pseudo": (0.51, 1.41), "hybrid": (0.053, 0.96)},
}


def figures():
    for task in (tasks.arm(), tasks.board(), tasks.reach(), *tasks.captured()):
        seconds, stages, unreached, weights = measure(task)
        mean, most, polished, share = GOALS[task.name]
        for stage, misses in stages.items():
            paper = PAPER.get(task.name, {}).get(stage, (None, None))
            wanted = {"hybrid": (mean, most), "polish": (None, polished)}.get(stage, (None, None))
            found = misses.mean(), misses.max()
            for kind, value, theirs, goal in zip(("mean", "max"), found, paper, wanted, strict=True):
                said = [f"{goal} at most" if goal is not None else "none", f"the paper has {theirs}" if theirs else ""]
                yield f"{task.name}.{stage}.{kind}", value, "%", ", ".join(filter(None, said))
        yield f"{task.name}.unreached", unreached, "%", f"{share} at most"
        yield f"{task.name}.weight_min", weights.min(), "", "none"
        yield f"{task.name}.weight_max", weights.max(), "", "none"
        if task.name == "reach":
            yield "refine.seconds", seconds, "s", f"3 at most, {INSERTIONS} insertions"


def measure(task, count=4000, insertions=INSERTIONS):
    """Seconds of refinement, misses in percent by stage, share that no blend reaches in percent, and solved weights."""
    aim, targets, wanted = task.aim, task.targets, task.aim.wanted(task.targets)
    fine = 1e-7 * aim.diagonal

    def percent(weights):
        return 100.0 * aim.misses(aim.see(weights), wanted) / aim.diagonal

    stages = {
        "raw": percent(task.verb.weights(targets)),
        "search": percent(search(task.verb, aim, targets, fine).weights),
    }
    started = perf_counter()
    for progress in refine(task.verb, aim, task.samples(count), fine, insertions):
        verb = progress.verb
    seconds = perf_counter() - started
    stages["pseudo"] = percent(verb.weights(targets))
    solved = solve(aim, verb.weights(targets), wanted, fine)
    stages["hybrid"] = percent(solved.weights)
    landing = task.refined(verb).landing(Way.SOLVE, polished=True)
    poses = verb.motion.at_all(solved.weights, np.full(len(targets), task.moment), np.zeros(len(targets)))
    corrected = polish.apply(poses, landing.corrections(targets, solved.weights))
    probe = aim.sights.probes[0]
    landed = aim.sights.tell({probe: task.body.place(probe, corrected)})
    stages["polish"] = 100.0 * aim.misses(landed, wanted) / aim.diagonal
    reached = solved.is_reached
    return seconds, {n: its[reached] for n, its in stages.items()}, 100.0 * (~reached).mean(), solved.weights[reached]
