"""The error map as the graphics card draws it: a coloured sheet, lines and small balls that move with the rig."""

from typing import Any, Literal

import bpy
import gpu
import numpy as np
from gpu_extras.batch import batch_for_shader

from . import carriers, error_map, overlay
from .canvas import Colour
from .error_map import Lines, Surface

ASKED: Colour = (0.62, 0.80, 1.0, 0.85)
REACHED: Colour = (1.0, 1.0, 1.0, 0.9)

# In pixels, before the scale of the interface.
ASKED_WIDTH, REACHED_WIDTH, _HEAT_WIDTH = 1.0, 1.2, 8.0

# Everything is drawn twice: faintly what something hides, then what is in front. Nothing is written that hides others.
_PASSES: tuple[tuple[Literal["GREATER", "LESS_EQUAL"], float], ...] = (("GREATER", 0.25), ("LESS_EQUAL", 1.0))

# How much of the coloured sheet is seen.
_SHEET = 0.38

Batches = tuple[gpu.types.GPUBatch, ...]

# By kind, the shape that was last drawn and its batches.
_printed: dict[str, tuple[object, Batches]] = {}


def draw() -> None:
    """Called by Blender for each redraw of a viewport."""
    seen = overlay.watched(bpy.context)
    if seen is None:
        return
    shapes = error_map.shapes(*seen)
    scale = bpy.context.preferences.system.ui_scale
    gpu.state.blend_set("ALPHA")
    gpu.matrix.push()
    gpu.matrix.multiply_matrix(carriers.space(seen.rig, seen.verb))
    if shapes.heat is not None:
        is_line = shapes.heat.parts.shape[1] == 2
        _show_surface(_batches("heat", shapes.heat, _SHEET), _HEAT_WIDTH * scale if is_line else 0.0)
    if shapes.grid is not None:
        _show_lines(_batches("grid", shapes.grid), scale)
    if shapes.pseudo is not None:
        gpu.state.face_culling_set("BACK")
        _show_surface(_batches("pseudo", shapes.pseudo))
        gpu.state.face_culling_set("NONE")
    gpu.matrix.pop()
    gpu.state.depth_test_set("NONE")
    gpu.state.blend_set("NONE")


def _batches(kind: str, shape: Surface | Lines, alpha: float = 1.0) -> Batches:
    known = _printed.get(kind)
    if known is None or known[0] is not shape:
        made = _outline(shape) if isinstance(shape, Lines) else _paint(shape, alpha)
        known = _printed[kind] = shape, made
    return known[1]


def _outline(lines: Lines) -> Batches:
    shader = gpu.shader.from_builtin("POLYLINE_UNIFORM_COLOR")
    contents: list[dict[str, Any]] = [{"pos": ends.astype(np.float32)} for ends in (lines.asked, lines.reached)]
    return tuple(batch_for_shader(shader, "LINES", content) for content in contents)


def _show_lines(batches: Batches, scale: float) -> None:
    shader = gpu.shader.from_builtin("POLYLINE_UNIFORM_COLOR")
    shader.bind()
    shader.uniform_float("viewportSize", gpu.state.viewport_get()[2:])
    for batch, colour, width in zip(batches, (ASKED, REACHED), (ASKED_WIDTH, REACHED_WIDTH), strict=True):
        shader.uniform_float("lineWidth", width * scale)
        for test, share in _PASSES:
            gpu.state.depth_test_set(test)
            shader.uniform_float("color", (*colour[:3], share * colour[3]))
            batch.draw(shader)


def _paint(surface: Surface, alpha: float) -> Batches:
    """A batch for each pass: colours of points carry how much of them is seen."""
    is_line = surface.parts.shape[1] == 2
    batches = []
    for _, share in _PASSES:
        points, colours = surface.points, surface.colours * (1.0, 1.0, 1.0, share * alpha)
        if is_line:
            points, colours = points[surface.parts].reshape(-1, 3), colours[surface.parts].reshape(-1, 4)
        content: dict[str, Any] = {"pos": points.astype(np.float32), "color": colours.astype(np.float32)}
        indices: Any = None if is_line else surface.parts.astype(np.int32)
        batches.append(batch_for_shader(_shader(is_line), "LINES" if is_line else "TRIS", content, indices=indices))
    return tuple(batches)


def _show_surface(batches: Batches, width: float = 0.0) -> None:
    """With a width it is a line."""
    shader = _shader(width > 0.0)
    shader.bind()
    if width:
        shader.uniform_float("viewportSize", gpu.state.viewport_get()[2:])
        shader.uniform_float("lineWidth", width)
    for batch, (test, _) in zip(batches, _PASSES, strict=True):
        gpu.state.depth_test_set(test)
        batch.draw(shader)


def _shader(is_line: bool) -> gpu.types.GPUShader:
    return gpu.shader.from_builtin("POLYLINE_SMOOTH_COLOR" if is_line else "SMOOTH_COLOR")


_handles: list[object] = []


def register() -> None:
    _handles.append(bpy.types.SpaceView3D.draw_handler_add(draw, (), "WINDOW", "POST_VIEW"))


def unregister() -> None:
    while _handles:
        bpy.types.SpaceView3D.draw_handler_remove(_handles.pop(), "WINDOW")
    _printed.clear()
    error_map.forget()
