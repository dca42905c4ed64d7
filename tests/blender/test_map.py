"""The map of a verb without a window: what it shows and what is seen of it."""

import bpy
import numpy as np
import pytest

import adverb
from adverb.addon import accuracy, map_content, map_keys, tagging, triangulation
from adverb.core.map_view import LEAST_ZOOM, MOST_ZOOM
from tests.blender.arms import make_arm
from tests.blender.stick import place
from tests.blender.test_files import library, override, reopen  # noqa: F401
from tests.blender.test_gaze import gaze  # noqa: F401
from tests.blender.test_triangulation import GRID, make_verb, put, split


@pytest.fixture
def look(gaze):  # noqa: F811
    """The verb of a gaze by pose mesh, its map shown."""
    verb = gaze.adverb.verbs[0]
    verb.interpolator, verb.map.is_shown = "POSE_MESH", True
    return verb


@pytest.fixture
def grid():
    """Nine looks on a grid of sliders."""
    return make_verb(GRID)


def names(verb, *places):
    return tuple(verb.examples[each].name for each in places)


def test_the_content_is_the_same_object_until_something_changes(look):
    known = map_content.of(look)
    assert map_content.of(look) is known
    for change in (
        lambda: setattr(look.examples[1].adverbs[0], "value", 50.0),
        lambda: setattr(look.examples[2], "is_enabled", False),
        lambda: setattr(look.examples[0], "name", "straight"),
        lambda: setattr(look, "interpolator", "RADIAL_BASIS"),
        lambda: bpy.ops.adverb.measure_error(),
    ):
        change()
        after = map_content.of(look)
        assert after is not known
        assert map_content.of(look) is after
        known = after


def test_it_shows_enabled_examples_by_their_places_in_the_list(look):
    look.examples[1].is_enabled = False
    content = map_content.of(look)
    assert content.places == (0, 2, 3, 4)
    assert content.names == names(look, 0, 2, 3, 4)
    assert content.axes == ("azimuth", "elevation")
    assert content.are_angles == (True, True)
    assert content.is_even
    np.testing.assert_allclose(content.points, [place(look.examples[each]) for each in content.places])


def test_the_triangles_of_a_mesh_are_its_own_and_a_radial_basis_shows_its_border(look):
    content = map_content.of(look)
    mesh = triangulation.of(look)
    assert content.triangles.tolist() == mesh.triangles.tolist()
    edges, can_flip = content.edges
    assert len(edges) == 8
    assert can_flip.sum() == 4
    look.interpolator = "RADIAL_BASIS"
    border, can_flip = map_content.of(look).edges
    assert sorted(sorted(edge) for edge in border.tolist()) == [[1, 3], [1, 4], [2, 3], [2, 4]]
    assert not can_flip.any()


def test_triangles_that_are_no_mesh_are_told_and_the_examples_still_shown(grid):
    edge, other = split(grid)
    triangulation.flip(grid, *edge)
    across = 0.8 * np.array(GRID[edge[1]]) + 0.1 * (np.array(GRID[other[0]]) + GRID[other[1]])
    put(grid, edge[0], across.tolist())  # over the edge that both triangles have now
    content = map_content.of(grid)
    assert len(content.points) == 9
    assert not len(content.triangles)
    assert "overlap" in content.trouble


def test_only_verbs_of_two_adverbs_have_a_map(look):
    assert map_content.can_have(look)
    tagging.add_adverb(look, "mood")
    assert not map_content.can_have(look)
    with pytest.raises(RuntimeError, match="A map has two adverbs, and 'Gaze' has 3"):
        bpy.ops.adverb.steer(place=(1, 1))


def test_the_error_is_measured_as_soon_as_it_is_to_be_seen(look):
    assert accuracy.map_of(look) is None
    look.map.show_error = True
    bpy.context.view_layer.update()
    known = accuracy.map_of(look)
    assert known is not None
    assert map_content.of(look).error is known
    assert map_content.ends(look, known) == (0.0, 7.5)
    look.map.error_least, look.map.error_most = 1.0, 3.0
    assert map_content.ends(look, known) == (1.0, 3.0)
    assert map_content.miss_at(map_content.of(look), (0.0, 0.0)) < 0.2
    assert map_content.miss_at(map_content.of(look), (59.0, 39.0)) is None  # beside the mesh


def test_pseudo_vertices_are_shown_while_they_count(look):
    look.tolerance_angle = np.radians(0.1)
    bpy.ops.adverb.refine()
    assert len(look.pseudo) > 0
    assert len(map_content.of(look).pseudo) == len(look.pseudo)
    ends = map_content.of(look).fine.reshape(-1, 2)
    for vertex in (*map_content.of(look).points, *map_content.of(look).pseudo):
        assert np.linalg.norm(ends - vertex, axis=1).min() < 1e-3, "every vertex has an edge of the finer mesh"
    look.examples[1].adverbs[0].value += 1.0
    bpy.context.view_layer.update()
    assert not len(map_content.of(look).pseudo)
    assert not len(map_content.of(look).fine)


def test_lengths_are_red_where_they_are_worst():
    rig = make_arm()
    verb = rig.adverb.verbs[0]
    bpy.ops.adverb.measure_error()
    known = accuracy.map_of(verb)
    assert map_content.ends(verb, known) == (0.0, known.most)
    assert map_content.of(verb).are_angles == (False, False)


def test_a_copy_has_the_look_of_the_map_but_not_its_place(look):
    look.map.corner, look.map.zoom, look.map.show_edges = (10, 20), 2.0, False
    bpy.ops.adverb.duplicate_verb()
    copy = look.id_data.adverb.verbs[1]
    assert not copy.map.is_shown
    assert min(copy.map.corner) < 0
    assert copy.map.zoom == 2.0
    assert not copy.map.show_edges


def test_zooming_keeps_what_it_is_about_and_has_ends(look):
    bpy.ops.adverb.zoom_map(direction="IN", about=(30, 10))
    assert look.map.zoom == pytest.approx(1.2)
    for _ in range(60):
        bpy.ops.adverb.zoom_map(direction="IN", about=(30, 10))
    assert look.map.zoom == pytest.approx(MOST_ZOOM)
    assert tuple(look.map.middle) == pytest.approx((30, 10), abs=2.0)
    for _ in range(60):
        bpy.ops.adverb.zoom_map(direction="OUT")
    assert look.map.zoom == pytest.approx(LEAST_ZOOM)
    bpy.ops.adverb.zoom_map(direction="EXTENTS")
    assert look.map.zoom == 0.0


def test_switches_moves_and_sizes_are_buttons_too(look):
    for switch, name in (("EDGES", "show_edges"), ("ERROR", "show_error"), ("MAP", "is_shown")):
        was = getattr(look.map, name)
        bpy.ops.adverb.switch_map(switch=switch)
        assert getattr(look.map, name) is not was
    bpy.ops.adverb.move_map(corner=(30, 40))
    assert tuple(look.map.corner) == (30, 40)
    bpy.ops.adverb.size_map(size=(500, 10))
    assert look.map.size[0] == 500
    assert look.map.size[1] > 100
    bpy.ops.adverb.pan_map(middle=(5, 6))
    assert tuple(look.map.middle) == (5, 6)
    assert look.map.zoom == 1.0


def test_a_map_lives_on_after_loading(look, tmp_path):
    look.map.corner, look.map.size, look.map.show_error = (15, 25), (420, 300), True
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "map.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "map.blend"))
    verb = bpy.data.objects["Rig"].adverb.verbs[0]
    assert (tuple(verb.map.corner), tuple(verb.map.size)) == ((15, 25), (420, 300))
    assert accuracy.map_of(verb) is not None
    assert map_content.of(verb).error is not None


def test_an_override_keeps_a_map_of_its_own(library, tmp_path):  # noqa: F811
    rig = override(library)
    its = rig.adverb.verbs[0].map
    its.is_shown, its.corner, its.size, its.zoom, its.show_edges = True, (12, 34), (500, 300), 2.0, False
    its = reopen(tmp_path / "shot.blend").adverb.verbs[0].map
    assert (its.is_shown, its.show_edges, its.zoom) == (True, False, 2.0)
    assert (tuple(its.corner), tuple(its.size)) == ((12, 34), (500, 300))


def test_the_keys_of_the_map_go_with_the_add_on():
    keyconfig = bpy.context.window_manager.keyconfigs.default
    for _ in range(2):
        keys = map_keys.make(keyconfig)  # as its gizmos do in a window
        assert len(keys.keymap_items) == len(map_keys.make(keyconfig).keymap_items)
        adverb.unregister()
        assert map_keys.NAME not in keyconfig.keymaps
        adverb.register()
