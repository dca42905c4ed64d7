"""A bake with reduced keys plays, at every frame, what the bake with all keys plays."""

import bpy
import numpy as np
import pytest

from adverb.addon import actions, channels
from adverb.core import native, quaternion
from tests.blender import stick

MODES = (native.QUATERNION, native.AXIS_ANGLE, *native.EULER_ORDERS)
DEGREE = np.pi / 180.0


@pytest.fixture
def verb():
    """A live verb on a bone in each rotation mode, with a goal that moves."""
    rig = stick.make_rig(count=len(MODES), modes=MODES, length=0.3)
    for index in range(4):
        stick.make_action(rig, f"reach {index}", frames=40 + 5 * index, seed=index, amount=0.3)
    rig.data.bones.active = rig.data.bones[-1]
    bpy.ops.adverb.add_verb()
    bpy.ops.adverb.add_examples(pattern="reach*")
    verb = rig.adverb.verbs[0]
    verb.timing, verb.bake_start, verb.bake_end = "PLAY", 1, 60
    bpy.ops.adverb.measure()
    bpy.ops.adverb.go_live()
    for frame in (1, 20, 45, 60):
        verb.goal.location = 0.5 * np.random.default_rng(frame).normal(size=3)
        verb.goal.keyframe_insert("location", frame=frame)
    return verb


def bake(verb, name, **settings):
    for setting, value in settings.items():
        setattr(verb, setting, value)
    bpy.ops.adverb.bake(name=name, release=False)
    return bpy.data.actions[name]


def played(rig, action, frames):
    """What bones and the custom property do when a copy of the rig plays an Action: turns, places, scales, values."""
    copy = rig.copy()
    copy.animation_data_clear()
    bpy.context.scene.collection.objects.link(copy)
    actions.assign(copy, action)
    turns, places, values = [], [], []
    for frame in frames:
        bpy.context.scene.frame_set(int(frame), subframe=frame % 1)
        shown = copy.evaluated_get(bpy.context.evaluated_depsgraph_get()).pose.bones
        turns.append([turn(bone) for bone in shown])
        places.append([tuple(bone.location) for bone in shown])
        values.append([shown[-1]["grip"]])
    bpy.data.objects.remove(copy)
    return np.array(turns), np.array(places), np.array(values)


def turn(bone):
    numbers = getattr(bone, channels.rotation_property(bone.rotation_mode))
    return native.to_quaternion(np.array(numbers), bone.rotation_mode)


def angles(one, other):
    between = quaternion.multiply(quaternion.conjugate(one), other)
    return 2.0 * np.arctan2(np.linalg.norm(between[..., 1:], axis=-1), np.abs(between[..., 0]))


@pytest.mark.parametrize(("angle", "distance"), [(0.1, 0.0005), (1.0, 0.01)])
@pytest.mark.parametrize("step", [1.0, 0.5])
def test_reduced_keys_play_within_the_tolerance_in_every_rotation_mode(verb, angle, distance, step):
    rig = verb.id_data
    every = bake(verb, "every", bake_step=step)
    few = bake(verb, "few", bake_reduce=True, bake_angle=angle * DEGREE, bake_distance=distance)
    frames = np.arange(1, 60 + step, step)
    one, other = played(rig, every, frames), played(rig, few, frames)
    off = angles(one[0], other[0])
    assert off.max() <= angle * DEGREE * 1.001
    assert off.max(axis=0).min() > 1e-6, "every bone is keyed anew"
    assert np.linalg.norm(one[1] - other[1], axis=-1).max() <= distance * 1.001
    assert np.abs(one[2] - other[2]).max() <= distance * 1.001
    counts = [actions.key_count(action, action.slots[0]) for action in (every, few)]
    assert counts[1] < 0.5 * counts[0]


def test_numbers_of_one_rotation_share_their_keys(verb):
    few = bake(verb, "few", bake_reduce=True)
    for bone in verb.id_data.pose.bones:
        path = channels.Property(bone.name, channels.rotation_property(bone.rotation_mode)).path
        curves = [curve for curve in actions.curves(few, few.slots[0]) if curve.data_path == path]
        assert len(curves) == native.width(bone.rotation_mode)
        times = [[key.co.x for key in curve.keyframe_points] for curve in curves]
        assert all(each == times[0] for each in times)
        assert (times[0][0], times[0][-1]) == (1, 60)


def test_handles_stay_where_they_are_when_the_artist_touches_the_curve(verb):
    few = bake(verb, "few", bake_reduce=True)
    for curve in actions.curves(few, few.slots[0]):
        assert {key.handle_left_type for key in curve.keyframe_points} == {"ALIGNED"}
        before = [curve.evaluate(frame) for frame in range(1, 61)]
        curve.update()
        assert np.allclose([curve.evaluate(frame) for frame in range(1, 61)], before, atol=1e-5)


def test_what_rests_needs_its_ends_only(verb):
    verb.timing = "HOLD"
    verb.goal.animation_data.action = None
    few = bake(verb, "few", bake_reduce=True)
    assert {len(curve.keyframe_points) for curve in actions.curves(few, few.slots[0])} == {2}


def test_a_single_frame_has_single_keys(verb):
    few = bake(verb, "few", bake_reduce=True, bake_end=1)
    assert {len(curve.keyframe_points) for curve in actions.curves(few, few.slots[0])} == {1}
    every = bake(verb, "every", bake_reduce=False)
    for one, other in zip(*(actions.curves(action, action.slots[0]) for action in (few, every)), strict=True):
        assert one.evaluate(1) == other.evaluate(1)
