"""A live verb whose adverbs are coordinates of any kind: directions above all."""

import bpy
import numpy as np
import pytest
from mathutils import Matrix, Vector

from adverb.addon import actions, building, error_map, goals, hub, tagging
from adverb.core.coordinates import ANGLES
from tests.blender.stick import make_rig, place
from tests.blender.test_measuring import add, azimuth, elevation

LOOKS = {"ahead": (0, 0), "left": (60, 0), "right": (-60, 0), "up": (0, 40), "down": (0, -40)}


@pytest.fixture
def gaze():
    """A head on a neck, with looks to five sides from a start that is turned a little; a gaze verb, measured."""
    rig = make_rig(count=1, length=1.0)
    bpy.ops.object.mode_set(mode="EDIT")
    neck = rig.data.edit_bones["bone 0"]
    head = rig.data.edit_bones.new("head")
    head.head, head.tail, head.parent, head.roll = (0, 0, 1), (0, -0.2, 1), neck, 0.7
    bpy.ops.object.mode_set(mode="OBJECT")
    bone = rig.pose.bones["head"]
    bone.rotation_mode = "QUATERNION"
    rest = rig.data.bones["head"].matrix_local.to_3x3()
    written = [('pose.bones["head"].rotation_quaternion', index, "head") for index in range(4)]
    for name, (left, up) in LOOKS.items():
        turned = Matrix.Rotation(np.radians(left), 3, "Z") @ Matrix.Rotation(np.radians(-up), 3, "X")
        basis = (rest.inverted() @ turned @ rest).to_quaternion()
        keys = np.array([[1.0, 0.0, 0.0, 0.0], basis, basis])
        actions.write(f"look {name}", rig, written, np.array([1.0, 10.0, 20.0]), keys)
    for action in bpy.data.actions:
        action.pose_markers.new("seen").frame = 10
    rig.adverb.verbs.clear()
    verb = tagging.add_verb(rig, "Gaze")
    verb.effector, verb.timing = "head", "HOLD"
    for axis in ANGLES:
        add(verb, axis.lower(), "GOAL", axis=axis, measure="DIRECTION", reference="head")
    tagging.add_keytime(verb, "seen")
    for name in LOOKS:
        tagging.add_example(verb, bpy.data.actions[f"look {name}"])
    bpy.context.view_layer.objects.active = rig
    bpy.ops.adverb.measure()
    return rig


def look_at(rig, goal, left, up, distance):
    """Put the goal in a direction from the head, as seen by the character."""
    across, above = np.radians(left), np.radians(up)
    away = (np.cos(above) * np.sin(across), -np.cos(above) * np.cos(across), np.sin(above))
    goal.location = rig.matrix_world @ (Vector((0, 0, 1)) + distance * Vector(away))
    bpy.context.view_layer.update()


def looking(rig):
    its = rig.evaluated_get(bpy.context.evaluated_depsgraph_get()).pose.bones["head"].matrix.col[1][:3]
    return azimuth(its), elevation(its)


def test_looks_are_measured_to_the_left_and_up(gaze):
    verb = gaze.adverb.verbs[0]
    for example, look in zip(verb.examples, LOOKS.values(), strict=True):
        assert place(example) == pytest.approx(look, abs=1e-3)


def test_a_look_straight_up_is_no_look_to_a_side(gaze):
    """Rounding would tell any azimuth."""
    rest = gaze.data.bones["head"].matrix_local.to_3x3()
    for example, up in zip(gaze.adverb.verbs[0].examples[3:], (90, -90), strict=True):
        turned = rest.inverted() @ Matrix.Rotation(np.radians(-up), 3, "X") @ rest
        for curve in actions.curves(example.action, example.action.slots[0]):
            for key in curve.keyframe_points[1:]:
                key.co.y = turned.to_quaternion()[curve.array_index]
            curve.update()
    bpy.ops.adverb.measure()
    assert place(gaze.adverb.verbs[0].examples[3]) == pytest.approx((0, 90), abs=1e-2)
    assert place(gaze.adverb.verbs[0].examples[4]) == pytest.approx((0, -90), abs=1e-2)


def test_a_gaze_follows_the_direction_of_its_goal_at_any_distance(gaze):
    verb = gaze.adverb.verbs[0]
    gaze.matrix_world = Matrix.Translation((3, 1, 0)) @ Matrix.Rotation(1.1, 4, "Z") @ Matrix.Scale(2.0, 4)
    bpy.context.view_layer.update()
    bpy.ops.adverb.go_live()
    bpy.context.view_layer.update()
    assert looking(gaze) == pytest.approx((0, 0), abs=1e-2)  # the goal is made in the middle, which is ahead
    live = hub.lives[verb.uid]
    for distance in (0.5, 4.0):
        for number, look in enumerate(LOOKS.values()):
            look_at(gaze, verb.goal, *look, distance)
            assert looking(gaze) == pytest.approx(look, abs=1e-2)
            assert live.weights == pytest.approx(np.eye(5)[number], abs=1e-4)
        look_at(gaze, verb.goal, 30, 0, distance)
        assert looking(gaze)[0] == pytest.approx(30, abs=3)
        assert live.weights[1] > 0.4


def test_a_bake_of_a_gaze_is_what_the_live_verb_showed(gaze):
    verb = gaze.adverb.verbs[0]
    add(verb, "mood")
    for number, example in enumerate(verb.examples):
        example.adverbs[2].value = number % 3
    gaze.matrix_world = Matrix.Rotation(0.4, 4, "Z")
    bpy.ops.adverb.go_live()
    live = hub.lives[verb.uid]
    rng = np.random.default_rng(7)
    columns = [number for column in gaze.matrix_world.col for number in column[:3]]
    record = np.array([[frame, *rng.normal(size=3), *columns, rng.uniform()] for frame in range(20)])
    batch = hub.numbers(live, record)
    for row, expected in zip(record, batch, strict=True):
        hub.follow(live, row[0], row[1:].tolist())
        assert np.allclose(live.numbers, expected, rtol=0, atol=1e-9)


@pytest.mark.parametrize("axes", [("X", "Y", "Z"), ("AZIMUTH", "ELEVATION", "DISTANCE"), ("AZIMUTH", "Z"), ("X", "Z")])
@pytest.mark.parametrize("reference", ["", "bone 2"])
def test_the_goal_is_put_where_it_has_the_adverbs(rig, axes, reference):
    verb = rig.adverb.verbs[0]
    while verb.adverbs:
        tagging.remove_adverb(verb, 0)
    for axis in axes:
        add(verb, axis, "GOAL", axis=axis, measure="PLACE", reference=reference)
    bpy.ops.adverb.measure()
    rig.matrix_world = Matrix.Translation((1, 2, 3)) @ Matrix.Rotation(0.8, 4, "Y")
    bpy.context.view_layer.update()
    bpy.ops.adverb.go_live()
    live = hub.lives[verb.uid]
    for example in verb.examples:
        verb.goal.location = goals.place(rig, live.built, place(example))
        bpy.context.view_layer.update()
        assert np.allclose(live.adverbs, place(example), atol=1e-3)
        assert live.weights[list(verb.examples).index(example)] == pytest.approx(1.0, abs=1e-3)


def test_a_plain_reach_needs_no_sights(live):
    assert hub.lives[live.adverb.verbs[0].uid].sights == ()


def test_a_frame_that_was_not_measured_asks_for_it(gaze):
    verb = gaze.adverb.verbs[0]
    verb.adverbs[0].reference = "bone 0"
    with pytest.raises(RuntimeError, match="seen from 'bone 0': Measure"):
        bpy.ops.adverb.go_live()
    bpy.ops.adverb.measure()
    bpy.ops.adverb.go_live()


def test_another_axis_is_another_verb(gaze):
    verb = gaze.adverb.verbs[0]
    before = building.build(gaze, verb)
    assert building.build(gaze, verb) is before
    verb.adverbs[0].axis = "X"
    assert building.build(gaze, verb).coordinates[0].axis == "X"


def test_a_gaze_lives_on_after_loading(gaze, tmp_path):
    verb = gaze.adverb.verbs[0]
    bpy.ops.adverb.go_live()
    look_at(gaze, verb.goal, 60, 0, 2.0)
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "gaze.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "gaze.blend"))
    rig = bpy.data.objects["Rig"]
    goal = rig.adverb.verbs[0].goal
    assert looking(rig) == pytest.approx((60, 0), abs=1e-2)
    look_at(rig, goal, 0, 40, 2.0)
    assert looking(rig) == pytest.approx((0, 40), abs=1e-2)


def turn_away(rig):
    """The same looks over the shoulder: what was ahead is behind, and the seam of the azimuth runs through them."""
    verb = rig.adverb.verbs[0]
    for example, (left, up) in zip(verb.examples, LOOKS.values(), strict=True):
        example.adverbs[0].value = (left + 180) if left < 0 else left - 180
        example.adverbs[1].value = up
    return verb


def test_examples_behind_the_character_are_neighbours_across_the_seam(gaze):
    verb = turn_away(gaze)
    assert [example.adverbs[0].value for example in verb.examples] == [-180, -120, 120, -180, -180]
    bpy.ops.adverb.go_live()
    live = hub.lives[verb.uid]
    away = {}
    for left in (-60, -30, -1, 0, 1, 30, 60):
        look_at(gaze, verb.goal, 180 + left, 0, 2.0)
        away[left] = looking(gaze)[0]
    assert list(away.values()) == pytest.approx(list(away), abs=3)  # as if all of it were ahead
    look_at(gaze, verb.goal, 180, 0, 2.0)
    assert live.weights == pytest.approx(np.eye(5)[0], abs=1e-4)


def test_two_ways_to_say_straight_behind_are_one_place(gaze):
    verb = turn_away(gaze)
    verb.examples[1].adverbs[0].value, verb.examples[1].adverbs[1].value = 180, 0
    with pytest.raises(RuntimeError, match="same adverbs"):
        bpy.ops.adverb.go_live()


@pytest.mark.parametrize("turns", [0, 1, -1])
def test_limits_behind_the_character_hold_however_many_turns_they_count(gaze, turns):
    verb = turn_away(gaze)
    verb.adverbs[0].use_limits = True
    assert verb.adverbs[0].most - verb.adverbs[0].least == pytest.approx(120)
    middle = 180 + 360 * turns
    verb.adverbs[0].least, verb.adverbs[0].most = middle - 30, middle + 30
    bpy.ops.adverb.go_live()
    for left, shown in ((-50, -30), (10, 10), (50, 30)):
        look_at(gaze, verb.goal, 180 + left, 0, 2.0)
        assert looking(gaze)[0] == pytest.approx(shown, abs=3)


def test_looks_over_one_shoulder_and_their_images_meet_behind(gaze):
    verb = turn_away(gaze)
    verb.examples.remove(1)  # over the left shoulder: its image comes back
    verb.active_example = 0
    verb.adverbs[0].least, verb.adverbs[0].most, verb.adverbs[0].use_limits = 110, 190, True
    bpy.ops.adverb.mirror_examples(all=True)
    assert [example.adverbs[0].value for example in verb.examples] == [-180, 120, -180, -180, -120]
    assert (verb.adverbs[0].least, verb.adverbs[0].most) == (110, 250)
    built = building.build(gaze, verb)
    assert np.ptp([example.adverbs[0] for example in built.examples]) == pytest.approx(120)
    bpy.ops.adverb.go_live()
    look_at(gaze, verb.goal, 180 + 60, 0, 2.0)
    assert hub.lives[verb.uid].weights[-1] == pytest.approx(1.0, abs=1e-4)


def test_a_goal_of_which_only_the_direction_is_known_is_made_near_the_character(gaze):
    bpy.ops.adverb.go_live()
    head = gaze.data.bones["head"].head_local
    away = (gaze.adverb.verbs[0].goal.location - head).length
    height = gaze.dimensions.z
    assert 0.3 * height < away < height


def test_the_error_map_of_directions_stands_on_a_ball_around_the_head(gaze):
    verb = gaze.adverb.verbs[0]
    bpy.ops.adverb.measure_error()
    verb.show_grid = verb.show_heat = True
    shapes = error_map.shapes(gaze, verb)
    for points in (shapes.heat.points, shapes.grid.asked, shapes.grid.reached):
        away = np.linalg.norm(points - (0.0, 0.0, 1.0), axis=1)
        assert away.min() > 0.1
        assert np.ptp(away) < 0.001 * away.mean()
