"""Steering by the map: a click goes live and there, and Pose Here makes an example of it."""

import bpy
import numpy as np
import pytest
from mathutils import Vector

from adverb.addon import actions, building, goals, hub, map_content, steering
from tests.blender.arms import make_elbow
from tests.blender.stick import make_rig, place
from tests.blender.test_gaze import LOOKS, gaze, looking  # noqa: F401
from tests.blender.test_triangulation import GRID, corners, make_verb
from tests.blender.watchers import add_camera, add_eye, add_head, make_watcher


@pytest.fixture
def look(gaze):  # noqa: F811
    """The verb of a gaze by pose mesh."""
    verb = gaze.adverb.verbs[0]
    verb.interpolator = "POSE_MESH"
    return verb


@pytest.fixture
def grid():
    """Nine looks on a grid of sliders."""
    return make_verb(GRID)


def point(verb):
    bpy.context.view_layer.update()
    return map_content.point(verb)


def test_a_click_goes_live_and_there_and_keeps_the_distance_of_the_goal(look):
    assert bpy.ops.adverb.steer(place=(20, 10)) == {"FINISHED"}
    assert look.is_live
    assert point(look) == pytest.approx((20, 10), abs=1e-3)
    head = look.id_data.data.bones["head"].head_local
    distance = (look.goal.matrix_world.translation - head).length
    bpy.ops.adverb.steer(place=(-45, -12))
    assert point(look) == pytest.approx((-45, -12), abs=1e-3)
    assert (look.goal.matrix_world.translation - head).length == pytest.approx(distance, rel=1e-4)


def test_a_click_on_an_example_goes_to_it_exactly_and_chooses_it(look):
    for index, expected in enumerate(LOOKS.values()):
        bpy.ops.adverb.steer(example=index)
        assert point(look) == pytest.approx(expected, abs=1e-2)
        assert hub.lives[look.uid].weights == pytest.approx(np.eye(5)[index], abs=1e-3)
        assert looking(look.id_data) == pytest.approx(expected, abs=2e-2)
        assert look.active_example == index
    with pytest.raises(RuntimeError, match="no example 8"):
        bpy.ops.adverb.steer(example=7)


def test_sliders_go_where_the_map_was_clicked_and_stay_within_their_limits(grid):
    bpy.ops.adverb.steer(place=(30, -12))
    assert point(grid) == pytest.approx((30, -12), abs=1e-4)
    assert grid.goal["left"] == pytest.approx(30)
    bpy.ops.adverb.release()
    grid.adverbs[0].use_limits = True
    bpy.ops.adverb.steer(place=(95, 5))
    assert grid.goal["left"] == pytest.approx(60)
    assert grid.goal["up"] == pytest.approx(5)


def test_a_goal_with_a_parent_goes_there_too(look):
    bpy.ops.adverb.steer(place=(0, 0))
    parent = bpy.data.objects.new("Parent", None)
    bpy.context.scene.collection.objects.link(parent)
    parent.location, parent.rotation_euler, parent.scale = (1, 2, 3), (0.3, 0.2, 0.9), (2, 2, 2)
    look.goal.parent = parent
    bpy.context.view_layer.update()
    bpy.ops.adverb.steer(place=(25, -8))
    assert point(look) == pytest.approx((25, -8), abs=1e-2)


def test_the_first_click_makes_a_goal_as_far_away_as_go_live_does(look):
    ahead = goals.ahead(look.id_data)
    bpy.ops.adverb.steer(place=(40, 10))
    origin = look.id_data.matrix_world @ Vector(look.adverbs[0].stand[:3])
    bpy.context.view_layer.update()
    assert (look.goal.matrix_world.translation - origin).length == pytest.approx(ahead, rel=1e-3)


@pytest.mark.parametrize("has_goal", [True, False])
def test_who_lets_go_again_leaves_no_goal_behind_but_his_own(look, has_goal):
    rig = look.id_data
    if has_goal:
        bpy.ops.adverb.go_live()
        bpy.ops.adverb.release()
    things, goal = set(bpy.data.objects), look.goal
    steering.start(bpy.context, rig, look)
    steering.stop(bpy.context, rig, look, goals.of(look) != goal)
    assert set(bpy.data.objects) == things
    assert look.goal == goal
    assert bpy.context.object == rig
    assert not look.is_live


@pytest.mark.parametrize("holding", ["constraint", "driver"])
def test_a_goal_that_is_held_is_told_and_nothing_changes(look, holding):
    goal = bpy.data.objects.new("Held", None)
    bpy.context.scene.collection.objects.link(goal)
    goal.location = (0, -2, 1)
    look.goal = goal
    if holding == "constraint":
        goal.constraints.new("LIMIT_LOCATION").use_min_x = True
        goal.constraints[0].min_x, goal.constraints[0].use_max_x, goal.constraints[0].max_x = 0.0, True, 0.0
    else:
        goal.driver_add("location", 0).driver.expression = "0.0"
    bpy.context.view_layer.update()
    before = goal.matrix_world.copy()
    with pytest.raises(RuntimeError, match="'Held' does not go where it is put"):
        bpy.ops.adverb.steer(place=(40, 10))
    bpy.context.view_layer.update()
    assert not look.is_live
    assert np.allclose(goal.matrix_world, before, atol=1e-6)


def test_a_goal_that_is_led_is_told_and_nothing_changes(look):
    bpy.context.scene.camera = add_camera("Camera", (0, -3, 1))
    look.goal_from = "CAMERA"
    count = len(bpy.data.objects)
    with pytest.raises(RuntimeError, match="is led by the active camera"):
        bpy.ops.adverb.steer(place=(40, 10))
    assert not look.is_live
    assert len(bpy.data.objects) == count
    bpy.ops.adverb.go_live()
    before = point(look)
    with pytest.raises(RuntimeError, match="is led by the active camera"):
        bpy.ops.adverb.steer(place=(40, 10))
    assert look.is_live
    assert point(look) == pytest.approx(before)


def test_a_verb_that_is_carried_goes_where_its_map_was_clicked_from_there():
    rig = make_watcher()
    add_head(rig)
    add_eye(rig)
    bpy.ops.adverb.steer(verb="Look", place=(35, 15))
    bpy.ops.adverb.steer(verb="Eye", place=(-20, 12))
    look, eye = rig.adverb.verbs
    assert eye.carrier == "head"
    assert point(eye) == pytest.approx((-20, 12), abs=1e-2)
    assert point(look) == pytest.approx((35, 15), abs=1e-2)


def test_keys_of_the_goal_are_told_or_made(look, capfd):
    bpy.ops.adverb.steer(place=(0, 0))
    look.goal.keyframe_insert("location", frame=1)
    capfd.readouterr()
    bpy.ops.adverb.steer(place=(20, 0))
    assert "until the keys of" in capfd.readouterr().out
    bpy.context.scene.tool_settings.use_keyframe_insert_auto = True
    bpy.context.scene.frame_set(10)
    bpy.ops.adverb.steer(place=(30, 0))
    assert "keyed" in capfd.readouterr().out
    bpy.context.scene.frame_set(1)
    assert point(look) == pytest.approx((0, 0), abs=1e-2)
    bpy.context.scene.frame_set(10)
    assert point(look) == pytest.approx((30, 0), abs=1e-2)


def test_a_verb_that_cannot_go_live_says_why_and_stays(look):
    look.examples[0].action = None
    with pytest.raises(RuntimeError, match="has lost its Action"):
        bpy.ops.adverb.steer(place=(0, 0))
    assert not look.is_live


def test_a_button_of_another_map_chooses_its_verb(look):
    bpy.ops.adverb.duplicate_verb()
    rig = look.id_data
    rig.adverb.verbs[1].name = "Other"
    assert rig.adverb.active_verb == 1
    bpy.ops.adverb.steer(verb="Gaze", place=(10, 0))
    assert rig.adverb.active_verb == 0
    assert rig.adverb.verbs[0].is_live
    with pytest.raises(RuntimeError, match="has no verb 'Nobody'"):
        bpy.ops.adverb.steer(verb="Nobody")


def test_disabled_it_is_released_and_out_of_reach_until_it_is_enabled(look):
    bpy.ops.adverb.steer(place=(20, 10))
    bpy.ops.adverb.enable_map()
    assert not look.is_live
    assert not look.map.is_enabled
    with pytest.raises(RuntimeError, match="is disabled"):
        bpy.ops.adverb.steer(place=(0, 0))
    assert not look.is_live
    bpy.ops.adverb.enable_map()
    bpy.ops.adverb.steer(place=(0, 0))
    assert look.is_live


def test_undo_takes_a_click_back(look):
    rig = look.id_data.name
    bpy.ops.adverb.steer(place=(20, 10))
    bpy.ops.ed.undo_push(message="before")
    bpy.ops.adverb.steer(place=(-30, 0))
    bpy.ops.ed.undo_push(message="after")
    bpy.ops.ed.undo()
    assert point(bpy.data.objects[rig].adverb.verbs[0]) == pytest.approx((20, 10), abs=1e-2)


def test_pose_here_makes_an_example_where_the_verb_is(look):
    rig = look.id_data
    bpy.ops.adverb.steer(place=(30, 20))
    bpy.ops.adverb.pose_here()
    example = look.examples[-1]
    assert not look.is_live
    assert place(example) == pytest.approx((30, 20), abs=1e-2)
    assert rig.animation_data.action == example.action
    assert len(look.examples) - 1 in {corner for triangle in corners(look) for corner in triangle}
    assert example.keytimes[0].is_set
    bpy.context.view_layer.update()
    assert looking(rig) == pytest.approx((30, 20), abs=1.0)  # the best blend there
    bpy.ops.adverb.steer(example=len(look.examples) - 1)
    assert hub.lives[look.uid].weights[-1] == pytest.approx(1.0, abs=1e-3)


def test_pose_here_at_a_place_that_was_pointed_at(look):
    bpy.ops.adverb.pose_here(place=(-20, -15))
    assert place(look.examples[-1]) == pytest.approx((-20, -15), abs=1e-4)


def test_pose_here_works_for_sliders_too(grid):
    bpy.ops.adverb.pose_here(place=(30, 15))
    assert place(grid.examples[-1]) == pytest.approx((30, 15))
    weights = building.build(grid.id_data, grid).verb.weights(np.array((30.0, 15.0)))
    assert weights[-1] == pytest.approx(1.0)
    made = actions.curves(grid.examples[-1].action, grid.examples[-1].action.slots[0])
    assert len(made) > 5


def test_pose_here_on_a_live_rig_with_constraints_takes_the_blend_that_it_shows():
    rig = make_elbow()
    verb = rig.adverb.verbs[0]
    verb.active_adverb = 1
    bpy.ops.adverb.remove_adverb()
    values = np.array([place(example) for example in verb.examples])
    here = (0.5 * values.mean(axis=0) + 0.25 * values[:2].sum(axis=0)).tolist()
    verb.timing = "HOLD"
    bpy.ops.adverb.steer(place=here)
    assert point(verb) == pytest.approx(here, abs=1e-4)
    assert map_content.of(verb).error is None, "only Blender could tell, and nobody asked"
    bpy.ops.adverb.pose_here()
    assert place(verb.examples[-1]) == pytest.approx(here, abs=1e-4)
    assert rig.animation_data.action == verb.examples[-1].action


def test_pose_here_is_no_second_example_at_the_place_of_the_only_one(look):
    for example in look.examples[1:]:
        example.is_enabled = False
    count, place = len(look.examples), [number.value for number in look.examples[0].adverbs]
    with pytest.raises(RuntimeError, match="is there already"):
        bpy.ops.adverb.pose_here(place=place)
    assert len(look.examples) == count


def test_pose_here_says_what_is_in_its_way_and_changes_nothing(look):
    known, count = set(bpy.data.actions), len(look.examples)
    with pytest.raises(RuntimeError, match="is at no point yet"):
        bpy.ops.adverb.pose_here()
    with pytest.raises(RuntimeError, match="'look left' is there already"):
        bpy.ops.adverb.pose_here(place=(60.2, 0.1))
    assert len(look.examples) == count
    assert set(bpy.data.actions) == known


def test_a_rig_of_nobody_is_told():
    make_rig()
    with pytest.raises(RuntimeError, match="Add a verb first"):
        bpy.ops.adverb.steer()


def test_a_click_goes_on_in_pose_mode_and_going_live_enables_the_map(look):
    bpy.ops.object.mode_set(mode="POSE")
    bpy.ops.adverb.steer(place=(20, 10))
    assert bpy.context.mode == "POSE"
    bpy.ops.adverb.release()
    assert bpy.context.mode == "POSE"
    bpy.ops.adverb.enable_map()
    assert not look.map.is_enabled
    bpy.ops.adverb.go_live()
    assert look.map.is_enabled


def test_what_pose_here_makes_is_measured_again_after_a_correction(look):
    bpy.ops.adverb.steer(place=(20, 10))
    bpy.ops.adverb.pose_here()
    made = look.examples[-1]
    assert place(made) == pytest.approx((20, 10), abs=1e-3)
    assert not any(number.is_typed for number in made.adverbs)
    bone = look.id_data.pose.bones["head"]
    bone.rotation_quaternion = (1, 0, 0, 0)
    bone.keyframe_insert("rotation_quaternion")
    bpy.ops.adverb.measure()
    assert place(made) == pytest.approx((0, 0), abs=1e-2)
