"""Rotations against scipy, and the laws that hold between them."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.spatial.transform import Rotation, Slerp

from adverb.core import quaternion
from tests.core.factories import unit_quaternions

ORDERS = ("XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX")
RNG = np.random.default_rng(1)


def numbers(count, low=-1.0, high=1.0):
    return arrays(np.float64, count, elements=st.floats(low, high))


@st.composite
def unit(draw):
    """Any rotation, and often one of the places where formulas break: identity, half a turn, a full turn."""
    q = draw(numbers(4))
    near = draw(st.sampled_from([None, None, (1, 0, 0, 0), (-1, 0, 0, 0), (0, 1, 0, 0), (0, 0.6, 0, -0.8)]))
    if near is not None:
        q = np.array(near) + draw(st.sampled_from([0.0, 1e-160, 1e-15, 1e-9, 1e-7, 1e-4])) * q
    assume(np.linalg.norm(q) > 1e-3)
    return q / np.linalg.norm(q)


def scipy(q):
    return Rotation.from_quat(q, scalar_first=True)


def assert_same_rotation(one, other, tolerance=1e-12):
    np.testing.assert_allclose(quaternion.align(one, other), other, rtol=0, atol=tolerance)


@given(unit())
def test_exp_takes_log_back(q):
    np.testing.assert_allclose(quaternion.exp(quaternion.log(q)), q, rtol=0, atol=1e-14)


@given(numbers(3), st.sampled_from([0.0, 1e-200, 1e-12, 1e-7, 1e-3, 1.0, 3.6]))
def test_log_takes_exp_back_within_a_full_turn(direction, size):
    vector = size * direction
    assume(np.linalg.norm(vector) < 6.28)
    np.testing.assert_allclose(quaternion.log(quaternion.exp(vector)), vector, rtol=1e-9, atol=1e-12)


@given(numbers(3, -9.0, 9.0))
def test_exp_is_the_rotation_about_a_vector(vector):
    assert_same_rotation(quaternion.exp(vector), Rotation.from_rotvec(vector).as_quat(scalar_first=True))


@given(unit())
def test_log_is_shortest_on_the_side_of_the_identity(q):
    shortest = quaternion.log(quaternion.align(q, quaternion.IDENTITY))
    assert np.linalg.norm(shortest) <= np.pi + 1e-12
    assert np.linalg.norm(quaternion.log(q)) <= 2 * np.pi + 1e-12


def test_log_where_there_is_no_axis():
    np.testing.assert_array_equal(quaternion.log(quaternion.IDENTITY), 0.0)
    np.testing.assert_allclose(quaternion.log(-quaternion.IDENTITY), (2 * np.pi, 0, 0))


@given(unit(), unit(), unit())
def test_products(a, b, c):
    product = quaternion.multiply(a, b)
    assert_same_rotation(product, (scipy(a) * scipy(b)).as_quat(scalar_first=True))
    np.testing.assert_allclose(
        quaternion.multiply(product, c), quaternion.multiply(a, quaternion.multiply(b, c)), atol=1e-14
    )
    np.testing.assert_allclose(quaternion.multiply(a, quaternion.conjugate(a)), quaternion.IDENTITY, atol=1e-14)


@given(unit(), numbers(3, -10.0, 10.0))
def test_rotate_and_matrix(q, vector):
    expected = scipy(q).apply(vector)
    np.testing.assert_allclose(quaternion.rotate(q, vector), expected, atol=1e-13)
    np.testing.assert_allclose(quaternion.to_matrix(q) @ vector, expected, atol=1e-13)


@pytest.mark.parametrize("size", [1e-140, 1e-9, 0.5, 1.0, 7.0, 1e140])
def test_normalize(size):
    q = unit_quaternions(RNG, 20)
    np.testing.assert_allclose(quaternion.normalize(size * q), q, atol=1e-15)


@pytest.mark.parametrize("size", [0.0, 1e-200])
def test_a_quaternion_of_no_length_is_the_identity(size):
    np.testing.assert_array_equal(quaternion.normalize(size * unit_quaternions(RNG, 3)), [quaternion.IDENTITY] * 3)


def test_align():
    q, reference = unit_quaternions(RNG, 2, 50)
    aligned = quaternion.align(q, reference)
    assert ((aligned * reference).sum(-1) >= 0).all()
    np.testing.assert_array_equal(np.abs(aligned), np.abs(q))


def test_align_along_undoes_flips_of_sign():
    path = quaternion.exp(np.linspace((0, 0, 0), (4.0, 9.0, -3.0), 40))[:, None]
    flips = RNG.choice([-1.0, 1.0], (40, 3, 1))
    aligned = quaternion.align_along(path * flips)
    np.testing.assert_array_equal(aligned, path * flips[:1])


@pytest.mark.parametrize("order", ORDERS)
@given(angles=numbers(3, -10.0, 10.0))
def test_from_euler(order, angles):
    """Blender's XYZ turns about the fixed x first: scipy's extrinsic xyz."""
    turns = [angles["XYZ".index(name)] for name in order]
    expected = Rotation.from_euler(order.lower(), turns).as_quat(scalar_first=True)
    assert_same_rotation(quaternion.from_euler(angles, order), expected)


@pytest.mark.parametrize("order", ORDERS)
@given(angles=numbers(3, -40.0, 40.0), locked=st.sampled_from([None, None, -7, -1, 1, 3]))
def test_euler_angles_come_back_when_they_are_the_hint(order, angles, locked):
    """However many turns they hold, in gimbal lock too."""
    middle = "XYZ".index(order[1])
    if locked is not None:
        angles[middle] = locked * np.pi / 2
    # Close to gimbal lock a tiny error of the quaternion is a large one of the angles.
    assume(locked is not None or abs(np.cos(angles[middle])) > 1e-4)
    back = quaternion.to_euler(quaternion.from_euler(angles, order), order, angles)
    np.testing.assert_allclose(back, angles, atol=1e-9)


@pytest.mark.parametrize("order", ORDERS)
@given(q=unit(), hint=numbers(3, -20.0, 20.0))
def test_euler_angles_are_the_same_rotation_and_the_nearest(order, q, hint):
    angles = quaternion.to_euler(q, order, hint)
    assert_same_rotation(quaternion.from_euler(angles, order), q, 1e-6)
    i, j, k = ("XYZ".index(name) for name in order)
    other = np.array(angles)
    other[[i, j, k]] = angles[i] + np.pi, np.pi - angles[j], angles[k] + np.pi
    if abs(np.cos(angles[j])) > 1e-4:
        for rival in (angles, other):
            rival = rival + 2 * np.pi * np.round((hint - rival) / (2 * np.pi))
            assert np.abs(angles - hint).sum() <= np.abs(rival - hint).sum() + 1e-6


@pytest.mark.parametrize("order", ORDERS)
def test_euler_angles_follow_a_path_through_gimbal_lock(order):
    i, j, k = ("XYZ".index(name) for name in order)
    path = np.empty((201, 3))
    path[:, i], path[:, j], path[:, k] = 0.3, np.linspace(0.5, 2.6, 201), np.linspace(-0.2, 0.1, 201)
    angles = path[0]
    for wanted in path:
        before, angles = angles, quaternion.to_euler(quaternion.from_euler(wanted, order), order, angles)
        assert np.abs(angles - before).max() < 0.05
    np.testing.assert_allclose(angles, path[-1], atol=1e-6)


@given(numbers(3), st.floats(-20.0, 20.0), st.sampled_from([1e-3, 1.0, 1e3]))
def test_axis_angle(axis, angle, length):
    assume(np.linalg.norm(axis) > 1e-3)
    axis /= np.linalg.norm(axis)
    q = quaternion.from_axis_angle(np.append(angle, length * axis))
    assert_same_rotation(q, Rotation.from_rotvec(angle * axis).as_quat(scalar_first=True))
    back = quaternion.to_axis_angle(q, np.append(angle, length * axis))
    if abs(np.sin(angle / 2)) > 1e-3:  # else the axis is not well known
        np.testing.assert_allclose(back, np.append(angle, axis), atol=1e-9)


@given(unit(), numbers(4, -20.0, 20.0))
def test_axis_angle_is_the_same_rotation_whatever_the_hint(q, hint):
    back = quaternion.to_axis_angle(q, hint)
    assert_same_rotation(quaternion.from_axis_angle(back), q)
    assert np.linalg.norm(back[1:]) == pytest.approx(1.0)
    assert abs(back[0] - hint[0]) <= np.pi + 1e-9


def test_no_axis_is_no_rotation():
    np.testing.assert_array_equal(quaternion.from_axis_angle(np.array([2.0, 0, 0, 0])), quaternion.IDENTITY)
    assert np.isfinite(quaternion.to_axis_angle(quaternion.IDENTITY, np.zeros(4))).all()


def test_a_part_of_a_turn_is_slerp():
    ends = unit_quaternions(RNG, 2)
    ends[1] = quaternion.align(ends[1], ends[0])
    part = np.linspace(0, 1, 7)
    turn = quaternion.log(quaternion.multiply(quaternion.conjugate(ends[0]), ends[1]))
    ours = quaternion.multiply(ends[0], quaternion.exp(part[:, None] * turn))
    assert_same_rotation(ours, Slerp([0, 1], scipy(ends))(part).as_quat(scalar_first=True))


HINTS = RNG.uniform(-20, 20, (2, 5, 4))
BATCHES = {
    "multiply": (quaternion.multiply, unit_quaternions(RNG, 2, 5), unit_quaternions(RNG, 2, 5)),
    "conjugate": (quaternion.conjugate, unit_quaternions(RNG, 2, 5)),
    "normalize": (quaternion.normalize, HINTS),
    "rotate": (quaternion.rotate, unit_quaternions(RNG, 2, 5), HINTS[..., 1:]),
    "exp": (quaternion.exp, HINTS[..., 1:]),
    "log": (quaternion.log, unit_quaternions(RNG, 2, 5)),
    "align": (quaternion.align, unit_quaternions(RNG, 2, 5), unit_quaternions(RNG, 2, 5)),
    "matrix": (quaternion.to_matrix, unit_quaternions(RNG, 2, 5)),
    "from axis angle": (quaternion.from_axis_angle, HINTS),
    "to axis angle": (quaternion.to_axis_angle, unit_quaternions(RNG, 2, 5), HINTS),
    "from euler": (lambda angles: quaternion.from_euler(angles, "YZX"), HINTS[..., 1:]),
    "to euler": (lambda q, hint: quaternion.to_euler(q, "YZX", hint), unit_quaternions(RNG, 2, 5), HINTS[..., 1:]),
}


@pytest.mark.parametrize("name", BATCHES)
def test_a_batch_is_each_by_itself(name):
    function, *arguments = BATCHES[name]
    batch = function(*arguments)
    for index in np.ndindex(2, 5):
        np.testing.assert_allclose(batch[index], function(*(argument[index] for argument in arguments)), atol=1e-15)
    shared = function(arguments[0], *(argument[0, 0] for argument in arguments[1:]))  # one hint for all
    assert shared.shape == batch.shape


def test_from_matrix_is_the_inverse_of_to_matrix():
    q = unit_quaternions(np.random.default_rng(31), 200)
    q[0], q[1], q[2] = (1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (1e-9, 0.0, 0.6, -0.8)
    found = quaternion.from_matrix(quaternion.to_matrix(q))
    np.testing.assert_allclose(np.abs(np.einsum("ij,ij->i", found, q)), 1.0, atol=1e-14)
    assert (found[:, 0] >= 0.0).all()
    bent = quaternion.to_matrix(q) + 1e-7 * np.random.default_rng(32).normal(size=(200, 3, 3))
    rough = quaternion.from_matrix(bent)
    np.testing.assert_allclose(quaternion.align(rough, found), found, atol=1e-6)
