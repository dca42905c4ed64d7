"""Triangles that are a mesh, and what is said of those that are none."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial import ConvexHull

from adverb.core import triangles
from adverb.core.delaunay import delaunay
from adverb.core.errors import ExampleError, VerbError

NAMES = [*"abcdefghi"]
#  g h i
#  d e f
#  a b c
GRID = np.stack(np.meshgrid(np.linspace(-0.5, 0.5, 3), np.linspace(-0.3, 0.3, 3)), axis=-1).reshape(-1, 2)
SQUARE = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])


def clouds(least=3, most=14):
    return st.builds(
        lambda count, seed: np.random.default_rng(seed).uniform(-0.5, 0.5, (count, 2)),
        st.integers(least, most),
        st.integers(0, 10_000),
    )


def as_sets(found):
    return {frozenset(corners) for corners in np.asarray(found).tolist()}


def test_a_sliver_that_was_made_by_hand_is_kept():
    points = np.array([(-0.5, 0.0), (0.0, -1e-4), (0.5, 0.0), (0.0, -0.5)])
    sliver = (0, 1, 2)
    whole = np.array([sliver, (0, 3, 1), (1, 3, 2)])
    assert as_sets(triangles.trimmed(points, whole)) == as_sets(whole[1:])
    assert as_sets(triangles.trimmed(points, whole, [frozenset(sliver)])) == as_sets(whole)


def test_no_example_is_trimmed_away():
    points = np.array([(0.0, 0.0), (1.0, 0.0), (0.5, 1e-4), (0.0, 1.0), (0.0, 2.0), (1.0, 1.0)])
    whole = np.array([(0, 1, 2), (3, 5, 4)])
    np.testing.assert_array_equal(triangles.trimmed(points, whole), whole)


@pytest.mark.parametrize("count", [1, 2, 3, 6])
@pytest.mark.parametrize("off", [0.0, 1e-5])
def test_examples_on_a_line_have_no_triangles_but_edges_from_one_to_the_next(count, off):
    along = np.random.default_rng(count).permutation(count)
    points = np.outer(along, (0.6, 0.8)) + off * np.array([(place % 2, 0.0) for place in range(count)])
    assert triangles.is_line(points)
    assert not len(delaunay(points))
    steps = np.abs(np.diff(along[triangles.line(points)], axis=1)).ravel()
    assert steps.tolist() == ([1] * (count - 1) or [0])


def test_the_border_is_the_hull():
    points = np.random.default_rng(3).uniform(size=(20, 2))
    assert as_sets(triangles.border(delaunay(points))) == as_sets(ConvexHull(points).simplices)


def test_a_flip_gives_the_other_diagonal_and_a_second_one_takes_it_back():
    whole = np.array([(0, 1, 2), (0, 2, 3)])
    for edge in ((0, 2), (2, 0)):
        old, new = triangles.flip(SQUARE, whole, edge, NAMES)
        assert as_sets(old) == as_sets(whole)
        assert as_sets(new) == {frozenset((0, 1, 3)), frozenset((1, 2, 3))}
        assert as_sets(triangles.flip(SQUARE, np.array(new), (1, 3), NAMES)[1]) == as_sets(whole)


def test_an_edge_that_cannot_be_flipped_says_why():
    whole = np.array([(0, 1, 2), (0, 2, 3)])
    with pytest.raises(VerbError, match="'a' and 'b' do not part two triangles"):
        triangles.flip(SQUARE, whole, (0, 1), NAMES)
    dart = np.array([(0.0, 0.0), (1.0, -0.2), (0.3, 0.0), (1.0, 0.2)])
    with pytest.raises(VerbError, match=r"an edge from '[bd]' to '[bd]' would lie outside"):
        triangles.flip(dart, whole, (0, 2), NAMES)
    flat = np.array([(0.0, 0.0), (1.0, 0.0), (0.5, 1.0), (-1.0, 0.0)])
    with pytest.raises(VerbError, match="cannot be parted"):
        triangles.flip(flat, whole, (0, 2), NAMES)


@pytest.mark.parametrize(
    ("faulty", "sentence"),
    [
        ([(0, 1, 1)], "names 'b' twice"),
        ([(0, 1, 9)], "names example 10, and there are 9"),
        ([(0, -1, 2)], "names example 0"),
        ([], "There is no triangle"),
        ([(0, 1, 2)], "'a', 'b' and 'c' lie on one line"),
        ([(0, 1, 3), (1, 0, 4)], "triangles of 'a', 'b' and 'd' and of 'b', 'a' and 'e' overlap"),
        ([(0, 1, 3), (3, 0, 1)], "overlap"),
        ([(3, 2, 8)], "'e' lies in the triangle of 'd', 'c' and 'i'"),
        ([(0, 2, 4)], "'b' lies in the triangle"),
        ([(0, 1, 3), (1, 2, 4), (1, 4, 3), (2, 5, 4), (3, 4, 6), (4, 5, 7), (4, 7, 6)], "'i' is in no triangle"),
    ],
)
def test_what_is_no_mesh_says_why(faulty, sentence):
    with pytest.raises(VerbError, match=sentence):
        triangles.check(GRID, np.array(faulty, dtype=int).reshape(-1, 3), NAMES)


def test_an_example_at_fault_can_be_pointed_at():
    with pytest.raises(ExampleError) as error:
        triangles.check(GRID, np.array([(3, 2, 8)]), NAMES)
    assert error.value.example == "e"


@given(clouds(4, 12), st.randoms(use_true_random=False))
def test_a_mesh_is_one_whichever_way_its_triangles_turn(points, random):
    found = delaunay(points)
    shuffled = np.array([random.sample(triangle, 3) for triangle in found.tolist()])
    triangles.check(points, shuffled, [str(place) for place in range(len(points))])
    assert (triangles.areas(points, triangles.oriented(points, shuffled)) > 0).all()


@given(clouds(4, 12))
def test_one_more_triangle_always_overlaps(points):
    found = delaunay(points)
    corners = triangles.border(found)
    others = [triple for triple in np.ndindex(*[len(points)] * 3) if len(set(triple)) == 3]
    extra = next((triple for triple in others if frozenset(triple) not in as_sets(found)), None)
    whole = len(corners) == len(ConvexHull(points).vertices)
    if extra is None or not whole or abs(triangles.areas(points, np.array([extra]))[0]) < 1e-6:
        return
    with pytest.raises(VerbError, match="overlap"):
        triangles.check(points, np.concatenate((found, [extra])), [str(place) for place in range(len(points))])
