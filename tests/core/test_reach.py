"""Where the effector of a blend is, against forward kinematics on whole poses, and its slopes against differences."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from adverb.core import motion
from adverb.core.channels import Channel, Kind, Layout
from adverb.core.coordinates import HOME, Coordinate, Frame
from adverb.core.reach import Reach
from adverb.core.sights import Probe, Sight
from tests.core.factories import clip
from tests.core.test_skeleton import NAMES, SKELETON

SCALED = Layout.of(Channel.of(name, kind) for name in NAMES for kind in (Kind.ROTATION, Kind.LOCATION, Kind.SCALE))
TURNING = Layout.of(Channel.of(name, Kind.ROTATION) for name in NAMES[1:])
HAND = Probe("hand.L", (0.1, 0.4, -0.2))
GAZE = Probe("arm.R", (0.0, 1.0, 0.0), is_direction=True)
BESIDE = Frame(np.array([3.0, 2.0, -2.0]), Rotation.from_rotvec([0.3, -0.8, 0.5]).as_matrix())
AXES = ("X", "Y", "Z", "AZIMUTH", "ELEVATION", "DISTANCE")


def moving(layout, seed, count=5):
    rng = np.random.default_rng(seed)
    clips = [clip(rng, np.arange(12), layout) for _ in range(count)]
    return motion.fit(clips, np.tile([0.0, 11.0], (count, 1)))


def mixed(seed, *shape, count=5):
    weights = np.random.default_rng(seed).uniform(-0.4, 1.2, (*shape, count))
    return weights / weights.sum(axis=-1, keepdims=True)


def sights(probe, frame=BESIDE, axes=AXES):
    return [Sight(place, probe, Coordinate(axis, frame)) for place, axis in enumerate(axes)]


def reach_of(its, phase, seen, held=frozenset()):
    return Reach.of(its, phase, SKELETON.chain(*{sight.probe.bone for sight in seen}), seen, held)


@pytest.mark.parametrize("layout", [SCALED, TURNING])
@pytest.mark.parametrize("phase", [0.0, 0.37, 1.0])
def test_sees_what_the_whole_pose_shows(layout, phase):
    its, weights = moving(layout, 1), mixed(2, 7)
    reach = reach_of(its, phase, [*sights(HAND, axes="XYZ"), *sights(GAZE, HOME, "XYZ")])
    poses = its.at_all(weights, np.full(7, phase), np.zeros(7))
    bones = SKELETON.globals(layout, poses)
    hand = bones[:, NAMES.index(HAND.bone)] @ np.append(HAND.offset, 1.0)
    gaze = bones[:, NAMES.index(GAZE.bone), :3, :3] @ np.array(GAZE.offset)
    np.testing.assert_allclose(reach.see(weights), np.hstack((BESIDE.see(hand[:, :3]), gaze)), atol=1e-10)


@pytest.mark.parametrize("layout", [SCALED, TURNING])
@pytest.mark.parametrize("probe", [HAND, GAZE])
@pytest.mark.parametrize("seed", range(3))
def test_slopes_are_those_of_small_steps(layout, probe, seed):
    weights = mixed(seed, 4)
    reach = reach_of(moving(layout, seed), 0.4, sights(probe))
    seen, slopes = reach.slopes(weights)
    np.testing.assert_allclose(seen, reach.see(weights), atol=1e-12)
    for example, step in enumerate(1e-6 * np.eye(5)):
        by_steps = (reach.see(weights + step) - reach.see(weights - step)) / 2e-6
        np.testing.assert_allclose(slopes[..., example], by_steps, rtol=1e-5, atol=2e-5)


def test_slopes_where_all_examples_are_alike():
    one = clip(np.random.default_rng(3), np.arange(12), TURNING)
    reach = reach_of(motion.fit([one, one], np.tile([0.0, 11.0], (2, 1))), 0.5, sights(HAND))
    assert np.isfinite(reach.slopes(np.array([[0.3, 0.7]]))[1]).all()


def test_held_bones_stay_connected():
    its, weights = moving(SCALED, 4), mixed(5, 3)
    seen = sights(HAND, HOME, "XYZ")
    poses = its.at_all(weights, np.full(3, 0.5), np.zeros(3))
    poses[:, SCALED.slices[Channel.of("arm.L", Kind.LOCATION)]] = 0.0
    hand = SKELETON.globals(SCALED, poses)[:, NAMES.index("hand.L")] @ np.append(HAND.offset, 1.0)
    np.testing.assert_allclose(reach_of(its, 0.5, seen, frozenset({"arm.L"})).see(weights), hand[:, :3], atol=1e-10)


def test_a_direction_is_the_same_from_anywhere():
    its, weights = moving(TURNING, 6), mixed(7, 3)
    here, there = (
        reach_of(its, 0.5, sights(GAZE, Frame(origin, np.eye(3)), ("AZIMUTH", "ELEVATION")))
        for origin in (np.zeros(3), np.array([5.0, 6.0, 7.0]))
    )
    np.testing.assert_array_equal(here.see(weights), there.see(weights))


def test_examples_on_a_board_ask_to_stay_on_it():
    """A rail: two bones slide, so that every blend lies on the plane of the examples; then one is bent off it."""
    layout = Layout.of([Channel.of("hips", Kind.LOCATION)])
    rng = np.random.default_rng(8)
    places = np.hstack((rng.uniform(-1.0, 1.0, (6, 2)), np.zeros((6, 1))))
    places[:, 2] = 0.3 * places[:, 0] - 0.2 * places[:, 1] + 0.7
    home = np.linalg.inv(SKELETON.offsets[0])
    local = places @ home[:3, :3].T + home[:3, 3]

    def at(numbers):
        still = motion.fit([clip(rng, [0.0], layout)] * len(numbers), np.empty((len(numbers), 0)))
        table = still.table.copy()
        table[0] = numbers
        seen = sights(Probe("hips", (0.0, 0.0, 0.0)), HOME, "XY")
        return reach_of(replace(still, table=table), 0.0, seen)

    board = at(local)
    wanted = board.wanted(places[:, :2])
    np.testing.assert_allclose(wanted, places, atol=1e-12)
    np.testing.assert_allclose(board.misses(board.see(np.eye(6)), wanted), 0.0, atol=1e-12)
    bent = local.copy()
    bent[0] += 0.5
    assert at(bent).wanted(places[:, :2]).shape == (6, 2)


def test_misses_of_directions_are_degrees_on_the_sphere():
    reach = reach_of(moving(TURNING, 9), 0.5, sights(GAZE, HOME, ("AZIMUTH", "ELEVATION")))
    off = reach.misses(np.array([[10.0, 60.0], [0.0, 3.0]]), np.array([[12.0, 60.0], [0.0, 0.0]]))
    np.testing.assert_allclose(off, [1.0, 3.0], atol=1e-12)


def test_misses_of_places_are_lengths():
    reach = reach_of(moving(TURNING, 9), 0.5, sights(HAND, HOME, "XYZ"))
    assert reach.misses(np.array([[1.0, 2.0, 3.0]]), np.array([[1.0, 5.0, 7.0]])) == pytest.approx(5.0)


def test_a_bone_of_no_size_has_slopes_too():
    its = moving(SCALED, 3)
    table = its.table.copy()
    table[..., SCALED.slices[Channel.of("spine", Kind.SCALE)]] = 0.0
    reach = reach_of(replace(its, table=table), 0.5, sights(HAND, HOME, "XYZ"))
    assert np.isfinite(reach.slopes(mixed(4, 2))[1]).all()


def test_the_extent_of_angles_and_lengths_is_a_length():
    reach = reach_of(moving(TURNING, 5), 0.5, sights(HAND, HOME, ("ELEVATION", "DISTANCE")))
    places = reach.see(np.eye(5))
    assert reach.diagonal < 10.0 * np.abs(places[:, 1]).max()
