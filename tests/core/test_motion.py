"""Blends of motions: every example exactly, no order of blending, and extrapolation that keeps its meaning."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from adverb.core import motion, quaternion
from adverb.core.channels import Layout
from adverb.core.clip import Clip
from tests.core.factories import (
    ARM_ROTATION,
    HIP_LOCATION,
    RIG,
    SMILE,
    TURNING,
    clip,
    difference,
    phrased,
    pose,
    turned,
    unit_quaternions,
)

RNG = np.random.default_rng(13)


def fit(examples):
    return motion.fit([its.clip for its in examples], np.array([its.keytimes for its in examples]))


def ends(clips):
    return np.array([[its.times[0], its.times[-1]] for its in clips])


def angle(q):
    """About z, in radians."""
    return 2 * np.arctan2(q[..., 3], q[..., 0])


def worst(built, examples):
    """How far the motion is from the examples at their own weights, over every frame."""
    errors = []
    for index, its in enumerate(examples):
        weights = np.tile(np.eye(len(examples))[index], (len(its.clip.times), 1))
        poses = built.poses(weights, its.clip.times - its.keytimes[0])
        errors.append(difference(built.layout, poses, its.clip.values))
    return max(errors)


@pytest.mark.parametrize("count", [1, 2, 5])
@pytest.mark.parametrize("segments", [1, 2, 4, 7])
def test_every_frame_of_every_example_is_reproduced(count, segments):
    examples = phrased(np.random.default_rng([count, segments]), count, segments)
    assert worst(fit(examples), examples) < 1e-9


@pytest.mark.parametrize("seed", range(5))
def test_also_where_keytimes_lie_between_frames_and_frames_between_numbers(seed):
    rng = np.random.default_rng(seed)
    clips = [clip(rng, np.cumsum(rng.uniform(0.6, 1.4, rng.integers(20, 40)))) for _ in range(3)]
    spans = [(its.times[0], its.times[-1]) for its in clips]
    keytimes = np.array([start + (end - start) * np.array([0, 0.31, 0.68, 1.0]) for start, end in spans])
    built = motion.fit(clips, keytimes)
    for index, its in enumerate(clips):
        poses = built.poses(np.tile(np.eye(3)[index], (len(its.times), 1)), its.times - its.times[0])
        assert difference(RIG, poses, its.values) < 1e-9


@pytest.mark.parametrize("seed", range(8))
def test_also_where_phrasing_differs_wildly(seed):
    """Eight keytimes, some a frame apart in one example and half the motion apart in another."""
    rng = np.random.default_rng(seed)
    examples = phrased(rng, 4, 7)
    gaps = [rng.permutation([1, 1, 2, 3, 5, 10, 30]) for _ in examples]
    keytimes = np.array([np.concatenate(([0.0], np.cumsum(its))) for its in gaps])
    clips = [clip(rng, np.arange(53)) for _ in examples]
    built = motion.fit(clips, keytimes)
    for index, its in enumerate(clips):
        poses = built.poses(np.tile(np.eye(4)[index], (53, 1)), its.times)
        assert difference(RIG, poses, its.values) < 1e-9


def test_a_motion_before_its_first_and_after_its_last_keytime_is_not_part_of_the_verb():
    its = clip(RNG, np.arange(31))
    built = motion.fit([its], np.array([[4.5, 20.0]]))
    np.testing.assert_array_equal(built.keytimes(np.ones(1)), (0.0, 15.5))
    inside = its.times[5:21]
    assert difference(RIG, built.poses(np.ones((16, 1)), inside - 4.5), its.values[5:21]) < 1e-9
    assert difference(RIG, built.poses(np.ones((2, 1)), np.array([-3.0, 99.0])), its.at(np.array([4.5, 20.0]))) < 1e-9


@pytest.mark.parametrize("frames", [2, 3, 4])
def test_the_shortest_motions(frames):
    clips = [clip(RNG, np.arange(frames)), clip(RNG, np.arange(40))]
    built = motion.fit(clips, ends(clips))
    for index, its in enumerate(clips):
        poses = built.poses(np.tile(np.eye(2)[index], (len(its.times), 1)), its.times)
        assert difference(RIG, poses, its.values) < 1e-9


def test_numbers_blend_by_a_weighted_sum():
    layout = Layout.of([HIP_LOCATION, SMILE])
    clips = [clip(RNG, np.arange(15), layout) for _ in range(3)]
    built = motion.fit(clips, ends(clips))
    weights = np.array([-0.7, 1.4, 0.3])
    expected = sum(weight * its.values for weight, its in zip(weights, clips))
    np.testing.assert_allclose(built.poses(np.tile(weights, (15, 1)), clips[0].times), expected, atol=1e-9)


@given(st.lists(st.floats(-1.5, 1.5), min_size=2, max_size=5), st.data())
def test_turns_about_one_axis_blend_as_their_angles(angles, data):
    """With weights below 0 and over 1 too: half as much again of a bow is a deeper bow."""
    weights = np.array([data.draw(st.floats(-1.0, 1.5)) for _ in angles[1:]])
    weights = np.append(weights, 1.0 - weights.sum())
    clips = [turned([its]) for its in angles]
    result = angle(motion.fit(clips, np.zeros((len(clips), 0))).pose(weights, 0.0))
    assert np.exp(1j * result) == pytest.approx(np.exp(1j * np.dot(weights, angles)), abs=1e-9)


@given(st.floats(-9.0, 9.0) | st.sampled_from(0.5 + np.pi * np.array([-1.5, -1.0, -0.5, 0.5, 1.0, 1.5])))
def test_a_blend_goes_on_around_the_same_arc_for_turns_on_end(share):
    built = motion.fit([turned([0.0]), turned([2.0])], np.empty((2, 0)))
    weights = np.array([1.0 - share, share])
    wanted = [np.cos(share), 0.0, 0.0, np.sin(share)]  # its sign as well: there is no jump on the way
    assert np.abs(built.pose(weights, 0.0)[-4:] - wanted).max() < 1e-12
    assert np.abs(built.poses(weights[None], np.zeros(1))[0, -4:] - wanted).max() < 1e-12


def test_a_blend_of_two_is_slerp():
    clips = [pose(q, TURNING) for q in quaternion.exp(RNG.normal(size=(2, 3)))]
    built = motion.fit(clips, np.zeros((2, 0)))
    ours = np.array([built.pose(np.array([1 - w, w]), 0.0) for w in np.linspace(-0.3, 1.3, 9)])
    start, end = (Rotation.from_quat(its.values[0], scalar_first=True) for its in clips)
    turn = (start.inv() * end).as_rotvec()
    oracle = start * Rotation.from_rotvec(np.linspace(-0.3, 1.3, 9)[:, None] * turn)
    assert difference(TURNING, ours, oracle.as_quat(scalar_first=True)) < 1e-12


def pair(seed, swap=False):
    rng = np.random.default_rng(seed)
    clips = [clip(rng, np.arange(20), spread=0.6), clip(rng, np.arange(31), spread=0.6)][:: -1 if swap else 1]
    return motion.fit(clips, ends(clips))


@pytest.mark.parametrize("seed", range(4))
def test_a_blend_of_two_is_the_same_seen_from_either_side(seed):
    times, weights = np.linspace(0, 25, 40), np.tile([0.3, 0.7], (40, 1))
    assert difference(RIG, pair(seed).poses(weights, times), pair(seed, True).poses(weights[:, ::-1], times)) < 1e-9


@pytest.mark.parametrize("spread", [0.3, 0.7, 1.2])
@pytest.mark.parametrize("seed", range(6))
def test_neither_order_nor_sign_of_quaternions_matters(seed, spread):
    rng = np.random.default_rng(seed)
    clips = [clip(rng, np.arange(12), spread=spread) for _ in range(5)]
    weights = np.tile([0.5, -0.2, 0.4, 0.1, 0.2], (30, 1))
    times = np.linspace(0, 11, 30)
    expected = motion.fit(clips, ends(clips)).poses(weights, times)
    flipped = [Clip(RIG, its.times, its.values.copy()) for its in clips]
    for its in flipped:
        RIG.rotations(its.values)[...] *= rng.choice([-1.0, 1.0], (12, 2, 1))
    assert difference(RIG, motion.fit(flipped, ends(clips)).poses(weights, times), expected) < 1e-9
    order = rng.permutation(5)
    shuffled = motion.fit([clips[index] for index in order], ends(clips))
    assert difference(RIG, shuffled.poses(weights[:, order], times), expected) < 1e-9


def test_many_poses_are_as_one_and_of_unit_length():
    examples = phrased(RNG, 4, 3)
    built = fit(examples)
    weights = RNG.normal(0.25, 0.4, (600, 4))
    times = RNG.uniform(-5, 60, 600)
    poses = built.poses(weights, times)
    np.testing.assert_allclose(np.linalg.norm(RIG.rotations(poses), axis=-1), 1.0, atol=1e-12)
    for index in range(0, 600, 7):
        np.testing.assert_allclose(built.pose(weights[index], float(times[index])), poses[index], atol=1e-11)


def test_keytimes_of_a_blend_are_where_the_examples_meet():
    """At its own keytimes a blend is the blend of what the examples are at theirs."""
    examples = phrased(RNG, 4, 3)
    built = fit(examples)
    for weights in (*np.eye(4), np.array([0.4, -0.2, 0.5, 0.3])):
        keytimes = built.keytimes(weights)
        np.testing.assert_allclose(np.diff(keytimes), weights @ [np.diff(its.keytimes) for its in examples])
        for index, time in enumerate(keytimes):
            numbers = [its.clip.at(its.keytimes[index : index + 1])[0, : RIG.linear_width] for its in examples]
            expected = np.dot(weights, numbers)
            np.testing.assert_allclose(built.pose(weights, time)[: RIG.linear_width], expected, atol=1e-8)
            held = built.at(weights, float(built.timewarp.canonical[index]))
            np.testing.assert_allclose(held[: RIG.linear_width], expected, atol=1e-8)


def test_a_blend_moves_without_jumps_in_value_or_speed():
    built = fit(phrased(RNG, 3, 3))
    weights = np.array([0.5, 0.8, -0.3])
    h = 1e-3
    times = np.arange(0, built.keytimes(weights)[-1], h)
    speeds = np.diff(built.poses(np.tile(weights, (len(times), 1)), times), axis=0) / h
    assert np.abs(np.diff(speeds, axis=0)).max() < 0.05


@pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 0), (1, 2), (2, 1), (-1, 1), (2, 2.2)])
def test_turns_of_more_than_a_turn(first, second):
    """A somersault and a double one: both as they are, and between them one and a half, from the same start."""
    clips = [turned(np.linspace(0, turns * 2 * np.pi, 41)) for turns in (first, second)]
    built = motion.fit(clips, ends(clips))
    for index, its in enumerate(clips):
        assert difference(TURNING, built.poses(np.tile(np.eye(2)[index], (41, 1)), its.times), its.values) < 1e-9
    between = built.poses(np.full((81, 2), 0.5), np.linspace(0, 40, 81))
    expected = np.exp(1j * np.linspace(0, (first + second) * np.pi, 81))
    np.testing.assert_allclose(np.exp(1j * angle(between)), expected, atol=0.02)


@pytest.mark.parametrize("apart", [np.pi - 1e-9, np.pi, np.pi + 1e-9])
def test_two_examples_half_a_turn_apart(apart):
    clips = [turned(np.zeros(10)), turned(np.full(10, apart))]
    built = motion.fit(clips, ends(clips))
    for weights in np.eye(2):
        q = clips[int(weights[1])].values
        assert difference(TURNING, built.poses(np.tile(weights, (10, 1)), clips[0].times), q) < 1e-9
    middle = built.poses(np.full((10, 2), 0.5), clips[0].times)
    np.testing.assert_allclose(np.abs(np.sin(angle(middle))), 1.0, atol=1e-6)  # a quarter turn, this way or that
    np.testing.assert_allclose(np.diff(middle, axis=0), 0.0, atol=1e-9)  # but the same way at all times


def test_poses_have_no_duration_and_are_the_same_at_all_times():
    clips = [pose(q, TURNING) for q in unit_quaternions(RNG, 3)]
    built = motion.fit(clips, np.zeros((3, 0)))
    assert built.keytimes(np.array([0.2, 0.3, 0.5])).tolist() == [0.0]
    for index, its in enumerate(clips):
        poses = built.poses(np.tile(np.eye(3)[index], (3, 1)), np.array([-1.0, 0.0, 8.0]))
        assert difference(TURNING, poses, np.tile(its.values, (3, 1))) < 1e-12


def test_a_quaternion_of_no_length_stands_for_no_rotation():
    """As Blender reads it; an empty curve leaves such ones."""
    clips = [pose(np.zeros(4), TURNING), turned([1.0])]
    built = motion.fit(clips, np.zeros((2, 0)))
    assert angle(built.pose(np.array([1.0, 0.0]), 0.0)) == pytest.approx(0.0, abs=1e-9)
    assert Layout.of([ARM_ROTATION]) == TURNING
