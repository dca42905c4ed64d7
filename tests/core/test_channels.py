"""Where the channels of a pose stand."""

import numpy as np
import pytest

from adverb.core.channels import Channel, Kind, Layout
from tests.core.factories import ARM_ROTATION, ARM_SCALE, HIP_LOCATION, HIP_ROTATION, RIG, SMILE


def test_rotations_stand_last_and_others_keep_their_order():
    layout = Layout.of([ARM_ROTATION, SMILE, HIP_ROTATION, HIP_LOCATION, ARM_SCALE])
    assert layout.channels == (SMILE, HIP_LOCATION, ARM_SCALE, ARM_ROTATION, HIP_ROTATION)
    assert (layout.width, layout.linear_width, layout.rotation_count) == (1 + 3 + 3 + 4 + 4, 7, 2)


def test_a_channel_that_is_named_twice_stands_once():
    assert Layout.of([SMILE, ARM_ROTATION, SMILE, ARM_ROTATION]).channels == (SMILE, ARM_ROTATION)


def test_values_of_one_owner_are_told_apart_by_name():
    frown = Channel.of("", Kind.VALUE, "frown")
    assert Layout.of([SMILE, frown]).width == 2


def test_slices_cover_the_pose_without_gap_or_overlap():
    columns = [column for where in RIG.slices.values() for column in range(where.start, where.stop)]
    assert columns == list(range(RIG.width))
    assert all(where.stop - where.start == channel.kind.width for channel, where in RIG.slices.items())


def test_rest():
    for channel, where in RIG.slices.items():
        np.testing.assert_array_equal(RIG.rest[where], channel.kind.rest)
    pose = RIG.rest
    pose[:] = 7.0
    assert RIG.rest[RIG.slices[HIP_ROTATION]].tolist() == [1, 0, 0, 0]
    assert RIG.rest[RIG.slices[ARM_SCALE]].tolist() == [1, 1, 1]


@pytest.mark.parametrize("shape", [(), (5,), (2, 3)])
def test_rotations_are_a_view_of_the_poses(shape):
    poses = np.tile(RIG.rest, (*shape, 1))
    RIG.rotations(poses)[..., 1, :] = (0.0, 0.0, 0.0, 1.0)
    assert (poses[..., RIG.slices[ARM_ROTATION]] == (0.0, 0.0, 0.0, 1.0)).all()
    assert (poses[..., RIG.slices[HIP_ROTATION]] == (1.0, 0.0, 0.0, 0.0)).all()


def test_a_layout_of_nothing():
    layout = Layout.of([])
    assert (layout.width, layout.rest.shape, layout.slices) == (0, (0,), {})
    assert layout.rotations(np.zeros((3, 0))).shape == (3, 0, 4)


def test_channels_can_be_sorted_and_told_by_kind():
    assert sorted([HIP_LOCATION, ARM_ROTATION, SMILE]) == [SMILE, ARM_ROTATION, HIP_LOCATION]
    assert [channel.kind for channel in (HIP_LOCATION, ARM_ROTATION, SMILE)] == [
        Kind.LOCATION,
        Kind.ROTATION,
        Kind.VALUE,
    ]
