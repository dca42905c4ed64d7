"""Two bones: the elbow opens, the shoulder swings, and nothing turns more than it must."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import least_squares
from scipy.spatial.transform import Rotation

from adverb.core import limb
from adverb.core.channels import Channel, Kind, Layout
from adverb.core.polish import Polish
from adverb.core.tuples import MANY, ONE
from tests.core.body import ARM, NAMES, SKELETON


def moved(joints, swing, opening):
    """Where the wrist goes when the lower bone turns about the elbow, then all about the shoulder."""
    shoulder, elbow, wrist = joints
    wrist = elbow + Rotation.from_rotvec(opening).apply(wrist - elbow)
    return shoulder + Rotation.from_rotvec(swing).apply(wrist - shoulder)


def angle(joints):
    shoulder, elbow, wrist = joints
    one, other = shoulder - elbow, wrist - elbow
    return np.arctan2(np.linalg.norm(np.cross(one, other)), one @ other)


@settings(max_examples=20)
@given(seed=st.integers(0, 10**6))
def test_no_other_way_with_that_hinge_turns_less(seed):
    """The shoulder is free, the elbow a hinge that stays bent to its side. What else reaches the goal turns more."""
    rng = np.random.default_rng(seed)
    joints = rng.normal(size=(3, 3))
    shoulder, elbow, wrist = joints
    lengths = np.linalg.norm(shoulder - elbow), np.linalg.norm(wrist - elbow)
    way = rng.normal(size=3)
    goal = shoulder + way / np.linalg.norm(way) * rng.uniform(abs(lengths[0] - lengths[1]), sum(lengths))
    swing, opening, miss = limb.reach(ONE, *map(tuple, joints.tolist()), tuple(goal.tolist()), (1.0, 0.0, 0.0))
    assert miss < 1e-9
    np.testing.assert_allclose(moved(joints, swing, opening), goal, atol=1e-9)
    normal = np.cross(shoulder - elbow, wrist - elbow)
    normal /= np.linalg.norm(normal)
    np.testing.assert_allclose(np.cross(opening, normal), 0.0, atol=1e-7)
    size = np.hypot(np.linalg.norm(swing), np.linalg.norm(opening))
    for start in rng.normal(size=(3, 4)):
        other = least_squares(lambda turns: moved(joints, turns[:3], turns[3] * normal) - goal, start, max_nfev=30)
        keeps_side = 0.0 < angle(joints) + other.x[3] < np.pi
        if keeps_side and np.linalg.norm(other.fun) < 1e-7:
            assert np.linalg.norm(other.x) > size - 1e-6


@pytest.mark.parametrize("bent", [0.0, 1e-9, 1e-5, 5e-4, 2e-3])
def test_a_straight_limb_that_is_there_stays(bent):
    joints = np.array([[0.0, 0.0, 0.0], [0.0, 0.3, 0.0], [0.2 * np.sin(bent), 0.3 + 0.2 * np.cos(bent), 0.0]])
    shoulder, elbow, wrist = map(tuple, joints.tolist())
    swing, opening, _ = limb.reach(ONE, shoulder, elbow, wrist, wrist, (1.0, 0.0, 0.0))
    np.testing.assert_allclose((swing, opening), 0.0, atol=1e-7)


def test_many_are_each_by_themselves():
    joints = np.random.default_rng(1).normal(size=(50, 5, 3))
    joints[0, 2] = 2.0 * joints[0, 1] - joints[0, 0]  # straight
    joints[1, 1] = joints[1, 0]  # no upper arm
    joints[2, 3] = joints[2, 0]  # the goal in the shoulder
    joints[3, 2] = joints[3, 0]  # folded
    swings, openings, misses = limb.reach(MANY, *(tuple(joints[:, place].T) for place in range(5)))
    for row, its in enumerate(joints.tolist()):
        swing, opening, miss = limb.reach(ONE, *map(tuple, its))
        np.testing.assert_allclose(np.stack(swings, axis=1)[row], swing, atol=1e-9)
        np.testing.assert_allclose(np.stack(openings, axis=1)[row], opening, atol=1e-9)
        np.testing.assert_allclose(misses[row], miss, atol=1e-9)


def test_the_last_good_pair_is_the_limb():
    assert limb.find([0.1, 0.2, 0.15, 0.3, 0.25, 0.1]) == 3  # hips, back, clavicle, arm, hand
    assert limb.find([0.55, 0.3, 0.25, 0.18]) == 1  # a back in one piece, a hand to its fingertips
    assert limb.find([0.15, 0.3, 0.25, 0.08, 0.05, 0.03, 0.02]) == 1  # a finger
    assert limb.find([0.4, 0.4, 0.15, 0.07]) == 0  # a toe
    assert limb.find([1.0, 1.0, 1.0]) == 1
    assert limb.find([0.3]) is None
    assert limb.find([]) is None
    assert limb.find([0.3, 0.0]) is None


def test_fingers_and_feet_hang_on_limbs():
    """The last good pair: a hand is too short for one, a back is further up."""

    def limb_of(bone, offset, names=NAMES):
        layout = Layout.of([Channel.of(name, Kind.ROTATION) for name in names])
        polish = Polish.of(SKELETON, layout, bone, np.array(offset))
        starts = {where.start: channel.owner for channel, where in layout.slices.items()}
        return [starts[polish.chain.columns[place]] for place in polish.limb]

    without_twist = [name for name in NAMES if name != "twist.L"]
    for tip in ((0.0, 0.0, 0.0), (0.0, 0.1, 0.0), (0.0, 0.18, 0.0)):
        assert limb_of("hand.L", tip, without_twist) == list(ARM)
    assert limb_of("lower.R", (0.0, 0.26, 0.0)) == ["upper.R", "lower.R"]
    assert limb_of("foot.L", (0.0, 0.15, 0.0)) == ["thigh.L", "shin.L", "foot.L"]
    assert limb_of("head", (0.0, 0.1, 0.0), ["head"]) == []
