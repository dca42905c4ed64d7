"""Figures of how well captured reaches are predicted from each other.

Two adverbs, as on a board: sideways and height of the wrist when it arrives. The verb is made with the buttons; hips
over the origin at the start, what the root does then is left as it is. All 31 joints count, at 16 canonical times. The
keytime is what Suggest finds; for comparison also the farthest point of the wrist from the hips, which is no arrival
in the low reaches and stands out there.
"""

import bpy

from adverb.addon import building, review
from tools import captured


def figures():
    if not captured.MOCAP.is_dir():
        return
    rig = captured.reach(23, "LeftHand")
    verb = rig.adverb.verbs[0]
    verb.active_adverb = verb.adverbs.find("y")
    bpy.ops.adverb.remove_adverb()
    verb.kernel = "AUTOMATIC"
    farthest, _ = _predicted(rig, verb)
    bpy.ops.adverb.suggest_keytimes(replace=True)
    bpy.ops.adverb.measure()
    mean, nearest = _predicted(rig, verb)
    yield "loo.joint_cm", mean, "cm", "4.4 at most, where the nearest example has 6.2"
    yield "loo.nearest_cm", nearest, "cm", "none: the nearest example instead"
    yield "loo.farthest_joint_cm", farthest, "cm", "none: keytimes where the wrist is farthest from the hips"


def _predicted(rig, verb):
    """Leave one out with the kernel that was found, and with the nearest example, in centimetres."""
    bpy.ops.adverb.leave_one_out()
    assert building.build(rig, verb).choice.errors
    measured = review.fit_of(verb)
    return 100.0 * measured.distances.mean(), 100.0 * measured.nearest.mean()
