"""What the viewport shows of the active verb: the bones that it moves, and its examples where they stand.

Only what is at hand is drawn: no verb is built here. A handler that raises would do so at every redraw, so each looks
before it draws.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

import blf
import bpy
import gpu
import numpy as np
from bpy_extras.view3d_utils import location_3d_to_region_2d
from gpu_extras.batch import batch_for_shader
from mathutils import Vector

from ..core import lattice
from . import bones, carriers, places, selection

if TYPE_CHECKING:
    from .properties import ADVERB_PG_verb

Colour = tuple[float, float, float, float]

_BONE: Colour = (1.0, 0.62, 0.10, 1.0)
_BODY: Colour = (1.0, 0.62, 0.10, 0.45)
_OUTLINE: Colour = (0.0, 0.0, 0.0, 0.45)
_BLUE: Colour = (0.16, 0.42, 0.86, 0.95)
_BRIGHT: Colour = (0.62, 0.90, 1.0, 1.0)
_GREY: Colour = (0.45, 0.45, 0.45, 0.6)
_WHITE: Colour = (1.0, 1.0, 1.0, 1.0)

# In pixels, before the scale of the interface.
_DOT, _RING, _EDGE, _LINE, _TEXT = 5.0, 9.0, 1.5, 6.0, 12.0

# A bone as Blender draws it: head, four corners, tail, in the bone's own axes for a length of 1; and its faces.
_CORNERS = ((0.14, 0), (0, 0.14), (-0.14, 0), (0, -0.14))
_SHAPE = np.array([(0, 0, 0, 1), *((x, 0.12, z, 1) for x, z in _CORNERS), (0, 1, 0, 1)])
_FACES = np.array([face for a, b in ((1, 2), (2, 3), (3, 4), (4, 1)) for face in ((0, a, b), (5, b, a))])

_CIRCLE = np.array([(np.cos(angle), np.sin(angle), 0.0) for angle in np.linspace(0.0, 2.0 * np.pi, 25)])

# A ring is four circles: how much of its colour each has, and the triangles between them.
_SOFT = ((1.0, 1.0, 1.0, 0.0), (1.0, 1.0, 1.0, 1.0), (1.0, 1.0, 1.0, 1.0), (1.0, 1.0, 1.0, 0.0))
_BANDS = lattice.triangles((len(_SOFT), len(_CIRCLE)))


class Watched(NamedTuple):
    """On whom the eyes are."""

    rig: bpy.types.Object
    verb: "ADVERB_PG_verb"


# The example under the mouse: its gizmo tells it before each redraw of a viewport, and the redraw uses it up.
_hovered: list[int] = []


def hover(index: int) -> None:
    """The mouse is over the marker of this example."""
    _hovered[:] = [index]


def watched(context: bpy.types.Context) -> Watched | None:
    """The rig and verb to draw, or None where overlays are off, nothing is chosen, or the rig is out of sight."""
    space = context.space_data
    if not isinstance(space, bpy.types.SpaceView3D) or not space.overlay.show_overlays:
        return None
    rig = selection.rig(context)
    verb = selection.chosen(rig.adverb.verbs, rig.adverb.active_verb) if rig is not None else None
    return Watched(rig, verb) if verb is not None and rig.visible_get(viewport=space) else None


def draw_bones() -> None:
    """The bones of the verb in front of everything, as they are posed: their bodies, and lines that show small ones."""
    context = bpy.context
    seen = watched(context)
    if seen is None or not seen.verb.show_bones:
        return
    rig = seen.rig.evaluated_get(context.view_layer.depsgraph)
    posed = [rig.pose.bones[name] for name in bones.claimed(seen.rig, seen.verb) if name in rig.pose.bones]
    if not posed:
        return
    turned = np.array([rig.matrix_world @ bone.matrix for bone in posed])
    sizes = np.array([(bone.length,) * 3 + (1.0,) for bone in posed])
    corners = (turned @ (_SHAPE * sizes[:, None]).swapaxes(1, 2)).swapaxes(1, 2)[..., :3].astype(np.float32)
    scale = context.preferences.system.ui_scale
    gpu.state.blend_set("ALPHA")
    gpu.state.depth_test_set("NONE")
    shader = gpu.shader.from_builtin("UNIFORM_COLOR")
    shader.uniform_float("color", _BODY)
    batch_for_shader(shader, "TRIS", {"pos": corners[:, _FACES].reshape(-1, 3)}).draw(shader)
    shader = gpu.shader.from_builtin("POLYLINE_UNIFORM_COLOR")
    batch = batch_for_shader(shader, "LINES", {"pos": corners[:, [0, -1]].reshape(-1, 3)})
    shader.uniform_float("viewportSize", gpu.state.viewport_get()[2:])
    for width, colour in ((_LINE + 3.0, _OUTLINE), (_LINE, _BONE)):
        shader.uniform_float("lineWidth", width * scale)
        shader.uniform_float("color", colour)
        batch.draw(shader)
    gpu.state.blend_set("NONE")


def draw_examples() -> None:
    """A dot for each example, brighter the more of it is in the pose; the active one ringed, with its name."""
    context = bpy.context
    seen = watched(context)
    region, view = context.region, context.region_data
    hovered = _hovered.pop() if _hovered else None
    if seen is None or not seen.verb.show_examples or region is None or view is None:
        return
    rig, verb = seen
    scale = context.preferences.system.ui_scale
    sketch = _Sketch()
    named: list[tuple[str, Vector]] = []
    weights, space = places.weights(verb), carriers.space(rig, verb)
    for index, (example, place) in enumerate(zip(verb.examples, places.places(rig, verb), strict=False)):
        point = location_3d_to_region_2d(region, view, space @ place)
        if point is None:  # behind the eye
            continue
        sketch.ring(point, 0.0, (_DOT + 1.5) * scale, _OUTLINE)
        sketch.ring(point, 0.0, _DOT * scale, _colour(example.is_enabled, weights.get(index, 0.0)))
        if index == verb.active_example:
            sketch.ring(point, _RING * scale, (_RING + _EDGE) * scale, _WHITE)
        if index in {verb.active_example, hovered}:
            named.append((example.name, point))
    sketch.draw()
    for name, point in named:
        _write(name, point, scale)


def _colour(is_enabled: bool, weight: float) -> Colour:
    if not is_enabled:
        return _GREY
    share = min(max(weight, 0.0), 1.0)
    red, green, blue, alpha = (dark + share * (light - dark) for dark, light in zip(_BLUE, _BRIGHT, strict=True))
    return red, green, blue, alpha


class _Sketch:
    """Circles in the plane of the screen, drawn all at once."""

    def __init__(self) -> None:
        self._centres: list[Vector] = []
        self._radii: list[tuple[float, ...]] = []
        self._colours: list[Colour] = []

    def ring(self, centre: Vector, inner: float, outer: float, colour: Colour) -> None:
        """What lies between two circles, or in one if `inner` is 0, with soft edges."""
        self._centres.append(centre)
        self._radii.append((max(inner - 1.0, 0.0), inner, outer, outer + 1.0))
        self._colours.append(colour)

    def draw(self) -> None:
        if not self._centres:
            return
        circles = np.array(self._radii)[:, :, None, None] * _CIRCLE
        circles[..., :2] += np.array(self._centres)[:, None, None]
        colours = np.array(self._colours)[:, None, None] * np.array(_SOFT)[:, None] * np.ones((len(_CIRCLE), 1))
        parts = _BANDS + circles[0, ..., 0].size * np.arange(len(circles))[:, None, None]
        shader = gpu.shader.from_builtin("SMOOTH_COLOR")
        attributes: dict[str, Any] = {
            "pos": circles.reshape(-1, 3).astype(np.float32),
            "color": colours.reshape(-1, 4).astype(np.float32),
        }
        indices: Any = parts.reshape(-1, 3).astype(np.int32)
        gpu.state.blend_set("ALPHA")
        batch_for_shader(shader, "TRIS", attributes, indices=indices).draw(shader)
        gpu.state.blend_set("NONE")


def _write(name: str, beside: Vector, scale: float) -> None:
    blf.size(0, _TEXT * scale)
    blf.color(0, *_WHITE)
    blf.enable(0, blf.SHADOW)
    blf.shadow(0, 5, 0.0, 0.0, 0.0, 0.9)
    blf.position(0, beside.x + 16.0 * scale, beside.y - 4.0 * scale, 0.0)
    blf.draw(0, name)
    blf.disable(0, blf.SHADOW)


_handles: list[object] = []


def register() -> None:
    for function, when in ((draw_bones, "POST_VIEW"), (draw_examples, "POST_PIXEL")):
        _handles.append(bpy.types.SpaceView3D.draw_handler_add(function, (), "WINDOW", when))


def unregister() -> None:
    while _handles:
        bpy.types.SpaceView3D.draw_handler_remove(_handles.pop(), "WINDOW")
