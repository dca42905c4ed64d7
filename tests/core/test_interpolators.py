"""What every way from adverbs to weights has to keep; a new entry of the table is tested by being there."""

import numpy as np
import pytest

from adverb.core.interpolators import INTERPOLATORS, of_any

RNG = np.random.default_rng(9)
KERNELS = ("B_SPLINE", "DISTANCE", "THIN_PLATE")
SETTINGS = {
    "RADIAL_BASIS": [{}, *({"kernel": kernel, "degree": degree} for kernel in KERNELS for degree in (0, 1, 2))],
    "POSE_MESH": [{}, {"outside": "EXTRAPOLATE"}],
}
WAYS = [
    pytest.param(name, settings, id=f"{name} {settings}")
    for name in INTERPOLATORS
    for settings in SETTINGS.get(name, [{}])
]


def cloud(count, dimension, rank=None):
    points = RNG.uniform(-0.5, 0.5, (count, dimension))
    if rank is not None:
        points = points[:, :rank] @ np.linalg.qr(RNG.normal(size=(dimension, dimension)))[0][:rank]
    return points - points.mean(axis=0)


GRID = np.stack(np.meshgrid(*[np.linspace(-0.5, 0.5, 5)] * 3), axis=-1).reshape(-1, 3)
PLACES = {
    "one": np.zeros((1, 2)),
    "two": cloud(2, 1),
    "two in space": cloud(2, 3),
    "a line": cloud(5, 3, rank=1),
    "a plane": cloud(9, 3, rank=2),
    "corners of a square": 0.5 * np.array([[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]]),
    "one adverb": cloud(7, 1),
    "two adverbs": cloud(12, 2),
    "three adverbs": cloud(16, 3),
    "few for five adverbs": cloud(4, 5),
    "six adverbs": cloud(40, 6),
    "grid": GRID[:100] - GRID[:100].mean(axis=0),
}
# The adverbs that a way can have, if not any.
ADVERBS = {"POSE_MESH": 2}
MANY = {name: PLACES["two adverbs" if name in ADVERBS else "three adverbs"] for name in INTERPOLATORS}
every_way = pytest.mark.parametrize(("name", "settings"), WAYS)
everywhere = pytest.mark.parametrize(
    ("name", "settings", "place"),
    [
        pytest.param(*way.values, place, id=f"{way.id} {place}")
        for way in WAYS
        for place, points in PLACES.items()
        if points.shape[1] == ADVERBS.get(way.values[0], points.shape[1])
    ],
)


@everywhere
def test_weights_are_one_and_zero_at_the_examples(name, settings, place):
    points = PLACES[place]
    weights = INTERPOLATORS[name](points, settings).weights(points)
    np.testing.assert_allclose(weights, np.eye(len(points)), atol=1e-11)


@everywhere
def test_weights_sum_to_one_everywhere(name, settings, place):
    points = PLACES[place]
    weights = INTERPOLATORS[name](points, settings).weights(RNG.uniform(-1.5, 1.5, (50, points.shape[1])))
    np.testing.assert_allclose(weights.sum(axis=-1), 1.0, atol=1e-11)


@every_way
def test_the_order_of_examples_does_not_matter(name, settings):
    points = MANY[name]
    query, order = RNG.uniform(-0.7, 0.7, (20, points.shape[1])), RNG.permutation(len(points))
    weights = INTERPOLATORS[name](points, settings).weights(query)
    other = INTERPOLATORS[name](points[order], settings).weights(query)
    np.testing.assert_allclose(other, weights[:, order], atol=1e-11)


@every_way
def test_weights_change_without_jumps(name, settings):
    points = PLACES["two adverbs"]
    path = np.linspace((-1.0, -0.8), (1.0, 0.9), 20001)
    weights = INTERPOLATORS[name](points, settings).weights(path)
    assert np.abs(np.diff(weights, axis=0)).max() < 0.01


@every_way
@pytest.mark.parametrize("shape", [(), (0,), (1,), (2, 3)])
def test_a_batch_is_each_by_itself(name, settings, shape):
    points = MANY[name]
    way = INTERPOLATORS[name](points, settings)
    query = RNG.uniform(-0.7, 0.7, (*shape, points.shape[1]))
    weights = way.weights(query)
    assert weights.shape == (*shape, len(points))
    for index in np.ndindex(*shape):
        np.testing.assert_allclose(weights[index], way.weights(query[index]), atol=1e-12)


def test_what_is_said_of_each_example_does_not_hold_for_others():
    settings = {"outside": "EDGE", "triangles": [[0, 1, 2]], "names": ["a", "b", "c"], "kernel": "DISTANCE"}
    assert of_any(settings) == {"outside": "EDGE", "kernel": "DISTANCE"}
