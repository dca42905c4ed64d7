"""Triangles with empty circles: found, and kept while points are put among them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial import Delaunay

from adverb.core import delaunay, triangles
from tests.core.test_triangles import GRID, NAMES, as_sets, clouds


def names(points):
    return [str(place) for place in range(len(points))]


def grown(points, whole, new, held=frozenset()):
    """Points and triangles with new points one after another, and the edges that are still held."""
    for point in new:
        points = np.concatenate((points, point[None]))
        whole, held = delaunay.insert(points, whole, held)
    return points, whole, held


def both_ways(*edges):
    return frozenset(edges) | {(other, one) for one, other in edges}


@given(clouds(most=30))
def test_delaunay_is_that_of_qhull_but_for_slivers_at_the_border(points):
    found, expected = delaunay.delaunay(points), as_sets(Delaunay(points).simplices)
    assert as_sets(found) <= expected
    for sliver in expected - as_sets(found):
        places = points[list(sliver)]
        longest = max(np.linalg.norm(one - other) for one in places for other in places)
        assert abs(triangles.areas(places, np.array([[0, 1, 2]]))[0]) <= 1e-3 * longest**2
    assert (triangles.areas(points, found) > 0).all()


@given(clouds())
def test_what_is_found_is_a_mesh(points):
    triangles.check(points, delaunay.delaunay(points), [str(place) for place in range(len(points))])


@pytest.mark.parametrize("turn", [0.0, 0.3, 1.1])
def test_a_grid_is_filled_although_every_square_has_a_circle(turn):
    points = GRID @ np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    found = delaunay.delaunay(points)
    triangles.check(points, found, NAMES)
    assert triangles.areas(points, found).sum() / 2 == pytest.approx(0.6)
    assert set(triangles.border(found).ravel().tolist()) == {0, 1, 2, 3, 5, 6, 7, 8}


@pytest.mark.parametrize("noise", [1e-16, 1e-13, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-5, 1e-3])
def test_rows_and_columns_that_are_measured_give_a_mesh(noise):
    for count in (3, 4, 8):
        grid = np.stack(np.meshgrid(np.linspace(-0.5, 0.5, count), np.linspace(-0.3, 0.3, 4)), axis=-1).reshape(-1, 2)
        points = grid + noise * np.random.default_rng(count).normal(size=grid.shape)
        found = delaunay.delaunay(points)
        triangles.check(points, found, names(points))
        assert triangles.areas(points, found).sum() / 2 == pytest.approx(0.6, rel=0.02)


@pytest.mark.parametrize("off", [0.0, 1e-15, 1e-6, 4e-4])
def test_a_middle_example_a_hair_inside_stays_on_the_border(off):
    points = GRID.copy()
    points[7, 1] -= off
    found = delaunay.delaunay(points)
    triangles.check(points, found, NAMES)
    assert 7 in triangles.border(found)


@given(clouds(3, 10), st.integers(1, 12), st.integers(0, 10_000))
def test_one_after_another_they_are_the_triangles_of_all(points, count, seed):
    rng = np.random.default_rng(seed)
    whole = delaunay.delaunay(points)
    new = np.array([rng.dirichlet(np.ones(3)) @ points[whole[rng.integers(len(whole))]] for _ in range(count)])
    points, whole, _ = grown(points, whole, new)
    triangles.check(points, whole, names(points))
    assert (triangles.areas(points, whole) > 0.0).all()
    at_once = delaunay.delaunay(points)
    # Points nearly on the border are on it in both, but not in the same way.
    if triangles.areas(points, whole).sum() == pytest.approx(triangles.areas(points, at_once).sum(), abs=1e-12):
        assert as_sets(whole) == as_sets(at_once)


@pytest.mark.parametrize("off", [0.0, 1e-12, 1e-4, -1e-4])
def test_on_an_edge_both_of_its_triangles_are_cut(off):
    points, whole = GRID[[0, 2, 8, 6]], np.array([(0, 1, 2), (0, 2, 3)])
    middle = points.mean(axis=0) + off * np.array((-0.6, 1.0))
    points, whole, _ = grown(points, whole, middle[None])
    assert as_sets(whole) == {frozenset((one, (one + 1) % 4, 4)) for one in range(4)}
    assert triangles.areas(points, whole).sum() / 2 == pytest.approx(0.6)


def test_on_the_border_one_triangle_is_cut_and_the_border_goes_on_over_the_point():
    points, whole = GRID[[0, 2, 6]], np.array([(0, 1, 2)])
    points, whole, _ = grown(points, whole, np.array([(0.1, -0.3)]))
    assert as_sets(whole) == {frozenset((0, 3, 2)), frozenset((3, 1, 2))}
    assert as_sets(triangles.border(whole)) == {frozenset(edge) for edge in ((0, 3), (3, 1), (1, 2), (2, 0))}


@given(st.integers(0, 10_000))
def test_edges_that_are_held_are_not_flipped(seed):
    """The long diagonal of a thin kite: Delaunay wants the short one, and even more so with points beside it."""
    points = np.array([(-0.5, 0.0), (0.0, -0.1), (0.5, 0.0), (0.0, 0.1)])
    whole = np.array([(0, 1, 2), (0, 2, 3)])
    rng = np.random.default_rng(seed)
    new = np.array([rng.dirichlet(np.ones(4)) @ points for _ in range(6)])
    free = grown(points, whole, new)[1]
    grown_points, found, held = grown(points, whole, new, both_ways((0, 2)))
    triangles.check(grown_points, found, names(grown_points))
    edges = {frozenset(edge) for edge in triangles.sides_of(found.tolist())}
    assert {frozenset(edge) for edge in held} <= edges
    if (np.abs(new[:, 1]) > 1e-3).all():  # none cuts it
        assert held == both_ways((0, 2))
    assert frozenset((0, 2)) not in {frozenset(edge) for edge in triangles.sides_of(free.tolist())}


def test_an_edge_that_is_held_is_cut_by_a_point_on_it_and_its_parts_are_held():
    points, whole = np.array([(-0.5, 0.0), (0.0, -0.1), (0.5, 0.0), (0.0, 0.1)]), np.array([(0, 1, 2), (0, 2, 3)])
    *_, held = grown(points, whole, np.array([(0.2, 0.0), (-0.1, 0.0)]), both_ways((0, 2)))
    assert held == both_ways((0, 5), (5, 4), (4, 2))
