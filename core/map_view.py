"""Which part of two adverbs a map shows, and how it lies on the screen: x is the first adverb, y the second."""

from dataclasses import dataclass
from math import ceil, floor, log10

import numpy as np

from .arrays import Array
from .boxes import Box

Pair = tuple[float, float]

# Room around the examples in points, on the left and below, on the right and above: names stand below their examples.
_LOW, _HIGH = (36.0, 42.0), (36.0, 14.0)
# No more of it than this part of the height, on each side.
_MOST_ROOM = 0.25
# The least extent that is shown, as a part of the values: there must be numbers between its ends, zoomed in too.
_LEAST = 1e-9
# Steps from line to line: of a number, up to ten; of an angle, those that a circle is divided by.
_STEPS, _ANGLES = (1.0, 2.0, 5.0), (1.0, 2.0, 5.0, 10.0, 15.0, 30.0, 45.0, 90.0, 180.0, 360.0)
# How far a view may be zoomed in and out, beside the extents.
LEAST_ZOOM, MOST_ZOOM = 0.25, 40.0


@dataclass(frozen=True)
class View:
    """The adverbs from `low` to `high` fill the box `plot`."""

    plot: Box
    low: Pair
    high: Pair

    @classmethod
    def of(
        cls,
        plot: Box,
        points: Array,
        is_even: bool,
        middle: Pair = (0.0, 0.0),
        zoom: float = 0.0,
        scale: float = 1.0,
        alone: Pair = (1.0, 1.0),
    ) -> "View":
        """All of the points `[N, 2]` with some room around them, for a zoom of 0; else so many times larger, about a
        middle. `is_even` where both adverbs have one unit: then it is as long across as up. Where the points have no
        extent, as much as `alone` is shown."""
        least, most = (points.min(axis=0), points.max(axis=0)) if len(points) else (np.zeros(2), np.zeros(2))
        sizes = most - least
        if is_even:  # examples on a line have no extent across it
            sizes = np.maximum(sizes, 0.25 * float(sizes.max()))
        sizes = np.maximum(np.where(sizes > 0.0, sizes, alone), _LEAST * np.maximum(np.abs(least), np.abs(most)))
        low_room, high_room = (np.minimum(scale * np.array(room), _MOST_ROOM * plot.height) for room in (_LOW, _HIGH))
        pixels = np.array((max(plot.width, 1.0), max(plot.height, 1.0)))
        units = sizes / (pixels - low_room - high_room)  # of each pixel
        if is_even:
            units = np.full(2, units.max())
        if zoom > 0.0:
            low = np.array(middle) - 0.5 * units * pixels / zoom
            high = np.array(middle) + 0.5 * units * pixels / zoom
        else:
            low = 0.5 * (least + most) - 0.5 * units * (pixels + low_room - high_room)
            high = low + units * pixels
        return cls(plot, (float(low[0]), float(low[1])), (float(high[0]), float(high[1])))

    @property
    def middle(self) -> Pair:
        return 0.5 * (self.low[0] + self.high[0]), 0.5 * (self.low[1] + self.high[1])

    def pixels(self, adverbs: Array) -> Array:
        """Where adverbs `[..., 2]` are on the screen."""
        low, high = np.array(self.low), np.array(self.high)
        size = np.array((self.plot.width, self.plot.height))
        return np.asarray((self.plot.x, self.plot.y) + (adverbs - low) / (high - low) * size)

    def adverbs(self, x: float, y: float) -> Pair:
        """What is at a point of the screen: the inverse of `pixels`."""
        across, up = (x - self.plot.x) / self.plot.width, (y - self.plot.y) / self.plot.height
        (a, b), (c, d) = self.low, self.high
        return a + across * (c - a), b + up * (d - b)

    def moved(self, about: Pair, factor: float) -> Pair:
        """The middle of a view that is `factor` times larger and shows the adverbs `about` at the same place."""
        x, y = self.middle
        return about[0] + (x - about[0]) / factor, about[1] + (y - about[1]) / factor


def ticks(low: float, high: float, most: int, is_angle: bool) -> list[float]:
    """Round numbers from low to high, at even steps, no more of them than `most`; 0 is one of them if it is between."""
    step = _step((high - low) / max(most, 1), is_angle)
    return [step * place for place in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]


def decimals(step: float) -> int:
    """How many digits after the point a number needs that goes by such steps."""
    return max(0, -floor(log10(step) + 1e-9)) if step > 0.0 else 0


def _step(least: float, is_angle: bool) -> float:
    """The smallest round step that is not less."""
    if is_angle and least > _ANGLES[0]:
        return next((angle for angle in _ANGLES if angle >= least), _ANGLES[-1] * ceil(least / _ANGLES[-1]))
    unit = 10.0 ** floor(log10(max(least, 1e-12)))
    return next((unit * step for step in _STEPS if unit * step >= least * (1.0 - 1e-9)), 10.0 * unit)
