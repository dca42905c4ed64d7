"""What lies under a point: vertices, edges and triangles, by hand and by chance."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from adverb.core import picking

#  2 3
#  0 1
POINTS = np.array(((0.0, 0.0), (100.0, 0.0), (0.0, 100.0), (100.0, 100.0)))
TRIANGLES = np.array(((0, 1, 3), (0, 2, 3)))  # they turn to different sides
EDGES, COUNTS = picking.edges(TRIANGLES)


def test_each_edge_is_told_once_with_its_triangles():
    assert EDGES.tolist() == [[0, 1], [0, 2], [0, 3], [1, 3], [2, 3]]
    assert COUNTS.tolist() == [1, 1, 2, 1, 1]


def test_a_vertex_is_met_within_reach_only():
    assert picking.vertex(POINTS, 97.0, 4.0, 6.0) == 1
    assert picking.vertex(POINTS, 90.0, 10.0, 6.0) == picking.NOTHING
    assert picking.vertex(np.zeros((0, 2)), 0.0, 0.0, 6.0) == picking.NOTHING


def test_the_nearest_edge_is_met_between_its_ends():
    assert EDGES[picking.edge(POINTS, EDGES, 52.0, 50.0, 5.0)].tolist() == [0, 3]
    assert EDGES[picking.edge(POINTS, EDGES, 50.0, -3.0, 5.0)].tolist() == [0, 1]
    assert picking.edge(POINTS, EDGES, 150.0, 150.0, 5.0) == picking.NOTHING
    assert picking.edge(POINTS, EDGES[:0], 50.0, 50.0, 5.0) == picking.NOTHING


@given(st.integers(0, 1), st.floats(0.01, 1.0), st.floats(0.01, 1.0), st.floats(0.01, 1.0))
def test_a_blend_of_its_corners_is_in_a_triangle(which, first, second, third):
    shares = np.array((first, second, third)) / (first + second + third)
    x, y = shares @ POINTS[TRIANGLES[which]]
    assert picking.triangle(POINTS, TRIANGLES, x, y) == which


def test_outside_there_is_no_triangle():
    assert picking.triangle(POINTS, TRIANGLES, 101.0, 50.0) == picking.NOTHING
    assert picking.triangle(POINTS, TRIANGLES[:0], 50.0, 50.0) == picking.NOTHING
