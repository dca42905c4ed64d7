"""A verb: examples in an adverb space, and the pose at any point of that space and any time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from . import motion
from .arrays import Array
from .axes import Axes
from .channels import Channel, Kind, Layout
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

    @property
    def layout(self) -> Layout:
        return self.motion.layout

    def weights(self, adverbs: Array) -> Array:
        """Weights over the examples `[..., N]` at adverbs `[..., D]`, drawn back to the limit first."""
        points = self.axes.scale(adverbs)
        if self.limit < np.inf:
            points = self.hull.draw_back(points, self.limit)
        return self.interpolator.weights(points)

    def outside(self, adverbs: Array) -> Array:
        """How far adverbs `[..., D]` lie outside the examples, in scaled units `[...]`; 0 among them."""
        return self.hull.distances(self.axes.scale(adverbs))

    def pose(self, adverbs: Array, time: float = 0.0) -> Array:
        """One pose `[width]`."""
        return self.motion.pose(self.weights(adverbs), time)

    def poses(self, adverbs: Array, times: Array) -> Array:
        """Many poses `[B, width]` at adverbs `[B, D]` and times `[B]`."""
        return self.motion.poses(self.weights(adverbs), times)


def fit(
    examples: Sequence[Example],
    adverbs: Sequence[str],
    options: Options | None = None,
    rest: Mapping[Channel, Array] | None = None,
) -> Verb:
    """The verb of these examples. `rest` tells what a channel has where an example lacks it, if not its usual rest."""
    options = options or Options()
    check(examples, adverbs)
    values = np.array([example.adverbs for example in examples], dtype=np.float64)
    axes = Axes.fit(tuple(adverbs), options.groups or ("",) * len(adverbs), values)
    points = axes.scale(values)
    check_distinct(examples, axes, points)

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
    return Verb(
        axes,
        Hull.of(points),
        INTERPOLATORS[options.interpolator](points, options.settings),
        motion.fit(clips, keytimes, options.cycle, root),
        options.limit,
    )
