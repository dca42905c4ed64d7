"""One blend alone, in plain numbers, against many on arrays."""

from dataclasses import replace

import numpy as np
import pytest

from adverb.core.channels import Channel, Kind, Layout
from tests.core.test_reach import AXES, GAZE, HAND, TURNING, moving, reach_of, sights
from tests.core.test_skeleton import NAMES

PLAIN = Layout.of(Channel.of(name, kind) for name in NAMES for kind in (Kind.ROTATION, Kind.LOCATION))


def without(its, *channels):
    """The motion with bones that stand still, each as it is turned on the average."""
    table = its.table.copy()
    for channel in channels:
        table[..., its.layout.slices[channel]] = 0.0
    return replace(its, table=table)


@pytest.mark.parametrize("layout", [PLAIN, TURNING])
@pytest.mark.parametrize("probe", [HAND, GAZE])
@pytest.mark.parametrize("axes", ["XYZ", AXES])
@pytest.mark.parametrize(
    "still",
    [
        [],
        [Channel.of("spine", Kind.ROTATION)],
        [Channel.of("spine", Kind.ROTATION), Channel.of("arm.L", Kind.ROTATION), Channel.of("arm.R", Kind.ROTATION)],
        [Channel.of(name, Kind.ROTATION) for name in NAMES[1:]],
    ],
)
def test_one_is_seen_as_many_are(layout, probe, axes, still):
    """Wherever it is and however far from a sum of 1, and so are its slopes and how far off it is."""
    reach = reach_of(without(moving(layout, 1), *still), 0.4, sights(probe, axes=axes))
    weights, others = np.random.default_rng(2).uniform(-1.0, 1.0, (2, 8, 5))
    (seen, slopes), wanted = reach.slopes(weights), reach.see(others)
    misses = reach.misses(seen, wanted)
    size = np.abs(slopes).max()
    for row in range(len(weights)):
        one = slice(row, row + 1)
        alone, its_slopes = reach.slopes(weights[one])
        np.testing.assert_allclose(reach.see(weights[one]), seen[one], rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(alone, seen[one], rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(its_slopes, slopes[one], rtol=1e-12, atol=1e-12 * size)
        np.testing.assert_allclose(reach.misses(seen[one], wanted[one]), misses[one], rtol=1e-12)


def test_bones_that_stand_still_are_passed_over():
    shifted, turned = Channel.of("arm.L", Kind.LOCATION), Channel.of("arm.L", Kind.ROTATION)
    its = moving(PLAIN, 3)
    links = [
        len(reach_of(without(its, *still), 0.4, sights(HAND))._walk.links)
        for still in ([], [shifted], [turned], [shifted, turned])
    ]
    assert links == [4, 4, 4, 3]
