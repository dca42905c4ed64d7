"""Manners of the whole core: results are float64, and no function changes what it is given."""

import numpy as np
import pytest

from adverb.core import motion, native, pose_mesh, quaternion, radial_basis, skeleton, travel, verb
from adverb.core.axes import Axes
from adverb.core.channels import Channel, Kind, Layout
from adverb.core.clip import Clip
from adverb.core.hull import Hull
from adverb.core.spline import Knots
from adverb.core.timewarp import Timewarp
from tests.core.factories import (
    HIP_LOCATION,
    HIP_ROTATION,
    RIG,
    ROOTED,
    clip,
    example,
    line,
    phrased,
    turned,
    unit_quaternions,
    walk,
)

RNG = np.random.default_rng(16)
Q, R = unit_quaternions(RNG, 6), unit_quaternions(RNG, 6)
ANGLES, HINTS = RNG.uniform(-9, 9, (2, 6, 3))
POINTS = RNG.uniform(-0.5, 0.5, (6, 3))
POINTS -= POINTS.mean(axis=0)
FAR = 4.0 * POINTS
TIMES = np.linspace(-1.0, 25.0, 6)
SHARES = RNG.dirichlet(np.ones(4), 6)
CLIPS = [clip(RNG, np.arange(12)) for _ in range(4)]
KEYTIMES = np.array([[0.0, 4.0 + index, 11.0] for index in range(4)])
ROOT = travel.Root(ROOTED.slices[HIP_LOCATION], ROOTED.slices[HIP_ROTATION], np.array([0.0, 0.0, 1.0]))
WALK = walk((0.3, 0.0, 1.0, 0.0))
EXAMPLES = phrased(RNG, 4, 2, 3)
BONES = skeleton.Skeleton(("hip", "arm"), (-1, 0), np.tile(np.eye(4), (2, 1, 1)))
EULER = Layout.of([*native.written("arm", "XYZ"), Channel.of("arm", Kind.ROTATION)])
WHOLE = verb.fit(EXAMPLES, ["x", "y", "z"])
MOVING = motion.fit(CLIPS, KEYTIMES)
WARP = Timewarp.of(KEYTIMES)


def built(options):
    return lambda examples: verb.fit(examples, ["x", "y", "z"], options).motion.table


CALLS = {
    "multiply": (quaternion.multiply, Q, R),
    "conjugate": (quaternion.conjugate, Q),
    "normalize": (quaternion.normalize, 3.0 * Q),
    "rotate": (quaternion.rotate, Q, ANGLES),
    "exp": (quaternion.exp, ANGLES),
    "log": (quaternion.log, Q),
    "align": (quaternion.align, Q, R),
    "align along": (quaternion.align_along, Q),
    "from axis angle": (quaternion.from_axis_angle, Q),
    "to axis angle": (quaternion.to_axis_angle, Q, R),
    "from Euler": (lambda angles: quaternion.from_euler(angles, "ZXY"), ANGLES),
    "to Euler": (lambda q, hint: quaternion.to_euler(q, "ZXY", hint), Q, HINTS),
    "to matrix": (quaternion.to_matrix, Q),
    "clip at": (lambda its, times: its.at(times), CLIPS[0], TIMES),
    "conform": (lambda its, rest: its.conform(RIG, rest).values, WALK, RIG.rest),
    "axes": (lambda points: Axes.fit(("x", "y", "z"), ("", "g", "g"), points).scales, POINTS),
    "scale": (WHOLE.axes.scale, FAR),
    "draw back": (lambda vertices, points: Hull.of(vertices).draw_back(points, 0.2), POINTS, FAR),
    "distances": (lambda vertices, points: Hull.of(vertices).distances(points), POINTS, FAR),
    "weights": (lambda points, query: radial_basis.fit(points, {"degree": 2}).weights(query), POINTS, FAR),
    "one weight": (lambda points, query: radial_basis.fit(points, {}).weights(query), POINTS, FAR[0]),
    "mesh": (lambda points, query: pose_mesh.fit(points, {}).weights(query), POINTS[:, :2], FAR[:, :2]),
    "one of a mesh": (lambda points, query: pose_mesh.fit(points, {}).weights(query), POINTS[:, :2], FAR[0, :2]),
    "rows": (lambda u, samples: Knots(8).through(u).rows(samples), np.linspace(0, 1, 6), POINTS[:6]),
    "closed rows": (lambda u, samples: Knots(8, True).through(u).rows(samples), np.linspace(0, 0.9, 6), POINTS[:6]),
    "locate": (lambda u: Knots(8).locate_all(u)[1], np.linspace(0, 1, 6)),
    "blend of gaps": (WARP.blend, SHARES),
    "phases": (lambda gaps, times: WARP.phases(gaps, times)[0], SHARES @ WARP.gaps, TIMES),
    "measure": (lambda start, end: travel.measure(ROOT, start, end), WALK.values[0], WALK.values[-1]),
    "move": (lambda twist, poses: travel.move(ROOT, twist, np.ones(21), poses), RNG.normal(size=4), WALK.values),
    "globals": (lambda poses: BONES.globals(RIG, poses), CLIPS[0].values),
    "native": (native.Native.of(EULER, {"arm": "XYZ"}).numbers, np.append(ANGLES, Q, axis=1)),
    "fit of a motion": (lambda clips, keytimes: motion.fit(clips, keytimes).table, CLIPS, KEYTIMES),
    "pose of a motion": (lambda weights: MOVING.pose(weights, 3.3), SHARES[0]),
    "poses of a motion": (MOVING.poses, SHARES, TIMES),
    "fit": (built(verb.Options()), EXAMPLES),
    "fit of a cycle": (built(verb.Options(cycle=motion.Cycle.IN_PLACE)), EXAMPLES),
    "fit of a travelling cycle": (built(verb.Options(cycle=motion.Cycle.TRAVEL, root="hip")), EXAMPLES),
    "fit of poses": (lambda examples: verb.fit(examples, ["x"]).motion.table, line([turned([0.0]), turned([1.0])])),
    "pose": (lambda adverbs: WHOLE.pose(adverbs, 3.0), FAR[0]),
    "poses": (WHOLE.poses, FAR, TIMES),
    "outside": (WHOLE.outside, FAR),
}


def arrays(argument):
    """Every array in an argument, however deep."""
    if isinstance(argument, np.ndarray):
        return [argument]
    if isinstance(argument, list):
        return [its for part in argument for its in arrays(part)]
    if isinstance(argument, Clip):
        return [argument.times, argument.values]
    return [argument.adverbs, argument.keytimes, *arrays(argument.clip)]


@pytest.mark.parametrize("name", CALLS)
def test_results_are_float64_and_arguments_stay_as_they_were(name):
    function, *arguments = CALLS[name]
    given = arrays(arguments)
    before = [its.copy() for its in given]
    result = function(*arguments)
    assert result.dtype == np.float64
    assert np.isfinite(result).all()
    for its, was in zip(given, before, strict=True):
        np.testing.assert_array_equal(its, was)


@pytest.mark.parametrize("name", CALLS)
def test_arguments_may_be_read_only(name):
    function, *arguments = CALLS[name]
    given = arrays(arguments)
    flags = [its.flags.writeable for its in given]
    for its in given:
        its.flags.writeable = False
    try:
        function(*arguments)
    finally:
        for its, flag in zip(given, flags, strict=True):
            its.flags.writeable = flag


def test_whole_numbers_are_taken_as_numbers():
    """Adverbs, frames and keytimes that a person typed have no fraction."""
    frames = np.arange(11)
    its = Clip(Layout.of([HIP_LOCATION]), frames, np.outer(frames, (1, 2, 3)))
    examples = [example("slow", [0], its, [0, 5, 10]), example("fast", [1], its, [0, 2, 10])]
    pose = verb.fit(examples, ["pace"]).pose(np.array([0]), 4)
    np.testing.assert_allclose(pose, (4.0, 8.0, 12.0), atol=1e-9)
    assert pose.dtype == np.float64
