"""The hull of the examples: how far outside it a point lies, and how to draw it back.

Beyond the hull weights extrapolate; a little of that is what an artist wants, a lot of it is a broken arm.
"""

from dataclasses import dataclass

import numpy as np

from .arrays import Array

# With more examples than this, the points between them that vouch for the hull would cost more than they save.
_FEW = 24


@dataclass(frozen=True)
class Hull:
    """The convex hull of `vertices` `[N, D]` around the origin, with points inside it that vouch for their
    neighbourhood: what is near one of them is near the hull."""

    vertices: Array
    witnesses: Array  # [D, W] doubled, as the square of a difference wants them
    witness_sizes: Array  # [W] squared

    @classmethod
    def of(cls, vertices: Array) -> "Hull":
        """`vertices` have their mean at the origin, so that the origin is inside."""
        first, second = np.triu_indices(len(vertices), 1)
        between = 0.5 * (vertices[first] + vertices[second] if len(vertices) <= _FEW else vertices)
        witnesses = np.concatenate((vertices, between))
        return cls(vertices, 2.0 * witnesses.T, (witnesses**2).sum(axis=1))

    def draw_back(self, points: Array, limit: float) -> Array:
        """Points `[..., D]`, those further than `limit` outside the hull brought back to that distance (5.4)."""
        square = limit * limit
        if points.ndim == 1:
            size = points.dot(points)
            # The origin is inside, and so are the witnesses.
            if size <= square or size + (self.witness_sizes - points.dot(self.witnesses)).min() <= square:
                return points
            return self._drawn(points, limit)
        sizes = np.einsum("...d,...d->...", points, points)
        far = sizes + (self.witness_sizes - points.dot(self.witnesses)).min(axis=-1) > square
        if not far.any():
            return points
        drawn = np.array(points)
        drawn[far] = [self._drawn(point, limit) for point in points[far]]
        return drawn

    def _drawn(self, point: Array, limit: float) -> Array:
        foot = self.nearest(point)
        away = point - foot
        length = float(np.linalg.norm(away))
        return np.asarray(foot + away * (limit / length)) if length > limit else point

    def distances(self, points: Array) -> Array:
        """How far points `[..., D]` lie outside, `[...]`; 0 within."""
        flat = points.reshape(-1, points.shape[-1])
        return np.array([np.linalg.norm(point - self.nearest(point)) for point in flat]).reshape(points.shape[:-1])

    def nearest(self, point: Array) -> Array:
        """The point `[D]` of the hull that is nearest to `point` `[D]`.

        Wolfe's algorithm: the nearest point of a growing and shrinking corral of vertices, exact in a few steps.
        """
        away = self.vertices - point
        sizes = (away * away).sum(axis=1)
        tolerance = 1e-12 * float(sizes.max())
        corral = [int(np.argmin(sizes))]
        shares = np.ones(1)
        for _ in range(10 * len(away) + 10):  # it ends long before; rounding must not make it go round for ever
            here = shares @ away[corral]
            reach = away @ here
            best = int(np.argmin(reach))
            if reach[best] >= here @ here - tolerance or best in corral:
                break
            corral.append(best)
            shares = np.append(shares, 0.0)
            while True:
                affine = _affine_shares(away[corral])
                falling = affine <= 1e-12
                if not falling.any():
                    shares = affine
                    break
                steps = shares[falling] / np.maximum(shares[falling] - affine[falling], 1e-300)
                shares = shares + min(1.0, float(steps.min())) * (affine - shares)
                kept = shares > 1e-12
                corral = [vertex for vertex, stays in zip(corral, kept, strict=True) if stays]
                shares = shares[kept] / shares[kept].sum()
        return np.asarray(point + shares @ away[corral])


def _affine_shares(corners: Array) -> Array:
    """Shares with a sum of 1 that bring the affine hull of `corners` `[n, D]` nearest to the origin."""
    count = len(corners)
    system = np.ones((count + 1, count + 1))
    system[0, 0] = 0.0
    system[1:, 1:] = corners @ corners.T
    right = np.zeros(count + 1)
    right[0] = 1.0
    try:
        shares = np.linalg.solve(system, right)[1:]
    except np.linalg.LinAlgError:  # corners of no extent, as doubled examples have
        shares = np.linalg.lstsq(system, right, rcond=None)[0][1:]
    return np.asarray(shares)
