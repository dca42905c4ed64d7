"""The rigs people have: a generated Rigify human, and captured motion imported as BVH."""

import bpy
import numpy as np
import pytest

from adverb.addon import actions, effector
from tests.blender.stick import make_human, numbers, place, played
from tools.captured import MOCAP, import_bvh

captured = pytest.mark.skipif(not MOCAP.is_dir(), reason="captured motion is not beside this checkout")


def bvh_verb(files, name, preset="REACH"):
    """One rig with the Actions of several files as examples of a verb; the rigs of the others are removed."""
    rig = None
    for path in files:
        other = import_bvh(path)
        other.animation_data.action.name = path.stem
        if rig is None:
            rig = other
        else:
            bpy.data.objects.remove(other)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.adverb.add_verb(name=name, preset=preset)
    bpy.ops.adverb.add_examples(pattern="*")
    return rig, rig.adverb.verbs[0]


@captured
def test_captured_reaches_land_where_the_captured_hand_was():
    peaks = dict(zip(range(1, 17), (19, 19, 19, 21, 19, 18, 18, 17, 19, 21, 22, 22, 24, 19, 32, 30), strict=True))
    files = [MOCAP / "cmu" / "reach_one_hand" / f"144_23_r{number:02d}.bvh" for number in peaks]
    rig, verb = bvh_verb(files, "Reach")
    verb.effector, verb.timing = "LeftHand", "PLAY"
    for example, peak in zip(verb.examples, peaks.values(), strict=True):
        example.keytimes[0].frame, example.keytimes[0].is_set = peak, True
    bpy.ops.adverb.measure()
    assert len({tuple(np.round(place(example), 3)) for example in verb.examples}) == 16
    bpy.ops.adverb.go_live()
    for example in verb.examples:
        verb.goal.location = place(example)
        for frame in (1, int(example.keytimes[0].frame)):
            bpy.context.scene.frame_set(frame)
            assert np.allclose(numbers(rig), played(rig, example.action, frame), atol=1e-5)
        hand = rig.evaluated_get(bpy.context.evaluated_depsgraph_get()).pose.bones["LeftHand"].tail
        assert np.allclose(hand, verb.goal.location, atol=1e-5)


@captured
def test_a_captured_walk_travels_on_from_cycle_to_cycle():
    rig, verb = bvh_verb([MOCAP / "cmu" / "walk_turn" / "16_15.bvh"], "Walk", "STYLE")
    action = verb.examples[0].action
    action.use_frame_range, action.frame_start, action.frame_end = True, 20, 58
    verb.cycle, verb.root, verb.timing = "TRAVEL", "Hips", "PLAY"
    bpy.ops.adverb.go_live()
    heads = []
    for frame in (1, 39, 77, 115):
        bpy.context.scene.frame_set(frame)
        heads.append(np.array(rig.evaluated_get(bpy.context.evaluated_depsgraph_get()).pose.bones["Hips"].head))
    steps = np.linalg.norm(np.diff(heads, axis=0)[:, :2], axis=1)
    assert steps[0] > 0.5
    assert np.allclose(steps, steps[0], rtol=0.02)
    verb.cycle = "IN_PLACE"
    places = []
    for frame in (5, 43, 81):
        bpy.context.scene.frame_set(frame)
        places.append(numbers(rig))
    assert np.allclose(places[0], places[1], atol=1e-4)
    assert np.allclose(places[0], places[2], atol=1e-4)


@pytest.fixture
def human():
    """A generated Rigify human with reach Actions on its torso and the IK control of its right hand."""
    rig = make_human(bpy.ops.object.armature_basic_human_metarig_add)
    rng = np.random.default_rng(5)
    written = [(f'pose.bones["{name}"].location', index, name) for name in ("hand_ik.R", "torso") for index in range(3)]
    written += [('pose.bones["chest"].rotation_quaternion', index, "chest") for index in range(4)]
    for index in range(5):
        numbers = 0.1 * rng.normal(size=(3, len(written)))
        numbers[:, 6] += 1.0
        action = actions.write(f"reach {index}", rig, written, np.array([1.0, 10.0, 20.0]), numbers)
        action.pose_markers.new("touch").frame = 10
    bpy.ops.adverb.add_verb()
    bpy.ops.adverb.add_examples(pattern="reach*")
    rig.adverb.verbs[0].effector = "DEF-hand.R"
    return rig


def test_a_rigify_rig_is_measured_through_its_constraints_and_goes_live(human):
    verb = human.adverb.verbs[0]
    assert not effector.is_plain(human, "DEF-hand.R")
    before = [tuple(bone.location) for bone in human.pose.bones]
    bpy.ops.adverb.measure()
    assert before == [tuple(bone.location) for bone in human.pose.bones]
    bpy.ops.adverb.go_live()
    for example in verb.examples:
        verb.goal.location = place(example)
        bpy.context.scene.frame_set(10)
        hand = human.evaluated_get(bpy.context.evaluated_depsgraph_get()).pose.bones["DEF-hand.R"].tail
        assert np.allclose(hand, verb.goal.location, atol=1e-4)
    drivers = len(human.animation_data.drivers)
    bpy.ops.adverb.release()
    assert len(human.animation_data.drivers) == drivers - 10
