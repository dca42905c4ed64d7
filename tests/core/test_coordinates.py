"""Coordinates: there and back, from any frame, one at a time and many at once."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from adverb.core.coordinates import (
    BONE_AXES,
    HOME,
    ROUND,
    STRAIGHT,
    Coordinate,
    Frame,
    axis_along,
    locate,
    locate_all,
    put,
    tell,
    together,
    unit,
)

RNG = np.random.default_rng(8)
ALL = (*STRAIGHT, *sorted(ROUND))
numbers = st.floats(-10.0, 10.0)
seeds = st.integers(0, 2**32 - 1)


def random_frame(seed, *shape):
    rng = np.random.default_rng(seed)
    axes = Rotation.random(max(int(np.prod(shape)), 1), random_state=seed % 2**31).as_matrix()
    return Frame(rng.normal(size=(*shape, 3)), axes.reshape(*shape, 3, 3))


def seen(frame, point):
    """What a point is in a frame, by hand."""
    return np.linalg.solve(frame.axes, point - frame.origin)


@pytest.mark.parametrize(
    ("point", "azimuth", "elevation"),
    [
        ((0, -2, 0), 0, 0),  # ahead
        ((2, 0, 0), 90, 0),  # to the left
        ((-2, 0, 0), -90, 0),
        ((0, 2, 0), 180, 0),  # behind
        ((1, -1, 0), 45, 0),
        ((0, -1, 1), 0, 45),  # up
        ((0, -1, -1), 0, -45),
        ((0, 0, 3), 0, 90),  # no azimuth of its own
        ((0, 0, 0), 0, 0),
    ],
)
def test_which_way_is_left_and_up(point, azimuth, elevation):
    point = np.array(point, dtype=np.float64)
    assert tell("AZIMUTH", point) == pytest.approx(azimuth)
    assert tell("ELEVATION", point) == pytest.approx(elevation)
    assert tell("DISTANCE", point) == pytest.approx(np.linalg.norm(point))
    assert [Coordinate(axis).of(*point) for axis in ALL] == pytest.approx([float(tell(axis, point)) for axis in ALL])


@given(st.tuples(numbers, numbers, numbers))
def test_a_point_comes_back_from_either_three(point):
    point = np.array(point)
    for axes in (STRAIGHT, ROUND):
        known = {axis: float(tell(axis, point)) for axis in axes}
        np.testing.assert_allclose(put(known, RNG.normal(size=3)), point, atol=1e-12)


@given(seeds, st.sets(st.sampled_from(ALL), min_size=1))
def test_what_is_known_holds_and_the_rest_stays(seed, axes):
    rng = np.random.default_rng(seed)
    wanted, point = rng.normal(size=(2, 3))
    known = {axis: float(tell(axis, wanted)) for axis in axes}
    found = put(known, point)
    straight = axes & set(STRAIGHT)
    for axis in straight or axes:
        assert tell(axis, found) == pytest.approx(known[axis])
    for axis in (set(STRAIGHT) if straight == axes else ROUND if not straight else set()) - axes:
        assert tell(axis, found) == pytest.approx(float(tell(axis, point)))


def test_an_azimuth_at_a_height_has_both():
    found = put({"AZIMUTH": 30.0, "Z": 1.5}, np.array([0.0, -2.0, 0.0]))
    assert tell("AZIMUTH", found) == pytest.approx(30.0)
    assert tell("Z", found) == 1.5


@given(seeds)
def test_a_frame_sees_and_places(seed):
    frame = random_frame(seed)
    point = np.random.default_rng(seed + 1).normal(size=3)
    np.testing.assert_allclose(frame.see(point), seen(frame, point), atol=1e-12)
    np.testing.assert_allclose(frame.place(frame.see(point)), point, atol=1e-12)
    np.testing.assert_allclose(frame.see_direction(point), frame.see(point + frame.origin), atol=1e-12)
    again = Frame.of_numbers(frame.numbers)
    assert np.array_equal(again.origin, frame.origin)
    assert np.array_equal(again.axes, frame.axes)


def test_many_frames_each_see_their_own_point():
    frames, points = random_frame(3, 7), RNG.normal(size=(7, 3))
    for place in range(7):
        one = Frame(frames.origin[place], frames.axes[place])
        np.testing.assert_allclose(frames.see(points)[place], seen(one, points[place]), atol=1e-12)


@given(seeds)
def test_coordinates_do_not_change_when_frame_and_point_turn_together(seed):
    frame, turn = random_frame(seed), random_frame(seed + 1)
    point = np.random.default_rng(seed).normal(size=3)
    turned = Frame(turn.place(frame.origin), turn.axes @ frame.axes)
    for axis in ALL:
        before = Coordinate(axis, frame).of_all(point)
        assert Coordinate(axis, turned).of_all(turn.place(point)) == pytest.approx(before, abs=1e-9)


@given(seeds, st.sampled_from(ALL), st.floats(-400.0, 400.0))
def test_one_at_a_time_and_many_at_once_agree(seed, axis, middle):
    coordinate = Coordinate(axis, random_frame(seed), middle)
    points = np.random.default_rng(seed).normal(size=(5, 3))
    one_by_one = [coordinate.of(*point) for point in points.tolist()]
    np.testing.assert_allclose(coordinate.of_all(points), one_by_one, rtol=0, atol=1e-9)


def test_an_azimuth_is_told_about_its_middle():
    behind = Coordinate("AZIMUTH", middle=180.0)
    assert behind.of(-0.1, 1.0, 0.0) == pytest.approx(180.0 + np.degrees(np.arctan(0.1)))
    assert behind.of(0.1, 1.0, 0.0) == pytest.approx(180.0 - np.degrees(np.arctan(0.1)))


@pytest.mark.parametrize(
    ("azimuths", "expected"),
    [
        ([], []),
        ([-170.0], [-170.0]),
        ([-60.0, 0.0, 60.0], [-60.0, 0.0, 60.0]),
        ([100.0, 170.0, -170.0], [100.0, 170.0, 190.0]),
        ([-100.0, -170.0, 170.0], [-100.0, -170.0, -190.0]),
        ([-170.0, -90.0, 0.0, 90.0, 170.0], [-170.0, -90.0, 0.0, 90.0, 170.0]),  # all around
    ],
)
def test_azimuths_of_one_side_follow_each_other(azimuths, expected):
    np.testing.assert_allclose(together(np.array(azimuths)), expected, atol=1e-9)


@given(seeds)
def test_at_rest_a_frame_has_the_axes_of_the_armature_whatever_the_roll(seed):
    bone = random_frame(seed)
    rest = np.eye(4)
    rest[:3, :3], rest[:3, 3] = bone.axes, bone.origin
    frame = Frame.of(rest, rest)
    np.testing.assert_allclose(frame.origin, bone.origin)
    np.testing.assert_allclose(frame.axes, np.eye(3), atol=1e-12)


@given(seeds)
def test_a_frame_turns_with_its_bone_and_does_not_stretch(seed):
    bone, turn = random_frame(seed), random_frame(seed + 1)
    rest, posed = np.eye(4), np.eye(4)
    rest[:3, :3] = bone.axes
    posed[:3, :3] = turn.axes @ bone.axes * 2.5
    np.testing.assert_allclose(Frame.of(posed, rest).axes, turn.axes, atol=1e-12)


def test_the_mean_of_frames_turned_to_both_sides_is_between_them():
    angles = np.radians([-40.0, -10.0, 20.0, 30.0])
    axes = Rotation.from_euler("z", angles[:, None]).as_matrix()
    mean = Frame(np.arange(12.0).reshape(4, 3), axes).mean()
    np.testing.assert_allclose(mean.origin, [4.5, 5.5, 6.5])
    assert abs(np.degrees(Rotation.from_matrix(mean.axes).as_euler("zyx")[0])) < 1.0
    np.testing.assert_allclose(mean.axes @ mean.axes.T, np.eye(3), atol=1e-12)


def test_home_is_the_armature_itself():
    point = np.array([0.3, -0.4, 0.5])
    assert np.array_equal(HOME.see(point), point)


@given(st.tuples(*[st.floats(0.3, 2.0)] * 3), st.sampled_from([("DISTANCE", "Z"), ("X", "DISTANCE"), ("AZIMUTH", "Z")]))
def test_coordinates_of_different_kinds_meet_in_a_point(point, axes):
    turned = Frame(np.array([0.1, -0.2, 0.3]), HOME.axes)
    told = [Coordinate(axes[0]), Coordinate(axes[1], turned)]
    numbers = [coordinate.of(*point) for coordinate in told]
    found = locate(told, numbers, 1.0, np.array(point) + 0.1)
    assert [coordinate.of(*found) for coordinate in told] == pytest.approx(numbers, abs=1e-6)


@pytest.mark.parametrize("axes", [("AZIMUTH", "ELEVATION"), ("X", "Z"), ("AZIMUTH", "Z"), ()])
@pytest.mark.parametrize("is_beside", [False, True])
def test_many_points_are_located_like_each_of_them(axes, is_beside):
    rng = np.random.default_rng(3)
    frame = Frame(np.array([0.1, -0.2, 0.3]), Rotation.from_euler("xyz", (0.2, 0.3, 0.4)).as_matrix())
    told = [Coordinate(axis, frame) for axis in axes] + [None]
    numbers, besides = rng.uniform(0.2, 0.9, (7, len(told))), rng.normal(size=(7, 3)) if is_beside else None
    each = [locate(told, row, 2.0, besides[place] if is_beside else None) for place, row in enumerate(numbers)]
    np.testing.assert_allclose(locate_all(told, numbers, 2.0, besides), each, atol=1e-12)


@pytest.mark.parametrize("axis", BONE_AXES)
def test_an_axis_is_found_again_from_any_direction_near_it(axis):
    assert np.linalg.norm(unit(axis)) == 1.0
    for aside in (0.9 * np.eye(3)[place] for place in range(3)):
        assert axis_along(unit(axis) + aside - unit(axis) * (unit(axis) @ aside)) == axis
    assert unit(axis)["XYZ".index(axis[-1])] == (-1.0 if "-" in axis else 1.0)
