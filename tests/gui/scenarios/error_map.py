"""An artist looks at where captured reaches miss, refines them, and looks again: grids, heat map, legend.

The photographs `error_before`, `error_after` and `error_slice` are those of the guide, in docs/pictures.
"""

import sys
from time import thread_time

import bpy
from mathutils import Euler, Matrix

from adverb.addon import accuracy, chart, error_map, error_view, legend
from tools.captured import MOCAP, VERBS
from tools.package import ROOT

sys.path.insert(0, str(ROOT / "tools" / "demo"))

SECONDS = 500


def rig():
    return next(thing for thing in bpy.data.objects if thing.type == "ARMATURE")


def verb():
    return rig().adverb.verbs[0]


def look(artist, turn=0.85):
    view = artist.area().spaces.active
    view.region_3d.view_perspective = "PERSP"
    view.region_3d.view_rotation = Euler((1.4, 0.0, turn)).to_quaternion()
    view.region_3d.view_location, view.region_3d.view_distance, view.lens = (0.45, 0.1, 0.72), 2.6, 60
    view.overlay.show_bones = view.overlay.show_relationship_lines = False
    view.shading.color_type = "MATERIAL"


def show(grid, heat):
    verb().show_grid, verb().show_heat = grid, heat


def press(artist, operator):
    bpy.context.view_layer.objects.active = rig()
    with artist.override():
        assert operator("EXEC_DEFAULT") == {"FINISHED"}


def corner(artist):
    """The part of the screen without toolbar and sidebar, for the guide."""
    region = artist.region()
    return f"760x760+{region.x}+{artist.window.height - region.y - 760}"


def kept():
    return dict(error_map._kept), dict(error_view._printed), list(legend._printed)


def spent(artist, draw, when):
    """Milliseconds of the processor that a handler takes: half of all redraws take less."""
    taken = []

    def watched():
        start = thread_time()
        draw()
        taken.append(1000.0 * (thread_time() - start))

    handle = bpy.types.SpaceView3D.draw_handler_add(watched, (), "WINDOW", when)
    for _ in range(30):
        artist.area().tag_redraw()
        yield
    bpy.types.SpaceView3D.draw_handler_remove(handle, "WINDOW")
    return sorted(taken)[len(taken) // 2]


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
    artist.area().spaces.active.show_region_ui = artist.area().spaces.active.show_region_toolbar = False
    look(artist)
    verb().timing = "HOLD"
    press(artist, bpy.ops.adverb.go_live)
    press(artist, bpy.ops.adverb.measure_error)
    yield 0.5
    assert kept() == ({}, {}, []), "nothing is made that was not asked for"

    # Three adverbs: a slice, in the cage of all.
    show(True, True)
    yield from artist.photograph("error_slice", corner(artist))
    before = kept()
    artist.area().tag_redraw()
    yield 0.3
    assert kept() == before, "a redraw makes nothing anew"
    for name, draw, when in (("map", error_view.draw, "POST_VIEW"), ("legend", legend.draw, "POST_PIXEL")):
        taken = yield from spent(artist, draw, when)
        print(f"The {name} takes {taken:.2f} ms of a redraw")
    press(artist, bpy.ops.adverb.refine)
    yield from artist.photograph("error_slice_refined", corner(artist))
    assert kept() != before, "another map is drawn anew"

    # The slice moves, and another way.
    verb().slice_place = 0.1
    yield from artist.photograph("error_slice_near")
    verb().slice_axis, verb().slice_place = "2", 0.6
    yield from artist.photograph("error_slice_level")
    show(True, False)
    yield from artist.photograph("error_grid_level")
    show(False, False)
    yield from artist.photograph("error_pseudo")

    # Two adverbs: a sheet.
    with artist.override():
        bpy.context.view_layer.objects.active = rig()
        bpy.ops.adverb.release()
        bpy.ops.adverb.clear_refinement()
        verb().active_adverb = 1
        bpy.ops.adverb.remove_adverb()
    press(artist, bpy.ops.adverb.go_live)
    press(artist, bpy.ops.adverb.measure_error)
    assert len(accuracy.map_of(verb()).shape) == 2
    show(True, True)
    look(artist, turn=0.4)
    yield from artist.photograph("error_before", corner(artist))
    press(artist, bpy.ops.adverb.refine)
    yield from artist.photograph("error_after", corner(artist))

    # One adverb: a line.
    with artist.override():
        bpy.context.view_layer.objects.active = rig()
        bpy.ops.adverb.release()
        bpy.ops.adverb.clear_refinement()
        verb().active_adverb = 0
        bpy.ops.adverb.remove_adverb()
    press(artist, bpy.ops.adverb.go_live)
    press(artist, bpy.ops.adverb.measure_error)
    yield from artist.photograph("error_line")

    # The rig moves, and all of it with the rig. The legend gives way to the chart.
    turn = Matrix.Translation((0.3, 0.2, 0.0)) @ Matrix.Rotation(0.5, 4, "Z") @ Matrix.Scale(0.9, 4)
    for thing in (rig(), verb().goal):
        thing.matrix_world = turn @ thing.matrix_world
    verb().show_chart = True
    bpy.context.preferences.view.ui_scale = 1.2
    yield from artist.show_sidebar("Adverb")
    yield from artist.photograph("error_moved")
    charted, scale = chart.placed(verb()), bpy.context.preferences.system.ui_scale
    with artist.override():
        x, y = legend.place(bpy.context, verb(), legend._printed[0][1], scale)
    assert y >= charted.y + charted.height or x + legend._WIDTH * scale < charted.x
    bpy.context.preferences.view.ui_scale = 1.0
    verb().show_chart = False
    artist.area().spaces.active.show_region_ui = False

    # Out of sight, out of the view.
    error_map.forget()
    rig().hide_set(True)
    yield from artist.photograph("error_hidden")
    assert not error_map._kept
    rig().hide_set(False)
    rig().select_set(False)
    verb().goal.select_set(True)
    with artist.override():
        bpy.ops.view3d.localview(frame_selected=False)
    yield from artist.photograph("error_local_view")
    assert not error_map._kept, "the rig is not in the local view"
    with artist.override():
        bpy.ops.view3d.localview(frame_selected=False)
    artist.area().spaces.active.overlay.show_overlays = False
    error_map.forget()
    yield 0.3
    assert not error_map._kept
    artist.area().spaces.active.overlay.show_overlays = True
    yield 0.3
    assert error_map._kept, "and back again"

    # Two views show the same, and make it once.
    with artist.override():
        bpy.ops.screen.area_split(direction="VERTICAL", factor=0.5)
    yield 0.5
    before = kept()
    yield from artist.photograph("error_two_views")
    assert kept() == before
