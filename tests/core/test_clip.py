"""Sampled motions: between the samples, beyond them, and with other channels."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation, Slerp

from adverb.core.channels import Layout
from adverb.core.clip import Clip
from tests.core.factories import ARM_ROTATION, HIP_LOCATION, HIP_ROTATION, RIG, SMILE, clip, difference, pose

RNG = np.random.default_rng(6)
UNEVEN = [-2.5, -1.0, 0.0, 0.25, 3.0, 7.0]


def test_at_its_samples_a_clip_is_what_was_sampled():
    its = clip(RNG, UNEVEN)
    assert difference(RIG, its.at(its.times), its.values) < 1e-12


def test_between_samples_numbers_go_straight_and_rotations_along_the_arc():
    its = clip(RNG, UNEVEN)
    times = np.linspace(-2.5, 7.0, 50)
    expected = np.empty((50, RIG.width))
    for column in range(RIG.linear_width):
        expected[:, column] = np.interp(times, its.times, its.values[:, column])
    for index in range(RIG.rotation_count):
        rotations = Rotation.from_quat(RIG.rotations(its.values)[:, index], scalar_first=True)
        RIG.rotations(expected)[:, index] = Slerp(its.times, rotations)(times).as_quat(scalar_first=True)
    assert difference(RIG, its.at(times), expected) < 1e-12


def test_flips_of_sign_make_no_detour():
    its = clip(RNG, UNEVEN)
    flipped = its.values.copy()
    RIG.rotations(flipped)[1::2] *= -1.0
    times = np.linspace(-2.5, 7.0, 50)
    assert difference(RIG, Clip(RIG, its.times, flipped).at(times), its.at(times)) < 1e-12


def test_beyond_its_ends_a_motion_stands_still():
    its = clip(RNG, UNEVEN)
    beyond = its.at(np.array([-99.0, 99.0]))
    assert difference(RIG, beyond, its.values[[0, -1]]) < 1e-12


def test_a_pose_is_the_same_at_all_times():
    its = pose(RIG.rest, RIG)
    assert its.is_pose
    np.testing.assert_array_equal(its.at(np.array([-1.0, 0.0, 5.0])), [RIG.rest] * 3)


@pytest.mark.parametrize("channels", [[], [SMILE], [ARM_ROTATION, SMILE, HIP_ROTATION, HIP_LOCATION]])
def test_conform_keeps_what_both_have_and_rests_what_is_new(channels):
    its = clip(RNG, UNEVEN, Layout.of([HIP_LOCATION, ARM_ROTATION]))
    layout = Layout.of(channels)
    rest = RNG.normal(size=layout.width)
    conformed = its.conform(layout, rest)
    assert (conformed.layout, conformed.times.tolist()) == (layout, UNEVEN)
    assert conformed.values.shape == (6, layout.width)
    for channel, where in layout.slices.items():
        source = its.layout.slices.get(channel)
        expected = np.tile(rest[where], (6, 1)) if source is None else its.values[:, source]
        np.testing.assert_array_equal(conformed.values[:, where], expected)
