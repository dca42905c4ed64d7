"""Motions that go round: over the seam without a jump, in place or carried on from cycle to cycle."""

import numpy as np
import pytest

from adverb.core import quaternion
from adverb.core.clip import Clip
from adverb.core.motion import Cycle
from adverb.core.verb import Options, fit
from tests.core.factories import (
    HIP_LOCATION,
    RIG,
    ROOTED,
    TURNING,
    clip,
    difference,
    duration,
    example,
    line,
    turned,
    walk,
)

RNG = np.random.default_rng(14)
CYCLES = [Cycle.IN_PLACE, Cycle.TRAVEL]
TURNS = [0.0, 0.3, -1.5, 3.0]
MORE_THAN_HALF_A_TURN = [3.3, 4.5]


def stroll(turn=0.3, cycle=Cycle.TRAVEL):
    """Two walks of different length, speed and turn."""
    walks = [walk((turn, 0.2, 1.0, 0.1)), walk((0.9 * turn, 0.0, 1.3, 0.0), frames=28)]
    return fit(line(walks), ["pace"], Options(cycle=cycle, root="hip")), walks


def closed(frames=20, layout=RIG):
    """A motion whose end is its beginning."""
    half = clip(RNG, np.arange(frames // 2 + 1), layout).values
    return Clip(layout, np.arange(frames + 1.0), np.concatenate((half, half[-2::-1])))


def along(verb, adverb, times):
    return verb.poses(np.full((len(times), 1), adverb), np.asarray(times, dtype=np.float64))


def assert_smooth(verb, adverb, at):
    """Neither value nor speed jumps where a cycle ends."""
    h = 1e-5
    poses = along(verb, adverb, at + h * np.array([-2, -1, 1, 2]))
    rotations = verb.layout.rotations(poses)
    rotations[...] = quaternion.align(rotations, rotations[:1])
    assert np.abs(poses[2] - poses[1]).max() < 1e-4
    np.testing.assert_allclose((poses[1] - poses[0]) / h, (poses[3] - poses[2]) / h, atol=1e-3)


@pytest.mark.parametrize("cycle", CYCLES)
@pytest.mark.parametrize("adverb", [0.0, 0.5, 1.3])
@pytest.mark.parametrize("inner", [([], []), ([3, 7.5], [11, 20])])
def test_what_does_not_close_is_closed(cycle, adverb, inner):
    clips = [clip(RNG, np.arange(20)), clip(RNG, np.arange(26))]
    examples = [example(str(i), [i], its, (0, *inner[i], its.times[-1])) for i, its in enumerate(clips)]
    verb = fit(examples, ["mood"], Options(cycle=cycle))
    for round_ in (0, 1, 7, -3):
        assert_smooth(verb, adverb, round_ * duration(verb, adverb))


@pytest.mark.parametrize("frames", [2, 3, 4, 5, 12])
@pytest.mark.parametrize("inner", [[], [0.3, 0.65]])
def test_a_closed_example_is_reproduced_frame_by_frame(frames, inner):
    clips = [closed(2 * frames), closed(24)]
    keytimes = [(0.0, *inner, 1.0), (0.0, *(1 - np.array(inner[::-1])), 1.0)]
    examples = [example(str(i), [i], its, its.times[-1] * np.array(keytimes[i])) for i, its in enumerate(clips)]
    verb = fit(examples, ["mood"], Options(cycle=Cycle.IN_PLACE))
    for index, its in enumerate(examples):
        for round_ in (0, 3, -2):
            times = its.clip.times + round_ * its.clip.times[-1]
            assert difference(RIG, along(verb, float(index), times), its.clip.values) < 1e-9


@pytest.mark.parametrize("turn", TURNS + MORE_THAN_HALF_A_TURN)
def test_a_walk_is_reproduced_frame_by_frame(turn):
    verb, walks = stroll(turn)
    for index, its in enumerate(walks):
        assert difference(ROOTED, along(verb, float(index), its.times), its.values) < 1e-9


@pytest.mark.parametrize("turn", TURNS + MORE_THAN_HALF_A_TURN)
@pytest.mark.parametrize("cycle", CYCLES)
def test_a_walk_goes_over_its_seam_smoothly(turn, cycle):
    verb, _ = stroll(turn, cycle)
    for adverb in (0.0, 0.5, 1.2):
        for round_ in (1, 5, -2):
            assert_smooth(verb, adverb, round_ * duration(verb, adverb))


def test_many_cycles_go_as_many_times_the_way():
    verb, _ = stroll(0.0)
    for adverb, way in ((0.0, (0.2, 1.0, 0.1)), (0.5, (0.1, 1.15, 0.05)), (1.0, (0.0, 1.3, 0.0))):
        starts = along(verb, adverb, np.arange(-3, 10) * duration(verb, adverb))
        places = starts[:, ROOTED.slices[HIP_LOCATION]]
        np.testing.assert_allclose(places - places[3], np.outer(np.arange(-3, 10), way), atol=1e-9)


@pytest.mark.parametrize("up", [(0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (1.0, 0.0, 0.0)])
def test_a_turning_walk_goes_round_a_circle(up):
    """A tenth of a turn in each cycle: ten cycles come back, climbing, and look the way they looked at first."""
    climb = np.roll(up, 1) + 0.1 * np.array(up)
    its = walk((2 * np.pi / 10, *climb), up=up)
    verb = fit(line([its]), ["pace"], Options(cycle=Cycle.TRAVEL, root="hip", up=up))
    poses = along(verb, 0.0, np.arange(11) * duration(verb, 0.0))
    places = poses[:, :3] - np.outer(poses[:, :3] @ up, up)
    reach = np.linalg.norm(places - places[:10].mean(axis=0), axis=1)
    np.testing.assert_allclose(reach, reach[0], atol=1e-9)
    assert reach[0] > 0.5
    np.testing.assert_allclose(places[10], places[0], atol=1e-9)
    np.testing.assert_allclose(np.diff(poses[:, :3] @ up), 0.1, atol=1e-9)
    np.testing.assert_allclose(quaternion.align(poses[10, 3:], poses[0, 3:]), poses[0, 3:], atol=1e-9)


def test_up_says_a_direction_and_not_a_length():
    walks = line([walk((0.4, 0.0, 1.0, 0.1)), walk((-0.2, 0.3, 1.0, 0.0))])
    verb, other = (
        fit(walks, ["pace"], Options(cycle=Cycle.TRAVEL, root="hip", up=(0.0, 0.0, up))) for up in (1.0, 3.0)
    )
    times = np.linspace(0, 70, 30)
    assert difference(ROOTED, along(verb, 0.3, times), along(other, 0.3, times)) < 1e-9


def test_in_place_a_walk_stays_where_it_is():
    verb, _ = stroll(0.3, Cycle.IN_PLACE)
    for adverb in (0.0, 0.5, 1.0):
        length = duration(verb, adverb)
        times = np.linspace(0, length, 30)
        assert difference(ROOTED, along(verb, adverb, times), along(verb, adverb, times + 6 * length)) < 1e-9
        places = along(verb, adverb, times)[:, :3]
        assert np.ptp(places, axis=0).max() < 0.5  # it sways by 0.2 either way, and walked more than 1


def test_in_place_and_travelling_differ_only_in_the_root():
    walks = [closed(), closed()]
    for its, step in zip(walks, (1.0, 2.0)):
        its.values[:, RIG.slices[HIP_LOCATION]] += np.linspace(0, step, 21)[:, None]
    travelling, staying = (
        fit(line(walks), ["pace"], Options(cycle=cycle, root="hip")) for cycle in (Cycle.TRAVEL, Cycle.IN_PLACE)
    )
    times = np.linspace(0, 60, 50)
    there, here = along(travelling, 0.4, times), along(staying, 0.4, times)
    np.testing.assert_allclose(there[:, 3 : RIG.linear_width], here[:, 3 : RIG.linear_width], atol=1e-12)
    np.testing.assert_allclose(there[:, RIG.linear_width :], here[:, RIG.linear_width :], atol=1e-9)
    assert np.abs(there - here)[:, :3].max() > 3.0


@pytest.mark.parametrize("turns", [1, 2, -1])
def test_a_wheel_that_turns_once_in_a_cycle(turns):
    """The quaternion after one turn is the negative of the first, and the same rotation."""
    wheels = [turned(np.linspace(0, turns * 2 * np.pi, 25) + start) for start in (0.0, 0.6)]
    verb = fit(line(wheels), ["start"], Options(cycle=Cycle.IN_PLACE))
    for index, its in enumerate(wheels):
        assert difference(TURNING, along(verb, float(index), its.times), its.values) < 1e-9
    expected = turned(np.linspace(0, turns * 2 * np.pi, 25) + 0.3)
    assert difference(TURNING, along(verb, 0.5, expected.times), expected.values) < 1e-3
    for adverb in (0.0, 0.5, 1.5):
        ahead = along(verb, adverb, [24 - 1e-6, 24 + 1e-6])
        assert difference(TURNING, ahead[0], ahead[1]) < 1e-5


def test_dancers_that_spin_once_on_their_way():
    """A whole turn is no way round: they go straight on, and every cycle spins again."""
    dancers = [walk((0.0, 0.0, step, 0.0), frames) for step, frames in ((1.0, 25), (1.6, 31))]
    for its in dancers:
        turns = np.outer(np.linspace(0, 2 * np.pi, len(its.times)), (0.0, 0.0, 1.0))
        its.values[:, 3:] = quaternion.multiply(quaternion.exp(turns), its.values[:, 3:])
    verb = fit(line(dancers), ["pace"], Options(cycle=Cycle.TRAVEL, root="hip"))
    for index, its in enumerate(dancers):
        assert difference(ROOTED, along(verb, float(index), its.times), its.values) < 1e-9
    length = duration(verb, 0.5)
    assert_smooth(verb, 0.5, 2 * length)
    places = along(verb, 0.5, np.arange(4) * length)[:, :3]
    np.testing.assert_allclose(np.diff(places, axis=0), [(0.0, 1.3, 0.0)] * 3, atol=1e-9)


@pytest.mark.parametrize("cycle", CYCLES)
def test_a_cycle_of_poses_stands_still(cycle):
    still = [Clip(ROOTED, np.zeros(1), walk((0, 0, 0, 0)).values[:1]) for _ in range(2)]
    verb = fit(line(still), ["mood"], Options(cycle=cycle, root="hip"))
    assert difference(ROOTED, along(verb, 0.5, [0.0, 3.0, 99.0]), np.tile(still[0].values, (3, 1))) < 1e-12
    assert duration(verb, 0.5) == 0.0


@pytest.mark.parametrize("cycle", CYCLES)
def test_one_pose_is_as_many_and_far_times_are_as_near(cycle):
    verb, _ = stroll(0.3, cycle)
    adverbs, times = RNG.uniform(-0.2, 1.2, (60, 1)), RNG.uniform(-200, 200, 60)
    poses = verb.poses(adverbs, times)
    for index in range(60):
        np.testing.assert_allclose(verb.pose(adverbs[index], float(times[index])), poses[index], atol=1e-9)


def test_a_moment_held_is_one_of_the_first_cycle_unless_said():
    verb, _ = stroll(0.3)
    weights, length = verb.weights(np.array([0.4])), duration(verb, 0.4)
    for cycle in (0, 2):
        moving = verb.motion.pose(weights, (cycle + 0.25) * length)
        assert difference(ROOTED, verb.motion.at(weights, 0.25, cycle), moving) < 1e-9
    assert difference(ROOTED, verb.motion.at(weights, 0.25), verb.motion.at(weights, 0.25, 0)) == 0.0


def test_a_root_that_only_some_examples_move():
    """One strolls, one marches on the spot and has no curves on its hip at all."""
    marching = closed(20, TURNING)
    verb = fit(line([walk((0.0, 0.0, 1.0, 0.0)), marching]), ["pace"], Options(cycle=Cycle.TRAVEL, root="hip"))
    way = verb.layout.slices[HIP_LOCATION]
    for adverb, step in ((0.0, 1.0), (0.5, 0.5), (1.0, 0.0)):
        length = duration(verb, adverb)
        start, end = along(verb, adverb, [0.0, 4 * length])[:, way]
        np.testing.assert_allclose(end - start, (0.0, 4 * step, 0.0), atol=1e-9)
