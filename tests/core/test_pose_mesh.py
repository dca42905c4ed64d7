"""Barycentric weights over two adverbs: affine in each triangle, without jumps everywhere."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adverb.core import pose_mesh, triangles
from adverb.core.delaunay import delaunay
from adverb.core.errors import VerbError
from adverb.core.verb import Options, fit
from tests.core import factories

RNG = np.random.default_rng(12)
GRID = np.stack(np.meshgrid(np.linspace(-0.5, 0.5, 3), np.linspace(-0.3, 0.3, 3)), axis=-1).reshape(-1, 2)
CLOUD = RNG.uniform(-0.5, 0.5, (15, 2))
outside = pytest.mark.parametrize("outside", pose_mesh.OUTSIDE)
everywhere = pytest.mark.parametrize("points", [GRID, CLOUD], ids=["grid", "cloud"])
clouds = st.builds(
    lambda count, seed: np.random.default_rng(seed).uniform(-0.5, 0.5, (count, 2)),
    st.integers(1, 12),
    st.integers(0, 10_000),
)


@given(clouds, st.sampled_from(pose_mesh.OUTSIDE), st.integers(0, 10_000))
def test_weights_are_one_and_zero_at_the_corners_and_sum_to_one(points, outside, seed):
    mesh = pose_mesh.fit(points, {"outside": outside})
    np.testing.assert_allclose(mesh.weights(points), np.eye(len(points)), atol=1e-9)
    query = np.random.default_rng(seed).uniform(-1.5, 1.5, (30, 2))
    weights = mesh.weights(query)
    np.testing.assert_allclose(weights.sum(axis=1), 1.0, atol=1e-12)
    np.testing.assert_allclose(weights, [mesh.weights(each) for each in query], atol=1e-9)
    if outside == "EDGE":
        assert weights.min() >= -1e-9
    else:
        assert weights.min() >= -1.0 - 1e-9
        assert weights.max() <= 2.0 + 1e-9


@everywhere
@outside
def test_weights_are_the_shares_that_give_back_the_point(points, outside):
    mesh = pose_mesh.fit(points, {"outside": outside})
    for corners in mesh.triangles:
        shares = RNG.dirichlet(np.ones(3), 20)
        weights = mesh.weights(shares @ points[corners])
        np.testing.assert_allclose(weights[:, corners], shares, atol=1e-9)
        assert np.abs(np.delete(weights, corners, axis=1)).max() < 1e-12


@everywhere
def test_outside_one_stays_at_the_nearest_point_of_the_border(points):
    mesh = pose_mesh.fit(points, {})
    query = RNG.uniform(-1.5, 1.5, (300, 2))
    feet = mesh.weights(query) @ points
    dense = np.linspace(points[mesh.edges[:, 0]], points[mesh.edges[:, 1]], 400).reshape(-1, 2)
    nearest = np.linalg.norm(query[:, None] - dense, axis=2).min(axis=1)
    away = np.linalg.norm(query - feet, axis=1)
    out = away > 1e-9
    assert 30 < out.sum() < 290
    np.testing.assert_allclose(away[out], nearest[out], atol=1e-4)


@everywhere
def test_near_the_border_it_goes_on_as_the_nearest_triangle(points):
    """Beyond the middle of an edge, and no further out than the triangle is deep there: its affine weights."""
    mesh = pose_mesh.fit(points, {"outside": "EXTRAPOLATE"})
    for one, other in mesh.edges:
        corners = next(its for its in mesh.triangles.tolist() if one in its and other in its)
        along = points[other] - points[one]
        outward = np.array((along[1], -along[0]))
        foot, step = points[[one, other]].mean(axis=0), 0.02 * outward
        inside = triangles.barycentric(points[[corners]])[0] @ (foot - step - points[corners[2]])
        if min(*inside, 1 - inside.sum()) <= 0:
            continue
        shares = triangles.barycentric(points[[corners]])[0] @ (foot + step - points[corners[2]])
        np.testing.assert_allclose(mesh.weights(foot + step)[corners[:2]], shares, atol=1e-9)
        assert mesh.weights(foot + step).min() < -1e-3


@everywhere
@outside
def test_weights_change_without_jumps_across_edges_and_borders(points, outside):
    mesh = pose_mesh.fit(points, {"outside": outside})
    steepest = np.abs(mesh._cells.shares).max() * 4.0
    for _ in range(20):
        start, end = RNG.uniform(-1.2, 1.2, (2, 2))
        path = np.linspace(start, end, 4001)
        step = np.linalg.norm(end - start) / 4000
        assert np.abs(np.diff(mesh.weights(path), axis=0)).max() <= 3.0 * steepest * step + 1e-9


@outside
def test_a_line_of_examples_blends_each_with_the_next(outside):
    points = np.outer([0.2, -0.5, 0.0, 0.5], (0.6, 0.8))
    mesh = pose_mesh.fit(points, {"outside": outside})
    across = np.array((-0.8, 0.6))
    np.testing.assert_allclose(mesh.weights(0.5 * (points[1] + points[2])), [0, 0.5, 0.5, 0], atol=1e-12)
    # Off the line there is nothing to go on with: across it, the mirror image is as far off on the other side.
    np.testing.assert_allclose(mesh.weights(points[0] + 0.3 * across), [1, 0, 0, 0], atol=1e-12)
    beyond = mesh.weights(points[3] * 1.2)  # a third of the last step
    np.testing.assert_allclose(beyond, [0, 0, 0, 1] if outside == "EDGE" else [-1 / 3, 0, 0, 4 / 3], atol=1e-12)


@outside
def test_a_single_example_is_everywhere(outside):
    mesh = pose_mesh.fit(np.zeros((1, 2)), {"outside": outside})
    np.testing.assert_array_equal(mesh.weights(RNG.normal(size=(5, 2))), np.ones((5, 1)))
    np.testing.assert_array_equal(mesh.weights(np.array((3.0, 4.0))), [1.0])


def test_given_triangles_are_used_whichever_way_they_turn():
    square = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    one = pose_mesh.fit(square, {"triangles": [(0, 1, 2), (0, 3, 2)]})
    other = pose_mesh.fit(square, {"triangles": np.array([(1, 0, 3), (1, 2, 3)])})
    np.testing.assert_allclose(one.weights(np.zeros(2)), [0.5, 0, 0.5, 0], atol=1e-12)
    np.testing.assert_allclose(other.weights(np.zeros(2)), [0, 0.5, 0, 0.5], atol=1e-12)


@outside
def test_a_mesh_with_a_hole_stays_at_its_rim(outside):
    ring = [triangle for triangle in delaunay(GRID).tolist() if sorted(triangle) != [0, 1, 3]]
    mesh = pose_mesh.fit(np.delete(GRID, 0, axis=0), {"triangles": np.array(ring) - 1, "outside": outside})
    assert mesh.weights(GRID[0]).sum() == pytest.approx(1.0)
    np.testing.assert_allclose(mesh.weights(GRID[1:]), np.eye(8), atol=1e-12)


@pytest.mark.parametrize(("dimension", "cure"), [(1, "add an adverb"), (3, "remove some")])
def test_other_than_two_adverbs_are_refused(dimension, cure):
    with pytest.raises(VerbError, match=rf"has two adverbs and this verb has {dimension}: .*{cure}"):
        pose_mesh.fit(RNG.uniform(size=(5, dimension)), {})


def test_what_is_wrong_with_a_triangle_is_told_by_the_names_of_its_examples():
    faulty = {"triangles": [(0, 1, 2)]}
    with pytest.raises(VerbError, match="'1', '2' and '3' lie on one line"):
        pose_mesh.fit(GRID, faulty)
    with pytest.raises(VerbError, match="'a', 'b' and 'c' lie on one line"):
        pose_mesh.fit(GRID, {**faulty, "names": [*"abcdefghi"]})
    with pytest.raises(VerbError, match="There is no triangle"):
        pose_mesh.fit(GRID, {"triangles": []})


@outside
def test_no_number_gives_no_number_and_no_error(outside):
    mesh = pose_mesh.fit(GRID, {"outside": outside})
    query = np.array((np.nan, 0.0))
    assert mesh.weights(query).shape == (9,)
    assert mesh.weights(query[None]).shape == (1, 9)


def test_a_verb_of_a_pose_mesh_scales_its_adverbs():
    values = GRID * (120.0, 90.0) + (10.0, -5.0)
    examples = [
        factories.example(f"look {place}", value, factories.pose([place], factories.Layout.of([factories.SMILE])))
        for place, value in enumerate(values)
    ]
    verb = fit(examples, ["azimuth", "elevation"], Options("POSE_MESH", groups=("angle", "angle")))
    np.testing.assert_allclose(verb.weights(values), np.eye(9), atol=1e-12)
    assert verb.pose(0.5 * (values[0] + values[1]))[0] == pytest.approx(0.5)
