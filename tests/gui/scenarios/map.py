"""An artist steers a gaze on its map: clicks and drags, and the head looks at the goal as far off as the map says.

The photographs `map`, `map_error_before` and `map_error_after` are those of the guide, in docs/pictures.
"""

import sys
from time import thread_time

import bpy
import numpy as np
from mathutils import Euler, Vector

from adverb.addon import accuracy, map_content, map_overlay, maps, tagging, triangulation
from adverb.core.map_layout import Part
from tools.package import ROOT

sys.path.insert(0, str(ROOT / "tools" / "demo"))

SECONDS = 500

# How far what is shown may be from what is so, in degrees: the error has a ridge along each edge of the mesh, and the
# map shows it from samples that are nearly three degrees apart.
BETWEEN = 0.25


def hero():
    return bpy.data.objects["Hero"]


def verb():
    return hero().adverb.verbs[0]


def goal():
    return verb().goal.evaluated_get(bpy.context.evaluated_depsgraph_get()).matrix_world.translation.copy()


def point():
    return np.array(map_content.point(verb()))


def miss():
    """Degrees between where the head looks and where the goal is, seen from where directions are measured."""
    posed = hero().evaluated_get(bpy.context.evaluated_depsgraph_get())
    adverb = verb().adverbs[0]
    looks = {"Z": 2, "Y": 1, "X": 0}[adverb.bone_axis[-1]]
    along = posed.pose.bones[verb().effector].matrix.col[looks].to_3d() * (-1 if adverb.bone_axis[0] == "-" else 1)
    wanted = posed.matrix_world.inverted() @ goal() - Vector(adverb.stand[:3])
    return np.degrees(along.angle(wanted))


def shown():
    """The error that the map shows where the verb is."""
    return map_content.miss_at(map_content.of(verb()), tuple(point()))


def assert_looks_at_the_goal(where):
    assert abs(miss() - shown()) < BETWEEN, f"{where}: {miss():.2f} degrees off, and the map shows {shown():.2f}"


def placed(artist):
    with artist.override():
        return maps.placed(bpy.context)[-1]


def at(artist, *adverbs):
    """Where a point of the map is in the window."""
    region = artist.region()
    x, y = placed(artist).view.pixels(np.array(adverbs))
    return region.x + round(x), region.y + round(y)


def middle(artist, box):
    region = artist.region()
    return region.x + round(box.middle[0]), region.y + round(box.middle[1])


def look(artist):
    view = artist.area().spaces.active
    view.region_3d.view_perspective = "PERSP"
    view.region_3d.view_rotation = Euler((1.5, 0.0, 0.0)).to_quaternion()
    view.region_3d.view_location, view.region_3d.view_distance, view.lens = (0.06, -0.1, 1.52), 3.0, 70
    view.overlay.show_bones = view.overlay.show_relationship_lines = view.overlay.show_text = False
    view.overlay.show_floor = view.overlay.show_axis_x = view.overlay.show_axis_y = False
    view.show_gizmo_navigate = False
    view.shading.color_type = "MATERIAL"


def corner(artist):
    """The part of the screen with the character and its map, for the guide."""
    box, region = placed(artist).layout.box, artist.region()
    width, height = 900, 770
    left = region.x + round(box.right) + 12 - width
    return f"{width}x{height}+{left}+{artist.window.height - region.y - height}"


def press(artist, operator, **settings):
    bpy.context.view_layer.objects.active = hero()
    with artist.override():
        assert operator("EXEC_DEFAULT", **settings) == {"FINISHED"}


def spent(artist):
    """Milliseconds of the processor that a redraw of the maps takes: half of all take less."""
    taken = []

    def watched():
        start = thread_time()
        map_overlay.draw()
        taken.append(1000.0 * (thread_time() - start))

    handle = bpy.types.SpaceView3D.draw_handler_add(watched, (), "WINDOW", "POST_PIXEL")
    for _ in range(30):
        artist.area().tag_redraw()
        yield
    bpy.types.SpaceView3D.draw_handler_remove(handle, "WINDOW")
    return sorted(taken)[len(taken) // 2]


def play(artist):
    from looks import make_looker, make_verb
    from stage import make_marker

    with artist.override():
        bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    yield 0.5
    with artist.override():
        make_verb(make_looker())
        bpy.ops.ed.undo_push(message="Looks")
    verb().landing, verb().show_examples, verb().show_pseudo = "BLEND", False, False
    look(artist)
    artist.area().spaces.active.show_region_ui = False
    verb().map.is_shown = verb().map.show_error = True
    yield 0.5
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

    # An edge is flipped from the menu, and back by undo.
    mesh = triangulation.of(verb())
    before = {frozenset(triangle) for triangle in mesh.triangles.tolist()}
    found = yield from edge_under_mouse(artist)
    yield from artist.click(button="RIGHTMOUSE")
    yield 0.5
    yield from artist.photograph("map_menu")
    yield from artist.press("ESC")
    press(artist, bpy.ops.adverb.flip_edge, one=found[0], other=found[1])
    yield 0.3
    after = {frozenset(triangle) for triangle in triangulation.of(verb()).triangles.tolist()}
    assert len(before - after) == len(after - before) == 2
    yield from artist.photograph("map_flipped")
    press(artist, bpy.ops.adverb.reset_triangles)
    yield 0.3

    # Three corners are picked with Shift.
    for place in (0, 4, 6):
        x, y = at(artist, *map_content.of(verb()).points[place])
        yield from artist.move(x, y)
        artist.send("LEFTMOUSE", "PRESS", shift=True)
        artist.send("LEFTMOUSE", "RELEASE", shift=True)
        yield 0.2
    assert set(verb().map.picked) == {0, 4, 6}
    yield from artist.photograph("map_picked")
    yield from artist.press("F")
    yield 0.3
    assert {0, 4, 6} in [set(triangle.corners) for triangle in verb().triangles]
    press(artist, bpy.ops.adverb.reset_triangles)

    # The pictures of the guide.
    yield from artist.move(*artist.centre())
    verb().map.show_error = False
    press(artist, bpy.ops.adverb.steer, place=(22, 9))
    yield from artist.photograph("map", corner(artist))
    verb().map.show_error, verb().map.error_most = True, 4.0
    yield from artist.photograph("map_error_before", corner(artist))
    worst = accuracy.map_of(verb()).most
    press(artist, bpy.ops.adverb.refine)
    yield 0.3
    assert accuracy.map_of(verb()).most < 0.7 * worst
    yield from artist.photograph("map_error_after", corner(artist))
    for left, up in ((15, 10), (-40, -20), (33, -8)):
        yield from artist.click(*at(artist, left, up))
        yield 0.3
        assert_looks_at_the_goal(f"refined, at {left}, {up}")
    press(artist, bpy.ops.adverb.clear_refinement)

    # Pose Here: an example at the point, ready to be corrected, and the mesh has it.
    press(artist, bpy.ops.adverb.steer, place=(30, 15))
    yield 0.3
    press(artist, bpy.ops.adverb.pose_here)
    yield 0.3
    assert not verb().is_live
    assert len(verb().examples) == 10
    assert hero().animation_data.action == verb().examples[9].action
    assert 9 in triangulation.of(verb()).triangles
    yield from artist.photograph("map_posed")
    yield from artist.click(*at(artist, 30, 15))
    yield 0.3
    assert verb().is_live
    assert verb().active_example == 9
    assert miss() < 0.3, "the best blend looks there"

    # Large letters; the panel; several maps side by side.
    bpy.context.preferences.view.ui_scale = 1.5
    yield 0.3
    yield from artist.photograph("map_scaled")
    bpy.context.preferences.view.ui_scale = 1.0
    yield from artist.show_sidebar("Adverb")
    yield from artist.move(*artist.centre())
    with artist.override():
        bpy.ops.wm.call_panel(name="ADVERB_PT_map", keep_open=True)
    yield from artist.photograph("map_panel")
    yield from artist.press("ESC")
    with artist.override():
        bpy.context.view_layer.objects.active = hero()
        for name, weights in (("Eyes", "POSE_MESH"), ("Aim", "RADIAL_BASIS")):
            tagging.duplicate_verb(hero(), 0)
            copy = hero().adverb.verbs[hero().adverb.active_verb]
            copy.name, copy.interpolator, copy.map.is_shown, copy.map.show_error = name, weights, True, True
    artist.area().spaces.active.show_region_ui = False
    yield 0.5
    with artist.override():
        boxes = [its.layout.box for its in maps.placed(bpy.context)]
    assert len(boxes) == 3
    assert not any(one.meets(other) for one in boxes for other in boxes if one is not other)
    yield from artist.photograph("map_three")
    taken = yield from spent(artist)
    print(f"Three maps take {taken:.2f} ms of a redraw")
    hero().adverb.verbs["Aim"].map.is_shown = hero().adverb.verbs["Eyes"].map.is_shown = False
    for place in range(10):
        example = tagging.add_example(verb(), verb().examples[place].action)
        example.adverbs[0].value, example.adverbs[1].value = 12 * place - 55, 9 * (-1) ** place
    yield 0.5
    taken = yield from spent(artist)
    print(f"A map of {len(verb().examples)} examples takes {taken:.2f} ms of a redraw")
    yield from artist.photograph("map_twenty")
    for _ in range(10):
        tagging.remove_example(verb(), 10)

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


def edge_under_mouse(artist):
    """Rest the mouse on an edge that can be flipped; its two examples."""
    content = map_content.of(verb())
    edges, can_flip = content.edges
    for one, other in edges[can_flip].tolist():
        ends = content.points[[one, other]]
        yield from artist.move(*at(artist, *(0.6 * ends[0] + 0.4 * ends[1])))
        yield 0.2
        found = maps.hovered(artist.region())
        if found is not None and set(found.edge) == {content.places[one], content.places[other]}:
            others = [set(each) for each in content.triangles.tolist() if {one, other} <= set(each)]
            corners = [next(iter(its - {one, other})) for its in others]
            if is_convex(content.points[[one, corners[0], other, corners[1]]]):
                return found.edge
    raise AssertionError("no edge can be flipped")


def is_convex(corners):
    along = np.roll(corners, -1, axis=0) - corners
    turns = [a[0] * b[1] - a[1] * b[0] for a, b in zip(along, np.roll(along, -1, axis=0), strict=True)]
    return min(turns) > 10.0 or max(turns) < -10.0
