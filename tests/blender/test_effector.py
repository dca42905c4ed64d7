"""Forward kinematics on arrays and Blender itself give the same answer."""

import bpy
import numpy as np
import pytest

from adverb.addon import building, effector, sampling
from adverb.addon.channels import Property
from adverb.addon.stepwise import finish
from tests.blender.stick import make_rig, place, played


def clip_of(rig, example, frame):
    action, slot = building.source(example)
    return sampling.sample(rig, example.name, action, slot, np.array([float(frame)]))[0]


@pytest.mark.parametrize("end", ["HEAD", "TAIL"])
def test_forward_kinematics_is_where_blender_puts_the_bone(rig, end):
    for example in rig.adverb.verbs[0].examples:
        for frame in (1, 6.5, 14):
            clip = clip_of(rig, example, frame)
            assert effector.is_plain(rig, "bone 4")
            arrays = effector.places(rig, "bone 4", end, clip.layout, clip.values, bpy.context.view_layer)
            asked = finish(effector._ask(rig, ["bone 4"], clip.layout, clip.values, bpy.context.view_layer))
            asked = effector.point(rig, "bone 4", end, asked[:, 0])
            assert np.allclose(arrays, asked, atol=2e-6)


def test_measured_at_the_keytime(rig):
    verb = rig.adverb.verbs[0]
    for example in verb.examples:
        pose = played(rig, example.action, int(example.keytimes[0].frame))[-1]
        tail = pose[:3, 3] + pose[:3, 1] * rig.data.bones["bone 4"].length
        assert np.allclose(place(example), tail, atol=2e-6)


def test_a_constraint_on_the_way_is_asked_of_blender_and_nothing_stays_changed(rig):
    before = [tuple(bone.location) + tuple(bone.rotation_euler) for bone in rig.pose.bones]
    limit = rig.pose.bones["bone 2"].constraints.new("LIMIT_ROTATION")
    limit.use_limit_x = limit.use_limit_y = limit.use_limit_z = True
    assert not effector.is_plain(rig, "bone 4")
    verb = rig.adverb.verbs[0]
    bpy.ops.adverb.measure()
    for example in verb.examples:
        pose = played(rig, example.action, int(example.keytimes[0].frame))[-1]
        tail = pose[:3, 3] + pose[:3, 1] * rig.data.bones["bone 4"].length
        assert np.allclose(place(example), tail, atol=2e-6)
    assert before == [tuple(bone.location) + tuple(bone.rotation_euler) for bone in rig.pose.bones]


def test_a_live_rig_with_constraints_says_release_first(rig):
    rig.pose.bones["bone 2"].constraints.new("LIMIT_ROTATION")
    bpy.ops.adverb.go_live()
    with pytest.raises(RuntimeError, match="Release it first"):
        bpy.ops.adverb.measure()


def test_bones_that_do_not_inherit_are_not_plain():
    rig = make_rig()
    rig.data.bones["bone 1"].use_inherit_rotation = False
    assert not effector.is_plain(rig, "bone 4")
    assert effector.is_plain(rig, "bone 0")


@pytest.mark.parametrize("name", ['odd "name"', "back\\slash", "plain", 'pose.bones["x"]'])
def test_paths_survive_any_name(name):
    assert Property.of(Property(name, "location").path) == Property(name, "location")
    assert Property.of(Property(name, '["grip"]').path) == Property(name, '["grip"]')
