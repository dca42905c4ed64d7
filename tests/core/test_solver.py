"""The solver: the least change of weights that meets the aim, against what it promises and against a slow optimiser."""

import numpy as np
import pytest
from scipy.optimize import minimize

from adverb.core.coordinates import HOME
from adverb.core.solver import BOUNDS, solve
from tests.core.test_reach import HAND, TURNING, moving, reach_of, sights

TOLERANCE = 1e-9


def aim(seed, count=8, axes="XYZ"):
    return reach_of(moving(TURNING, seed, count), 0.5, sights(HAND, HOME, axes))


def near(its, seed, how_many, far=0.15, count=8):
    """Weights to start from, and what others not far from them see: that much can be reached."""
    start, other = np.random.default_rng(seed).dirichlet(np.ones(count), (2, how_many))
    return start, its.see(start + far * (other - 1.0 / count))


@pytest.mark.parametrize("axes", ["X", "XZ", "XYZ"])
@pytest.mark.parametrize("seed", range(4))
def test_meets_what_can_be_met(seed, axes):
    its = aim(seed, axes=axes)
    start, wanted = near(its, seed, 50)
    found = solve(its, start, wanted, TOLERANCE)
    assert found.is_reached.all()
    np.testing.assert_allclose(its.see(found.weights), wanted, atol=1e-8)
    np.testing.assert_allclose(found.seen, its.see(found.weights), atol=1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_keeps_sum_and_bounds(seed):
    its = aim(seed)
    start, wanted = near(its, seed, 50, far=1.5)
    found = solve(its, start, wanted, TOLERANCE, (-0.1, 0.6))
    np.testing.assert_allclose(found.weights.sum(axis=1), start.sum(axis=1), atol=1e-9)
    assert (found.weights >= np.minimum(start, -0.1) - 1e-12).all()
    assert (found.weights <= np.maximum(start, 0.6) + 1e-12).all()
    assert (found.misses <= its.misses(its.see(start), wanted)).all()


def test_what_is_met_stays_as_it_is():
    its = aim(1)
    start, _ = near(its, 2, 5)
    np.testing.assert_array_equal(solve(its, start, its.see(start), TOLERANCE).weights, start)


@pytest.mark.parametrize("seed", range(3))
def test_the_change_is_nearly_the_least(seed):
    its = aim(seed)
    start, wanted = near(its, seed, 1)
    found = solve(its, start, wanted, TOLERANCE)
    best = minimize(
        lambda w: ((w - start[0]) ** 2).sum(),
        found.weights[0],
        constraints=[
            {"type": "eq", "fun": lambda w: its.see(w[None])[0] - wanted[0]},
            {"type": "eq", "fun": lambda w: w.sum() - start.sum()},
        ],
        method="SLSQP",
        options={"ftol": 1e-14, "maxiter": 200},
    )
    assert np.linalg.norm(found.weights - start) <= 1.02 * np.sqrt(best.fun) + 1e-9


def test_what_is_out_of_reach_is_said_and_stays_finite():
    its = aim(3)
    start = np.full((2, 8), 0.125)
    found = solve(its, start, its.see(start) + [[0.0, 0.0, 50.0], [0.0, 0.0, 0.0]], TOLERANCE)
    assert found.is_reached.tolist() == [False, True]
    assert np.isfinite(found.weights).all()
    assert (found.weights >= BOUNDS[0]).all() and (found.weights <= BOUNDS[1]).all()


def test_each_is_solved_as_if_alone():
    its = aim(4)
    start, wanted = near(its, 4, 20)
    together = solve(its, start, wanted, TOLERANCE).weights
    alone = [solve(its, start[i : i + 1], wanted[i : i + 1], TOLERANCE).weights[0] for i in range(20)]
    np.testing.assert_allclose(together, alone, atol=1e-10)


def test_one_example_has_nothing_to_change():
    its = aim(5, count=1)
    found = solve(its, np.ones((1, 1)), its.see(np.ones((1, 1))) + 1.0, TOLERANCE)
    assert found.weights.tolist() == [[1.0]] and not found.is_reached[0]


def test_a_weight_on_its_bound_holds_nobody_else_back():
    its = aim(6)
    start, wanted = near(its, 6, 12, far=0.05)
    start[:, 0] = 0.0
    start /= start.sum(axis=1, keepdims=True)
    wanted = its.see(start + 0.02 * (np.roll(np.eye(8)[1], 1) - np.eye(8)[3]))
    found = solve(its, start, wanted, TOLERANCE, (0.0, 1.0))
    assert (found.misses < its.misses(its.see(start), wanted)).all()


def test_nothing_jumps_where_a_goal_leaves_what_is_near_enough():
    its = aim(7)
    start, wanted = near(its, 7, 1)
    off = wanted - its.see(start)
    near_enough = 0.5 * float(its.misses(its.see(start), wanted)[0])
    along = its.see(start) + np.linspace(0.3, 0.7, 201)[:, None] * off
    weights = np.array([solve(its, start, each[None], near_enough).weights[0] for each in along])
    whole = np.abs(weights[-1] - weights[0]).max()
    assert np.abs(np.diff(weights, axis=0)).max() < 0.1 * whole
