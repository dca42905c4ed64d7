"""Figures of mirrored Actions."""

import bpy

from adverb.addon import mirroring
from tests.blender import sided
from tests.blender.stick import make_human
from tests.blender.test_rigs import MOCAP, import_bvh


def figures():
    trials, goal = [_stick, _leaning, _human], "1e-6 at most"
    if MOCAP.is_dir():
        trials.append(_captured)
    else:
        goal += "; without captured motion, which is not beside this checkout"
    yield "mirror.error", max(_error(*trial()) for trial in trials), "rad or unit", goal


def _error(rig, action):
    """Twice mirrored against the original, over all frames and bones."""
    twice = action
    for _ in range(2):
        twice = mirroring.mirrored(rig, twice, twice.slots[0].identifier)
    return sided.apart(rig, action, twice)


def _stick():
    rig = sided.make_rig()
    return rig, sided.make_action(rig, "stick")


def _leaning():
    """Sides whose rests are no mirror images, in all rotation modes."""
    rig = sided.make_rig(tilt=0.3)
    return rig, sided.make_action(rig, "leaning")


def _human():
    rig = make_human(bpy.ops.object.armature_basic_human_metarig_add)
    return rig, sided.make_action(rig, "human")


def _captured():
    rig = import_bvh(MOCAP / "cmu" / "reach_one_hand" / "144_23_r01.bvh")
    return rig, rig.animation_data.action
