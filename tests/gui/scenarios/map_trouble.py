"""An artist changes his mind on a map, and things are taken away in the middle of a drag: nothing is left behind."""

import bpy
import numpy as np

from adverb.addon import maps
from tests.gui.looker import at, begin, hero, point, verb

SECONDS = 300


def press(artist, *adverbs):
    """The mouse goes down on the map and is dragged a little."""
    yield from artist.move(*at(artist, *adverbs))
    artist.send("LEFTMOUSE", "PRESS")
    yield
    yield from artist.move(*at(artist, adverbs[0] - 15, adverbs[1] - 5), steps=4)
    yield 0.2


def read(artist):
    """The sentence that says what was wrong is read and closed."""
    yield 0.3
    yield from artist.press("ESC")
    yield 0.3


def play(artist):
    yield from begin(artist)
    things = {thing.name for thing in bpy.data.objects}

    # Who gives up the first drag has what was there before.
    yield from press(artist, 20, 10)
    assert verb().is_live
    yield from artist.press("ESC")
    artist.send("LEFTMOUSE", "RELEASE")
    yield 0.3
    assert not verb().is_live
    assert verb().goal is None
    assert {thing.name for thing in bpy.data.objects} == things
    assert bpy.context.object == hero()

    # Undo takes the click back by which the verb went live, with the goal; redo does it again.
    yield from artist.click(*at(artist, 20, 10))
    yield 0.5
    assert verb().is_live
    yield from artist.press("Z", ctrl=True)
    yield 0.5
    assert not verb().is_live
    assert {thing.name for thing in bpy.data.objects} == things
    yield from artist.press("Z", ctrl=True, shift=True)
    yield 0.5
    assert verb().is_live
    assert np.allclose(point(), (20, 10), atol=0.5)

    # A goal that is deleted in the middle of a drag ends it; the mouse is free again.
    yield from press(artist, 20, 10)
    bpy.data.objects.remove(verb().goal)
    bpy.context.view_layer.objects.active = hero()
    yield from artist.move(*at(artist, -20, 0), steps=3)
    yield 0.3
    artist.send("LEFTMOUSE", "RELEASE")
    yield from read(artist)
    with artist.override():
        bpy.ops.adverb.release()
    yield from artist.click(*at(artist, -20, 10))
    yield 0.5
    assert np.allclose(point(), (-20, 10), atol=0.5)

    # So does a rig that is no longer the chosen one.
    yield from press(artist, -20, 10)
    bpy.context.view_layer.objects.active = None
    yield from artist.move(*artist.centre(), steps=3)
    yield 0.2
    artist.send("LEFTMOUSE", "RELEASE")
    yield from read(artist)
    bpy.context.view_layer.objects.active = hero()
    yield 0.3
    yield from artist.click(*at(artist, 10, 10))
    yield 0.5
    assert np.allclose(point(), (10, 10), atol=0.5)

    # Four views at once: each has the map in what room there is.
    with artist.override():
        bpy.ops.screen.region_quadview()
    yield 0.5
    regions = [region for region in artist.area().regions if region.type == "WINDOW"]
    assert len(regions) == 4
    for region in regions:
        with bpy.context.temp_override(area=artist.area(), region=region):
            boxes = [its.layout.box for its in maps.placed(bpy.context)]
        assert all(box.right <= region.width and box.top <= region.height for box in boxes)
    yield from artist.photograph("map_four_views")
    with artist.override():
        bpy.ops.screen.region_quadview()
    yield 0.5

    # Switched off with a map open and switched on again, it goes on.
    package = "bl_ext.user_default.adverb"
    bpy.ops.preferences.addon_disable(module=package)
    yield 0.5
    bpy.ops.preferences.addon_enable(module=package)
    yield 0.5
    yield from artist.click(*at(artist, -20, 10))
    yield 0.5
    assert np.allclose(point(), (-20, 10), atol=0.5)

    # The rig out of sight, or in a local view without it: no map, and nothing that feels the mouse.
    hero().hide_set(True)
    yield 0.3
    with artist.override():
        assert not maps.placed(bpy.context)
    hero().hide_set(False)
    yield 0.3
    with artist.override():
        assert len(maps.placed(bpy.context)) == 1
