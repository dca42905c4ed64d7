"""Examples in the viewport: where they stand, how they are moved, and going to one."""

import bpy
import numpy as np
import pytest
from mathutils import Matrix, Vector

from adverb.addon import actions, building, overlay, places
from adverb.core.errors import VerbError
from tests.blender.stick import numbers, place, played

MOVED = Matrix.Translation((3, -2, 1)) @ Matrix.Rotation(0.7, 4, "X") @ Matrix.Diagonal((2, 2, 2, 1))


def test_an_example_stands_where_its_coordinates_say(rig):
    verb = rig.adverb.verbs[0]
    assert np.allclose(places.places(rig, verb), [place(example) for example in verb.examples])


def test_a_coordinate_that_is_no_adverb_is_the_goals(rig):
    verb = rig.adverb.verbs[0]
    verb.active_adverb = 1
    bpy.ops.adverb.remove_adverb()
    assert [spot.y for spot in places.places(rig, verb)] == [0.0] * 4
    verb.goal = bpy.data.objects.new("goal", None)
    bpy.context.scene.collection.objects.link(verb.goal)
    rig.matrix_world = MOVED
    verb.goal.matrix_world = MOVED @ Matrix.Translation((9, 0.4, 9))
    bpy.context.view_layer.update()
    assert [spot.y for spot in places.places(rig, verb)] == pytest.approx([0.4] * 4, abs=1e-5)
    kept = [(spot.x, spot.z) for spot in places.places(rig, verb)]
    assert np.allclose(kept, [place(example) for example in verb.examples])


def test_directions_stand_around_what_they_are_seen_from(rig):
    verb = rig.adverb.verbs[0]
    for adverb, axis in zip(verb.adverbs, ("AZIMUTH", "ELEVATION", "DISTANCE"), strict=True):
        adverb.axis, adverb.reference = axis, "bone 2"
    assert places.places(rig, verb) == []  # where that bone stands is not known before it is measured
    bpy.ops.adverb.measure()
    before = [place(example) for example in verb.examples]
    spots = places.places(rig, verb)
    for example, spot in zip(verb.examples, spots, strict=True):
        places.move(verb, example, spot)
    assert np.allclose([place(example) for example in verb.examples], before, atol=1e-4)
    places.move(verb, verb.examples[0], spots[1])
    assert np.allclose(places.places(rig, verb)[0], spots[1], atol=1e-4)


def test_a_verb_without_coordinates_has_no_places(rig):
    bpy.ops.adverb.add_verb(preset="STYLE")
    bpy.ops.adverb.add_examples(pattern="reach*")
    assert places.places(rig, rig.adverb.verbs[1]) == []
    with pytest.raises(RuntimeError, match="has no adverb that is a coordinate of the goal: type the values"):
        bpy.ops.adverb.drag_example(index=0, offset=(1, 0, 0))


def test_a_moved_example_is_there_and_counts_as_typed(rig):
    verb = rig.adverb.verbs[0]
    before = np.array(place(verb.examples[2]))
    bpy.ops.adverb.drag_example(index=2, offset=(0.1, -0.2, 0.3))
    assert np.allclose(place(verb.examples[2]), before + (0.1, -0.2, 0.3), atol=1e-6)
    assert verb.active_example == 2
    assert all(number.is_typed for number in verb.examples[2].adverbs)
    bpy.ops.adverb.measure()
    assert np.allclose(place(verb.examples[2]), before + (0.1, -0.2, 0.3), atol=1e-6)


def test_a_live_verb_follows_an_example_that_is_moved(live):
    verb = live.adverb.verbs[0]
    bpy.ops.adverb.drag_example(index=1, offset=(0.2, 0.1, 0.0))
    verb.goal.location = place(verb.examples[1])
    bpy.context.scene.frame_set(7)
    assert np.allclose(numbers(live), played(live, verb.examples[1].action, 7), atol=2e-6)
    assert places.weights(verb) == pytest.approx({0: 0, 1: 1, 2: 0, 3: 0}, abs=1e-6)


def test_moving_an_example_samples_nothing_again_and_gives_what_a_new_build_gives(rig):
    verb = rig.adverb.verbs[0]
    before = building.build(rig, verb)
    bpy.ops.adverb.drag_example(index=1, offset=(0.2, 0.1, 0.0))
    moved = building.build(rig, verb)
    assert moved is not before and moved.verb.motion is before.verb.motion
    building.forget()
    fresh = building.build(rig, verb)
    point = np.array(place(verb.examples[0])) * 0.5
    assert np.array_equal(moved.verb.pose(point, 7.0), fresh.verb.pose(point, 7.0))
    assert moved.fingerprint == fresh.fingerprint
    verb.examples[1].adverbs[0].value = verb.examples[0].adverbs[0].value
    for index in (1, 2):
        verb.examples[1].adverbs[index].value = verb.examples[0].adverbs[index].value
    with pytest.raises(VerbError, match="have the same adverbs"):
        building.build(rig, verb)


def test_an_example_that_only_is_chosen_keeps_its_values(rig):
    verb = rig.adverb.verbs[0]
    before = place(verb.examples[3])
    bpy.ops.adverb.drag_example(index=3)
    assert verb.active_example == 3
    assert place(verb.examples[3]) == before
    assert not any(number.is_typed for number in verb.examples[3].adverbs)


def test_weights_stand_beside_the_examples_that_have_them(live):
    verb = live.adverb.verbs[0]
    bpy.ops.adverb.release()
    assert places.weights(verb) == {}
    verb.examples[1].is_enabled = False
    bpy.ops.adverb.go_live()
    verb.goal.location = place(verb.examples[2])
    bpy.context.view_layer.update()
    assert places.weights(verb) == pytest.approx({0: 0, 2: 1, 3: 0}, abs=1e-6)
    verb.examples[3].action = None  # the verb stays as it was
    verb.examples[0].is_enabled = False
    bpy.context.view_layer.update()
    assert places.weights(verb) == pytest.approx({0: 0, 2: 1, 3: 0}, abs=1e-6)


def test_without_a_viewport_nothing_is_drawn_and_nothing_raises(live):
    live.adverb.verbs[0].show_bones = True
    assert overlay.watched(bpy.context) is None
    overlay.draw_bones()
    overlay.draw_examples()


def test_a_live_verb_goes_to_the_example_with_goal_sliders_and_frame(rig):
    bpy.ops.adverb.add_adverb(name="happy")
    verb = rig.adverb.verbs[0]
    for index, example in enumerate(verb.examples):
        example.adverbs[3].value = index % 2
    rig.matrix_world = MOVED
    bpy.ops.adverb.go_live()
    carrier = bpy.data.objects.new("carrier", None)
    bpy.context.scene.collection.objects.link(carrier)
    carrier.location, verb.goal.parent = (1, 2, 3), carrier
    verb.start = 11
    bpy.context.view_layer.update()
    for index, example in enumerate(verb.examples):
        assert bpy.ops.adverb.go_to_example(index=index) == {"FINISHED"}
        bpy.context.view_layer.update()
        assert verb.active_example == index
        seen = rig.matrix_world.inverted() @ verb.goal.matrix_world.translation
        assert np.allclose(seen, place(example)[:3], atol=1e-5)
        assert verb.goal["happy"] == index % 2
        frame = example.keytimes[0].frame
        assert bpy.context.scene.frame_current_final == pytest.approx(11 + frame - 1)
        shown = numbers(rig)
        assert np.allclose(shown, played(rig, example.action, round(frame)), atol=2e-5)


def test_a_held_verb_keeps_the_frame(live):
    verb = live.adverb.verbs[0]
    verb.timing = "HOLD"
    bpy.context.scene.frame_set(4)
    bpy.ops.adverb.go_to_example(index=1)
    bpy.context.view_layer.update()
    assert bpy.context.scene.frame_current == 4
    shown = numbers(live)
    touch = round(verb.examples[1].keytimes[0].frame)
    assert np.allclose(shown, played(live, verb.examples[1].action, touch), atol=2e-6)


def test_keys_of_the_goal_are_told(live, capfd):
    verb = live.adverb.verbs[0]
    verb.timing = "HOLD"
    verb.goal.keyframe_insert("location", frame=1)
    bpy.ops.adverb.go_to_example(index=1)
    assert "until the keys of 'Reach goal' take it back" in capfd.readouterr().out


def test_a_disabled_example_of_a_live_verb_is_refused(live):
    verb = live.adverb.verbs[0]
    verb.examples[1].is_enabled = False
    before = verb.goal.location.copy()
    with pytest.raises(RuntimeError, match="'reach 1' is disabled and no part of 'Reach' now: enable it first"):
        bpy.ops.adverb.go_to_example(index=1)
    assert verb.goal.location == before


def test_a_goal_that_is_gone_is_told(live):
    verb = live.adverb.verbs[0]
    bpy.context.view_layer.objects.active = live
    bpy.context.scene.collection.objects.unlink(verb.goal)
    with pytest.raises(RuntimeError, match="The goal of 'Reach' is gone: Release it"):
        bpy.ops.adverb.go_to_example(index=1)


def test_without_live_the_rig_plays_the_example_at_its_keytime_and_loses_nothing(rig):
    verb = rig.adverb.verbs[0]
    mine = actions.write("mine", rig, [('pose.bones["bone 2"].scale', 0, "b")], np.array([1.0]), np.array([[2.0]]))
    mine.use_fake_user = False
    actions.assign(rig, mine)
    bpy.ops.adverb.go_to_example(index=2)
    example = verb.examples[2]
    assert actions.assigned(rig) == (example.action, example.slot)
    assert bpy.context.scene.frame_current == example.keytimes[0].frame
    assert verb.active_example == 2
    assert mine.use_fake_user


def test_a_pose_is_shown_at_its_frame(rig):
    verb = rig.adverb.verbs[0]
    verb.kind = "POSE"
    verb.examples[3].frame = 12
    bpy.ops.adverb.go_to_example(index=3)
    assert bpy.context.scene.frame_current == 12


def test_an_example_without_its_action_is_told(rig):
    actions.assign(rig, bpy.data.actions["reach 0"])
    bpy.data.actions.remove(bpy.data.actions["reach 1"])
    with pytest.raises(RuntimeError, match="'reach 1' has lost its Action"):
        bpy.ops.adverb.go_to_example(index=1)
    assert actions.assigned(rig)[0] == bpy.data.actions["reach 0"]


def test_a_key_that_is_corrected_is_seen_at_once_while_live(live):
    """As the artist does it: a key moved through Blender, no update asked for."""
    verb = live.adverb.verbs[0]
    verb.start = 1
    bpy.ops.adverb.go_to_example(index=0)
    action, frame = verb.examples[0].action, bpy.context.scene.frame_current
    curve = actions.curves(action, action.slots[0])[0]
    curve.keyframe_points.insert(frame, curve.evaluate(frame) + 0.4)
    for _ in range(2):
        bpy.context.view_layer.update()
    assert np.allclose(numbers(live), played(live, action, frame), atol=2e-6)


@pytest.mark.parametrize("axis", range(3))
def test_a_place_of_the_world_and_back(rig, axis):
    rig.matrix_world = MOVED
    bpy.context.view_layer.update()
    verb = rig.adverb.verbs[0]
    spot = Vector((0.3, -0.1, 1.2))
    spot[axis] += 0.7
    places.move(verb, verb.examples[0], spot)
    assert np.allclose(rig.matrix_world @ places.places(rig, verb)[0], MOVED @ spot, atol=1e-5)
