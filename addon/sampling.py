"""From an Action to a clip."""

from collections import defaultdict

import bpy
import numpy as np

from ..core import native
from ..core.arrays import Array
from ..core.channels import Channel, Kind, Layout
from ..core.clip import Clip
from ..core.errors import ExampleError
from . import actions
from .channels import ROTATIONS, Property, mode_of, rotation_property, value_channel

# Curves of one property, by index.
_Curves = dict[int, bpy.types.FCurve]


def frame_range(action: bpy.types.Action, slot: bpy.types.ActionSlot) -> tuple[float, float]:
    """First and last frame: the Action's own range where the artist set one, else its first and last key."""
    if action.use_frame_range:
        return float(action.frame_start), float(action.frame_end)
    times = actions.key_times(actions.curves(action, slot))
    return (float(times[0]), float(times[-1])) if len(times) else (0.0, 0.0)


def whole_range(action: bpy.types.Action, slot: bpy.types.ActionSlot) -> tuple[float, float]:
    """First and last frame of all that is there: its keys, and the Action's own range if that reaches further."""
    own = frame_range(action, slot)
    times = actions.key_times(actions.curves(action, slot))
    return min([*times[:1], own[0]]), max([*times[-1:], own[1]])


def frames(start: float, end: float) -> Array:
    """Every frame from `start` on, and `end` itself."""
    before = np.arange(start, end - 1e-6, 1.0)
    return np.concatenate((before, [end]))


def sample(
    rig: bpy.types.Object, name: str, action: bpy.types.Action, slot: bpy.types.ActionSlot, times: Array
) -> tuple[Clip, frozenset[native.Entry]]:
    """The clip of an Action at these frames, and which numbers in it some curve really animates."""
    properties: dict[Property, _Curves] = defaultdict(dict)
    for curve in actions.curves(action, slot):
        if not curve.mute and len(curve.keyframe_points) + len(curve.modifiers):
            properties[Property.of(curve.data_path)][curve.array_index] = curve
    _check_bones(rig, name, action, properties)

    parts: list[tuple[Channel, Array]] = []
    animated: set[native.Entry] = set()
    for owner in dict.fromkeys(owned.owner for owned in properties if owned.kind is Kind.ROTATION):
        parts += _rotation(rig, owner, properties, times)
        animated.update(native.Entry(Channel.of(owner, Kind.ROTATION), index) for index in range(4))
    for owned, curves in properties.items():
        if owned.kind in {Kind.LOCATION, Kind.SCALE}:
            channel = Channel.of(owned.owner, owned.kind)
            parts.append((channel, columns(curves, owned.kind.rest, times)))
            animated.update(native.Entry(channel, index) for index in curves)
        elif owned.kind is Kind.VALUE:
            parts += _values(rig, owned, curves, times)
    animated.update(native.Entry(channel, 0) for channel, _ in parts if channel.kind is Kind.VALUE)

    layout = Layout.of(channel for channel, _ in parts)
    values = np.empty((len(times), layout.width))
    for channel, its in parts:
        values[:, layout.slices[channel]] = its
    return Clip(layout, times, values), frozenset(animated)


def _check_bones(
    rig: bpy.types.Object, name: str, action: bpy.types.Action, properties: dict[Property, _Curves]
) -> None:
    for owner in {owned.owner for owned in properties}:
        if owner and owner not in rig.pose.bones:
            raise ExampleError(
                name,
                f"animates '{owner}', a bone that '{rig.name}' does not have: rename the bone, or delete its curves in "
                f"'{action.name}'",
            )


def _rotation(
    rig: bpy.types.Object, owner: str, properties: dict[Property, _Curves], times: Array
) -> list[tuple[Channel, Array]]:
    """The rotation of a bone. Curves of its own mode count; where there are none, those of a mode it once had."""
    mode = mode_of(rig, owner)
    own = Property(owner, rotation_property(mode))
    if own in properties:
        numbers = columns(properties[own], native.rest(mode), times)
        return list(native.sampled(owner, mode, numbers))
    other = next(owned for owned in properties if owned.owner == owner and owned.kind is Kind.ROTATION)
    other_mode = ROTATIONS.get(other.name, "XYZ")
    q = native.to_quaternion(columns(properties[other], native.rest(other_mode), times), other_mode)
    return list(native.sampled(owner, mode, native.successive(q, mode)))


def _values(rig: bpy.types.Object, owned: Property, curves: _Curves, times: Array) -> list[tuple[Channel, Array]]:
    """Numbers that are no transforms: custom properties, influences. What is no number with a fraction cannot blend."""
    try:
        value = rig.path_resolve(owned.path)
    except ValueError:
        return []
    is_array = hasattr(value, "__len__") and not isinstance(value, str)
    if not isinstance(value[0] if is_array else value, float):
        return []
    return [
        (value_channel(owned.owner, owned.name, index, is_array), actions.values(curve, times)[:, None])
        for index, curve in curves.items()
    ]


def columns(curves: _Curves, rest: Array, times: Array) -> Array:
    """All components of a property `[F, len(rest)]`: those without a curve stay at rest."""
    result = np.tile(rest, (len(times), 1))
    for index, curve in curves.items():
        result[:, index] = actions.values(curve, times)
    return result
