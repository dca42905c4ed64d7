"""A character that looks around, its map, and what an artist sees and does there: for the scenarios of the map."""

import sys

import bpy
import numpy as np
from mathutils import Euler, Vector

from adverb.addon import map_content, maps
from tools.package import ROOT

sys.path.insert(0, str(ROOT / "tools" / "demo"))

# How far the error that is shown may be from what is seen, in degrees: Blender poses in single precision.
EXACT = 0.02


def begin(artist):
    """Hero with nine looks as a pose mesh that only blends, not live, its map open with the error on it."""
    from looks import make_looker, make_verb

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
    assert abs(miss() - shown()) < EXACT, f"{where}: {miss():.2f} degrees off, and the map shows {shown():.2f}"


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


def press(artist, operator, **settings):
    bpy.context.view_layer.objects.active = hero()
    with artist.override():
        assert operator("EXEC_DEFAULT", **settings) == {"FINISHED"}
