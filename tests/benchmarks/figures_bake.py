"""Figures of the bake: how many keys are left of a reach, steered by a moving goal, at 0.1 degree and 0.5 mm."""

import bpy
import numpy as np

from adverb.addon import actions
from tests.blender import stick
from tests.blender.test_rigs import MOCAP, bvh_verb

# At which frame of each of the captured reaches the hand is furthest out.
PEAKS = (19, 19, 19, 21, 19, 18, 18, 17, 19, 21, 22, 22, 24, 19, 32, 30)


def figures():
    verb = _captured() if MOCAP.is_dir() else _made_up()
    verb.timing, verb.bake_end = "PLAY", 45
    bpy.ops.adverb.measure()
    bpy.ops.adverb.go_live()
    for frame, example in zip((1, 15, 30, 45), np.array(verb.examples)[[0, 6, 9, 12]], strict=True):
        verb.goal.location = stick.place(example)
        verb.goal.keyframe_insert("location", frame=frame)
    yield "bake.keys_ratio", _keys(verb, True) / _keys(verb, False), "", "0.35 at most"


def _keys(verb, is_reduced):
    verb.bake_reduce, verb.bake_angle, verb.bake_distance = is_reduced, np.radians(0.1), 0.0005
    bpy.ops.adverb.bake(name=f"{is_reduced}", release=False)
    action = bpy.data.actions[f"{is_reduced}"]
    return actions.key_count(action, action.slots[0])


def _captured():
    folder = MOCAP / "cmu" / "reach_one_hand"
    _, verb = bvh_verb([folder / f"144_23_r{number:02d}.bvh" for number in range(1, len(PEAKS) + 1)], "Reach")
    verb.effector = "LeftHand"
    for example, peak in zip(verb.examples, PEAKS, strict=True):
        example.keytimes[0].frame, example.keytimes[0].is_set = peak, True
    return verb


def _made_up():
    """Where there is no captured motion: a rig in all rotation modes that bends at random."""
    rig = stick.make_rig(count=30, length=0.1)
    for index in range(len(PEAKS)):
        stick.make_action(rig, f"reach {index}", frames=40, seed=index, amount=0.1, keys=4)
    rig.data.bones.active = rig.data.bones[-1]
    bpy.ops.adverb.add_verb(name="Reach")
    bpy.ops.adverb.add_examples(pattern="reach*")
    return rig.adverb.verbs[0]
