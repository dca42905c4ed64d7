"""What motions tell of themselves, on motions whose answer is known."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from adverb.core import measures
from adverb.core.coordinates import tell

SECONDS = 4.0
FRAMES = 97
TIMES = np.linspace(0.0, SECONDS, FRAMES)
RNG = np.random.default_rng(2)
headings = st.floats(-np.pi, np.pi)


def arc(radius, speed=1.5, heading=0.3, height=0.9):
    """A steady way along a circle, to the left if the radius is positive."""
    turned = heading + speed * TIMES / radius
    flat = radius * np.stack((np.sin(turned) - np.sin(heading), np.cos(heading) - np.cos(turned)), axis=1)
    return np.column_stack((flat, height + 0.05 * np.sin(9.0 * TIMES)))


def straight(speed=1.5, heading=0.3):
    return np.outer(speed * TIMES, (np.cos(heading), np.sin(heading), 0.0))


def swaying(path, amount=0.03):
    """The path of hips, which go from side to side with every step, three times a second and a half."""
    ahead = np.gradient(path[:, :2], axis=0)
    ahead /= np.linalg.norm(ahead, axis=1, keepdims=True)
    path = path.copy()
    path[:, :2] += amount * np.sin(2.0 * np.pi * TIMES)[:, None] * np.stack((-ahead[:, 1], ahead[:, 0]), axis=1)
    return path


def trembling(path, amount=0.002):
    return path + amount * np.random.default_rng(1).normal(size=path.shape)


def transforms(rotation):
    result = np.tile(np.eye(4), (*rotation.as_matrix().shape[:-2], 1, 1))
    result[..., :3, :3] = rotation.as_matrix()
    return result


@pytest.mark.parametrize("axis", ["X", "-X", "Y", "-Y", "Z", "-Z"])
def test_a_direction_is_a_column_of_unit_length(axis):
    rotation = Rotation.random(4, random_state=1)
    unit = (-1.0 if axis[0] == "-" else 1.0) * np.eye(3)["XYZ".index(axis[-1])]
    bones = transforms(rotation)
    bones[:, :3, :3] *= 3.0
    np.testing.assert_allclose(measures.direction(bones, axis), rotation.apply(unit), atol=1e-12)


def test_what_points_straight_up_but_for_rounding_has_no_azimuth():
    noise = 1e-7 * np.random.default_rng(3).normal(size=(20, 3))
    up = measures.plumb(np.array([0.0, 0.0, 1.0]) + noise)
    np.testing.assert_array_equal(tell("AZIMUTH", up), 0.0)
    np.testing.assert_array_equal(tell("AZIMUTH", measures.plumb(-up)), 0.0)
    np.testing.assert_array_equal(tell("ELEVATION", up), 90.0)
    ways = Rotation.random(20, random_state=2).apply([1.0, 0.0, 0.0])
    np.testing.assert_array_equal(measures.plumb(ways), ways)


@given(st.floats(0.0, 180.0), st.integers(0, 1000))
def test_an_angle_between_bones(degrees, seed):
    turn = Rotation.random(random_state=seed)
    one, other = turn, turn * Rotation.from_euler("x", degrees, degrees=True)
    assert measures.angle(transforms(one), transforms(other)) == pytest.approx(degrees, abs=1e-6)


@given(st.floats(0.1, 5.0), headings, st.floats(1.0, 20.0))
def test_speed_is_that_of_the_way_and_not_of_where_it_ends(speed, heading, radius):
    assert measures.speed(straight(speed, heading), SECONDS) == pytest.approx(speed, rel=1e-9)
    assert measures.speed(arc(radius, speed, heading), SECONDS) == pytest.approx(speed, rel=0.01)


def test_a_trembling_capture_is_hardly_faster():
    raw = trembling(straight(0.2), 0.004)
    naive = np.linalg.norm(np.diff(raw[:, :2], axis=0), axis=1).sum() / SECONDS
    assert naive > 0.22
    assert measures.speed(raw, SECONDS) == pytest.approx(0.2, rel=0.04)


def test_a_pause_lowers_the_speed_but_not_the_turning():
    path = arc(3.0)
    waited = np.concatenate((np.repeat(path[:1], 48, axis=0), path))
    seconds = SECONDS * (len(waited) - 1) / (FRAMES - 1)
    assert measures.speed(waited, seconds) == pytest.approx(1.0, rel=0.01)
    assert measures.radius(waited, seconds) == pytest.approx(3.0, rel=0.01)


@pytest.mark.parametrize("side", [1.0, -1.0])
@given(st.floats(1.0, 40.0), headings)
def test_a_circle_of_known_radius(side, radius, heading):
    path = arc(side * radius, heading=heading)
    assert measures.radius(path, SECONDS) == pytest.approx(side * radius, rel=1e-3)
    assert measures.turning(path, SECONDS) == pytest.approx(side * np.degrees(1.0 / radius), rel=1e-3)


@pytest.mark.parametrize("radius", [1.5, 4.0, -2.5, -6.0])
def test_hips_that_sway_and_a_capture_that_trembles_turn_as_much(radius):
    assert measures.radius(trembling(swaying(arc(radius))), SECONDS) == pytest.approx(radius, rel=0.06)


@given(headings)
def test_a_straight_way_turns_by_nothing_and_has_no_radius(heading):
    path = straight(heading=heading)
    assert measures.turning(path, SECONDS) == pytest.approx(0.0, abs=1e-6)
    assert measures.radius(path, SECONDS) == float("inf")
    assert measures.radius(trembling(swaying(path)), SECONDS) == float("inf")


@given(headings, st.floats(-50.0, 50.0))
def test_turning_does_not_depend_on_where_and_whither(heading, shift):
    path = swaying(arc(3.0))
    moved = Rotation.from_euler("z", heading).apply(path) + (shift, -shift, shift)
    assert measures.turning(moved, SECONDS) == pytest.approx(measures.turning(path, SECONDS), rel=1e-6)
    assert measures.turning(path * (1, -1, 1), SECONDS) == pytest.approx(-measures.turning(path, SECONDS), rel=1e-9)


def test_who_stands_does_not_turn():
    still = np.ones((FRAMES, 3))
    assert measures.speed(still, SECONDS) == pytest.approx(0.0, abs=1e-12)
    assert np.isnan(measures.turning(still, SECONDS))
    assert np.isnan(measures.radius(still, SECONDS))


def walk(degrees, heading=0.4, steps=6, stride=0.7):
    """Two feet that step in turn over a ramp: standing for a step, then swinging to where the next one is."""
    ahead = np.array([np.cos(heading), np.sin(heading), 0.0])
    aside = np.array([-ahead[1], ahead[0], 0.0])
    feet = []
    for foot, side in enumerate((1.0, -1.0)):
        phase = np.clip(TIMES / SECONDS * steps - foot, 0.0, None) / 2.0
        swing = np.clip(2.0 * (phase % 1.0), 0.0, 1.0)
        part = swing * swing * (3.0 - 2.0 * swing)
        along = 2.0 * stride * (np.floor(phase) + part) + foot * stride
        lift = 0.15 * np.sin(np.pi * swing) * (phase > 0.0)
        up = along * np.tan(np.radians(degrees)) + lift
        feet.append(np.outer(along, ahead) + 0.1 * side * aside + up[:, None] * (0.0, 0.0, 1.0))
    return np.array(feet)


@pytest.mark.parametrize("degrees", [-20.0, -5.0, 0.0, 3.0, 12.0, 30.0])
@pytest.mark.parametrize("heading", [0.4, 2.0, -1.5])
def test_a_ramp_of_known_slope(degrees, heading):
    feet = walk(degrees, heading)
    assert measures.slope(feet, SECONDS) == pytest.approx(degrees, abs=0.5)
    assert measures.slope(feet[::-1], SECONDS) == pytest.approx(measures.slope(feet, SECONDS), abs=1e-9)


def test_walking_back_down_is_the_opposite_slope():
    feet = walk(10.0)
    assert measures.slope(feet[:, ::-1], SECONDS) == pytest.approx(-measures.slope(feet, SECONDS), abs=1e-6)


def test_feet_that_take_no_step_have_no_slope():
    assert np.isnan(measures.slope(np.zeros((2, FRAMES, 3)), SECONDS))


def test_smoothing_leaves_parabolas_and_short_motions_alone():
    path = np.stack((TIMES, TIMES**2, 1.0 - TIMES), axis=1)
    np.testing.assert_allclose(measures.smooth(path, SECONDS), path, atol=1e-10)
    assert np.array_equal(measures.smooth(path[:3], 0.1), path[:3])


@given(angles=st.tuples(*[st.floats(-1.0, 1.0)] * 3), turned=st.floats(-3.0, 3.0))
def test_what_a_cycle_turned_is_told_whatever_the_pose(angles, turned):
    pose = np.eye(4)
    pose[:3, :3] = Rotation.from_euler("xyz", angles).as_matrix()
    about = np.eye(4)
    about[:3, :3] = Rotation.from_euler("z", turned).as_matrix()
    assert measures.yaw(pose, about @ pose) == pytest.approx(turned, abs=1e-9)


def test_a_cycle_that_sways_turns_as_far_as_it_turned():
    t = np.linspace(0.0, 1.0, 40)
    path = np.stack((0.05 * np.sin(4 * np.pi * t), t, np.zeros(40)), axis=1)
    assert measures.turning(path, 1.0, np.radians(30.0)) == pytest.approx(30.0, rel=0.15)
    assert measures.radius(path, 1.0, 0.01) == np.inf


def test_lines_of_sight_meet_where_they_turn():
    rng = np.random.default_rng(3)
    pivot = np.array([0.2, -0.1, 1.4])
    aims = np.array([0.0, -1.0, 0.0]) + 0.6 * rng.normal(size=(9, 3)) * (1, 0.1, 1)
    aims /= np.linalg.norm(aims, axis=1, keepdims=True)
    held = pivot + 0.4 * aims  # before the shoulders, and always pointing away from them
    met = measures.meeting(held, aims)
    assert np.linalg.norm(met - pivot) < 0.03
    assert np.linalg.norm(held.mean(axis=0) - pivot) > 0.3
    seen = (held + 0.8 * aims) - met
    assert np.degrees(np.arccos((seen * aims).sum(axis=1) / np.linalg.norm(seen, axis=1))).max() < 1.5


def test_lines_that_never_meet_are_seen_from_their_middle():
    places = np.array([[0.0, 0.0, 1.0], [0.2, 0.1, 1.0], [0.4, -0.1, 1.3]])
    ahead = np.tile([0.0, -1.0, 0.0], (3, 1))
    assert np.allclose(measures.meeting(places, ahead), places.mean(axis=0))
