"""The triangle that a point is in is the one that has it, wherever it lies."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from adverb.core.cells import EDGE, Cells
from adverb.core.delaunay import delaunay
from adverb.core.triangles import barycentric
from tests.core.test_triangles import clouds


@given(clouds(3, 40), st.integers(0, 10_000))
def test_what_is_found_is_what_a_look_at_all_triangles_finds(points, seed):
    rng = np.random.default_rng(seed)
    places = points[delaunay(points)]
    inside, on_edges = places.mean(axis=1), places[:, :2].mean(axis=1)
    query = np.concatenate((rng.uniform(-0.7, 0.7, (60, 2)), points, inside, on_edges))
    which, shares = Cells.over(places).find(query)
    first = np.einsum("tcd,btd->btc", barycentric(places), query[:, None] - places[:, 2])
    least = np.minimum(first.min(axis=2), 1.0 - first.sum(axis=2)).max(axis=1)
    np.testing.assert_array_equal(which >= 0, least >= EDGE)
    met = which >= 0
    np.testing.assert_allclose(shares[met].sum(axis=1), 1.0, atol=1e-9)
    assert shares[met].min() >= EDGE
    np.testing.assert_allclose(np.einsum("bc,bcd->bd", shares[met], places[which[met]]), query[met], atol=1e-9)


def test_what_is_no_number_is_in_no_triangle():
    cells = Cells.over(np.array([[(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)]]))
    which, _ = cells.find(np.array([(np.nan, 0.2), (0.2, np.inf), (0.2, 0.2)]))
    assert which.tolist() == [-1, -1, 0]
