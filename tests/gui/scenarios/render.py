"""F12 renders what the window shows: a live character, and the same one baked, give the same picture."""

import bpy
import numpy as np

from adverb.addon import hub
from tests.gui.harness import PHOTOGRAPHS
from tools.package import ROOT

SECONDS = 240


def hero():
    return bpy.data.objects["Hero"]


def rendered(artist, name):
    """Press F12 and come back with the pixels."""
    done = []

    def complete(*_arguments):
        done.append(True)

    bpy.app.handlers.render_complete.append(complete)
    yield from artist.move(*artist.centre())
    yield from artist.press("F12")
    yield from artist.wait_until(lambda: done, 60)
    yield 0.5
    bpy.app.handlers.render_complete.remove(complete)
    path = str(PHOTOGRAPHS / f"{name}.png")
    bpy.data.images["Render Result"].save_render(path)
    image = bpy.data.images.load(path)
    pixels = np.empty(len(image.pixels), dtype=np.float32)
    image.pixels.foreach_get(pixels)
    bpy.data.images.remove(image)
    return pixels


def play(artist):
    path = ROOT / "build" / "demo.blend"
    assert path.exists(), "make demo first"
    yield from artist.open(path)
    bpy.context.preferences.view.render_display_type = "NONE"
    PHOTOGRAPHS.mkdir(parents=True, exist_ok=True)
    scene = bpy.context.scene
    scene.render.engine = "BLENDER_WORKBENCH"
    scene.render.resolution_x, scene.render.resolution_y, scene.render.resolution_percentage = 480, 300, 100
    scene.render.image_settings.file_format = "PNG"
    verb = hero().adverb.verbs[0]
    verb.goal.hide_render = True

    scene.frame_set(80)
    first = yield from rendered(artist, "render_first")
    verb.goal.animation_data.action = None
    verb.goal.location.z += 0.3
    yield 0.3
    second = yield from rendered(artist, "render_moved")
    assert np.abs(second - first).max() > 0.2, "the character follows the goal"
    assert not hub.lives[verb.uid].trouble

    bpy.context.view_layer.objects.active = hero()
    verb.bake_start, verb.bake_end = 80, 81
    bpy.ops.adverb.bake(name="Rendered")
    assert not hero().adverb.verbs[0].is_live
    yield 0.3
    baked = yield from rendered(artist, "render_baked")
    assert np.mean(np.abs(baked - second) > 0.05) < 1e-3, "live and baked render alike"
