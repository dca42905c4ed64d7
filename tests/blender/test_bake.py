"""A bake is what live shows, in a new Action, and touches nothing else."""

import bpy
import numpy as np
import pytest

from adverb.addon import actions, baking
from tests.blender.stick import numbers


def animate(goal):
    for frame, place in ((1, (0.5, 0.1, 1.2)), (15, (-0.5, 0.4, 1.9)), (30, (0.2, -0.6, 0.8))):
        goal.location = place
        goal.keyframe_insert("location", frame=frame)


def watched(rig, frames):
    poses = []
    for frame in frames:
        bpy.context.scene.frame_set(int(frame), subframe=frame % 1)
        poses.append(numbers(rig))
    return np.array(poses)


@pytest.fixture
def verb(live):
    verb = live.adverb.verbs[0]
    animate(verb.goal)
    verb.bake_start, verb.bake_end = 1, 30
    return verb


def test_the_baked_action_plays_what_live_showed(live, verb):
    shown = watched(live, range(1, 31))
    bpy.ops.adverb.bake(name="done")
    assert not verb.is_live
    assert actions.assigned(live)[0].name == "done"
    assert np.abs(watched(live, range(1, 31)) - shown).max() < 1e-5


def test_the_keys_are_the_numbers_of_live(live, verb):
    """Not only the same pose: the same numbers in the bone's own rotation mode."""
    bpy.ops.adverb.bake(release=False, name="done")
    action = bpy.data.actions["done"]
    for frame in (1, 9, 22, 30):
        bpy.context.scene.frame_set(frame)
        for curve in actions.curves(action, action.slots[0]):
            value = live.path_resolve(curve.data_path)
            value = value[curve.array_index] if hasattr(value, "__len__") else value
            assert curve.evaluate(frame) == pytest.approx(value, abs=1e-5), (frame, curve.data_path, curve.array_index)


def test_step_and_last_frame(live, verb):
    verb.bake_step = 4
    bpy.ops.adverb.bake(name="done")
    action = bpy.data.actions["done"]
    assert list(actions.key_times(actions.curves(action, action.slots[0]))) == [1, 5, 9, 13, 17, 21, 25, 29, 30]


@pytest.mark.parametrize("step", [0.5, 0.1, 1 / 3, 1.25])
def test_keys_between_frames_are_where_they_should_be_and_play_what_live_showed(live, verb, step):
    verb.bake_start, verb.bake_end, verb.bake_step = -2, 6, step
    wanted = np.unique(np.append(np.arange(-2, 6 + 1e-6, step), 6))
    wanted = wanted[np.append(np.diff(wanted) > 1e-6, True)]
    shown = watched(live, wanted)
    bpy.ops.adverb.bake(name="done")
    action = bpy.data.actions["done"]
    times = actions.key_times(actions.curves(action, action.slots[0]))
    assert np.allclose(times, wanted, atol=1e-6)
    assert {-2.0, 6.0} <= set(times)
    assert np.abs(watched(live, wanted) - shown).max() < 1e-5


@pytest.mark.parametrize("step", [0.1, 1 / 3, 0.7, 1.0])
def test_however_long_the_bake_a_step_meets_whole_frames(step):
    step = float(np.float32(step))  # as Blender stores it
    times = baking.frames(1, 2000, step)
    assert times[-1] == 2000
    assert np.allclose(np.diff(times)[:-1], step, atol=2e-4)
    if round(1 / step) == pytest.approx(1 / step, abs=1e-6):
        assert set(range(1, 2001)) <= set(times)


def test_only_the_verbs_channels_are_written_and_nothing_of_the_artists(live, verb):
    def fingerprints():
        return {action.name: actions.fingerprint(action, action.slots[0]) for action in bpy.data.actions}

    before = fingerprints()
    driven = {(driver.data_path, driver.array_index) for driver in live.animation_data.drivers}
    bpy.ops.adverb.bake(name="done")
    action = bpy.data.actions["done"]
    assert {(c.data_path, c.array_index) for c in actions.curves(action, action.slots[0])} == driven
    assert before == {name: print_ for name, print_ in fingerprints().items() if name != "done"}
    assert bpy.data.scenes.keys() == ["Scene"]
    assert bpy.context.scene.frame_current == 1


def test_a_goal_carried_by_something_else_bakes_as_it_shows(live, verb):
    carrier = bpy.data.objects.new("carrier", None)
    bpy.context.scene.collection.objects.link(carrier)
    for frame, place in ((1, (0, 0, 0)), (30, (0.4, 0.2, -0.3))):
        carrier.location = place
        carrier.keyframe_insert("location", frame=frame)
    verb.goal.constraints.new("CHILD_OF").target = carrier
    shown = watched(live, range(1, 31))
    bpy.ops.adverb.bake(name="done")
    assert np.abs(watched(live, range(1, 31)) - shown).max() < 1e-5


def test_the_action_that_played_is_kept(live, verb):
    bpy.ops.adverb.release()
    verb.action_before = None
    path = 'pose.bones["bone 2"].scale'
    other = actions.write("other", live, [(path, 0, "bone 2")], np.array([1.0]), np.array([[2.0]]))
    other.use_fake_user = False
    actions.assign(live, other)
    bpy.ops.adverb.go_live()
    bpy.ops.adverb.bake()
    assert bpy.data.actions["other"].use_fake_user


def test_a_range_the_wrong_way_round_is_said_and_changes_nothing(live, verb):
    verb.bake_end = 0
    count = len(bpy.data.actions)
    with pytest.raises(RuntimeError, match="before it starts: set Last after First"):
        bpy.ops.adverb.bake()
    assert len(bpy.data.actions) == count
    assert verb.is_live


def test_without_live_the_button_says_what_to_do(rig):
    with pytest.raises(RuntimeError, match="Go Live first"):
        bpy.ops.adverb.bake()
