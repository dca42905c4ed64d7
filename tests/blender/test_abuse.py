"""What an artist, a pipeline or another add-on may do to a live verb."""

import bpy
import numpy as np
import pytest

import adverb
from adverb.addon import actions, effector, hub
from adverb.addon.live import is_running
from tests.blender.stick import make_action, make_rig, numbers, place, played


def remove_curve(action, path, index):
    bag = action.layers[0].strips[0].channelbag(action.slots[0])
    bag.fcurves.remove(bag.fcurves.find(path, index=index))


def go_live_error():
    with pytest.raises(RuntimeError) as caught:
        bpy.ops.adverb.go_live()
    return str(caught.value)


@pytest.fixture
def happy(rig):
    """The rig with one more adverb, a value, and an object of the artist's for its goal."""
    bpy.ops.adverb.add_adverb(name="happy")
    verb = rig.adverb.verbs[0]
    for index, example in enumerate(verb.examples):
        example.adverbs[3].value = index % 2
    goal = bpy.data.objects.new("mine", None)
    bpy.context.scene.collection.objects.link(goal)
    verb.goal = goal
    return rig


def test_a_property_that_the_goal_had_is_used_and_stays(happy):
    goal = happy.adverb.verbs[0].goal
    goal["happy"] = 0.7
    bpy.ops.adverb.go_live()
    bpy.ops.adverb.release()
    assert dict(goal.items()) == {"happy": 0.7}


def test_a_property_that_is_no_number_is_refused(happy):
    happy.adverb.verbs[0].goal["happy"] = "very"
    assert "'mine' has a property 'happy' that is no number" in go_live_error()
    assert not hub.lives


def test_going_live_raises_before_anything_is_written(happy):
    verb = happy.adverb.verbs[0]
    objects = len(bpy.data.objects)
    for spoil, restore, sentence in (
        (lambda: setattr(happy, "scale", (1, 0, 1)), lambda: setattr(happy, "scale", (1, 1, 1)), "no size"),
        (lambda: setattr(verb.adverbs[3], "name", "x" * 80), lambda: None, "needs a name of 1 to 63"),
    ):
        spoil()
        bpy.context.view_layer.update()
        assert sentence in go_live_error()
        restore()
        bpy.context.view_layer.update()
    assert len(bpy.data.objects) == objects
    assert not list(verb.goal.keys())
    assert not hub.lives
    assert not verb.is_live


def test_a_goal_on_a_bone_of_its_own_rig_is_refused(happy):
    goal = happy.adverb.verbs[0].goal
    goal.parent, goal.parent_type, goal.parent_bone = happy, "BONE", "bone 4"
    assert "'mine' hangs on 'bone 0', which 'Reach' moves: choose another goal" in go_live_error()


@pytest.mark.parametrize("count", [13, 37])
def test_many_values_work_even_where_python_is_restricted(rig, count, tmp_path):
    verb = rig.adverb.verbs[0]
    for index in range(count):
        bpy.ops.adverb.add_adverb(name=f"value {index}")
    bpy.ops.adverb.go_live()
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "many.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "many.blend"), use_scripts=False)
    rig = bpy.data.objects["Rig"]
    verb = rig.adverb.verbs[0]
    verb.goal.location = place(verb.examples[1])[:3]
    bpy.context.scene.frame_set(6)
    assert is_running(verb)
    assert np.allclose(numbers(rig), played(rig, verb.examples[1].action, 6), atol=2e-6)


def test_more_values_than_fit_are_refused(rig):
    for index in range(38):
        bpy.ops.adverb.add_adverb(name=f"value {index}")
    assert "has 38 values, and 37 can be live" in go_live_error()


def test_a_muted_driver_of_the_artists_comes_back_muted(rig):
    theirs = rig.driver_add('pose.bones["bone 1"].rotation_euler', 2)
    theirs.mute = True
    bpy.ops.adverb.go_live()
    bpy.ops.adverb.release()
    (driver,) = rig.animation_data.drivers
    assert (driver.data_path, driver.mute) == ('pose.bones["bone 1"].rotation_euler', True)


def test_an_action_assigned_while_live_is_kept(rig):
    actions.assign(rig, bpy.data.actions["reach 0"])
    bpy.ops.adverb.go_live()
    wave = actions.write("wave", rig, [('pose.bones["bone 2"].scale', 0, "b")], np.array([1.0]), np.array([[2.0]]))
    actions.assign(rig, wave)
    bpy.ops.adverb.release()
    assert actions.assigned(rig)[0] == wave


@pytest.mark.parametrize("name", ["grip", "odd [name]"])
def test_a_property_deleted_while_live_does_not_stop_the_release(name):
    rig = make_rig()
    rig.pose.bones["bone 4"][name] = 0.5
    path = f'pose.bones["bone 4"]["{name}"]'
    bpy.ops.adverb.add_verb(preset="STYLE")
    for value in (0.0, 1.0):
        action = actions.write(f"a{value}", rig, [(path, 0, "b")], np.array([1.0, 5.0]), np.full((2, 1), value))
        actions.assign(rig, action)
        bpy.ops.adverb.add_example()
        rig.adverb.verbs[0].examples[-1].adverbs[0].value = value
    bpy.ops.adverb.go_live()
    bpy.ops.adverb.release()
    assert name in rig.pose.bones["bone 4"]
    bpy.ops.adverb.go_live()
    del rig.pose.bones["bone 4"][name]
    bpy.ops.adverb.release()
    assert not rig.animation_data.drivers
    assert not rig.adverb.verbs[0].is_live


def test_channels_that_changed_while_the_add_on_was_off_are_told_and_move_no_wrong_bone(live):
    verb = live.adverb.verbs[0]
    bpy.context.scene.frame_set(9)
    before = numbers(live)
    adverb.unregister()
    for action in bpy.data.actions:
        remove_curve(action, 'pose.bones["bone 0"].location', 1)
    adverb.register()
    verb = live.adverb.verbs[0]
    bpy.context.scene.frame_set(12)
    assert "animate other channels now" in hub.stale[verb.uid]
    assert np.allclose(numbers(live), before, atol=1e-6)


def test_a_rotation_mode_changed_while_live_is_told(live):
    verb = live.adverb.verbs[0]
    live.pose.bones["bone 0"].rotation_mode = "AXIS_ANGLE"
    verb.examples[0].adverbs[0].value += 0.01
    bpy.context.scene.frame_set(4)
    assert "Release it and Go Live again" in hub.stale[verb.uid]


def test_a_lost_action_is_told_until_it_is_mended(live):
    verb = live.adverb.verbs[0]
    bpy.data.actions.remove(bpy.data.actions["reach 1"])
    verb.examples[0].adverbs[0].value += 0.01
    for frame in (4, 5, 6):
        bpy.context.scene.frame_set(frame)
        assert "has lost its Action" in hub.stale[verb.uid]
    verb.examples[1].is_enabled = False
    bpy.context.scene.frame_set(7)
    assert verb.uid not in hub.stale


def test_after_loading_a_goal_that_is_not_a_number_leaves_the_stored_pose(live, tmp_path):
    bpy.context.scene.frame_set(8)
    before = numbers(live)
    goal = live.adverb.verbs[0].goal
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "a.blend"))
    goal.animation_data.drivers[0].driver.variables[0].targets[0].data_path = "location[0]"
    hub.lives.clear()
    goal.location.x = float("nan")
    from adverb.addon import live as live_module

    live_module.revive()
    bpy.context.scene.frame_set(9)
    assert np.allclose(numbers(live), before, atol=1e-6)


def test_a_copy_of_a_live_rig_released_leaves_the_first_one_live(live):
    verb = live.adverb.verbs[0]
    twin = live.copy()
    bpy.context.scene.collection.objects.link(twin)
    bpy.context.view_layer.objects.active = twin
    bpy.ops.adverb.release()
    assert not twin.animation_data.drivers
    verb.goal.location = place(verb.examples[2])
    bpy.context.scene.frame_set(10)
    assert np.allclose(numbers(live), played(live, verb.examples[2].action, 10), atol=2e-6)


def test_a_copy_of_a_rig_gets_a_verb_of_its_own(rig):
    twin = rig.copy()
    bpy.context.scene.collection.objects.link(twin)
    bpy.ops.adverb.go_live()
    bpy.context.view_layer.objects.active = twin
    bpy.ops.adverb.go_live()
    first, second = rig.adverb.verbs[0], twin.adverb.verbs[0]
    assert first.uid != second.uid
    second.goal.location = place(second.examples[3])
    first.goal.location = place(first.examples[0])
    bpy.context.scene.frame_set(10)
    assert np.allclose(numbers(rig), played(rig, first.examples[0].action, 10), atol=2e-6)
    assert np.allclose(numbers(twin), played(twin, second.examples[3].action, 10), atol=2e-6)


def test_an_appended_live_rig_is_live(live, tmp_path):
    path = str(tmp_path / "live.blend")
    bpy.ops.wm.save_as_mainfile(filepath=path)
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.ops.wm.append(directory=f"{path}/Object/", files=[{"name": "Rig"}, {"name": "Reach goal"}])
    rig = bpy.data.objects["Rig"]
    verb = rig.adverb.verbs[0]
    verb.goal.location = place(verb.examples[2])
    bpy.context.scene.frame_set(10)
    assert np.allclose(numbers(rig), played(rig, verb.examples[2].action, 10), atol=2e-6)


def test_a_goal_deleted_by_hand_is_gone_and_a_new_one_is_made(rig):
    bpy.ops.adverb.go_live()
    verb = rig.adverb.verbs[0]
    old = verb.goal
    for collection in old.users_collection:
        collection.objects.unlink(old)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.adverb.release()
    bpy.ops.adverb.go_live()
    assert verb.goal != old
    assert verb.goal.users_scene


@pytest.mark.parametrize("kind", ["hidden", "context", "remapped"])
def test_a_bake_is_live_wherever_the_goal_gets_its_place_from(live, kind):
    verb, scene = live.adverb.verbs[0], bpy.context.scene
    verb.goal.location = place(verb.examples[1])
    verb.goal.keyframe_insert("location", index=0, frame=1)
    verb.goal.location.x += 0.4
    verb.goal.keyframe_insert("location", index=0, frame=20)
    if kind == "hidden":
        verb.goal.hide_viewport = True
    elif kind == "remapped":
        scene.render.frame_map_old, scene.render.frame_map_new = 100, 200
    else:
        driver = verb.goal.driver_add("location", 2).driver
        variable = driver.variables.new()
        variable.type = "CONTEXT_PROP"
        variable.targets[0].context_property, variable.targets[0].data_path = "ACTIVE_SCENE", "frame_current"
        driver.type = "AVERAGE"
    verb.bake_start, verb.bake_end = 1, 12
    shown = []
    for frame in range(1, 13):
        scene.frame_set(frame)
        shown.append(numbers(live))
    scene.frame_set(5)
    bpy.ops.adverb.bake()
    assert scene.frame_current == 5
    assert "Adverb Bake" not in {*bpy.data.scenes.keys(), *bpy.data.objects.keys()}
    for frame, pose in enumerate(shown, 1):
        scene.frame_set(frame)
        assert np.allclose(numbers(live), pose, atol=1e-5)


def test_the_location_of_a_connected_bone_does_not_count():
    rig = make_rig()
    bpy.ops.object.mode_set(mode="EDIT")
    for bone in rig.data.edit_bones[1:]:
        bone.use_connect = True
    bpy.ops.object.mode_set(mode="OBJECT")
    action = actions.write(
        "slide", rig, [('pose.bones["bone 2"].location', 0, "b")], np.array([1.0, 5.0]), np.ones((2, 1))
    )
    actions.assign(rig, action)
    bpy.ops.adverb.add_verb()
    verb = rig.adverb.verbs[0]
    verb.effector, verb.kind = "bone 4", "POSE"
    bpy.ops.adverb.add_example()
    bpy.ops.adverb.measure()
    assert effector.is_plain(rig, "bone 4")
    assert place(verb.examples[0])[0] == pytest.approx(0.0, abs=1e-6)


def test_what_shapes_a_curve_is_in_its_fingerprint(rig):
    action = bpy.data.actions["reach 0"]
    curve = actions.curves(action, action.slots[0])[0]
    seen = {actions.fingerprint(action, action.slots[0])}
    noise = curve.modifiers.new("NOISE")
    for change in (lambda: setattr(noise, "strength", 5.0), lambda: setattr(curve.keyframe_points[0], "back", 3.0)):
        change()
        seen.add(actions.fingerprint(action, action.slots[0]))
    assert len(seen) == 3


def test_only_actions_that_move_this_rig_are_added_by_name(rig):
    other = bpy.data.objects.new("prop", None)
    actions.write("reach of a prop", other, [("location", 0, "x")], np.array([1.0]), np.array([[0.0]]))
    make_action(rig, "reach more", seed=9)
    bpy.ops.adverb.add_examples(pattern="*")
    assert [example.name for example in rig.adverb.verbs[0].examples][4:] == ["reach more"]


def test_the_schema_is_saved(rig):
    assert rig.adverb.verbs[0].is_property_set("schema")
