"""Esc stops a bake that takes long, and everything is as it was."""

import bpy

from tools.package import ROOT


def play(artist):
    yield from artist.open(ROOT / "build" / "demo.blend")
    yield from artist.show_sidebar("Adverb")
    rig = bpy.data.objects["Hero"]
    bpy.context.view_layer.objects.active = rig
    verb = rig.adverb.verbs[0]
    verb.bake_end = 100_000
    before = len(bpy.data.actions), len(rig.animation_data.drivers), bpy.context.scene.frame_current
    yield from artist.move(*artist.centre())
    with artist.override():
        bpy.ops.adverb.bake("INVOKE_DEFAULT")
    yield 1.0
    assert len(bpy.data.scenes) == 2, "it is at work"
    yield from artist.press("ESC")
    yield 0.5
    assert bpy.data.scenes.keys() == ["Scene"]
    rig = bpy.data.objects["Hero"]
    assert rig.adverb.verbs[0].is_live
    assert before == (len(bpy.data.actions), len(rig.animation_data.drivers), bpy.context.scene.frame_current)
