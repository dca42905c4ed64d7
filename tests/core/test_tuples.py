"""Tuples of numbers against arrays, one by one and many at once."""

import numpy as np
import pytest

from adverb.core import quaternion, tuples
from adverb.core.tuples import MANY, ONE
from tests.core.factories import unit_quaternions

RNG = np.random.default_rng(6)


def columns(array):
    return tuple(array.T)


def test_rotations_are_those_of_arrays():
    p, q, vectors = unit_quaternions(RNG, 40), unit_quaternions(RNG, 40), RNG.normal(size=(40, 3))
    vectors[0] = 0.0
    product, turned, back = quaternion.multiply(p, q), quaternion.rotate(q, vectors), quaternion.exp(vectors)
    np.testing.assert_allclose(np.stack(tuples.multiply(columns(p), columns(q)), axis=1), product, atol=1e-14)
    np.testing.assert_allclose(np.stack(tuples.rotate(columns(q), columns(vectors)), axis=1), turned, atol=1e-14)
    np.testing.assert_allclose(np.stack(tuples.exp(MANY, columns(vectors)), axis=1), back, atol=1e-14)
    short = quaternion.log(quaternion.align(q, quaternion.IDENTITY))
    np.testing.assert_allclose(np.stack(tuples.log(MANY, columns(q)), axis=1), short, atol=1e-14)
    for row in range(40):
        one = [tuple(array[row].tolist()) for array in (p, q, vectors)]
        np.testing.assert_allclose(tuples.multiply(one[0], one[1]), product[row], atol=1e-14)
        np.testing.assert_allclose(tuples.rotate(one[1], one[2]), turned[row], atol=1e-14)
        np.testing.assert_allclose(tuples.exp(ONE, one[2]), back[row], atol=1e-14)
        np.testing.assert_allclose(tuples.log(ONE, one[1]), short[row], atol=1e-14)


def test_the_smallest_turn_between_two_directions():
    a, b = RNG.normal(size=(2, 60, 3))
    turn = np.stack(tuples.between(MANY, columns(a), columns(b), (1.0, 0.0, 0.0)), axis=1)
    brought = quaternion.rotate(quaternion.exp(turn), a)
    unit = [vectors / np.linalg.norm(vectors, axis=1, keepdims=True) for vectors in (brought, b, a)]
    np.testing.assert_allclose(unit[0], unit[1], atol=1e-12)
    np.testing.assert_allclose(np.linalg.norm(turn, axis=1), np.arccos((unit[1] * unit[2]).sum(axis=1)), atol=1e-9)


def test_opposite_directions_turn_about_the_spare_axis_and_nothing_does_not_turn():
    x, z = (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)
    assert tuples.between(ONE, x, (-2.0, 0.0, 0.0), z) == pytest.approx((0.0, 0.0, np.pi))
    assert tuples.between(ONE, x, (-2.0, 1e-12, 0.0), z) == pytest.approx((0.0, 0.0, np.pi))
    for a, b in ((x, x), ((0.0, 0.0, 0.0), x), (x, (0.0, 0.0, 0.0))):
        assert tuples.between(ONE, a, b, z) == (0.0, 0.0, 0.0)


def test_across_is_a_unit_vector_at_right_angles():
    units = RNG.normal(size=(60, 3))
    units[:3] = np.eye(3)
    units /= np.linalg.norm(units, axis=1, keepdims=True)
    vectors = RNG.normal(size=(60, 3))
    vectors[:20] = 3.0 * units[:20]  # along it
    vectors[20] = 0.0
    found = np.stack(tuples.across(MANY, columns(vectors), columns(units)), axis=1)
    np.testing.assert_allclose((found * units).sum(axis=1), 0.0, atol=1e-12)
    np.testing.assert_allclose(np.linalg.norm(found, axis=1), 1.0, atol=1e-12)
    for row in range(60):
        one = tuples.across(ONE, tuple(vectors[row].tolist()), tuple(units[row].tolist()))
        np.testing.assert_allclose(one, found[row], atol=1e-12)
