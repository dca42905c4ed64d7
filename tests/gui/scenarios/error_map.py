"""An artist looks at where captured reaches miss, refines them, and looks again: grids, heat map, legend."""

import sys
from time import perf_counter

import bpy
from mathutils import Euler

from adverb.addon import error_map, error_view, legend
from tools.captured import MOCAP, VERBS
from tools.package import ROOT

sys.path.insert(0, str(ROOT / "tools" / "demo"))

SECONDS = 400


def rig():
    return next(thing for thing in bpy.data.objects if thing.type == "ARMATURE")


def verb():
    return rig().adverb.verbs[0]


def look(artist, turn=0.75, high=0.8, away=3.0):
    view = artist.area().spaces.active
    view.region_3d.view_perspective = "PERSP"
    view.region_3d.view_rotation = Euler((1.4, 0.0, turn)).to_quaternion()
    view.region_3d.view_location, view.region_3d.view_distance, view.lens = (0.1, -0.3, high), away, 60
    view.overlay.show_bones = view.overlay.show_relationship_lines = False
    view.shading.color_type = "MATERIAL"


def show(grid, heat):
    verb().show_grid, verb().show_heat = grid, heat


def press(artist, operator, **settings):
    with artist.override():
        assert operator("EXEC_DEFAULT", **settings) == {"FINISHED"}


def timed(artist, seconds=1.0):
    """Milliseconds that a redraw spends in our hands."""
    spent = []

    def around(draw):
        def timed_draw():
            start = perf_counter()
            draw()
            spent.append(perf_counter() - start)

        return timed_draw

    handles = [
        bpy.types.SpaceView3D.draw_handler_add(around(draw), (), "WINDOW", when)
        for draw, when in ((error_view.draw, "POST_VIEW"), (legend.draw, "POST_PIXEL"))
    ]
    for _ in range(30):
        artist.area().tag_redraw()
        yield
    for handle in handles:
        bpy.types.SpaceView3D.draw_handler_remove(handle, "WINDOW")
    spent = sorted(spent[20:])
    return 2000.0 * spent[len(spent) // 2]


def play(artist):
    if not MOCAP.exists():
        print(f"Nothing to look at: the captured motion is not in {MOCAP}")
        return
    from sheets import dress

    with artist.override():
        bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    yield 0.5
    with artist.override():
        VERBS["reach_left"]()
        dress(rig())
    yield from artist.show_sidebar("Adverb")
    look(artist)
    verb().timing = "HOLD"
    press(artist, bpy.ops.adverb.go_live)
    yield 0.5
    assert not error_map._kept, "nothing is made that was not asked for"

    # Three adverbs: a slice, in the cage of all.
    press(artist, bpy.ops.adverb.measure_error)
    assert not error_map._kept
    show(True, False)
    yield 0.3
    yield from artist.photograph("error_grid")
    show(True, True)
    yield from artist.photograph("error_slice")
    before = dict(error_map._kept), dict(error_view._printed)
    artist.area().tag_redraw()
    yield 0.3
    assert (error_map._kept, error_view._printed) == before, "a redraw makes nothing anew"
    spent = yield from timed(artist)
    print(f"A redraw of grid, heat map and legend: {spent:.2f} ms")
    press(artist, bpy.ops.adverb.refine)
    yield 0.3
    yield from artist.photograph("error_slice_refined")
    show(True, False)
    yield from artist.photograph("error_grid_refined")
