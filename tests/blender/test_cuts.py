"""The active camera leads a goal over every cut, in whichever scene, whatever becomes of markers and cameras."""

import bpy

from adverb.addon import hub, leads
from tests.blender.test_leads import NEAR, cameras, look_at_camera, misses, shown_at, verb_of, watcher  # noqa: F401
from tests.blender.watchers import add_camera, add_eye, make_watcher, off


def test_the_active_camera_is_looked_at_in_every_frame_cuts_included(watcher, cameras):  # noqa: F811
    look_at_camera(watcher)
    frames = [*range(1, 60), 40, 39, 20, 19, 1, -3]
    assert misses(watcher, shown_at(cameras), frames).max() < NEAR


def test_a_camera_between_frames_is_the_one_of_the_frame_before(watcher, cameras):  # noqa: F811
    look_at_camera(watcher)
    bpy.context.scene.frame_set(19, subframe=0.75)
    assert off(watcher, verb_of(watcher), cameras[0].matrix_world.translation) < NEAR


def test_a_render_looks_at_the_camera_of_each_frame(watcher, cameras, tmp_path):  # noqa: F811
    look_at_camera(watcher)
    scene, found = bpy.context.scene, {}
    scene.render.engine = "CYCLES"
    scene.cycles.samples, scene.render.resolution_x, scene.render.resolution_y = 1, 8, 8
    scene.frame_start, scene.frame_end, scene.render.filepath = 18, 22, str(tmp_path / "shot")

    def look(scene, depsgraph):
        active = cameras[1 if scene.frame_current >= 20 else 0].evaluated_get(depsgraph).matrix_world.translation
        found[scene.frame_current] = off(watcher, verb_of(watcher), active, depsgraph)

    bpy.app.handlers.frame_change_post.append(look)
    try:
        bpy.ops.render.render(animation=True)
    finally:
        bpy.app.handlers.frame_change_post.remove(look)
    assert {18, 19, 20, 21, 22} <= found.keys()
    assert max(found[frame] for frame in range(18, 23)) < NEAR


def test_markers_and_the_scenes_camera_may_change_at_any_time(watcher, cameras):  # noqa: F811
    scene = bpy.context.scene
    look_at_camera(watcher)
    scene.timeline_markers["cut 20"].frame = 25
    assert misses(watcher, lambda frame: cameras[25 <= frame < 40].matrix_world.translation, range(18, 42)).max() < NEAR
    cameras[1].hide_render = True  # Blender leaves such markers out
    assert misses(watcher, lambda frame: cameras[0].matrix_world.translation, (24, 25, 30)).max() < NEAR
    scene.timeline_markers.clear()
    for camera in cameras:
        scene.camera = camera
        bpy.context.view_layer.update()
        assert off(watcher, verb_of(watcher), camera.matrix_world.translation) < NEAR
    scene.camera = None
    bpy.context.view_layer.update()
    assert "'Scene' has none: choose one there" in hub.stale[verb_of(watcher).uid]
    scene.camera = cameras[0]
    bpy.context.view_layer.update()
    assert verb_of(watcher).uid not in hub.stale
    assert off(watcher, verb_of(watcher), cameras[0].matrix_world.translation) < NEAR


def test_a_camera_that_the_verb_itself_moves_is_refused_at_any_time(watcher, cameras, capfd):  # noqa: F811
    verb = look_at_camera(watcher)
    own = add_camera("own", (0, 0, 0))
    own.parent, own.parent_type, own.parent_bone = watcher, "BONE", "eye"
    marker = bpy.context.scene.timeline_markers.new("own", frame=30)
    marker.camera = own
    assert misses(watcher, shown_at(cameras), (19, 20, 41)).max() < NEAR
    assert "'own' hangs on 'eye', which 'Eye' moves" in hub.stale[verb.uid]
    assert "cycle" not in "".join(capfd.readouterr()).lower()
    marker.camera = cameras[0]
    bpy.context.scene.frame_set(32)
    assert verb.uid not in hub.stale
    assert off(watcher, verb, cameras[0].matrix_world.translation) < NEAR


def test_cuts_are_followed_while_an_example_is_lost(watcher, cameras):  # noqa: F811
    verb = look_at_camera(watcher)
    verb.examples[0].action = None
    bpy.context.scene.timeline_markers["cut 20"].frame = 25
    assert misses(watcher, lambda frame: cameras[25 <= frame < 40].matrix_world.translation, (21, 24, 25)).max() < NEAR


def test_a_goal_that_is_gone_is_waited_for_no_more(watcher, cameras):  # noqa: F811
    scene, other = bpy.context.scene, make_watcher("Other")
    look_at_camera(watcher)
    add_eye(other)
    bpy.data.objects.remove(look_at_camera(other).goal)
    scene.timeline_markers["cut 20"].frame = 25
    scene.frame_set(3)
    assert not leads.is_late(scene)


def test_in_two_scenes_it_looks_at_the_camera_of_the_one_where_it_went_live(watcher, cameras, tmp_path):  # noqa: F811
    shots, second = bpy.data.collections.new("Shots"), bpy.data.scenes.new("Second")
    for scene in (bpy.context.scene, second):
        scene.collection.children.link(shots)
    shots.objects.link(watcher)
    bpy.context.scene.collection.objects.unlink(watcher)
    second.camera = bpy.data.objects.new("far", bpy.data.cameras.new("far"))
    second.camera.location = (0.1, -3, 2)
    second.collection.objects.link(second.camera)
    bpy.context.window.scene = second
    verb = look_at_camera(watcher)
    assert len(verb.goal.users_scene) == 2
    verb.start += 1
    bpy.context.view_layer.update()
    assert off(watcher, verb, second.camera.location) < NEAR
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "shots.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "shots.blend"))
    assert off(bpy.data.objects["Rig"], verb_of(bpy.data.objects["Rig"]), (0.1, -3, 2)) < NEAR
