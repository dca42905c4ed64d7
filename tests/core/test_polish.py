"""The last millimetre: the effector lands, and nothing moves that need not."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adverb.core import quaternion
from adverb.core.channels import Channel, Kind, Layout
from adverb.core.polish import Polish, apply, fade
from adverb.core.skeleton import Skeleton
from tests.core import body
from tests.core.body import ARM, LIMB, PALM, REACH, SKELETON, WHOLE, bend, point, posed, transforms
from tests.core.factories import unit_quaternions


@pytest.mark.parametrize(("layout", "aside"), [(LIMB, 0.03), (WHOLE, 0.03), (WHOLE, 0.3)])
def test_the_effector_lands(layout, aside):
    polish = Polish.of(SKELETON, layout, "hand.L", PALM)
    poses = posed(layout, 1, 200)
    targets = point(layout, poses, "hand.L", PALM) + aside * unit_quaternions(np.random.default_rng(3), 200)[:, 1:]
    correction = polish.correct_all(poses, targets)
    misses = np.linalg.norm(point(layout, apply(poses, correction), "hand.L", PALM) - targets, axis=1)
    np.testing.assert_allclose(misses, correction.miss, atol=1e-12)
    reached = misses < 1e-9 * REACH
    assert reached.mean() > 0.85
    # Who did not reach it stretches as far as the arm goes, or folds.
    angle = bend(layout, apply(poses, correction))[0]
    assert np.minimum(angle, np.pi - angle)[~reached].max(initial=0.0) < 4e-3


@given(seed=st.integers(0, 10**6), distance=st.floats(0.03, 0.54))
def test_wherever_the_limb_reaches_it_lands(seed, distance):
    polish = Polish.of(SKELETON, LIMB, "hand.L", PALM)
    pose = posed(LIMB, seed, 1, spread=1.5)[0]
    shoulder, wrist = (transforms(LIMB, pose, name)[:3, 3] for name in ("upper.L", "hand.L"))
    way = np.random.default_rng(seed).normal(size=3)
    goal = shoulder + distance * way / np.linalg.norm(way)
    target = point(LIMB, pose, "hand.L", PALM) + goal - wrist
    changed = apply(pose, polish.correct(pose, target))
    np.testing.assert_allclose(point(LIMB, changed, "hand.L", PALM), target, atol=1e-9 * REACH)
    before, after = (transforms(LIMB, its, "hand.L")[:3, :3] for its in (pose, changed))
    np.testing.assert_allclose(before, after, atol=1e-9)


@pytest.mark.parametrize("layout", [LIMB, WHOLE])
def test_nothing_changes_where_the_effector_is_there(layout):
    polish = Polish.of(SKELETON, layout, "hand.L", PALM)
    for pose in posed(layout, 4, 30):
        correction = polish.correct(pose, point(layout, pose, "hand.L", PALM))
        np.testing.assert_allclose(correction.vectors, 0.0, atol=1e-9)
        np.testing.assert_allclose(apply(pose, correction), pose, atol=1e-9)


def test_only_the_limb_and_its_hand_change():
    polish = Polish.of(SKELETON, WHOLE, "hand.L", PALM)
    poses = posed(WHOLE, 5, 50)
    inward = transforms(WHOLE, poses, "upper.L")[:, :3, 3] - transforms(WHOLE, poses, "hand.L")[:, :3, 3]
    targets = point(WHOLE, poses, "hand.L", PALM) + 0.1 * inward
    correction = polish.correct_all(poses, targets)
    changed = apply(poses, correction)
    arm = [WHOLE.slices[Channel.of(name, Kind.ROTATION)] for name in ARM]
    others = np.ones(WHOLE.width, dtype=bool)
    for where in arm:
        others[where] = False
    np.testing.assert_array_equal(changed[:, others], poses[:, others])
    assert polish.correct(poses[0], targets[0]).columns == tuple(where.start for where in arm)
    for its in (changed[:, where] for where in arm):
        np.testing.assert_allclose(np.linalg.norm(its, axis=1), 1.0, atol=1e-12)


def test_the_hand_keeps_its_orientation_also_where_the_body_helps():
    polish = Polish.of(SKELETON, WHOLE, "hand.L", PALM)
    poses = posed(WHOLE, 6, 50)
    outward = transforms(WHOLE, poses, "hand.L")[:, :3, 3] - transforms(WHOLE, poses, "upper.L")[:, :3, 3]
    targets = point(WHOLE, poses, "hand.L", PALM) + 0.4 * outward
    correction = polish.correct_all(poses, targets)
    changed = apply(poses, correction)
    chest = WHOLE.slices[Channel.of("chest", Kind.ROTATION)]
    assert (np.abs(changed[:, chest] - poses[:, chest]).max(axis=1) > 1e-3).sum() > 20
    before, after = (transforms(WHOLE, its, "hand.L")[:, :3, :3] for its in (poses, changed))
    np.testing.assert_allclose(before, after, atol=1e-9)
    # The feet stay where they are: who carries the whole body is not turned.
    feet = transforms(WHOLE, poses, "foot.R")
    np.testing.assert_array_equal(transforms(WHOLE, changed, "foot.R"), feet)


def test_a_hand_that_cannot_turn_follows():
    layout = Layout.of([Channel.of("hips", Kind.LOCATION), *(Channel.of(name, Kind.ROTATION) for name in ARM[:2])])
    polish = Polish.of(SKELETON, layout, "hand.L", PALM)
    poses = posed(layout, 7, 30)
    targets = point(layout, poses, "hand.L", PALM) + 0.02
    correction = polish.correct_all(poses, targets)
    reached = correction.miss < 1e-9 * REACH
    assert reached.sum() > 20
    landed = point(layout, apply(poses, correction), "hand.L", PALM)
    np.testing.assert_allclose(landed[reached], targets[reached], atol=1e-9)


@given(seed=st.integers(0, 10**6))
def test_the_elbow_keeps_its_hinge(seed):
    polish = Polish.of(SKELETON, LIMB, "hand.L", PALM)
    pose = posed(LIMB, seed, 1)[0]
    angle, hinge = bend(LIMB, pose)
    target = point(LIMB, pose, "hand.L", PALM) + 0.05 * unit_quaternions(np.random.default_rng(seed), 1)[0, 1:]
    correction = polish.correct(pose, target)
    bent, same = bend(LIMB, apply(pose, correction))
    if np.sin(angle) > 2e-3 and np.sin(bent) > 1e-6:
        np.testing.assert_allclose(hinge, same, atol=1e-7)
    # The forearm turns by as much as the elbow opens, and not about itself.
    np.testing.assert_allclose(np.linalg.norm(correction.vectors[1]), abs(bent - angle), atol=1e-7)


@pytest.mark.parametrize("far", [1.02, 1.5, 40.0])
def test_out_of_reach_the_arm_points_at_the_target(far):
    polish = Polish.of(SKELETON, LIMB, "hand.L", np.zeros(3))
    pose = posed(LIMB, 8, 1)[0]
    shoulder = transforms(LIMB, pose, "upper.L")[:3, 3]
    straight = sum(
        np.linalg.norm(transforms(LIMB, pose, one)[:3, 3] - transforms(LIMB, pose, other)[:3, 3])
        for one, other in (("upper.L", "lower.L"), ("lower.L", "hand.L"))
    )
    way = np.array([0.6, -0.64, 0.48])
    target = shoulder + far * straight * way
    correction = polish.correct(pose, target)
    np.testing.assert_allclose(
        transforms(LIMB, apply(pose, correction), "hand.L")[:3, 3], shoulder + straight * way, atol=1e-9
    )
    np.testing.assert_allclose(correction.miss, (far - 1.0) * straight, rtol=1e-9)


@pytest.mark.parametrize("layout", [LIMB, WHOLE])
def test_a_target_that_leaves_the_reach_gives_no_jump(layout):
    """The elbow is quickest where it comes straight: there it turns as the root of the step, as any elbow does."""
    polish = Polish.of(SKELETON, layout, "hand.L", PALM)
    pose = posed(layout, 9, 1)[0]
    shoulder, wrist = (transforms(layout, pose, name)[:3, 3] for name in ("upper.L", "hand.L"))
    start = point(layout, pose, "hand.L", PALM)
    jumps = []
    for count in (400, 1600):
        ways = np.linspace(0.0, 1.5, count)[:, None] * (wrist - shoulder)
        correction = polish.correct_all(np.tile(pose, (count, 1)), start + ways)
        assert np.isfinite(correction.vectors).all()
        jumps.append(np.abs(np.diff(correction.vectors, axis=0)).max())
    assert jumps[0] < 0.2
    assert jumps[1] < 0.6 * jumps[0]


@pytest.mark.parametrize("bent", [0.0, 1e-12, 1e-5, np.pi - 1e-5, np.pi])
def test_straight_and_folded_arms_are_no_trouble(bent):
    """From exactly and from nearly straight, and in line with the target."""
    names = ("upper.L", "lower.L", "hand.L")
    offsets = np.tile(np.eye(4), (3, 1, 1))
    offsets[1:, 1, 3] = 0.3
    limb = Skeleton(names, (-1, 0, 1), offsets)
    layout = Layout.of([Channel.of(name, Kind.ROTATION) for name in names])
    polish = Polish.of(limb, layout, "hand.L", np.zeros(3))
    pose = layout.rest
    pose[4:8] = quaternion.exp(np.array([bent, 0.0, 0.0]))
    targets = [(0.0, y, 0.0) for y in (-0.4, -1e-9, 0.0, 1e-9, 0.3, 0.6 - 1e-9, 0.6, 0.7)] + [(0.2, 0.1, -0.3)]
    for target in np.array(targets):
        correction = polish.correct(pose, target)
        both = polish.correct_all(pose[None], target[None])
        assert np.isfinite(correction.vectors).all()
        landed = limb.globals(layout, apply(pose, correction))[2, :3, 3]
        expected = target * min(1.0, 0.6 / max(np.linalg.norm(target), 1e-9))
        np.testing.assert_allclose(landed, expected, atol=1e-8)
        landed = limb.globals(layout, apply(pose[None], both))[0, 2, :3, 3]
        np.testing.assert_allclose(landed, expected, atol=1e-8)


def test_a_straight_arm_bends_the_way_it_is_bent_at_rest():
    names = ("upper.L", "lower.L", "hand.L")
    offsets = np.tile(np.eye(4), (3, 1, 1))
    offsets[1:, 1, 3] = 0.3
    offsets[1, :3, :3] = quaternion.to_matrix(quaternion.exp(np.array([0.0, 0.0, -0.3])))
    limb = Skeleton(names, (-1, 0, 1), offsets)
    layout = Layout.of([Channel.of(name, Kind.ROTATION) for name in names])
    polish = Polish.of(limb, layout, "hand.L", np.zeros(3))
    for more in (0.3, 0.3 - 1e-7, 0.3 + 1e-7):  # straight, and by a hair to either side
        pose = layout.rest
        pose[4:8] = quaternion.exp(np.array([0.0, 0.0, more]))
        turns = polish.correct(pose, np.array([0.0, 0.5, 0.0])).vectors
        assert turns[1, 2] < -0.5
        np.testing.assert_allclose(turns[:, :2], 0.0, atol=1e-3)


def test_bones_of_no_length_are_no_trouble():
    names = ("upper.L", "lower.L", "hand.L")
    layout = Layout.of(
        [Channel.of("upper.L", Kind.SCALE), *(Channel.of(name, Kind.ROTATION) for name in names)],
    )
    offsets = np.tile(np.eye(4), (3, 1, 1))
    offsets[1:, 1, 3] = 0.3
    limb = Skeleton(names, (-1, 0, 1), offsets)
    polish = Polish.of(limb, layout, "hand.L", np.array([0.0, 0.1, 0.0]))
    pose = layout.rest
    pose[:3] = 0.0
    correction = polish.correct(pose, np.array([0.1, 0.2, 0.3]))
    assert np.isfinite(correction.vectors).all()
    np.testing.assert_allclose(correction.miss, np.linalg.norm([0.1, 0.2, 0.3]))
    offsets[1:, 1, 3] = 0.0
    nothing = Polish.of(Skeleton(names, (-1, 0, 1), offsets), layout, "hand.L", np.zeros(3))
    assert nothing.limb == ()
    assert np.isfinite(nothing.correct(layout.rest, np.array([0.1, 0.2, 0.3])).vectors).all()


def test_even_scales_leave_the_limb_a_limb():
    layout, poses = body.scaled(["chest", "upper.L"], 10, 30)
    poses[:, 3:6], poses[:, 6:9] = 1.2, -0.9
    polish = Polish.of(SKELETON, layout, "hand.L", PALM)
    targets = point(layout, poses, "hand.L", PALM) - 0.02
    correction = polish.correct_all(poses, targets)
    np.testing.assert_allclose(point(layout, apply(poses, correction), "hand.L", PALM), targets, atol=1e-9)
    others = [place for place in range(len(correction.columns)) if place not in polish.limb]
    assert (np.abs(correction.vectors[:, others]).max(axis=(1, 2)) < 1e-15).sum() > 15


def test_a_gaze_is_shared_and_no_sharing_turns_less():
    polish = Polish.of(SKELETON, WHOLE, "head", np.array([0.0, 0.0, 2.0]), is_direction=True)
    poses = posed(WHOLE, 18, 40)
    targets = 3.0 * unit_quaternions(np.random.default_rng(19), 40)[:, 1:]
    correction = polish.correct_all(poses, targets)
    looks = transforms(WHOLE, apply(poses, correction), "head")[:, :3, 2]
    wanted = targets / np.linalg.norm(targets, axis=1, keepdims=True)
    np.testing.assert_allclose(looks, wanted, atol=1e-9)
    # Together they turn by the angle between the two directions, which no sharing can undercut.
    angles = np.linalg.norm(correction.vectors, axis=2)
    before = transforms(WHOLE, poses, "head")[:, :3, 2]
    np.testing.assert_allclose(angles.sum(axis=1), np.arccos((before * wanted).sum(axis=1)), atol=1e-9)
    # The head carries least and turns most; the hips carry the feet and stay.
    owners = {where.start: channel.owner for channel, where in WHOLE.slices.items()}
    assert [owners[column] for column in correction.columns] == ["back", "chest", "neck", "head"]
    assert (np.diff(angles, axis=1) > 0.0).all()


def test_who_looks_straight_back_turns_about_the_vertical():
    layout = Layout.of([Channel.of("head", Kind.ROTATION)])
    polish = Polish.of(SKELETON, layout, "head", np.array([0.0, 0.0, 1.0]), is_direction=True)
    before = transforms(layout, layout.rest, "head")[:3, 2]
    for target in (-before, -before + 1e-12):
        changed = apply(layout.rest, polish.correct(layout.rest, target))
        np.testing.assert_allclose(transforms(layout, changed, "head")[:3, 2], -before, atol=1e-8)


@pytest.mark.parametrize(("bone", "is_direction"), [("hand.L", False), ("head", False), ("head", True)])
@pytest.mark.parametrize("aside", [0.0, 0.05, 0.5])
def test_a_batch_is_each_by_itself(bone, is_direction, aside):
    polish = Polish.of(SKELETON, WHOLE, bone, PALM, is_direction)
    poses = posed(WHOLE, 20, 60)
    targets = point(WHOLE, poses, bone, PALM) + aside * np.random.default_rng(21).normal(size=(60, 3))
    correction = polish.correct_all(poses, targets)
    changed = apply(poses, correction)
    for pose, target, expected, miss in zip(poses, targets, changed, correction.miss, strict=True):
        own = polish.correct(pose, target)
        np.testing.assert_allclose(apply(pose, own), expected, atol=1e-9)
        np.testing.assert_allclose(own.miss, miss, atol=1e-9)


def test_a_chain_that_no_bone_can_turn_says_how_far_it_is():
    layout = Layout.of([Channel.of("hips", Kind.LOCATION), Channel.of("hand.R", Kind.ROTATION)])
    for offset, is_direction in ((PALM, False), (np.array([0.0, 0.0, 1.0]), True)):
        polish = Polish.of(SKELETON, layout, "hand.L", offset, is_direction)
        correction = polish.correct(layout.rest, np.array([0.0, 0.0, 9.0]))
        assert correction.vectors.shape == (0, 3)
        assert correction.miss > 0.01
        np.testing.assert_array_equal(apply(layout.rest, correction), layout.rest)
        both = polish.correct_all(layout.rest[None], np.array([[0.0, 0.0, 9.0]]))
        np.testing.assert_allclose(both.miss, correction.miss)
        np.testing.assert_array_equal(apply(layout.rest[None], both), layout.rest[None])


def test_a_share_of_a_correction():
    polish = Polish.of(SKELETON, WHOLE, "hand.L", PALM)
    pose = posed(WHOLE, 22, 1)[0]
    correction = polish.correct(pose, point(WHOLE, pose, "hand.L", PALM) + 0.05)
    np.testing.assert_array_equal(apply(pose, correction, 0.0), pose)
    shares = np.linspace(0.0, 1.0, 5)
    motion = apply(np.tile(pose, (5, 1)), correction, shares)
    for share, its in zip(shares, motion, strict=True):
        np.testing.assert_allclose(apply(pose, correction, share), its, atol=1e-14)
    half = apply(apply(pose, correction, 0.5), correction, 0.5)
    np.testing.assert_allclose(half, apply(pose, correction), atol=1e-14)


def test_a_correction_fades_to_the_keytimes_beside_it():
    before, key, after = 0.2, 0.5, 0.9
    np.testing.assert_array_equal(fade(np.array([0.0, before, key, after, 1.0]), before, key, after), [0, 0, 1, 0, 0])
    times = np.linspace(0.0, 1.0, 20001)
    shares = fade(times, before, key, after)
    slopes = np.gradient(shares, times)
    assert np.abs(np.diff(slopes)).max() < 0.02  # no kink
    assert (np.diff(shares[times <= key]) >= 0.0).all()
    assert (np.diff(shares[times >= key]) <= 0.0).all()
    assert fade(0.35, before, key, after) == pytest.approx(0.5)


def test_at_the_ends_of_a_motion_a_correction_stays():
    np.testing.assert_array_equal(fade(np.array([0.0, 0.4, 1.0, 1.2]), 0.4, 1.0, None), [0, 0, 1, 1])
    np.testing.assert_array_equal(fade(np.array([-0.1, 0.0, 0.6]), None, 0.0, 0.6), [1, 1, 0])
    assert fade(0.7, None, 0.0, None) == 1.0
