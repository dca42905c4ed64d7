"""How far outside: feet that satisfy the conditions of nearness, and distances that an independent solver confirms."""

import numpy as np
import pytest
from scipy.optimize import nnls
from scipy.spatial import ConvexHull

from adverb.core.hull import Hull

RNG = np.random.default_rng(8)
SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
GRID = np.stack(np.meshgrid(*[np.linspace(-0.5, 0.5, 4)] * 3), axis=-1).reshape(-1, 3)


def cloud(count, dimension, rank=None):
    points = RNG.uniform(-0.5, 0.5, (count, rank or dimension))
    if rank:
        points = points @ np.linalg.qr(RNG.normal(size=(dimension, dimension)))[0][:rank]
    return points - points.mean(axis=0)


HULLS = {
    "one": np.zeros((1, 3)),
    "two": cloud(2, 3),
    "a line of five": cloud(5, 3, rank=1),
    "a plane of nine": cloud(9, 3, rank=2),
    "square": SQUARE,
    "grid": GRID,
    "one adverb": cloud(4, 1),
    "few in space": cloud(8, 3),
    "many in space": cloud(60, 3),
    "six adverbs": cloud(30, 6),
    "twins": np.concatenate((cloud(6, 2), [[0.5, 0.5], [0.5 + 1e-7, 0.5]])) - 1 / 8,
}


def shares(vertices, point):
    """Shares of the vertices that come nearest to a point, by non-negative least squares."""
    heavy = 1e5
    system = np.concatenate((vertices.T, np.full((1, len(vertices)), heavy)))
    return nnls(system, np.append(point, heavy), maxiter=1000)[0]


@pytest.mark.parametrize("size", [0.3, 1.0, 5.0])
@pytest.mark.parametrize("name", HULLS)
def test_the_nearest_point(name, size):
    vertices = HULLS[name]
    hull = Hull.of(vertices)
    for point in size * RNG.uniform(-1.0, 1.0, (15, vertices.shape[1])):
        foot = hull.nearest(point)
        # It is of the hull, and no vertex lies further towards the point than it does: there is no nearer one.
        assert np.linalg.norm(shares(vertices, foot) @ vertices - foot) < 1e-7
        assert ((vertices - foot) @ (point - foot)).max() < 1e-9 * (1 + size)


@pytest.mark.parametrize("name", HULLS)
def test_distances_outside(name):
    vertices = HULLS[name]
    points = RNG.uniform(-2.0, 2.0, (3, 4, vertices.shape[1]))
    distances = Hull.of(vertices).distances(points)
    for index in np.ndindex(3, 4):
        expected = np.linalg.norm(shares(vertices, points[index]) @ vertices - points[index])
        assert distances[index] == pytest.approx(expected, abs=1e-6)


def test_distances_outside_a_square():
    hull = Hull.of(SQUARE)
    points = np.array([[0.0, 0.0], [0.5, 0.5], [0.75, 0.1], [0.8, 0.9], [-3.5, 0.0]])
    np.testing.assert_allclose(hull.distances(points), [0.0, 0.0, 0.25, 0.5, 3.0], atol=1e-12)


@pytest.mark.parametrize("name", ["few in space", "many in space", "grid"])
def test_inside_there_is_no_distance(name):
    planes = ConvexHull(HULLS[name]).equations
    points = RNG.uniform(-0.6, 0.6, (300, 3))
    margin = (points @ planes[:, :3].T + planes[:, 3]).max(axis=1)
    distances = Hull.of(HULLS[name]).distances(points)
    assert (distances[margin < 0] < 1e-9).all()
    assert (distances >= margin - 1e-9).all()
    assert (margin < 0).any()
    assert (margin > 0).any()


@pytest.mark.parametrize("limit", [0.0, 0.1, 0.5, 2.0])
@pytest.mark.parametrize("name", HULLS)
def test_points_are_drawn_back_exactly_to_the_limit(name, limit):
    hull = Hull.of(HULLS[name])
    points = RNG.uniform(-2.0, 2.0, (40, HULLS[name].shape[1]))
    drawn, before = hull.draw_back(points, limit), hull.distances(points)
    np.testing.assert_allclose(hull.distances(drawn), np.minimum(before, limit), atol=1e-6)
    np.testing.assert_allclose(drawn[before <= limit], points[before <= limit], atol=1e-12)
    # By the shortest way.
    np.testing.assert_allclose(np.linalg.norm(drawn - points, axis=1), np.maximum(before - limit, 0.0), atol=1e-6)


@pytest.mark.parametrize("name", HULLS)
def test_without_a_limit_nothing_is_drawn_back(name):
    points = 1e3 * RNG.normal(size=(9, HULLS[name].shape[1]))
    np.testing.assert_array_equal(Hull.of(HULLS[name]).draw_back(points, np.inf), points)


def test_drawing_back_does_not_jump():
    """Along a path round the hull, what is drawn back moves no further than the path itself."""
    angles = np.linspace(0, 2 * np.pi, 2000)
    path = 3.0 * np.stack((np.cos(angles), np.sin(angles)), axis=1)
    drawn = Hull.of(HULLS["twins"]).draw_back(path, 0.2)
    steps = np.linalg.norm(np.diff(drawn, axis=0), axis=1)
    assert (steps <= np.linalg.norm(np.diff(path, axis=0), axis=1) + 1e-6).all()


@pytest.mark.parametrize("name", HULLS)
def test_a_batch_is_each_by_itself(name):
    hull = Hull.of(HULLS[name])
    points = RNG.uniform(-1.0, 1.0, (3, 4, HULLS[name].shape[1]))
    batch = hull.draw_back(points, 0.25)
    for index in np.ndindex(3, 4):
        np.testing.assert_allclose(batch[index], hull.draw_back(points[index], 0.25), atol=1e-12)
