"""Captured motion as verbs, made with the buttons: at every example the captured pose, and a body in between."""

from itertools import combinations

import bpy
import numpy as np
import pytest

from adverb.addon import hub
from tests.blender.stick import numbers, place, played
from tools import captured

pytestmark = pytest.mark.skipif(not captured.MOCAP.is_dir(), reason="captured motion is not beside this checkout")


def limbs(rig, pose):
    """How long every bone is that has a parent, from joint to joint."""
    bones = {bone.name: place for place, bone in enumerate(rig.pose.bones)}
    pairs = [(bones[bone.name], bones[bone.parent.name]) for bone in rig.pose.bones if bone.parent]
    heads = pose[:, :3, 3]
    return np.array([np.linalg.norm(heads[child] - heads[parent]) for child, parent in pairs])


@pytest.mark.parametrize("name", captured.VERBS)
def test_a_captured_verb_does_what_was_captured_and_stays_a_body_in_between(name):
    rig = captured.VERBS[name]()
    verb = rig.adverb.verbs[0]
    cycle, verb.cycle, verb.timing = verb.cycle, "ONCE", "PLAY"
    assert bpy.ops.adverb.build() == {"FINISHED"}
    assert bpy.ops.adverb.go_live() == {"FINISHED"}

    for example in verb.examples:
        captured.steer(verb, place(example))
        middle = round(float(example.action.frame_range[1]) / 2)
        for frame in (1, middle, int(example.action.frame_range[1])):
            bpy.context.scene.frame_set(frame)
            assert np.allclose(numbers(rig), played(rig, example.action, frame), atol=1e-4)

    verb.cycle = cycle
    bpy.ops.adverb.release()
    bpy.ops.adverb.go_live()
    rest = limbs(rig, np.array([bone.matrix_local for bone in rig.data.bones]))
    pairs = list(combinations(verb.examples, 2))
    for one, other in pairs[:: 1 + len(pairs) // 12]:
        captured.steer(verb, 0.5 * (np.array(place(one)) + place(other)))
        for frame in (1, 12, 25, 60):
            bpy.context.scene.frame_set(frame)
            pose = numbers(rig)
            assert np.isfinite(pose).all()
            assert np.allclose(limbs(rig, pose), rest, atol=1e-4)
            assert hub.lives[verb.uid].weights.sum() == pytest.approx(1.0, abs=1e-6)


@pytest.mark.parametrize("name", ["reach_left", "reach_right", "kick"])
def test_a_captured_limb_goes_with_the_goal_from_example_to_example(name):
    rig = captured.VERBS[name]()
    verb = rig.adverb.verbs[0]
    bpy.ops.adverb.go_live()
    axes = ["XYZ".index(adverb.axis) for adverb in verb.adverbs]
    for example in verb.examples:
        captured.steer(verb, place(example))
        end = rig.evaluated_get(bpy.context.evaluated_depsgraph_get()).pose.bones[verb.effector].tail
        assert np.allclose(np.array(end)[axes], place(example), atol=1e-4)


@pytest.mark.parametrize("name", ["jog", "walk"])
def test_a_captured_gait_goes_on_from_cycle_to_cycle(name):
    rig = captured.VERBS[name]()
    verb = rig.adverb.verbs[0]
    bpy.ops.adverb.go_live()
    values = np.array([place(example) for example in verb.examples])
    for share in (0.25, 0.5, 0.75):
        captured.steer(verb, values.min(axis=0) + share * np.ptp(values, axis=0))
        live = hub.lives[verb.uid]
        length = live.built.verb.motion.keytimes(live.weights)[-1]
        heads = []
        for cycles in range(4):
            at = 1.0 + cycles * length
            bpy.context.scene.frame_set(int(at), subframe=at % 1.0)
            heads.append(numbers(rig)[rig.pose.bones.find(captured.HIPS), :2, 3])
        steps = np.linalg.norm(np.diff(heads, axis=0), axis=1)
        assert steps[0] > 0.4
        assert np.allclose(steps, steps[0], rtol=1e-2)
