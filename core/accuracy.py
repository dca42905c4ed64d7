"""How far a verb is off its goal between the examples (Rose, Sloan and Cohen 2001, section 4.1)."""

from dataclasses import dataclass
from math import prod

import numpy as np

from .aim import Aim, extent
from .arrays import Array, Claims
from .verb import Verb

# Adverbs that are moved by less than this, in scaled units, are not drawn back: it is rounding.
_ROUNDING = 1e-9


@dataclass(frozen=True)
class Grid:
    """Adverbs `[S, D]` at the knots of a regular grid, the last axis running fastest."""

    adverbs: Array
    shape: tuple[int, ...]  # [D] how many along each axis; 1 where the examples have no extent


def sample(verb: Verb, count: int) -> Grid:
    """A grid of about `count` knots over the bounding volume of the examples, as even as whole numbers allow."""
    points = verb.hull.vertices
    least, most = points.min(axis=0), points.max(axis=0)
    extents = np.where(most - least > _ROUNDING, most - least, 0.0)
    shape = _shape(extents, count)
    lines = [np.linspace(a, b, n) for a, b, n in zip(least, most, shape, strict=True)]
    knots = np.stack(np.meshgrid(*lines, indexing="ij"), axis=-1).reshape(-1, len(shape))
    return Grid(verb.axes.unscale(knots), shape)


def _shape(extents: Array, count: int) -> tuple[int, ...]:
    """How many knots along each axis: the finest mesh that does not exceed `count`, but two where there is extent."""

    def at(mesh: float) -> tuple[int, ...]:
        return tuple(max(int(extent / mesh) + 1, 2) if extent else 1 for extent in extents.tolist())

    fine, coarse = float(extents.max()) / max(count, 1), 2.0 * float(extents.max())
    if not coarse:
        return (1,) * len(extents)
    for _ in range(50):
        middle = 0.5 * (fine + coarse)
        fine, coarse = (fine, middle) if prod(at(middle)) <= count else (middle, coarse)
    return at(coarse)


@dataclass(frozen=True)
class Accuracy:
    """The misses `[S]` at adverbs `[S, D]`, in units of the scene or in degrees. Only some of them count."""

    adverbs: Array
    misses: Array
    counts: Claims  # [S] the verb serves it, and some blend gets there
    diagonal: float  # of the examples' bounding volume, in the same unit

    @property
    def mean(self) -> float:
        return float(self.misses[self.counts].mean()) if self.counts.any() else 0.0

    @property
    def most(self) -> float:
        return float(self.misses[self.counts].max(initial=0.0))

    @property
    def worst(self) -> Array:
        """Adverbs `[D]` where it misses most."""
        return np.asarray(self.adverbs[np.argmax(np.where(self.counts, self.misses, -1.0))])

    @property
    def mean_percent(self) -> float:
        return self.percent(self.mean)

    @property
    def most_percent(self) -> float:
        return self.percent(self.most)

    def percent(self, miss: float) -> float:
        """In percent of the diagonal; 0 where examples have no extent to compare it with."""
        return 100.0 * miss / self.diagonal if self.diagonal > 0.0 else 0.0


def measure(verb: Verb, aim: Aim, adverbs: Array) -> Accuracy:
    """What the verb misses at adverbs `[S, D]` (12.1). Those that it draws back to bounds or limit do not count."""
    return Accuracy(on_mesh(verb, adverbs), misses(verb, aim, adverbs), served(verb, adverbs), diagonal(verb, aim))


def misses(verb: Verb, aim: Aim, adverbs: Array) -> Array:
    """How far off `[S]` the effector is at adverbs `[S, D]`."""
    adverbs = on_mesh(verb, adverbs)
    return aim.misses(aim.see(verb.weights(adverbs)), aim.wanted(adverbs))


def on_mesh(verb: Verb, adverbs: Array) -> Array:
    """Adverbs `[S, D]`, and the nearest on its edge for those outside a mesh that stays there: whoever asks for more
    gets that, and by that it is measured."""
    return verb.axes.unscale(verb.interpolator.within(verb.axes.scale(adverbs)))


def served(verb: Verb, adverbs: Array) -> Claims:
    """Which of the adverbs `[S, D]` the verb does not draw back to bounds or limit, `[S]`."""
    moved = np.abs(verb.within(adverbs) - on_mesh(verb, adverbs)) / verb.axes.scales
    return np.asarray((moved < _ROUNDING).all(axis=1))


def diagonal(verb: Verb, aim: Aim) -> float:
    """How large the volume is in which the effector is wanted, from corner to corner of the box about the examples."""
    return extent(aim, aim.wanted(verb.axes.unscale(verb.hull.vertices)))
