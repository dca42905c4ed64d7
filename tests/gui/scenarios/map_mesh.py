"""An artist works on a pose mesh by its map: edges, triangles, the error before and after Refine, Pose Here.

The photographs `map`, `map_error_before` and `map_error_after` are those of the guide, in docs/pictures.
"""

from time import thread_time

import bpy
import numpy as np

from adverb.addon import accuracy, map_content, map_overlay, maps, tagging, triangulation
from tests.gui.looker import assert_looks_at_the_goal, at, begin, hero, miss, placed, press, verb

SECONDS = 400


def corner(artist):
    """The part of the screen with the character and its map, for the guide."""
    box, region = placed(artist).layout.box, artist.region()
    width, height = 860, 770
    left = region.x + round(box.right) + 12 - width
    return f"{width}x{height}+{left}+{artist.window.height - region.y - height}"


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
    from stage import make_marker

    yield from begin(artist)
    press(artist, bpy.ops.adverb.steer, place=(-38, 17))
    verb().goal.empty_display_size = 0.06
    make_marker(verb().goal, radius=0.03)
    yield 0.3

    # An edge is flipped from the menu, and back by undo.
    mesh = triangulation.of(verb())
    before = {frozenset(triangle) for triangle in mesh.triangles.tolist()}
    yield from edge_under_mouse(artist)
    yield from artist.click(button="RIGHTMOUSE")
    yield 0.5
    yield from artist.photograph("map_menu")
    yield from artist.press("F")  # Flip Edge, by the letter that the menu underlines
    yield 0.5
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
    press(artist, bpy.ops.adverb.steer, place=(38, 14))
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


def edge_under_mouse(artist):
    """Rest the mouse on an edge that can be flipped."""
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
                return
    raise AssertionError("no edge can be flipped")


def is_convex(corners):
    along = np.roll(corners, -1, axis=0) - corners
    turns = [a[0] * b[1] - a[1] * b[0] for a, b in zip(along, np.roll(along, -1, axis=0), strict=True)]
    return min(turns) > 10.0 or max(turns) < -10.0
