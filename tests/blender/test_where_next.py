"""The place where one more example would help most, ready to be corrected."""

import bpy
import numpy as np
import pytest

from adverb.addon import accuracy, actions, building, hub, proposing
from adverb.addon.stepwise import finish
from tests.blender.arms import make_arm
from tests.blender.stick import place
from tests.blender.test_accuracy import refine_all, tip


def distances(verb, adverbs):
    values = np.array([place(example) for example in verb.examples][:-1])
    return np.linalg.norm(values - adverbs, axis=1) / np.linalg.norm(np.ptp(values, axis=0))


def test_a_pose_verb_gets_a_new_example_that_the_rig_plays():
    rig = make_arm()
    verb = rig.adverb.verbs[0]
    bpy.ops.adverb.measure_error()
    raw = accuracy.map_of(verb)
    assert bpy.ops.adverb.where_next() == {"FINISHED"}
    example = verb.examples[-1]
    assert len(verb.examples) == 6
    assert verb.active_example == 5
    assert example.name == example.action.name == "Reach new 01"
    assert rig.animation_data.action == example.action
    assert distances(verb, place(example)).min() > 0.05
    goal = np.array(verb.goal.matrix_world.translation)
    np.testing.assert_allclose(goal[1:], place(example), atol=1e-5)
    bpy.context.view_layer.update()
    there = np.argmin(np.abs(raw.adverbs - place(example)).sum(axis=1))
    assert np.linalg.norm(tip(rig) - goal) < raw.misses[there]  # it is the best blend, and not the verb's own
    assert bpy.ops.adverb.build() == {"FINISHED"}
    bpy.ops.adverb.where_next()
    assert verb.examples[-1].name == "Reach new 02"


def test_the_place_is_that_of_the_examples_alone():
    rig = make_arm()
    verb = rig.adverb.verbs[0]
    bpy.ops.adverb.where_next()
    alone = place(verb.examples[-1])
    bpy.ops.adverb.remove_example()
    refine_all(rig, most=5)
    bpy.ops.adverb.where_next()
    np.testing.assert_allclose(place(verb.examples[-1]), alone, atol=1e-5)


def test_a_live_verb_goes_there_and_stays_live(rig):
    verb = rig.adverb.verbs[0]
    verb.timing = "HOLD"
    bpy.ops.adverb.go_live()
    assert bpy.ops.adverb.where_next() == {"FINISHED"}
    example = verb.examples[-1]
    assert verb.is_live
    assert hub.key(verb) not in hub.stale
    bpy.context.view_layer.update()
    np.testing.assert_allclose(verb.goal.location, place(example), atol=1e-5)
    np.testing.assert_allclose(hub.lives[verb.uid].weights, np.eye(5)[-1], atol=1e-4)
    built = building.build(rig, verb)
    assert len(built.examples) == 5


def test_a_motion_is_blended_whole_with_its_keytimes(rig):
    verb = rig.adverb.verbs[0]
    bpy.ops.adverb.where_next()
    example = verb.examples[-1]
    touch = example.keytimes[0]
    assert touch.is_set
    assert example.action.pose_markers["touch"].frame == round(touch.frame)
    first, last = example.action.frame_range
    assert first == 1.0
    assert first < touch.frame < last
    lengths = [each.action.frame_range[1] for each in verb.examples[:-1]]
    assert 0.5 * min(lengths) < last < 2.0 * max(lengths)
    assert bpy.context.scene.frame_current_final == pytest.approx(touch.frame)
    assert bpy.ops.adverb.build() == {"FINISHED"}


def proposed(rig):
    """The new example of a verb, its F-curves, and its keytime."""
    bpy.ops.adverb.where_next()
    example = rig.adverb.verbs[0].examples[-1]
    return example, actions.curves(example.action, example.action.slots[0]), example.keytimes[0].frame


def test_a_motion_has_few_keys_and_one_at_its_keytime(rig):
    example, curves, touch = proposed(rig)
    last = example.action.frame_range[1]
    assert touch == round(touch)
    assert last == round(last)
    for curve in curves:
        frames = [point.co.x for point in curve.keyframe_points]
        assert {1.0, touch, last} <= set(frames)
    assert actions.key_count(example.action, example.action.slots[0]) < 0.5 * last * len(curves)


def test_a_correction_at_the_keytime_takes_the_neighbours_along(rig):
    _, curves, touch = proposed(rig)
    near = touch + np.arange(-3.0, 4.0)
    moved = []
    for curve in curves:
        before = actions.values(curve, near)
        place = [point.co.x for point in curve.keyframe_points].index(touch)
        curve.keyframe_points[place].co_ui.y += 1.0
        moved.append(actions.values(curve, near) - before)
    np.testing.assert_allclose(np.array(moved)[:, 3], 1.0, atol=1e-5)
    assert (np.array(moved) > 0.1).all()
    assert (np.abs(np.diff(moved, axis=1)) < 0.5).all()


def test_it_tells_what_to_do_and_what_becomes_of_the_refinement(capfd):
    rig = make_arm()
    bpy.ops.adverb.where_next()
    told = capfd.readouterr().out
    assert "correct the pose, press I to key it" in told
    assert "steps aside" not in told
    bpy.ops.adverb.remove_example()
    refine_all(rig, most=5)
    bpy.ops.adverb.where_next()
    assert "the refinement steps aside until you press Refine again" in capfd.readouterr().out
    bpy.context.view_layer.update()
    assert accuracy.is_outdated(rig.adverb.verbs[0])


def test_where_nothing_is_missed_by_more_than_the_tolerance_nothing_changes():
    rig = make_arm()
    verb = rig.adverb.verbs[0]
    verb.tolerance = 100.0
    known = set(bpy.data.actions)
    with pytest.raises(RuntimeError, match=r"Nothing is missed by more than .* %"):
        bpy.ops.adverb.where_next()
    assert len(verb.examples) == 5
    assert verb.goal is None
    assert set(bpy.data.actions) == known


def test_undo_takes_all_of_it_away():
    make_arm()
    bpy.ops.ed.undo_push(message="before")
    bpy.ops.adverb.where_next()
    bpy.ops.ed.undo_push(message="after")
    bpy.ops.ed.undo()
    verb = bpy.data.objects["Arm"].adverb.verbs[0]
    assert len(verb.examples) == 5
    assert verb.goal is None
    assert "Reach new 01" not in bpy.data.actions


def test_examples_of_one_place_have_no_extent_to_tell_percent_of():
    rig = make_arm()
    verb = rig.adverb.verbs[0]
    bpy.ops.adverb.add_adverb(name="mood")
    for index, example in enumerate(verb.examples):
        example.adverbs[0].value = example.adverbs[1].value = 0.5
        example.adverbs[2].value = float(index)
    built = building.build(rig, verb)
    found = finish(proposing.find_stepwise(bpy.context, rig, verb, built))
    assert " 0 % (" in found.told(bpy.context.scene, rig)
    assert bpy.ops.adverb.where_next() == {"FINISHED"}
