"""How a goal is met: one and many alike, at the moment of the goal, and not beyond the keytimes beside it."""

from dataclasses import replace

import numpy as np
import pytest

from adverb.core.coordinates import HOME
from adverb.core.landing import Landing, Way
from adverb.core.motion import Cycle
from adverb.core.polish import Polish, apply
from adverb.core.verb import Options, fit
from tests.benchmarks import tasks
from tests.core.factories import clip, example
from tests.core.test_reach import HAND, TURNING, reach_of, sights
from tests.core.test_skeleton import SKELETON


def some(task, count=30):
    return task.targets[:: len(task.targets) // count]


@pytest.mark.parametrize("way", list(Way))
def test_one_is_met_as_many_are(way):
    task = tasks.reach()
    landing = task.landing(way, polished=True)
    adverbs = some(task)
    weights = landing.weights(adverbs)
    together = landing.corrections(adverbs, weights)
    poses = task.verb.motion.at_all(weights, np.zeros(len(adverbs)), np.zeros(len(adverbs)))
    polished = landing.apply(poses, together, np.zeros(len(adverbs)))
    for row, asked in enumerate(adverbs):
        alone = landing.weights(asked[None])[0]
        np.testing.assert_allclose(alone, weights[row], atol=1e-9)
        pose = landing.apply(task.verb.motion.at(alone, 0.0), landing.correction(asked, alone), 0.0)
        np.testing.assert_allclose(pose, polished[row], atol=1e-7)


def test_what_is_beyond_the_limit_is_met_where_it_is_drawn_back_to():
    task = tasks.board()
    landing = task.landing(Way.SOLVE)
    far = np.array([[9.0, 9.0]])
    np.testing.assert_allclose(landing.weights(far), landing.weights(task.verb.within(far)), atol=1e-9)


def phrased(cycle):
    rng = np.random.default_rng(3)
    examples = [
        example(f"example {index}", place, clip(rng, np.arange(21), TURNING, 0.2), [0.0, 5.0, 12.0, 20.0])
        for index, place in enumerate(np.random.default_rng(4).uniform(-1.0, 1.0, (6, 3)))
    ]
    verb = fit(examples, ["x", "y", "z"], Options(cycle=cycle))
    moment = float(verb.motion.timewarp.canonical[1])
    aim = reach_of(verb.motion, moment, sights(HAND, HOME, "XYZ"))
    polish = Polish.of(SKELETON, verb.layout, HAND.bone, np.array(HAND.offset))
    return Landing(verb, aim, moment, Way.BLEND, polish=polish)


@pytest.mark.parametrize("cycle", [Cycle.ONCE, Cycle.IN_PLACE])
def test_a_correction_is_whole_at_its_keytime_and_gone_beyond_those_beside_it(cycle):
    landing = phrased(cycle)
    keys = landing.verb.motion.timewarp.canonical
    adverbs = np.zeros(3)
    weights = landing.verb.weights(adverbs)
    correction = landing.correction(adverbs, weights)
    at = landing.verb.motion.at(weights, landing.moment)
    np.testing.assert_array_equal(landing.apply(at, correction, landing.moment), apply(at, correction))
    for phase in np.linspace(keys[2], 1.0, 5):
        pose = landing.verb.motion.at(weights, phase)
        np.testing.assert_allclose(landing.apply(pose, correction, phase), pose, atol=1e-12)


def test_in_a_cycle_a_correction_at_its_start_fades_out_of_the_cycle_before():
    landing = replace(phrased(Cycle.IN_PLACE), moment=0.0)
    keys = landing.verb.motion.timewarp.canonical
    adverbs = np.zeros(3)
    weights = landing.verb.weights(adverbs)
    correction = landing.correction(adverbs, weights)
    late, last = 0.5 * (keys[2] + 1.0), landing.verb.motion
    pose = last.at(weights, late)
    assert np.abs(landing.apply(pose, correction, late) - pose).max() > 1e-4
    np.testing.assert_allclose(landing.apply(pose, correction, 1.0), landing.apply(pose, correction, 0.0), atol=1e-9)


def test_landings_are_alike_as_long_as_nothing_changes():
    landing = phrased(Cycle.ONCE)
    assert landing.is_like(replace(landing))
    assert not landing.is_like(replace(landing, way=Way.SOLVE))
    assert not landing.is_like(replace(landing, polish=None))
