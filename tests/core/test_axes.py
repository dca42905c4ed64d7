"""Scales of adverb space: a metre is a metre in every direction of a goal, any other adverb counts by its range."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adverb.core.axes import Axes

RNG = np.random.default_rng(7)
NAMES = ("x", "y", "z", "mood")
POINTS = np.array([[0.0, 1.0, 5.0, -3.0], [2.0, 1.5, 5.0, 7.0], [1.0, 1.2, 5.0, 0.0]])


def test_axes_of_a_group_share_the_widest_range_and_others_stand_alone():
    axes = Axes.fit(NAMES, ("goal", "goal", "goal", ""), POINTS)
    np.testing.assert_allclose(axes.scales, (2.0, 2.0, 2.0, 10.0))


def test_axes_without_a_group_are_no_group():
    axes = Axes.fit(NAMES, ("", "", "", ""), POINTS)
    np.testing.assert_allclose(axes.scales, (2.0, 0.5, 1.0, 10.0))


def test_two_groups_do_not_mix():
    axes = Axes.fit(NAMES, ("hand", "foot", "foot", "hand"), POINTS)
    np.testing.assert_allclose(axes.scales, (10.0, 0.5, 0.5, 10.0))


def test_examples_lie_about_the_origin_one_unit_wide():
    scaled = Axes.fit(NAMES, ("",) * 4, POINTS).scale(POINTS)
    np.testing.assert_allclose(scaled.mean(axis=0), 0.0, atol=1e-15)
    np.testing.assert_allclose(np.ptp(scaled, axis=0), (1.0, 1.0, 0.0, 1.0))


@pytest.mark.parametrize("none", [0.0, np.nan])
def test_a_given_scale_goes_before_the_range_and_a_group_shares_it(none):
    axes = Axes.fit(NAMES, ("goal", "goal", "goal", ""), POINTS, (none, 0.5, none, none))
    np.testing.assert_allclose(axes.scales, (0.5, 0.5, 0.5, 10.0))
    axes = Axes.fit(NAMES, ("goal", "goal", "", ""), POINTS, (3.0, 0.5, none, 4.0))
    np.testing.assert_allclose(axes.scales, (3.0, 3.0, 1.0, 4.0))


@given(st.lists(st.floats(1e-3, 1e3), min_size=4, max_size=4))
def test_a_step_of_the_given_scale_has_length_1(scales):
    axes = Axes.fit(NAMES, ("",) * 4, POINTS, scales)
    np.testing.assert_allclose(axes.scale(axes.middle + np.diag(scales)), np.eye(4), atol=1e-9)


@pytest.mark.parametrize(("factor", "offset"), [(1000.0, 0.0), (1e-6, 0.0), (-2.0, 5.0), (1.0, 1e5)])
def test_the_unit_of_an_adverb_does_not_matter(factor, offset):
    """Metres or millimetres, counted from here or from far away: the same points."""
    points = RNG.uniform(-1.0, 1.0, (6, 4))
    axes, other = (Axes.fit(NAMES, ("g", "g", "", ""), its) for its in (points, factor * points + offset))
    query = RNG.uniform(-2.0, 2.0, (9, 4))
    scaled = other.scale(factor * query + offset)
    np.testing.assert_allclose(scaled, np.sign(factor) * axes.scale(query), atol=1e-9)


@pytest.mark.parametrize("value", [0.0, 0.5, 40.0])
def test_rounding_is_no_range(value):
    """Examples measured at the same place differ by the rounding of single precision: that is no axis to steer."""
    points = np.float64(np.float32(value)) + value * np.array([[0.0], [6e-8], [-6e-8]])
    assert abs(Axes.fit(("x",), ("",), points).scale(np.array([value + 0.1]))) == pytest.approx(0.1, rel=1e-3)


def test_one_example_has_plain_units():
    axes = Axes.fit(("x", "y"), ("", ""), np.array([[3.0, 4.0]]))
    np.testing.assert_array_equal(axes.scale(np.array([4.0, 6.0])), (1.0, 2.0))


def test_a_batch_is_each_by_itself():
    axes = Axes.fit(NAMES, ("",) * 4, POINTS)
    batch = RNG.normal(size=(2, 3, 4))
    for index in np.ndindex(2, 3):
        np.testing.assert_array_equal(axes.scale(batch)[index], axes.scale(batch[index]))


def test_there_and_back():
    axes = Axes.fit(NAMES, ("g", "g", "", ""), POINTS)
    query = RNG.normal(size=(2, 3, 4))
    np.testing.assert_allclose(axes.unscale(axes.scale(query)), query, atol=1e-12)
    np.testing.assert_allclose(axes.scale(axes.unscale(query)), query, atol=1e-12)
