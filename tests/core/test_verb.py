"""The whole verb: adverbs in, pose out."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import nnls

from adverb.core.channels import Layout
from adverb.core.clip import Clip
from adverb.core.errors import ExampleError, VerbError
from adverb.core.verb import Options, fit
from tests.core.factories import (
    ARM_ROTATION,
    ARM_SCALE,
    HIP_LOCATION,
    HIP_ROTATION,
    RIG,
    SMILE,
    TURNING,
    clip,
    difference,
    duration,
    example,
    line,
    phrased,
    pose,
    turned,
)

RNG = np.random.default_rng(15)
PLACE = Layout.of([HIP_LOCATION])


def at(verb, its):
    """The verb at an example's adverbs, at every frame of the example."""
    return verb.poses(np.tile(its.adverbs, (len(its.clip.times), 1)), its.clip.times - its.keytimes[0])


def reaches(points, **options):
    """Poses whose hip stands where their adverbs say."""
    names = [f"adverb {axis}" for axis in range(len(points[0]))]
    clips = [pose(np.resize(np.append(point, 0.0), 3), PLACE) for point in points]
    return fit(
        [example(str(i), point, its) for i, (point, its) in enumerate(zip(points, clips))], names, Options(**options)
    )


@pytest.mark.parametrize("dimension", [1, 2, 3, 6])
@pytest.mark.parametrize("degree", [0, 1, 2])
def test_every_frame_of_every_example_is_reproduced_at_its_adverbs(dimension, degree):
    examples = phrased(np.random.default_rng(dimension), 6, 3, dimension)
    verb = fit(examples, [f"adverb {axis}" for axis in range(dimension)], Options(settings={"degree": degree}))
    for its in examples:
        assert difference(RIG, at(verb, its), its.clip.values) < 1e-9
        assert duration(verb, *its.adverbs) == pytest.approx(np.ptp(its.keytimes))


@pytest.mark.parametrize(("factor", "offset"), [(1.0, 1e5), (1e-6, 0.0), (1e-6, 1e-3), (1e6, 0.0), (1e150, 0.0)])
def test_neither_the_unit_nor_the_zero_of_an_adverb_matters(factor, offset):
    points, query = RNG.uniform(-1.0, 1.0, (8, 2)), RNG.uniform(-1.5, 1.5, (30, 2))
    verb, other = reaches(points), reaches(points * (1.0, factor) + (0.0, offset))
    query_there = query * (1.0, factor) + (0.0, offset)
    np.testing.assert_allclose(other.weights(query_there), verb.weights(query), atol=1e-6)
    np.testing.assert_allclose(other.outside(query_there), verb.outside(query), atol=1e-6)


def test_a_goal_is_measured_alike_in_every_direction_and_a_mood_by_its_range():
    points = np.array([(0.0, 0.0, 0.0, 0.0), (1.0, 0.2, 0.1, 0.0), (0.4, 0.1, 0.0, 100.0), (0.2, 0.2, 0.1, 30.0)])
    verb = reaches(points, groups=("goal", "goal", "goal", ""))
    away = points[1] + 0.5 * np.array([(1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 0.0, -100.0)])
    scaled = verb.axes.scale(away) - verb.axes.scale(points[1])
    np.testing.assert_allclose(np.linalg.norm(scaled, axis=1), 0.5)


@pytest.mark.parametrize("limit", [0.0, 0.2, 0.5])
def test_beyond_the_limit_nothing_changes_any_more(limit):
    points = RNG.uniform(-1.0, 1.0, (9, 2))
    verb, free = reaches(points, limit=limit), reaches(points, limit=np.inf)
    scaled = free.axes.scale(points)
    for query in RNG.uniform(-4.0, 4.0, (40, 2)):
        p = free.axes.scale(query)
        shares = nnls(np.append(scaled.T, np.full((1, 9), 1e5), axis=0), np.append(p, 1e5))[0]
        foot = shares @ scaled
        distance = np.linalg.norm(p - foot)
        assert verb.outside(query) == pytest.approx(distance, abs=1e-6)
        p = p if distance <= limit else foot + (p - foot) * limit / distance
        expected = free.weights(free.axes.middle + p * free.axes.scales)
        np.testing.assert_allclose(verb.weights(query), expected, atol=1e-4)


@given(st.tuples(*[st.floats(-5.0, 5.0)] * 4), st.lists(st.floats(-9.0, 9.0), min_size=2, max_size=2))
def test_a_bounded_adverb_is_drawn_back_before_anything_else(ends, query):
    points = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.5)]
    bounds = (tuple(sorted(ends[:2])), tuple(sorted(ends[2:])))
    bounded, free = reaches(points, bounds=bounds), reaches(points)
    expected = free.weights(np.clip(query, *np.transpose(bounds)))
    np.testing.assert_array_equal(bounded.weights(np.array(query)), expected)
    np.testing.assert_allclose(bounded.weights(np.array([query, query]))[1], expected, atol=1e-12)
    assert bounded.outside(np.array(query)) == free.outside(np.clip(query, *np.transpose(bounds)))


@given(st.lists(st.floats(-9.0, 9.0), min_size=2, max_size=2), st.sampled_from([0.0, 0.3, np.inf]))
def test_within_is_where_the_weights_are_those_that_are_given(query, limit):
    points = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.5)]
    verb, free = reaches(points, bounds=((-np.inf, 1.2), (-1.0, 2.0)), limit=limit), reaches(points, limit=np.inf)
    within = verb.within(np.array(query))
    np.testing.assert_allclose(free.weights(within), verb.weights(np.array(query)), atol=1e-9)
    np.testing.assert_allclose(verb.within(within), within, atol=1e-7)
    np.testing.assert_allclose(verb.within(np.array([query, query]))[1], within, atol=1e-9)


def test_one_adverb_may_be_bounded_on_one_side():
    verb = reaches([(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)], bounds=((-np.inf, np.inf), (-np.inf, 0.5)), limit=np.inf)
    np.testing.assert_allclose(verb.pose(np.array([7.0, 9.0]))[:2], (7.0, 0.5), atol=1e-9)


def test_where_nothing_is_bounded_there_is_nothing_to_do():
    assert reaches([(0.0,), (1.0,)]).bounds is None
    assert reaches([(0.0,), (1.0,)], bounds=((-np.inf, np.inf),)).bounds is None


def test_bounds_out_of_order_are_refused():
    with pytest.raises(VerbError, match="'adverb 1' may be at least 2 and at most 1: set its limits in order"):
        reaches([(0.0, 0.0), (1.0, 1.0)], bounds=((0.0, 1.0), (2.0, 1.0)))


def test_the_scale_of_an_adverb_is_how_much_it_counts():
    """With a scale far above its range, an adverb hardly tells examples apart: the others decide."""
    points = [(0.0, 0.0), (1.0, 0.1), (2.0, 0.9), (3.0, 0.4)]
    verb = reaches(points, scales=(0.0, 30.0))
    np.testing.assert_allclose(verb.axes.scales, (3.0, 30.0))
    np.testing.assert_allclose(verb.weights(np.array(points)), np.eye(4), atol=1e-9)
    assert np.linalg.norm(np.diff(verb.axes.scale(np.array([(1.0, 0.1), (1.0, 0.9)])), axis=0)) < 0.03


def test_beyond_the_examples_the_plane_goes_on():
    verb = reaches([(0.0,), (1.0,), (3.0,)], limit=np.inf)
    far = verb.pose(np.array([11.0]))[0], verb.pose(np.array([14.0]))[0]
    assert far == pytest.approx((11.0, 14.0))


@pytest.mark.parametrize("count", [1, 2, 3])
def test_few_examples_in_many_adverbs(count):
    points = RNG.normal(size=(count, 5))
    verb = reaches(points)
    np.testing.assert_allclose(verb.weights(points), np.eye(count), atol=1e-10)
    np.testing.assert_allclose(verb.weights(RNG.normal(size=(20, 5))).sum(axis=1), 1.0)


def test_an_adverb_in_which_no_examples_differ_steers_nothing_along_the_others():
    points = np.array([(0.0, 7.0), (1.0, 7.0), (2.0, 7.0), (4.0, 7.0)])
    flat, single = reaches(points), reaches(points[:, :1])
    query = np.linspace(-0.5, 4.5, 20)[:, None]
    np.testing.assert_allclose(
        flat.weights(np.append(query, np.full((20, 1), 7.0), axis=1)), single.weights(query), atol=1e-10
    )


def test_a_hundred_examples_on_a_grid():
    grid = np.stack(np.meshgrid(np.arange(5.0), np.arange(5.0), np.arange(4.0)), axis=-1).reshape(-1, 3)
    verb = reaches(grid, groups=("goal",) * 3)
    np.testing.assert_allclose(verb.weights(grid), np.eye(100), atol=1e-10)
    inside = RNG.uniform(0.0, 3.0, (50, 3))
    np.testing.assert_allclose(verb.poses(inside, np.zeros(50)), inside, atol=1e-9)
    assert np.abs(verb.weights(inside)).max() < 1.2


@pytest.mark.parametrize("gap", [1e-2, 1e-3, 1e-4, 1e-5, 2e-6, 1e-7, 0.0])
def test_neighbours_that_nearly_touch_are_told_apart_or_refused(gap):
    points = np.append(RNG.uniform(-1.0, 1.0, (6, 2)), [(1.0, 1.0), (-1.0, -1.0), (1.0, 1.0 - 2 * gap)], axis=0)
    try:
        weights = reaches(points).weights(points)
    except ExampleError as error:
        assert gap < 1e-3
        assert error.example == "8"
    else:
        assert gap > 1e-7
        np.testing.assert_allclose(weights, np.eye(9), atol=1e-7)


def test_a_channel_that_an_example_lacks_is_at_rest_there():
    smiling = clip(RNG, np.arange(10), Layout.of([SMILE, ARM_SCALE]))
    verb = fit(line([turned(np.linspace(0, 1, 10)), smiling]), ["mood"])
    assert verb.layout.channels == (SMILE, ARM_SCALE, ARM_ROTATION)
    times = np.arange(10.0)
    first, second = (verb.poses(np.full((10, 1), value), times) for value in (0.0, 1.0))
    np.testing.assert_allclose(first[:, verb.layout.slices[SMILE]], 0.0, atol=1e-12)
    np.testing.assert_allclose(first[:, verb.layout.slices[ARM_SCALE]], 1.0, atol=1e-12)
    np.testing.assert_allclose(np.abs(second[:, verb.layout.slices[ARM_ROTATION]]), [(1, 0, 0, 0)] * 10, atol=1e-9)
    np.testing.assert_allclose(second[:, verb.layout.slices[SMILE]], smiling.values[:, :1], atol=1e-9)


def test_a_channel_that_an_example_lacks_takes_the_rest_it_is_given():
    half = np.array([0.0, 1.0, 0.0, 0.0])
    rest = {ARM_ROTATION: half, SMILE: np.array([0.25])}
    verb = fit(line([pose([1.0], Layout.of([SMILE])), turned([1.0])]), ["mood"], rest=rest)
    np.testing.assert_allclose(np.abs(verb.pose(np.zeros(1))[verb.layout.slices[ARM_ROTATION]]), half, atol=1e-9)
    assert verb.pose(np.ones(1))[verb.layout.slices[SMILE]] == pytest.approx(0.25)


def test_a_rest_that_no_example_needs_is_ignored():
    verb = fit(line([turned([1.0])]), ["mood"], rest={HIP_ROTATION: np.array([0.0, 1.0, 0.0, 0.0])})
    assert verb.layout == TURNING


@pytest.mark.parametrize("keytimes", [[[0.0], []], [[], [3.0, 9.0]], [[4.0, 1.0], [4.0, 1.0]]])
def test_keytimes_of_poses_mean_nothing(keytimes):
    examples = [example(str(index), [index], turned([index]), its) for index, its in enumerate(keytimes)]
    verb = fit(examples, ["mood"])
    assert duration(verb, 0.5) == 0.0
    assert np.isfinite(verb.pose(np.array([0.5]), 3.0)).all()


def test_many_poses_are_as_one():
    verb = fit(phrased(RNG, 5, 3, 3), ["x", "y", "z"])
    adverbs, times = RNG.uniform(-2.0, 2.0, (50, 3)), RNG.uniform(-5.0, 60.0, 50)
    poses, weights, outside = verb.poses(adverbs, times), verb.weights(adverbs), verb.outside(adverbs)
    np.testing.assert_array_equal(verb.pose(adverbs[0]), verb.pose(adverbs[0], 0.0))
    for index in range(50):
        np.testing.assert_allclose(verb.pose(adverbs[index], float(times[index])), poses[index], atol=1e-10)
        np.testing.assert_allclose(verb.weights(adverbs[index]), weights[index], atol=1e-12)
        np.testing.assert_allclose(verb.outside(adverbs[index]), outside[index], atol=1e-12)


def test_no_poses_are_no_trouble():
    verb = fit(phrased(RNG, 3, 2), ["x", "y"])
    assert verb.poses(np.zeros((0, 2)), np.zeros(0)).shape == (0, RIG.width)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_a_goal_that_is_nowhere_never_gives_what_looks_like_a_pose(bad):
    verb = fit(phrased(RNG, 3, 2), ["x", "y"])
    for adverbs, time in (([bad, 0.0], 1.0), ([0.0, 0.0], np.nan)):
        try:
            with np.errstate(all="ignore"):
                result = verb.pose(np.array(adverbs), time)
        except ValueError:
            continue
        assert np.isnan(result).any()


def test_faults_of_examples_are_raised_before_anything_is_computed():
    twins = [example("left", [1.0, 2.0], turned([0.0])), example("right", [1.0, 2.0], turned([1.0]))]
    with pytest.raises(ExampleError, match="'right' and 'left' have the same adverbs"):
        fit(twins, ["x", "y"])
    with pytest.raises(VerbError, match="no examples"):
        fit([], ["x"])
    with pytest.raises(ExampleError, match="animates nothing"):
        fit([example("void", [0.0], Clip(Layout.of([]), np.zeros(1), np.zeros((1, 0))))], ["x"])


def test_a_hole_between_examples_is_outside():
    places = [(0, 0), (2, 0), (2, 2), (0, 2), (1, 1)]
    settings = {"triangles": [(0, 1, 4), (1, 2, 4), (2, 3, 4)]}
    made = reaches(np.array(places, dtype=float), interpolator="POSE_MESH", settings=settings)
    assert made.outside(np.array([0.2, 1.0])) > 0.01
    assert made.outside(np.array([1.0, 0.2])) == 0.0
