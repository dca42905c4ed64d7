"""Examples mirrored by the button: into the verb itself where it has no side, else into a verb of the other side."""

import bpy
import numpy as np
import pytest

from adverb.addon import actions
from tests.blender import sided
from tests.blender.stick import numbers, place

LEFT, RIGHT = "arm XYZ.L", "arm XYZ.R"
PLACES = ((0.5, 0.2, 1.0), (0.0, 0.4, 1.2), (0.3, -0.1, 1.4))


@pytest.fixture
def rig():
    """A rig with two sides and a verb of three motions; tests choose its effector."""
    rig = sided.make_rig()
    bpy.ops.adverb.add_verb(name="Reach")
    for index, at in enumerate(PLACES):
        action = sided.make_action(rig, f"reach {index}", seed=index, frames=20 + index)
        action.pose_markers.new("touch").frame = 10 + index
        actions.assign(rig, action)
        bpy.ops.adverb.add_example()
        for number, value in zip(rig.adverb.verbs[0].examples[-1].adverbs, at, strict=True):
            number.value = value
    actions.assign(rig, None)
    return rig


def test_a_verb_without_side_takes_the_images_itself(rig):
    verb = rig.adverb.verbs[0]
    verb.effector, verb.active_example = "hip", 0
    verb.examples[0].adverbs[1].is_typed = False
    bpy.ops.adverb.mirror_examples()
    assert len(rig.adverb.verbs) == 1
    image = verb.examples[3]
    assert (image.name, image.action.name) == ("reach 0 mirrored", "reach 0 mirrored")
    assert place(image) == pytest.approx([-0.5, 0.2, 1.0])
    assert [number.is_typed for number in image.adverbs] == [True, False, True]
    assert (image.keytimes[0].frame, image.keytimes[0].is_set) == (10, True)
    assert verb.active_example == 3


def test_an_image_that_would_fall_on_an_example_is_left_out(rig):
    verb = rig.adverb.verbs[0]
    verb.effector = "hip"
    count = len(bpy.data.actions)
    bpy.ops.adverb.mirror_examples(all=True)
    assert [example.name for example in verb.examples[3:]] == ["reach 0 mirrored", "reach 2 mirrored"]
    assert len(bpy.data.actions) == count + 2
    assert bpy.ops.adverb.build() == {"FINISHED"}
    with pytest.raises(RuntimeError, match="'reach 0' would have the adverbs of 'reach 0 mirrored' in the mirror"):
        bpy.ops.adverb.mirror_examples(all=True)
    assert (len(verb.examples), len(bpy.data.actions)) == (5, count + 2)


def test_a_verb_with_a_side_gets_a_verb_on_the_other(rig):
    verb = rig.adverb.verbs[0]
    verb.effector, verb.cycle, verb.bones_from, verb.limit = LEFT, "IN_PLACE", "PICKED", 0.2
    verb.keytimes[0].name = "touch.L"
    verb.picked.add().name = LEFT
    for adverb in verb.adverbs[:2]:
        adverb.reference, adverb.bone_axis, adverb.use_limits, adverb.least, adverb.most = LEFT, "X", True, -1.0, 3.0
    bpy.ops.adverb.measure(typed=True)
    bpy.ops.adverb.mirror_examples(all=True)
    assert [each.name for each in rig.adverb.verbs] == ["Reach", "Reach mirrored"]
    verb, other = rig.adverb.verbs
    assert rig.adverb.active_verb == 1
    assert other.uid not in {"", verb.uid}
    assert (other.effector, other.cycle, other.bones_from) == (RIGHT, "IN_PLACE", "PICKED")
    assert other.limit == verb.limit
    assert [bone.name for bone in other.picked] == [RIGHT]
    assert [keytime.name for keytime in other.keytimes] == ["touch.R"]
    assert [(a.reference, a.bone_axis, a.least, a.most) for a in other.adverbs[:2]] == [
        (RIGHT, "-X", -3.0, 1.0),
        (RIGHT, "-X", -1.0, 3.0),
    ]
    for example, image in zip(verb.examples, other.examples, strict=True):
        assert place(image) == pytest.approx(np.multiply(place(example), (-1.0, 1.0, 1.0)))
        assert image.keytimes[0].frame == example.keytimes[0].frame
        assert image.action != example.action
    assert bpy.ops.adverb.build() == {"FINISHED"}


def test_one_by_one_they_come_to_the_same_verb_and_back_there_is_nothing_new(rig):
    verb = rig.adverb.verbs[0]
    verb.effector = LEFT
    for index in range(3):
        rig.adverb.active_verb, rig.adverb.verbs[0].active_example = 0, index
        bpy.ops.adverb.mirror_examples()
    assert [len(each.examples) for each in rig.adverb.verbs] == [3, 3]
    rig.adverb.active_verb = 1
    with pytest.raises(RuntimeError, match="nothing new on the other side"):
        bpy.ops.adverb.mirror_examples(all=True)


def test_what_is_measured_over_there_is_what_the_sign_rule_says(rig):
    verb = rig.adverb.verbs[0]
    verb.effector, verb.effector_end = LEFT, "TAIL"
    for example in verb.examples:
        for number in example.adverbs:
            number.is_typed = False
    bpy.ops.adverb.measure()
    bpy.ops.adverb.mirror_examples(all=True)
    other = rig.adverb.verbs[1]
    told = [place(example) for example in other.examples]
    bpy.ops.adverb.measure()
    assert np.allclose([place(example) for example in other.examples], told, atol=1e-5)


def measured_again(verb):
    """The adverbs of all examples as they are, and as they are measured."""
    told = [place(example) for example in verb.examples]
    bpy.ops.adverb.measure(typed=True)
    return told, [place(example) for example in verb.examples]


@pytest.mark.parametrize("axis", ["X", "Y", "Z", "AZIMUTH", "ELEVATION"])
@pytest.mark.parametrize("bone_axis", ["X", "Y", "-Z"])
def test_in_the_verb_itself_a_direction_is_told_along_the_axis_that_the_verb_has(rig, axis, bone_axis):
    verb = rig.adverb.verbs[0]
    verb.effector, verb.effector_end = "hip", "TAIL"
    second = verb.adverbs[1]  # the first tells the sides apart
    second.kind, second.measure, second.axis, second.bone_axis = "VALUE", "DIRECTION", axis, bone_axis
    bpy.ops.adverb.measure(typed=True)
    bpy.ops.adverb.mirror_examples(all=True)
    assert (len(rig.adverb.verbs), len(verb.examples)) == (1, 6)
    off = np.subtract(*measured_again(verb))
    whole_turns = 360.0 * np.round(off / 360.0)
    assert np.allclose(off, whole_turns, atol=1e-3 if axis in {"AZIMUTH", "ELEVATION"} else 1e-5)


def test_with_both_sides_a_verb_is_seen_from_the_middle_of_both(rig):
    verb = rig.adverb.verbs[0]
    verb.effector, verb.effector_end = "hip", "TAIL"
    for adverb in verb.adverbs:
        adverb.reference = "hip"
    bpy.ops.adverb.measure(typed=True)
    one_sided = np.array(verb.adverbs[0].stand)
    verb.active_example = 0
    bpy.ops.adverb.mirror_examples()
    assert np.array_equal(verb.adverbs[0].stand, one_sided)
    bpy.ops.adverb.remove_example()
    bpy.ops.adverb.mirror_examples(all=True)
    stand = np.array(verb.adverbs[0].stand)
    assert abs(one_sided[0]) > 1e-3
    told, measured = measured_again(verb)
    assert np.allclose(told, measured, atol=1e-5)
    assert np.allclose(stand[:3], np.array(verb.adverbs[0].stand)[:3], atol=1e-5)
    assert np.allclose(stand, verb.adverbs[0].stand, atol=0.05)  # the mean of two means turns by a little less


def test_limits_make_room_for_the_images(rig):
    verb = rig.adverb.verbs[0]
    verb.effector = "hip"
    for adverb in verb.adverbs[:2]:
        adverb.use_limits, adverb.least, adverb.most = True, -0.25, 0.5
    verb.adverbs[2].least, verb.adverbs[2].most = 1.0, 2.0
    bpy.ops.adverb.mirror_examples(all=True)
    assert [(a.least, a.most) for a in verb.adverbs] == [(-0.5, 0.5), (-0.25, 0.5), (1.0, 2.0)]


@pytest.mark.parametrize(
    ("name", "cure"),
    [("horn.L", "give it a partner named 'horn.R', or choose"), ("horn", "name it and a partner by their sides")],
)
def test_a_bone_aside_without_a_partner_is_not_its_own_image(rig, name, cure):
    verb = rig.adverb.verbs[0]
    rig.data.bones["horn.L"].name = verb.effector = name
    count = len(bpy.data.actions)
    with pytest.raises(RuntimeError, match=f"'{name}' is not its own mirror image: {cure}"):
        bpy.ops.adverb.mirror_examples(all=True)
    verb.effector, verb.adverbs[1].reference = "hip", name
    with pytest.raises(RuntimeError, match=f"'{name}' is not its own mirror image"):
        bpy.ops.adverb.mirror_examples(all=True)
    verb.adverbs[1].reference = ""
    verb.adverbs[1].kind, verb.adverbs[1].measure, verb.adverbs[1].bone = "VALUE", "DIRECTION", name
    with pytest.raises(RuntimeError, match=f"'{name}' is not its own mirror image"):
        bpy.ops.adverb.mirror_examples(all=True)
    assert (len(verb.examples), len(bpy.data.actions)) == (3, count)
    verb.adverbs[1].measure = "SPEED"
    assert bpy.ops.adverb.mirror_examples(all=True) == {"FINISHED"}


def test_a_bone_of_no_length_may_be_off_the_middle_by_a_trifle(rig):
    bpy.ops.object.mode_set(mode="EDIT")
    hip = rig.data.edit_bones["hip"]
    hip.head, hip.tail = (0.01, 0.0, 1.0), (0.01, 0.0, 1.02)
    bpy.ops.object.mode_set(mode="OBJECT")
    rig.adverb.verbs[0].effector = "hip"
    assert bpy.ops.adverb.mirror_examples(all=True) == {"FINISHED"}


def test_adverbs_that_have_no_side_stay_and_turns_change_sign(rig):
    verb = rig.adverb.verbs[0]
    verb.effector = LEFT
    kinds = (("VALUE", "NONE", "X"), ("VALUE", "TURN", "Z"), ("VALUE", "PLACE", "AZIMUTH"))
    for adverb, (kind, measure, axis) in zip(verb.adverbs, kinds, strict=True):
        adverb.kind, adverb.measure, adverb.axis = kind, measure, axis
    bpy.ops.adverb.mirror_examples()
    assert place(rig.adverb.verbs[1].examples[0]) == pytest.approx(np.multiply(PLACES[2], (1.0, -1.0, -1.0)))


def test_keytimes_of_two_feet_change_feet(rig):
    verb = rig.adverb.verbs[0]
    verb.effector = "hip"
    verb.keytimes[0].name = "down.L"
    bpy.ops.adverb.add_keytime(name="down.R")
    verb.examples[0].keytimes[1].frame, verb.examples[0].keytimes[1].is_set = 15, True
    verb.active_example = 0
    bpy.ops.adverb.mirror_examples()
    assert [moment.frame for moment in verb.examples[3].keytimes] == [15, 10]


def test_parts_of_one_action_share_its_image(rig):
    verb = rig.adverb.verbs[0]
    verb.effector = LEFT
    for example, part in zip(verb.examples, ((1, 12), (8, 15), (5, 14)), strict=True):
        example.action, example.use_range = bpy.data.actions["reach 0"], True
        example.first, example.last = part
    count = len(bpy.data.actions)
    bpy.ops.adverb.mirror_examples(all=True)
    assert len(bpy.data.actions) == count + 1
    assert [(e.use_range, e.first, e.last) for e in rig.adverb.verbs[1].examples] == [
        (True, 1, 12),
        (True, 8, 15),
        (True, 5, 14),
    ]


def test_a_lost_action_and_a_live_verb_change_nothing(rig):
    verb = rig.adverb.verbs[0]
    verb.effector = LEFT
    bpy.data.actions.remove(bpy.data.actions["reach 1"])
    count = len(bpy.data.actions)
    with pytest.raises(RuntimeError, match="'reach 1' has lost its Action"):
        bpy.ops.adverb.mirror_examples(all=True)
    assert (len(rig.adverb.verbs), len(bpy.data.actions)) == (1, count)
    verb.examples[1].is_enabled = False
    bpy.ops.adverb.go_live()
    with pytest.raises(RuntimeError, match="Release the verb first"):
        bpy.ops.adverb.mirror_examples()


def test_both_sides_go_live_one_after_the_other_and_show_each_others_mirror_images(rig):
    verb = rig.adverb.verbs[0]
    verb.effector, verb.timing = LEFT, "PLAY"
    bpy.ops.adverb.mirror_examples(all=True)
    heads = []
    names = [bone.name for bone in rig.pose.bones]
    for index, bone in enumerate((LEFT, RIGHT)):
        rig.adverb.active_verb = index
        bpy.ops.adverb.go_live()
        rig.adverb.verbs[index].goal.location = np.multiply((0.2, 0.1, 1.2), (-1.0 if index else 1.0, 1.0, 1.0))
        bpy.context.scene.frame_set(7)
        heads.append(numbers(rig)[names.index(bone), :3, 3])
        bpy.context.view_layer.objects.active = rig
        bpy.ops.adverb.release()
    assert np.allclose(heads[1], heads[0] * (-1.0, 1.0, 1.0), atol=1e-4)


def test_one_step_of_undo_takes_all_of_it_back(rig):
    rig.adverb.verbs[0].effector = LEFT
    name, count = rig.name, len(bpy.data.actions)
    bpy.ops.ed.undo_push(message="before")
    bpy.ops.adverb.mirror_examples(all=True)
    bpy.ops.ed.undo_push(message="mirrored")
    bpy.ops.ed.undo()
    assert (len(bpy.data.objects[name].adverb.verbs), len(bpy.data.actions)) == (1, count)
