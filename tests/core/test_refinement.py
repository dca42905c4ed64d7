"""The loop that removes what a verb misses: it helps, it is honest, and it ends."""

from itertools import pairwise

import numpy as np
import pytest

from adverb.core import accuracy, refinement
from adverb.core.interpolators import inserted
from adverb.core.refined import Refined
from adverb.core.solver import Solution
from tests.core.plane_arm import CORNERS, PlaneArm, poses, reaching, verb_at

TOLERANCE = 0.01


def refined(verb, arm, adverbs, *arguments, **settings):
    return list(refinement.refine(verb, arm, adverbs, *arguments, **settings))


def task(count=600, places=CORNERS):
    verb, arm = reaching(places)
    return verb, arm, accuracy.sample(verb, count).adverbs


def as_it_is(verb, aim, adverbs, is_reached):
    weights = verb.weights(adverbs)
    seen = aim.see(weights)
    return Solution(weights, seen, aim.misses(seen, aim.wanted(adverbs)), is_reached)


def test_the_arm_of_the_paper_lands_where_it_is_asked_to():
    verb, arm, samples = task()
    steps = refined(verb, arm, samples, TOLERANCE)
    assert steps[0].accuracy.most_percent > 10.0
    assert steps[-1].accuracy.most < TOLERANCE
    assert steps[-1].unreached == 0
    assert [step.number for step in steps] == list(range(len(steps)))
    between = accuracy.measure(steps[-1].verb, arm, accuracy.sample(verb, 1500).adverbs)
    assert between.most < 3.0 * TOLERANCE  # where no sample was


def test_the_way_of_the_paper_helps_too_but_less():
    verb, arm, samples = task()
    before, *_, by_search = refined(verb, arm, samples, TOLERANCE, 20, way=refinement.by_search)
    by_weights = refined(verb, arm, samples, TOLERANCE, 20)[-1]
    assert by_weights.accuracy.mean < by_search.accuracy.mean < 0.5 * before.accuracy.mean


def test_what_it_tells_is_what_is_measured():
    """Samples whose weights do not change are not looked at again: nothing is forgotten by that, or counted twice."""
    verb, arm, samples = task()
    for step in refined(verb, arm, samples, TOLERANCE, 12):
        measured = accuracy.measure(step.verb, arm, samples)
        np.testing.assert_allclose(step.accuracy.misses, measured.misses, atol=0.05 * TOLERANCE)
        assert step.accuracy.mean == pytest.approx(measured.mean, abs=0.02 * TOLERANCE)
    exact = refined(verb, arm, samples, 0.0, 12)[-1]  # no tolerance, nothing let go
    np.testing.assert_allclose(exact.accuracy.misses, accuracy.measure(exact.verb, arm, samples).misses, atol=1e-9)


def test_the_worst_becomes_exact():
    verb, arm, samples = task()
    for before, after in pairwise(refined(verb, arm, samples, TOLERANCE, 12)):
        there = before.accuracy.worst
        np.testing.assert_allclose(arm.see(after.verb.weights(there[None]))[0], there, atol=0.1 * TOLERANCE)


def test_the_examples_stay_and_weights_sum_to_one():
    verb, arm, samples = task()
    last = refined(verb, arm, samples, TOLERANCE, 30)[-1].verb
    np.testing.assert_allclose(last.weights(CORNERS), np.eye(4), atol=1e-9)
    np.testing.assert_allclose(last.weights(samples).sum(axis=1), 1.0, atol=1e-12)


def test_only_what_changes_is_seen_again():
    """Many examples in a row: a new function reaches few of the samples between them."""
    places = np.array([[x, 0.0] for x in np.linspace(0.6, 2.0, 60)])
    verb, arm = verb_at(places), PlaneArm(poses(places) + 0.02 * np.random.default_rng(1).normal(size=(60, 3)))
    samples = np.stack((np.linspace(0.6, 2.0, 2000), np.zeros(2000)), axis=1)
    seen = []
    for _ in refinement.refine(verb, arm, samples, 1e-3, 20):
        seen.append(arm.seen)
        arm.seen = 0
    assert seen[0] == 2000
    assert np.mean(seen[1:]) < 1000


def test_it_stops_at_the_tolerance_and_at_the_most():
    verb, arm, samples = task()
    assert refined(verb, arm, samples, TOLERANCE, 5)[-1].number == 5
    assert len(refined(verb, arm, samples, 100.0)) == 1
    steps = refined(verb, arm, samples, 0.05)
    assert steps[-1].accuracy.most <= 0.05 < steps[-2].accuracy.most


def test_it_goes_on_from_where_it_was():
    verb, arm, samples = task()
    at_once = refined(verb, arm, samples, TOLERANCE, 14)[-1]
    first = refined(verb, arm, samples, TOLERANCE, 6)[-1]
    later = refined(first.verb, arm, samples, TOLERANCE, 8)[-1]
    assert later.number == 14
    np.testing.assert_allclose(later.verb.weights(samples), at_once.verb.weights(samples), atol=1e-9)


def test_it_goes_on_from_what_was_saved():
    verb, arm, samples = task()
    first = refined(verb, arm, samples, TOLERANCE, 6)[-1].verb
    its = refinement.refined(first)
    again = Refined.on(verb.interpolator, verb.hull.vertices).take(inserted(its), its.radii, its.prescribed)
    np.testing.assert_allclose(again.weights(inserted(its)), its.prescribed, atol=1e-9)
    np.testing.assert_allclose(again.weights(verb.axes.scale(samples)), first.weights(samples), atol=1e-10)


def test_places_out_of_reach_are_told_and_left_out():
    """The arm is 2.6 long; where it is asked for its right half, but for the examples' places, it is asked for 3 and
    more."""
    verb, arm, samples = task(200)

    def is_far(adverbs):
        return (adverbs[:, 0] > 1.3) & (adverbs[:, 0] < 1.99)

    arm.wanted = lambda adverbs: np.where(is_far(adverbs)[:, None], adverbs + (1.8, 0.0), adverbs)
    steps = refined(verb, arm, samples, TOLERANCE)
    last = steps[-1]
    far = is_far(samples)
    assert last.unreached == far.sum()
    assert last.unreached_percent == pytest.approx(100.0 * far.mean())
    np.testing.assert_array_equal(last.accuracy.counts, ~far)
    assert last.accuracy.most < TOLERANCE or last.number == 60
    assert len(steps) < 60 + far.sum()


def test_it_ends_where_no_place_can_be_reached():
    verb, arm, samples = task(1000)

    def never(verb, aim, adverbs, bounds, tolerance):
        return as_it_is(verb, aim, adverbs, np.zeros(len(adverbs), dtype=bool))

    steps = refined(verb, arm, samples, TOLERANCE, way=never)
    assert steps[-1].number == 0
    assert steps[-1].accuracy.most <= TOLERANCE
    assert steps[-1].unreached == (steps[0].accuracy.misses > TOLERANCE).sum()
    assert len(steps) < 60  # more and more are asked about at once


def test_it_ends_where_a_way_claims_what_is_not_so():
    """The worst stays the worst after it was inserted: each sample is tried once."""
    verb, arm, samples = task(100)

    def nothing(verb, aim, adverbs, bounds, tolerance):
        return as_it_is(verb, aim, adverbs, np.ones(len(adverbs), dtype=bool))

    steps = refined(verb, arm, samples, TOLERANCE, 1000, way=nothing)
    assert steps[-1].number == (steps[0].accuracy.misses > TOLERANCE).sum()
    np.testing.assert_allclose(steps[-1].accuracy.misses, steps[0].accuracy.misses, atol=1e-9)


def test_an_example_that_is_off_by_itself_is_told_and_stays():
    """Its adverbs were typed wrong: no pseudo-example can stand where it stands."""
    verb, arm, samples = task()
    angles = arm.angles + np.array([[0.1], [0.0], [0.0], [0.0]])
    steps = refined(verb, PlaneArm(angles), np.concatenate((CORNERS, samples)), TOLERANCE, 30)
    np.testing.assert_allclose(steps[-1].verb.weights(CORNERS), np.eye(4), atol=1e-9)
    assert steps[-1].accuracy.misses[0] > 0.05
    assert steps[-1].accuracy.most >= steps[-1].accuracy.misses[0]


def test_what_the_verb_does_not_serve_is_not_refined():
    _, arm = reaching()
    verb = verb_at(CORNERS, limit=0.05)
    samples = np.concatenate((accuracy.sample(verb, 100).adverbs, [[9.0, 9.0]]))
    last = refined(verb, arm, samples, TOLERANCE)[-1]
    assert not last.accuracy.counts[-1]
    assert last.unreached == 0
    assert last.accuracy.most < TOLERANCE


def test_the_verb_that_was_given_is_not_changed():
    verb, arm, samples = task()
    before = verb.weights(samples)
    refined(verb, arm, samples, TOLERANCE, 5)
    np.testing.assert_array_equal(verb.weights(samples), before)
