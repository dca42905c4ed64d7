"""What a new verb starts with, and which bones it finds on the rigs people have."""

import bpy
import pytest
from mathutils import Vector

from adverb.addon import anatomy
from adverb.addon.presets import PRESETS
from adverb.core.coordinates import BONE_AXES
from tests.blender.stick import make_human, make_rig
from tests.blender.test_rigs import MOCAP, captured, import_bvh


def add(preset, **settings):
    bpy.ops.adverb.add_verb(preset=preset, **settings)
    return bpy.context.object.adverb.verbs[-1]


def axes(verb):
    return [(adverb.name, adverb.kind, adverb.axis, adverb.measure) for adverb in verb.adverbs]


def make_bones(*names, parents=()):
    """A rig whose bones have these names, each one pointing ahead; `parents` are pairs of child and parent."""
    armature = bpy.data.armatures.new("Names")
    rig = bpy.data.objects.new("Names", armature)
    bpy.context.scene.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    for place, name in enumerate(names):
        bone = armature.edit_bones.new(name)
        bone.head, bone.tail = (place, 0, 0), (place, -1, 0)
    for child, parent in parents:
        armature.edit_bones[child].parent = armature.edit_bones[parent]
    armature.edit_bones.active = None
    bpy.ops.object.mode_set(mode="OBJECT")
    return rig


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_gives_a_verb_with_adverbs_and_a_keytime_to_measure_at(preset):
    make_rig()
    verb = add(preset)
    assert verb.name == PRESETS[preset].name
    assert verb.adverbs
    assert [keytime.name for keytime in verb.keytimes] == list(PRESETS[preset].keytimes)
    if verb.keytimes:
        assert verb.keytimes[verb.active_keytime].name == PRESETS[preset].chosen
    assert add(preset, name="Own").name == "Own"


def test_the_table_speaks_of_its_own_keytimes_only():
    for preset in PRESETS.values():
        assert (preset.chosen in preset.keytimes) == bool(preset.keytimes)


def test_a_reach_has_three_coordinates_and_a_board_two():
    make_rig()
    assert axes(add("REACH")) == [(axis.lower(), "GOAL", axis, "PLACE") for axis in "XYZ"]
    assert axes(add("BOARD")) == [(axis.lower(), "GOAL", axis, "PLACE") for axis in "XZ"]


def test_a_lift_is_near_or_far_and_light_or_heavy():
    rig = make_rig()
    verb = add("LIFT")
    assert axes(verb) == [("distance", "GOAL", "DISTANCE", "PLACE"), ("heavy", "VALUE", "X", "NONE")]
    assert verb.adverbs["distance"].reference == rig.data.bones[0].name


def test_a_walk_travels_with_the_bone_that_hangs_on_none_where_names_say_nothing():
    make_rig()
    verb = add("WALK")
    assert (verb.cycle, verb.root) == ("TRAVEL", "bone 0")
    assert [adverb.measure for adverb in verb.adverbs] == ["SLOPE", "SPEED"]
    assert (verb.adverbs["slope"].bone, verb.adverbs["speed"].bone) == ("", "bone 0")


def test_the_selected_bone_is_the_effector_whatever_it_is_called():
    rig = make_rig()
    rig.data.bones.active = rig.data.bones["bone 3"]
    for preset in ("REACH", "BOARD", "STRIKE", "LIFT", "GAZE"):
        assert add(preset).effector == "bone 3"
    assert add("STYLE").effector == ""
    look = add("GAZE")
    assert look.adverbs[0].reference == "bone 3"
    assert look.map.is_shown
    assert not add("BOARD").map.is_shown


def test_a_rig_without_names_to_go_by_is_told_to_choose():
    make_rig()
    assert add("REACH").effector == ""


def test_a_rigify_human_is_known_by_where_its_limbs_are_and_moved_by_its_controls():
    rig = make_human(bpy.ops.object.armature_basic_human_metarig_add)
    rig.data.bones.active = None
    for preset in ("REACH", "BOARD", "STRIKE", "LIFT"):
        assert (add(preset).effector, add(preset).effector_end) == ("DEF-hand.R", "TAIL")
    look = add("GAZE")
    assert (look.kind, look.effector, look.adverbs[0].reference) == ("POSE", "head", "head")
    walk = add("WALK")
    slope, speed = walk.adverbs
    assert (walk.root, slope.bone, slope.other_bone, speed.bone) == ("torso", "DEF-foot.L", "DEF-foot.R", "torso")


@captured
def test_a_captured_skeleton_is_known_by_its_names():
    import_bvh(MOCAP / "cmu" / "reach_one_hand" / "144_23_r01.bvh")
    assert add("REACH").effector == "RightHand"
    look = add("GAZE")
    assert (look.effector, look.adverbs[0].reference, look.adverbs[0].bone_axis) == ("Head", "Head", "Z")
    walk = add("WALK")
    assert (walk.root, *(getattr(walk.adverbs[0], name) for name in ("bone", "other_bone"))) == (
        "Hips",
        "LeftFoot",
        "RightFoot",
    )


@pytest.mark.parametrize(
    ("names", "hand", "foot", "head", "root"),
    [
        (
            ("mixamorig:Hips", "mixamorig:LeftHand", "mixamorig:RightHandIndex1", "mixamorig:RightHand")
            + ("mixamorig:HeadTop_End", "mixamorig:Head", "mixamorig:LeftToeBase", "mixamorig:LeftFoot"),
            *("mixamorig:RightHand", "mixamorig:LeftFoot", "mixamorig:Head", "mixamorig:Hips"),
        ),
        (
            ("root", "pelvis", "ik_hand_root", "hand_l", "hand_r", "foot_l", "foot_r", "head", "ball_l"),
            *("hand_r", "foot_l", "head", "pelvis"),
        ),
        (
            ("Bip01", "Bip01 Pelvis", "Bip01 L Hand", "Bip01 R Hand", "Bip01 L Foot", "Bip01 Head"),
            *("Bip01 R Hand", "Bip01 L Foot", "Bip01 Head", "Bip01 Pelvis"),
        ),
        (
            ("master", "Hand.R", "Wrist.R", "DEF-Hand.R", "Foot.L", "pelvis.L", "Head", "lHandThumb1"),
            *("Hand.R", "Foot.L", "Head", "master"),
        ),
        (
            ("hip", "rHand", "lHand", "lFoot", "rFoot", "head"),
            *("rHand", "lFoot", "head", "hip"),
        ),
        (
            ("root", "wrist.r", "handslot.r", "foot.l", "head", "hips"),
            *("wrist.r", "foot.l", "head", "hips"),
        ),
    ],
)
def test_the_parts_of_a_body_are_known_by_their_names(names, hand, foot, head, root):
    rig = make_bones(*names)
    assert anatomy.find(rig, anatomy.HAND, (anatomy.RIGHT, anatomy.LEFT)) == hand
    assert anatomy.find(rig, anatomy.FOOT, (anatomy.LEFT,)) == foot
    assert anatomy.find(rig, anatomy.HEAD) == head
    assert anatomy.root(rig) == root


def test_a_hand_on_the_left_is_taken_where_there_is_none_on_the_right():
    make_bones("spine", "hand.L", "foot.R")
    assert add("REACH").effector == "hand.L"


@pytest.mark.parametrize(
    ("name", "side"),
    [
        ("foot.L", "left"),
        ("mixamorig:RightToeBase", "right"),
        ("Bip01 L Foot", "left"),
        ("thigh_twist_01_r", "right"),
        ("pelvis", ""),
        ("lower_leg", ""),
    ],
)
def test_a_name_tells_its_side(name, side):
    assert anatomy.side(name) == side


@pytest.mark.parametrize("axis", BONE_AXES)
def test_the_axis_that_points_ahead_is_found(axis):
    """A bone is laid so that this axis of it points to -Y, where characters look."""
    from mathutils import Matrix, Vector

    rig = make_bones("head")
    bpy.ops.object.mode_set(mode="EDIT")
    own = Vector((0, 0, 0))
    own["XYZ".index(axis[-1])] = -1 if axis[0] == "-" else 1
    turn = own.rotation_difference(Vector((0, -1, 0))).to_matrix() @ Matrix.Rotation(0.3, 3, own)
    rig.data.edit_bones["head"].matrix = turn.to_4x4()
    bpy.ops.object.mode_set(mode="OBJECT")
    assert add("GAZE").adverbs[0].bone_axis == axis


def test_what_is_held_aims_as_it_is_posed_and_a_face_as_it_rests():
    rig = make_rig()
    for name in ("hand", "head"):
        bpy.ops.object.mode_set(mode="EDIT")
        bone = rig.data.edit_bones.new(name)
        bone.head, bone.tail, bone.roll = (0.3, 0, 1), (0.6, 0, 1), 0.0
        bpy.ops.object.mode_set(mode="OBJECT")
        rig.pose.bones[name].rotation_mode = "QUATERNION"
    rests = {name: anatomy.forward(rig, name) for name in ("hand", "head")}
    assert "Y" not in rests["hand"]
    for name in ("hand", "head"):  # along the bone, which lies to the left, to what is ahead
        along = rig.data.bones[name].matrix_local.to_3x3().col[1]
        turn = along.rotation_difference(Vector((0, -1, 0))).to_matrix().to_4x4()
        rig.pose.bones[name].matrix = turn @ rig.data.bones[name].matrix_local
    bpy.context.view_layer.update()
    assert anatomy.forward(rig, "hand") == "Y"
    assert anatomy.forward(rig, "head") == rests["head"]
