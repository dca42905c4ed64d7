"""Copies of live rigs and goals: each goes its own way."""

import bpy
import numpy as np
import pytest

from adverb.addon import drivers, hub
from adverb.addon.live import is_running
from tests.blender.stick import numbers, place, played


def duplicate(*things):
    """Shift D: copies of the things, in the same order."""
    for other in bpy.context.view_layer.objects:
        other.select_set(other in things)
    bpy.context.view_layer.objects.active = things[0]
    names = {thing.name for thing in bpy.data.objects}
    bpy.ops.object.duplicate()
    made = [thing for thing in bpy.data.objects if thing.name not in names]
    return [next(copy for copy in made if copy.type == thing.type) for thing in things]


def copy(thing):
    """What a script does."""
    made = thing.copy()
    bpy.context.scene.collection.objects.link(made)
    bpy.context.view_layer.update()
    return made


def shows(rig, example, frame=8):
    """Whether the rig does what one of its examples does."""
    bpy.context.scene.frame_set(frame)
    pose = numbers(rig)
    expected = played(rig, rig.adverb.verbs[0].examples[example].action, frame)
    bpy.context.view_layer.update()  # the copy that played it is gone again
    return np.allclose(pose, expected, atol=2e-6)


def marks(thing):
    """What Adverb left on an object."""
    curves = thing.animation_data.drivers if thing.animation_data else ()
    return drivers.hubs(thing), [curve.data_path for curve in curves]


def release(rig):
    bpy.context.view_layer.objects.active = rig
    bpy.ops.adverb.release()


def test_a_rig_copied_with_its_goal_follows_the_copy(live):
    first = live.adverb.verbs[0]
    twin, goal = duplicate(live, first.goal)
    second = twin.adverb.verbs[0]
    assert second.goal == goal != first.goal
    assert second.uid != first.uid
    assert drivers.hubs(goal) == [second.uid]
    assert drivers.hubs(first.goal) == [first.uid]
    first.goal.location, goal.location = place(first.examples[0]), place(first.examples[3])
    assert shows(live, 0)
    assert shows(twin, 3)
    release(live)
    goal.location = place(first.examples[2])
    assert shows(twin, 2)
    assert is_running(second)


@pytest.mark.parametrize("way", [lambda rig: duplicate(rig)[0], copy], ids=["Shift D", "script"])
def test_a_rig_copied_alone_reaches_for_the_same_goal_from_where_it_stands(live, way):
    first = live.adverb.verbs[0]
    goal = first.goal
    twin = way(live)
    second = twin.adverb.verbs[0]
    assert second.goal == goal
    assert set(drivers.hubs(goal)) == {first.uid, second.uid}
    goal.location = place(first.examples[1])
    twin.location = np.array(place(first.examples[1])) - place(first.examples[2])
    assert shows(live, 1)
    bpy.context.scene.frame_set(8)
    expected = numbers(twin)
    twin.location = (0, 0, 0)
    goal.location = place(first.examples[2])
    bpy.context.scene.frame_set(8)
    assert np.allclose(numbers(twin), expected, atol=1e-5)
    release(live)
    assert shows(twin, 2)
    assert drivers.hubs(goal) == [second.uid]
    release(twin)
    assert marks(goal) == ([], [])


def test_a_goal_copied_alone_is_a_plain_empty(live):
    verb = live.adverb.verbs[0]
    verb.goal.location = place(verb.examples[1])
    for spare in (*duplicate(verb.goal), copy(verb.goal)):
        assert marks(spare) == ([], [])
        spare.location = (9, 9, 9)
    assert shows(live, 1)
    assert drivers.hubs(verb.goal) == [verb.uid]


def test_copies_of_copies(live):
    rigs = [live]
    for _ in range(3):
        rigs += duplicate(rigs[-1], rigs[-1].adverb.verbs[0].goal)[:1]
    verbs = [rig.adverb.verbs[0] for rig in rigs]
    assert len({verb.uid for verb in verbs}) == len({verb.goal.name for verb in verbs}) == 4
    for index, verb in enumerate(verbs):
        verb.goal.location = place(verb.examples[index])
    assert all(shows(rig, index) for index, rig in enumerate(rigs))


def test_a_copy_of_a_rig_that_is_not_live_has_a_uid_of_its_own(rig):
    (twin,) = duplicate(rig)
    assert twin.adverb.verbs[0].uid != rig.adverb.verbs[0].uid


def test_a_parked_driver_comes_back_to_the_copy(rig):
    rig.driver_add('pose.bones["bone 1"].rotation_euler', 2).driver.expression = "0.25 + 0.5"
    bpy.ops.adverb.go_live()
    twin = duplicate(rig, rig.adverb.verbs[0].goal)[0]
    release(twin)
    (theirs,) = twin.animation_data.drivers
    assert (theirs.data_path, theirs.driver.expression) == ('pose.bones["bone 1"].rotation_euler', "0.25 + 0.5")


@pytest.mark.parametrize("with_goal", [True, False], ids=["with its goal", "alone"])
def test_undo_and_redo_of_copying(live, with_goal):
    bpy.ops.ed.undo_push(message="live")
    duplicate(*(live, live.adverb.verbs[0].goal)[: 1 + with_goal])
    bpy.ops.ed.undo_push(message="copied")
    bpy.ops.ed.undo()
    live = bpy.data.objects["Rig"]
    verb = live.adverb.verbs[0]
    assert len(bpy.data.objects) == 2
    assert drivers.hubs(verb.goal) == [verb.uid]
    assert len(verb.goal.animation_data.drivers) == 1
    assert set(hub.lives) == {verb.uid}
    verb.goal.location = place(verb.examples[1])
    assert shows(live, 1)
    bpy.ops.ed.redo()
    live, twin = bpy.data.objects["Rig"], bpy.data.objects["Rig.001"]
    first, second = live.adverb.verbs[0], twin.adverb.verbs[0]
    assert first.uid != second.uid
    first.goal.location = second.goal.location = place(first.examples[3])
    assert shows(live, 3)
    assert shows(twin, 3)


def test_undo_where_the_copy_was_settled_after_the_step_was_kept(live):
    """A step of history may be kept before the first update: what is settled later is not in it."""
    bpy.ops.ed.undo_push(message="live")
    twin = live.copy()
    bpy.context.scene.collection.objects.link(twin)
    bpy.ops.ed.undo_push(message="copied")
    bpy.context.view_layer.update()
    bpy.ops.ed.undo()
    live = bpy.data.objects["Rig"]
    verb = live.adverb.verbs[0]
    assert drivers.hubs(verb.goal) == [verb.uid]
    verb.goal.location = place(verb.examples[1])
    assert shows(live, 1)
    bpy.ops.ed.redo()
    live, twin = bpy.data.objects["Rig"], bpy.data.objects["Rig.001"]
    verb = live.adverb.verbs[0]
    verb.goal.location = place(verb.examples[2])
    assert shows(live, 2)
    assert shows(twin, 2)
    assert twin.adverb.verbs[0].uid != verb.uid


@pytest.fixture
def crowd(rig):
    """Two characters with a mood that are live on one goal."""
    bpy.ops.adverb.add_adverb(name="happy")
    for index, example in enumerate(rig.adverb.verbs[0].examples):
        example.adverbs[3].value = index % 2
    other = copy(rig)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.adverb.go_live()
    other.adverb.verbs[0].goal = rig.adverb.verbs[0].goal
    bpy.context.view_layer.objects.active = other
    bpy.ops.adverb.go_live()
    return rig, other


def follow(goal, example):
    goal.location, goal["happy"] = place(example)[:3], place(example)[3]
    goal.update_tag()


@pytest.mark.parametrize("first", [0, 1])
def test_one_goal_for_two_characters(crowd, first):
    goal = crowd[0].adverb.verbs[0].goal
    for index in (1, 2):
        follow(goal, crowd[0].adverb.verbs[0].examples[index])
        assert all(shows(rig, index) for rig in crowd)
    release(crowd[first])
    left = crowd[1 - first]
    follow(goal, left.adverb.verbs[0].examples[3])
    assert shows(left, 3)
    assert not shows(crowd[first], 3)
    release(left)
    assert not list(goal.keys()), "the slider goes with the last who used it"


def test_each_character_its_own_goal(crowd):
    for rig in crowd:
        release(rig)
    crowd[1].adverb.verbs[0].goal = None
    for rig in crowd:
        bpy.context.view_layer.objects.active = rig
        bpy.ops.adverb.go_live()
    for rig, index in zip(crowd, (0, 3), strict=True):
        follow(rig.adverb.verbs[0].goal, rig.adverb.verbs[0].examples[index])
    assert shows(crowd[0], 0)
    assert shows(crowd[1], 3)
