"""The bones to an effector: where it is, who may turn for it, and how they settle."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from adverb.core import chain
from adverb.core.chain import Chain
from adverb.core.channels import Channel, Kind, Layout
from adverb.core.polish import Polish, apply
from adverb.core.tuples import MANY, ONE, length, minus
from tests.core import body
from tests.core.body import ARM, PALM, SKELETON, WHOLE, point, posed, transforms


def names_of(its, layout):
    owners = {where.start: channel.owner for channel, where in layout.slices.items()}
    return [owners[column] for column in its.columns]


def test_a_chain_stands_where_forward_kinematics_puts_it():
    layout, poses = body.scaled(["chest", "lower.L"], 1, 20)
    poses[:, 3:6], poses[:, 6:9] = 1.3, -0.8
    its = Chain.of(SKELETON, layout, "hand.L", PALM)
    stand = its.stand(MANY, list(poses[:, its.numbers].T))
    np.testing.assert_allclose(np.stack(stand.tip, axis=1), point(layout, poses, "hand.L", PALM), atol=1e-12)
    for link, name in zip(its.bones, names_of(its, layout), strict=True):
        np.testing.assert_allclose(
            np.stack(stand.heads[link], axis=1), transforms(layout, poses, name)[:, :3, 3], atol=1e-12
        )
    assert not np.any(stand.is_askew)
    one = its.stand(ONE, poses[3, its.numbers].tolist())
    np.testing.assert_allclose(one.tip, point(layout, poses[3], "hand.L", PALM), atol=1e-12)
    poses[4, 7] = 0.81
    assert np.flatnonzero(its.stand(MANY, list(poses[:, its.numbers].T)).is_askew).tolist() == [4]


def test_rests_of_single_precision_are_rotations():
    rough = body.Skeleton(SKELETON.names, SKELETON.parents, SKELETON.offsets.astype(np.float32).astype(np.float64))
    its = Chain.of(rough, WHOLE, "hand.L", PALM)
    for link in its.links:
        assert np.linalg.norm(link.rotation) == pytest.approx(1.0, abs=1e-14)


def test_who_carries_the_rest_of_the_body_is_left_alone():
    assert names_of(Chain.of(SKELETON, WHOLE, "hand.L", PALM), WHOLE) == ["back", "chest", "clavicle.L", *ARM]
    assert names_of(Chain.of(SKELETON, WHOLE, "foot.L", PALM), WHOLE) == ["thigh.L", "shin.L", "foot.L"]
    hips = Layout.of([Channel.of("hips", Kind.ROTATION)])
    assert names_of(Chain.of(SKELETON, hips, "hand.L", PALM), hips) == ["hips"]
    arm = SKELETON.chain("hand.L")
    assert names_of(Chain.of(arm, WHOLE, "hand.L", PALM), WHOLE)[0] == "hips"


def test_who_carries_more_gives_way_less():
    ease = Chain.of(SKELETON, WHOLE, "hand.L", PALM).ease
    assert sum(ease) == pytest.approx(1.0)
    assert (np.diff(ease) > 0.0).all()
    assert ease[-1] / ease[-2] == pytest.approx(2.0)  # the forearm carries itself and the hand


def test_bones_that_do_not_heed_their_location():
    layout = Layout.of([Channel.of("lower.L", Kind.LOCATION), *(Channel.of(name, Kind.ROTATION) for name in ARM)])
    polish = Polish.of(SKELETON, layout, "hand.L", PALM, held=frozenset({"lower.L"}))
    pose = layout.rest
    target = point(layout, pose, "hand.L", PALM)
    pose[:3] = 0.3
    assert np.abs(polish.correct(pose, target).vectors).max() < 1e-9


def test_bones_before_a_link_bring_it_within_a_distance():
    its = Chain.of(SKELETON, WHOLE, "hand.L", PALM)
    link = its.bones[its.columns.index(WHOLE.slices[Channel.of("upper.L", Kind.ROTATION)].start)]
    for pose in posed(WHOLE, 23, 20):
        numbers = pose[its.numbers].tolist()
        stand = its.stand(ONE, numbers)
        shoulder = stand.heads[link]
        goal = (shoulder[0] + 0.3, shoulder[1], shoulder[2] + 0.4)
        assert its.approach(ONE, numbers, stand, link, goal, 0.4, 0.6, 1e-12) is numbers
        for least, most in ((0.0, 0.47), (0.53, 9.0)):
            moved = its.stand(ONE, its.approach(ONE, numbers, stand, link, goal, least, most, 1e-12))
            distance = length(ONE, minus(moved.heads[link], goal))
            assert least - 1e-11 < distance < most + 1e-11


def test_without_a_limb_the_chain_settles():
    """One bone reaches what lies on its sphere; a back of short bones bends."""
    layout = Layout.of([Channel.of("hips", Kind.LOCATION), Channel.of("upper.L", Kind.ROTATION)])
    polish = Polish.of(SKELETON, layout, "hand.L", PALM)
    assert polish.limb == ()
    pose = posed(layout, 16, 1)[0]
    shoulder = transforms(layout, pose, "upper.L")[:3, 3]
    arm = point(layout, pose, "hand.L", PALM) - shoulder
    for turn in Rotation.random(20, random_state=17):
        correction = polish.correct(pose, shoulder + turn.apply(arm))
        assert correction.miss < 1e-9 * np.linalg.norm(arm) or turn.magnitude() > 2.5


@pytest.mark.parametrize("is_direction", [False, True])
def test_uneven_scales_land_too(is_direction, monkeypatch):
    monkeypatch.setattr(chain, "_MOST_STEPS", 12)  # the derivatives are right, or it would take more
    layout, poses = body.scaled(["chest", "upper.L"], 11, 40)
    poses[:, 3:9] = np.random.default_rng(12).uniform(0.8, 1.3, (40, 6))
    polish = Polish.of(SKELETON, layout, "hand.L", PALM, is_direction)

    def seen(these):
        if not is_direction:
            return point(layout, these, "hand.L", PALM)
        vectors = transforms(layout, these, "hand.L")[:, :3, :3] @ PALM
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    targets = seen(poses) + 0.03 * np.random.default_rng(13).normal(size=(40, 3))
    correction = polish.correct_all(poses, targets)
    if is_direction:
        targets /= np.linalg.norm(targets, axis=1, keepdims=True)
    np.testing.assert_allclose(seen(apply(poses, correction)), targets, atol=1e-9)
    assert correction.miss.max() < 1e-9
