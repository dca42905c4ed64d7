"""Pseudo-examples on any interpolator: what is prescribed is met, what was there stays."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adverb.core import radial_basis
from adverb.core.errors import VerbError
from adverb.core.interpolators import inserted
from adverb.core.refined import Refined, kernel_of

RNG = np.random.default_rng(42)


class Inverse:
    """Another interpolator: weights by inverse distance, which no radial basis is."""

    def __init__(self, originals):
        self.originals = originals

    def weights(self, points):
        near = 1.0 / (np.linalg.norm(points[..., None, :] - self.originals, axis=-1) ** 2 + 1e-30)
        return near / near.sum(axis=-1, keepdims=True)


def radial(originals):
    return radial_basis.fit(originals, {})


def examples(count, dimension, rng=RNG):
    points = rng.uniform(-0.5, 0.5, (count, dimension))
    return points - points.mean(axis=0)


def wish(weights, rng=RNG):
    """Other weights with the same sum."""
    change = 0.1 * rng.normal(size=weights.shape)
    return weights + change - change.mean(axis=-1, keepdims=True)


def grown(originals, count, base=radial, rng=RNG, points=None):
    refined = Refined.on(base(originals), originals)
    points = rng.uniform(-0.5, 0.5, (count, originals.shape[1])) if points is None else points
    for point in points:
        refined = refined.insert(point, wish(refined.base.weights(point), rng))
    return refined


def without_a_tree(refined, points):
    kernel = kernel_of(refined.points, refined.widths, points)
    return refined.base.weights(points) + kernel @ refined.coefficients


PLACES = {
    "one example": (1, 2),
    "two": (2, 1),
    "two in space": (2, 3),
    "one adverb": (6, 1),
    "two adverbs": (9, 2),
    "three adverbs": (15, 3),
    "five adverbs": (12, 5),
    "eight adverbs": (20, 8),
}
everywhere = pytest.mark.parametrize("place", PLACES)
any_base = pytest.mark.parametrize("base", [radial, Inverse])


@everywhere
@any_base
def test_what_is_prescribed_is_met_and_examples_stay(place, base):
    originals = examples(*PLACES[place])
    refined = grown(originals, 60, base)
    np.testing.assert_allclose(refined.weights(inserted(refined)), refined.prescribed, atol=1e-9)
    np.testing.assert_allclose(refined.weights(originals), np.eye(len(originals)), atol=1e-9)


@everywhere
@any_base
def test_weights_sum_to_one_everywhere(place, base):
    refined = grown(examples(*PLACES[place]), 40, base)
    points = RNG.uniform(-2.0, 2.0, (200, refined.points.shape[1]))
    np.testing.assert_allclose(refined.weights(points).sum(axis=1), 1.0, atol=1e-11)


@everywhere
def test_with_the_tree_and_without_one_by_one_and_many_at_once(place):
    refined = grown(examples(*PLACES[place]), 120)
    points = RNG.uniform(-0.7, 0.7, (100, refined.points.shape[1]))
    expected = without_a_tree(refined, points)
    np.testing.assert_allclose(refined.weights(points), expected, atol=1e-12)
    np.testing.assert_allclose([refined.weights(point) for point in points], expected, atol=1e-12)
    np.testing.assert_allclose(refined.weights(points.reshape(4, 25, -1)), expected.reshape(4, 25, -1), atol=1e-12)


@everywhere
def test_made_again_from_what_is_saved_it_is_the_same(place):
    refined = grown(examples(*PLACES[place]), 80)
    count = len(refined.coefficients.T)
    again = Refined.on(refined.base, refined.points[:count])
    again = again.take(inserted(refined), refined.radii, refined.prescribed)
    points = RNG.uniform(-0.7, 0.7, (100, refined.points.shape[1]))
    np.testing.assert_allclose(again.weights(points), refined.weights(points), atol=1e-10)
    further, again = (
        its.insert(points[0], wish(its.weights(points[0]) * 0 + 1 / count, np.random.default_rng(0)))
        for its in (refined, again)
    )
    np.testing.assert_allclose(again.weights(points), further.weights(points), atol=1e-10)


@given(st.integers(0, 2**32 - 1), st.integers(1, 3))
def test_wherever_they_are_inserted(seed, dimension):
    rng = np.random.default_rng(seed)
    originals = examples(rng.integers(2, 12), dimension, rng)
    refined = grown(originals, 25, rng=rng)
    np.testing.assert_allclose(refined.weights(inserted(refined)), refined.prescribed, atol=1e-9)
    # Two of them may be nearer than a verb allows, where the base itself has lost digits: it stays as it is.
    np.testing.assert_allclose(refined.weights(originals), refined.base.weights(originals), atol=1e-11)


def test_points_in_a_row_and_on_a_grid():
    line = np.linspace(-0.5, 0.5, 5)[:, None] * np.array([[1.0, 1.0, 0.0]])
    refined = grown(line, 0, points=np.linspace(-0.45, 0.42, 17)[:, None] * np.array([[1.0, 1.0, 0.0]]))
    np.testing.assert_allclose(refined.weights(inserted(refined)), refined.prescribed, atol=1e-9)
    grid = np.stack(np.meshgrid(*[np.linspace(-0.5, 0.5, 7)] * 2), axis=-1).reshape(-1, 2)
    corners = 0.5 * np.array([[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]])
    knots = np.array([knot for knot in grid if np.abs(corners - knot).sum(axis=1).min() > 1e-6])
    refined = grown(corners, 0, points=RNG.permutation(knots))
    np.testing.assert_allclose(refined.weights(inserted(refined)), refined.prescribed, atol=1e-9)


def test_without_pseudo_examples_it_is_the_base():
    originals = examples(9, 2)
    points = RNG.uniform(-3.0, 3.0, (50, 2))
    for refined in (
        Refined.on(radial(originals), originals),
        Refined.on(radial(originals), originals).take(np.empty((0, 2)), np.empty(0), np.empty((0, 9))),
    ):
        np.testing.assert_array_equal(refined.weights(points), radial(originals).weights(points))


def test_inserting_what_is_there_already_changes_nothing():
    refined = grown(examples(9, 2), 20)
    point, points = np.array([0.1, -0.2]), RNG.uniform(-0.7, 0.7, (100, 2))
    more = refined.insert(point, refined.weights(point))
    np.testing.assert_allclose(more.weights(points), refined.weights(points), atol=1e-12)


def test_a_radius_is_the_distance_to_the_nearest_and_stays():
    originals = examples(9, 2)
    points = RNG.uniform(-0.5, 0.5, (30, 2))
    refined = grown(originals, 0, points=points)
    centres = np.concatenate((originals, points))
    nearest = [np.linalg.norm(centres[: 9 + k] - point, axis=1).min() for k, point in enumerate(points)]
    assert (refined.radii <= np.array(nearest) * (1 + 1e-12)).all()
    assert (refined.radii >= 0.5 * np.array(nearest) * (1 - 1e-12)).all()
    assert np.isclose(refined.radii, nearest).mean() > 0.9
    np.testing.assert_array_equal(refined.insert(np.array([0.11, 0.07]), np.full(9, 1 / 9)).radii[:30], refined.radii)


def test_beyond_all_it_is_linked_with_nothing_changes_at_all():
    """A function reaches twice its radius; through those that it overlaps, its effect goes on as far as they reach."""
    here, there = examples(8, 2), examples(8, 2) + (50.0, 0.0)
    refined = grown(np.concatenate((here, there)), 0, points=np.concatenate((here, there))[::3] + (0.03, 0.02))
    # Their own radii keep the two crowds apart: the nearest other example is always in the same crowd.
    points = RNG.uniform(-0.5, 0.5, (100, 2)) + (50.0, 0.0)
    more = refined.insert(np.array([0.2, 0.1]), wish(refined.weights(np.array([0.2, 0.1]))))
    np.testing.assert_allclose(more.weights(points), refined.weights(points), rtol=0, atol=1e-13)
    assert np.abs(more.weights(points - (50.0, 0.0)) - refined.weights(points - (50.0, 0.0))).max() > 0.01


def test_beyond_its_own_support_little_changes():
    refined = grown(examples(15, 3), 80)
    points = RNG.uniform(-0.5, 0.5, (2000, 3))
    for point in RNG.uniform(-0.4, 0.4, (10, 3)):
        weights = refined.weights(point)
        more = refined.insert(point, weights + 0.1 * (np.eye(15)[0] - np.eye(15)[1]))
        change = np.abs(more.weights(points) - refined.weights(points)).max(axis=1)
        away = np.linalg.norm(points - point, axis=1) > 2.0 * more.radii[-1]
        assert change[away].max() < 0.5 * 0.1
        assert np.median(change[away]) < 0.01 * 0.1


def test_a_crowd_that_would_be_singular_is_narrowed(monkeypatch):
    monkeypatch.setattr("adverb.core.refined._LEAST", 0.66)
    originals = examples(9, 2)
    refined = grown(originals, 40)
    points = enumerate(inserted(refined))
    nearest = [np.linalg.norm(refined.points[: 9 + k] - point, axis=1).min() for k, point in points]
    assert (refined.radii < 0.95 * np.array(nearest)).mean() > 0.5
    np.testing.assert_allclose(refined.weights(inserted(refined)), refined.prescribed, atol=1e-12)


def test_digits_are_kept_over_five_hundred_insertions():
    refined = grown(examples(15, 3), 500)
    kernel = kernel_of(refined.points, refined.widths, refined.points)
    np.testing.assert_allclose(refined.inverse @ kernel, np.eye(515), atol=1e-10)
    np.testing.assert_allclose(refined.weights(inserted(refined)), refined.prescribed, atol=1e-10)


def test_saved_points_that_contradict_the_examples_are_refused_with_a_cure():
    originals = examples(9, 2)
    points = np.array([originals[3], [0.1, 0.1]])
    with pytest.raises(VerbError, match="refine again"):
        Refined.on(radial(originals), originals).take(points, np.array([0.2, 0.2]), np.full((2, 9), 1 / 9))
