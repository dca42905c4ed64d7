"""Figures of refinement on a rig whose constraints stand between the pose and the effector."""

import bpy

from tests.benchmarks.clock import best
from tests.blender.arms import make_elbow


def figures():
    rig = make_elbow()
    verb = rig.adverb.verbs[0]
    verb.insertions, verb.tolerance = 20, 0.01
    seconds = best(bpy.ops.adverb.refine, 1)
    yield "refine.rigify_seconds", seconds, "s", f"{len(verb.pseudo)} insertions through Blender's evaluation"
    yield "refine.rigify_mean", verb.errors[-1].mean, "%", f"of {verb.errors[0].mean:.2f} before"
