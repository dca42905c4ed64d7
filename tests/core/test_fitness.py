"""Each example as the others predict it: what is right fits, what is wrong stands out."""

from dataclasses import replace

import numpy as np
import pytest

from adverb.core import verb
from adverb.core.channels import Channel, Kind, Layout
from adverb.core.clip import Clip
from adverb.core.fitness import Trial, predict
from adverb.core.radial_basis import KERNELS
from adverb.core.skeleton import Skeleton
from adverb.core.verb import Options
from tests.core.factories import example, pose

NAMES = ("x", "y")
HIP = Channel.of("hip", Kind.LOCATION)
PLACED = Layout.of([HIP])
ONE = Skeleton(("hip",), (-1,), np.eye(4)[None])
GRID = np.array([(x, y) for x in range(4) for y in range(4)], dtype=float)
every_kernel = pytest.mark.parametrize("kernel", KERNELS)


def sliding(places, values):
    """Motions from the origin to a place and back, at values of two adverbs."""
    s = np.sin(np.pi * np.linspace(0.0, 1.0, 17))[:, None]
    clips = [Clip(PLACED, np.arange(17.0), s * place) for place in places]
    return [example(f"slide {index}", its, clip) for index, (its, clip) in enumerate(zip(values, clips, strict=True))]


def trial(examples, skeleton=ONE):
    made = verb.fit(examples, NAMES)
    points = made.axes.scale(np.array([its.adverbs for its in examples]))
    return Trial(made.motion, points, lambda poses: skeleton.globals(made.layout, poses)[..., :3, 3])


def flat(points):
    return np.column_stack((points @ (0.3, -0.1), points @ (0.2, 0.4), points @ (0.0, 1.0)))


def bend(points):
    return 0.03 * (points**2).sum(axis=1)


def bowl(points):
    return flat(points) + np.column_stack((bend(points), np.cos(0.3 * points[:, 0]), bend(points)))


@every_kernel
def test_a_motion_that_is_linear_in_its_adverbs_is_predicted_by_a_plane(kernel):
    points = np.random.default_rng(3).uniform(-1.0, 1.0, (12, 2))
    fitness = trial(sliding(flat(points), points)).leave_one_out(Options(settings={"kernel": kernel}, limit=np.inf))
    np.testing.assert_allclose(fitness.distances, 0.0, atol=1e-9)
    assert fitness.nearest.min() > 0.01
    assert fitness.outstanding == ()


def test_the_distance_is_that_of_all_joints_over_the_motion():
    """Two examples: each is predicted as the other. A tip one unit up the bone goes along with what slides."""
    both = Skeleton(("hip", "tip"), (-1, 0), np.array([np.eye(4), np.eye(4)]))
    examples = sliding(np.array([(0.0, 0.0, 0.0), (3.0, 4.0, 0.0)]), np.array([(0.0, 0.0), (1.0, 0.0)]))
    fitness = trial(examples, both).leave_one_out(Options())
    expected = 5.0 * np.sin(np.pi * np.linspace(0.0, 1.0, 16)).mean()
    np.testing.assert_allclose(fitness.distances, expected, atol=1e-3)
    np.testing.assert_allclose(fitness.nearest, expected, atol=1e-3)


def test_poses_are_compared_once():
    values = np.array([(0.0, 0.0), (1.0, 0.0), (2.0, 1.0)])
    examples = [example(str(x), (x, y), pose((x, 0.0, 0.0), PLACED)) for x, y in values]
    np.testing.assert_allclose(trial(examples).leave_one_out(Options()).nearest, 1.0)


@every_kernel
@pytest.mark.parametrize("place", [0, 2, 5, 7, 14])
def test_a_wrongly_tagged_example_stands_out_alone(kernel, place):
    examples = sliding(bowl(GRID), GRID)
    options = Options(settings={"kernel": kernel})
    assert trial(examples).leave_one_out(options, 0.05).outstanding == ()
    wrong = np.array(GRID[place])
    wrong[1] += 1.5 if wrong[1] < 1.5 else -1.5
    examples[place] = replace(examples[place], adverbs=wrong)
    fitness = trial(examples).leave_one_out(options, 0.05)
    assert fitness.outstanding == (place,)
    assert trial(examples).leave_one_out(options, 100.0).outstanding == ()


def test_the_one_left_out_has_no_say():
    others, point = GRID[1:] - 1.5, GRID[0] - 1.5
    weights = predict(others, point, Options(limit=np.inf))
    assert weights.shape == (15,)
    assert weights.sum() == pytest.approx(1.0)
    np.testing.assert_allclose(weights @ others, point, atol=1e-9)  # the plane goes on


def test_what_lies_far_outside_is_drawn_back_as_in_use():
    line = np.array([(0.0, 0.0), (0.5, 0.0), (1.0, 0.0)])
    near, far = (predict(line, np.array([x, 0.0]), Options(limit=0.5)) for x in (1.5, 900.0))
    np.testing.assert_allclose(far, near, atol=1e-9)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_few_examples_prefer_no_kernel(count):
    its = trial(sliding(bowl(GRID[:count]), GRID[:count]))
    assert its.automatic(Options()).kernel == "B_SPLINE"
    assert len(its.leave_one_out(Options()).distances) == count


def test_kernels_that_do_equally_well_leave_the_papers():
    """On a plane every kernel is right, but for rounding."""
    choice = trial(sliding(flat(GRID) * 1.0, GRID)).automatic(Options())
    assert set(choice.errors) == set(KERNELS)
    assert choice.kernel == "B_SPLINE" or choice.errors[choice.kernel] < 1e-9


@pytest.mark.parametrize("shape", [bowl, lambda points: np.abs(points - 1.4) @ np.ones((2, 3))])
def test_automatic_takes_the_kernel_with_the_least_error(shape):
    its = trial(sliding(shape(GRID), GRID))
    choice = its.automatic(Options())
    means = {kernel: its.leave_one_out(Options(settings={"kernel": kernel})).distances.mean() for kernel in KERNELS}
    assert choice.errors == pytest.approx(means)
    assert choice.kernel == min(means, key=means.get)
