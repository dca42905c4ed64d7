"""One Action for each selected object: what the verb would show if that were its goal."""

import bpy
import numpy as np
import pytest

from adverb.addon import actions
from tests.blender import stick

FRAMES = range(1, 21)


def empty(name, place=(0.0, 0.0, 0.0), **properties):
    made = bpy.data.objects.new(name, None)
    bpy.context.scene.collection.objects.link(made)
    made.location = place
    for key, value in properties.items():
        made[key] = value
    return made


def select(*things):
    for thing in bpy.context.view_layer.objects:
        thing.select_set(thing in things)


def moving(name, *places):
    made = empty(name)
    for frame, place in zip(np.linspace(1, 20, len(places)), places, strict=True):
        made.location = place
        made.keyframe_insert("location", frame=frame)
    return made


def shown(rig, frames=FRAMES):
    poses = []
    for frame in frames:
        bpy.context.scene.frame_set(frame)
        poses.append(stick.numbers(rig))
    return np.array(poses)


def baked(rig, name, frames=FRAMES):
    return np.array([stick.played(rig, bpy.data.actions[name], frame) for frame in frames])


def shown_at(rig, verb, thing):
    """What live shows when the real goal goes where a thing is."""
    follow = verb.goal.constraints.new("COPY_TRANSFORMS")
    follow.target = thing
    poses = shown(rig)
    verb.goal.constraints.remove(follow)
    return poses


@pytest.fixture
def verb(rig):
    bpy.ops.adverb.add_adverb(name="happy")
    verb = rig.adverb.verbs[0]
    for index, example in enumerate(verb.examples):
        example.adverbs[3].value = index % 2
    bpy.ops.adverb.go_live()
    bpy.context.view_layer.objects.active = rig
    verb.bake_start, verb.bake_end = 1, 20
    verb.goal.location, verb.goal["happy"] = (0.2, 0.1, 1.4), 0.3
    return verb


def test_each_object_gets_the_action_that_the_goal_would_give_there(rig, verb):
    carrier = moving("carrier", (0, 0, 0), (0.5, 0.2, 0.1))
    cup, fly, carried = empty("cup", (0.4, 0.3, 1.0)), moving("fly", (0.3, 0, 1), (-0.4, 0.4, 1.6)), empty("carried")
    carried.parent, carried.location = carrier, (0.1, 0.2, 1.1)
    select(rig, cup, fly, carried)
    assert bpy.ops.adverb.bake_at_goals() == {"FINISHED"}
    for thing in (cup, fly, carried):
        action = bpy.data.actions[thing.name]
        assert np.abs(baked(rig, thing.name) - shown_at(rig, verb, thing)).max() < 1e-5
        assert action.use_fake_user
    assert "carrier" not in bpy.data.actions
    assert np.abs(baked(rig, "fly")[0] - baked(rig, "cup")[0]).max() > 0.01


def test_a_value_is_the_objects_own_or_the_goals(rig, verb):
    own, none = empty("own", (0.4, 0.3, 1.0), happy=0.9), empty("none", (0.4, 0.3, 1.0))
    keyed = empty("keyed", (0.4, 0.3, 1.0))
    for frame, value in ((1, 0.0), (20, 1.0)):
        keyed["happy"] = value
        keyed.keyframe_insert('["happy"]', frame=frame)
    select(own, none, keyed)
    bpy.ops.adverb.bake_at_goals()
    verb.goal.location = own.location
    for name, happy, frames in (("none", 0.3, FRAMES), ("own", 0.9, FRAMES), ("keyed", 0.0, [1]), ("keyed", 1.0, [20])):
        verb.goal["happy"] = happy
        verb.goal.update_tag()
        assert np.abs(baked(rig, name, frames) - shown(rig, frames)).max() < 1e-5


def test_goal_rig_scene_and_selection_stay_as_they_were(rig, verb):
    cup = empty("cup", (0.4, 0.3, 1.0))
    select(rig, cup)
    before, frame = shown(rig), bpy.context.scene.frame_current
    names, place = set(bpy.data.actions.keys()), verb.goal.matrix_world.copy()
    verb.bake_nla = True
    bpy.ops.adverb.bake_at_goals()
    assert set(bpy.data.actions.keys()) == names | {"cup"}
    assert (verb.is_live, verb.goal.matrix_world, verb.goal["happy"]) == (True, place, 0.3)
    assert bpy.data.scenes.keys() == ["Scene"]
    assert (bpy.context.scene.frame_current, set(bpy.context.selected_objects)) == (frame, {rig, cup})
    assert len(rig.animation_data.nla_tracks) == 0, "Actions for a library, not for this rig's time line"
    assert np.array_equal(shown(rig), before)


def test_the_options_of_a_bake_count_here_too(rig, verb):
    select(empty("cup", (0.4, 0.3, 1.0)), empty("box", (-0.4, 0.3, 1.0)))
    verb.bake_start, verb.bake_step, verb.bake_reduce, verb.bake_asset = 3, 0.5, True, True
    bpy.ops.adverb.bake_at_goals()
    for name in ("cup", "box"):
        action = bpy.data.actions[name]
        times = actions.key_times(actions.curves(action, action.slots[0]))
        assert (times[0], times[-1]) == (3, 20)
        assert (times % 1 == 0.5).any()
        assert actions.key_count(action, action.slots[0]) < 0.5 * 35 * len(rig.animation_data.drivers)
        assert action.asset_data is not None


def test_the_goal_counts_if_it_is_selected_and_the_body_does_not(rig, verb):
    body = bpy.data.objects.new("body", bpy.data.meshes.new("body"))
    bpy.context.scene.collection.objects.link(body)
    body.modifiers.new("Armature", "ARMATURE").object = rig
    select(rig, body, verb.goal)
    before = shown(rig)
    bpy.ops.adverb.bake_at_goals()
    assert np.abs(baked(rig, verb.goal.name) - before).max() < 1e-5
    assert "body" not in bpy.data.actions


def test_an_object_that_needs_its_scene_is_watched_there(rig, verb):
    driven = empty("driven", (0.0, 0.3, 1.0))
    driver = driven.driver_add("location", 0).driver
    variable = driver.variables.new()
    variable.type, driver.expression = "CONTEXT_PROP", f"0.02 * {variable.name}"
    variable.targets[0].data_path = "frame_current"
    select(driven)
    bpy.context.scene.frame_set(7)
    bpy.ops.adverb.bake_at_goals()
    assert bpy.context.scene.frame_current == 7
    assert np.abs(baked(rig, "driven") - shown_at(rig, verb, driven)).max() < 1e-5


def test_with_nothing_selected_it_says_what_to_do(rig, verb):
    select(rig)
    count = len(bpy.data.actions)
    with pytest.raises(RuntimeError, match="select empties where the goal should be"):
        bpy.ops.adverb.bake_at_goals()
    assert len(bpy.data.actions) == count


def test_an_object_that_hangs_on_the_rig_is_refused(rig, verb):
    held = empty("held")
    held.parent, held.parent_type, held.parent_bone = rig, "BONE", "bone 4"
    select(empty("cup"), held)
    count = len(bpy.data.actions)
    with pytest.raises(RuntimeError, match="'held' hangs on 'bone 0', which 'Reach' moves"):
        bpy.ops.adverb.bake_at_goals()
    assert len(bpy.data.actions) == count


def test_one_object_that_is_nowhere_stops_them_all(rig, verb):
    select(empty("cup"), empty("lost", happy=float("nan")))
    count = len(bpy.data.actions)
    with pytest.raises(RuntimeError, match="is not a number"):
        bpy.ops.adverb.bake_at_goals()
    assert len(bpy.data.actions) == count
