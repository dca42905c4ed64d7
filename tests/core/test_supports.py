"""A tree changes what is looked at, never what comes out."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adverb.core.radial_basis import b_spline
from adverb.core.supports import Leaf, Supports

RNG = np.random.default_rng(41)


def supports(count, dimension, radius=0.2, rng=RNG):
    radii = rng.uniform(0.5, 1.5, count) * radius
    return Supports(rng.uniform(-0.5, 0.5, (count, dimension)), radii, rng.normal(size=(count, 5)))


def without_a_tree(its, points):
    distances = np.linalg.norm(points[:, None] - its.centres, axis=2)
    return b_spline(distances / its.radii) @ its.coefficients


def leaves(node):
    return [node] if isinstance(node, Leaf) else [leaf for half in node[2:] for leaf in leaves(half)]


def looked_at(its, point):
    node = its._root
    while not isinstance(node, Leaf):
        node = node[3] if point[node[0]] >= node[1] else node[2]
    return len(node.coefficients)


@pytest.mark.parametrize("dimension", range(1, 9))
@pytest.mark.parametrize("count", [1, 2, 7, 300])
def test_the_sum_is_that_over_all_functions(dimension, count):
    its = supports(count, dimension)
    points = np.concatenate((its.centres[:20], RNG.uniform(-0.8, 0.8, (200, dimension)), 1e6 * np.eye(dimension)))
    expected = without_a_tree(its, points)
    np.testing.assert_allclose(its.at_all(points), expected, atol=1e-12)
    np.testing.assert_allclose([its.at(point) for point in points], expected, atol=1e-12)


@given(st.integers(0, 2**32 - 1), st.integers(1, 4), st.floats(0.005, 2.0))
def test_whatever_the_arrangement(seed, dimension, radius):
    rng = np.random.default_rng(seed)
    its = supports(rng.integers(1, 120), dimension, radius, rng)
    points = rng.uniform(-1.0, 1.0, (40, dimension))
    np.testing.assert_allclose(its.at_all(points), without_a_tree(its, points), atol=1e-11)


@pytest.mark.parametrize("rank", [0, 1])
def test_centres_on_a_line_or_crowded_in_one_place_end_the_cutting(rank):
    along = np.sort(RNG.uniform(-0.5, 0.5, 200))[:, None] * (rank or 1e-9)
    centres = along @ np.ones((1, 3))
    centres[:100] = centres[100]
    its = Supports(centres, np.full(200, 0.01), RNG.normal(size=(200, 5)))
    np.testing.assert_allclose(its.at_all(centres), without_a_tree(its, centres), atol=1e-10)


def test_points_on_a_cut_belong_to_one_side():
    """A regular grid, where cuts run through centres."""
    grid = np.stack(np.meshgrid(*[np.linspace(0.0, 1.0, 9)] * 2), axis=-1).reshape(-1, 2)
    its = Supports(grid, np.full(81, 0.125), RNG.normal(size=(81, 5)))
    np.testing.assert_allclose(its.at_all(grid), without_a_tree(its, grid), atol=1e-12)
    np.testing.assert_allclose([its.at(point) for point in grid], without_a_tree(its, grid), atol=1e-12)


def test_ten_times_the_functions_are_not_ten_times_to_look_at():
    """Radii as neighbours give them: ten times as many functions cover a point about as often as before."""
    points = RNG.uniform(-0.4, 0.4, (200, 3))
    few, many = (supports(count, 3, 0.5 * count ** (-1 / 3)) for count in (300, 3000))
    mean_few, mean_many = (np.mean([looked_at(its, point) for point in points]) for its in (few, many))
    assert mean_many < 1.5 * mean_few
    assert mean_many < 3000 / 15


def test_no_points_and_functions_of_nothing():
    its = supports(30, 2)
    assert its.at_all(np.empty((0, 2))).shape == (0, 5)
    assert len(leaves(its._root)) > 1
    np.testing.assert_array_equal(its.at(np.array([50.0, 50.0])), np.zeros(5))
