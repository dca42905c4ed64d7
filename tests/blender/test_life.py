"""What happens to a live verb in the course of a working day: renders, undo, two scenes."""

import bpy
import numpy as np
import pytest

from adverb.addon import hub
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
