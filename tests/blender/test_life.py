"""What happens to a live verb in the course of a working day: renders, undo, two scenes, things deleted and hidden."""

import bpy
import numpy as np
import pytest

from adverb.addon import drivers, goals, hub
from tests.blender.stick import numbers, place, played


@pytest.fixture
def filmed(live):
    """A cube on the last bone in front of a camera."""
    bpy.ops.mesh.primitive_cube_add(size=0.3)
    cube = bpy.context.object
    cube.parent, cube.parent_type, cube.parent_bone = live, "BONE", "bone 4"
    camera = bpy.data.objects.new("Camera", bpy.data.cameras.new("Camera"))
    camera.data.type, camera.data.ortho_scale = "ORTHO", 6.0
    camera.location, camera.rotation_euler = (0, -8, 1.5), (1.5708, 0, 0)
    scene = bpy.context.scene
    scene.collection.objects.link(camera)
    scene.camera, scene.render.engine, scene.cycles.samples = camera, "CYCLES", 1
    scene.cycles.use_denoising = False
    scene.render.image_settings.file_format = "PNG"
    scene.render.film_transparent, scene.render.image_settings.color_mode = True, "RGBA"
    scene.render.resolution_x = scene.render.resolution_y = 48
    bpy.context.view_layer.objects.active = live
    return live


def picture(path, frame):
    scene = bpy.context.scene
    scene.frame_set(frame)
    scene.render.filepath = str(path)
    bpy.ops.render.render(write_still=True)
    image = bpy.data.images.load(str(path), check_existing=False)
    pixels = np.array(image.pixels)
    bpy.data.images.remove(image)
    return pixels


def film(folder, end):
    """An animation render, which has a dependency graph of its own."""
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end = 1, end
    scene.render.filepath = str(folder) + "/"
    bpy.ops.render.render(animation=True)
    pictures = []
    for path in sorted(folder.glob("*.png")):
        image = bpy.data.images.load(str(path), check_existing=False)
        pictures.append(np.array(image.pixels))
        bpy.data.images.remove(image)
    return np.array(pictures)


def test_renders_show_what_the_baked_action_shows(filmed, tmp_path):
    verb = filmed.adverb.verbs[0]
    for frame, spot in ((1, (0.5, 0.1, 1.2)), (4, (-0.5, 0.4, 1.9))):
        verb.goal.location = spot
        verb.goal.keyframe_insert("location", frame=frame)
    live = film(tmp_path / "live", 4)
    still = picture(tmp_path / "still.png", 3)
    verb.bake_start, verb.bake_end = 1, 4
    bpy.ops.adverb.bake()
    baked = film(tmp_path / "baked", 4)
    assert np.abs(live[0] - live[-1]).max() > 0.1, "the cube moves"
    assert np.abs(live - baked).mean() < 1e-3
    assert np.abs(still - live[2]).mean() < 1e-3


def test_undo_and_redo_of_going_live(rig):
    bpy.ops.ed.undo_push(message="before")
    bpy.ops.adverb.go_live()
    bpy.ops.ed.undo_push(message="live")
    bpy.ops.ed.undo()
    rig = bpy.data.objects["Rig"]
    verb = rig.adverb.verbs[0]
    assert not verb.is_live
    assert not rig.animation_data or not rig.animation_data.drivers
    assert not hub.lives
    bpy.ops.ed.redo()
    rig = bpy.data.objects["Rig"]
    verb = rig.adverb.verbs[0]
    assert verb.is_live
    verb.goal.location = place(verb.examples[1])
    bpy.context.scene.frame_set(8)
    assert np.allclose(numbers(rig), played(rig, verb.examples[1].action, 8), atol=2e-6)


def test_two_scenes_show_the_same_character_at_different_frames(live):
    verb = live.adverb.verbs[0]
    verb.goal.location = place(verb.examples[1])
    other = bpy.data.scenes.new("other")
    for thing in (live, verb.goal):
        other.collection.objects.link(thing)
    poses = {}
    for scene, frame in ((bpy.context.scene, 5), (other, 14)):
        scene.frame_set(frame)
        shown = live.evaluated_get(scene.view_layers[0].depsgraph)
        poses[frame] = np.array([np.array(bone.matrix) for bone in shown.pose.bones])
    for frame, pose in poses.items():
        assert np.allclose(pose, played(live, verb.examples[1].action, frame), atol=2e-6)


def test_a_deleted_goal_leaves_the_verb_to_be_released(live):
    verb = live.adverb.verbs[0]
    bpy.data.objects.remove(verb.goal)
    bpy.context.view_layer.update()
    bpy.context.view_layer.objects.active = live
    bpy.ops.adverb.release()
    assert not verb.is_live
    assert not live.animation_data.drivers


def test_a_bone_renamed_while_live_gets_its_own_values_back(rig):
    rig.pose.bones["bone 0"].location = (0.1, 0.2, 0.3)
    bpy.ops.adverb.go_live()
    bpy.context.view_layer.update()
    rig.data.bones["bone 0"].name = "hip"
    bpy.ops.adverb.release()
    assert np.allclose(rig.pose.bones["hip"].location, (0.1, 0.2, 0.3))


def quiet(capfd):
    """Whether no handler and no driver complained."""
    said = "".join(capfd.readouterr())
    return "Error in bpy.app.handlers" not in said and "Traceback" not in said


def leftovers():
    """What Adverb left on objects that no live verb follows."""
    bpy.context.view_layer.update()
    return [uid for thing in bpy.data.objects for uid in drivers.hubs(thing)]


def by_hand(thing):
    """Delete as an artist does."""
    for other in bpy.context.view_layer.objects:
        other.select_set(other == thing)
    bpy.context.view_layer.objects.active = thing
    bpy.ops.object.delete()


@pytest.mark.parametrize("way", [by_hand, lambda thing: bpy.data.objects.remove(thing)], ids=["by hand", "script"])
def test_a_deleted_rig_leaves_a_plain_empty(live, way, capfd):
    way(live)
    bpy.context.scene.frame_set(5)
    assert not leftovers()
    assert not hub.lives
    bpy.ops.outliner.orphans_purge(do_recursive=True)
    assert [thing.type for thing in bpy.data.objects] == ["EMPTY"]
    assert quiet(capfd)


@pytest.mark.parametrize("way", [by_hand, lambda thing: bpy.data.objects.remove(thing)], ids=["by hand", "script"])
def test_a_deleted_goal_is_told_and_the_verb_is_released(live, way, capfd):
    verb = live.adverb.verbs[0]
    way(verb.goal)
    bpy.context.scene.frame_set(5)
    assert goals.of(verb) is None
    bpy.context.view_layer.objects.active = live
    bpy.ops.adverb.release()
    verb.goal = None
    bpy.ops.outliner.orphans_purge(do_recursive=True)
    assert not leftovers()
    assert [thing.name for thing in bpy.data.objects] == ["Rig"]
    assert not live.animation_data.drivers
    assert quiet(capfd)


@pytest.mark.parametrize("thing", ["Rig", "Reach goal"])
def test_undo_of_a_deletion(live, thing, capfd):
    bpy.context.view_layer.update()
    bpy.ops.ed.undo_push(message="live")
    by_hand(bpy.data.objects[thing])
    bpy.ops.ed.undo_push(message="deleted")
    bpy.context.scene.frame_set(3)
    bpy.ops.ed.undo()
    live = bpy.data.objects["Rig"]
    verb = live.adverb.verbs[0]
    verb.goal.location = place(verb.examples[1])
    bpy.context.scene.frame_set(8)
    assert np.allclose(numbers(live), played(live, verb.examples[1].action, 8), atol=2e-6)
    assert quiet(capfd)


def remove_bone(rig):
    bpy.ops.object.mode_set(mode="EDIT")
    rig.data.edit_bones.remove(rig.data.edit_bones["bone 4"])
    bpy.ops.object.mode_set(mode="OBJECT")


def remove_slot(rig):
    action = rig.adverb.verbs[0].examples[1].action
    action.slots.remove(action.slots[0])


@pytest.mark.parametrize(
    ("delete", "sentence"),
    [
        (lambda rig: bpy.data.actions.remove(bpy.data.actions["reach 1"]), "'reach 1' has lost its Action"),
        (remove_slot, "'reach 1' has no slot for an object"),
        (remove_bone, "'bone 4', a bone that 'Rig' does not have"),
    ],
    ids=["Action", "slot", "effector bone"],
)
def test_what_a_verb_is_made_of_is_deleted_and_the_verb_stands_and_says_so(live, delete, sentence, capfd):
    verb = live.adverb.verbs[0]
    bpy.context.view_layer.update()
    bpy.context.view_layer.objects.active = live
    delete(live)
    for _ in range(2):
        bpy.context.view_layer.update()
    assert sentence in hub.stale[verb.uid]
    bpy.context.scene.frame_set(5)
    bpy.ops.adverb.release()
    assert not live.animation_data.drivers
    assert not leftovers()
    assert quiet(capfd)


@pytest.mark.parametrize("what", ["armature", "scene"])
def test_a_rig_that_goes_with_what_holds_it(live, what, capfd):
    if what == "armature":
        bpy.data.armatures.remove(live.data)
    else:
        bpy.data.scenes.new("other")
        bpy.data.scenes.remove(bpy.context.scene)
    bpy.context.scene.frame_set(5)
    bpy.ops.outliner.orphans_purge(do_recursive=True)
    bpy.context.scene.frame_set(6)
    assert not leftovers()
    assert quiet(capfd)


def follows(rig, frame=8, view_layer=None):
    """Whether the rig goes with its goal, here or in another view layer."""
    verb = rig.adverb.verbs[0]
    poses = []
    for example in verb.examples[:2]:
        verb.goal.location = place(example)
        bpy.context.scene.frame_set(frame)
        depsgraph = (view_layer or bpy.context.view_layer).depsgraph
        depsgraph.update()
        shown = rig.evaluated_get(depsgraph)
        poses.append(np.array([np.array(bone.matrix) for bone in shown.pose.bones]))
    return all(
        np.allclose(pose, played(rig, example.action, frame), atol=2e-6)
        for pose, example in zip(poses, verb.examples, strict=False)
    )


def test_modes_in_and_out(live):
    for mode in ("POSE", "OBJECT", "EDIT", "OBJECT", "POSE", "EDIT", "OBJECT"):
        bpy.context.view_layer.objects.active = live
        bpy.ops.object.mode_set(mode=mode)
        if mode != "EDIT":
            assert follows(live)
    assert len(live.animation_data.drivers) == len(live.adverb.verbs[0].before)


def test_a_goal_that_is_hidden_or_excluded_still_steers(live):
    goal = live.adverb.verbs[0].goal
    apart = bpy.data.collections.new("apart")
    bpy.context.scene.collection.children.link(apart)
    apart.objects.link(goal)
    bpy.context.scene.collection.objects.unlink(goal)
    layer = bpy.context.view_layer.layer_collection.children["apart"]
    for change in (
        lambda: goal.hide_set(True),
        lambda: setattr(goal, "hide_viewport", True),
        lambda: setattr(layer, "hide_viewport", True),
        lambda: setattr(apart, "hide_viewport", True),
        lambda: setattr(layer, "exclude", True),
    ):
        change()
        bpy.context.view_layer.update()
        assert follows(live)


def test_a_second_view_layer_shows_the_same(live):
    second = bpy.context.scene.view_layers.new("second")
    second.update()
    assert follows(live)
    assert follows(live, view_layer=second)


def test_local_view_of_the_rig_alone(live):
    window = bpy.context.window_manager.windows[0]
    area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
    for thing in bpy.context.view_layer.objects:
        thing.select_set(thing == live)
    with bpy.context.temp_override(window=window, area=area):
        bpy.ops.view3d.localview()
        assert area.spaces[0].local_view is not None
        assert not live.adverb.verbs[0].goal.local_view_get(area.spaces[0])
        assert follows(live)
        bpy.ops.view3d.localview()
    assert follows(live)
