"""Figures of authoring: how long an artist waits for the buttons that make a verb."""

import bpy

from tests.benchmarks.clock import best
from tools.captured import MOCAP, import_bvh, told

REACHES = tuple(f"144_23_r{number:02d}" for number in range(1, 17))


def figures():
    if not MOCAP.is_dir():
        return
    rig = _captured_reaches()

    def tag():
        bpy.ops.adverb.add_examples(pattern="144_23*")
        bpy.ops.adverb.measure()

    def prepare():
        rig.adverb.verbs.clear()
        bpy.ops.adverb.add_verb(preset="REACH")
        rig.adverb.verbs[0].effector = "LeftHand"

    tag.prepare = prepare
    yield "author.tag16_ms", 1e3 * best(tag), "ms", "none named"


def _captured_reaches():
    """One rig with the Actions of all reaches, each with a marker where the hand arrives."""
    for name in REACHES:
        other = import_bvh(MOCAP / "cmu" / "reach_one_hand" / f"{name}.bvh")
        action = other.animation_data.action
        action.name = name
        action.use_fake_user = True
        action.pose_markers.new("touch").frame = told(name)["peak_frame"]
        if name != REACHES[-1]:
            bpy.data.armatures.remove(other.data)
    return other
