"""A verb's bones: what it moves and what it leaves alone, and several verbs live on one rig."""

import bpy
import numpy as np
import pytest

from adverb.addon import actions, bones, channels, choosing, hub
from tests.blender.stick import numbers, place, played


def pick(rig, *names):
    """Pick bones as an artist does: select them in pose mode, press the button."""
    bpy.ops.object.mode_set(mode="OBJECT")
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="POSE")
    bones.select(rig, frozenset(names))
    bpy.ops.adverb.pick_bones()
    bpy.ops.object.mode_set(mode="OBJECT")


def add_verb(rig, name, *names):
    """One more verb of the same Actions, steered by a slider, on some of the bones."""
    bpy.context.view_layer.objects.active = rig
    bpy.ops.adverb.add_verb(name=name, preset="STYLE")
    bpy.ops.adverb.add_examples(pattern="reach*")
    verb = rig.adverb.verbs[name]
    for index, example in enumerate(verb.examples):
        example.adverbs[0].value = index
    pick(rig, *names)
    return verb


def press(rig, name, button):
    """A button of one of the rig's verbs."""
    bpy.context.view_layer.objects.active = rig
    rig.adverb.active_verb = rig.adverb.verbs.find(name)
    return button()


def driven(rig):
    """The bones that carry a driver, each with the verb it belongs to."""
    owners = [(verb.name, curve) for verb in rig.adverb.verbs for curve, _ in _drivers(rig, verb)]
    return {(name, channels.Property.of(curve.data_path).owner) for name, curve in owners}


def _drivers(rig, verb):
    from adverb.addon import drivers

    return drivers.channel_drivers(rig, verb.uid)


def local(rig, name):
    """What a bone has of its own, whatever its parents do."""
    bone = rig.evaluated_get(bpy.context.evaluated_depsgraph_get()).pose.bones[name]
    return np.array(bone.matrix_basis)


def local_of(rig, action, frame, name):
    copy = rig.copy()
    copy.animation_data_clear()
    bpy.context.scene.collection.objects.link(copy)
    actions.assign(copy, action)
    bpy.context.scene.frame_set(frame)
    found = local(copy, name)
    bpy.data.objects.remove(copy)
    return found


@pytest.fixture
def three(rig):
    """Three verbs live at once: bones 0 and 1, bone 2, bones 3 and 4; each with a slider of its own."""
    bpy.ops.adverb.remove_verb()
    for name, claimed in (("Walk", (0, 1)), ("Wave", (2,)), ("Gaze", (3, 4))):
        add_verb(rig, name, *(f"bone {index}" for index in claimed))
        press(rig, name, bpy.ops.adverb.go_live)
    return rig


def test_picked_bones_move_and_no_others(rig):
    pick(rig, "bone 1", "bone 2")
    bpy.ops.adverb.go_live()
    assert driven(rig) == {("Reach", "bone 1"), ("Reach", "bone 2")}
    verb = rig.adverb.verbs[0]
    verb.goal.location = place(verb.examples[1])
    bpy.context.scene.frame_set(9)
    for name in ("bone 1", "bone 2"):
        assert np.allclose(local(rig, name), local_of(rig, verb.examples[1].action, 9, name), atol=2e-6)
    assert np.allclose(local(rig, "bone 3"), np.eye(4))


def test_a_collection_has_the_bones_of_its_children(rig):
    body = rig.data.collections.new("body")
    arm = rig.data.collections.new("arm", parent=body)
    hand = rig.data.collections.new("hand", parent=arm)
    for collection, name in ((body, "bone 0"), (arm, "bone 2"), (hand, "bone 4")):
        collection.assign(rig.data.bones[name])
    verb = rig.adverb.verbs[0]
    verb.bones_from, verb.collection = "COLLECTION", "arm"
    assert bones.mask(rig, verb) == {"bone 2", "bone 4"}
    bpy.ops.object.mode_set(mode="EDIT")
    assert bones.mask(rig, verb) == {"bone 2", "bone 4"}
    bpy.ops.object.mode_set(mode="OBJECT")
    bpy.ops.adverb.go_live()
    assert {owner for _, owner in driven(rig)} == {"bone 2", "bone 4"}


def test_the_rigs_own_properties_move_only_with_all_bones(rig):
    rig["mood"] = 0.5
    for value, action in enumerate(bpy.data.actions):
        bag = action.layers[0].strips[0].channelbag(action.slots[0])
        bag.fcurves.new('["mood"]').keyframe_points.insert(1, float(value))
    bpy.ops.adverb.go_live()
    assert ("Reach", "") in driven(rig)
    press(rig, "Reach", bpy.ops.adverb.release)
    pick(rig, *(bone.name for bone in rig.pose.bones))
    bpy.ops.adverb.go_live()
    assert ("Reach", "") not in driven(rig)
    assert len({owner for _, owner in driven(rig)}) == 5


def wrong(rig, sentence):
    with pytest.raises(RuntimeError, match=sentence):
        bpy.ops.adverb.go_live()
    assert not rig.adverb.verbs[0].is_live


def test_what_is_missing_is_told(rig):
    verb = rig.adverb.verbs[0]
    verb.bones_from = "COLLECTION"
    wrong(rig, "'Reach' moves no bone collection: choose another")
    verb.collection = "arm"
    wrong(rig, "'Reach' moves 'arm', a bone collection that 'Rig' lacks: choose another")
    rig.data.collections.new("arm")
    wrong(rig, "The bone collection 'arm' of 'Reach' is empty")
    verb.bones_from = "PICKED"
    wrong(rig, "'Reach' has no bones: select some in pose mode and press Pick")
    pick(rig, "bone 3")
    bpy.ops.object.mode_set(mode="EDIT")
    rig.data.edit_bones.remove(rig.data.edit_bones["bone 3"])
    bpy.ops.object.mode_set(mode="OBJECT")
    wrong(rig, "'Reach' moves 'bone 3', a bone that 'Rig' lacks: pick its bones again")


def test_an_example_that_moves_none_of_them_is_told(rig):
    pick(rig, "bone 2")
    action = bpy.data.actions["reach 1"]
    bag = action.layers[0].strips[0].channelbag(action.slots[0])
    for curve in [curve for curve in bag.fcurves if '"bone 2"' in curve.data_path]:
        bag.fcurves.remove(curve)
    wrong(rig, "'reach 1' animates none of the bones of 'Reach': choose others under Bones, or disable it")


def test_a_bone_that_the_rig_lacks_does_not_matter_outside_the_mask(rig):
    action = bpy.data.actions["reach 1"]
    bag = action.layers[0].strips[0].channelbag(action.slots[0])
    bag.fcurves.new('pose.bones["tentacle"].location', index=0).keyframe_points.insert(1, 1.0)
    wrong(rig, "'reach 1' animates 'tentacle'")
    pick(rig, "bone 2")
    bpy.ops.adverb.measure()
    bpy.ops.adverb.go_live()
    assert driven(rig) == {("Reach", "bone 2")}


def test_a_root_outside_the_mask_is_told(rig):
    verb = rig.adverb.verbs[0]
    verb.cycle, verb.root = "TRAVEL", "bone 0"
    pick(rig, "bone 2")
    wrong(rig, "'Reach' is carried by 'bone 0', which is none of its bones: add it under Bones")


def test_a_mask_does_not_change_what_is_measured(rig):
    verb = rig.adverb.verbs[0]
    before = [place(example) for example in verb.examples]
    pick(rig, "bone 4")
    bpy.ops.adverb.measure()
    assert np.allclose([place(example) for example in verb.examples], before, atol=1e-6)


def test_select_shows_the_verbs_bones_and_pick_takes_them_back(rig):
    pick(rig, "bone 1", "bone 3")
    bpy.ops.adverb.select_bones()
    assert bpy.context.mode == "POSE"
    assert {bone.name for bone in bpy.context.selected_pose_bones} == {"bone 1", "bone 3"}
    rig.adverb.verbs[0].bones_from = "ALL"
    bpy.ops.adverb.select_bones()
    assert len(bpy.context.selected_pose_bones) == 5
    bpy.ops.adverb.pick_bones()
    assert [bone.name for bone in rig.adverb.verbs[0].picked] == [bone.name for bone in rig.pose.bones]


def test_what_all_bones_are_follows_the_examples(rig):
    verb = rig.adverb.verbs[0]
    assert len(bones.claimed(rig, verb)) == 5
    for action in bpy.data.actions:
        bag = action.layers[0].strips[0].channelbag(action.slots[0])
        for curve in [curve for curve in bag.fcurves if '"bone 2"' in curve.data_path]:
            bag.fcurves.remove(curve)
    assert bones.claimed(rig, verb) == {"bone 0", "bone 1", "bone 3", "bone 4"}


def test_all_bones_have_the_names_they_have_now(rig):
    bpy.context.view_layer.update()
    verb = rig.adverb.verbs[0]
    assert "bone 2" in bones.claimed(rig, verb)
    rig.data.bones["bone 2"].name = "elbow"
    bpy.context.view_layer.update()
    assert bones.claimed(rig, verb) == {"bone 0", "bone 1", "elbow", "bone 3", "bone 4"}


def test_bones_do_not_change_while_live(live):
    verb = live.adverb.verbs[0]
    bpy.context.view_layer.objects.active = live
    bpy.ops.object.mode_set(mode="POSE")
    bones.select(live, frozenset({"bone 1"}))
    with pytest.raises(RuntimeError, match="Release the verb first"):
        bpy.ops.adverb.pick_bones()
    bones.pick(verb, ["bone 1"])  # as a script would
    before = numbers(live)
    bpy.context.view_layer.update()
    assert "its examples or bones changed: Release it and Go Live again" in hub.stale[verb.uid]
    assert np.allclose(numbers(live), before)
    verb.bones_from = "ALL"
    bpy.context.view_layer.update()
    assert verb.uid not in hub.stale


def test_three_verbs_move_one_rig_each_its_own_bones(three):
    claimed = {"Walk": ("bone 0", "bone 1"), "Wave": ("bone 2",), "Gaze": ("bone 3", "bone 4")}
    assert driven(three) == {(verb, bone) for verb, names in claimed.items() for bone in names}
    for index, verb in enumerate(three.adverb.verbs):
        verb.goal["style"] = float(index)
        verb.goal.update_tag()
    bpy.context.scene.frame_set(8)
    for index, (name, names) in enumerate(claimed.items()):
        action = three.adverb.verbs[name].examples[index].action
        for bone in names:
            bpy.context.scene.frame_set(8)
            assert np.allclose(local(three, bone), local_of(three, action, 8, bone), atol=2e-6)


def test_release_of_one_leaves_the_others_alone(three):
    bpy.context.scene.frame_set(8)
    before = {bone.name: local(three, bone.name) for bone in three.pose.bones}
    press(three, "Wave", bpy.ops.adverb.release)
    bpy.context.view_layer.update()
    assert {name for name, _ in driven(three)} == {"Walk", "Gaze"}
    assert np.allclose(local(three, "bone 2"), np.eye(4))
    for name in ("bone 0", "bone 1", "bone 3", "bone 4"):
        assert np.allclose(local(three, name), before[name])
    three.adverb.verbs["Gaze"].goal["style"] = 3.0
    three.adverb.verbs["Gaze"].goal.update_tag()
    bpy.context.view_layer.update()
    assert not np.allclose(local(three, "bone 3"), before["bone 3"], atol=1e-3)


@pytest.mark.parametrize("order", [("Walk", "Wave", "Gaze"), ("Gaze", "Wave", "Walk"), ("Wave", "Walk", "Gaze")])
def test_the_action_comes_back_when_the_last_of_its_verbs_lets_go(rig, order):
    bpy.ops.adverb.remove_verb()
    for name, claimed in (("Walk", "bone 0"), ("Wave", "bone 2"), ("Gaze", "bone 3")):
        add_verb(rig, name, claimed)
    actions.assign(rig, bpy.data.actions["reach 2"])
    for name in ("Walk", "Wave", "Gaze"):
        press(rig, name, bpy.ops.adverb.go_live)
    for name in order:
        assert actions.assigned(rig)[0] is None
        press(rig, name, bpy.ops.adverb.release)
    assert actions.assigned(rig)[0] == bpy.data.actions["reach 2"]
    assert not any(verb.action_before for verb in rig.adverb.verbs)


@pytest.mark.parametrize("order", [("Reach", "Nod"), ("Nod", "Reach")])
def test_what_the_artist_put_on_last_is_what_comes_back(rig, order):
    pick(rig, "bone 0")
    nod = add_verb(rig, "Nod", "bone 3")
    for example in nod.examples:
        example.action = example.action.copy()
    actions.assign(rig, bpy.data.actions["reach 2"])
    press(rig, "Reach", bpy.ops.adverb.go_live)
    actions.assign(rig, nod.examples[1].action)
    press(rig, "Nod", bpy.ops.adverb.go_live)
    for name in order:
        press(rig, name, bpy.ops.adverb.release)
    assert actions.assigned(rig)[0] == nod.examples[1].action


@pytest.mark.parametrize("known", [True, False])
def test_two_verbs_that_claim_a_bone_are_refused(three, known):
    """Whether or not the hub of the live one is at work, as where its file is not trusted."""
    add_verb(three, "Greedy", "bone 2")
    if not known:
        hub.lives.clear()
    before = len(three.animation_data.drivers)
    with pytest.raises(RuntimeError, match="'Wave' is live and moves 'bone 2' too: Release it, or give 'Greedy' other"):
        press(three, "Greedy", bpy.ops.adverb.go_live)
    assert len(three.animation_data.drivers) == before
    press(three, "Wave", bpy.ops.adverb.release)
    press(three, "Greedy", bpy.ops.adverb.go_live)


def slider_verb(rig, name, path, owner):
    """A verb of two motions of one number of the rig, steered by a slider."""
    bpy.context.view_layer.objects.active = rig
    bpy.ops.adverb.add_verb(name=name, preset="STYLE")
    verb = rig.adverb.verbs[name]
    for value in (0.0, 1.0):
        rows = np.full((2, 1), 0.2 + value)
        actions.assign(rig, actions.write(f"{name} {value}", rig, [(path, 0, owner)], np.array([1.0, 9.0]), rows))
        bpy.ops.adverb.add_example()
        verb.examples[-1].adverbs[0].value = value
    return verb


@pytest.mark.parametrize("channel", [".scale", ".location", '["grip"]'])
def test_a_bone_belongs_to_one_verb_whatever_it_moves_of_it(rig, channel):
    """Where the hand is and how it is turned are one pose: two verbs would each make half of it."""
    pick(rig, "bone 4")
    for action in list(bpy.data.actions):
        bag = action.layers[0].strips[0].channelbag(action.slots[0])
        bag.fcurves.remove(bag.fcurves.find('pose.bones["bone 4"]["grip"]'))
    bpy.ops.adverb.go_live()
    slider_verb(rig, "Other", f'pose.bones["bone 4"]{channel}', "bone 4")
    before = len(rig.animation_data.drivers)
    with pytest.raises(RuntimeError, match="'Reach' is live and moves 'bone 4' too: Release it, or give 'Other' other"):
        press(rig, "Other", bpy.ops.adverb.go_live)
    assert len(rig.animation_data.drivers) == before


def test_verbs_share_the_rig_itself_but_no_property_of_it(rig):
    """The sliders of a whole rig are many, and no part of a pose: each is a thing of its own."""
    rig["mood"], rig["squint"] = 0.5, 0.5
    for name in ("mood", "squint"):
        slider_verb(rig, name, f'["{name}"]', "")
        press(rig, name, bpy.ops.adverb.go_live)
    slider_verb(rig, "Moody", '["mood"]', "")
    with pytest.raises(RuntimeError, match="'mood' is live and moves 'Rig' too"):
        press(rig, "Moody", bpy.ops.adverb.go_live)


def test_a_bake_of_one_of_three_has_its_channels_and_leaves_the_others_live(three):
    for verb in three.adverb.verbs:
        for frame, value in ((1, 0.2), (20, 2.8)):
            verb.goal["style"] = value
            verb.goal.keyframe_insert('["style"]', frame=frame)
    shown = []
    for frame in range(1, 13):
        bpy.context.scene.frame_set(frame)
        shown.append(numbers(three))
    wave = three.adverb.verbs["Wave"]
    wave.bake_end = 12
    press(three, "Wave", bpy.ops.adverb.bake)
    action = actions.assigned(three)[0]
    owners = {channels.Property.of(c.data_path).owner for c in actions.curves(action, action.slots[0])}
    assert owners == {"bone 2"}
    assert [verb.is_live for verb in three.adverb.verbs] == [True, False, True]
    for frame, pose in enumerate(shown, 1):
        bpy.context.scene.frame_set(frame)
        assert np.allclose(numbers(three), pose, atol=1e-5)


def test_verbs_on_one_rig_live_on_after_saving_and_loading(three, tmp_path):
    bpy.context.scene.frame_set(8)
    before = numbers(three)
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "three.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "three.blend"))
    rig = bpy.data.objects["Rig"]
    assert np.allclose(numbers(rig), before, atol=1e-6)
    assert len(hub.lives) == 3


def test_an_example_edited_by_a_key_refits_every_verb_that_has_it(three):
    """As the artist does it: a key set through Blender, no update asked for."""
    action = bpy.data.actions["reach 0"]
    for verb in three.adverb.verbs:
        verb.goal["style"] = 0.0
        verb.goal.update_tag()
    bpy.context.scene.frame_set(1)
    for curve in actions.curves(action, action.slots[0]):
        if '"bone 1"' in curve.data_path or '"bone 2"' in curve.data_path:
            curve.keyframe_points.insert(1, curve.evaluate(1) + 0.4)
    for _ in range(2):
        bpy.context.view_layer.update()
    assert np.allclose(numbers(three), played(three, action, 1), atol=2e-6)


def test_the_verb_whose_goal_is_selected_is_the_chosen_one(three):
    for verb in three.adverb.verbs:
        bpy.context.view_layer.objects.active = verb.goal
        choosing.follow()  # what Blender's message bus calls, which a Blender without a window does not run
        assert three.adverb.verbs[three.adverb.active_verb] == verb
    three.adverb.verbs[0].goal = None
    bpy.context.view_layer.objects.active = three
    choosing.follow()
    assert three.adverb.active_verb == 2
