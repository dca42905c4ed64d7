"""Least squares over neighbours, against the dense way."""

import numpy as np
import pytest

from adverb.core.banded import BLOCK, Banded

RNG = np.random.default_rng(4)


def equations(size, count, reach):
    """Random ones with up to three unknowns that lie within reach of each other, and one for each unknown alone."""
    first = RNG.integers(0, size, count)
    unknowns = np.minimum(first[:, None] + RNG.integers(0, reach, (count, 3)), size - 1)
    alone = np.repeat(np.arange(size)[:, None], 3, axis=1)
    factors = np.concatenate((RNG.normal(size=(count, 3)), np.pad(0.1 * np.ones((size, 1)), ((0, 0), (0, 2)))))
    return np.concatenate((unknowns, alone)), factors


def dense(size, unknowns, factors):
    matrix = np.zeros((len(unknowns), size))
    np.add.at(matrix, (np.arange(len(unknowns))[:, None], unknowns), factors)
    return matrix


@pytest.mark.parametrize("size", [1, 2, BLOCK - 1, BLOCK, BLOCK + 1, 5 * BLOCK + 3])
@pytest.mark.parametrize("reach", [1, 4, BLOCK])
@pytest.mark.parametrize("count", [0, 7, 400])
def test_it_is_the_least_squares_solution(size, reach, count):
    unknowns, factors = equations(size, count, reach)
    right = RNG.normal(size=(len(unknowns), 2))
    best = np.linalg.lstsq(dense(size, unknowns, factors), right, rcond=None)[0]
    np.testing.assert_allclose(Banded.of(size, unknowns, factors).solve(right), best, rtol=1e-9, atol=1e-9)


def test_an_unknown_may_stand_twice_in_an_equation():
    unknowns, factors = np.array([[0, 0], [1, 0]]), np.array([[1.0, 2.0], [1.0, 1.0]])
    np.testing.assert_allclose(Banded.of(2, unknowns, factors).solve(np.array([[6.0], [5.0]])), [[2.0], [3.0]])


def test_equations_of_very_different_weight_keep_their_digits():
    size = 300
    firm = np.stack((np.arange(0, size, 50),) * 3, axis=1)
    bent = np.arange(size - 2)[:, None] + np.arange(3)
    factors = np.concatenate((np.tile([1e5, 0.0, 0.0], (len(firm), 1)), np.tile([1.0, -2.0, 1.0], (len(bent), 1))))
    right = np.zeros((len(firm) + len(bent), 1))
    right[: len(firm), 0] = 1e5 * firm[:, 0]
    found = Banded.of(size, np.concatenate((firm, bent)), factors).solve(right)
    np.testing.assert_allclose(found[:, 0], np.arange(size), atol=1e-6)
