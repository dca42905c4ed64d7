"""Adverbs of every kind: measured off examples as Blender shows them, and live."""

import bpy
import numpy as np
import pytest
from mathutils import Matrix, Vector

from adverb.addon import actions, building, goals, hub, measuring, tagging
from adverb.core.coordinates import ANGLES
from tests.blender.stick import make_human, make_rig, numbers, place, played
from tests.blender.test_rigs import MOCAP, bvh_verb, captured


def add(verb, name, kind="VALUE", **fields):
    """An adverb with these fields."""
    adverb = tagging.add_adverb(verb, name, kind)
    for field, value in fields.items():
        setattr(adverb, field, value)
    return adverb


def measured(rig, verb, name, typed=False):
    """The values of one adverb after measuring."""
    measuring.measure(rig, verb, bpy.context.view_layer, typed)
    index = verb.adverbs.find(name)
    return np.array([example.adverbs[index].value for example in verb.examples])


def azimuth(vector):
    return np.degrees(np.arctan2(vector[0], -vector[1]))


def elevation(vector):
    return np.degrees(np.arctan2(vector[2], np.hypot(vector[0], vector[1])))


def shown(rig, verb, bone):
    """The bone's matrix in each example as Blender plays it: at the start and at the keytime."""
    place = list(rig.pose.bones.keys()).index(bone)
    for example in verb.examples:
        yield (
            played(rig, example.action, 1)[place],
            played(rig, example.action, int(example.keytimes[0].frame))[place],
        )


def test_a_place_seen_from_a_bone_at_the_start(rig):
    verb = rig.adverb.verbs[0]
    rest = np.array(rig.data.bones["bone 2"].matrix_local)
    for axis in ("X", "Y", "Z", "AZIMUTH", "ELEVATION", "DISTANCE"):
        add(verb, axis, measure="PLACE", axis=axis, bone="bone 4", reference="bone 2")
    measuring.measure(rig, verb, bpy.context.view_layer)
    starts, keytimes = shown(rig, verb, "bone 2"), shown(rig, verb, "bone 4")
    for example, (start, _), (_, its) in zip(verb.examples, starts, keytimes, strict=True):
        turned = Matrix(start[:3, :3] @ np.linalg.inv(rest[:3, :3])).to_quaternion().to_matrix()
        tail = its[:3, 3] + its[:3, 1] * rig.data.bones["bone 4"].length
        local = np.array(turned.inverted()) @ (tail - start[:3, 3])
        expected = [*local, azimuth(local), elevation(local), np.linalg.norm(local)]
        assert np.allclose(place(example)[3:6], expected[:3], atol=5e-6)
        assert np.allclose(place(example)[6:], expected[3:], atol=1e-3)


@pytest.mark.parametrize("axis", ["Y", "-X", "Z"])
def test_a_direction_as_blender_shows_it(rig, axis):
    verb = rig.adverb.verbs[0]
    fields = {"measure": "DIRECTION", "bone": "bone 3", "bone_axis": axis}
    add(verb, "across", axis="AZIMUTH", **fields)
    add(verb, "up", axis="ELEVATION", **fields)
    add(verb, "x", axis="X", **fields)
    measuring.measure(rig, verb, bpy.context.view_layer)
    for example, (_, its) in zip(verb.examples, shown(rig, verb, "bone 3"), strict=True):
        vector = its[:3, "XYZ".index(axis[-1])] * (-1 if axis[0] == "-" else 1)
        assert np.allclose(place(example)[3:5], (azimuth(vector), elevation(vector)), atol=1e-3)
        assert place(example)[5] == pytest.approx(vector[0], abs=1e-5)


def test_an_angle_between_two_bones_as_blender_shows_it(rig):
    verb = rig.adverb.verbs[0]
    add(verb, "elbow", measure="ANGLE", bone="bone 1", other_bone="bone 2")
    values = measured(rig, verb, "elbow")
    pairs = zip(values, shown(rig, verb, "bone 1"), shown(rig, verb, "bone 2"), strict=True)
    for value, (_, one), (_, other) in pairs:
        assert value == pytest.approx(np.degrees(Vector(one[:3, 1]).angle(Vector(other[:3, 1]))), abs=1e-2)
    assert np.ptp(values) > 1.0


def test_speed_counts_the_frames_of_the_scene(rig):
    verb = rig.adverb.verbs[0]
    for name, distance in (("slow", 1.0), ("quick", 3.0)):
        columns = [('pose.bones["bone 0"].location', index, "bone 0") for index in range(3)]
        away = np.array([[0.0, 0.0, 0.0], [distance, 0.0, 0.0]])
        for curve in actions.curves(
            action := actions.write(name, rig, columns, np.array([1.0, 25.0]), away), action.slots[0]
        ):
            for key in curve.keyframe_points:
                key.interpolation = "LINEAR"
    verb.examples.clear()
    for name in ("slow", "quick"):
        tagging.add_example(verb, bpy.data.actions[name])
    for adverb in verb.adverbs:
        adverb.measure = "NONE"
    add(verb, "speed", measure="SPEED", bone="bone 0")
    bpy.context.scene.render.fps = 24
    assert np.allclose(measured(rig, verb, "speed"), [1.0, 3.0], rtol=1e-5)
    bpy.context.scene.render.fps = 48
    assert np.allclose(measured(rig, verb, "speed"), [2.0, 6.0], rtol=1e-5)


def test_what_was_typed_is_kept_unless_asked_for(rig):
    verb = rig.adverb.verbs[0]
    before = [place(example) for example in verb.examples]
    assert not any(number.is_typed for example in verb.examples for number in example.adverbs)
    verb.examples[1].adverbs[2].value = 7.0
    assert verb.examples[1].adverbs[2].is_typed
    assert measuring.measure(rig, verb, bpy.context.view_layer) == (11, 1)
    assert place(verb.examples[1])[2] == 7.0
    assert verb.examples[1].adverbs[2].is_typed
    bpy.ops.adverb.measure(typed=True)
    assert np.allclose([place(example) for example in verb.examples], before)
    assert not verb.examples[1].adverbs[2].is_typed


def test_values_by_hand_and_disabled_examples_are_left_alone(rig):
    verb = rig.adverb.verbs[0]
    add(verb, "mood")
    verb.examples[0].adverbs[3].value = 0.5
    verb.examples[2].is_enabled = False
    verb.examples[2].adverbs[0].value = 9.0
    bpy.ops.adverb.measure(typed=True)
    assert [example.adverbs[3].value for example in verb.examples] == [0.5, 0.0, 0.0, 0.0]
    assert verb.examples[0].adverbs[3].is_typed
    assert verb.examples[2].adverbs[0].value == 9.0


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"measure": "PLACE", "bone": "paw"}, "needs 'paw', a bone that 'Rig' does not have"),
        ({"measure": "PLACE", "reference": "tail"}, "needs 'tail', a bone that 'Rig' does not have"),
        ({"measure": "ANGLE", "bone": "bone 1"}, "two bones: choose the other one"),
        ({"measure": "SLOPE", "bone": "bone 1", "other_bone": "paw"}, "needs 'paw'"),
        ({"measure": "DIRECTION", "axis": "DISTANCE"}, "choose another axis"),
    ],
)
def test_what_cannot_be_measured_says_why_and_changes_nothing(rig, fields, sentence):
    verb = rig.adverb.verbs[0]
    for example in verb.examples:
        example.adverbs[0].value = 5.0
        example.adverbs[0].is_typed = False
    add(verb, "new", **fields)
    with pytest.raises(RuntimeError, match=sentence):
        bpy.ops.adverb.measure()
    assert {example.adverbs[0].value for example in verb.examples} == {5.0}


def test_nothing_to_measure_no_bone_and_no_keytime(rig):
    verb = rig.adverb.verbs[0]
    verb.effector = ""
    with pytest.raises(RuntimeError, match="measured from no bone"):
        bpy.ops.adverb.measure()
    verb.effector = "bone 4"
    verb.examples[1].keytimes[0].is_set = False
    with pytest.raises(RuntimeError, match="'reach 1' has no keytime 'touch'"):
        bpy.ops.adverb.measure()
    for adverb in verb.adverbs:
        adverb.measure = "NONE"
    with pytest.raises(RuntimeError, match="no adverb to measure"):
        bpy.ops.adverb.measure()


def test_paths_need_motions_and_no_keytime(rig):
    verb = rig.adverb.verbs[0]
    for adverb in verb.adverbs:
        adverb.measure = "NONE"
    add(verb, "turn", measure="TURN", bone="bone 4")
    verb.examples[1].keytimes[0].is_set = False
    assert np.isfinite(measured(rig, verb, "turn")).all()
    verb.kind = "POSE"
    with pytest.raises(RuntimeError, match="has poses"):
        bpy.ops.adverb.measure()


def test_poses_are_seen_from_the_bone_at_rest(rig):
    verb = rig.adverb.verbs[0]
    bpy.ops.adverb.measure()
    verb.kind = "POSE"
    for example in verb.examples:
        example.frame = 7
    for axis in "XYZ":
        add(verb, f"there {axis}", axis=axis, measure="PLACE", reference="bone 2")
    bpy.ops.adverb.measure()
    for example in verb.examples:
        away = np.array(place(example)[:3]) - np.array(rig.data.bones["bone 2"].head_local)
        assert np.allclose(place(example)[3:], away, atol=1e-6)


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


def test_a_rigify_head_is_measured_through_its_constraints():
    rig = make_human(bpy.ops.object.armature_basic_human_metarig_add)
    control = rig.pose.bones["head"]
    control.rotation_mode = "XYZ"
    for index, degrees in enumerate((-40, 0, 40)):
        written = [('pose.bones["head"].rotation_euler', axis, "head") for axis in range(3)]
        keys = np.array([[0.0, 0.0, 0.0], [0.0, np.radians(degrees), 0.0]])
        actions.write(f"look {index}", rig, written, np.array([1.0, 10.0]), keys).pose_markers.new("touch").frame = 10
    bpy.ops.adverb.add_verb(name="Gaze", preset="STYLE")
    verb = rig.adverb.verbs[0]
    bpy.ops.adverb.add_examples(pattern="look*")
    tagging.add_keytime(verb, "touch")
    tagging.remove_adverb(verb, 0)
    adverb = add(verb, "across", "GOAL", axis="AZIMUTH", measure="DIRECTION", bone="DEF-spine.006", bone_axis="Z")
    adverb.reference = "DEF-spine.005"
    before = [tuple(bone.rotation_euler) for bone in rig.pose.bones]
    values = measured(rig, verb, "across")
    assert before == [tuple(bone.rotation_euler) for bone in rig.pose.bones]
    expected = [azimuth(its[:3, 2]) for _, its in shown(rig, verb, "DEF-spine.006")]
    assert np.allclose(values, expected, atol=0.5)  # its neck stands where it does at rest, to half a degree
    assert np.ptp(values) > 60
    bpy.ops.adverb.go_live()
    live = hub.lives[verb.uid]
    for example in verb.examples:
        verb.goal.location = goals.place(rig, live.built, place(example))
        bpy.context.view_layer.update()
        assert np.allclose(numbers(rig)[:, :3, 3], played(rig, example.action, 10)[:, :3, 3], atol=1e-4)


@captured
def test_captured_jogs_turn_as_they_were_told_to():
    turns = {37: 41, 38: 46, 39: -49, 40: -44, 41: 92, 42: 102, 43: -86, 44: -90}
    _, verb = bvh_verb([MOCAP / "cmu" / "jog_turn" / f"16_{take}.bvh" for take in turns], "Jog", "STYLE")
    bpy.context.scene.render.fps = 60
    tagging.remove_adverb(verb, 0)
    for name, measure in {"speed": "SPEED", "radius": "RADIUS", "turn": "TURN"}.items():
        add(verb, name, measure=measure, bone="Hips")
    bpy.ops.adverb.measure()
    speed, radius, turn = np.array([place(example) for example in verb.examples]).T
    signs = np.sign(list(turns.values()))
    assert np.array_equal(np.sign(radius), signs)
    assert np.array_equal(np.sign(turn), signs)
    assert np.allclose(radius * turn, np.degrees(1.0))
    assert np.allclose(speed, [2.39, 2.62, 2.77, 2.38, 2.14, 2.05, 2.29, 2.05], rtol=0.03)
    assert np.abs(radius[:4]).min() > 2.0 * np.abs(radius[4:]).max()  # a veer is wider than a turn of 90 degrees


@captured
def test_a_captured_jog_straight_on_has_no_radius():
    rig, verb = bvh_verb([MOCAP / "cmu" / "jog_turn" / f"16_{take}.bvh" for take in (35, 37)], "Jog", "STYLE")
    verb.adverbs[0].measure, verb.adverbs[0].bone = "RADIUS", "Hips"
    with pytest.raises(RuntimeError, match=r"'16_35' leads 'Hips' straight on.*Turning instead"):
        bpy.ops.adverb.measure()
    verb.examples[0].adverbs[0].value = 50.0  # typed: then it need not be measured
    bpy.ops.adverb.measure()
    assert place(verb.examples[0]) == [50.0]
    verb.adverbs[0].measure = "TURN"
    assert abs(measured(rig, verb, verb.adverbs[0].name, typed=True)[0]) < 1.0


@captured
def test_captured_slopes_are_as_steep_as_the_takes_of_the_same_ramp():
    takes = ("74_01", "74_14", "74_15", "74_16", "74_17", "74_18", "74_19")
    rig, verb = bvh_verb([MOCAP / "cmu" / "slope_terrain" / f"{take}.bvh" for take in takes], "Walk", "STYLE")
    verb.adverbs[0].measure, verb.adverbs[0].bone, verb.adverbs[0].other_bone = "SLOPE", "LeftFoot", "RightFoot"
    flat, *ramps = measured(rig, verb, verb.adverbs[0].name)
    ramps = np.array(ramps).reshape(3, 2)
    assert abs(flat) < 0.5
    assert np.abs(np.diff(ramps, axis=1)).max() < 0.5
    assert np.diff(ramps.mean(axis=1)).min() > 2.0
    assert ramps.min() > 5.0


@captured
def test_captured_steps_go_up_and_down():
    takes = {"83_08": -1, "83_09": -1, "83_20": 0, "83_25": 1, "83_27": 1, "83_34": 1}
    rig, verb = bvh_verb([MOCAP / "cmu" / "stairs_steps" / f"{take}.bvh" for take in takes], "Step", "STYLE")
    verb.adverbs[0].measure, verb.adverbs[0].bone, verb.adverbs[0].other_bone = "SLOPE", "LeftFoot", "RightFoot"
    slopes = measured(rig, verb, verb.adverbs[0].name)
    assert np.array_equal(np.sign(np.round(slopes)), list(takes.values()))


@captured
def test_captured_looks_point_where_blender_shows_the_head():
    rig, verb = bvh_verb([MOCAP / "cmu" / "look_aim" / "77_01.bvh"], "Look", "STYLE")
    action, verb.kind = verb.examples[0].action, "POSE"
    frames = (1, 60, 120, 180, 240)
    while len(verb.examples) < len(frames):
        tagging.add_example(verb, action)
    for example, frame in zip(verb.examples, frames, strict=True):
        example.frame = frame
    tagging.remove_adverb(verb, 0)
    for axis in ANGLES:
        add(verb, axis.lower(), axis=axis, measure="DIRECTION", bone="Head", bone_axis="Z")
    bpy.ops.adverb.measure()
    index = list(rig.pose.bones.keys()).index("Head")
    for example, frame in zip(verb.examples, frames, strict=True):
        vector = played(rig, action, frame)[index][:3, 2]
        across = place(example)[0] - azimuth(vector)
        assert across == pytest.approx(360 * round(across / 360), abs=1e-2)
        assert place(example)[1] == pytest.approx(elevation(vector), abs=1e-2)
    assert np.ptp([place(example)[0] for example in verb.examples]) > 20
