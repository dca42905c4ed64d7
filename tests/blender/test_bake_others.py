"""A bake leaves alone what is not the verb's: other keys, other bones, other slots, other tracks."""

import bpy
import numpy as np
import pytest

from adverb.addon import actions
from tests.blender import stick

OTHER_BONE = 'pose.bones["finger"].location'
SHARED_BONE = 'pose.bones["bone 0"].location'


@pytest.fixture
def finger(rig):
    """The rig has one bone more, which no example moves."""
    bpy.ops.object.mode_set(mode="EDIT")
    bone = rig.data.edit_bones.new("finger")
    bone.head, bone.tail = (1, 0, 0), (1, 0, 1)
    bpy.ops.object.mode_set(mode="OBJECT")
    return rig


@pytest.fixture
def twin():
    """Another rig, without a verb."""
    return stick.make_rig("Twin")


@pytest.fixture
def shared(finger, twin):
    """An Action that both rigs play through slots of their own, with keys on the verb's channels and others."""
    numbers = np.random.default_rng(3).normal(size=(3, 6))
    written = [(path, index, "keys") for path in (OTHER_BONE, SHARED_BONE) for index in range(3)]
    action = actions.write("shared", finger, written, np.array([1.0, 12.0, 30.0]), numbers)
    slot = action.slots.new("OBJECT", twin.name)
    curve = action.layers[0].strips[0].channelbag(slot, ensure=True).fcurves.new(SHARED_BONE, index=0)
    for frame in (1, 10, 30):
        curve.keyframe_points.insert(frame, 0.1 * frame)
    actions.assign(finger, action, action.slots[0].identifier)
    actions.assign(twin, action, slot.identifier)
    return action


@pytest.fixture
def tracks(finger, shared):
    """NLA tracks that were there before, one of them with the twin's slot."""
    for index, slot in enumerate(shared.slots):
        track = finger.animation_data.nla_tracks.new()
        track.name = f"mine {index}"
        strip = track.strips.new("mine", 50 + index, shared)
        strip.action_slot, strip.influence = slot, 0.5
        strip.scale = 1.5
    return finger.animation_data.nla_tracks


@pytest.fixture
def verb(finger, shared, tracks, twin):
    bpy.context.view_layer.objects.active = finger
    bpy.ops.adverb.go_live()
    verb = finger.adverb.verbs[0]
    verb.bake_end = 30
    return verb


def keys():
    """Every key of every slot of every Action."""
    return {
        (action.name, slot.identifier): actions.fingerprint(action, slot)
        for action in bpy.data.actions
        for slot in action.slots
    }


def stack(rig):
    """All that can be seen of a rig's NLA."""
    settings = ("name", "frame_start", "frame_end", "action_frame_start", "scale", "influence", "extrapolation", "mute")
    return [
        (track.name, track.mute, [(strip.action.name, strip.action_slot.identifier) for strip in track.strips])
        + tuple(getattr(strip, name) for strip in track.strips for name in settings)
        for track in rig.animation_data.nla_tracks
    ]


def other_moves(finger, twin):
    """Where the bone that is not the verb's, and the twin's bones, are over time."""
    moves = []
    for frame in range(1, 41, 3):
        bpy.context.scene.frame_set(frame)
        depsgraph = bpy.context.evaluated_depsgraph_get()
        moves.append([tuple(finger.evaluated_get(depsgraph).pose.bones["finger"].location)])
        moves[-1] += [tuple(bone.location) for bone in twin.evaluated_get(depsgraph).pose.bones]
    return np.array(moves)


@pytest.mark.parametrize("reduce", [False, True])
@pytest.mark.parametrize("release", [False, True])
@pytest.mark.parametrize("nla", [False, True])
def test_nothing_else_is_touched(finger, twin, verb, reduce, release, nla):
    verb.bake_reduce, verb.bake_nla = reduce, nla
    before, below, beside = keys(), stack(finger), actions.assigned(twin)
    driven = {(driver.data_path, driver.array_index) for driver in finger.animation_data.drivers}
    bpy.ops.adverb.bake(name="done", release=release)
    done = bpy.data.actions["done"]
    assert [slot.target_id_type for slot in done.slots] == ["OBJECT"]
    assert actions.addresses(done) == driven
    assert {slot: print_ for slot, print_ in keys().items() if slot[0] != "done"} == before
    assert stack(finger)[: len(below)] == below
    assert actions.assigned(twin) == beside
    assert twin.animation_data.nla_tracks.keys() == []


def test_what_played_beside_the_verb_goes_on_under_a_strip(finger, twin, verb):
    shown = other_moves(finger, twin)
    assert np.ptp(shown, axis=0).max() > 0.1
    verb.bake_nla = True
    bpy.ops.adverb.bake()
    assert np.allclose(other_moves(finger, twin), shown, atol=1e-6)


def test_a_bake_at_goals_touches_nothing(finger, twin, verb):
    before, below, drivers = keys(), stack(finger), len(finger.animation_data.drivers)
    shown = other_moves(finger, twin)
    place = verb.goal.matrix_world.copy()
    empty = bpy.data.objects.new("cup", None)
    bpy.context.scene.collection.objects.link(empty)
    empty.select_set(True)
    bpy.ops.adverb.bake_at_goals()
    assert {slot: print_ for slot, print_ in keys().items() if slot[0] not in {"cup", verb.goal.name}} == before
    assert stack(finger) == below
    assert (verb.is_live, len(finger.animation_data.drivers), verb.goal.matrix_world) == (True, drivers, place)
    assert np.allclose(other_moves(finger, twin), shown, atol=1e-6)
