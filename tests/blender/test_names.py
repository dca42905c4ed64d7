"""Whatever is renamed while a verb is live: it goes on."""

import bpy
import numpy as np
import pytest

from adverb.addon import actions, goals, handlers, hub, refit
from tests.blender.stick import make_rig, numbers, place, played


def goes_on(rig):
    verb = rig.adverb.verbs[0]
    for index in (1, 3):
        built = hub.lives[hub.key(verb)].built
        verb.goal.location = goals.place(rig, built, place(verb.examples[index]))
        bpy.context.scene.frame_set(8)
        if not np.allclose(numbers(rig), played(rig, verb.examples[index].action, 8), atol=2e-6):
            return False
    return hub.key(verb) not in hub.stale


def bones_of(action):
    curves = actions.curves(action, action.slots[0])
    return {curve.data_path.split('"')[1] for curve in curves}, {curve.group.name for curve in curves}


def in_edit_mode(rig, change):
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    change(rig.data.edit_bones)
    bpy.ops.object.mode_set(mode="OBJECT")


@pytest.fixture
def named(live):
    """Every field that holds the name of a bone holds one."""
    verb = live.adverb.verbs[0]
    verb.root = "bone 0"
    verb.adverbs[0].bone, verb.adverbs[0].other_bone = "bone 4", "bone 2"
    for adverb in verb.adverbs:
        adverb.reference = "bone 0"
    verb.picked.add().name = "bone 2"
    bpy.ops.adverb.measure()
    bpy.context.view_layer.update()
    return live


RENAMED = {"bone 0": "hip", "bone 2": "a first", "bone 4": 'the "hand"'}


def rename(bones):
    for old, new in RENAMED.items():
        bones[old].name = new


@pytest.mark.parametrize("mode", ["OBJECT", "EDIT"])
def test_renamed_bones_are_followed(named, mode):
    verb = named.adverb.verbs[0]
    if mode == "EDIT":
        in_edit_mode(named, rename)
    else:
        rename(named.data.bones)
    bpy.context.view_layer.update()
    assert (verb.effector, verb.root) == ('the "hand"', "hip")
    adverb = verb.adverbs[0]
    assert (adverb.bone, adverb.other_bone, adverb.reference) == ('the "hand"', "a first", "hip")
    assert [bone.name for bone in verb.picked] == ["a first"]
    assert goes_on(named)


def test_a_bone_renamed_while_live_has_its_values_back_whatever_the_order(rig):
    rig.pose.bones["bone 3"].rotation_axis_angle = (0.3, 0.0, 0.6, 0.8)
    rig.pose.bones["bone 0"].location = (0.1, 0.2, 0.3)
    bpy.ops.adverb.go_live()
    rig.data.bones["bone 3"].name = "a first"
    assert goes_on(rig)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.adverb.release()
    assert np.allclose(rig.pose.bones["a first"].rotation_axis_angle, (0.3, 0.0, 0.6, 0.8))
    assert np.allclose(rig.pose.bones["bone 0"].location, (0.1, 0.2, 0.3))


def test_a_rename_is_followed_where_no_verb_is_live(rig):
    bpy.context.view_layer.update()
    rename(rig.data.bones)
    bpy.context.view_layer.update()
    assert rig.adverb.verbs[0].effector == 'the "hand"'
    bpy.ops.adverb.measure()
    bpy.ops.adverb.go_live()
    assert goes_on(rig)


def test_undo_and_redo_of_a_rename(live):
    bpy.context.view_layer.update()
    bpy.ops.ed.undo_push(message="live")
    live.data.bones["bone 4"].name = "hand"
    bpy.ops.ed.undo_push(message="renamed")
    bpy.context.view_layer.update()
    live.location.x = 0.0
    bpy.ops.ed.undo_push(message="something else")
    for step, name in ((bpy.ops.ed.undo, "hand"), (bpy.ops.ed.undo, "bone 4"), (bpy.ops.ed.redo, "hand")):
        step()
        live = bpy.data.objects["Rig"]
        bpy.context.view_layer.update()
        assert live.data.bones[-1].name == name
        assert live.adverb.verbs[0].effector == name
        assert all(name in bones_of(example.action)[0] for example in live.adverb.verbs[0].examples)
        assert goes_on(live)


def test_the_curves_of_examples_are_renamed_as_blender_does_where_an_action_plays(live):
    live.data.bones["bone 2"].name = "elbow"
    bpy.context.view_layer.update()
    for action in bpy.data.actions:
        bones, groups = bones_of(action)
        assert bones == groups == {"bone 0", "bone 1", "elbow", "bone 3", "bone 4"}


def test_an_action_that_serves_another_rig_keeps_its_names_and_the_verb_says_why_it_stands(live):
    other = make_rig("Other")
    bpy.ops.adverb.add_verb()
    bpy.ops.adverb.add_examples(pattern="reach*")
    bpy.context.view_layer.update()
    live.data.bones["bone 2"].name = "elbow"
    bpy.context.scene.frame_set(4)
    assert "'bone 2', a bone that 'Rig' does not have" in hub.stale[live.adverb.verbs[0].uid]
    assert other.adverb.verbs[0].examples[0].action == bpy.data.actions["reach 0"]
    assert "bone 2" in bones_of(bpy.data.actions["reach 0"])[0]


def test_a_bone_that_takes_the_place_in_the_list_of_another_is_not_taken_for_it(live):
    def change(bones):
        bones.remove(bones["bone 4"])
        new = bones.new("tool")
        new.head, new.tail, new.parent = (1, 1, 1), (1, 1, 2), bones["bone 3"]

    in_edit_mode(live, change)
    bpy.context.view_layer.update()
    assert live.adverb.verbs[0].effector == "bone 4"


@pytest.mark.parametrize("what", ["action", "rig", "armature", "goal", "verb", "example", "slot", "scene"])
def test_other_names_do_not_matter(live, what):
    verb = live.adverb.verbs[0]
    things = {
        "action": verb.examples[1].action,
        "rig": live,
        "armature": live.data,
        "goal": verb.goal,
        "verb": verb,
        "example": verb.examples[1],
        "scene": bpy.context.scene,
    }
    if what == "slot":
        verb.examples[1].action.slots[0].name_display = "another"
    else:
        things[what].name = 'another "name"'
    bpy.context.view_layer.update()
    assert goes_on(live)
    bpy.context.view_layer.objects.active = live
    bpy.ops.adverb.release()
    assert not live.animation_data.drivers


def test_a_rotation_mode_changed_while_live_is_noticed_at_once(live):
    bpy.context.view_layer.update()
    live.pose.bones["bone 0"].rotation_mode = "AXIS_ANGLE"
    bpy.context.view_layer.update()
    verb = live.adverb.verbs[0]
    assert "Release it and Go Live again" in hub.stale[verb.uid]
    live.pose.bones["bone 0"].rotation_mode = "QUATERNION"
    bpy.context.view_layer.update()
    assert verb.uid not in hub.stale
    assert goes_on(live)


def test_an_old_name_that_another_bone_has_now_is_not_followed_any_more(live):
    def add(bones):
        new = bones.new("bone 4")
        new.head, new.tail = (3, 0, 0), (3, 0, 1)

    verb = live.adverb.verbs[0]
    bpy.context.view_layer.update()
    live.data.bones["bone 4"].name = "old"
    bpy.context.view_layer.update()
    for change in (add, lambda bones: bones.remove(bones["old"])):
        in_edit_mode(live, change)
        bpy.context.view_layer.update()
        handlers.stepped_in_history(bpy.context.scene)
        assert verb.effector == "old"
        assert all("bone 4" not in bones_of(example.action)[0] for example in verb.examples)


def test_an_old_name_that_comes_after_its_bone_went_is_another_bone(live):
    def add(bones):
        new = bones.new("bone 4")
        new.head, new.tail = (3, 0, 0), (3, 0, 1)

    bpy.context.view_layer.update()
    live.data.bones["bone 4"].name = "old"
    bpy.context.view_layer.update()
    for change in (lambda bones: bones.remove(bones["old"]), add):
        in_edit_mode(live, change)
        bpy.context.view_layer.update()
    handlers.stepped_in_history(bpy.context.scene)
    assert live.adverb.verbs[0].effector == "old"
    assert all("old" in bones_of(example.action)[0] for example in live.adverb.verbs[0].examples)


def test_after_a_rename_nothing_is_left_to_follow(named):
    rename(named.data.bones)
    for _ in range(2):
        bpy.context.view_layer.update()
    assert any(named.adverb.verbs[0].adverbs[0].stand)
    refit.take()
    handlers.stepped_in_history(bpy.context.scene)
    assert not refit.take()


def swap(bones):
    bones["bone 4"].name = "third"
    bones["bone 3"].name = "bone 4"
    bones["third"].name = "bone 3"


@pytest.mark.parametrize("mode", ["OBJECT", "EDIT"])
@pytest.mark.parametrize("is_played", [True, False])
def test_bones_that_change_names_are_followed(rig, mode, is_played):
    bpy.context.view_layer.update()
    verb = rig.adverb.verbs[0]
    keys = {example.name: tips(example.action) for example in verb.examples}
    if is_played:
        actions.assign(rig, verb.examples[1].action)
    if mode == "EDIT":
        in_edit_mode(rig, swap)
    else:
        swap(rig.data.bones)
    bpy.context.view_layer.update()
    assert verb.effector == "bone 3"
    for example in verb.examples:
        three, four = keys[example.name]
        assert tips(example.action) == (four, three)
        assert bones_of(example.action)[0] == bones_of(example.action)[1]
    bpy.ops.adverb.go_live()
    assert goes_on(rig)


def test_rigs_that_share_bones_and_actions_swap_names_once(rig):
    twin = rig.copy()
    bpy.context.scene.collection.objects.link(twin)
    bpy.context.view_layer.update()
    before = tips(bpy.data.actions["reach 0"])
    swap(rig.data.bones)
    bpy.context.view_layer.update()
    assert [each.adverb.verbs[0].effector for each in (rig, twin)] == ["bone 3", "bone 3"]
    assert tips(bpy.data.actions["reach 0"]) == before[::-1]


def tips(action):
    """What bones 3 and 4 do."""
    curves = actions.curves(action, action.slots[0])
    owned = ([curve for curve in curves if f'"bone {index}"' in curve.data_path] for index in (3, 4))
    return tuple([[tuple(key.co) for key in curve.keyframe_points] for curve in its] for its in owned)


def test_bones_that_change_places_keep_their_names(live):
    def change(bones):
        places = [(bones[name].head.copy(), bones[name].tail.copy()) for name in ("bone 4", "bone 3")]
        for name, (head, tail) in zip(("bone 3", "bone 4"), places, strict=True):
            bones[name].head, bones[name].tail = head, tail

    bpy.context.view_layer.update()
    in_edit_mode(live, change)
    bpy.context.view_layer.update()
    assert live.adverb.verbs[0].effector == "bone 4"


@pytest.mark.parametrize("pushed", ["before it is followed", "after"])
def test_undo_and_redo_of_a_swap(live, pushed):
    bpy.context.view_layer.update()
    before = tips(bpy.data.actions["reach 0"])
    bpy.ops.ed.undo_push(message="live")
    swap(live.data.bones)
    if pushed == "after":
        bpy.context.view_layer.update()
    bpy.ops.ed.undo_push(message="swapped")
    bpy.context.view_layer.update()
    live.location.x = 0.0
    bpy.ops.ed.undo_push(message="something else")
    for step, name in ((bpy.ops.ed.undo, "bone 3"), (bpy.ops.ed.undo, "bone 4"), (bpy.ops.ed.redo, "bone 3")):
        step()
        live = bpy.data.objects["Rig"]
        bpy.context.view_layer.update()
        assert live.data.bones[-1].name == name
        assert live.adverb.verbs[0].effector == name
        assert (tips(bpy.data.actions["reach 0"]) == before) == (name == "bone 4")
        assert goes_on(live)
