"""Arms in the plane, whose blends are blends of their joint angles: a verb that misses, as small as it can be."""

import numpy as np

from adverb.core import radial_basis
from adverb.core.axes import Axes
from adverb.core.hull import Hull
from adverb.core.verb import Verb

LENGTHS = np.array([1.0, 1.0, 0.6])
CORNERS = np.array([[0.6, -0.9], [0.6, 0.9], [2.0, -0.9], [2.0, 0.9]])


class PlaneArm:
    """An aim: the tip of an arm with three links, of N example poses `[N, 3]` in radians."""

    def __init__(self, angles):
        self.angles = angles
        self.seen = 0  # how many blends were looked at

    asks = (0, 1)

    def see(self, weights):
        self.seen += len(weights)
        return self._tip(weights)

    def slopes(self, weights):
        turns = np.cumsum(weights @ self.angles, axis=1)
        along, each = np.cumsum(self.angles, axis=1), LENGTHS * np.stack((-np.sin(turns), np.cos(turns)), axis=1)
        return self._tip(weights), np.einsum("bkl,nl->bkn", each, along)

    def wanted(self, adverbs):
        return adverbs

    def misses(self, seen, wanted):
        return np.linalg.norm(seen - wanted, axis=1)

    def _tip(self, weights):
        turns = np.cumsum(weights @ self.angles, axis=1)
        return np.stack(((LENGTHS * np.cos(turns)).sum(axis=1), (LENGTHS * np.sin(turns)).sum(axis=1)), axis=1)


def poses(places):
    """Joint angles `[N, 3]` that bring the tip to places `[N, 2]`, bent one way."""
    angles = np.array([[0.5 + np.arctan2(y, x), -0.9, -0.5] for x, y in places])
    for _ in range(200):
        arm = PlaneArm(np.eye(3))
        tips, slopes = arm.slopes(angles)
        angles += 0.5 * np.einsum("bnk,bk->bn", np.linalg.pinv(slopes), places - tips)
    return angles


def verb_at(adverbs, limit=np.inf, bounds=None, groups=None):
    """A verb without motion: adverbs to weights is all that is asked of it."""
    names = tuple(f"adverb {index}" for index in range(adverbs.shape[1]))
    axes = Axes.fit(names, groups or ("goal",) * len(names), adverbs)
    points = axes.scale(adverbs)
    return Verb(axes, Hull.of(points), radial_basis.fit(points, {}), None, limit, bounds)


def reaching(places=CORNERS):
    """The verb and the aim of an arm with examples at these places."""
    return verb_at(places), PlaneArm(poses(places))
