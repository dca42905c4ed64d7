"""How far a gaze is off its goal, in degrees: nine poses on a pose mesh, raw, refined, and live.

Measured at every degree of 120 by 60, which is not where refinement looks, and on the evaluated rig where it is live.
"""

from time import perf_counter

import bpy
import numpy as np

from adverb.addon import aiming, building, goals, hub
from tests.benchmarks.clock import best
from tests.blender.looks import AZIMUTHS, ELEVATIONS, make_person, off

# At every so many degrees the goal is put where the live rig is to look.
_LIVE = 7.5


def figures():
    rig = make_person()
    verb = rig.adverb.verbs[0]
    default = verb.landing
    raw = misses(rig)
    yield "gaze.raw.max", raw.max(), "degrees", "none"
    yield "gaze.raw.mean", raw.mean(), "degrees", "none"
    for count in (1, 2, 3):
        verb.insertions = count
        bpy.ops.adverb.refine()
        few = misses(rig)
        bpy.ops.adverb.clear_refinement()
        yield f"gaze.refined_{count}.max", few.max(), "degrees", f"none, mean {few.mean():.3g}"
    verb.property_unset("insertions")
    started = perf_counter()
    bpy.ops.adverb.refine()
    seconds = perf_counter() - started
    refined = misses(rig)
    yield "gaze.refined.max", refined.max(), "degrees", f"0.5 at most, {len(verb.pseudo)} pseudo-vertices"
    yield "gaze.refined.mean", refined.mean(), "degrees", "none"
    yield "gaze.refine_seconds", seconds, "s", "1 at most"
    live = {way: live_max(rig, way) for way in ("SOLVE", "SEARCH")}
    other = "SEARCH" if default == "SOLVE" else "SOLVE"
    said = f"0.05 at most by {default.title()}, as such verbs start with; {other.title()} has {live[other]:.2g}"
    yield "gaze.live_max", live[default], "degrees", said
    yield from rates(building.build(rig, verb).verb.interpolator)


def misses(rig):
    """What the blends miss, at every degree."""
    verb = rig.adverb.verbs[0]
    built = building.build(rig, verb)
    aim, asked = aiming.plain_aim(rig, verb, built), grid(1.0)
    return aim.misses(aim.see(built.verb.weights(asked)), aim.wanted(asked))


def grid(step):
    """Azimuths and elevations `[B, 2]` over all of the poses, both ends among them."""
    lines = [np.arange(ends[0], ends[-1] + 1e-6, step) for ends in (AZIMUTHS, ELEVATIONS)]
    return np.stack(np.meshgrid(*lines, indexing="ij"), axis=-1).reshape(-1, 2)


def live_max(rig, way):
    """What the live verb misses at most: at every degree as its hub leads it, and on the rig at fewer."""
    verb = rig.adverb.verbs[0]
    verb.landing = way
    bpy.ops.adverb.go_live()
    live = hub.lives[verb.uid]
    aim, asked = live.landing.aim, grid(1.0)
    worst = aim.misses(aim.see(live.landing.meet_all(asked)[0]), aim.wanted(asked)).max()
    for azimuth, elevation in grid(_LIVE).tolist():
        verb.goal.location = goals.place(rig, live.built, [azimuth, elevation])
        bpy.context.view_layer.update()
        worst = max(worst, off(rig, azimuth, elevation))
    bpy.ops.adverb.release()
    return worst


def rates(mesh, count=2000, rounds=15):
    """Look-ups of the refined mesh beside those of the mesh without pseudo-vertices."""
    places = np.random.default_rng(5).uniform(-1.0, 1.0, (count, 2)) * np.abs(mesh.points).max(axis=0)

    def looking_up(way):
        def run():
            for place in places:
                way.weights(place)

        return run

    pairs = [(best(looking_up(mesh), 1), best(looking_up(mesh.bare), 1)) for _ in range(rounds)]
    refined, plain = (count / min(seconds) for seconds in zip(*pairs, strict=True))
    yield "gaze.rate", refined, "look-ups/s", f"none, {plain:.4g} without pseudo-vertices"
