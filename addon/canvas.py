"""Flat shapes and words in a corner of the viewport: what the chart and the legend are drawn with."""

from dataclasses import dataclass
from typing import Any

import blf
import bpy
import gpu
import numpy as np
from gpu_extras.batch import batch_for_shader

from ..core import lattice
from ..core.arrays import Array

Colour = tuple[float, float, float, float]

BACKGROUND: Colour = (0.07, 0.075, 0.085, 0.78)
TEXT: Colour = (0.78, 0.80, 0.83, 1.0)
TITLE: Colour = (0.93, 0.94, 0.95, 1.0)

_FONT = 0

# A ring is four circles: how much of its colour each has, and the triangles between them.
_CIRCLE = np.array([(np.cos(angle), np.sin(angle)) for angle in np.linspace(0.0, 2.0 * np.pi, 25)])
_SOFT = ((1.0, 1.0, 1.0, 0.0), (1.0, 1.0, 1.0, 1.0), (1.0, 1.0, 1.0, 1.0), (1.0, 1.0, 1.0, 0.0))
_BANDS = lattice.triangles((len(_SOFT), len(_CIRCLE)))


@dataclass(frozen=True)
class Drawing:
    """What goes to the screen: shapes in their order, words above them all.

    A shape is points `[K, 2]`, a colour or one for each point `[K, 4]`, and a width: lines between pairs of points, or
    triangles where the width is 0.
    """

    shapes: list[tuple[Array, Colour | Array, float]]
    words: list[tuple[str, float, float, float, Colour]]  # text, x, y, size, colour


@dataclass(frozen=True)
class Printed:
    """A drawing whose shapes are on the graphics card."""

    drawing: Drawing
    batches: list[gpu.types.GPUBatch]

    @classmethod
    def of(cls, drawing: Drawing) -> "Printed":
        batches = []
        for points, colour, width in drawing.shapes:
            content: dict[str, Any] = {"pos": np.pad(points, ((0, 0), (0, 1))).astype(np.float32)}
            if isinstance(colour, np.ndarray):
                content["color"] = colour.astype(np.float32)
            batches.append(batch_for_shader(_shader(colour, width), "LINES" if width else "TRIS", content))
        return cls(drawing, batches)

    def show(self, viewport: tuple[int, int]) -> None:
        """Draw it in a region of this size."""
        gpu.state.blend_set("ALPHA")
        for (_, colour, width), batch in zip(self.drawing.shapes, self.batches, strict=True):
            shader = _shader(colour, width)
            shader.bind()
            if not isinstance(colour, np.ndarray):
                shader.uniform_float("color", colour)
            if width:
                shader.uniform_float("viewportSize", viewport)
                shader.uniform_float("lineWidth", width)
            batch.draw(shader)
        gpu.state.blend_set("NONE")
        for text, x, y, size, colour in self.drawing.words:
            blf.size(_FONT, size)
            blf.color(_FONT, *colour)
            blf.position(_FONT, round(x), round(y), 0)
            blf.draw(_FONT, text)


def _shader(colour: Colour | Array, width: float) -> gpu.types.GPUShader:
    """Asked for when something is drawn: without a window there is none."""
    name = "SMOOTH_COLOR" if isinstance(colour, np.ndarray) else "UNIFORM_COLOR"
    return gpu.shader.from_builtin(f"POLYLINE_{name}" if width else name)


def rectangle(low: tuple[float, float], high: tuple[float, float]) -> Array:
    """As triangles."""
    (a, b), (c, d) = low, high
    return np.array(((a, b), (c, b), (c, d), (a, b), (c, d), (a, d)))


def rounded(corner: tuple[float, float], size: tuple[float, float], radius: float) -> Array:
    """A rectangle from its lower left corner with round ones, as a fan of triangles."""
    middle = np.array(corner) + 0.5 * np.array(size)
    half = 0.5 * np.array(size) - radius
    rim = np.concatenate(
        [
            middle + half * (np.sign(np.cos(turn)), np.sign(np.sin(turn))) + radius * _arc(turn)
            for turn in np.pi * np.array((0.25, 0.75, 1.25, 1.75))
        ]
    )
    fan = np.stack((np.broadcast_to(middle, rim.shape), rim, np.roll(rim, -1, axis=0)), axis=1)
    return np.asarray(fan.reshape(-1, 2))


def _arc(turn: float) -> Array:
    """A quarter of a circle about the direction `turn`, in radians."""
    angles = turn + 0.25 * np.pi * np.linspace(-1.0, 1.0, 7)
    return np.stack((np.cos(angles), np.sin(angles)), axis=1)


def rings(centres: Array, inner: float, outer: float, colour: Colour) -> tuple[Array, Array]:
    """What lies between two circles about each centre `[K, 2]`, or in one if `inner` is 0, with soft edges: triangles,
    and the colour of each of their points."""
    radii = np.array((max(inner - 1.0, 0.0), inner, outer, outer + 1.0))
    circles = centres[:, None, None] + radii[:, None, None] * _CIRCLE  # [K, 4, C, 2]
    shades = np.array(colour) * np.array(_SOFT)
    parts = _BANDS.ravel()
    points = circles.reshape(len(centres), -1, 2)[:, parts].reshape(-1, 2)
    colours = np.repeat(shades, len(_CIRCLE), axis=0)[parts]
    return points, np.tile(colours, (len(centres), 1))


def width(text: str, size: float) -> float:
    """Of a text, in pixels."""
    blf.size(_FONT, size)
    return float(blf.dimensions(_FONT, text)[0])


def fit(text: str, room: float, size: float) -> str:
    """The text, or as much of its beginning as there is room for."""
    if width(text, size) <= room:
        return text
    while text and width(f"{text}…", size) > room:
        text = text[:-1]
    return f"{text}…"


def wrapped(text: str, room: float, size: float) -> list[str]:
    """The text in lines for which there is room, broken between words."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(fit(word, room, size))
    return lines


def free_space(area: bpy.types.Area, region: bpy.types.Region) -> tuple[float, float, float]:
    """Left and right edge and height of what no toolbar, sidebar or header covers of the viewport, in its pixels."""
    left, right, high = 0.0, float(region.width), float(region.height)
    for other in area.regions:
        if other.width <= 1 or other.height <= 1 or other.type not in {"TOOLS", "UI", "HEADER", "TOOL_HEADER"}:
            continue
        if other.type in {"HEADER", "TOOL_HEADER"}:
            high -= other.height if other.y + other.height <= region.y + region.height else 0
        elif other.alignment == "RIGHT":
            right = min(right, float(other.x - region.x))
        else:
            left = max(left, float(other.x + other.width - region.x))
    return left, right, high


SHELF = frozenset({"ASSET_SHELF", "ASSET_SHELF_HEADER"})


def floor(area: bpy.types.Area, region: bpy.types.Region, kinds: frozenset[str] = SHELF | frozenset({"HUD"})) -> float:
    """How high what Blender puts at the bottom left reaches: an asset shelf, the panel of the last operator."""
    shown = [
        other.y + other.height - region.y
        for other in area.regions
        if other.type in kinds and other.width > 1 and other.height > 1
    ]
    return float(max(shown, default=0))
