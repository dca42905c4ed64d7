"""Curves drawn into a small picture, with nothing but arrays."""

from collections.abc import Sequence

import numpy as np

from .arrays import Array

Colour = tuple[float, float, float]

# Pixels on each side, and how wide a line is.
SIZE, _WIDTH = 256, 5.0

_FRAME: Colour = (0.5, 0.5, 0.5)

# How much the lines of the frame, and those at the quarters of the height, cover what is behind them.
_EDGE, _QUARTER = 0.8, 0.25


def plot(curves: Sequence[tuple[Array, Colour]], top: float) -> Array:
    """A picture `[SIZE, SIZE, 4]`, its lowest row first, clear where nothing is drawn.

    Each curve has two or more values, which stand at even distances from the left edge to the right one, between 0 at
    the bottom and `top`. Later ones are drawn over earlier ones.
    """
    picture = np.zeros((SIZE, SIZE, 4))
    for height in (0.25, 0.5, 0.75, 1.0):
        _cover(picture[round(height * (SIZE - 1))], np.full(SIZE, _QUARTER), _FRAME)
    across = np.arange(SIZE, dtype=np.float64)
    room = SIZE - 1.0 - _WIDTH
    for values, colour in curves:
        places = np.linspace(0.0, SIZE - 1.0, len(values))
        heights = 0.5 * _WIDTH + room * np.clip(np.asarray(values) / max(top, 1e-12), 0.0, 1.0)
        line = np.interp(across, places, heights)
        # A steep line is as wide as a level one if what counts is the distance across it.
        steepness = np.hypot(1.0, np.gradient(line))
        away = np.abs(np.arange(SIZE)[:, None] - line) / steepness
        _cover(picture, np.clip(0.5 * _WIDTH + 0.5 - away, 0.0, 1.0), colour)
    _cover(picture[:2], np.full((2, SIZE), _EDGE), _FRAME)
    _cover(picture[:, :2], np.full((SIZE, 2), _EDGE), _FRAME)
    return picture


def _cover(pixels: Array, shares: Array, colour: Colour) -> None:
    """Paint a colour over pixels `[..., 4]`, each by its share `[...]`."""
    alpha = shares + pixels[..., 3] * (1.0 - shares)
    old = pixels[..., :3] * (pixels[..., 3] * (1.0 - shares))[..., None]
    new = old + np.array(colour) * shares[..., None]
    pixels[..., :3] = new / np.maximum(alpha, 1e-12)[..., None]
    pixels[..., 3] = alpha
