"""Adverbs of every kind: measured off examples as Blender shows them, and live."""

import bpy
import numpy as np
import pytest
from mathutils import Matrix, Vector

from adverb.addon import actions, goals, hub, measuring, tagging
from adverb.core.coordinates import ANGLES
from tests.blender.stick import make_human, numbers, place, played
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
        add(verb, axis, measure="PLACE", axis=axis, bone="bone 4", bone_end="TAIL", reference="bone 2")
    measuring.measure(rig, verb, bpy.context.view_layer)
    starts, keytimes = shown(rig, verb, "bone 2"), shown(rig, verb, "bone 4")
    for example, (start, _), (_, its) in zip(verb.examples, starts, keytimes, strict=True):
        turned = Matrix(start[:3, :3] @ np.linalg.inv(rest[:3, :3])).to_quaternion().to_matrix()
        tail = its[:3, 3] + its[:3, 1] * rig.data.bones["bone 4"].length
        local = np.array(turned.inverted()) @ (tail - start[:3, 3])
        expected = [*local, azimuth(local), elevation(local), np.linalg.norm(local)]
        assert np.allclose(place(example)[3:6], expected[:3], atol=5e-6)
        assert np.allclose(place(example)[6:], expected[3:], atol=1e-3)


def test_each_adverb_has_the_end_of_its_own_bone(rig):
    """The tail of the hand and the head of a foot, in one verb."""
    verb = rig.adverb.verbs[0]
    add(verb, "hand", measure="PLACE", axis="Z")
    add(verb, "foot", measure="PLACE", axis="Z", bone="bone 1")
    add(verb, "toe", measure="PLACE", axis="Z", bone="bone 1", bone_end="TAIL")
    measuring.measure(rig, verb, bpy.context.view_layer)
    hands, feet = shown(rig, verb, "bone 4"), shown(rig, verb, "bone 1")
    for example, (_, hand), (_, foot) in zip(verb.examples, hands, feet, strict=True):
        tip = hand[2, 3] + hand[2, 1] * rig.data.bones["bone 4"].length
        toe = foot[2, 3] + foot[2, 1] * rig.data.bones["bone 1"].length
        assert np.allclose(place(example)[3:], [tip, foot[2, 3], toe], atol=5e-6)


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


def test_a_measure_stopped_on_the_way_leaves_everything_as_it_was(rig):
    """Constraints let Blender be asked at every frame, which takes long on a big rig: Esc may end it at any of them."""
    verb = rig.adverb.verbs[0]
    rig.pose.bones["bone 3"].constraints.new("LIMIT_LOCATION")
    rig.pose.bones["bone 1"].location.x = 0.25
    add(verb, "speed", measure="SPEED", bone="bone 4")
    before = numbers(rig), [place(example) for example in verb.examples]
    frames = sum(20 + 5 * index for index in range(4))
    for count in (1, frames // 2, frames + 4):  # each frame of each example, and its keytime
        steps = measuring.measure_stepwise(rig, verb, bpy.context.view_layer)
        parts = [next(steps) for _ in range(count)]
        assert np.allclose(parts, np.arange(1, count + 1) / (frames + 4))
        steps.close()
        assert np.array_equal(numbers(rig), before[0])
        assert [place(example) for example in verb.examples] == before[1]
    bpy.ops.adverb.measure()
    assert all(place(example)[3] > 0.0 for example in verb.examples)
    assert np.array_equal(numbers(rig), before[0])


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
