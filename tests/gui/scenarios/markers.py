"""An artist sees a verb's bones and its examples in the viewport, and drags an example by its marker."""

import bpy
import numpy as np
from bpy_extras.view3d_utils import region_2d_to_location_3d
from mathutils import Euler, Matrix, Vector

from adverb.addon import bones, hub, places
from tools.package import ROOT

SECONDS = 300
DRAGGED = 5


def hero():
    return bpy.data.objects["Hero"]


def verb():
    return hero().adverb.verbs[0]


def marker(index):
    """Where the marker of an example is, in the world."""
    return hero().matrix_world @ places.places(hero(), verb())[index]


def values(index=DRAGGED):
    return Vector([number.value for number in verb().examples[index].adverbs])


def meant(artist, start, end):
    """How far in the space of the rig the mouse moved, in the plane of the view through the marker."""
    region = artist.region()
    view = artist.area().spaces.active.region_3d
    depth = marker(DRAGGED)
    there, here = (region_2d_to_location_3d(region, view, (x - region.x, y - region.y), depth) for x, y in (end, start))
    return hero().matrix_world.to_3x3().inverted() @ (there - here)


def look(artist):
    view = artist.area().spaces.active
    view.region_3d.view_perspective = "PERSP"
    view.region_3d.view_rotation = Euler((1.45, 0.0, -0.45)).to_quaternion()
    view.region_3d.view_location, view.region_3d.view_distance, view.lens = (0.15, -0.25, 1.0), 3.4, 70
    view.overlay.show_bones = view.overlay.show_relationship_lines = False
    view.shading.color_type = "MATERIAL"


def play(artist):
    yield from artist.open(ROOT / "build" / "demo.blend")
    yield from artist.show_sidebar("Adverb")
    look(artist)
    verb().goal.animation_data.action = None  # keyed in the demo
    turn = Matrix.Translation((0.1, 0.1, 0.0)) @ Matrix.Rotation(0.3, 4, "Z")
    for thing in (hero(), verb().goal):
        thing.matrix_world = turn @ thing.matrix_world
    bpy.context.view_layer.objects.active = hero()
    with artist.override():
        bpy.ops.adverb.go_to_example(index=2)
    verb().show_bones = True
    yield 0.5
    yield from artist.photograph("markers_all_bones")

    with artist.override():
        bpy.ops.adverb.release()
        bones.pick(verb(), [name for name in bones.claimed(hero(), verb()) if name.endswith(".R")])
        bpy.ops.adverb.go_live()
    yield 0.3
    yield from artist.photograph("markers")
    verb().show_bones = False

    # The mouse rests on a marker: its name is shown.
    start = artist.locate(marker(DRAGGED))
    yield from artist.move(start[0] - 40, start[1] - 40)
    yield from artist.move(*start, steps=4)
    yield 0.3
    yield from artist.photograph("markers_hovered")

    # A click chooses.
    before = values()
    yield from artist.click()
    yield 0.3
    assert verb().active_example == DRAGGED, "the click chose the example"
    assert values() == before

    # A drag moves, and the live verb follows while it goes on.
    end = start[0] + 60, start[1] + 45
    expected = before + meant(artist, start, end)
    artist.send("LEFTMOUSE", "PRESS")
    yield
    yield from artist.move(*end, steps=8)
    yield 0.3
    assert (values() - expected).length < 2e-3, f"{values()} and not {expected}"
    assert verb().uid not in hub.stale
    built = hub.lives[verb().uid].built.verb
    assert abs(built.weights(np.array(values()))[DRAGGED] - 1.0) < 1e-6, "the live verb knows it already"
    yield from artist.photograph("markers_dragged")
    artist.send("LEFTMOUSE", "RELEASE")
    yield 0.3
    assert (values() - expected).length < 2e-3
    assert all(number.is_typed for number in verb().examples[DRAGGED].adverbs)

    # One step of undo, one of redo.
    yield from artist.press("Z", ctrl=True)
    yield 0.5
    assert (values() - before).length < 1e-6, "undo"
    yield from artist.press("Z", ctrl=True, shift=True)
    yield 0.5
    assert (values() - expected).length < 2e-3, "redo"

    # Esc gives back the old values; an axis keeps to itself; Shift is precise.
    before = values()
    start = artist.locate(marker(DRAGGED))
    for ending in ("ESC", "RIGHTMOUSE"):
        yield from artist.move(start[0] - 30, start[1] - 30)
        yield from artist.move(*start, steps=3)
        yield 0.2
        artist.send("LEFTMOUSE", "PRESS")
        yield
        yield from artist.press("X")
        yield from artist.move(start[0] + 50, start[1] + 30, steps=5)
        yield 0.2
        moved = values() - before
        assert abs(moved.x) > 0.01, "along x"
        assert abs(moved.y) < 1e-6 > abs(moved.z), f"and along nothing else: {moved}"
        yield from artist.press("X")
        yield from artist.move(start[0] + 51, start[1] + 30)
        yield 0.2
        assert (values() - before - meant(artist, start, (artist.x, artist.y))).length < 4e-3, "free again"
        yield from artist.press(ending)
        artist.send("LEFTMOUSE", "RELEASE")
        yield 0.3
        assert values() == before, f"{ending} gave the values back"

    yield from artist.move(start[0] - 30, start[1] - 30)
    yield from artist.move(*start, steps=3)
    yield 0.2
    artist.send("LEFTMOUSE", "PRESS")
    yield
    for step in range(1, 11):
        artist.x = start[0] + 6 * step
        artist.send("MOUSEMOVE", "NOTHING", shift=True)
        yield
    artist.send("LEFTMOUSE", "RELEASE", shift=True)
    yield 0.3
    whole = meant(artist, start, (artist.x, artist.y))
    assert (values() - before - 0.1 * whole).length < 2e-3, "a tenth of the way with Shift"

    # With overlays off there is nothing to take hold of.
    artist.area().spaces.active.overlay.show_overlays = False
    yield 0.3
    chosen = verb().active_example
    yield from artist.click(*artist.locate(marker(0)))
    yield 0.3
    assert verb().active_example == chosen
    yield from artist.photograph("markers_off")
