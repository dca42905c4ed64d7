"""A live verb that meets its goal: the weights that Solve finds, the last turn of Polish, and a bake of both."""

import bpy
import numpy as np
import pytest

from adverb.addon import aiming, building, hub
from tests.blender.stick import make_action, make_rig, numbers, place, played


@pytest.fixture
def reaching():
    """A live rig with a dozen examples: a goal among them can be met by many blends."""
    rig = make_rig()
    for index in range(12):
        make_action(rig, f"reach {index}", frames=20 + index, seed=index, amount=0.3)
    rig.data.bones.active = rig.data.bones[-1]
    bpy.ops.adverb.add_verb()
    bpy.ops.adverb.add_examples(pattern="reach*")
    rig.adverb.verbs[0].effector_end, rig.adverb.verbs[0].timing = "TAIL", "PLAY"
    bpy.ops.adverb.measure()
    bpy.ops.adverb.go_live()
    return rig


@pytest.fixture
def standing(reaching):
    """The same, held at the keytime of its goal, and only blending so far."""
    reaching.adverb.verbs[0].timing, reaching.adverb.verbs[0].landing = "HOLD", "BLEND"
    return reaching


def between(verb, seed):
    """A place among the examples."""
    places = np.array([place(example) for example in verb.examples])
    return np.random.default_rng(seed).dirichlet(np.full(len(places), 0.5)) @ places


def miss(rig, goal_at):
    """How far the effector is from a goal that is put there."""
    verb = rig.adverb.verbs[0]
    verb.goal.location = goal_at
    bpy.context.view_layer.update()
    return (rig.matrix_world @ rig.pose.bones[verb.effector].tail - verb.goal.matrix_world.translation).length


@pytest.mark.parametrize("way, polish, most", [("SOLVE", False, 1e-3), ("BLEND", True, 1e-5), ("SOLVE", True, 1e-5)])
def test_the_effector_meets_the_goal(standing, way, polish, most):
    verb = standing.adverb.verbs[0]
    places = [between(verb, seed) for seed in range(8)]
    extent = np.linalg.norm(np.ptp([place(example) for example in verb.examples], axis=0))
    blended = [miss(standing, each) for each in places]
    verb.landing, verb.use_polish = way, polish
    met = [miss(standing, each) for each in places]
    assert max(blended) > 0.01 * extent
    assert max(met) < most * extent


def test_search_gets_nearer(standing):
    verb = standing.adverb.verbs[0]
    places = [between(verb, seed) for seed in range(8)]
    blended = [miss(standing, each) for each in places]
    verb.landing = "SEARCH"
    assert np.mean([miss(standing, each) for each in places]) < 0.7 * np.mean(blended)


@pytest.mark.parametrize("way, polish", [("SOLVE", True), ("SEARCH", False)])
def test_a_bake_is_what_was_shown(reaching, way, polish):
    verb = reaching.adverb.verbs[0]
    verb.landing, verb.use_polish = way, polish
    for frame in (1, 9, 25):
        verb.goal.location = between(verb, frame)
        verb.goal.keyframe_insert("location", frame=frame)
    verb.bake_start, verb.bake_end = 1, 25
    shown = {}
    for frame in range(1, 26):
        bpy.context.scene.frame_set(frame)
        shown[frame] = numbers(reaching)
    bpy.ops.adverb.bake()
    for frame, its in shown.items():
        bpy.context.scene.frame_set(frame)
        assert np.allclose(numbers(reaching), its, atol=1e-5)


def test_polish_leaves_the_ends_of_a_motion_alone(reaching):
    verb = reaching.adverb.verbs[0]
    verb.landing = "BLEND"
    verb.goal.location = between(verb, 1)
    shown = []
    for polish in (False, True):
        verb.use_polish = polish
        bpy.context.scene.frame_set(1)
        shown.append(numbers(reaching))
    assert np.allclose(*shown, atol=1e-6)


def test_beyond_the_limit_the_goal_is_drawn_back_first(standing):
    verb = standing.adverb.verbs[0]
    verb.landing, verb.use_polish = "SOLVE", True
    assert np.isfinite(miss(standing, (50.0, 40.0, -30.0)))
    assert not hub.lives[verb.uid].trouble


def test_where_a_constraint_stands_in_between_it_only_blends(rig):
    verb = rig.adverb.verbs[0]
    rig.pose.bones[verb.effector].constraints.new("LIMIT_ROTATION")
    verb.landing = "SOLVE"
    bpy.ops.adverb.go_live()
    assert hub.lives[verb.uid].landing is None


def test_a_bone_made_longer_is_noticed(standing):
    verb = standing.adverb.verbs[0]
    verb.landing = "SOLVE"
    before = hub.lives[verb.uid].landing
    bpy.context.view_layer.objects.active = standing
    bpy.ops.object.mode_set(mode="EDIT")
    standing.data.edit_bones[verb.effector].tail *= 1.1
    bpy.ops.object.mode_set(mode="OBJECT")
    verb.start = verb.start + 1.0
    assert hub.lives[verb.uid].landing is not before


def test_an_example_is_shown_where_it_is_tagged_wherever_its_effector_is(standing):
    verb = standing.adverb.verbs[0]
    verb.landing, verb.use_polish = "SOLVE", True
    verb.examples[3].adverbs[1].value += 0.3
    miss(standing, place(verb.examples[3]))
    np.testing.assert_allclose(hub.lives[verb.uid].weights, np.eye(12)[3], atol=1e-5)


def test_with_few_examples_a_mood_keeps_its_say(rig):
    verb = rig.adverb.verbs[0]
    bpy.ops.adverb.add_adverb(name="mood")
    for index, example in enumerate(verb.examples):
        example.adverbs[-1].value = float(index % 2)
    bpy.ops.adverb.go_live()
    assert verb.landing == "SOLVE" and hub.lives[verb.uid].landing is None
    assert "add some" in aiming.obstacle(rig, verb)


@pytest.mark.parametrize("end", [0, -1])
def test_a_goal_that_is_met_at_an_end_of_the_motion_is_met_at_that_end(standing, end):
    verb = standing.adverb.verbs[0]
    for example in verb.examples:
        example.keytimes[0].frame = building.span(example)[end]
    bpy.ops.adverb.release()
    bpy.ops.adverb.measure()
    bpy.ops.adverb.go_live()
    example = verb.examples[3]
    miss(standing, place(example))
    shown = numbers(standing)
    bpy.ops.adverb.release()
    np.testing.assert_allclose(played(standing, example.action, round(building.span(example)[end])), shown, atol=1e-4)


def test_a_bone_that_is_posed_by_hand_and_carries_the_effector_is_told(standing):
    verb = standing.adverb.verbs[0]
    bpy.ops.adverb.release()
    bpy.context.view_layer.objects.active = standing
    bpy.ops.object.mode_set(mode="EDIT")
    root = standing.data.edit_bones.new("root")
    root.tail = (0.0, 0.0, 0.1)
    standing.data.edit_bones["bone 0"].parent = root
    bpy.ops.object.mode_set(mode="OBJECT")
    bpy.ops.adverb.go_live()
    assert not aiming.obstacle(standing, verb)
    standing.pose.bones["root"].location.x = 1.0
    assert miss(standing, place(verb.examples[0])) > 0.5
    assert "'root' is not at rest" in aiming.obstacle(standing, verb)
