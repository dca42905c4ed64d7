"""What is measured, where, and in which unit."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adverb.core import accuracy
from adverb.core.accuracy import Accuracy
from adverb.core.coordinates import Coordinate
from adverb.core.sights import Probe, Sight, Sights
from tests.core.plane_arm import CORNERS, reaching, verb_at

RNG = np.random.default_rng(43)


@pytest.mark.parametrize("dimension", [1, 2, 3, 5])
def test_a_grid_fills_the_box_of_the_examples_to_its_corners(dimension):
    adverbs = RNG.uniform(-3.0, 5.0, (12, dimension))
    grid = accuracy.sample(verb_at(adverbs), 2000)
    np.testing.assert_allclose(grid.adverbs.min(axis=0), adverbs.min(axis=0))
    np.testing.assert_allclose(grid.adverbs.max(axis=0), adverbs.max(axis=0))
    assert len(grid.adverbs) == np.prod(grid.shape)
    laid_out = grid.adverbs.reshape(*grid.shape, dimension)
    for axis in range(dimension):
        steps = np.diff(laid_out[..., axis], axis=axis)
        np.testing.assert_allclose(steps, steps.flat[0], rtol=1e-9)
        assert steps.flat[0] > 0.0


@given(st.integers(1, 5000), st.integers(1, 4), st.integers(0, 2**32 - 1))
def test_it_has_about_as_many_knots_as_asked_for(count, dimension, seed):
    adverbs = np.random.default_rng(seed).uniform(-1.0, 1.0, (10, dimension))
    shape = accuracy.sample(verb_at(adverbs), count).shape
    assert np.prod(shape) <= max(count, 2**dimension)
    assert np.prod([along + 2 for along in shape]) > count  # one more along every axis would be too many


def test_knots_are_as_far_apart_in_every_direction():
    grid = accuracy.sample(verb_at(np.array([[0.0, 0.0], [4.0, 1.0], [0.0, 1.0]])), 1000)
    steps = np.array([4.0, 1.0]) / (np.array(grid.shape) - 1)
    assert steps.max() < 1.1 * steps.min()


def test_adverbs_of_their_own_unit_get_as_many_knots_each():
    grid = accuracy.sample(verb_at(np.array([[0.0, 0.0], [100.0, 1.0], [0.0, 1.0]]), groups=("", "")), 400)
    assert grid.shape == (20, 20)


def test_a_dimension_without_extent_has_one_layer():
    assert accuracy.sample(verb_at(np.array([[0.0, 7.0], [1.0, 7.0]])), 50).shape == (50, 1)
    alone = accuracy.sample(verb_at(np.array([[3.0, 7.0]])), 50)
    np.testing.assert_array_equal(alone.adverbs, [[3.0, 7.0]])


def test_at_the_examples_nothing_is_missed():
    verb, arm = reaching()
    measured = accuracy.measure(verb, arm, CORNERS)
    assert measured.most < 1e-9


def test_mean_most_and_worst_are_those_of_the_misses_in_percent_of_the_diagonal():
    verb, arm = reaching()
    grid = accuracy.sample(verb, 400)
    measured = accuracy.measure(verb, arm, grid.adverbs)
    misses = np.linalg.norm(arm.see(verb.weights(grid.adverbs)) - grid.adverbs, axis=1)
    assert measured.mean == pytest.approx(misses.mean())
    assert measured.most == pytest.approx(misses.max())
    np.testing.assert_array_equal(measured.worst, grid.adverbs[misses.argmax()])
    assert measured.diagonal == pytest.approx(np.hypot(1.4, 1.8))
    assert measured.mean_percent == pytest.approx(100.0 * misses.mean() / np.hypot(1.4, 1.8))
    assert measured.most_percent == pytest.approx(100.0 * misses.max() / np.hypot(1.4, 1.8))


def test_percent_is_of_the_coordinates_that_are_aimed_at_and_not_of_the_adverbs():
    verb = verb_at(CORNERS * 100.0)
    _, arm = reaching()
    arm.wanted = lambda adverbs: 0.01 * adverbs
    assert accuracy.diagonal(verb, arm) == pytest.approx(np.hypot(1.4, 1.8))


def test_the_diagonal_is_in_the_unit_of_the_misses_where_degrees_and_metres_are_asked_for():
    places = np.array([[0.0, -2.0, 0.0], [0.0, -1.0, 0.0], [1.0, -1.0, 0.0], [0.5, -1.0, 1.0]])
    probe = Probe("hand", (0.0, 0.0, 0.0))
    each = [Sight(adverb, probe, Coordinate(axis)) for adverb, axis in enumerate(("AZIMUTH", "DISTANCE"))]
    sights = Sights.of(each, {probe: places})
    adverbs = sights.tell({probe: places})
    turn, along = np.ptp(adverbs, axis=0)
    across = np.radians(turn) * np.linalg.norm(places, axis=1).mean()
    assert accuracy.diagonal(verb_at(adverbs), sights) == pytest.approx(np.hypot(across, along))


def test_what_the_verb_draws_back_does_not_count():
    _, arm = reaching()
    beyond = np.array([[1.0, 0.0], [50.0, 0.0], [1.0, 0.8]])
    near = verb_at(CORNERS, limit=0.1)
    np.testing.assert_array_equal(accuracy.measure(near, arm, beyond).counts, [True, False, True])
    bounded = verb_at(CORNERS, bounds=(np.array([-np.inf, -0.5]), np.array([np.inf, 0.5])))
    measured = accuracy.measure(bounded, arm, beyond)
    np.testing.assert_array_equal(measured.counts, [True, True, False])
    assert measured.most == measured.misses[:2].max()


def test_where_nothing_counts_nothing_is_missed():
    none = Accuracy(CORNERS, np.ones(4), np.zeros(4, dtype=bool), 2.0)
    assert (none.mean, none.most, none.mean_percent) == (0.0, 0.0, 0.0)
    assert Accuracy(CORNERS, np.ones(4), np.ones(4, dtype=bool), 0.0).most_percent == 0.0
