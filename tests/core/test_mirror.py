"""In the mirror: twice is as if nothing had been, and what moves on the left is seen to move on the right."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from adverb.core import mirror, native, quaternion
from adverb.core.channels import Channel, Kind, Layout
from adverb.core.skeleton import Skeleton
from tests.core.factories import unit_quaternions

ACROSS = np.diag((-1.0, 1.0, 1.0))
MODES = (native.QUATERNION, native.AXIS_ANGLE, *native.EULER_ORDERS)
seeds = st.integers(0, 2**32 - 1)


def rests(rng, is_symmetric):
    """The rests of a bone and its partner. Blender's own mirror image of a bone has its x axis turned round."""
    rest = Rotation.random(random_state=int(rng.integers(2**31))).as_matrix()
    if is_symmetric:
        return rest, ACROSS @ rest @ ACROSS
    return rest, Rotation.random(random_state=int(rng.integers(2**31))).as_matrix()


def matrix(numbers, mode):
    return quaternion.to_matrix(native.to_quaternion(numbers, mode))


def written(rng, mode, frames=8):
    """A smooth rotation as written, several turns away for Euler angles; not of unit length for quaternions."""
    start, step = rng.uniform(-1.0, 1.0, (2, native.width(mode)))
    sway = 0.3 * np.sin(np.arange(frames)[:, None] * step) + start
    if mode in native.EULER_ORDERS:
        return sway + 2.0 * np.pi * rng.integers(-3, 4, 3)
    sway[:, 0] += 2.0
    return sway


def mirrored(numbers, c, mode, partner_mode):
    table = mirror.table(Kind.ROTATION, c, mode, partner_mode)
    return mirror.rotations(numbers, c, mode, partner_mode) if table is None else numbers @ table.T


@given(seeds, st.booleans())
def test_the_way_back_is_the_transpose(seed, is_symmetric):
    rest, partner = rests(np.random.default_rng(seed), is_symmetric)
    assert np.allclose(mirror.reflection(partner, rest), mirror.reflection(rest, partner).T, atol=1e-12)


@given(seeds)
def test_partners_whose_rests_are_mirror_images_need_signs_only(seed):
    rest, partner = rests(np.random.default_rng(seed), is_symmetric=True)
    single = [np.float64(np.float32(each)) for each in (rest, partner)]
    assert mirror.reflection(*single).tolist() == [[-1, 0, 0], [0, 1, 0], [0, 0, 1]]


@given(seeds, st.sampled_from(MODES), st.sampled_from(MODES), st.booleans())
def test_a_rotation_is_seen_in_the_mirror(seed, mode, partner_mode, is_symmetric):
    rng = np.random.default_rng(seed)
    rest, partner = rests(rng, is_symmetric)
    numbers = written(rng, mode)
    image = mirrored(numbers, mirror.reflection(rest, partner), mode, partner_mode)
    moved = rest @ matrix(numbers, mode) @ rest.T
    assert np.allclose(partner @ matrix(image, partner_mode) @ partner.T, ACROSS @ moved @ ACROSS, atol=1e-9)


@given(seeds, st.sampled_from(MODES), st.booleans())
def test_twice_gives_the_numbers_themselves_turns_and_lengths_included(seed, mode, is_symmetric):
    rng = np.random.default_rng(seed)
    rest, partner = rests(rng, is_symmetric)
    if not is_symmetric:  # near enough for Euler angles to keep their turns
        partner = ACROSS @ rest @ ACROSS @ Rotation.from_rotvec(rng.uniform(-0.1, 0.1, 3)).as_matrix()
    numbers = written(rng, mode)
    there, back = mirror.reflection(rest, partner), mirror.reflection(partner, rest)
    assert np.allclose(mirrored(mirrored(numbers, there, mode, mode), back, mode, mode), numbers, atol=1e-9)


@given(seeds, st.sampled_from(MODES), st.sampled_from(MODES), st.booleans())
def test_twice_is_the_same_rotation_whatever_modes_partners_have(seed, mode, partner_mode, is_symmetric):
    rng = np.random.default_rng(seed)
    rest, partner = rests(rng, is_symmetric)
    numbers = written(rng, mode)
    image = mirrored(numbers, mirror.reflection(rest, partner), mode, partner_mode)
    again = mirrored(image, mirror.reflection(partner, rest), partner_mode, mode)
    assert np.allclose(matrix(again, mode), matrix(numbers, mode), atol=1e-9)


@given(seeds, st.booleans())
def test_twice_is_the_same_place_and_scale(seed, is_symmetric):
    rng = np.random.default_rng(seed)
    rest, partner = rests(rng, is_symmetric)
    there, back = mirror.reflection(rest, partner), mirror.reflection(partner, rest)
    for kind in (Kind.LOCATION, Kind.SCALE):
        assert np.allclose(mirror.table(kind, back) @ mirror.table(kind, there), np.eye(3), atol=1e-12)


@pytest.mark.parametrize("mode", native.EULER_ORDERS)
def test_euler_angles_of_a_symmetric_rig_keep_their_way_of_writing(mode):
    assert mirror.table(Kind.ROTATION, ACROSS, mode, mode).tolist() == [[1, 0, 0], [0, -1, 0], [0, 0, -1]]


def test_turns_about_exchanged_axes_follow_each_other_in_the_exchanged_order():
    c = -np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, -1.0]])
    table = mirror.table(Kind.ROTATION, c, "XYZ", "YXZ")
    angles = np.array([0.3, 0.8, -0.5])
    assert np.allclose(matrix(table @ angles, "YXZ"), c @ matrix(angles, "XYZ") @ c.T)
    assert mirror.table(Kind.ROTATION, c, "XYZ", "XYZ") is None


def test_a_character_is_seen_in_the_mirror():
    """Bones of a symmetric rig, with locations and scales, go where the mirror image of the whole shows them."""
    rng = np.random.default_rng(8)
    names, parents = ("hip", "arm.L", "hand.L", "arm.R", "hand.R"), (-1, 0, 1, 0, 3)
    partners = (0, 3, 4, 1, 2)
    across = np.diag((-1.0, 1.0, 1.0, 1.0))
    rest = np.tile(np.eye(4), (5, 1, 1))
    rest[:, :3, :3] = Rotation.random(5, random_state=2).as_matrix()
    rest[:, :3, 3] = rng.normal(size=(5, 3))
    rest[0] = np.eye(4)
    for left, right in ((1, 3), (2, 4)):
        rest[right] = across @ rest[left] @ across
    offsets = np.array([rest[i] if p < 0 else np.linalg.inv(rest[p]) @ rest[i] for i, p in enumerate(parents)])
    skeleton = Skeleton(names, parents, offsets)
    kinds = (Kind.LOCATION, Kind.SCALE, Kind.ROTATION)
    layout = Layout.of(Channel.of(name, kind) for name in names for kind in kinds)
    poses = rng.uniform(0.5, 1.5, (6, layout.width))
    layout.rotations(poses)[...] = unit_quaternions(rng, 6, 5)
    images = np.empty_like(poses)
    for bone, partner in enumerate(partners):
        c = mirror.reflection(rest[bone, :3, :3], rest[partner, :3, :3])
        for kind in kinds:
            numbers = poses[:, layout.slices[Channel.of(names[bone], kind)]]
            images[:, layout.slices[Channel.of(names[partner], kind)]] = numbers @ mirror.table(kind, c).T
    seen = across @ skeleton.globals(layout, poses) @ across
    assert np.allclose(skeleton.globals(layout, images)[:, partners], seen, atol=1e-9)
