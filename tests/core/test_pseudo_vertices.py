"""Pseudo-vertices of a pose mesh: what is prescribed is met, examples stay, and weights change without jumps."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adverb.core import accuracy, pose_mesh, refinement, triangles
from adverb.core.interpolators import bare, inserted, is_refinable
from adverb.core.refined import refinable
from tests.core.plane_arm import CORNERS, PlaneArm, poses, verb_at
from tests.core.test_pose_mesh import CLOUD, GRID, clouds, everywhere, outside
from tests.core.test_triangles import as_sets

RNG = np.random.default_rng(21)


def wish(mesh, point, rng=RNG):
    """Other weights than the mesh has there, with the same sum."""
    change = 0.1 * rng.normal(size=mesh.prescribed.shape[1])
    return mesh.weights(point) + change - change.mean()


def grown(mesh, points, rng=RNG):
    """With pseudo-vertices at those of the points that have room."""
    for point in points:
        if mesh.has_room(point[None])[0]:
            mesh = mesh.insert(point, wish(mesh, point, rng))
    return mesh


def awkward(mesh, rng, count):
    """Points in triangles, on edges, nearly on edges, nearly at vertices, anywhere."""
    points = []
    for _ in range(count):
        corners = mesh.points[mesh.triangles[rng.integers(len(mesh.triangles))]]
        shares = rng.dirichlet(np.ones(3))
        kind = rng.integers(5)
        if kind in (1, 2):
            shares[rng.integers(3)] = 0.0 if kind == 1 else 10.0 ** rng.uniform(-12, -2)
        if kind == 3:
            shares = np.roll((1.0, 10.0 ** rng.uniform(-6, -2), 10.0 ** rng.uniform(-6, -2)), rng.integers(3))
        points.append(shares / shares.sum() @ corners if kind < 4 else rng.uniform(-0.8, 0.8, 2))
    return np.array(points)


@given(clouds, st.sampled_from(pose_mesh.OUTSIDE), st.integers(0, 10_000))
def test_wherever_they_are_inserted(points, outside, seed):
    rng = np.random.default_rng(seed)
    plain = pose_mesh.fit(points, {"outside": outside})
    if not len(plain.triangles):
        return
    mesh = grown(plain, awkward(plain, rng, 10), rng)
    np.testing.assert_array_equal(mesh.points[: len(points)], points)
    np.testing.assert_allclose(mesh.weights(points), np.eye(len(points)), atol=1e-8)
    np.testing.assert_allclose(mesh.weights(inserted(mesh)), mesh.prescribed, atol=1e-8)
    query = np.concatenate((rng.uniform(-1.5, 1.5, (30, 2)), inserted(mesh) + 1e-9, points))
    weights = mesh.weights(query)
    np.testing.assert_allclose(weights.sum(axis=1), 1.0, atol=1e-8)
    np.testing.assert_allclose(weights, [mesh.weights(each) for each in query], atol=1e-5)
    assert (triangles.areas(mesh.points, mesh.triangles) > 0.0).all()
    assert set(mesh.triangles.ravel().tolist()) == set(range(len(mesh.points)))
    whole, before = (np.abs(triangles.areas(its.points, its.triangles)).sum() for its in (mesh, plain))
    assert whole == pytest.approx(before, rel=1e-2)  # the border bends by a hair where they are nearly on it


@everywhere
@outside
def test_inside_a_triangle_what_its_corners_have_is_blended(points, outside):
    mesh = grown(pose_mesh.fit(points, {"outside": outside}), RNG.uniform(-0.4, 0.4, (20, 2)))
    assert len(mesh.prescribed) > 5
    for corners in mesh.triangles:
        shares = RNG.dirichlet(np.ones(3), 10)
        expected = shares @ mesh.corner_weights[corners]
        np.testing.assert_allclose(mesh.weights(shares @ mesh.points[corners]), expected, atol=1e-8)


@everywhere
@outside
def test_weights_change_without_jumps(points, outside):
    mesh = grown(pose_mesh.fit(points, {"outside": outside}), RNG.uniform(-0.4, 0.4, (12, 2)))
    steepest = np.abs(mesh._cells.shares).max() * np.abs(mesh.corner_weights).max() * 12.0
    for _ in range(20):
        start, end = RNG.uniform(-1.2, 1.2, (2, 2))
        step = np.linalg.norm(end - start) / 4000
        steps = np.abs(np.diff(mesh.weights(np.linspace(start, end, 4001)), axis=0))
        assert steps.max() <= steepest * step + 1e-9


@outside
def test_on_the_border_they_bend_what_is_outside(outside):
    mesh = pose_mesh.fit(GRID, {"outside": outside})
    there = np.array((0.25, -0.3))
    wanted = wish(mesh, there)
    refined = mesh.insert(there, wanted)
    np.testing.assert_allclose(refined.weights(there), wanted, atol=1e-12)
    beyond = refined.weights(there - (0.0, 0.1))
    back = refined.weights(there + (0.0, 0.1))
    np.testing.assert_allclose(beyond, wanted if outside == "EDGE" else 2.0 * wanted - back, atol=1e-12)


def test_the_order_of_insertion_does_not_matter():
    mesh = pose_mesh.fit(CLOUD, {})
    points = RNG.uniform(-0.3, 0.3, (20, 2))
    points = points[mesh.has_room(points)]
    weights, radii = np.array([wish(mesh, point) for point in points]), np.zeros(len(points))
    order = RNG.permutation(len(points))
    one, other = (mesh.take(points[each], radii, weights[each]) for each in (range(len(points)), order))
    query = RNG.uniform(-0.6, 0.6, (200, 2))
    np.testing.assert_allclose(one.weights(query), other.weights(query), atol=1e-9)
    np.testing.assert_allclose(other.weights(points), weights, atol=1e-9)


def test_far_away_nothing_changes():
    """Only triangles that the new vertex is a corner of are new."""
    mesh = grown(pose_mesh.fit(CLOUD, {}), RNG.uniform(-0.4, 0.4, (10, 2)))
    point = np.array((0.07, 0.03))
    more = mesh.insert(point, wish(mesh, point))
    before, after = ({frozenset(each) for each in its.triangles.tolist()} for its in (mesh, more))
    assert all(len(more.points) - 1 in each for each in after - before)
    assert len(after) == len(before) + 2


@outside
def test_edges_that_were_made_by_hand_stay(outside):
    """The long diagonals of the lower squares: Delaunay would flip them at the first vertex beside them."""
    points = GRID * (1.0, 0.3)
    made = [(0, 1, 4), (0, 4, 3)]
    others = [each for each in pose_mesh.fit(points, {}).triangles.tolist() if not set(each) <= {0, 1, 3, 4}]
    mesh = pose_mesh.fit(points, {"triangles": [*made, *others], "made": made, "outside": outside})
    free = pose_mesh.fit(points, {"triangles": [*made, *others], "outside": outside})
    near = np.array([(-0.26, -0.04), (-0.24, -0.05), (-0.3, -0.02)])
    edges = [
        {frozenset(edge) for edge in triangles.sides_of(grown(each, near).triangles.tolist())} for each in (mesh, free)
    ]
    wanted = {frozenset(edge) for edge in triangles.sides_of(made)}
    assert wanted <= edges[0]
    assert not wanted <= edges[1]


@outside
def test_a_line_takes_them_between_its_examples(outside):
    points = np.outer([0.2, -0.5, 0.0, 0.5], (0.6, 0.8))
    mesh = pose_mesh.fit(points, {"outside": outside})
    there = 0.5 * (points[1] + points[2])
    assert mesh.has_room(np.array([there, points[0], points[0] + 0.1])).tolist() == [True, False, False]
    refined = mesh.insert(there, np.array((0.2, 0.3, 0.4, 0.1)))
    np.testing.assert_allclose(refined.weights(there), (0.2, 0.3, 0.4, 0.1), atol=1e-12)
    np.testing.assert_allclose(refined.weights(points), np.eye(4), atol=1e-12)
    np.testing.assert_allclose(refined.weights(0.5 * (there + points[1])), (0.1, 0.65, 0.2, 0.05), atol=1e-12)


@outside
def test_room_is_in_the_mesh_and_not_at_its_vertices(outside):
    mesh = pose_mesh.fit(GRID, {"outside": outside})
    points = np.array([(0.1, 0.1), (0.5, 0.1), (0.51, 0.1), (0.0, 0.0), (5e-5, 0.0), (0.3, -0.3)])
    assert mesh.has_room(points).tolist() == [True, True, False, False, False, True]
    refined = mesh.insert(points[0], np.full(9, 1 / 9))
    assert not refined.has_room(points)[0]
    assert not pose_mesh.fit(np.zeros((1, 2)), {}).has_room(np.array([(0.0, 0.0), (0.1, 0.0)])).any()


@everywhere
def test_on_the_edge_one_is_drawn_back_and_else_not(points):
    query = RNG.uniform(-1.5, 1.5, (200, 2))
    edge, going_on = (pose_mesh.fit(points, {"outside": way}) for way in pose_mesh.OUTSIDE)
    np.testing.assert_array_equal(going_on.within(query), query)
    drawn = edge.within(query)
    np.testing.assert_allclose(drawn, edge.weights(query) @ points, atol=1e-9)
    np.testing.assert_allclose(edge.within(drawn), drawn, atol=1e-12)
    np.testing.assert_allclose([edge.within(each) for each in query], drawn, atol=1e-12)


def test_a_mesh_takes_them_itself_and_gives_them_back():
    mesh = pose_mesh.fit(GRID, {})
    assert is_refinable(mesh)
    assert refinable(mesh, GRID) is mesh
    refined = grown(mesh, RNG.uniform(-0.25, 0.25, (6, 2)))
    assert bare(refined) is bare(mesh) is mesh
    assert refined.radii.tolist() == [0.0] * 6
    again = mesh.take(inserted(refined), refined.radii, refined.prescribed)
    query = RNG.uniform(-0.6, 0.6, (100, 2))
    np.testing.assert_array_equal(again.weights(query), refined.weights(query))
    once_more = refined.take(inserted(refined), refined.radii, refined.prescribed)
    np.testing.assert_array_equal(once_more.points, again.points)


def test_those_that_were_found_for_functions_and_have_no_room_are_left_out():
    mesh = pose_mesh.fit(GRID, {})
    points, weights = np.array([(0.1, 0.1), (0.7, 0.0), (0.1, 0.1)]), np.full((3, 9), 1 / 9)
    np.testing.assert_array_equal(inserted(mesh.take(points, np.full(3, 0.2), weights)), points[:1])


NINE = np.stack(np.meshgrid((0.6, 1.3, 2.0), (-0.9, 0.0, 0.9)), axis=-1).reshape(-1, 2)


@pytest.mark.parametrize("places", [CORNERS, NINE], ids=["corners", "nine"])
def test_refinement_of_a_mesh_ends_within_the_tolerance(places):
    plain, arm = verb_at(places), PlaneArm(poses(places))
    verb = replace(plain, interpolator=pose_mesh.fit(plain.hull.vertices, {}))
    samples = accuracy.sample(verb, 600).adverbs
    steps = list(refinement.refine(verb, arm, samples, 0.03, 120))
    assert steps[0].accuracy.most > 0.1
    assert steps[-1].accuracy.most <= 0.03
    assert steps[-1].number == len(steps) - 1
    for step in steps[:: len(steps) // 6]:  # what it tells is what is measured
        measured = accuracy.measure(step.verb, arm, samples)
        np.testing.assert_allclose(step.accuracy.misses, measured.misses, atol=0.05 * 0.03)
    last = steps[-1].verb
    np.testing.assert_allclose(last.weights(places), np.eye(len(places)), atol=1e-9)


@outside
def test_outside_a_mesh_its_edge_is_refined_or_nothing(outside):
    """A triangle of examples: half of the box about them is outside."""
    places = CORNERS[:3]
    plain, arm = verb_at(places), PlaneArm(poses(places))
    verb = replace(plain, interpolator=pose_mesh.fit(plain.hull.vertices, {"outside": outside}))
    samples = accuracy.sample(verb, 300).adverbs
    inside = verb.outside(samples) < 1e-9
    *_, last = refinement.refine(verb, arm, samples, 0.02, 60)
    assert last.accuracy.counts.all()
    vertices = inserted(last.verb.interpolator)
    assert verb.hull.distances(vertices).max() < 1e-9
    assert last.accuracy.misses[inside].max() <= 0.02
    if outside == "EDGE":
        assert last.accuracy.most <= 0.02
        edge = verb.axes.scale(np.linspace(places[1], places[2], 200))
        assert np.linalg.norm(vertices[:, None] - edge, axis=2).min(axis=1).min() < 0.01
        measured = accuracy.measure(last.verb, arm, np.linspace(places[1], places[2], 200))
        assert measured.most <= 0.03
    else:
        assert last.accuracy.most > 0.02


def test_what_was_saved_on_the_border_is_still_there_though_single_precision_moved_it():
    """Far from 0, as a height of 1.6 that varies by a hand's breadth, a vertex is saved a little beside the border."""
    mesh = pose_mesh.fit(CLOUD, {})
    starts, ends = CLOUD[mesh.edges[:, 0]], CLOUD[mesh.edges[:, 1]]
    for point in 0.4 * starts + 0.6 * ends:
        mesh = mesh.insert(point, wish(mesh, point))
    added = mesh.points[len(CLOUD) :]
    saved = (added + 40.0).astype(np.float32) - 40.0
    assert np.abs(saved - added).max() > 1e-6
    again = mesh.take(saved, mesh.radii, mesh.prescribed)
    assert len(again.points) == len(mesh.points)
    assert as_sets(again.triangles) == as_sets(mesh.triangles)
