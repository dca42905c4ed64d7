"""The paper's search for another point of adverb space, against what it promises."""

import numpy as np
import pytest

from adverb.core.channels import Channel, Kind, Layout
from adverb.core.search import search
from adverb.core.verb import Options, fit
from tests.core.factories import example, pose

SLIDE = Layout.of([Channel.of("hand", Kind.LOCATION)])


class Seen:
    """An aim that sees the hand's own location through some map."""

    asks = (0, 1)

    def __init__(self, verb, through):
        self.verb, self.through = verb, through

    def see(self, weights):
        return self.through(self.verb.motion.at_all(weights, np.zeros(len(weights)), np.zeros(len(weights)))[:, :2])

    def wanted(self, adverbs):
        return adverbs[:, :2]

    def misses(self, seen, wanted):
        return np.linalg.norm(seen - wanted, axis=1)


CORNERS = np.array([[x, y, mood] for x in (0.0, 1.0) for y in (0.0, 1.0) for mood in (0.0, 1.0)])


def sliding():
    return fit([example(f"{c}", c, pose([*c[:2], 0.0], SLIDE)) for c in CORNERS], ["x", "y", "mood"], Options())


def targets(count=40):
    return np.random.default_rng(1).uniform(0.1, 0.9, (count, 3))


def test_finds_the_point_of_an_even_map_at_once():
    verb = sliding()
    aim = Seen(verb, lambda places: places + [0.05, -0.08])
    found = search(verb, aim, targets(), 1e-9)
    assert found.is_reached.all()


@pytest.mark.parametrize("bend", [0.2, 0.6])
def test_gets_nearer_on_a_bent_map_and_never_farther(bend):
    verb = sliding()
    aim = Seen(verb, lambda places: places + bend * np.sin(3.0 * places[:, ::-1]) * (1.0 - places) * places)
    raw = aim.misses(aim.see(verb.weights(targets())), targets()[:, :2])
    found = search(verb, aim, targets(), 1e-9)
    assert (found.misses <= raw).all()
    assert found.misses.mean() < 0.1 * raw.mean()
    np.testing.assert_allclose(aim.see(found.weights), found.seen, atol=1e-12)


def test_what_no_coordinate_asks_for_stays():
    verb = sliding()
    moods = verb.weights(targets()) @ CORNERS[:, 2]
    found = search(verb, Seen(verb, lambda places: places + 0.07), targets(), 1e-9)
    np.testing.assert_allclose(found.weights @ CORNERS[:, 2], moods, atol=1e-9)
