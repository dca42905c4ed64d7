"""Dynamic time warping: a motion corresponds to itself, and to itself at another pace."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adverb.core import alignment
from adverb.core.alignment import Track
from adverb.core.channels import Kind, Layout
from adverb.core.clip import Clip
from adverb.core.errors import VerbError
from tests.core.factories import RIG, clip

SEEDS = st.integers(0, 1000)


def path(times):
    part = (times - times[0]) / (times[-1] - times[0])
    out = 0.5 - 0.5 * np.cos(2.0 * np.pi * part)
    return np.stack((out, 0.3 * np.sin(3.0 * part), 0.5 * out * part), axis=1)


def warped(its, frames, bend):
    """The same motion in another time: its frames, and how a moment of the one is told in the other."""
    start, length = its.times[0], its.times[-1] - its.times[0]

    def forth(part):
        return part + bend * np.sin(2.0 * np.pi * part) / (2.0 * np.pi)

    dense = np.linspace(0.0, 1.0, 4001)
    times = np.linspace(5.0, 5.0 + frames - 1.0, frames)
    back = np.interp(np.linspace(0.0, 1.0, frames), forth(dense), dense)
    return Clip(
        its.layout, times, its.at(start + length * back)
    ), lambda moments: 5.0 + (frames - 1.0) * forth((moments - start) / length)


@given(seed=SEEDS, frames=st.integers(5, 80), moments=st.lists(st.floats(0.0, 1.0), min_size=1, max_size=4))
def test_a_motion_aligned_with_itself_keeps_its_keytimes(seed, frames, moments):
    its = clip(np.random.default_rng(seed), np.arange(1.0, frames + 1.0))
    (track,) = alignment.tracks([its], [path(its.times)])
    moments = 1.0 + (frames - 1.0) * np.sort(moments)
    np.testing.assert_allclose(alignment.carry(moments, track, track), moments, atol=1e-6)


@given(seed=SEEDS, frames=st.integers(30, 90), bend=st.floats(-0.5, 0.5), with_path=st.booleans())
def test_a_motion_at_another_pace_gets_the_keytimes_of_that_pace(seed, frames, bend, with_path):
    its = clip(np.random.default_rng(seed), np.arange(1.0, 61.0))
    other, told = warped(its, frames, bend)
    dense = np.linspace(1.0, 60.0, 2001)
    paths = [path(dense)[np.searchsorted(dense, its.times)], path(dense)[np.searchsorted(told(dense), other.times)]]
    ours, theirs = alignment.tracks([its, other], paths if with_path else None)
    moments = np.array([10.0, 22.5, 41.0, 55.0])
    assert np.abs(alignment.carry(moments, ours, theirs) - told(moments)).max() < 0.5 * max(1.0, frames / 60.0)


@given(first=SEEDS, second=SEEDS, frames=st.integers(2, 120), moments=st.lists(st.floats(0.0, 1.0), min_size=2))
def test_keytimes_stay_in_order_and_inside(first, second, frames, moments):
    its = clip(np.random.default_rng(first), np.arange(0.0, 31.0))
    other = clip(np.random.default_rng(second), np.arange(0.0, frames))
    ours, theirs = alignment.tracks([its, other])
    carried = alignment.carry(30.0 * np.sort(moments), ours, theirs)
    assert (np.diff(carried) >= 0.0).all()
    assert carried[0] >= 0.0
    assert carried[-1] <= frames - 1.0


def test_ends_correspond_to_ends():
    its, other = (clip(np.random.default_rng(seed), np.arange(0.0, frames)) for seed, frames in ((1, 31), (2, 47)))
    ours, theirs = alignment.tracks([its, other])
    assert alignment.carry(np.array([0.0, 30.0]), ours, theirs).tolist() == [0.0, 46.0]


def test_moments_that_differ_still_differ():
    its, other = (clip(np.random.default_rng(seed), np.arange(0.0, frames)) for seed, frames in ((1, 61), (2, 40)))
    ours, theirs = alignment.tracks([its, other])
    assert (np.diff(alignment.carry(np.linspace(3.0, 57.0, 12), ours, theirs)) > 0.0).all()


def test_where_nothing_moves_time_runs_evenly():
    still = Track(np.arange(0.0, 21.0), np.zeros((21, 2)))
    other = Track(np.arange(0.0, 41.0), np.zeros((41, 2)))
    np.testing.assert_allclose(alignment.carry(np.array([5.0, 10.0]), still, other), [10.0, 20.0], atol=1e-9)


def test_units_do_not_count():
    rng = np.random.default_rng(7)
    its, other = clip(rng, np.arange(0.0, 31.0)), clip(rng, np.arange(0.0, 45.0))
    moments = np.array([8.0, 20.0])
    results = [
        alignment.carry(moments, *alignment.tracks([its, other], [scale * path(its.times), scale * path(other.times)]))
        for scale in (1.0, 1000.0)
    ]
    np.testing.assert_allclose(results[0], results[1], atol=1e-6)


def test_motions_without_rotations_are_aligned_by_their_numbers():
    layout = Layout.of(channel for channel in RIG.channels if channel.kind is not Kind.ROTATION)
    its = clip(np.random.default_rng(3), np.arange(0.0, 41.0), layout)
    (track,) = alignment.tracks([its])
    assert track.features.shape[1] > 0
    np.testing.assert_allclose(alignment.carry(np.array([13.0]), track, track), [13.0], atol=1e-6)


@given(seed=SEEDS, noise=st.sampled_from([0.0, 1e-9]))
def test_bones_that_do_not_turn_are_aligned_by_their_numbers(seed, noise):
    rng = np.random.default_rng(seed)
    its = clip(rng, np.arange(1.0, 61.0))
    quaternions = its.layout.rotations(its.values)
    quaternions[...] = quaternions[0] + noise * rng.normal(size=quaternions.shape)
    other, told = warped(its, 75, 0.3)
    moments = np.array([10.0, 22.5, 41.0])
    carried = alignment.carry(moments, *alignment.tracks([its, other]))
    assert np.abs(carried - told(moments)).max() < 0.7


def test_clips_in_which_nothing_moves_are_refused():
    its = clip(np.random.default_rng(1), np.arange(0.0, 10.0))
    still = Clip(its.layout, its.times, np.tile(its.values[0], (10, 1)))
    with pytest.raises(VerbError, match="Nothing moves in the examples"):
        alignment.tracks([still, still], [np.zeros((10, 3))] * 2)
    assert len(alignment.tracks([its, still])) == 2


def test_the_odd_profile_agrees_least():
    u = np.linspace(0.0, 1.0, 50)
    profiles = np.array([np.exp(-((u - place) ** 2) / 0.02) for place in (0.5, 0.52, 0.48, 0.8)])
    found = alignment.agreement(profiles * np.array([[1.0], [3.0], [0.2], [1.0]]))
    assert (found[:3] > 0.8).all()
    assert found[3] < 0.5


@pytest.mark.parametrize("count", [0, 1, 3])
def test_profiles_that_are_flat_or_alone_agree_or_say_nothing(count):
    assert np.isfinite(alignment.agreement(np.ones((count, 10)))).all()
