"""Captured walks as cycles of one verb, and how much the feet of their blend skate."""

import bpy
import numpy as np

from adverb.addon import building, effector, tracing
from adverb.core import events
from adverb.core.events import Contact
from tests.blender.test_rigs import MOCAP, bvh_verb

FEET = ("LeftFoot", "RightFoot")
WEIGHTS = (0.25, 0.5, 0.75)

# Two walks of one person each, of different length and speed: cycles of 34 and 30 frames, and of 45 and 26.
PAIRS = (("walk_turn/16_15", "walk_turn/16_21"), ("walk_speed/07_04", "walk_speed/07_12"))


def walking(files, late):
    """A verb of two walks that travels; each is cut to one cycle, so many frames after the left foot lands."""
    rig, verb = bvh_verb([MOCAP / "cmu" / f"{file}.bvh" for file in files], "Walk", "STYLE")
    verb.cycle, verb.root, verb.timing, verb.effector = "TRAVEL", "Hips", "PLAY", "LeftFoot"
    traces = tracing.trace(rig, verb, FEET, bpy.context.view_layer)
    for index, (example, trace) in enumerate(zip(verb.examples, traces, strict=True)):
        found = events.contacts(trace.clip.times, trace.paths["LeftFoot"], tracing.size(rig))
        landings = [round(contact.start) for contact in found if contact.start > trace.start]
        action = example.action
        action.use_frame_range = True
        action.frame_start, action.frame_end = (landing + late[index] for landing in landings[:2])
        example.adverbs[0].value = index
    return rig, verb


def skate_ratios(rig, verb):
    """Skate of the blend at each of the weights, over that of the worse of the two walks measured in the same way.

    When the feet of the blend ought to stand is not asked of the blend: it is the mean of when those of the walks do.
    """
    built = building.build(rig, verb).verb
    traces = tracing.trace(rig, verb, FEET, bpy.context.view_layer)
    size = tracing.size(rig)

    def skate(share):
        weights = np.array([1.0 - share, share])
        length = built.motion.keytimes(weights)[-1]
        times = np.arange(0.0, 3.0 * length, 0.5)
        poses = built.motion.poses(np.tile(weights, (len(times), 1)), times)
        slides = []
        for foot in FEET:
            start, end = weights @ _standing(traces, foot, size)
            stands = [Contact(start + turn * length, end + turn * length) for turn in range(-1, 4)]
            path = effector.places(rig, foot, "HEAD", built.layout, poses, bpy.context.view_layer)
            slides.append(events.skate(times, path, stands))
        return np.mean(slides)

    own = max(skate(0.0), skate(1.0))
    return np.array([skate(share) for share in WEIGHTS]) / own


def _standing(traces, foot, size):
    """From when to when the foot stands in each walk `[2, 2]`, in frames after its start: the same step of both."""
    rows = []
    for trace in traces:
        (contact,) = events.contacts(trace.clip.times, trace.paths[foot], size, closed=True)
        rows.append(np.array([contact.start, contact.end]) - trace.start)
    lengths = [trace.end - trace.start for trace in traces]
    rows[1] -= lengths[1] * round(rows[1][0] / lengths[1] - rows[0][0] / lengths[0])
    return np.array(rows)
