"""Uniform cubic B-splines against scipy, and fits that pass through their samples."""

import numpy as np
import pytest
from scipy.interpolate import BSpline

from adverb.core.spline import Knots

RNG = np.random.default_rng(2)
TIMES = np.concatenate((np.linspace(0, 1, 41), RNG.uniform(0, 1, 40)))


def curve(knots, control, u):
    rows, taps = knots.locate_all(u)
    return np.einsum("ft,ft...->f...", taps, control[rows[:, None] + np.arange(knots.taps)])


def fitted(knots, u, values):
    return knots.through(u).rows(values.reshape(len(u), -1)).reshape(knots.rows, *values.shape[1:])


def basis(knots, u):
    return curve(knots, np.eye(knots.rows), u)


@pytest.mark.parametrize("cells", [1, 2, 5, 30])
def test_it_is_the_cubic_b_spline(cells):
    control = RNG.normal(size=(cells + 3, 2))
    oracle = BSpline((np.arange(cells + 7) - 3.0) / cells, control, 3)
    np.testing.assert_allclose(curve(Knots(cells), control, TIMES), oracle(TIMES), atol=1e-13)


@pytest.mark.parametrize("knots", [Knots(0), Knots(1), Knots(7), Knots(3, True), Knots(7, True)], ids=str)
def test_one_time_is_as_many(knots):
    rows, taps = knots.locate_all(TIMES)
    for index, u in enumerate(TIMES):
        row, factors = knots.locate(float(u))
        assert row == rows[index]
        np.testing.assert_allclose(factors, taps[index], atol=1e-15)


@pytest.mark.parametrize("cells", [0, 1, 6])
def test_factors_are_shares(cells):
    _, taps = Knots(cells).locate_all(TIMES)
    assert (taps >= -1e-15).all()
    np.testing.assert_allclose(taps.sum(axis=1), 1.0)


@pytest.mark.parametrize("cells", [1, 2, 3, 4, 9])
def test_a_closed_spline_closes_smoothly(cells):
    knots = Knots(cells, closed=True)
    control = RNG.normal(size=cells)[np.arange(knots.rows) % cells]
    h = 1e-4
    end, start = curve(knots, control, 1 - h * np.arange(4)), curve(knots, control, h * np.arange(4))
    assert end[0] == pytest.approx(start[0])
    speeds = (end[0] - end[1]) / h, (start[1] - start[0]) / h
    assert speeds[0] == pytest.approx(speeds[1], abs=0.01 * cells**2)
    bends = (end[0] - 2 * end[1] + end[2]) / h**2, (start[0] - 2 * start[1] + start[2]) / h**2
    assert bends[0] == pytest.approx(bends[1], abs=0.01 * cells**3)


@pytest.mark.parametrize("closed", [False, True])
def test_rows_have_their_greatest_say_at_their_nodes(closed):
    knots = Knots(8, closed)
    at_nodes, anywhere = basis(knots, knots.nodes), basis(knots, np.linspace(0, 1, 801))
    if closed:  # rows that are repeated speak together
        at_nodes, anywhere = (
            np.stack([b[:, k::8].sum(axis=1) for k in range(8)], axis=1) for b in (at_nodes, anywhere)
        )
    for row in range(knots.rows):
        column = row % 8 if closed else row
        assert at_nodes[row, column] == pytest.approx(anywhere[:, column].max(), abs=1e-9)


def samples(count, widest, closed):
    """Times and enough cells for each to have one of its own; neighbours are up to `widest` cells apart."""
    u = np.concatenate(([0.0], np.cumsum(RNG.uniform(1, widest, count - 1))))
    knots = Knots(int(np.ceil(u[-1])), closed)
    return (u / u[-1])[: count - closed], knots


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("widest", [1.0, 1.5, 4.0])
@pytest.mark.parametrize("count", [2, 3, 4, 5, 30, 80])
def test_a_fit_passes_through_its_samples(count, widest, closed):
    u, knots = samples(count, widest, closed)
    values = RNG.normal(size=(len(u), 3))
    control = fitted(knots, u, values)
    np.testing.assert_allclose(curve(knots, control, u), values, atol=1e-10)
    if closed:
        np.testing.assert_array_equal(control[knots.cells :], control[: knots.rows - knots.cells])


@pytest.mark.parametrize("count", [2, 3, 10, 40])
def test_a_straight_motion_stays_straight_between_its_samples(count):
    """Also where the cells are many: they serve the longest example, and a short one has frames in few of them."""
    u, knots = np.linspace(0, 1, count), Knots(60)
    control = fitted(knots, u, 3.0 - 2.0 * u)
    np.testing.assert_allclose(curve(knots, control, TIMES), 3.0 - 2.0 * TIMES, atol=1e-6)


def test_a_fit_bends_no_more_than_any_other_through_the_samples():
    u, knots = samples(12, 4.0, False)
    control = fitted(knots, u, RNG.normal(size=12))
    _, _, rows = np.linalg.svd(basis(knots, u))
    unseen = rows[12:]  # what can be added without leaving the samples
    bends = np.diff(np.eye(knots.rows), 2, axis=0)
    np.testing.assert_allclose(unseen @ bends.T @ (bends @ control), 0.0, atol=1e-3 * np.abs(bends @ control).max())


def test_samples_too_close_for_the_cells_are_met_in_the_least_squares_sense():
    knots = Knots(5)
    u, values = np.linspace(0, 1, 60), RNG.normal(size=60)
    best = np.linalg.lstsq(basis(knots, u), values, rcond=None)[0]
    np.testing.assert_allclose(fitted(knots, u, values), best, atol=1e-5)


def test_without_cells_there_is_one_pose():
    knots = Knots(0)
    assert (knots.rows, knots.taps, knots.nodes.tolist()) == (1, 1, [0.0])
    np.testing.assert_array_equal(
        curve(knots, fitted(knots, np.zeros(1), np.array([[4.0, 5.0]])), TIMES), [[4.0, 5.0]] * len(TIMES)
    )


@pytest.mark.parametrize("closed", [False, True])
def test_a_long_take_and_a_short_one_share_the_cells(closed):
    """A thousand frames are met as well as ten, and what has two or three beside them stays straight."""
    u, knots = samples(1000, 1.5, closed)
    values = RNG.normal(size=(len(u), 2))
    np.testing.assert_allclose(curve(knots, fitted(knots, u, values), u), values, atol=1e-10)
    if not closed:
        few = np.array([0.0, 0.4, 1.0])
        straight = curve(knots, fitted(knots, few, 3.0 - 2.0 * few), TIMES)
        np.testing.assert_allclose(straight, 3.0 - 2.0 * TIMES, atol=1e-5)


def test_a_closed_spline_may_come_back_with_the_other_sign():
    u, knots = samples(30, 2.0, True)
    values = RNG.normal(size=(len(u), 1))
    control = knots.through(u, -1.0).rows(values)
    np.testing.assert_allclose(curve(knots, control, u), values, atol=1e-10)
    np.testing.assert_array_equal(control[knots.cells :], -control[: knots.rows - knots.cells])
