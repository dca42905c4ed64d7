"""Odd examples stand out in Blender: what Check finds, how long it counts, and captured motion as the trial."""

import bpy
import numpy as np
import pytest

from adverb.addon import actions, building, hub, review
from tests.blender.stick import make_action, make_rig, numbers
from tests.blender.test_rigs import MOCAP, bvh_verb, captured


def check():
    """What is said after Check, by example."""
    assert bpy.ops.adverb.build() == {"FINISHED"}
    verb = bpy.context.object.adverb.verbs[0]
    return [(found.example, found.sentence) for found in review.findings(verb)]


def curve_of(action, path, index):
    return next(
        its for its in actions.curves(action, action.slots[0]) if (its.data_path, its.array_index) == (path, index)
    )


@pytest.fixture
def calm():
    """A rig whose verb of six motions has nothing to look at."""
    rig = make_rig()
    for index in range(6):
        action = make_action(rig, f"nod {index}", seed=0)
        curve = curve_of(action, 'pose.bones["bone 1"].rotation_euler', 0)
        curve.keyframe_points[2].co.y = 0.2 * index
        curve.update()
    bpy.ops.adverb.add_verb(name="Nod", preset="STYLE")
    bpy.ops.adverb.add_examples(pattern="nod*")
    for index, example in enumerate(rig.adverb.verbs[0].examples):
        example.adverbs[0].value = index
    return rig


def flip(action, path, first):
    """Turn over the sign of a quaternion at all keys from the given one on."""
    for index in range(4):
        curve = curve_of(action, path, index)
        for key in list(curve.keyframe_points)[first:]:
            key.co.y = -key.co.y
        curve.update()


def test_a_calm_verb_has_nothing_to_look_at(calm):
    assert check() == []


def test_a_flip_is_found_in_the_artists_own_keys_even_between_distant_ones(calm):
    flip(bpy.data.actions["nod 4"], 'pose.bones["bone 0"].rotation_quaternion', 2)
    (sentence,) = [sentence for place, sentence in check() if place == 4]
    assert "'nod 4' has quaternions of 'bone 0' that change sign from key to key" in sentence
    assert "all four of 'bone 0' from frame 16 to 24, then Key > Mirror > By Values Over Zero Value" in sentence


def test_a_flip_counts_where_the_example_and_the_bones_of_the_verb_are(calm):
    verb = calm.adverb.verbs[0]
    action, example = bpy.data.actions["nod 4"], verb.examples[4]
    path = 'pose.bones["bone 0"].rotation_quaternion'
    flip(action, path, 2)
    before, after = (curve_of(action, path, 0).keyframe_points[key].co.x for key in (1, 2))
    for its in verb.examples:
        its.use_range, its.first, its.last = True, 1, int(before)
    assert check() == []
    example.last = int(before) + 1  # on the way to the key that is turned over
    assert before < example.last < after
    assert [place for place, _ in check()] == [4]
    verb.picked.add().name = "bone 1"
    verb.bones_from = "PICKED"
    assert check() == []


def test_the_cure_for_a_flip_is_a_menu_that_exists():
    choices = bpy.ops.graph.mirror.get_rna_type().properties["type"].enum_items
    assert "By Values Over Zero Value" in {choice.name for choice in choices}


def test_places_are_those_of_the_list_whatever_is_disabled(calm):
    verb = calm.adverb.verbs[0]
    verb.examples[0].is_enabled = verb.examples[2].is_enabled = False
    flip(bpy.data.actions["nod 4"], 'pose.bones["bone 0"].rotation_quaternion', 1)
    assert [place for place, _ in check()] == [4]
    assert [review.is_odd(verb, place) for place in range(6)] == [False] * 4 + [True, False]


def test_a_click_on_a_finding_chooses_the_example(calm):
    verb = calm.adverb.verbs[0]
    bpy.ops.adverb.choose_example(index=4)
    assert verb.active_example == 4
    with pytest.raises(RuntimeError, match="'Nod' has no example 7: press Check again"):
        bpy.ops.adverb.choose_example(index=6)
    assert verb.active_example == 4


@pytest.mark.parametrize(
    "change",
    [
        lambda verb: setattr(verb.examples[1].adverbs[0], "value", 1.5),
        lambda verb: setattr(verb.examples[1], "is_enabled", False),
        lambda verb: setattr(verb.adverbs[0], "use_limits", True),
        lambda verb: setattr(verb.adverbs[0], "axis", "AZIMUTH"),
        lambda verb: setattr(verb, "cycle", "IN_PLACE"),
        lambda _verb: bpy.ops.adverb.remove_example(),
        lambda _verb: bpy.ops.adverb.add_adverb(),
    ],
)
def test_what_was_found_counts_until_the_verb_changes(calm, change):
    verb = calm.adverb.verbs[0]
    flip(bpy.data.actions["nod 4"], 'pose.bones["bone 0"].rotation_quaternion', 1)
    assert check()
    verb.active_example = 2
    assert review.is_odd(verb, 4)
    change(verb)
    assert review.findings(verb) == ()
    assert not review.is_odd(verb, 4)


def test_what_was_found_counts_until_a_keytime_is_unset(calm):
    verb = calm.adverb.verbs[0]
    flip(bpy.data.actions["nod 4"], 'pose.bones["bone 0"].rotation_quaternion', 1)
    bpy.ops.adverb.add_keytime(name="low")
    for example in verb.examples:
        example.keytimes[0].frame, example.keytimes[0].is_set = 10, True
    assert check()
    verb.examples[1].keytimes[0].is_set = False
    assert review.findings(verb) == ()


def test_what_was_found_counts_until_a_key_changes(calm):
    verb, action = calm.adverb.verbs[0], bpy.data.actions["nod 4"]
    flip(action, 'pose.bones["bone 0"].rotation_quaternion', 1)
    actions.assign(calm, action)
    bpy.context.view_layer.update()
    assert check()
    action.update_tag()
    bpy.context.view_layer.update()
    assert review.findings(verb)
    curve_of(action, 'pose.bones["bone 2"].rotation_euler', 0).keyframe_points[0].co.y += 0.1
    action.update_tag()
    bpy.context.view_layer.update()
    assert review.findings(verb) == ()


def test_another_file_has_findings_of_its_own(calm, tmp_path):
    flip(bpy.data.actions["nod 4"], 'pose.bones["bone 0"].rotation_quaternion', 1)
    assert check()
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "nod.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "nod.blend"))
    assert review.findings(bpy.data.objects["Rig"].adverb.verbs[0]) == ()


@pytest.fixture
def reaches():
    """Sixteen captured reaches of one person, measured."""
    peaks = (19, 19, 19, 21, 19, 18, 18, 17, 19, 21, 22, 22, 24, 19, 32, 30)
    files = [MOCAP / "cmu" / "reach_one_hand" / f"144_23_r{number:02d}.bvh" for number in range(1, 17)]
    rig, verb = bvh_verb(files, "Reach")
    verb.effector = "LeftHand"
    for example, peak in zip(verb.examples, peaks, strict=True):
        example.keytimes[0].frame, example.keytimes[0].is_set = peak, True
    bpy.ops.adverb.measure()
    return rig


@captured
def test_captured_reaches_give_no_false_alarm_and_a_spoiled_one_is_found(reaches):
    assert check() == []
    verb = reaches.adverb.verbs[0]
    spoiled = verb.examples[6]
    path = 'pose.bones["LeftArm"].rotation_quaternion'
    flip(spoiled.action, path, 10)
    bag = spoiled.action.layers[0].strips[0].channelbag(spoiled.action.slots[0])
    for curve in [its for its in bag.fcurves if '"Head"' in its.data_path]:
        bag.fcurves.remove(curve)
    for index, value in enumerate((0.0, 0.0, 1.0, 0.0)):
        for key in curve_of(spoiled.action, 'pose.bones["RightArm"].rotation_quaternion', index).keyframe_points:
            key.co.y = value
    verb.examples[3].adverbs[2].value = 135.0  # for 1.35
    spoiled.action.use_frame_range, spoiled.action.frame_start, spoiled.action.frame_end = True, 1, 120
    found = check()
    assert {place for place, _ in found} == {3, 6}
    for part in (
        "does not animate 'Head', which others do",
        "is 119 frames long where",
        "has quaternions of 'LeftArm' that change sign",
        "starts unlike the others, 'RightArm' by",
        "has 135 for 'z' where the others have",
    ):
        assert any(part in sentence for _, sentence in found), part


@captured
def test_captured_reaches_on_a_board_are_told_so(reaches):
    reaches.adverb.verbs[0].adverbs[1].measure = "NONE"  # else the hand itself would say that it is not there
    for example in reaches.adverb.verbs[0].examples:
        example.adverbs[1].value = -0.7
    ((place, sentence),) = check()
    assert place is None
    assert sentence.startswith("The examples lie on a surface: x, y and z hardly determine the depth")
    assert "remove the adverb that matters least ('y')" in sentence


def test_scale_and_limits_reach_the_verb(calm):
    adverb = calm.adverb.verbs[0].adverbs[0]
    verb = building.build(calm, calm.adverb.verbs[0]).verb
    assert verb.axes.scales.tolist() == [5.0]
    assert verb.bounds is None
    adverb.scale, adverb.use_limits, adverb.least, adverb.most = 2.0, True, 1.0, 3.0
    verb = building.build(calm, calm.adverb.verbs[0]).verb
    assert verb.axes.scales.tolist() == building.known_scales(calm.adverb.verbs[0]).tolist() == [2.0]
    assert np.allclose(verb.weights(np.array([9.0])), np.eye(6)[3], atol=1e-9)
    adverb.least = 4.0
    with pytest.raises(RuntimeError, match="'style' may be at least 4 and at most 3: set its limits in order"):
        bpy.ops.adverb.build()


def test_limits_draw_a_live_value_back_and_bound_its_slider(calm):
    verb = calm.adverb.verbs[0]
    adverb = verb.adverbs[0]
    adverb.use_limits, adverb.least, adverb.most, adverb.value = True, 1.0, 3.0, 2.0
    bpy.ops.adverb.go_live()
    shown = verb.goal.id_properties_ui("style").as_dict()
    assert (shown["soft_min"], shown["soft_max"]) == (1.0, 3.0)
    poses = []
    for value in (2.0, 3.0, 50.0):
        verb.goal["style"] = value
        verb.goal.update_tag()
        bpy.context.scene.frame_set(14)
        poses.append(numbers(calm))
    assert not np.allclose(poses[0], poses[1], atol=1e-3)
    assert np.allclose(poses[1], poses[2], atol=1e-6)


def test_a_limit_that_is_moved_while_live_counts_at_once(calm):
    verb = calm.adverb.verbs[0]
    bpy.ops.adverb.go_live()
    verb.goal["style"] = 5.0
    verb.goal.update_tag()
    bpy.context.scene.frame_set(16)
    assert hub.lives[verb.uid].weights[5] == pytest.approx(1.0)
    verb.adverbs[0].most, verb.adverbs[0].use_limits = 1.0, True
    bpy.context.scene.frame_set(16)
    assert hub.lives[verb.uid].weights[1] == pytest.approx(1.0)


def test_limits_that_nobody_set_are_those_of_the_examples(rig):
    adverb = rig.adverb.verbs[0].adverbs[0]
    values = [example.adverbs[0].value for example in rig.adverb.verbs[0].examples]
    adverb.use_limits = True
    assert (adverb.least, adverb.most) == (min(values), max(values))
    adverb.use_limits, adverb.most = False, 7.0
    adverb.use_limits = True
    assert adverb.most == 7.0


def test_a_typed_value_far_from_the_effector_is_told_with_its_cure(rig):
    verb = rig.adverb.verbs[0]
    assert not any("typed" in sentence for _, sentence in check())
    number = verb.examples[2].adverbs[1]
    measured = number.value
    number.value += 5.0
    assert any(
        place == 2 and f"typed for 'y' where {measured:.3g} is measured: take its pin out" in sentence
        for place, sentence in check()
    )
    assert number.value == pytest.approx(measured + 5.0), "looking changes nothing"
    number.is_typed = False
    bpy.ops.adverb.measure()
    assert not any("typed" in sentence for _, sentence in check())


def test_findings_of_one_kind_are_one_line_and_mark_all_their_examples(calm):
    verb = calm.adverb.verbs[0]
    for name in ("nod 1", "nod 4"):
        flip(bpy.data.actions[name], 'pose.bones["bone 0"].rotation_quaternion', 2)
    assert [place for place, _ in check()] == [1, 4]
    (line,) = review.told(verb)
    assert line.sentence.startswith("2 examples ('nod 1' and 'nod 4') have quaternions that change sign")
    assert line.example == 1
    assert [review.is_odd(verb, place) for place in range(6)] == [False, True, False, False, True, False]
