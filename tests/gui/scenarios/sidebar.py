"""The installed extension in a real window: it is switched on, and its tab opens."""

import bpy


def play(artist):
    assert "bl_ext.user_default.adverb" in bpy.context.preferences.addons
    bpy.ops.object.armature_add()
    yield from artist.show_sidebar("Adverb")
    assert artist.region("UI").active_panel_category == "Adverb"

    before = bpy.context.object.location.copy()
    yield from artist.move(*artist.locate(before))
    yield from artist.press("G")
    yield from artist.move(artist.x + 120, artist.y + 60, steps=10)
    yield from artist.click()
    assert (bpy.context.object.location - before).length > 0.1
    yield from artist.photograph("sidebar")

    yield from artist.press("Z", ctrl=True)
    assert (bpy.context.object.location - before).length < 1e-6
