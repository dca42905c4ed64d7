"""Hero looks at the active camera while the timeline plays over cuts, then at a bone; no frame is late."""

import bpy
from mathutils import Euler, Vector

from tests.blender.stick import make_rig
from tests.blender.watchers import add_camera, add_looks, key, off
from tools.package import ROOT

SECONDS = 240

# Degrees: what a blend of the looks misses by. The cameras stand some 70 degrees apart.
NEAR = 2.0


def hero():
    return bpy.data.objects["Hero"]


def look():
    return hero().adverb.verbs["Look"]


def played(artist, last, target):
    """Play the timeline in the window, and tell by frame how far the head looks past its target."""
    found = {}

    def watch(scene, depsgraph):
        found[scene.frame_current] = off(hero(), look(), target(scene.frame_current, depsgraph), depsgraph)

    bpy.context.scene.frame_set(1)
    bpy.app.handlers.frame_change_post.append(watch)
    with artist.override():
        bpy.ops.screen.animation_play()
    yield from artist.wait_until(lambda: last in found, 60)
    with artist.override():
        bpy.ops.screen.animation_cancel(restore_frame=False)
    bpy.app.handlers.frame_change_post.remove(watch)
    yield 0.2
    return found


def play(artist):
    yield from artist.open(ROOT / "build" / "demo.blend")
    yield from artist.show_sidebar("Adverb")
    view = artist.area().spaces.active
    view.region_3d.view_perspective = "PERSP"
    view.region_3d.view_rotation = Euler((1.4, 0.0, -0.35)).to_quaternion()
    view.region_3d.view_location, view.region_3d.view_distance, view.lens = (0.1, -0.8, 1.4), 4.4, 60
    view.overlay.show_bones = view.overlay.show_relationship_lines = False
    view.shading.color_type = "MATERIAL"
    scene = bpy.context.scene
    scene.sync_mode, scene.frame_start, scene.frame_end = "NONE", 1, 60
    bpy.context.view_layer.objects.active = hero()
    with artist.override():
        bpy.ops.adverb.switch_live(verb="Reach")
        add_looks(hero(), "Look", {"neck": 0.4, "head": 1.0}, (-60, 0, 60), (-35, 0, 35))
    assert look().is_carried

    cameras = [add_camera("left", (1.1, -1.6, 1.9)), add_camera("right", (-1.1, -1.6, 1.6))]
    for camera in cameras:
        camera.data.display_size = 0.4
        key(camera, "location", {1: camera.location, 60: camera.location + Vector((0.0, 0.0, 0.3))})
    for frame, camera in ((1, 0), (20, 1), (40, 0)):
        scene.timeline_markers.new(f"cut {frame}", frame=frame).camera = cameras[camera]
    look().goal_from = "CAMERA"
    with artist.override():
        bpy.ops.adverb.switch_live(verb="Look")
    assert look().is_live and hero().adverb.active_verb == hero().adverb.verbs.find("Look")

    def active(frame, depsgraph):
        return cameras[20 <= frame < 40].evaluated_get(depsgraph).matrix_world.translation

    found = yield from played(artist, 45, active)
    assert set(range(2, 46)) <= found.keys(), "every frame is shown"
    assert max(found.values()) < NEAR, f"the head looks past the camera: {found}"
    for frame in (19, 20):
        scene.frame_set(frame)
        yield from artist.photograph(f"watching_{frame}")

    with artist.override():
        bpy.ops.adverb.switch_live(verb="Look")
    bird = make_rig("Bird", count=1, length=0.3)
    bird.location, bird.show_in_front = (0.0, -1.6, 1.3), True
    key(bird.pose.bones[0], "location", {1: (0.8, 0.0, 0.0), 20: (-0.6, 0.5, 0.0), 40: (0.5, 0.1, 0.6)})
    look().goal_from, look().goal_rig, look().goal_bone, look().goal_along = "BONE", bird, "bone 0", 1.0
    bpy.context.view_layer.objects.active = hero()
    with artist.override():
        bpy.ops.adverb.switch_live(verb="Look")

    def flown(_frame, depsgraph):
        shown = bird.evaluated_get(depsgraph)
        return shown.matrix_world @ shown.pose.bones[0].tail

    found = yield from played(artist, 45, flown)
    assert max(found.values()) < NEAR, f"the head looks past the bird: {found}"
    view.overlay.show_bones = True
    yield from artist.photograph("watching_bone")
