"""Fewer keys, and yet the curve passes every sample within the tolerance."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.interpolate import CubicHermiteSpline

from adverb.core import native, quaternion
from adverb.core.reduction import DIFFERENCE, DISTANCE, Bundle, reduce

MODES = (native.QUATERNION, native.AXIS_ANGLE, *native.EULER_ORDERS)
MEASURES = (*MODES, DISTANCE, DIFFERENCE)
DEGREE = np.pi / 180.0


def width(measure):
    return native.width(measure) if measure in MODES else 3


def motion(rng, times, measure, noise=0.0):
    """A motion that swings about and trembles by about `noise`, in radians or units."""
    phase = 0.1 * times[:, None]
    swing = 0.5 * np.sin(phase + rng.normal(size=3)) + 0.2 * np.sin(2.7 * phase + rng.normal(size=3))
    vectors = swing + noise * rng.normal(size=swing.shape)
    if measure not in MODES:
        return vectors
    hint = np.broadcast_to(native.rest(measure), (len(times), width(measure)))
    return native.from_quaternion(quaternion.exp(vectors), measure, hint)


def curve(times, numbers, bundle, keys):
    columns = numbers[:, bundle.columns]
    if len(keys.places) == 1:
        return np.repeat(columns[keys.places], len(times), axis=0)
    return CubicHermiteSpline(times[keys.places], columns[keys.places], keys.slopes)(times)


def error(times, numbers, bundle, keys):
    """The worst error over all samples, told by other means than the core's."""
    one, other = curve(times, numbers, bundle, keys), numbers[:, bundle.columns]
    if bundle.measure == DISTANCE:
        return np.sqrt(((one - other) ** 2).sum(axis=1)).max()
    if bundle.measure == DIFFERENCE:
        return np.abs(one - other).max()
    one, other = (quaternion.to_matrix(native.to_quaternion(each, bundle.measure)) for each in (one, other))
    # The length of the difference of two turns is 2 sqrt(2) times the sine of half the angle between them.
    half = np.linalg.norm(one - other, axis=(1, 2)) / np.sqrt(8.0)
    return 2.0 * np.arcsin(np.minimum(half, 1.0)).max()


def beside(numbers_of):
    """All numbers in one table, and the columns of each."""
    stops = np.cumsum([numbers.shape[1] for numbers in numbers_of])
    columns = [tuple(range(stop - numbers.shape[1], stop)) for stop, numbers in zip(stops, numbers_of, strict=True)]
    return np.concatenate(numbers_of, axis=1), columns


@settings(deadline=None, max_examples=25)
@given(
    seed=st.integers(0, 10_000),
    count=st.integers(2, 70),
    noise=st.sampled_from([0.0, 1e-4, 1e-2]),
    tolerance=st.sampled_from([1e-5, 0.1 * DEGREE, 2.0 * DEGREE]),
)
def test_every_sample_is_within_the_tolerance(seed, count, noise, tolerance):
    rng = np.random.default_rng(seed)
    times = np.cumsum(rng.uniform(0.2, 2.0, count))
    numbers, columns = beside([motion(rng, times, measure, noise) for measure in MEASURES])
    bundles = [Bundle(its, measure, tolerance) for its, measure in zip(columns, MEASURES, strict=True)]
    for bundle, keys in zip(bundles, reduce(times, numbers, bundles), strict=True):
        assert keys.places[0] == 0
        assert keys.places[-1] == count - 1
        assert (np.diff(keys.places) > 0).all()
        assert keys.slopes.shape == (len(keys.places), len(bundle.columns))
        assert error(times, numbers, bundle, keys) <= tolerance + 1e-7


@pytest.mark.parametrize("measure", MEASURES)
def test_a_smooth_motion_needs_few_keys_and_fewer_the_more_is_allowed(measure):
    times = np.arange(250.0)
    numbers = motion(np.random.default_rng(1), times, measure)
    columns = tuple(range(numbers.shape[1]))
    counts = [
        len(reduce(times, numbers, [Bundle(columns, measure, tolerance * DEGREE)])[0].places)
        for tolerance in (0.001, 0.1, 1.0)
    ]
    assert counts == sorted(counts, reverse=True)
    # Near no turn at all an axis swings about wildly, and tells it in keys.
    assert counts[1] < len(times) * (0.5 if measure == native.AXIS_ANGLE else 0.3)
    assert counts[-1] > 2


@pytest.mark.parametrize("measure", MEASURES)
def test_what_rests_has_its_ends_only(measure):
    times = np.arange(40.0)
    numbers = np.repeat(motion(np.random.default_rng(2), times, measure)[:1], 40, axis=0)
    (keys,) = reduce(times, numbers, [Bundle(tuple(range(numbers.shape[1])), measure, 1e-6)])
    assert keys.places.tolist() == [0, 39]
    np.testing.assert_allclose(keys.slopes, 0.0, atol=1e-12)


def test_a_cubic_needs_its_ends_only():
    times = np.linspace(3.0, 9.0, 31)
    numbers = np.stack((0.1 * (times - 5.0) ** 3, 2.0 - times), axis=1)
    (keys,) = reduce(times, numbers, [Bundle((0, 1), DISTANCE, 1e-3)])
    assert keys.places.tolist() == [0, 30]
    np.testing.assert_allclose(keys.slopes, [[0.3 * 4.0, -1.0], [0.3 * 16.0, -1.0]], atol=1e-2)


def test_a_single_sample_is_one_key():
    (keys,) = reduce(np.array([7.0]), np.array([[1.0, 2.0, 3.0]]), [Bundle((0, 1, 2), DISTANCE, 0.1)])
    assert keys.places.tolist() == [0]
    assert keys.slopes.shape == (1, 3)


def test_no_tolerance_keeps_what_moves():
    times = np.arange(20.0)
    numbers = np.random.default_rng(3).normal(size=(20, 1))
    (keys,) = reduce(times, numbers, [Bundle((0,), DIFFERENCE, 0.0)])
    assert len(keys.places) == 20


def test_the_error_of_a_location_is_one_distance():
    """A jerk that no coordinate alone would have to tell, and no scale, but all three together."""
    times, numbers = np.arange(9.0), np.zeros((9, 3))
    numbers[4] = 0.9
    alone = reduce(times, numbers, [Bundle((column,), DISTANCE, 1.0) for column in range(3)])
    assert [len(keys.places) for keys in alone] == [2, 2, 2]
    (scale,) = reduce(times, numbers, [Bundle((0, 1, 2), DIFFERENCE, 1.0)])
    assert len(scale.places) == 2
    (together,) = reduce(times, numbers, [Bundle((0, 1, 2), DISTANCE, 1.0)])
    assert len(together.places) > 2


def test_bundles_do_not_depend_on_each_other():
    rng = np.random.default_rng(4)
    times = np.arange(60.0)
    numbers, columns = beside([motion(rng, times, measure, 0.002) for measure in MEASURES])
    bundles = [Bundle(its, measure, 0.1 * DEGREE) for its, measure in zip(columns, MEASURES, strict=True)]
    for bundle, beside_others in zip(bundles, reduce(times, numbers, bundles), strict=True):
        (alone,) = reduce(times, numbers, [bundle])
        assert alone.places.tolist() == beside_others.places.tolist()
        np.testing.assert_allclose(alone.slopes, beside_others.slopes, atol=1e-12)


@settings(deadline=None, max_examples=25)
@given(seed=st.integers(0, 10_000), held=st.sets(st.integers(0, 59), max_size=3), room=st.integers(0, 6))
def test_what_is_held_is_a_key_with_room_and_the_rest_is_within_the_tolerance(seed, held, room):
    rng = np.random.default_rng(seed)
    times = np.arange(60.0)
    numbers = motion(rng, times, DISTANCE, 1e-2)
    bundle = Bundle((0, 1, 2), DISTANCE, 1e-3)
    (keys,) = reduce(times, numbers, [bundle], sorted(held), room)
    beside_held = {place + step for place in held for step in range(-room, room + 1)} & set(range(60))
    assert held <= set(keys.places)
    assert set(keys.places) & beside_held <= held | {0, 59}
    rest = sorted(set(range(60)) - beside_held)
    off = np.linalg.norm(curve(times, numbers, bundle, keys) - numbers, axis=1)
    assert off[rest].max(initial=0.0) <= 1e-3 + 1e-7
