"""What of a mesh lies under a point of the screen: a vertex, an edge, a triangle."""

import numpy as np

from .arrays import Array, Indices
from .triangles import cross

NOTHING = -1


def vertex(points: Array, x: float, y: float, reach: float) -> int:
    """The nearest of points `[N, 2]` that is no further than `reach`, or NOTHING."""
    if not len(points):
        return NOTHING
    away = np.linalg.norm(points - (x, y), axis=1)
    nearest = int(np.argmin(away))
    return nearest if away[nearest] <= reach else NOTHING


def edge(points: Array, edges: Indices, x: float, y: float, reach: float) -> int:
    """The nearest of the edges `[E, 2]` between points `[N, 2]` that is no further than `reach`, or NOTHING."""
    if not len(edges):
        return NOTHING
    starts, ends = points[edges[:, 0]], points[edges[:, 1]]
    along, seen = ends - starts, np.array((x, y)) - starts
    squares = np.maximum((along**2).sum(axis=1), 1e-12)
    shares = np.clip((seen * along).sum(axis=1) / squares, 0.0, 1.0)
    away = np.linalg.norm(seen - shares[:, None] * along, axis=1)
    nearest = int(np.argmin(away))
    return nearest if away[nearest] <= reach else NOTHING


def triangle(points: Array, triangles: Indices, x: float, y: float) -> int:
    """The first of the triangles `[T, 3]` that holds the point, or NOTHING; they may turn either way."""
    if not len(triangles):
        return NOTHING
    corners = points[triangles]
    along, seen = np.roll(corners, -1, axis=1) - corners, np.array((x, y)) - corners
    turns = cross(along, seen)
    inside = (turns >= 0.0).all(axis=1) | (turns <= 0.0).all(axis=1)
    return int(np.argmax(inside)) if inside.any() else NOTHING


def edges(triangles: Indices) -> tuple[Indices, Indices]:
    """All edges `[E, 2]` of triangles `[T, 3]`, each once and the lesser place first, and how many triangles have each
    `[E]`: one at the border, two where it can be flipped."""
    sides = np.concatenate([triangles[:, [one, other]] for one, other in ((0, 1), (1, 2), (2, 0))])
    found, counts = np.unique(np.sort(sides, axis=1), axis=0, return_counts=True)
    return found.reshape(-1, 2), counts
