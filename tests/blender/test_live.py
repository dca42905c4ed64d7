"""A live verb: what the rig shows, and that nothing of the artist's is lost."""

import bpy
import numpy as np
import pytest
from mathutils import Matrix

import adverb
from adverb.addon import actions, bones, channels, hub
from adverb.addon.live import is_running
from tests.blender.stick import MODES, make_rig, numbers, place, played
from tools.package import INSTALLED


def test_at_an_example_the_rig_does_what_the_example_does(live):
    verb = live.adverb.verbs[0]
    for example in verb.examples:
        verb.goal.location = place(example)
        for frame in (1, 8, 13, 20):
            bpy.context.scene.frame_set(frame)
            assert np.allclose(numbers(live), played(live, example.action, frame), atol=2e-6)


def test_the_rig_follows_at_once_and_not_one_update_later(live):
    verb = live.adverb.verbs[0]
    bpy.context.scene.frame_set(10)
    for example in verb.examples:
        verb.goal.location = place(example)
        bpy.context.view_layer.update()
        assert np.allclose(numbers(live), played(live, example.action, 10), atol=2e-6)


def test_a_mirrored_rig_gets_a_goal_that_is_seen(rig):
    bpy.ops.adverb.go_live()
    size = rig.adverb.verbs[0].goal.empty_display_size
    bpy.ops.adverb.release()
    rig.adverb.verbs[0].goal = None
    rig.scale.x = -1
    bpy.context.view_layer.update()
    bpy.ops.adverb.go_live()
    assert rig.adverb.verbs[0].goal.empty_display_size == pytest.approx(size)


def test_rig_and_goal_may_be_moved_turned_and_scaled_together(live):
    verb = live.adverb.verbs[0]
    verb.goal.location = place(verb.examples[2])
    bpy.context.scene.frame_set(9)
    before = numbers(live)
    move = Matrix.Translation((3, -2, 1)) @ Matrix.Rotation(0.7, 4, "Z") @ Matrix.Diagonal((2, 2, 2, 1))
    for owner in (live, verb.goal):
        owner.matrix_world = move @ owner.matrix_world
    bpy.context.view_layer.update()
    assert np.allclose(numbers(live), before, atol=1e-5)


def test_a_goal_under_a_parent_and_a_constraint_is_seen_where_it_ends_up(live):
    verb = live.adverb.verbs[0]
    carrier = bpy.data.objects.new("carrier", None)
    bpy.context.scene.collection.objects.link(carrier)
    verb.goal.parent = carrier
    verb.goal.constraints.new("LIMIT_LOCATION").use_max_z = True
    verb.goal.constraints[0].max_z = place(verb.examples[1])[2]
    verb.goal.location = (0, 0, 5)
    bpy.context.scene.frame_set(10)
    carrier.location = (*place(verb.examples[1])[:2], 0)
    bpy.context.view_layer.update()
    assert np.allclose(numbers(live), played(live, verb.examples[1].action, 10), atol=2e-6)


def test_release_gives_back_drivers_action_and_values(rig):
    theirs = rig.driver_add('pose.bones["bone 1"].rotation_euler', 2)
    theirs.driver.expression = "0.25 + 0.5"
    mine = theirs.driver.variables.new()
    mine.name, mine.targets[0].id, mine.targets[0].data_path = "mine", rig, "location[0]"
    actions.assign(rig, bpy.data.actions["reach 1"])
    bpy.context.scene.frame_set(7)
    before = numbers(rig)
    values = [tuple(bone.rotation_euler) for bone in rig.pose.bones], [tuple(b.location) for b in rig.pose.bones]
    bpy.ops.adverb.go_live()
    goal = rig.adverb.verbs[0].goal
    assert actions.assigned(rig)[0] is None
    goal.location.x += 0.3
    bpy.context.scene.frame_set(7)
    assert not np.allclose(numbers(rig), before, atol=1e-3)
    bpy.ops.adverb.release()
    assert [(d.data_path, d.array_index, d.mute, d.driver.expression) for d in rig.animation_data.drivers] == [
        ('pose.bones["bone 1"].rotation_euler', 2, False, "0.25 + 0.5")
    ]
    assert [v.name for v in rig.animation_data.drivers[0].driver.variables] == ["mine"]
    assert actions.assigned(rig)[0] == bpy.data.actions["reach 1"]
    assert not list(goal.keys())
    bpy.context.scene.frame_set(7)
    assert np.allclose(numbers(rig), before, atol=1e-6)
    assert values == ([tuple(b.rotation_euler) for b in rig.pose.bones], [tuple(b.location) for b in rig.pose.bones])


def test_values_that_no_action_holds_come_back_on_release(rig):
    rig.pose.bones["bone 0"].location = (0.1, 0.2, 0.3)
    rig.pose.bones["bone 4"]["grip"] = 0.9
    bpy.ops.adverb.go_live()
    bpy.context.view_layer.update()
    bpy.ops.adverb.release()
    assert np.allclose(rig.pose.bones["bone 0"].location, (0.1, 0.2, 0.3))
    assert rig.pose.bones["bone 4"]["grip"] == pytest.approx(0.9)


def test_an_action_that_is_no_example_plays_on(rig):
    scale = ('pose.bones["bone 2"].scale', 0, "bone 2")
    other = actions.write("wave", rig, [scale], np.array([1.0]), np.array([[2.0]]))
    actions.assign(rig, other)
    bpy.ops.adverb.go_live()
    bpy.context.scene.frame_set(3)
    assert actions.assigned(rig)[0] == other
    assert rig.pose.bones["bone 2"].scale[0] == 2.0


def test_components_that_no_example_animates_stay_the_artists(rig):
    for action in bpy.data.actions:
        bag = action.layers[0].strips[0].channelbag(action.slots[0])
        bag.fcurves.remove(bag.fcurves.find('pose.bones["bone 0"].location', index=1))
    rig.pose.bones["bone 0"].location.y = 0.7
    bpy.ops.adverb.go_live()
    bpy.context.view_layer.update()
    assert rig.pose.bones["bone 0"].location.y == pytest.approx(0.7)
    assert not rig.animation_data.drivers.find('pose.bones["bone 0"].location', index=1)


def test_the_pose_survives_saving_and_loading(live, tmp_path):
    verb = live.adverb.verbs[0]
    verb.goal.location = (0.3, -0.2, 1.0)
    bpy.context.scene.frame_set(11)
    before = numbers(live)
    path = str(tmp_path / "live.blend")
    bpy.ops.wm.save_as_mainfile(filepath=path)
    hub.lives.clear()
    bpy.ops.wm.open_mainfile(filepath=path)
    rig = bpy.data.objects["Rig"]
    assert np.allclose(numbers(rig), before, atol=1e-6)
    goal = rig.adverb.verbs[0].goal
    goal.location = place(rig.adverb.verbs[0].examples[0])
    bpy.context.scene.frame_set(12)
    assert np.allclose(numbers(rig), played(rig, rig.adverb.verbs[0].examples[0].action, 12), atol=2e-6)


def switch(on):
    """The add-on on or off: as a person does it where it is installed."""
    if INSTALLED:
        (bpy.ops.preferences.addon_enable if on else bpy.ops.preferences.addon_disable)(module=INSTALLED)
    else:
        (adverb.register if on else adverb.unregister)()


def test_with_the_add_on_off_the_rig_stands_in_its_last_pose_and_wakes_when_it_is_on_again(live):
    verb = live.adverb.verbs[0]
    verb.goal.location = place(verb.examples[2])
    bpy.context.scene.frame_set(11)
    before = numbers(live)
    switch(on=False)
    bpy.context.scene.frame_set(20)
    assert np.allclose(numbers(live), before, atol=1e-6)
    switch(on=True)
    bpy.context.scene.frame_set(21)
    assert np.allclose(numbers(live), played(live, live.adverb.verbs[0].examples[2].action, 21), atol=2e-6)


def test_a_file_that_is_not_trusted_is_live_all_the_same(live, tmp_path):
    """Blender runs no Python of such a file, but our function is the add-on's: the hub may call it."""
    path = str(tmp_path / "live.blend")
    bpy.ops.wm.save_as_mainfile(filepath=path)
    bpy.ops.wm.open_mainfile(filepath=path, use_scripts=False)
    rig = bpy.data.objects["Rig"]
    verb = rig.adverb.verbs[0]
    verb.goal.location = place(verb.examples[0])
    bpy.context.scene.frame_set(12)
    assert np.allclose(numbers(rig), played(rig, verb.examples[0].action, 12), atol=2e-6)
    assert is_running(verb)


def test_editing_an_examples_action_refits_the_live_verb(live):
    verb = live.adverb.verbs[0]
    action = verb.examples[0].action
    verb.goal.location = place(verb.examples[0])
    bpy.context.scene.frame_set(1)
    curve = actions.curves(action, action.slots[0])[0]
    for key in curve.keyframe_points:
        key.co.y += 0.3
    curve.update()
    action.update_tag()
    for _ in range(2):
        bpy.context.view_layer.update()
    assert np.allclose(numbers(live), played(live, action, 1), atol=2e-6)


def test_a_channel_that_comes_anew_is_told_and_nothing_breaks(live):
    verb = live.adverb.verbs[0]
    action = verb.examples[0].action
    drivers = len(live.animation_data.drivers)
    bag = action.layers[0].strips[0].channelbag(action.slots[0])
    bag.fcurves.new('pose.bones["bone 3"].scale', index=0).keyframe_points.insert(1, 2.0)
    action.update_tag()
    for _ in range(2):
        bpy.context.view_layer.update()
    bpy.context.scene.frame_set(7)
    assert "Release it and Go Live again" in hub.stale[verb.uid]
    assert len(live.animation_data.drivers) == drivers
    bpy.ops.adverb.release()
    bpy.ops.adverb.go_live()
    assert len(live.animation_data.drivers) == drivers + 1


def test_typing_an_adverb_value_moves_the_example(live):
    verb = live.adverb.verbs[0]
    verb.examples[0].adverbs[0].value += 0.1
    verb.goal.location = place(verb.examples[0])
    bpy.context.scene.frame_set(4)
    assert np.allclose(numbers(live), played(live, verb.examples[0].action, 4), atol=2e-6)


def test_an_adverb_that_is_no_goal_is_a_property_that_can_be_keyed(rig):
    verb = rig.adverb.verbs[0]
    bpy.ops.adverb.add_adverb(name="happy")
    for index, example in enumerate(verb.examples):
        example.adverbs[3].value = index % 2
    bpy.ops.adverb.go_live()
    goal = verb.goal
    for frame, value in ((1, 0.0), (20, 1.0)):
        goal["happy"] = value
        goal.keyframe_insert('["happy"]', frame=frame)
    example = verb.examples[1]
    goal.location = place(example)[:3]
    bpy.context.scene.frame_set(1)
    assert not np.allclose(numbers(rig), played(rig, example.action, 1), atol=1e-3)
    bpy.context.scene.frame_set(20)
    assert np.allclose(numbers(rig), played(rig, example.action, 20), atol=2e-6)
    bpy.ops.adverb.release()
    assert verb.adverbs["happy"].value == 1.0


def test_two_verbs_may_share_a_goal_but_not_a_bone(rig):
    bones.pick(rig.adverb.verbs[0], ["bone 0", "bone 1"])
    bpy.ops.adverb.go_live()
    bpy.ops.adverb.add_verb(name="Nod", preset="STYLE")
    verb = rig.adverb.verbs[1]
    for value in (0.0, 1.0):
        name = f"nod {value}"
        path = 'pose.bones["bone 3"].scale'
        action = actions.write(name, rig, [(path, 2, "bone 3")], np.array([1.0, 9.0]), np.full((2, 1), 1 + value))
        actions.assign(rig, action)
        bpy.ops.adverb.add_example()
        verb.examples[-1].adverbs[0].value = value
    verb.goal = rig.adverb.verbs[0].goal
    bpy.ops.adverb.go_live()
    verb.goal["style"] = 0.5
    verb.goal.update_tag()
    bpy.context.scene.frame_set(3)
    assert rig.pose.bones["bone 3"].scale.z == pytest.approx(1.5)
    bpy.ops.adverb.release()
    bpy.ops.adverb.add_examples(pattern="reach 0")
    verb.examples[-1].adverbs[0].value = 2.0
    with pytest.raises(RuntimeError, match=r"'Reach' is live and moves 'bone 0' too: Release it"):
        bpy.ops.adverb.go_live()
    assert not verb.is_live


def test_the_weights_on_show_are_those_of_the_pose(live):
    verb = live.adverb.verbs[0]
    verb.goal.location = place(verb.examples[3])
    bpy.context.view_layer.update()
    assert np.allclose(hub.lives[verb.uid].weights, [0, 0, 0, 1], atol=1e-6)


def test_a_goal_that_is_not_a_number_leaves_the_pose_and_says_why(live):
    verb = live.adverb.verbs[0]
    bpy.context.scene.frame_set(5)
    before = numbers(live)
    verb.goal.location.x = float("nan")
    bpy.context.scene.frame_set(6)
    assert np.allclose(numbers(live), before)
    assert "not a number" in hub.lives[verb.uid].trouble


@pytest.mark.parametrize("mode", MODES)
def test_every_rotation_mode_keeps_the_artists_own_numbers(mode):
    """Two turns stay two turns: what is driven is what was keyed, not only the same orientation."""
    rig = make_rig(count=1, modes=(mode,))
    width = 3 if len(mode) == 3 else 4
    path = channels.Property("bone 0", channels.rotation_property(mode)).path
    written = {"QUATERNION": (-0.8, 0.6, 0.0, 0.0), "AXIS_ANGLE": (9.0, 0.0, 0.6, 0.8)}.get(mode, (7.0, 0.4, -5.0))
    bpy.ops.adverb.add_verb(preset="STYLE")
    for value in (0.0, 1.0):
        rows = np.array([written, written]) + (0.05 * value if mode != "QUATERNION" else 0.0)
        action = actions.write(
            f"{mode} {value}", rig, [(path, i, "bone 0") for i in range(width)], np.array([1.0, 9.0]), rows
        )
        actions.assign(rig, action)
        bpy.ops.adverb.add_example()
        rig.adverb.verbs[0].examples[-1].adverbs[0].value = value
    bpy.ops.adverb.go_live()
    bpy.context.scene.frame_set(3)
    assert np.allclose(rig.path_resolve(path), written, atol=1e-5)


@pytest.mark.parametrize("mode", ["POSE", "OBJECT"])
@pytest.mark.parametrize("ending", ["release", "bake"])
@pytest.mark.parametrize("chosen", ["goal", "rig"])
def test_the_mode_that_the_artist_was_in_comes_back(rig, mode, ending, chosen):
    verb = rig.adverb.verbs[0]
    bpy.ops.object.mode_set(mode=mode)
    bpy.ops.adverb.go_live()
    assert (bpy.context.mode, bpy.context.object) == ("OBJECT", verb.goal), "ready to be dragged"
    bpy.context.view_layer.objects.active = verb.goal if chosen == "goal" else rig
    getattr(bpy.ops.adverb, ending)()
    assert (bpy.context.mode, bpy.context.object) == (mode, rig)


def test_who_has_turned_to_another_object_is_left_there(rig):
    bpy.ops.object.mode_set(mode="POSE")
    bpy.ops.adverb.go_live()
    body = bpy.data.objects.new("Body", bpy.data.meshes.new("Body"))
    body.modifiers.new("Skin", "ARMATURE").object = rig
    bpy.context.scene.collection.objects.link(body)
    bpy.context.view_layer.objects.active = body
    bpy.ops.adverb.release()
    assert (bpy.context.mode, bpy.context.object) == ("OBJECT", body)
    assert not rig.adverb.verbs[0].is_live


@pytest.mark.parametrize(
    ("preset", "said"),
    [
        ("REACH", "is live: drag 'Own goal'"),
        ("STYLE", "is live: slide 'style' under Live in the Adverb tab"),
        ("LIFT", "is live: drag 'Own goal' and slide 'heavy' under Live in the Adverb tab"),
    ],
)
def test_going_live_says_what_to_do(rig, preset, said, capfd):
    rig.adverb.verbs.clear()
    bpy.ops.adverb.add_verb(preset=preset, name="Own")
    bpy.ops.adverb.add_examples(pattern="reach*")
    verb = rig.adverb.verbs[0]
    for index, example in enumerate(verb.examples):
        example.adverbs[-1].value = index
        for frame, moment in enumerate(example.keytimes, 5):
            moment.frame, moment.is_set = frame, True
    if preset != "STYLE":
        bpy.ops.adverb.measure()
    capfd.readouterr()
    bpy.ops.adverb.go_live()
    assert any(line.endswith(said) for line in capfd.readouterr().out.splitlines())
