"""Where Blender could not run the hub, the panel says so, and its button brings the character back to life."""

import bpy

from adverb.addon import hub, live
from tools.package import ROOT


def verb():
    return bpy.data.objects["Hero"].adverb.verbs[0]


def play(artist):
    path = ROOT / "build" / "demo.blend"
    assert path.exists(), "make demo first"
    yield from artist.open(path)
    yield from artist.show_sidebar("Adverb")
    assert live.is_running(verb())
    bpy.app.driver_namespace.pop(hub.FUNCTION)  # as in a Blender that may run no Python
    verb().goal.animation_data.action = None
    verb().goal.location.z += 0.1
    bpy.context.view_layer.objects.active = bpy.data.objects["Hero"]
    yield from artist.wait_until(lambda: not live.is_running(verb()))
    yield from artist.photograph("distrust")

    with artist.override():
        bpy.ops.wm.revert_mainfile(use_scripts=True)  # what the button in the panel does
    yield 1.0
    yield from artist.show_sidebar("Adverb")
    yield from artist.wait_until(lambda: live.is_running(verb()))
    yield from artist.photograph("trust")
