"""Nothing follows itself: goals that a verb moves are refused, however they hang on its bones, and no others."""

import bpy
import pytest

from tests.blender.watchers import add_head, add_looks, add_thing


def held_by_parent(rig, thing):
    thing.parent, thing.parent_type, thing.parent_bone = rig, "BONE", "hand"


def held_by_constraint(rig, thing):
    constraint = thing.constraints.new("CHILD_OF")
    constraint.target, constraint.subtarget = rig, "hand"


def held_by_a_driver(rig, thing):
    variable = thing.driver_add("location", 2).driver.variables.new()
    variable.type, variable.targets[0].id, variable.targets[0].bone_target = "TRANSFORMS", rig, "hand"


def held_by_the_skin(rig, thing):
    skin = add_thing("skin", (0, 0, 0), bpy.data.meshes.new("skin"))
    skin.modifiers.new("Armature", "ARMATURE").object = rig
    thing.constraints.new("SHRINKWRAP").target = skin


@pytest.mark.parametrize("hold", [held_by_parent, held_by_constraint, held_by_a_driver, held_by_the_skin])
def test_a_goal_that_the_verb_itself_moves_is_refused_and_no_other(watcher, hold):
    thing = add_thing("thing", (0, -1, 1.6))
    hold(watcher, thing)
    add_head(watcher)
    verb = watcher.adverb.verbs["Look"]
    verb.goal = thing
    moves_skin = hold is held_by_the_skin
    if moves_skin:
        with pytest.raises(RuntimeError, match="'thing' hangs on 'head', which 'Look' moves: choose another goal"):
            bpy.ops.adverb.go_live()
        return
    bpy.ops.adverb.go_live()  # the hand is none of what the head moves
    bpy.ops.adverb.release()
    verb.picked.add().name = "arm"
    with pytest.raises(RuntimeError, match="'thing' hangs on 'arm', which 'Look' moves: choose another goal"):
        bpy.ops.adverb.go_live()


def test_two_verbs_that_would_chase_each_other_are_refused(watcher):
    """The eye looks at the hand, and the arm would aim at the eye."""
    eye = watcher.adverb.verbs["Eye"]
    eye.goal_from, eye.goal_rig, eye.goal_bone = "BONE", watcher, "hand"
    bpy.ops.adverb.go_live()
    bpy.context.view_layer.objects.active = watcher
    aim = add_looks(watcher, "Aim", {"arm": 1.0}, (-20, 0, 20), (-10, 0, 10))
    aim.goal_from, aim.goal_rig, aim.goal_bone = "BONE", watcher, "eye"
    with pytest.raises(RuntimeError, match="'eye' hangs on 'arm', which 'Aim' moves"):
        bpy.ops.adverb.go_live()


def along_a_hooked_path(rig, thing):
    path = add_thing("path", (0, -1, 1.6), bpy.data.curves.new("path", "CURVE"))
    hook = path.modifiers.new("Hook", "HOOK")
    hook.object, hook.subtarget = rig, "eye"
    thing.constraints.new("FOLLOW_PATH").target = path


def in_a_cage_on_the_skin(rig, thing):
    skin = add_thing("skin", (0, 0, 0), bpy.data.meshes.new("skin"))
    skin.modifiers.new("Armature", "ARMATURE").object = rig
    dress = add_thing("dress", (0, 0, 0), bpy.data.meshes.new("dress"))
    dress.modifiers.new("Wrap", "SHRINKWRAP").target = skin
    thing.constraints.new("SHRINKWRAP").target = dress


@pytest.mark.parametrize("hold", [along_a_hooked_path, in_a_cage_on_the_skin])
def test_whatever_deforms_what_a_goal_lies_on_is_seen(watcher, hold, capfd):
    thing = watcher.adverb.verbs["Eye"].goal = add_thing("thing", (0, -1, 1.6))
    hold(watcher, thing)
    with pytest.raises(RuntimeError, match="'thing' hangs on 'eye', which 'Eye' moves"):
        bpy.ops.adverb.go_live()
    bpy.context.view_layer.update()
    assert "cycle" not in "".join(capfd.readouterr()).lower()


def test_a_slider_that_the_verb_itself_moves_is_refused(watcher):
    verb = watcher.adverb.verbs["Eye"]
    bpy.ops.adverb.add_adverb()
    verb.adverbs[-1].name = "mood"
    for index, example in enumerate(verb.examples):
        example.adverbs[-1].value = index % 2
    thing = verb.goal = add_thing("thing", (0, -1, 1.6))
    thing["mood"] = 0.0
    variable = thing.driver_add('["mood"]').driver.variables.new()
    variable.type, variable.targets[0].id, variable.targets[0].bone_target = "TRANSFORMS", watcher, "eye"
    with pytest.raises(RuntimeError, match="'thing' hangs on 'eye', which 'Eye' moves"):
        bpy.ops.adverb.go_live()
