"""An artist steers a gaze on its map: clicks and drags, and the head looks at the goal as far off as the map says."""

import bpy
import numpy as np
from mathutils import Vector

from adverb.addon import accuracy, map_overlay
from adverb.core.map_layout import Part
from tests.gui.looker import (
    assert_looks_at_the_goal,
    at,
    begin,
    goal,
    hero,
    middle,
    miss,
    placed,
    point,
    press,
    verb,
)

SECONDS = 400


def play(artist):
    from stage import make_marker

    yield from begin(artist)
    assert not verb().is_live
    assert accuracy.map_of(verb()) is not None, "the error was measured because it is to be shown"
    yield from artist.photograph("map_opened")
    assert len(map_overlay._moving) == 1, "it was drawn to its end"

    # A click goes live and there; on an example exactly to it.
    yield from artist.click(*at(artist, 20, 10))
    yield 0.5
    assert verb().is_live
    verb().goal.empty_display_size = 0.06
    make_marker(verb().goal, radius=0.03)
    assert np.allclose(point(), (20, 10), atol=0.5)
    assert_looks_at_the_goal("after a click")
    away = (goal() - Vector(verb().adverbs[0].stand[:3])).length
    yield from artist.click(*at(artist, 57, -29))
    yield 0.3
    assert verb().examples[verb().active_example].name == "look down left"
    assert np.allclose(point(), (57, -29), atol=1e-2)
    assert miss() < 0.05
    before = point()

    # A drag across it: the head follows all the way, and the goal keeps its distance.
    yield from artist.move(*at(artist, 45, 20))
    artist.send("LEFTMOUSE", "PRESS")
    yield
    for left, up in ((40, 18), (30, 12), (12, 5), (-8, -9), (-25, -16), (-40, -12), (-48, 4), (-38, 17)):
        yield from artist.move(*at(artist, left, up), steps=3)
        yield 0.1
        assert np.allclose(point(), (left, up), atol=0.5), f"{point()} and not {(left, up)}"
        assert_looks_at_the_goal(f"dragged to {left}, {up}")
        assert abs((goal() - Vector(verb().adverbs[0].stand[:3])).length - away) < 1e-3
    artist.send("LEFTMOUSE", "RELEASE")
    yield 0.3
    end = point()
    yield from artist.photograph("map_dragged")

    # One step of undo takes the whole drag back; redo does it again.
    yield from artist.press("Z", ctrl=True)
    yield 0.5
    assert np.allclose(point(), before, atol=1e-2), f"undo: {point()} and not {before}"
    yield from artist.press("Z", ctrl=True, shift=True)
    yield 0.5
    assert np.allclose(point(), end, atol=1e-2), "redo"
    assert_looks_at_the_goal("after redo")

    # Esc gives the goal back.
    for ending in ("ESC", "RIGHTMOUSE"):
        yield from artist.move(*at(artist, 10, 20))
        artist.send("LEFTMOUSE", "PRESS")
        yield
        yield from artist.move(*at(artist, 30, -20), steps=4)
        yield 0.2
        assert np.allclose(point(), (30, -20), atol=0.5)
        yield from artist.press(ending)
        artist.send("LEFTMOUSE", "RELEASE")
        yield 0.3
        assert np.allclose(point(), end, atol=1e-2), f"{ending} gave it back"

    # The title moves the map, a corner resizes it, and it never leaves the viewport.
    box = placed(artist).layout.box
    start = middle(artist, placed(artist).layout.name)
    yield from artist.drag(start, (start[0] - 250, start[1] + 120))
    yield 0.3
    moved = placed(artist).layout.box
    assert (round(moved.x - box.x), round(moved.y - box.y)) == (-250, 120)
    region = artist.region()
    yield from artist.drag(
        (region.x + round(moved.x) + 3, region.y + round(moved.y) + 3),
        (region.x + round(moved.x) - 97, region.y + round(moved.y) - 57),
    )
    yield 0.3
    larger = placed(artist).layout.box
    assert (round(larger.width - moved.width), round(larger.height - moved.height)) == (100, 60)
    assert (round(larger.right), round(larger.top)) == (round(moved.right), round(moved.top))
    yield from artist.photograph("map_larger")
    start = middle(artist, placed(artist).layout.name)
    yield from artist.drag(start, (start[0] + 3000, start[1] - 3000))
    yield 0.3
    held = placed(artist).layout.box
    assert held.right <= region.width
    assert held.y >= 0
    for _ in range(3):
        yield from artist.press("Z", ctrl=True)
        yield 0.3
    assert placed(artist).layout.box == box, "undo brought the map back"

    # The wheel zooms about the mouse, and leaves the view alone; Home shows all again.
    distance = artist.area().spaces.active.region_3d.view_distance
    yield from artist.move(*at(artist, -30, 15))
    kept = placed(artist).view.adverbs(artist.x - region.x, artist.y - region.y)
    for _ in range(4):
        yield from artist.press("WHEELUPMOUSE")
    yield 0.3
    assert verb().map.zoom > 1.9
    assert np.allclose(placed(artist).view.adverbs(artist.x - region.x, artist.y - region.y), kept, atol=1e-3)
    assert artist.area().spaces.active.region_3d.view_distance == distance
    yield from artist.photograph("map_zoomed")
    yield from artist.press("HOME")
    yield 0.3
    assert verb().map.zoom == 0.0

    # The buttons of the title.
    for part, name in ((Part.EDGES, "show_edges"), (Part.ERROR, "show_error")):
        was = getattr(verb().map, name)
        yield from artist.click(*middle(artist, placed(artist).layout.button(part)))
        yield 0.3
        assert getattr(verb().map, name) is not was
        yield from artist.photograph(f"map_without_{name.removeprefix('show_')}")
        yield from artist.click(*middle(artist, placed(artist).layout.button(part)))
        yield 0.3
        assert getattr(verb().map, name) is was

    # Disabled, it is grey and a click does nothing; closed, it is gone.
    hero().adverb.active_verb = 0
    press(artist, bpy.ops.adverb.enable_map)
    yield 0.3
    assert not verb().is_live
    yield from artist.click(*at(artist, -20, 10))
    yield 0.3
    assert not verb().is_live
    yield from artist.photograph("map_disabled")
    press(artist, bpy.ops.adverb.enable_map)
    yield 0.3
    yield from artist.click(*middle(artist, placed(artist).layout.button(Part.CLOSE)))
    yield 0.3
    assert not verb().map.is_shown

    # Switched off and on again, the add-on leaves no keys behind, and the map still feels the mouse.
    package = "bl_ext.user_default.adverb"
    bpy.ops.preferences.addon_disable(module=package)
    assert "Adverb Map" not in bpy.context.window_manager.keyconfigs.default.keymaps
    bpy.ops.preferences.addon_enable(module=package)
    yield 0.5
    verb().map.is_shown = True
    bpy.context.view_layer.objects.active = hero()
    yield 0.5
    yield from artist.click(*at(artist, -20, 10))
    yield 0.5
    assert verb().is_live
    assert np.allclose(point(), (-20, 10), atol=0.5)
