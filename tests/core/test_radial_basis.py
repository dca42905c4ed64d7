"""The paper's figures 4 and 5, and what the polynomial promises."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.interpolate import BSpline, RBFInterpolator

from adverb.core import radial_basis

RNG = np.random.default_rng(10)
# The figures' examples lie at 0.15, 0.30 and 0.75; the basis wants them about the origin.
FIGURE = np.array([0.15, 0.30, 0.75])
MIDDLE = FIGURE.mean()
CROSS_SECTION = BSpline.basis_element([-2, -1, 0, 1, 2], extrapolate=False)


def weights(p):
    basis = radial_basis.fit((FIGURE - MIDDLE)[:, None], {})
    return basis.weights(np.atleast_1d(p)[:, None] - MIDDLE)


def bump(distance, radius):
    return np.nan_to_num(CROSS_SECTION(np.asarray(distance) / radius))


def test_the_cross_section_is_the_cubic_b_spline():
    x = np.linspace(0, 3, 301)
    np.testing.assert_allclose(radial_basis.b_spline(x), bump(x, 1.0), atol=1e-15)
    np.testing.assert_allclose(radial_basis.b_spline(np.array([0.0, 1.0, 2.0, 9.0])), [2 / 3, 1 / 6, 0, 0], atol=1e-16)


def test_figure_4_far_away_there_is_only_the_line_of_least_squares():
    far = np.array([-4.0, -0.16, 1.66, 3.0])  # beyond twice the distance of each to its nearest: 0.15, 0.15, 0.45
    for index in range(3):
        line = np.polyfit(FIGURE, np.eye(3)[index], 1)
        np.testing.assert_allclose(weights(far)[:, index], np.polyval(line, far), atol=1e-12)
        assert abs(weights(1.0)[0, index] - np.polyval(line, 1.0)) > 1e-3  # here the third one still has its say


def test_figure_4_the_line_of_the_first_example():
    """Through (0.15, 1), (0.3, 0), (0.75, 0), by hand: slope = sum (p - 0.4) f / sum (p - 0.4)^2."""
    slope = -0.25 / (0.25**2 + 0.1**2 + 0.35**2)
    assert weights(3.0)[0, 0] == pytest.approx(1 / 3 + slope * (3.0 - 0.4))


def test_figure_5_each_weight_is_its_line_and_three_bumps():
    p = np.linspace(-0.5, 2.0, 500)
    radii = np.array([0.15, 0.15, 0.45])
    kernel = bump(np.abs(FIGURE[:, None] - FIGURE), radii)
    np.testing.assert_allclose(np.diag(kernel), 2 / 3)
    for index in range(3):
        line = np.polyfit(FIGURE, np.eye(3)[index], 1)
        coefficients = np.linalg.solve(kernel, np.eye(3)[index] - np.polyval(line, FIGURE))
        expected = np.polyval(line, p) + bump(np.abs(p[:, None] - FIGURE), radii) @ coefficients
        np.testing.assert_allclose(weights(p)[:, index], expected, atol=1e-12)


POINTS = RNG.uniform(-0.5, 0.5, (25, 3))
POINTS -= POINTS.mean(axis=0)
QUERY = RNG.uniform(-2.0, 2.0, (40, 3))
FUNCTIONS = {
    0: lambda p: 3.0 + 0.0 * p[:, 0],
    1: lambda p: 3.0 + p @ (1.0, -2.0, 0.5),
    2: lambda p: 3.0 + p @ (1.0, -2.0, 0.5) + p[:, 0] * p[:, 1] - 2.0 * p[:, 2] ** 2,
}


every_kernel = pytest.mark.parametrize("kernel", radial_basis.KERNELS)


@every_kernel
@pytest.mark.parametrize("degree", [0, 1, 2])
@pytest.mark.parametrize("of", [0, 1, 2])
def test_a_polynomial_of_its_degree_is_reproduced_everywhere(kernel, degree, of):
    result = radial_basis.fit(POINTS, {"kernel": kernel, "degree": degree}).weights(QUERY) @ FUNCTIONS[of](POINTS)
    error = np.abs(result - FUNCTIONS[of](QUERY)).max()
    degree = max(degree, 1) if kernel == "THIN_PLATE" else degree  # a plate has its plane at the least
    assert error < 1e-10 if of <= degree else error > 0.1


@every_kernel
@pytest.mark.parametrize("degree", [1, 2])
@pytest.mark.parametrize("count", [4, 5, 7, 9])
def test_a_plane_is_reproduced_even_if_there_are_too_few_examples_for_a_quadratic(kernel, degree, count):
    points = POINTS[:count] - POINTS[:count].mean(axis=0)
    result = radial_basis.fit(points, {"kernel": kernel, "degree": degree}).weights(QUERY) @ FUNCTIONS[1](points)
    np.testing.assert_allclose(result, FUNCTIONS[1](QUERY), atol=1e-9)


@pytest.mark.parametrize("dimension", [1, 2, 3])
@pytest.mark.parametrize("degree", [1, 2])
def test_a_thin_plate_is_the_polyharmonic_spline(degree, dimension):
    points, query = POINTS[:, :dimension], QUERY[:, :dimension]
    expected = RBFInterpolator(points, np.eye(25), kernel="thin_plate_spline", degree=degree)(query)
    result = radial_basis.fit(points, {"kernel": "THIN_PLATE", "degree": degree}).weights(query)
    np.testing.assert_allclose(result, expected, atol=1e-8)


@pytest.mark.parametrize("dimension", [1, 2, 3])
@pytest.mark.parametrize("degree", [0, 1, 2])
def test_the_distance_is_a_multiquadric_with_the_finest_of_tips(degree, dimension):
    points, query = POINTS[:, :dimension], QUERY[:, :dimension]
    sharpness = 1e3 / np.linalg.norm(points, axis=1).max()
    expected = RBFInterpolator(points, np.eye(25), kernel="multiquadric", epsilon=sharpness, degree=degree)(query)
    result = radial_basis.fit(points, {"kernel": "DISTANCE", "degree": degree}).weights(query)
    np.testing.assert_allclose(result, expected, atol=1e-8)


def test_with_the_distance_weights_on_a_line_are_straight_between_neighbours():
    line = np.array([[-0.5], [-0.3], [0.1], [0.7]])
    between = radial_basis.fit(line, {"kernel": "DISTANCE"}).weights(np.array([[-0.4], [-0.1], [0.4]]))
    expected = 0.5 * np.array([[1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1]])
    np.testing.assert_allclose(between, expected, atol=2e-3)  # a thousandth of the extent is the rounded tip


@every_kernel
def test_two_examples_are_mixed_in_proportion(kernel):
    basis = radial_basis.fit(np.array([[-0.5], [0.5]]), {"kernel": kernel})
    mixed = basis.weights(np.array([[-1.0], [-0.25], [0.0], [1.5]]))
    np.testing.assert_allclose(mixed[:, 1], [-0.5, 0.25, 0.5, 2.0], atol=1e-12)


@every_kernel
@pytest.mark.parametrize("noise", [0.0, 1e-8, 1e-6, 1e-4])
def test_examples_on_a_board_do_not_explode_off_the_board(noise, kernel):
    """Reaches measured on a board are flat but for rounding. A step away from the board is no way along it."""
    board = np.array([[x, 0.0, z] for x in (-0.5, 0.0, 0.5) for z in (-0.5, 0.0, 0.5)])
    points = board + noise * np.random.default_rng(1).normal(size=board.shape)
    points -= points.mean(axis=0)
    basis = radial_basis.fit(points, {"kernel": kernel})
    np.testing.assert_allclose(basis.weights(points), np.eye(9), atol=1e-9)
    for step in (-0.5, 0.2, 0.5):
        assert np.abs(basis.weights(board + (0.0, step, 0.0))).max() < 1.5


@every_kernel
@given(vector=arrays(np.float64, 3, elements=st.floats(-3.0, 3.0)), factor=st.floats(0.01, 100.0))
def test_turning_or_scaling_the_whole_space_changes_nothing(kernel, vector, factor):
    from scipy.spatial.transform import Rotation

    turn = factor * Rotation.from_rotvec(vector).as_matrix()
    here = radial_basis.fit(POINTS, {"kernel": kernel}).weights(QUERY)
    there = radial_basis.fit(POINTS @ turn.T, {"kernel": kernel}).weights(QUERY @ turn.T)
    np.testing.assert_allclose(there, here, atol=1e-9)


@every_kernel
@pytest.mark.parametrize("gap", [0.1, 1e-2, 1e-3, 1e-4])
def test_neighbours_that_nearly_touch_are_still_told_apart(gap, kernel):
    points = np.array(POINTS[:8])
    points[1] = points[0] + (gap, 0.0, 0.0)
    points -= points.mean(axis=0)
    np.testing.assert_allclose(radial_basis.fit(points, {"kernel": kernel}).weights(points), np.eye(8), atol=1e-7)


def test_a_local_refinement_stays_local():
    """Compact support: moving one value changes the result only near it, beyond what the plane passes on."""
    line = np.linspace(-0.5, 0.5, 11)[:, None]
    basis = radial_basis.fit(line, {"degree": 0})
    moved = basis.weights(np.array([[-0.45], [0.45], [0.02]]))[:, 5]
    assert np.abs(moved[:2] - 1 / 11).max() < 0.15
    assert moved[2] > 0.8


def test_an_ill_conditioned_arrangement_is_narrowed_until_it_holds(monkeypatch):
    monkeypatch.setattr(radial_basis, "_WORST_CONDITION", 1.000001)
    basis = radial_basis.fit(POINTS, {})
    np.testing.assert_allclose(basis.weights(POINTS), np.eye(25), atol=1e-12)
    np.testing.assert_allclose(basis.weights(QUERY).sum(axis=1), 1.0, atol=1e-12)
