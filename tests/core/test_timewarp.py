"""Canonical time: exact at the keytimes, monotone, without a jump in speed."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.interpolate import CubicHermiteSpline, PchipInterpolator

from adverb.core.timewarp import Timewarp

GAPS = arrays(np.float64, st.tuples(st.integers(1, 4), st.integers(1, 7)), elements=st.floats(0.5, 200.0))


def read(warp, example, times):
    """Canonical times of moments of one example."""
    gaps = np.broadcast_to(warp.gaps[example], (len(times), warp.gaps.shape[1]))
    return warp.phases(gaps, np.asarray(times, dtype=np.float64))[0]


def keys(warp, example):
    return np.concatenate(([0.0], np.cumsum(warp.gaps[example])))


@given(GAPS, st.booleans())
def test_keytimes_meet_at_the_same_canonical_times(gaps, closed):
    warp = Timewarp(gaps, closed)
    assert warp.canonical[0] == 0.0
    assert warp.canonical[-1] == 1.0
    assert (np.diff(warp.canonical) > 0).all()
    for example in range(len(gaps)):
        inner = keys(warp, example)[:-1]
        np.testing.assert_allclose(read(warp, example, inner), warp.canonical[:-1], atol=1e-12)


@given(GAPS, st.booleans())
def test_time_never_runs_backwards(gaps, closed):
    warp = Timewarp(gaps, closed)
    for example in range(len(gaps)):
        end = keys(warp, example)[-1]
        times = np.linspace(0, end * (1 - 1e-9), 400)
        assert (np.diff(read(warp, example, times)) >= -1e-15).all()


@given(GAPS, st.booleans())
def test_speed_does_not_jump_at_a_keytime(gaps, closed):
    warp = Timewarp(gaps, closed)
    for example in range(len(gaps)):
        times = keys(warp, example)
        h = 1e-6 * np.diff(times).min()
        inner = times[1:-1]
        before = (read(warp, example, inner) - read(warp, example, inner - h)) / h
        after = (read(warp, example, inner + h) - read(warp, example, inner)) / h
        np.testing.assert_allclose(before, after, rtol=1e-3)
        if closed:
            seam = (1 - read(warp, example, times[-1:] - h)) / h, read(warp, example, [h]) / h
            np.testing.assert_allclose(*seam, rtol=1e-3)


@given(GAPS)
def test_it_is_the_monotone_cubic_of_fritsch_and_butland(gaps):
    warp = Timewarp(gaps)
    for example in range(len(gaps)):
        times = keys(warp, example)
        slopes = np.full(len(times), 1.0 / times[-1])
        if len(times) > 2:
            slopes = PchipInterpolator(times, warp.canonical).derivative()(times)
            steps = np.diff(warp.canonical) / np.diff(times)
            slopes[[0, -1]] = steps[[0, -1]]  # the ends run on as they come
        oracle = CubicHermiteSpline(times, warp.canonical, slopes)
        moments = np.linspace(0, times[-1], 97)
        np.testing.assert_allclose(read(warp, example, moments), oracle(moments), atol=1e-12)


@given(GAPS)
def test_a_closed_warp_is_the_same_cubic_on_a_ring(gaps):
    warp = Timewarp(gaps, closed=True)
    for example in range(len(gaps)):
        times, u = keys(warp, example), warp.canonical
        ring = np.concatenate([times[:-1] + turn * times[-1] for turn in range(3)])
        oracle = PchipInterpolator(ring, np.concatenate([u[:-1] + turn for turn in range(3)])) if len(u) > 2 else None
        moments = np.linspace(0, times[-1] * 0.999, 97)
        expected = oracle(moments + times[-1]) - 1 if oracle else moments / times[-1]
        np.testing.assert_allclose(read(warp, example, moments), expected, atol=1e-12)


def test_examples_that_agree_in_phrasing_are_not_warped_at_all():
    warp = Timewarp.of(np.array([[3.0, 6.0, 15.0, 18.0], [0.0, 10.0, 40.0, 50.0]]))
    np.testing.assert_allclose(read(warp, 0, np.arange(16.0)), np.arange(16.0) / 15, atol=1e-15)
    np.testing.assert_allclose(read(warp, 1, np.arange(51.0)), np.arange(51.0) / 50, atol=1e-15)


@given(GAPS, st.booleans(), arrays(np.float64, 9, elements=st.floats(-3.0, 4.0)))
def test_many_moments_are_as_one(gaps, closed, lengths):
    warp = Timewarp(gaps, closed)
    times = lengths * gaps[0].sum()
    phases, cycles = warp.phases(np.broadcast_to(gaps[0], (9, gaps.shape[1])), times)
    for index, time in enumerate(times):
        phase, cycle = warp.phase(gaps[0], float(time))
        assert cycle + phase == pytest.approx(cycles[index] + phases[index], abs=1e-9)


def test_before_the_start_and_after_the_end():
    gaps = np.array([[2.0, 5.0, 3.0]])
    assert Timewarp(gaps).phase(gaps[0], -4.0) == (0.0, 0)
    assert Timewarp(gaps).phase(gaps[0], 99.0) == (1.0, 0)
    ring = Timewarp(gaps, closed=True)
    phase, cycle = ring.phase(gaps[0], 4.0)
    assert cycle == 0
    assert ring.phase(gaps[0], 34.0) == (pytest.approx(phase), 3)
    assert ring.phase(gaps[0], -26.0) == (pytest.approx(phase), -3)
    assert ring.phase(gaps[0], 10.0) == (0.0, 1)


@given(GAPS, st.data())
def test_keytimes_stay_in_order_however_far_weights_extrapolate(gaps, data):
    warp = Timewarp(gaps)
    weights = data.draw(arrays(np.float64, len(gaps), elements=st.floats(-50.0, 50.0)))
    blended = warp.blend(weights)
    assert (blended > 0).all()
    plain = weights @ gaps
    held = blended != plain
    assert (blended[held] > plain[held]).all()  # a gap is only ever widened, and only where it was too narrow
    assert (blended[held] <= gaps.min(axis=0)[held]).all()


@given(GAPS)
def test_an_example_keeps_its_own_keytimes(gaps):
    np.testing.assert_array_equal(Timewarp(gaps).blend(np.eye(len(gaps))), gaps)


def test_a_verb_of_poses_has_no_time():
    warp = Timewarp.of(np.zeros((3, 0)))
    assert warp.blend(np.ones(3)).shape == (0,)
    assert warp.phase(np.zeros(0), 7.0) == (0.0, 0)
    assert [part.tolist() for part in warp.phases(np.zeros((2, 0)), np.array([1.0, 2.0]))] == [[0, 0], [0, 0]]
