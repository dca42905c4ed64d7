"""Several verbs on one character: what one turns carries the next, and each can be switched on and off alone."""

from itertools import permutations

import bpy
import numpy as np
import pytest
from mathutils import Vector

from adverb.addon import bones, carriers, hub, tagging
from adverb.addon.drivers import MOST_VALUES
from adverb.addon.live import is_running
from tests.blender.humans import make_looking_human, moved_to
from tests.blender.stick import numbers, place
from tests.blender.watchers import add_eye, add_head, add_looks, add_thing, key, make_watcher, off, turn

PLACES = ((0, -2, 1.6), (1.4, -1.4, 1.7), (-0.8, -0.9, 1.9), (0.3, -0.6, 1.4))
NEAR = 0.02


@pytest.fixture
def watcher():
    """A character with a head and an eye that look at the same thing; measured, not live."""
    rig = make_watcher()
    add_head(rig)
    add_eye(rig)
    thing = add_thing("thing", PLACES[0])
    for verb in rig.adverb.verbs:
        verb.goal = thing
    bpy.context.view_layer.objects.active = rig
    return rig


def switch(*names):
    for name in names:
        bpy.ops.adverb.switch_live(verb=name)
    bpy.context.view_layer.update()


def show(thing, point):
    thing.location = point
    bpy.context.view_layer.update()


@pytest.mark.parametrize("order", list(permutations(("Look", "Eye"))))
def test_head_and_eye_together_look_at_the_goal(watcher, order, capfd):
    switch(*order)
    look, eye = watcher.adverb.verbs
    assert (look.carrier, eye.carrier) == ("spine", "head")
    for point in PLACES:
        show(eye.goal, point)
        assert off(watcher, eye, point) < NEAR
        assert off(watcher, look, point) < 3
    assert "cycle" not in "".join(capfd.readouterr()).lower()


def test_without_the_head_the_eye_does_it_alone_and_with_it_less(watcher):
    switch("Eye")
    eye = watcher.adverb.verbs["Eye"]
    point = (0.6, -1.4, 1.7)
    show(eye.goal, point)
    alone = hub.lives[eye.uid].adverbs
    assert alone[0] > 20
    assert off(watcher, eye, point) < NEAR
    switch("Look")
    assert off(watcher, eye, point) < NEAR
    assert abs(hub.lives[eye.uid].adverbs[0]) < 1  # the head has turned that far
    switch("Look")
    assert np.allclose(hub.lives[eye.uid].adverbs, alone, atol=1e-4)


def test_a_verb_that_is_not_carried_sees_the_goal_from_where_the_body_rests(watcher):
    """What verbs of older files mean."""
    verb = watcher.adverb.verbs.add()
    assert not verb.is_carried
    _, eye, _ = watcher.adverb.verbs
    eye.is_carried = False
    switch("Look", "Eye")
    assert eye.carrier == ""
    show(eye.goal, PLACES[1])
    asked = hub.lives[eye.uid].adverbs
    switch("Look")
    assert np.allclose(hub.lives[eye.uid].adverbs, asked)


@pytest.mark.parametrize("mover", ["hand", "keys", "rig"])
def test_whatever_else_moves_the_body_carries_the_verb(watcher, mover):
    switch("Look", "Eye")
    eye = watcher.adverb.verbs["Eye"]
    spine = watcher.pose.bones["spine"]
    if mover == "keys":
        key(spine, "rotation_quaternion", {1: turn(watcher, "spine", 0, 0), 11: turn(watcher, "spine", 30, -20)})
    for frame in (1, 6, 11):
        bpy.context.scene.frame_set(frame)
        if mover == "hand":
            spine.rotation_quaternion = turn(watcher, "spine", 3 * frame, frame)
            spine.scale = (1, 1 + 0.02 * frame, 1)
        elif mover == "rig":
            watcher.location, watcher.rotation_euler = (0.1 * frame, 0, 0), (0, 0.02 * frame, 0.03 * frame)
        for point in PLACES[:3]:
            show(eye.goal, point)
            assert off(watcher, eye, point) < (NEAR if mover != "hand" else 0.1)


def test_a_bake_of_the_eye_in_a_head_that_turns_is_what_was_shown(watcher):
    switch("Look", "Eye")
    eye = watcher.adverb.verbs["Eye"]
    key(eye.goal, "location", dict(zip((1, 8, 16, 24), PLACES, strict=True)))
    shown = []
    for frame in range(1, 25):
        bpy.context.scene.frame_set(frame)
        shown.append(numbers(watcher))
        assert off(watcher, eye, eye.goal.matrix_world.translation) < NEAR
    for name in ("Eye", "Look"):
        watcher.adverb.active_verb = watcher.adverb.verbs.find(name)
        verb = watcher.adverb.verbs[name]
        verb.bake_start, verb.bake_end, verb.bake_nla = 1, 24, True
        bpy.ops.adverb.bake()
    assert not any(verb.is_live for verb in watcher.adverb.verbs)
    for frame, expected in enumerate(shown, 1):
        bpy.context.scene.frame_set(frame)
        assert np.allclose(numbers(watcher), expected, atol=1e-5)


def test_examples_in_which_the_body_is_posed_too_measure_the_same(watcher):
    eye = watcher.adverb.verbs["Eye"]
    before = [place(example) for example in eye.examples]
    for number, example in enumerate(eye.examples):
        bag = example.action.layers[0].strips[0].channelbag(example.action.slots[0])
        for index, part in enumerate(turn(watcher, "head", 10 * number, 5)):
            bag.fcurves.new('pose.bones["head"].rotation_quaternion', index=index).keyframe_points.insert(1, part)
    bpy.ops.adverb.measure()
    assert np.allclose([place(example) for example in eye.examples], before, atol=1e-3)
    eye.is_carried = False
    bpy.ops.adverb.measure()
    assert not np.allclose([place(example) for example in eye.examples], before, atol=5)


def test_what_the_verb_itself_moves_carries_nothing(watcher):
    look = watcher.adverb.verbs["Look"]
    assert carriers.find(watcher, look) == "spine"
    look.picked.add().name = "spine"
    assert carriers.find(watcher, look) == "bone 0"
    look.picked.add().name = "bone 0"
    assert carriers.find(watcher, look) == ""


def test_a_constraint_that_names_nobody_yet_turns_nothing(watcher):
    watcher.pose.bones["eye"].constraints.new("ARMATURE")
    assert carriers.find(watcher, watcher.adverb.verbs["Eye"]) == "head"


def test_a_bone_that_does_not_turn_with_its_parent_is_not_carried_by_it(watcher):
    watcher.data.bones["eye"].use_inherit_rotation = False
    switch("Look", "Eye")
    eye = watcher.adverb.verbs["Eye"]
    assert eye.carrier == ""
    show(eye.goal, (2.0, -5.0, 1.6))
    assert off(watcher, eye, eye.goal.location) < 1  # the head moves it a little, and does not turn it


def test_the_examples_are_shown_where_the_head_carries_them(watcher):
    switch("Look", "Eye")
    eye = watcher.adverb.verbs["Eye"]
    show(eye.goal, PLACES[1])
    watcher.adverb.active_verb = watcher.adverb.verbs.find("Eye")
    switch("Look")  # so that the goal alone can be brought there
    watcher.pose.bones["head"].rotation_quaternion = turn(watcher, "head", 25, 10)
    bpy.context.view_layer.update()
    for index in (0, 5, 8):
        eye.active_example = index
        bpy.ops.adverb.go_to_example()
        bpy.context.view_layer.update()
        assert hub.lives[eye.uid].weights == pytest.approx(np.eye(9)[index], abs=1e-3)


def test_a_carried_verb_lives_on_after_loading_undo_and_copying(watcher, tmp_path):
    bpy.ops.ed.undo_push(message="before")
    switch("Look", "Eye")
    bpy.ops.ed.undo_push(message="live")
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "eyes.blend"))

    def check(name="Rig"):
        rig = bpy.data.objects[name]
        eye = rig.adverb.verbs["Eye"]
        for point in PLACES:
            show(eye.goal, point)
            assert off(rig, eye, point) < NEAR

    check()
    bpy.ops.ed.undo()
    assert not bpy.data.objects["Rig"].adverb.verbs["Eye"].is_live
    bpy.ops.ed.redo()
    check()
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "eyes.blend"))
    check()
    rig = bpy.data.objects["Rig"]
    for thing in (rig, rig.adverb.verbs["Eye"].goal):
        thing.select_set(True)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.duplicate()
    bpy.context.view_layer.update()
    bpy.data.objects["Rig.001"].location.x = 0.5
    check("Rig.001")
    check()


def test_a_carrier_may_be_renamed_and_one_that_is_gone_is_told(watcher):
    switch("Look", "Eye")
    look, eye = watcher.adverb.verbs
    watcher.data.bones["spine"].name = "back"
    watcher.data.update_tag()
    bpy.context.view_layer.update()
    assert look.carrier == "back"
    show(eye.goal, PLACES[1])
    assert off(watcher, eye, PLACES[1]) < NEAR
    switch("Eye", "Look")
    assert (look.carrier, eye.carrier) == ("", "")


def test_a_switch_in_the_list_leaves_all_else_alone(watcher):
    watcher.adverb.active_verb = 0
    active, mode = bpy.context.object, bpy.context.mode
    switch("Eye")
    assert [verb.is_live for verb in watcher.adverb.verbs] == [False, True]
    assert (bpy.context.object, bpy.context.mode, watcher.adverb.active_verb) == (active, mode, 0)
    bpy.ops.ed.undo_push(message="one")
    switch("Look")
    bpy.ops.ed.undo_push(message="both")
    bpy.ops.ed.undo()
    assert [verb.is_live for verb in bpy.data.objects["Rig"].adverb.verbs] == [False, True]
    switch("Eye")
    assert not any(verb.is_live for verb in bpy.data.objects["Rig"].adverb.verbs)


def test_a_switch_says_what_is_wrong_and_changes_nothing(watcher):
    tagging.add_verb(watcher, "Empty")
    with pytest.raises(RuntimeError, match="'Empty' has no examples: choose it and add Actions or poses"):
        switch("Empty")
    with pytest.raises(RuntimeError, match="'Rig' has no verb 'Nod'"):
        switch("Nod")
    bones.pick(watcher.adverb.verbs["Eye"], ["eye", "head"])
    switch("Look")
    add_looks(watcher, "Nod", {"head": 1.0}, (-20, 0, 20), (-10, 0, 10))
    with pytest.raises(RuntimeError, match="'Look' is live and moves 'head' too"):
        switch("Nod")
    assert [verb.name for verb in watcher.adverb.verbs if verb.is_live] == ["Look"]


@pytest.fixture(scope="module")
def human_file(tmp_path_factory):
    return tmp_path_factory.mktemp("human") / "human.blend"


@pytest.fixture
def human(human_file):
    """A Rigify human whose eyes, head and two hands aim at one thing; measured, not live."""
    if not human_file.exists():
        rig = make_looking_human()
        thing = add_thing("thing", PLACES[0])
        for verb in rig.adverb.verbs:
            verb.goal = thing
        bpy.ops.wm.save_as_mainfile(filepath=str(human_file))
    bpy.ops.wm.open_mainfile(filepath=str(human_file))
    rig = next(thing for thing in bpy.data.objects if thing.type == "ARMATURE" and thing.adverb.verbs)
    bpy.context.view_layer.objects.active = rig
    return rig


def test_the_preset_finds_what_eyes_head_and_hands_turn_on(human):
    verbs = human.adverb.verbs
    assert {verb.name: (verb.effector, *_told(verb.adverbs[0])) for verb in verbs} == {
        "Eyes": ("master_eye.L", "Y", "master_eye.L"),
        "Head": ("head", "Z", "head"),
        "Aim": ("hand_ik.R", "Z", "hand_ik.R"),
    }
    assert {verb.name: carriers.find(human, verb) for verb in verbs} == {
        "Eyes": "ORG-face",
        "Head": "torso",
        "Aim": "root",
    }


def _told(adverb):
    return adverb.bone_axis, adverb.reference


def test_eyes_head_and_hands_look_at_one_thing_on_a_rigify_human(human, capfd):
    switch("Aim", "Head", "Eyes")
    eyes, goal = human.adverb.verbs["Eyes"], bpy.data.objects["thing"]
    for point in ((0, -2, 1.6), (1.2, -1.5, 1.6), (0.5, -1, 1.9), (-0.3, -1.6, 1.2)):
        show(goal, point)
        assert off(human, eyes, point) < 0.1
        assert off(human, human.adverb.verbs["Head"], point) < 1
        assert off(human, human.adverb.verbs["Aim"], point) < 1
    assert "cycle" not in "".join(capfd.readouterr()).lower()


def test_the_eyes_of_a_rigify_human_watch_its_own_hand_and_its_head_says_why_it_cannot(human, capfd):
    """Its hand may be told to go with the head, so Blender's graph has a way from the one to the other."""
    for name in ("Eyes", "Head"):
        verb = human.adverb.verbs[name]
        verb.goal_from, verb.goal_rig, verb.goal_bone = "BONE", human, "DEF-hand.R"
    ways = {1: Vector((-0.1, -0.5, 1.9)), 20: Vector((0.05, -0.5, 1.8))}
    key(human.pose.bones["hand_ik.R"], "location", {at: moved_to(human, "hand_ik.R", ways[at]) for at in ways})
    switch("Eyes")
    for frame in range(1, 21):
        bpy.context.scene.frame_set(frame)
        shown = human.evaluated_get(bpy.context.evaluated_depsgraph_get())
        assert off(human, human.adverb.verbs["Eyes"], shown.pose.bones["DEF-hand.R"].head) < 0.2
    assert "cycle" not in "".join(capfd.readouterr()).lower()
    with pytest.raises(RuntimeError, match=r"'DEF-hand\.R' hangs on 'head', which 'Head' moves"):
        switch("Head")


@pytest.mark.parametrize("released", ["Eyes", "Head", "Aim"])
def test_releasing_one_of_three_leaves_the_others_bit_for_bit(human, released):
    """What hangs on the bones of the one moves with them; the numbers of the others' bones do not change."""
    for verb in human.adverb.verbs:
        verb.is_carried = False  # else the eyes have to look elsewhere when the head does
    before = {bone.name: bone.matrix_basis.copy() for bone in human.pose.bones}
    switch("Aim", "Head", "Eyes")
    show(bpy.data.objects["thing"], PLACES[1])
    claimed = {verb.name: bones.claimed(human, verb) for verb in human.adverb.verbs}
    shown = {bone.name: bone.matrix_basis.copy() for bone in human.pose.bones}
    switch(released)
    for bone in human.pose.bones:
        expected = before if bone.name in claimed[released] else shown
        assert bone.matrix_basis == expected[bone.name], bone.name
    assert {verb.name for verb in human.adverb.verbs if verb.is_live} == {*claimed} - {released}


def test_a_carried_verb_lives_where_python_is_restricted(watcher, tmp_path):
    verb = watcher.adverb.verbs["Eye"]
    for index in range(MOST_VALUES):
        adverb = tagging.add_adverb(verb, f"mood {index}")
        for number, example in enumerate(verb.examples):
            example.adverbs[-1].value = (number + index) % 3
        adverb.value = 1.0
    switch("Look", "Eye")
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "moods.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "moods.blend"), use_scripts=False)
    verb = bpy.data.objects["Rig"].adverb.verbs["Eye"]
    for point in PLACES[:2]:
        show(verb.goal, point)
        assert hub.lives[verb.uid].adverbs[2:] == [1.0] * MOST_VALUES
    assert is_running(verb)
