"""Grids made ready to be seen: what goes through the knots, what is straight stays straight, and what meets what."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adverb.core import lattice

RNG = np.random.default_rng(4)


def affine(shape, width=3):
    """A grid whose values change evenly along each axis, and the function that tells them at places from 0 to 1."""
    slopes, start = RNG.normal(size=(len(shape), width)), RNG.normal(size=width)
    lines = [np.linspace(0.0, 1.0, count) for count in shape]
    places = np.stack(np.meshgrid(*lines, indexing="ij"), axis=-1)
    return places @ slopes + start, lambda where: where @ slopes + start


@pytest.mark.parametrize("axis", range(3))
def test_a_cut_at_a_knot_is_what_is_there(axis):
    values = RNG.normal(size=(3, 5, 4, 2))
    for knot in range(values.shape[axis]):
        place = knot / (values.shape[axis] - 1)
        assert np.allclose(lattice.cut(values, axis, place), values.take(knot, axis))
    assert np.array_equal(lattice.cut(values, axis, 7.0), values.take(-1, axis))


def test_across_an_axis_of_one_knot_there_is_one_cut():
    values = RNG.normal(size=(3, 1, 2))
    for place in (0.0, 0.4, 1.0):
        assert np.array_equal(lattice.cut(values, 1, place), values[:, 0])


@given(st.lists(st.floats(0, 1), min_size=3, max_size=3))
def test_between_knots_an_even_change_is_even(place):
    values, at = affine((3, 5, 4))
    assert np.allclose(lattice.at(values, np.array([place])), at(np.array(place)))
    assert np.allclose(lattice.cut(values, 1, place[1])[0, 0], at(np.array((0.0, place[1], 0.0))))


def test_places_outside_are_those_at_the_edge():
    values, at = affine((3, 5))
    assert np.allclose(lattice.at(values, np.array([[-2.0, 0.5], [0.3, 9.0]])), at(np.array([[0.0, 0.5], [0.3, 1.0]])))


def test_smoothed_values_go_through_the_knots():
    values = RNG.normal(size=(3, 6, 2))
    assert np.allclose(lattice.smoothed(values, (9, 21))[::4, ::4], values)
    assert np.allclose(lattice.smoothed(values, (3, 6)), values)


def test_what_is_straight_stays_straight_and_what_bends_has_no_corner():
    values, at = affine((4, 3))
    there = np.stack(np.meshgrid(np.linspace(0, 1, 11), np.linspace(0, 1, 7), indexing="ij"), axis=-1)
    assert np.allclose(lattice.smoothed(values, (11, 7)), at(there))
    bent = lattice.smoothed(RNG.normal(size=(5, 1)), (4001,))[:, 0]
    turns = np.abs(np.diff(bent, n=2))
    assert turns.max() < 20.0 * np.median(turns)


def test_lines_follow_each_other_along_each_axis():
    values, at = affine((4, 6))
    pairs = lattice.lines(values, across=(3, 5), along=(7, 9))
    assert pairs.shape == (6 * 5 + 8 * 3, 2, 3)
    along = pairs[: 6 * 5].reshape(6, 5, 2, 3)
    assert np.allclose(along[1:, :, 0], along[:-1, :, 1])
    assert np.allclose(along[0, :, 0], at(np.column_stack((np.zeros(5), np.linspace(0, 1, 5)))))
    assert np.allclose(along[-1, :, 1], at(np.column_stack((np.ones(5), np.linspace(0, 1, 5)))))


def test_dashes_are_every_second_piece_of_a_line_from_end_to_end():
    values, at = affine((4,))
    whole, dashes = (lattice.lines(values, across=(4,), along=(8,), every=every) for every in (1, 2))
    assert np.array_equal(dashes, whole[::2])
    assert np.allclose(dashes[[0, -1], [0, 1]], at(np.array([[0.0], [1.0]])))


def test_a_box_has_twelve_edges_between_its_corners():
    values, at = affine((3, 4, 5))
    edges = lattice.edges(values)
    corners = {tuple(np.round(at(np.array(corner)), 9)) for corner in np.ndindex(2, 2, 2)}
    assert sorted(len(edge) for edge in edges) == [3] * 4 + [4] * 4 + [5] * 4
    assert {tuple(np.round(end, 9)) for edge in edges for end in (edge[0], edge[-1])} == corners
    assert len(lattice.edges(RNG.normal(size=(3, 4, 2)))) == 4


def test_triangles_fill_the_sheet_once_and_face_one_way():
    lines = np.meshgrid(np.linspace(0, 2, 4), np.linspace(0, 3, 6), indexing="ij")
    points = np.stack(lines, axis=-1).reshape(-1, 2)
    a, b, c = np.moveaxis(points[lattice.triangles((4, 6))], 1, 0)
    areas = 0.5 * ((b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0])
    assert (areas > 0.0).all()
    assert areas.sum() == pytest.approx(6.0)


def test_heat_goes_from_green_over_yellow_to_red():
    red, green, _ = lattice.heat(np.array([0.0, 0.5, 1.0])).T
    assert green[0] > 3 * red[0] and red[2] > 3 * green[2]
    assert min(red[1], green[1]) > 0.7
    assert np.array_equal(lattice.heat(np.array([-1.0, 2.0])), lattice.heat(np.array([0.0, 1.0])))


@given(st.integers(1, 6))
def test_divided_triangles_fill_what_they_were_made_of(count):
    corners = RNG.normal(size=(3, 3, 2))
    parts = lattice.divided(corners, count)

    def areas(triangles):
        first, second = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
        return first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]

    assert len(parts) == 3 * count * count
    each = areas(parts).reshape(3, -1)
    assert np.allclose(each, each[:, :1])  # alike, and turning as the whole does
    assert np.allclose(each.sum(axis=1), areas(corners))


def test_the_spectrum_goes_from_blue_to_red_and_stays_at_its_ends():
    cold, hot = lattice.spectrum(np.array((0.0, 1.0)))
    assert cold.argmax() == 2
    assert hot.argmax() == 0
    assert np.array_equal(lattice.spectrum(np.array((-3.0, 8.0))), np.array((cold, hot)))
    middle = lattice.spectrum(np.array(0.5))
    assert middle.argmax() == 1
