"""Mirrored Actions: the artist's keys on the other side, and twice is the original."""

import bpy
import numpy as np
import pytest

from adverb.addon import actions, channels, mirroring
from tests.blender import sided
from tests.blender.stick import make_human, played
from tests.blender.test_rigs import MOCAP, captured, import_bvh

ACROSS = np.diag((-1.0, 1.0, 1.0, 1.0))
CLOSE = 1e-6
LONE = ["LThumb", "RThumb", "LHipJoint", "RHipJoint"]


def mirrored(rig, action):
    return mirroring.mirrored(rig, action, action.slots[0].identifier)


def drawn(action):
    """All that an artist sees of the curves of an Action, by path and index."""
    return {
        (curve.data_path, curve.array_index): [
            (
                tuple(key.co),
                tuple(key.handle_left),
                tuple(key.handle_right),
                (key.handle_left_type, key.handle_right_type, key.interpolation, key.easing),
            )
            for key in curve.keyframe_points
        ]
        for curve in actions.curves(action, action.slots[0])
    }


def assert_seen_in_the_mirror(rig, action, image, frame, ignored=(), tolerance=1e-5):
    names = [bone.name for bone in rig.pose.bones]
    poses, images = (played(rig, each, frame) for each in (action, image))
    for name in set(names) - set(ignored):
        partner = mirroring.bone_across(rig, name)
        place = (ACROSS @ poses[names.index(name)])[:3, 3]
        assert np.allclose(images[names.index(partner)][:3, 3], place, atol=tolerance), name


def test_a_symmetric_rig_in_every_mode_keeps_keys_handles_and_groups():
    rig = sided.make_rig()
    arms = [bone.name for bone in rig.pose.bones if bone.name != "horn.L"]
    action = sided.make_action(rig, "reach.L", bones=arms)
    curve = actions.curves(action, action.slots[0])[10]
    key = curve.keyframe_points[1]
    key.handle_left_type = key.handle_right_type = "FREE"
    key.handle_right, key.interpolation = (key.co.x + 1.0, key.co.y + 0.7), "BEZIER"
    curve.keyframe_points[0].interpolation, curve.extrapolation = "BOUNCE", "LINEAR"
    before = drawn(action)
    image = mirrored(rig, action)
    assert image.name == "reach.R"
    assert drawn(action) == before
    for (path, index), keys in drawn(image).items():
        owned = channels.Property.of(path)
        source = before[channels.Property(mirroring.bone_across(rig, owned.owner), owned.name).path, index]
        sign = np.sign(keys[0][0][1] * source[0][0][1])
        for key, its in zip(keys, source, strict=True):
            assert key[3] == its[3]
            assert np.array_equal(np.array(key[:3]), np.array(its[:3]) * (1.0, sign))
    for frame in (1, 8, 17):
        assert_seen_in_the_mirror(rig, action, image, frame, ignored=["horn.L"])
    for curve in actions.curves(image, image.slots[0]):
        assert curve.group.name == channels.Property.of(curve.data_path).owner
    assert drawn(mirrored(rig, image)) == before


@pytest.mark.parametrize("tilt", [0.0, 0.05, 0.5])
def test_twice_is_the_original_however_the_rests_of_the_sides_differ(tilt):
    rig = sided.make_rig(tilt=tilt)
    action = sided.make_action(rig, "reach")
    image = mirrored(rig, action)
    again = mirrored(rig, image)
    assert image.name == "reach mirrored"
    assert again.name == "reach.001"
    assert sided.apart(rig, action, image) > 0.1
    assert sided.apart(rig, action, again) <= CLOSE


def test_partners_may_have_different_rotation_modes():
    rig = sided.make_rig()
    for mode, other in (("QUATERNION", "ZXY"), ("XYZ", "AXIS_ANGLE"), ("YXZ", "ZYX"), ("AXIS_ANGLE", "QUATERNION")):
        rig.pose.bones[f"arm {mode}.R"].rotation_mode = other
    action = sided.make_action(rig, "reach")
    image = mirrored(rig, action)
    assert_seen_in_the_mirror(rig, action, image, 30, ignored=["horn.L"])
    assert_seen_in_the_mirror(rig, action, image, 1, ignored=["horn.L"])
    assert sided.apart(rig, action, mirrored(rig, image)) <= CLOSE


def test_a_bone_without_partner_mirrors_onto_itself():
    rig = sided.make_rig()
    action = sided.make_action(rig, "nod", bones=["horn.L"])
    image = mirrored(rig, action)
    owners = {channels.Property.of(curve.data_path).owner for curve in actions.curves(image, image.slots[0])}
    assert owners == {"horn.L"}
    curves = actions.curves(action, action.slots[0])
    actions.remove(action, action.slots[0], [curve for curve in curves if "scale" in curve.data_path])
    place = [bone.name for bone in rig.pose.bones].index("horn.L")
    back = np.linalg.inv(np.array(rig.data.bones["horn.L"].matrix_local))
    # How it is moved away from its rest, less where it stands, is mirrored.
    moved, seen = (played(rig, each, 30)[place] @ back for each in (action, mirrored(rig, action)))
    assert np.allclose(seen[:3, :3], (ACROSS @ moved @ ACROSS)[:3, :3], atol=1e-5)


def test_values_belong_to_the_other_side():
    rig = sided.make_rig()
    hip, left, right = (rig.pose.bones[name] for name in ("hip", "arm XYZ.L", "arm XYZ.R"))
    for bone, key in ((left, "grip"), (right, "grip"), (hip, "smile.L"), (hip, "smile.R"), (hip, "lone.L")):
        bone[key] = 0.0
    for bone in (left, right):
        bone.constraints.new("COPY_ROTATION").name = "C"
    paths = {
        'pose.bones["arm XYZ.L"]["grip"]': 'pose.bones["arm XYZ.R"]["grip"]',
        'pose.bones["hip"]["smile.R"]': 'pose.bones["hip"]["smile.L"]',
        'pose.bones["hip"]["lone.L"]': 'pose.bones["hip"]["lone.L"]',
        'pose.bones["arm XYZ.R"].constraints["C"].influence': 'pose.bones["arm XYZ.L"].constraints["C"].influence',
        'pose.bones["gone.L"].location': 'pose.bones["gone.L"].location',
    }
    numbers = np.arange(10.0).reshape(2, 5)
    action = actions.write("grip", rig, [(path, 0, "g") for path in paths], np.array([1.0, 9.0]), numbers)
    image = mirrored(rig, action)
    before, after = drawn(action), drawn(image)
    assert after == {(paths[path], index): keys for (path, index), keys in before.items()}
    assert drawn(mirrored(rig, image)) == before


def test_the_way_of_the_root_and_of_the_rig_itself_is_mirrored():
    rig = sided.make_rig()
    written = [("location", index, "") for index in range(3)] + [("rotation_euler", index, "") for index in range(3)]
    written += [('pose.bones["hip"].location', index, "hip") for index in range(3)]
    numbers = np.random.default_rng(1).normal(size=(3, 9))
    action = actions.write("walk", rig, written, np.array([1.0, 5.0, 9.0]), numbers)
    image = mirrored(rig, action)
    for frame in (3, 9):
        worlds = []
        for each in (action, image):
            actions.assign(rig, each)
            bpy.context.scene.frame_set(frame)
            worlds.append(np.array(rig.matrix_world @ rig.pose.bones["hip"].matrix)[:3, 3])
        assert np.allclose(worlds[1], worlds[0] * (-1.0, 1.0, 1.0), atol=1e-5)


def test_other_slots_markers_and_the_range_stay_and_markers_with_a_side_change_it():
    rig = sided.make_rig()
    action = sided.make_action(rig, "walk", bones=["hip"])
    other = action.slots.new("OBJECT", "other")
    bag = action.layers[0].strips[0].channelbag(other, ensure=True)
    bag.fcurves.new('pose.bones["arm XYZ.L"].location', index=0).keyframe_points.insert(1, 4.0)
    action.use_frame_range, action.frame_start, action.frame_end = True, 3, 20
    action.pose_markers.new("touch").frame = 7
    action.pose_markers.new("down.L").frame = 12
    image = mirrored(rig, action)
    assert [(marker.name, marker.frame) for marker in image.pose_markers] == [("touch", 7), ("down.R", 12)]
    assert (image.use_frame_range, image.frame_start, image.frame_end) == (True, 3, 20)
    assert [slot.identifier for slot in image.slots] == [slot.identifier for slot in action.slots]
    (curve,) = actions.curves(image, image.slots[1])
    assert (curve.data_path, curve.keyframe_points[0].co.y) == ('pose.bones["arm XYZ.L"].location', 4.0)
    again = mirroring.mirrored(rig, action, other.identifier)
    (curve,) = actions.curves(again, again.slots[1])
    assert (curve.data_path, curve.keyframe_points[0].co.y) == ('pose.bones["arm XYZ.R"].location', -4.0)


def test_a_modifier_that_adds_its_own_is_mirrored_as_it_is_seen():
    rig = sided.make_rig()
    action = sided.make_action(rig, "shake", bones=["hip", "arm XYZ.L"])
    shaken = [curve for curve in actions.curves(action, action.slots[0]) if "rotation" in curve.data_path]
    for curve in shaken:
        curve.modifiers.new("NOISE").strength = 0.4
    image = mirrored(rig, action)
    for frame in (4, 11):
        assert_seen_in_the_mirror(rig, action, image, frame, ignored=["horn.L"])


def test_a_location_that_is_not_the_bones_own_is_mirrored_in_the_armature():
    rig = sided.make_rig()
    for side in "LR":
        rig.data.bones[f"arm QUATERNION.{side}"].use_local_location = False
    action = sided.make_action(rig, "shift", bones=["arm QUATERNION.L"])
    assert_seen_in_the_mirror(rig, action, mirrored(rig, action), 30, ignored=["horn.L"])


def test_a_rigify_human_is_seen_in_the_mirror_with_the_artists_keys():
    rig = make_human(bpy.ops.object.armature_basic_human_metarig_add)
    controls = ["torso", "chest", "hand_ik.R", "upper_arm_fk.L", "foot_ik.L", "thigh_fk.R", "foot_fk.L", "head"]
    written = [(f'pose.bones["{name}"].location', i, name) for name in controls for i in range(3)]
    numbers = 0.1 * np.random.default_rng(2).normal(size=(3, len(written)))
    action = actions.write("step", rig, written, np.array([1.0, 10.0, 20.0]), numbers)
    slot = action.slots[0]
    for name in controls:
        mode = channels.mode_of(rig, name)
        turns = channels.rotation_property(mode)
        rest = (1.0, 0.0, 0.0, 0.0) if mode == "QUATERNION" else (0.0, 0.0, 0.0)
        its = [(channels.Property(name, turns).path, index, name) for index in range(len(rest))]
        wiggle = 0.2 * np.random.default_rng(3).normal(size=(3, len(rest)))
        actions.add(action, slot, its, np.array([1.0, 10.0, 20.0]), rest + wiggle)
    image = mirrored(rig, action)
    assert actions.key_times(actions.curves(image, image.slots[0])).tolist() == [1, 10, 20]
    names = [bone.name for bone in rig.pose.bones]
    poses, images = (played(rig, each, 10) for each in (action, image))
    for name in ("DEF-hand.L", "DEF-hand.R", "DEF-foot.L", "DEF-shin.R", "DEF-spine.004"):
        seen = (ACROSS @ poses[names.index(name)])[:3, 3]
        assert np.allclose(images[names.index(mirroring.bone_across(rig, name))][:3, 3], seen, atol=2e-3), name
    assert drawn(mirrored(rig, image)) == drawn(action)


@captured
def test_a_captured_reach_comes_back_and_is_nearly_its_mirror_image():
    rig = import_bvh(MOCAP / "cmu" / "reach_one_hand" / "144_23_r01.bvh")
    action = rig.animation_data.action
    image = mirrored(rig, action)
    assert sided.apart(rig, action, mirrored(rig, image)) <= CLOSE
    # The limbs of a person differ from side to side by some millimetres.
    for frame in (1, 19):
        # Blender knows no other side of a name like 'LThumb': such a bone is its own partner.
        assert_seen_in_the_mirror(rig, action, image, frame, ignored=LONE, tolerance=0.03)
