"""What is asked for, told in numbers, and how far off it is."""

import numpy as np
import pytest

from adverb.core.coordinates import HOME, Coordinate, Frame
from adverb.core.sights import Probe, Sight, Sights

HAND = Probe("hand", (0.0, 0.0, 0.0))
GAZE = Probe("head", (0.0, 1.0, 0.0), is_direction=True)
ASIDE = Frame(np.array([0.4, -0.3, 1.0]), np.eye(3)[[1, 2, 0]].T)


def sights_of(probe, axes, places, frame=HOME):
    return Sights.of([Sight(place, probe, Coordinate(axis, frame)) for place, axis in enumerate(axes)], {probe: places})


def scattered(seed, count=6):
    return np.random.default_rng(seed).uniform(-1.0, 1.0, (count, 3))


@pytest.mark.parametrize("axes", ["XYZ", "XZ", ("AZIMUTH", "ELEVATION"), ("AZIMUTH", "Z")])
@pytest.mark.parametrize("frame", [HOME, ASIDE])
def test_what_is_seen_is_not_missed(axes, frame):
    places = scattered(1)
    sights = sights_of(HAND, axes, places, frame)
    seen = sights.tell({HAND: places})
    np.testing.assert_allclose(sights.wanted(seen), seen, atol=1e-9)
    np.testing.assert_allclose(sights.misses(seen, sights.wanted(seen)), 0.0, atol=1e-9)


@pytest.mark.parametrize("frame", [HOME, ASIDE])
def test_a_place_is_missed_by_its_distance(frame):
    places, other = scattered(2), scattered(3)
    sights = sights_of(HAND, "XYZ", places, frame)
    misses = sights.misses(sights.tell({HAND: places}), sights.tell({HAND: other}))
    np.testing.assert_allclose(misses, np.linalg.norm(places - other, axis=1))
    np.testing.assert_allclose(sights.targets(places, sights.tell({HAND: other})), other, atol=1e-9)


def test_a_target_is_the_nearest_place_that_is_as_wanted():
    places, other = scattered(4), scattered(5)
    sights = sights_of(HAND, "XZ", places)
    targets = sights.targets(places, other[:, (0, 2)])
    np.testing.assert_allclose(targets[:, (0, 2)], other[:, (0, 2)], atol=1e-12)
    np.testing.assert_allclose(targets[:, 1], places[:, 1], atol=1e-12)


def test_on_a_board_the_third_coordinate_is_wanted_too():
    places = scattered(6)
    places[:, 1] = 0.3 * places[:, 0] - 0.2 * places[:, 2] + 0.5
    sights = sights_of(HAND, "XZ", places)
    assert sights.board is not None
    wanted = sights.wanted(np.array([[0.1, 0.7]]))
    np.testing.assert_allclose(wanted, [[0.1, 0.7, 0.3 * 0.1 - 0.2 * 0.7 + 0.5]], atol=1e-9)
    np.testing.assert_allclose(sights.targets(np.zeros((1, 3)), wanted), [[0.1, wanted[0, 2], 0.7]], atol=1e-9)
    assert sights_of(HAND, "XZ", scattered(7)).board is None


def test_directions_are_missed_in_degrees_and_less_near_the_zenith():
    looks = scattered(8)
    sights = sights_of(GAZE, ("AZIMUTH", "ELEVATION"), looks)
    assert sights.is_angle
    misses = sights.misses(np.array([[10.0, 0.0], [10.0, 60.0]]), np.array([[0.0, 0.0], [0.0, 60.0]]))
    np.testing.assert_allclose(misses, [10.0, 5.0])
    assert not sights_of(HAND, ("AZIMUTH", "Z"), looks).is_angle
