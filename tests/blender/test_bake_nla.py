"""A bake into the NLA: a strip on a track of its own, and it is what the rig plays."""

import bpy
import numpy as np
import pytest

from adverb.addon import actions
from tests.blender import stick

FRAMES = range(5, 31)


@pytest.fixture
def verb(live):
    verb = live.adverb.verbs[0]
    for frame, place in ((1, (0.5, 0.1, 1.2)), (15, (-0.5, 0.4, 1.9)), (30, (0.2, -0.6, 0.8))):
        verb.goal.location = place
        verb.goal.keyframe_insert("location", frame=frame)
    verb.bake_start, verb.bake_end, verb.bake_nla = 5, 30, True
    return verb


def shown(rig, frames=FRAMES):
    poses = []
    for frame in frames:
        bpy.context.scene.frame_set(frame)
        poses.append(stick.numbers(rig))
    return np.array(poses)


def play(rig, path, values, name="mine"):
    """Let the rig play an Action of the artist's."""
    times = np.linspace(1.0, 40.0, len(values))
    action = actions.write(name, rig, [(path, 0, "mine")], times, np.array(values)[:, None])
    actions.assign(rig, action)
    return action


def test_the_strip_plays_what_live_showed(live, verb):
    before = shown(live)
    bpy.ops.adverb.bake(name="done")
    assert not verb.is_live
    (track,) = live.animation_data.nla_tracks
    (strip,) = track.strips
    action = bpy.data.actions["done"]
    assert (track.name, strip.name, strip.action, strip.action_slot) == ("done", "done", action, action.slots[0])
    assert (strip.frame_start, strip.frame_end, strip.scale) == (5, 30, 1)
    assert np.abs(shown(live) - before).max() < 1e-5


def test_before_and_after_it_the_strip_holds(live, verb):
    bpy.ops.adverb.bake()
    (first, start), (end, last) = shown(live, (1, 5)), shown(live, (30, 60))
    assert np.allclose(first, start, atol=1e-6)
    assert np.allclose(end, last, atol=1e-6)


def test_the_strip_is_not_hidden_by_the_example_that_played_before(live, verb):
    bpy.ops.adverb.release()
    example = verb.examples[1].action
    actions.assign(live, example)
    bpy.ops.adverb.go_live()
    before = shown(live)
    bpy.ops.adverb.bake()
    assert np.abs(shown(live) - before).max() < 1e-5
    assert actions.assigned(live)[0] is None
    assert example.use_fake_user
    assert len(live.animation_data.nla_tracks) == 1


def test_an_action_that_would_hide_the_strip_gets_one_beneath(live, verb):
    mine = play(live, 'pose.bones["bone 0"].location', (0.0, 5.0, 0.0))
    bag = mine.layers[0].strips[0].channelbag(mine.slots[0])
    curve = bag.fcurves.new('pose.bones["bone 2"].scale', index=0)
    for frame in (10, 20):
        curve.keyframe_points.insert(frame, 0.05 * frame)
    curve.modifiers.new("CYCLES")
    before = shown(live)
    bpy.ops.adverb.bake(name="done")
    assert [track.name for track in live.animation_data.nla_tracks] == ["mine", "done"]
    assert actions.assigned(live)[0] is None
    assert np.abs(shown(live) - before).max() < 1e-5
    assert live.animation_data.nla_tracks["done"].strips[0].extrapolation == "HOLD_FORWARD"


def test_an_action_on_other_channels_stays(live, verb):
    mine = play(live, 'pose.bones["bone 2"].scale', (1.0, 2.0, 1.0))
    before = shown(live)
    bpy.ops.adverb.bake(name="done")
    assert actions.assigned(live) == (mine, mine.slots[0].identifier)
    assert [track.name for track in live.animation_data.nla_tracks] == ["done"]
    assert np.abs(shown(live) - before).max() < 1e-5


def test_a_verb_that_stays_live_gets_its_strip_too(live, verb):
    before = shown(live)
    bpy.ops.adverb.bake(release=False)
    assert verb.is_live
    assert len(live.animation_data.nla_tracks) == 1
    assert np.abs(shown(live) - before).max() < 1e-6


def test_each_bake_goes_on_top(live, verb):
    bpy.ops.adverb.bake(name="one", release=False)
    verb.goal.animation_data.action = None
    verb.goal.location = (0.1, 0.2, 1.5)
    before = shown(live)
    bpy.ops.adverb.bake(name="two")
    assert [track.name for track in live.animation_data.nla_tracks] == ["one", "two"]
    assert np.abs(shown(live) - before).max() < 1e-5


def test_a_single_frame_and_steps_between_frames(live, verb):
    verb.bake_end, verb.bake_step = 5, 0.5
    before = shown(live, [5])
    bpy.ops.adverb.bake()
    assert np.abs(shown(live, [5]) - before).max() < 1e-5


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda data: setattr(data, "use_nla", False), "switched off"),
        (lambda data: setattr(data.nla_tracks[0], "is_solo", True), "'mine' of 'Rig' plays solo"),
        (lambda data: setattr(data, "use_tweak_mode", True), "tweak mode"),
    ],
)
def test_where_a_strip_would_not_be_seen_it_is_said_and_nothing_changes(live, verb, spoil, sentence):
    data = live.animation_data
    track = data.nla_tracks.new()
    track.name = "mine"
    track.select = track.strips.new("mine", 50, verb.examples[0].action).select = True
    spoil(data)
    count = len(bpy.data.actions)
    with pytest.raises(RuntimeError, match=sentence):
        bpy.ops.adverb.bake()
    assert (verb.is_live, len(bpy.data.actions), len(data.nla_tracks)) == (True, count, 1)
