"""What it costs a live verb to meet its goal."""

import bpy
import numpy as np

from tests.benchmarks.figures_live import FRAMES, live_ratio, make_verb
from tests.blender.stick import make_rig, place


def figures():
    yield "live.polish_ratio", _polish_ratio(), "", "3 at most"


def _polish_ratio():
    """Solve and polish at every frame against baked playback: 64 bones, the tenth of them is to be on the goal, about
    as many as from a person's hips to the hand. The goal moves among the examples at every frame."""
    rig = make_rig("Reaching", 64, ("QUATERNION",), 0.1)
    bones = [bone.name for bone in rig.pose.bones]
    verb = make_verb(rig, bones, bones[9])
    bpy.ops.adverb.release()
    bpy.ops.adverb.measure()
    bpy.ops.adverb.go_live()
    verb.landing, verb.use_polish = "SOLVE", True
    places = np.array([place(example) for example in verb.examples])
    rng = np.random.default_rng(4)
    for frame in (1, 20, 40, 60, 80, FRAMES):
        verb.goal.location = rng.dirichlet(np.ones(len(places))) @ places
        verb.goal.keyframe_insert("location", frame=frame)
    return live_ratio(rig)
