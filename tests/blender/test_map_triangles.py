"""Triangles by hand, with the buttons of the map."""

import bpy
import pytest

from adverb.addon import hub, map_content, tagging
from tests.blender.test_triangulation import GRID, corners, make_verb, split


@pytest.fixture
def grid():
    """Nine looks on a grid of sliders."""
    return make_verb(GRID)


def test_an_edge_is_flipped_and_all_is_forgotten_again(grid):
    edge, other = split(grid)
    before = corners(grid)
    bpy.ops.adverb.flip_edge(one=edge[0], other=edge[1])
    assert {frozenset((*other, corner)) for corner in edge} <= corners(grid)
    assert map_content.of(grid).is_made.sum() == 2
    bpy.ops.adverb.reset_triangles()
    assert corners(grid) == before
    with pytest.raises(RuntimeError, match="No triangle was made or taken out by hand"):
        bpy.ops.adverb.reset_triangles()


def test_a_live_verb_follows_a_flipped_edge_at_once(grid):
    edge, other = split(grid)
    bpy.ops.adverb.steer(place=(-30, -15))  # in the middle of the square, on the edge
    bpy.context.view_layer.update()
    weights = dict(zip(hub.lives[grid.uid].built.places, hub.lives[grid.uid].weights, strict=True))
    assert {place for place, weight in weights.items() if weight > 0.01} == set(edge)
    bpy.ops.adverb.flip_edge(one=edge[0], other=edge[1])
    bpy.context.view_layer.update()
    weights = dict(zip(hub.lives[grid.uid].built.places, hub.lives[grid.uid].weights, strict=True))
    assert {place for place, weight in weights.items() if weight > 0.01} == set(other)
    bpy.ops.adverb.reset_triangles()
    bpy.context.view_layer.update()
    weights = dict(zip(hub.lives[grid.uid].built.places, hub.lives[grid.uid].weights, strict=True))
    assert {place for place, weight in weights.items() if weight > 0.01} == set(edge)


def test_three_that_are_picked_become_a_triangle(grid):
    edge, other = split(grid)
    new = (*other, edge[0])
    with pytest.raises(RuntimeError, match="Pick three examples first"):
        bpy.ops.adverb.add_triangle()
    bpy.ops.adverb.pick_corner(example=8)
    for each in new:
        bpy.ops.adverb.pick_corner(example=each)
    assert set(grid.map.picked) == set(new), "the first of four is dropped"
    bpy.ops.adverb.add_triangle()
    assert frozenset(new) in corners(grid)
    assert set(grid.map.picked) == {-1}
    bpy.ops.adverb.pick_corner(example=2)
    bpy.ops.adverb.pick_corner(example=5)
    bpy.ops.adverb.pick_corner(example=2)
    assert tuple(grid.map.picked) == (5, -1, -1)
    bpy.ops.adverb.pick_corner()
    assert set(grid.map.picked) == {-1}
    bpy.ops.adverb.pick_corner(example=5)
    tagging.remove_example(grid, 0)
    assert set(grid.map.picked) == {-1}, "places in the list are others now"


def test_a_triangle_is_taken_out_and_what_is_none_is_told(grid):
    out = next(iter(corners(grid)))
    bpy.ops.adverb.remove_triangle(corners=sorted(out))
    assert out not in corners(grid)
    with pytest.raises(RuntimeError, match="have no triangle between them"):
        bpy.ops.adverb.remove_triangle(corners=sorted(out))
    with pytest.raises(RuntimeError, match="do not part two triangles"):
        bpy.ops.adverb.flip_edge(one=0, other=8)


def test_only_a_pose_mesh_has_triangles(grid):
    grid.interpolator = "RADIAL_BASIS"
    with pytest.raises(RuntimeError, match="Only a pose mesh has triangles"):
        bpy.ops.adverb.flip_edge(one=0, other=1)
