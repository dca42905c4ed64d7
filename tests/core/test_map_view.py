"""A view shows all examples, leads to the screen and back, and its lines stand at round numbers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adverb.core.boxes import Box
from adverb.core.map_view import LEAST_ZOOM, MOST_ZOOM, View, decimals, ticks

PLOT = Box(100.0, 50.0, 360.0, 200.0)
NUMBER = st.floats(-200, 200).map(lambda value: round(value, 3))
POINTS = st.lists(st.tuples(NUMBER, NUMBER), min_size=1, max_size=12).map(lambda points: np.array(points))


@given(POINTS, st.booleans())
def test_the_extents_show_every_example(points, is_even):
    seen = View.of(PLOT, points, is_even).pixels(points)
    assert all(PLOT.holds(x, y) for x, y in seen)


@given(POINTS, st.booleans(), st.floats(0.3, 30.0), NUMBER, NUMBER, st.floats(100, 460), st.floats(50, 250))
def test_from_the_screen_to_the_adverbs_and_back(points, is_even, zoom, middle_x, middle_y, x, y):
    view = View.of(PLOT, points, is_even, (middle_x, middle_y), zoom)
    assert view.pixels(np.array(view.adverbs(x, y))) == pytest.approx((x, y), abs=1e-6)


@given(POINTS)
def test_one_unit_is_as_long_across_as_up(points):
    view = View.of(PLOT, points, True)
    origin, right, up = view.pixels(np.array(((0.0, 0.0), (1.0, 0.0), (0.0, 1.0))))
    assert right[0] - origin[0] == pytest.approx(up[1] - origin[1])


@given(POINTS, st.floats(0.5, 2.0), st.floats(100, 460), st.floats(50, 250))
def test_what_is_under_the_mouse_stays_there_while_the_view_is_zoomed(points, factor, x, y):
    view = View.of(PLOT, points, True)
    about = view.adverbs(x, y)
    zoomed = View.of(PLOT, points, True, view.moved(about, factor), factor)
    assert zoomed.pixels(np.array(about)) == pytest.approx((x, y), abs=1e-6)


def test_the_middle_of_the_extents_at_a_zoom_of_one_is_the_extents():
    points = np.array(((-60.0, -30.0), (60.0, 30.0), (10.0, 5.0)))
    view = View.of(PLOT, points, True)
    again = View.of(PLOT, points, True, view.middle, 1.0)
    assert np.allclose((view.low, view.high), (again.low, again.high))


@pytest.mark.parametrize("zoom", [0.0, LEAST_ZOOM, MOST_ZOOM])
@pytest.mark.parametrize(
    "points", [(), ((3.0, 4.0),), ((0.0, 1.0), (5.0, 1.0)), ((1e20, -1e30),), ((1e20, 0.0), (1e20, 1.0))]
)
def test_no_examples_and_examples_on_a_line_have_a_view_too(points, zoom):
    for is_even in (True, False):
        view = View.of(PLOT, np.array(points).reshape(-1, 2), is_even, points[0] if points else (0.0, 0.0), zoom)
        assert view.low[0] < view.high[0]
        assert view.low[1] < view.high[1]


@given(st.floats(-1000, 1000), st.floats(1e-3, 1000), st.integers(2, 12), st.booleans())
def test_ticks_are_within_even_and_no_more_than_asked_for(low, size, most, is_angle):
    found = np.array(ticks(low, low + size, most, is_angle))
    assert len(found) <= most + 1
    slack = 1e-6 * max(size, abs(low))
    assert (found >= low - slack).all()
    assert (found <= low + size + slack).all()
    if len(found) > 2:
        assert np.allclose(np.diff(found), found[1] - found[0])
    if low < 0.0 < low + size and len(found):
        assert np.abs(found).min() < 1e-9


def test_angles_go_by_parts_of_a_circle_and_numbers_by_tens():
    assert ticks(-70.0, 70.0, 6, True) == [-60.0, -30.0, 0.0, 30.0, 60.0]
    assert ticks(0.0, 1.0, 5, False) == pytest.approx([0.0, 0.2, 0.4, 0.6, 0.8, 1.0])


@pytest.mark.parametrize(("step", "count"), [(30.0, 0), (1.0, 0), (0.5, 1), (0.2, 1), (0.05, 2), (0.001, 3)])
def test_as_many_digits_as_a_step_needs(step, count):
    assert decimals(step) == count


@pytest.mark.parametrize("count", [0, 1])
def test_a_map_of_few_examples_shows_as_much_as_one_is_used_to(count):
    view = View.of(PLOT, np.full((count, 2), 10.0), True, alone=(60.0, 60.0))
    assert min(view.high[axis] - view.low[axis] for axis in range(2)) > 60.0
    assert view.low[0] < 10.0 * count < view.high[0]
