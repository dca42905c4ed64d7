"""A verb: examples in an adverb space, and the pose at any point of that space and any time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from . import motion
from .arrays import Array
from .axes import Axes
from .channels import Channel, Kind, Layout
from .errors import VerbError
from .example import Example, check, check_distinct
from .hull import Hull
from .interpolators import INTERPOLATORS, Interpolator
from .motion import Cycle, Motion
from .travel import Root


@dataclass(frozen=True)
class Options:
    """How a verb is made of its examples."""

    interpolator: str = "RADIAL_BASIS"
    settings: dict[str, object] = field(default_factory=dict)
    groups: tuple[str, ...] = ()  # [D] axes of one goal share a name; "" or nothing stands alone
    scales: tuple[float, ...] = ()  # [D] what counts as 1 along each axis; 0 or nothing takes the examples' range
    bounds: tuple[tuple[float, float], ...] = ()  # [D] least and most; infinite or nothing for no bound
    cycle: Cycle = Cycle.ONCE
    limit: float = 0.5  # how far outside the hull of the examples, in scaled units; infinite for no limit
    root: str = ""  # the owner that carries a cycle along
    up: tuple[float, float, float] = (0.0, 0.0, 1.0)  # which way is up in its rest frame


@dataclass(frozen=True)
class Verb:
    """What `fit` makes. Everything it gives is a function of adverbs `[D]` and a time in frames since the start."""

    axes: Axes
    hull: Hull
    interpolator: Interpolator
    motion: Motion
    limit: float
    bounds: tuple[Array, Array] | None  # least and most of each adverb `[D]`, if any of them has a bound

    @property
    def layout(self) -> Layout:
        return self.motion.layout

    def weights(self, adverbs: Array) -> Array:
        """Weights over the examples `[..., N]` at adverbs `[..., D]`, drawn back to bounds (5.5) and limit first."""
        return self.interpolator.weights(self._drawn(adverbs))

    def weigh(self, adverbs: Array) -> tuple[Array, Array]:
        """What `within` and `weights` give, at one go."""
        drawn = self._drawn(adverbs)
        return self.axes.unscale(self.interpolator.within(drawn)), self.interpolator.weights(drawn)

    def within(self, adverbs: Array) -> Array:
        """Adverbs `[..., D]` drawn back to bounds (5.5), limit (5.4) and the edge of a mesh (14.2): those whose weights
        are given."""
        return self.axes.unscale(self.interpolator.within(self._drawn(adverbs)))

    def outside(self, adverbs: Array) -> Array:
        """How far adverbs `[..., D]`, drawn back to bounds, lie outside the examples or in a hole between them, in
        scaled units `[...]`; 0 among them."""
        points = self._points(adverbs)
        drawn = np.linalg.norm(points - self.interpolator.within(points), axis=-1)
        return np.asarray(np.maximum(self.hull.distances(points), drawn))

    def pose(self, adverbs: Array, time: float = 0.0) -> Array:
        """One pose `[width]`."""
        return self.motion.pose(self.weights(adverbs), time)

    def poses(self, adverbs: Array, times: Array) -> Array:
        """Many poses `[B, width]` at adverbs `[B, D]` and times `[B]`."""
        return self.motion.poses(self.weights(adverbs), times)

    def _drawn(self, adverbs: Array) -> Array:
        """Adverbs `[..., D]` drawn back to bounds and limit, scaled."""
        points = self._points(adverbs)
        return self.hull.draw_back(points, self.limit) if self.limit < np.inf else points

    def _points(self, adverbs: Array) -> Array:
        """Adverbs `[..., D]` drawn back to their bounds, scaled."""
        if self.bounds is not None:
            adverbs = np.minimum(np.maximum(adverbs, self.bounds[0]), self.bounds[1])
        return self.axes.scale(adverbs)


def fit(
    examples: Sequence[Example],
    adverbs: Sequence[str],
    options: Options | None = None,
    rest: Mapping[Channel, Array] | None = None,
) -> Verb:
    """The verb of these examples. `rest` tells what a channel has where an example lacks it, if not its usual rest."""
    options = options or Options()
    check(examples, adverbs)
    carried = [Channel.of(options.root, kind) for kind in (Kind.LOCATION, Kind.ROTATION)] if options.root else []
    layout = Layout.of([*(channel for example in examples for channel in example.clip.layout.channels), *carried])
    standing = layout.rest
    for channel, value in (rest or {}).items():
        if channel in layout.slices:
            standing[layout.slices[channel]] = value
    up = np.array(options.up) / np.linalg.norm(options.up)
    root = Root(layout.slices[carried[0]], layout.slices[carried[1]], up) if carried else None
    clips = [example.clip.conform(layout, standing) for example in examples]
    still = clips[0].is_pose
    keytimes = np.array([() if still else example.keytimes for example in examples], dtype=np.float64)
    return move(motion.fit(clips, keytimes, options.cycle, root), examples, adverbs, options)


def move(moved: Motion, examples: Sequence[Example], adverbs: Sequence[str], options: Options) -> Verb:
    """The verb of examples whose motion is known already, where only their places in adverb space are new."""
    values = np.array([example.adverbs for example in examples], dtype=np.float64)
    bounds = _bounds(adverbs, options.bounds)
    axes = Axes.fit(tuple(adverbs), options.groups or ("",) * len(adverbs), values, options.scales)
    points = axes.scale(values)
    check_distinct(examples, axes, points)
    weights = INTERPOLATORS[options.interpolator](points, options.settings)
    return Verb(axes, Hull.of(points), weights, moved, options.limit, bounds)


def _bounds(adverbs: Sequence[str], bounds: Sequence[tuple[float, float]]) -> tuple[Array, Array] | None:
    """Least and most of each adverb, or None where nothing is bounded: then nothing is to be done for each pose."""
    for name, (least, most) in zip(adverbs, bounds, strict=bool(bounds)):
        if not least <= most:
            raise VerbError(f"'{name}' may be at least {least:g} and at most {most:g}: set its limits in order")
    pairs = np.array(bounds, dtype=np.float64).reshape(-1, 2)
    return (pairs[:, 0], pairs[:, 1]) if np.isfinite(pairs).any() else None
