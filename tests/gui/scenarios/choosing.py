"""An artist clicks a goal in the viewport, and the panel shows its verb."""

import bpy
from mathutils import Vector

from tools.package import ROOT


def hero():
    return bpy.data.objects["Hero"]


def play(artist):
    yield from artist.open(ROOT / "build" / "demo.blend")
    yield from artist.show_sidebar("Adverb")
    view = artist.area().spaces.active
    view.region_3d.view_perspective = "PERSP"
    view.region_3d.view_location, view.region_3d.view_distance = (0.0, -0.3, 1.0), 4.0
    bpy.context.view_layer.objects.active = hero()
    with artist.override():
        bpy.ops.adverb.duplicate_verb()
    assert hero().adverb.active_verb == 1, "the copy, which is not live, is chosen"
    goal = hero().adverb.verbs[0].goal
    goal.location += Vector((-0.6, -0.4, 0.2))  # away from the markers, which would take the click
    bpy.context.view_layer.update()
    yield 0.3
    for thing in list(bpy.context.selected_objects):
        thing.select_set(False)
    yield from artist.click(*rim(artist, goal))
    yield from artist.wait_until(lambda: bpy.context.view_layer.objects.active == goal)
    yield from artist.wait_until(lambda: hero().adverb.active_verb == 0)
    yield from artist.photograph("choosing")


def rim(artist, goal):
    """On the circle that the empty draws: there is nothing to click on in its middle."""
    up = goal.empty_display_size * max(goal.matrix_world.to_scale())
    return artist.locate(goal.matrix_world.translation + Vector((0.0, 0.0, up)))
