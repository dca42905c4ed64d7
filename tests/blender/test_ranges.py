"""An example may be a part of a longer Action: captured takes hold many."""

import bpy
import numpy as np
import pytest

from adverb.addon import actions, building, hub
from tests.blender.stick import make_action, make_rig, numbers, place, played

PARTS = ((1, 20), (20, 45), (50, 80))


@pytest.fixture
def rig():
    """A rig that plays one long take with a marker in each of three parts, and a verb of these parts."""
    rig = make_rig()
    take = make_action(rig, "take", frames=90, keys=19, markers=())
    for frame in (8, 30, 70, 88):
        take.pose_markers.new("touch").frame = frame
    actions.assign(rig, take)
    bpy.ops.adverb.add_verb(preset="STYLE")
    bpy.ops.adverb.add_keytime(name="touch")
    for value, (first, last) in enumerate(PARTS):
        bpy.ops.adverb.add_range(first=first, last=last)
        rig.adverb.verbs[0].examples[-1].adverbs[0].value = value
    return rig


def stale(rig):
    """What keeps the live verb from following, or ""."""
    bpy.context.view_layer.update()
    return hub.stale.get(rig.adverb.verbs[0].uid, "")


def build_error():
    with pytest.raises(RuntimeError) as caught:
        bpy.ops.adverb.build()
    return str(caught.value)


def test_each_part_is_an_example_with_its_own_marker(rig):
    verb = rig.adverb.verbs[0]
    assert [example.name for example in verb.examples] == ["take 1-20", "take 20-45", "take 50-80"]
    assert [example.keytimes[0].frame for example in verb.examples] == [8, 30, 70]
    assert building.Phrasing.of(verb).spans == PARTS
    verb.examples[1].keytimes[0].is_set = False
    bpy.ops.adverb.read_markers()
    assert [example.keytimes[0].frame for example in verb.examples] == [8, 30, 70]


def test_the_preview_range_says_which_part(rig):
    scene = bpy.context.scene
    scene.use_preview_range, scene.frame_preview_start, scene.frame_preview_end = True, 33, 44
    bpy.ops.adverb.add_range()
    example = rig.adverb.verbs[0].examples[-1]
    assert (example.name, example.first, example.last) == ("take 33-44", 33, 44)
    scene.use_preview_range = False
    actions.assign(rig, None)
    bpy.ops.adverb.add_range(last=60)  # of the chosen example's Action, from its start
    example = rig.adverb.verbs[0].examples[-1]
    assert (example.name, example.action.name) == ("take 1-60", "take")


def test_every_part_plays_as_it_is_in_the_take(rig):
    verb = rig.adverb.verbs[0]
    verb.timing = "PLAY"
    bpy.ops.adverb.go_live()
    for example, (first, last) in zip(verb.examples, PARTS, strict=True):
        verb.goal["style"] = place(example)[0]
        verb.goal.update_tag()
        for frame in (first, first + 7, last):
            bpy.context.scene.frame_set(1 + frame - first)
            pose = numbers(rig)
            assert np.allclose(pose, played(rig, example.action, frame), atol=1e-5)


def test_the_take_steps_aside_while_live_and_comes_back(rig):
    take = bpy.data.actions["take"]
    bpy.ops.adverb.go_live()
    assert actions.assigned(rig)[0] is None
    bpy.context.view_layer.objects.active = rig
    bpy.ops.adverb.release()
    assert actions.assigned(rig)[0] == take


def test_an_edit_of_the_take_or_of_the_range_is_followed(rig):
    verb = rig.adverb.verbs[0]
    verb.timing = "PLAY"
    bpy.ops.adverb.go_live()
    take = bpy.data.actions["take"]
    curve = next(curve for curve in actions.curves(take, take.slots[0]) if "location" in curve.data_path)
    for key in curve.keyframe_points:
        key.co.y += 2.0
    curve.update()
    take.update_tag()
    bpy.context.view_layer.update()
    verb.goal["style"] = 1.0
    verb.goal.update_tag()
    bpy.context.scene.frame_set(6)
    assert np.allclose(numbers(rig), played(rig, take, 25), atol=1e-5)
    verb.examples[1].first = 22
    bpy.context.scene.frame_set(6)
    assert np.allclose(numbers(rig), played(rig, take, 27), atol=1e-5)


def test_a_live_verb_of_parts_is_baked(rig):
    verb = rig.adverb.verbs[0]
    verb.timing, verb.bake_start, verb.bake_end = "PLAY", 1, 31
    bpy.ops.adverb.go_live()
    verb.goal["style"] = 2.0
    verb.goal.update_tag()
    bpy.ops.adverb.bake(name="baked", release=False)
    for frame in (1, 12, 31):
        poses = [played(rig, bpy.data.actions[name], at) for name, at in (("baked", frame), ("take", 49 + frame))]
        assert np.allclose(*poses, atol=1e-5)


def test_a_keytime_outside_the_range_is_named(rig):
    rig.adverb.verbs[0].examples[1].keytimes[0].frame = 70
    sentence = "'take 20-45' has keytime 'touch' at frame 70, outside its range from 20 to 45: set it again"
    assert sentence in build_error()


def test_a_keytime_outside_the_range_is_not_measured(rig):
    verb = rig.adverb.verbs[0]
    verb.effector = "bone 4"
    verb.adverbs[0].kind, verb.adverbs[0].measure = "GOAL", "PLACE"
    for example in verb.examples:
        example.adverbs[0].is_typed = False
    verb.examples[1].keytimes[0].frame = 70
    with pytest.raises(RuntimeError, match="'take 20-45' has keytime 'touch' at frame 70, outside its range"):
        bpy.ops.adverb.measure()


def test_a_range_that_is_none_adds_nothing(rig):
    with pytest.raises(RuntimeError, match=r"'take 80-120' has a range .* but 'take' goes from 1 to 90"):
        bpy.ops.adverb.add_range(first=80, last=120)
    with pytest.raises(RuntimeError, match="let Last come after First"):
        bpy.ops.adverb.add_range(first=30, last=30)
    assert len(rig.adverb.verbs[0].examples) == 3


def test_another_action_keeps_adverbs_and_keytimes_and_is_followed(rig):
    verb = rig.adverb.verbs[0]
    verb.timing = "PLAY"
    other = make_action(rig, "retake", frames=90, seed=7, keys=12)
    bpy.ops.adverb.go_live()
    verb.examples[1].action = other
    assert (place(verb.examples[1]), verb.examples[1].keytimes[0].frame) == ([1.0], 30)
    verb.goal["style"] = 1.0
    verb.goal.update_tag()
    bpy.context.scene.frame_set(8)
    assert np.allclose(numbers(rig), played(rig, other, 27), atol=1e-5)
    assert stale(rig) == ""


def test_another_action_that_is_too_short_is_said_and_the_verb_stays_as_it_was(rig):
    verb = rig.adverb.verbs[0]
    bpy.ops.adverb.go_live()
    verb.goal["style"] = 1.0
    verb.goal.update_tag()
    bpy.context.scene.frame_set(8)
    before = numbers(rig)
    verb.examples[1].action = make_action(rig, "short", frames=30, seed=7)
    sentence = "'take 20-45' has a range from frame 20 to 45, but 'short' goes from 1 to 30: set First and Last within"
    assert sentence in stale(rig)
    bpy.context.scene.frame_set(8)
    assert np.allclose(numbers(rig), before, atol=1e-6)
    verb.examples[1].first, verb.examples[1].last = 20, 30
    verb.examples[1].keytimes[0].frame = 25
    assert stale(rig) == ""


def test_a_whole_example_may_get_another_action_too(rig):
    verb = rig.adverb.verbs[0]
    verb.examples[0].use_range = False
    verb.examples[0].action = make_action(rig, "whole", frames=25, seed=3)
    assert building.Phrasing.of(verb).spans[0] == (1, 25)


def test_poses_have_no_ranges():
    rig = make_rig()
    actions.assign(rig, make_action(rig, "take"))
    bpy.ops.adverb.add_verb(preset="STYLE")
    rig.adverb.verbs[0].kind = "POSE"
    with pytest.raises(RuntimeError, match="a range needs a verb of motions"):
        bpy.ops.adverb.add_range()
