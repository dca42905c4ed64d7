"""Forward kinematics against bones that are posed one after another by hand."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from adverb.core.channels import Channel, Kind, Layout
from adverb.core.skeleton import Skeleton, basis
from tests.core.factories import unit_quaternions

RNG = np.random.default_rng(4)
NAMES = ("hips", "spine", "arm.L", "hand.L", "arm.R")
PARENTS = (-1, 0, 1, 2, 1)


def offsets():
    result = np.tile(np.eye(4), (5, 1, 1))
    result[:, :3, :3] = Rotation.random(5, random_state=5).as_matrix()
    result[:, :3, 3] = RNG.normal(size=(5, 3))
    return result


SKELETON = Skeleton(NAMES, PARENTS, offsets())
LAYOUT = Layout.of(Channel.of(name, kind) for name in NAMES for kind in (Kind.ROTATION, Kind.LOCATION, Kind.SCALE))


def random_poses(layout, *shape):
    poses = RNG.uniform(0.5, 1.5, (*shape, layout.width))
    layout.rotations(poses)[...] = unit_quaternions(RNG, *shape, layout.rotation_count)
    return poses


def by_hand(pose, layout, name):
    """Where a point of the bone goes, frame by frame up to the armature: scale, turn, shift, offset, parent."""

    def number(kind):
        where = layout.slices.get(Channel.of(name, kind))
        return kind.rest if where is None else pose[where]

    bone = NAMES.index(name)

    def carry(point):
        point = Rotation.from_quat(number(Kind.ROTATION), scalar_first=True).apply(point * number(Kind.SCALE))
        point = SKELETON.offsets[bone] @ np.append(point + number(Kind.LOCATION), 1.0)
        return point[:3] if PARENTS[bone] < 0 else by_hand(pose, layout, NAMES[PARENTS[bone]])(point[:3])

    return carry


@pytest.mark.parametrize("seed", range(3))
def test_globals(seed):
    pose = random_poses(LAYOUT)
    transforms = SKELETON.globals(LAYOUT, pose)
    for bone, name in enumerate(NAMES):
        for point in RNG.normal(size=(3, 3)):
            expected = by_hand(pose, LAYOUT, name)(point)
            np.testing.assert_allclose(transforms[bone] @ np.append(point, 1.0), np.append(expected, 1.0), atol=1e-12)


def test_what_the_layout_lacks_is_at_rest():
    layout = Layout.of([Channel.of("spine", Kind.ROTATION), Channel.of("hand.L", Kind.LOCATION)])
    pose = random_poses(layout)
    expected = by_hand(pose, layout, "hand.L")(np.zeros(3))
    np.testing.assert_allclose(SKELETON.globals(layout, pose)[3, :3, 3], expected, atol=1e-12)


def test_at_rest_bones_stand_on_their_offsets():
    transforms = SKELETON.globals(LAYOUT, LAYOUT.rest)
    np.testing.assert_allclose(transforms[0], SKELETON.offsets[0], atol=1e-15)
    np.testing.assert_allclose(
        transforms[4], SKELETON.offsets[0] @ SKELETON.offsets[1] @ SKELETON.offsets[4], atol=1e-14
    )


def test_a_chain_gives_the_same_place_as_the_whole():
    poses = random_poses(LAYOUT, 6)
    chain = SKELETON.chain("hand.L")
    assert chain.names == ("hips", "spine", "arm.L", "hand.L")
    assert chain.parents == (-1, 0, 1, 2)
    np.testing.assert_array_equal(chain.globals(LAYOUT, poses)[:, -1], SKELETON.globals(LAYOUT, poses)[:, 3])
    assert SKELETON.chain("hips").names == ("hips",)


def test_chains_to_several_bones_share_their_ancestors():
    poses = random_poses(LAYOUT, 6)
    chains = SKELETON.chain("arm.R", "arm.L")
    assert chains.names == ("hips", "spine", "arm.L", "arm.R")
    assert chains.parents == (-1, 0, 1, 1)
    np.testing.assert_array_equal(chains.globals(LAYOUT, poses), SKELETON.globals(LAYOUT, poses)[:, [0, 1, 2, 4]])


def test_a_batch_is_each_by_itself():
    poses = random_poses(LAYOUT, 2, 3)
    batch = SKELETON.globals(LAYOUT, poses)
    assert batch.shape == (2, 3, 5, 4, 4)
    for index in np.ndindex(2, 3):
        np.testing.assert_allclose(batch[index], SKELETON.globals(LAYOUT, poses[index]), atol=1e-14)
        np.testing.assert_allclose(
            basis(LAYOUT, poses, "spine")[index], basis(LAYOUT, poses[index], "spine"), atol=1e-14
        )
