"""A live rig in other files: appended, linked, overridden."""

import bpy
import numpy as np
import pytest

from adverb.addon import actions, drivers, hub
from adverb.addon.live import is_running
from tests.blender.stick import numbers, place


def save(rig, path):
    """The rig in a file of its own, in a collection with its goal."""
    character = bpy.data.collections.new("Character")
    bpy.context.scene.collection.children.link(character)
    for thing in (rig, rig.adverb.verbs[0].goal):
        if thing is not None:
            character.objects.link(thing)
            bpy.context.scene.collection.objects.unlink(thing)
    bpy.ops.wm.save_as_mainfile(filepath=str(path))
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    return path


@pytest.fixture
def library(live, tmp_path):
    """A file with a character that is live; the file that is open is empty."""
    live.adverb.verbs[0].goal.location = (0.3, -0.2, 1.4)
    bpy.context.scene.frame_set(5)
    return save(live, tmp_path / "character.blend")


def append(library):
    before = {thing.session_uid for thing in bpy.data.objects}
    bpy.ops.wm.append(directory=f"{library}/Collection/", filename="Character")
    made = (thing for thing in bpy.data.objects if thing.session_uid not in before)
    return next(thing for thing in made if thing.type == "ARMATURE")


def link(library, shown=True):
    with bpy.data.libraries.load(str(library), link=True) as (_, wanted):
        wanted.collections = ["Character"]
    if shown:
        bpy.context.scene.collection.children.link(wanted.collections[0])
        bpy.context.view_layer.update()
    return wanted.collections[0]


def override(library):
    """A character of the library, overridden with all that belongs to it."""
    made = link(library, shown=False).override_hierarchy_create(
        bpy.context.scene, bpy.context.view_layer, do_fully_editable=True
    )
    bpy.context.view_layer.update()
    rig = next(thing for thing in made.objects if thing.type == "ARMATURE")
    bpy.context.view_layer.objects.active = rig
    return rig


def reopen(path):
    bpy.ops.wm.save_as_mainfile(filepath=str(path))
    bpy.ops.wm.open_mainfile(filepath=str(path))
    rig = next(thing for thing in bpy.data.objects if thing.type == "ARMATURE" and thing.override_library)
    bpy.context.view_layer.objects.active = rig
    return rig


def error_of(button):
    with pytest.raises(RuntimeError) as caught:
        button()
    return str(caught.value)


def shows(rig, example, frame=8):
    """Whether the rig does what one of its examples does; read without a copy, as linked data has none."""
    bpy.context.scene.frame_set(frame)
    pose = numbers(rig)
    witness = bpy.data.objects.new("witness", rig.data)
    bpy.context.scene.collection.objects.link(witness)
    bpy.context.view_layer.update()
    for bone, its in zip(witness.pose.bones, rig.pose.bones, strict=True):
        bone.rotation_mode = its.rotation_mode
    actions.assign(witness, rig.adverb.verbs[0].examples[example].action)
    bpy.context.scene.frame_set(frame)
    expected = numbers(witness)
    bpy.data.objects.remove(witness)
    bpy.context.view_layer.update()
    return np.allclose(pose, expected, atol=2e-6)


def test_appended_twice_each_has_its_own(library):
    rigs = [append(library), append(library)]
    first, second = (rig.adverb.verbs[0] for rig in rigs)
    assert first.uid != second.uid
    assert first.goal != second.goal
    assert [drivers.hubs(verb.goal) for verb in (first, second)] == [[first.uid], [second.uid]]
    first.goal.location, second.goal.location = place(first.examples[0]), place(first.examples[3])
    assert shows(rigs[0], 0)
    assert shows(rigs[1], 3)
    bpy.context.view_layer.objects.active = rigs[0]
    bpy.ops.adverb.release()
    second.goal.location = place(first.examples[2])
    assert shows(rigs[1], 2)


def test_appended_to_the_file_that_it_comes_from(library):
    bpy.ops.wm.open_mainfile(filepath=str(library))
    first = bpy.data.objects["Rig"]
    uid = first.adverb.verbs[0].uid
    # Blender does not append from the file that is open, so it becomes another one.
    bpy.ops.wm.save_as_mainfile(filepath=str(library.with_name("other.blend")))
    second = append(library)
    assert first.adverb.verbs[0].uid == uid != second.adverb.verbs[0].uid
    first.adverb.verbs[0].goal.location = place(first.adverb.verbs[0].examples[0])
    second.adverb.verbs[0].goal.location = place(first.adverb.verbs[0].examples[3])
    assert shows(first, 0)
    assert shows(second, 3)


def test_a_script_that_appends_tells_nobody_and_it_is_live_all_the_same(library):
    with bpy.data.libraries.load(str(library), link=False) as (_, wanted):
        wanted.collections = ["Character"]
    bpy.context.scene.collection.children.link(wanted.collections[0])
    rig = bpy.data.objects["Rig"]
    verb = rig.adverb.verbs[0]
    verb.goal.location = place(verb.examples[2])
    assert shows(rig, 2)
    assert is_running(verb)


@pytest.mark.parametrize("instanced", [False, True], ids=["in the scene", "instanced"])
def test_a_linked_rig_follows_its_linked_goal_and_refuses_every_button(library, instanced):
    character = link(library, shown=not instanced)
    if instanced:
        empty = bpy.data.objects.new("instance", None)
        empty.instance_type, empty.instance_collection = "COLLECTION", character
        bpy.context.scene.collection.objects.link(empty)
        bpy.context.view_layer.update()
    rig = character.objects["Rig"]
    verb = rig.adverb.verbs[0]
    poses = []
    for frame in (5, 15):
        bpy.context.scene.frame_set(frame)
        depsgraph = bpy.context.evaluated_depsgraph_get()
        shown = [i.object for i in depsgraph.object_instances if i.object.original == rig] if instanced else []
        shown = shown[0] if shown else rig.evaluated_get(depsgraph)
        poses.append(np.array([np.array(bone.matrix) for bone in shown.pose.bones]))
    assert not np.allclose(*poses, atol=1e-2), "it plays"
    assert hub.key(verb) in hub.lives
    if not instanced:
        bpy.context.view_layer.objects.active = rig
        kept = verb.uid, len(rig.animation_data.drivers), list(verb.goal.keys())
        for name in ("go_live", "release", "bake", "measure", "add_verb", "remove_verb", "add_example", "build"):
            sentence = error_of(getattr(bpy.ops.adverb, name))
            assert "'Rig' is linked from 'character.blend': make a library override to steer it" in sentence
        assert (verb.uid, len(rig.animation_data.drivers), list(verb.goal.keys())) == kept


def test_a_linked_rig_plays_what_it_would_in_its_own_file(library):
    bpy.ops.wm.open_mainfile(filepath=str(library))
    bpy.context.scene.frame_set(12)
    expected = numbers(bpy.data.objects["Rig"])
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    rig = link(library).objects["Rig"]
    bpy.context.scene.frame_set(12)
    assert np.allclose(numbers(rig), expected, atol=1e-6)


def test_a_linked_rig_and_an_appended_one_do_not_meet(library):
    local = append(library)
    linked = link(library).objects["Rig"]
    bpy.context.scene.frame_set(12)
    expected = numbers(linked)
    verb = local.adverb.verbs[0]
    assert verb.uid == linked.adverb.verbs[0].uid
    verb.goal.location = place(verb.examples[1])
    assert shows(local, 1)
    bpy.context.scene.frame_set(12)
    assert np.allclose(numbers(linked), expected, atol=1e-6)


def test_two_libraries_with_the_same_uid_do_not_meet(library):
    bpy.ops.wm.open_mainfile(filepath=str(library))
    verb = bpy.data.objects["Rig"].adverb.verbs[0]
    verb.goal.location = place(verb.examples[3])
    other = library.with_name("second.blend")
    bpy.ops.wm.save_as_mainfile(filepath=str(other))
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    first, second = link(library).objects["Rig"], link(other).objects["Rig"]
    assert first.adverb.verbs[0].uid == second.adverb.verbs[0].uid
    assert shows(second, 3)
    assert not shows(first, 3)
    weights = [hub.lives[hub.key(rig.adverb.verbs[0])].weights for rig in (first, second)]
    assert not np.allclose(*weights, atol=0.01)


def test_a_linked_goal_is_refused(library, tmp_path):
    rig = append(library)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.adverb.release()
    linked = link(library).objects["Reach goal"]
    rig.adverb.verbs[0].goal = linked
    keys = list(linked.keys())
    assert "'Reach goal' comes from 'character.blend': choose a goal of this file" in error_of(bpy.ops.adverb.go_live)
    assert list(linked.keys()) == keys


def test_an_override_is_steered_by_its_own_goal(library, tmp_path):
    rigs = [override(library), override(library)]
    goals = [rig.adverb.verbs[0].goal for rig in rigs]
    assert goals[0] != goals[1]
    for rig, goal, index in zip(rigs, goals, (0, 3), strict=True):
        assert goal.override_library
        goal.location = place(rig.adverb.verbs[0].examples[index])
    assert shows(rigs[0], 0)
    assert shows(rigs[1], 3)
    rigs[1].adverb.verbs[0].timing = "HOLD"
    rigs[1].adverb.verbs[0].start = 4.0
    assert shows(rigs[0], 0)
    names = [rig.name for rig in rigs]
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "shot.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "shot.blend"))
    rigs = [next(o for o in bpy.data.objects if o.name == name and o.override_library) for name in names]
    assert shows(rigs[0], 0)
    verb = rigs[1].adverb.verbs[0]
    assert (verb.timing, verb.start) == ("HOLD", 4.0)
    verb.timing = "PLAY"
    verb.start = 1.0
    assert shows(rigs[1], 3)


def test_an_override_is_released_and_live_again_and_the_file_keeps_it(library, tmp_path):
    rig = override(library)
    verb = rig.adverb.verbs[0]
    verb.goal.location = place(verb.examples[1])
    assert shows(rig, 1)
    bpy.ops.adverb.release()
    rig.pose.bones["bone 0"].location = (0.1, 0.2, 0.3)
    for _ in range(2):
        bpy.context.scene.frame_set(8)
        assert np.allclose(rig.pose.bones["bone 0"].location, (0.1, 0.2, 0.3))
        assert not verb.is_live
        rig = reopen(tmp_path / "shot.blend")
        verb = rig.adverb.verbs[0]
    bpy.ops.adverb.go_live()
    bpy.context.view_layer.objects.active = rig
    assert verb.is_live
    assert shows(rig, 1)
    rig = reopen(tmp_path / "shot.blend")
    assert rig.adverb.verbs[0].is_live
    assert shows(rig, 1)


def test_an_override_is_baked_and_plays_it(library, tmp_path):
    rig = override(library)
    verb = rig.adverb.verbs[0]
    verb.goal.location = place(verb.examples[1])
    shown = []
    for frame in range(1, 11):
        bpy.context.scene.frame_set(frame)
        shown.append(numbers(rig))
    verb.bake_start, verb.bake_end = 1, 10
    bpy.ops.adverb.bake()
    for _ in range(2):
        assert not rig.adverb.verbs[0].is_live
        for frame, pose in enumerate(shown, 1):
            bpy.context.scene.frame_set(frame)
            assert np.allclose(numbers(rig), pose, atol=1e-5)
        rig = reopen(tmp_path / "shot.blend")


def test_an_override_is_baked_at_goals_and_stays_live(library, tmp_path):
    rig = override(library)
    verb = rig.adverb.verbs[0]
    verb.bake_start, verb.bake_end = 1, 10
    where = {f"there {index}": place(verb.examples[index]) for index in (1, 3)}
    for name, location in where.items():
        thing = bpy.data.objects.new(name, None)
        thing.location = location
        bpy.context.scene.collection.objects.link(thing)
        thing.select_set(True)
    bpy.ops.adverb.bake_at_goals()
    rig = reopen(tmp_path / "shot.blend")
    verb = rig.adverb.verbs[0]
    assert verb.is_live
    poses = {}
    for name, location in where.items():
        verb.goal.location = location
        bpy.context.scene.frame_set(7)
        poses[name] = numbers(rig)
    bpy.ops.adverb.release()
    for name, pose in poses.items():
        assert bpy.data.actions[name].library is None
        actions.assign(rig, bpy.data.actions[name])
        bpy.context.scene.frame_set(7)
        assert np.allclose(numbers(rig), pose, atol=1e-5)


def test_an_override_goes_to_an_example(library, tmp_path):
    rig = override(library)
    bpy.ops.adverb.go_to_example(index=1)
    for _ in range(2):
        assert rig.adverb.verbs[0].active_example == 1
        assert shows(rig, 1)
        rig = reopen(tmp_path / "shot.blend")
    bpy.ops.adverb.release()
    bpy.ops.adverb.go_to_example(index=2)
    verb = rig.adverb.verbs[0]
    assert actions.assigned(rig)[0] == verb.examples[2].action
    assert bpy.context.scene.frame_current == verb.examples[2].keytimes[0].frame
    assert shows(rig, 2)


def test_an_override_of_a_rig_that_is_not_live_says_where_to_go_live(rig, tmp_path):
    library = save(rig, tmp_path / "character.blend")
    rig = override(library)
    things = len(bpy.data.objects)
    assert "Go Live in 'character.blend'" in error_of(bpy.ops.adverb.go_live)
    assert not rig.adverb.verbs[0].is_live
    assert len(bpy.data.objects) == things


def test_what_an_override_is_made_of_is_changed_in_its_library(library):
    rig = override(library)
    for name in ("measure", "add_verb", "remove_verb", "add_example"):
        assert "'Rig' is an override: change its verbs in 'character.blend'" in error_of(getattr(bpy.ops.adverb, name))
    assert len(rig.adverb.verbs) == 1


def test_sliders_of_an_override_are_its_own(rig, tmp_path):
    bpy.ops.adverb.add_adverb(name="happy")
    for index, example in enumerate(rig.adverb.verbs[0].examples):
        example.adverbs[3].value = index % 2
    bpy.ops.adverb.go_live()
    library = save(rig, tmp_path / "character.blend")
    rig = override(library)
    verb = rig.adverb.verbs[0]
    verb.goal.location, verb.goal["happy"] = place(verb.examples[1])[:3], 1.0
    verb.goal.update_tag()
    assert shows(rig, 1)
    rig = reopen(tmp_path / "shot.blend")
    assert rig.adverb.verbs[0].goal["happy"] == 1.0
    assert shows(rig, 1)
