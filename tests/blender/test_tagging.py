"""Tagging Actions, and what is said when something is wrong: one sentence with the cure, and nothing changed."""

import bpy
import numpy as np
import pytest

from adverb.addon import actions, bones, building, channels, measuring, tagging
from tests.blender.stick import make_action, make_rig, numbers, place


def build_error():
    with pytest.raises(RuntimeError) as caught:
        bpy.ops.adverb.build()
    return str(caught.value)


def test_a_reach_verb_starts_with_a_goal_and_the_active_bone(rig):
    verb = rig.adverb.verbs[0]
    assert [(adverb.name, adverb.kind, adverb.axis) for adverb in verb.adverbs] == [
        ("x", "GOAL", "X"),
        ("y", "GOAL", "Y"),
        ("z", "GOAL", "Z"),
    ]
    assert verb.effector == "bone 4"
    assert [keytime.name for keytime in verb.keytimes] == ["touch"]


def test_markers_give_the_keytimes(rig):
    for example in rig.adverb.verbs[0].examples:
        assert example.keytimes[0].frame == example.action.pose_markers["touch"].frame


def test_a_keytime_is_set_at_the_current_frame(rig):
    bpy.context.scene.frame_set(9)
    bpy.ops.adverb.set_keytime()
    verb = rig.adverb.verbs[0]
    assert verb.examples[verb.active_example].keytimes[0].frame == 9


def test_adverbs_and_keytimes_come_and_go_in_every_example(rig):
    verb = rig.adverb.verbs[0]
    values = [place(example) for example in verb.examples]
    bpy.ops.adverb.add_adverb(name="mood")
    bpy.ops.adverb.add_keytime(name="lift")
    assert all(len(example.adverbs) == 4 and len(example.keytimes) == 2 for example in verb.examples)
    bpy.ops.adverb.remove_adverb()
    bpy.ops.adverb.remove_keytime()
    assert [place(example) for example in verb.examples] == values


def test_a_new_keytime_leaves_the_others_as_they_were_set(rig):
    verb = rig.adverb.verbs[0]
    verb.examples[0].keytimes[0].frame = 3
    verb.examples[0].action.pose_markers.new("lift").frame = 6
    bpy.ops.adverb.add_keytime(name="lift")
    assert [moment.frame for moment in verb.examples[0].keytimes] == [3, 6]


def test_an_action_with_several_slots_takes_the_one_that_is_assigned():
    rig = make_rig()
    action = make_action(rig, "two")
    other = action.slots.new("OBJECT", "other")
    bag = action.layers[0].strips[0].channelbag(other, ensure=True)
    bag.fcurves.new('pose.bones["bone 0"].location', index=0).keyframe_points.insert(1, 4.0)
    bpy.ops.adverb.add_verb(preset="STYLE")
    with pytest.raises(RuntimeError, match="no single slot"):
        bpy.ops.adverb.add_examples(pattern="two")
    rig.animation_data_create()
    rig.animation_data.action = action
    rig.animation_data.action_slot = other
    bpy.ops.adverb.add_example()
    assert rig.adverb.verbs[0].examples[0].slot == other.identifier


def test_poses_become_actions_of_one_frame_and_blend():
    rig = make_rig()
    bpy.ops.adverb.add_verb(preset="STYLE")
    verb = rig.adverb.verbs[0]
    poses = []
    for value in (0.0, 1.0):
        rig.pose.bones["bone 1"].rotation_euler = (0.2, value, 0.1)
        rig.pose.bones["bone 4"]["grip"] = value
        rig.pose.bones["bone 3"].location.x = value
        bpy.context.view_layer.update()
        poses.append(numbers(rig))
        bpy.ops.adverb.add_pose()
        verb.examples[-1].adverbs[0].value = value
    assert verb.kind == "POSE"
    bpy.ops.adverb.go_live()
    for value, pose in zip((0.0, 1.0), poses, strict=True):
        verb.goal["style"] = value
        verb.goal.update_tag()
        bpy.context.scene.frame_set(50)
        assert np.allclose(numbers(rig), pose, atol=1e-6)
        assert rig.pose.bones["bone 4"]["grip"] == pytest.approx(value)


def test_a_bone_that_only_some_examples_animate_rests_in_the_others():
    rig = make_rig()
    for name, path, value in (("a", 'pose.bones["bone 0"].location', 2.0), ("b", 'pose.bones["bone 4"]["grip"]', 0.9)):
        action = actions.write(name, rig, [(path, 0, "g")], np.array([1.0, 5.0]), np.full((2, 1), value))
        actions.assign(rig, action)
        if not rig.adverb.verbs:
            bpy.ops.adverb.add_verb(preset="STYLE")
        bpy.ops.adverb.add_example()
    verb = rig.adverb.verbs[0]
    verb.examples[1].adverbs[0].value = 1.0
    bpy.ops.adverb.go_live()
    for value, location, grip in ((0.0, 2.0, 0.25), (1.0, 0.0, 0.9)):
        verb.goal["style"] = value
        verb.goal.update_tag()
        bpy.context.view_layer.update()
        assert rig.pose.bones["bone 0"].location.x == pytest.approx(location, abs=1e-6)
        assert rig.pose.bones["bone 4"]["grip"] == pytest.approx(grip, abs=1e-6)


def test_a_bone_whose_mode_changed_after_it_was_keyed_still_does_what_was_keyed(rig):
    verb = rig.adverb.verbs[0]
    bpy.ops.adverb.go_live()
    verb.goal.location = place(verb.examples[1])
    bpy.context.scene.frame_set(6)
    before = numbers(rig)
    bpy.ops.adverb.release()
    for name, mode in (("bone 0", "ZXY"), ("bone 1", "QUATERNION"), ("bone 3", "XYZ")):
        rig.pose.bones[name].rotation_mode = mode
    bpy.ops.adverb.go_live()
    bpy.context.scene.frame_set(6)
    assert np.allclose(numbers(rig), before, atol=1e-4)


def test_an_unknown_bone(rig):
    action = bpy.data.actions["reach 2"]
    actions.curves(action, action.slots[0])[0].data_path = 'pose.bones["wing"].location'
    assert "'reach 2' animates 'wing', a bone that 'Rig' does not have: rename the bone" in build_error()


def test_an_empty_action(rig):
    verb = rig.adverb.verbs[0]
    action = bpy.data.actions["reach 2"]
    bag = action.layers[0].strips[0].channelbag(action.slots[0])
    for curve in list(bag.fcurves):
        bag.fcurves.remove(curve)
    assert "'reach 2'" in build_error()
    assert not verb.is_live


def test_a_missing_keytime_and_one_out_of_order(rig):
    verb = rig.adverb.verbs[0]
    verb.examples[1].keytimes[0].is_set = False
    assert "'reach 1' has no keytime 'touch': go to its frame and set it" in build_error()
    verb.examples[1].keytimes[0].is_set = True
    verb.examples[1].keytimes[0].frame = 99
    assert "'reach 1' has keytimes out of order" in build_error()


def test_two_examples_at_one_point(rig):
    verb = rig.adverb.verbs[0]
    for number, value in zip(verb.examples[3].adverbs, place(verb.examples[0]), strict=True):
        number.value = value
    assert "'reach 3' and 'reach 0' have the same adverbs" in build_error()
    verb.examples[3].is_enabled = False
    assert bpy.ops.adverb.build() == {"FINISHED"}


def test_a_lost_action(rig):
    bpy.data.actions.remove(bpy.data.actions["reach 0"])
    assert "'reach 0' has lost its Action: choose another one or remove the example" in build_error()


def test_markers_at_the_very_ends_are_the_ends_and_no_second_keytimes():
    rig = make_rig()
    for index in range(3):
        action = make_action(rig, f"step {index}", frames=12 + index, seed=index)
        action.pose_markers.new("start").frame = 1
        action.pose_markers.new("end").frame = 12 + index
    bpy.ops.adverb.add_verb(preset="STYLE")
    for name in ("start", "touch", "end"):
        bpy.ops.adverb.add_keytime(name=name)
    bpy.ops.adverb.add_examples(pattern="step*")
    verb = rig.adverb.verbs[0]
    for index, example in enumerate(verb.examples):
        example.adverbs[0].value = index
        assert building.Phrasing.of(verb).keytimes(verb, index).tolist() == [1, example.keytimes[1].frame, 12 + index]
    assert bpy.ops.adverb.build() == {"FINISHED"}


def test_examples_may_share_a_name_and_keep_their_own_lengths(rig):
    verb = rig.adverb.verbs[0]
    for example in verb.examples:
        example.name = "same"
    motion = building.build(rig, verb).verb.motion
    assert [motion.keytimes(weights)[-1] for weights in np.eye(4)] == [19, 24, 29, 34]


def test_every_button_says_why_it_cannot_be_pressed():
    bpy.ops.object.select_all(action="DESELECT")
    bpy.context.view_layer.objects.active = None
    for name in dir(bpy.ops.adverb):
        with pytest.raises(RuntimeError, match="Select an armature first"):
            getattr(bpy.ops.adverb, name)()


@pytest.mark.parametrize("frame", [0, 21, 60])
def test_a_keytime_is_set_within_its_example(rig, frame):
    verb = rig.adverb.verbs[0]
    verb.active_example = 0  # 20 frames
    before = verb.examples[0].keytimes[0].frame
    bpy.context.scene.frame_set(frame)
    said = f"'reach 0' goes from frame 1 to 20, and 'touch' cannot be at frame {frame}: move the timeline there"
    with pytest.raises(RuntimeError, match=said):
        bpy.ops.adverb.set_keytime()
    assert verb.examples[0].keytimes[0].frame == before
    for edge in (1, 20):
        bpy.context.scene.frame_set(edge)
        bpy.ops.adverb.set_keytime()
        assert verb.examples[0].keytimes[0].frame == edge


def test_a_pose_has_the_bones_of_the_verb_and_no_others():
    rig = make_rig()
    bpy.ops.adverb.add_verb(preset="STYLE")
    verb = rig.adverb.verbs[0]
    for bone in rig.pose.bones:
        bone.location.x = 0.3
    rig.pose.bones["bone 4"]["grip"] = 0.9
    bones.pick(verb, ["bone 1", "bone 2"])
    bpy.ops.adverb.add_pose()
    action = verb.examples[0].action
    animated = {channels.Property.of(curve.data_path).owner for curve in actions.curves(action, action.slots[0])}
    assert animated == {"bone 1", "bone 2"}
    bones.pick(verb, ["bone 3"])
    rig.pose.bones["bone 3"].location.x = 0.0
    with pytest.raises(RuntimeError, match="The bones of the verb are all at rest"):
        bpy.ops.adverb.add_pose()


def test_a_new_example_is_not_known_until_it_is_measured_or_typed(rig):
    verb = rig.adverb.verbs[0]

    def known(example):
        return [measuring.is_known(*pair) for pair in zip(verb.adverbs, example.adverbs, strict=True)]

    assert known(verb.examples[0]) == [True] * 3
    bpy.ops.adverb.add_adverb(name="mood")  # typed anyway
    new = tagging.add_example(verb, verb.examples[0].action)
    assert known(new) == [False] * 3 + [True]
    new.adverbs[1].value = 0.0
    assert known(new) == [False, True, False, True]
    bpy.ops.adverb.duplicate_verb()
    verb = rig.adverb.verbs[0]
    assert known(rig.adverb.verbs[1].examples[-1]) == known(verb.examples[-1]) == [False, True, False, True]
    rig.adverb.active_verb = 0
    bpy.ops.adverb.measure()
    assert known(verb.examples[-1]) == [True] * 4
