"""A cycle's way as a twist: measured and moved, against the matrix exponential."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.linalg import expm
from scipy.spatial.transform import Rotation

from adverb.core import quaternion, travel
from tests.core.factories import HIP_LOCATION, HIP_ROTATION, ROOTED, difference, unit_quaternions

RNG = np.random.default_rng(3)
UPS = [(0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (0.0, 0.6, -0.8)]
TWISTS = arrays(np.float64, 4, elements=st.floats(-3.0, 3.0))


def root(up):
    return travel.Root(ROOTED.slices[HIP_LOCATION], ROOTED.slices[HIP_ROTATION], np.array(up))


def stances(count):
    return np.concatenate((RNG.normal(size=(count, 3)), unit_quaternions(RNG, count)), axis=1)


@pytest.mark.parametrize("up", UPS)
@given(twist=TWISTS)
def test_measure_takes_back_move(up, twist):
    start = stances(1)[0]
    end = travel.move(root(up), twist, np.float64(1.0), start)
    np.testing.assert_allclose(travel.measure(root(up), start, end), twist, atol=1e-10)


@pytest.mark.parametrize("up", UPS)
@given(twist=TWISTS, cycles=st.floats(-3.0, 3.0))
def test_move_is_the_exponential_of_a_twist(up, twist, cycles):
    start = stances(1)[0]
    generator = np.zeros((4, 4))
    generator[:3, :3] = np.cross(np.eye(3), twist[0] * np.array(up))
    generator[:3, 3] = twist[1:]
    carried = expm(cycles * generator)
    moved = travel.move(root(up), twist, np.float64(cycles), start)
    np.testing.assert_allclose(moved[:3], carried[:3, :3] @ start[:3] + carried[:3, 3], atol=1e-10)
    turned = Rotation.from_matrix(carried[:3, :3]) * Rotation.from_quat(start[3:], scalar_first=True)
    np.testing.assert_allclose(quaternion.to_matrix(moved[3:]), turned.as_matrix(), atol=1e-10)


@given(TWISTS, st.floats(-5.0, 5.0), st.floats(-5.0, 5.0))
def test_ways_add_up_and_are_taken_back(twist, first, second):
    start = stances(1)[0]
    there = travel.move(root(UPS[0]), twist, np.float64(first), start)
    both = travel.move(root(UPS[0]), twist, np.float64(first + second), start)
    assert difference(ROOTED, travel.move(root(UPS[0]), twist, np.float64(second), there), both) < 1e-10
    assert difference(ROOTED, travel.move(root(UPS[0]), twist, np.float64(-first), there), start) < 1e-10


def test_a_straight_way_is_long_in_proportion():
    start = stances(1)[0]
    moved = travel.move(root(UPS[0]), np.array([0.0, 1.0, 2.0, 3.0]), np.arange(7.0), np.tile(start, (7, 1)))
    np.testing.assert_allclose(moved[:, :3], start[:3] + np.outer(np.arange(7), (1, 2, 3)), atol=1e-12)
    np.testing.assert_array_equal(moved[:, 3:], [start[3:]] * 7)


def test_a_turning_way_goes_round_a_circle_and_climbs_steadily():
    twist = np.array([2 * np.pi / 12, 0.0, 1.0, 0.25])
    places = travel.move(root(UPS[0]), twist, np.arange(13.0), np.tile(ROOTED.rest, (13, 1)))[:, :3]
    centre = places[:12, :2].mean(axis=0)
    np.testing.assert_allclose(np.linalg.norm(places[:, :2] - centre, axis=1), 12 / (2 * np.pi), atol=1e-9)
    np.testing.assert_allclose(places[12, :2], places[0, :2], atol=1e-9)
    np.testing.assert_allclose(places[:, 2], 0.25 * np.arange(13), atol=1e-12)


@pytest.mark.parametrize("up", UPS)
def test_a_lean_is_no_part_of_the_way(up):
    """A walk that ends leaning must not tip over: only the turn about up is carried on."""
    start, end = ROOTED.rest, ROOTED.rest
    side = np.cross(up, (1.0, 0.3, 0.2))
    turn = quaternion.exp(0.4 * np.array(up))
    end[3:] = quaternion.multiply(turn, quaternion.exp(0.3 * side / np.linalg.norm(side)))
    assert travel.measure(root(up), start, end)[0] == pytest.approx(0.4)


@given(TWISTS, st.sampled_from([-1.0, 1.0]))
def test_what_is_measured_leads_to_the_end_whatever_the_sign_of_its_quaternion(twist, sign):
    assume(sign > 0 or abs(twist[0]) > 0.1)  # the sign may be read as the other way round, but not as a whole turn
    start = stances(1)[0]
    end = travel.move(root(UPS[0]), twist, np.float64(1.0), start)
    end[3:] *= sign
    measured = travel.measure(root(UPS[0]), start, end)
    assert difference(ROOTED, travel.move(root(UPS[0]), measured, np.float64(1.0), start), end) < 1e-9


def test_a_batch_is_each_by_itself():
    poses, twists, cycles = stances(8), RNG.normal(size=(8, 4)), RNG.normal(size=8)
    batch = travel.move(root(UPS[2]), twists, cycles, poses)
    for index in range(8):
        one = travel.move(root(UPS[2]), twists[index], cycles[index], poses[index])
        np.testing.assert_allclose(one, batch[index], atol=1e-14)
