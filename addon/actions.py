"""The one door to Blender's animation data: Actions are layered and slotted, and read and written here only."""

from collections.abc import Iterable, Sequence

import bpy
import numpy as np

from ..core.arrays import Array
from ..core.errors import VerbError
from .channels import Property

# Marks an Action that was baked from a verb.
BAKED = "adverb_baked_from"

# So many frames are quicker to read from the keys than to ask for one by one.
_MANY = 8

# What shapes a curve at a key beside its place and handles.
_KEY_SHAPES = {"interpolation": np.int32, "easing": np.int32} | dict.fromkeys(
    ("back", "amplitude", "period"), np.float32
)


def slots_for(action: bpy.types.Action) -> list[bpy.types.ActionSlot]:
    """The slots of an Action that can animate an object."""
    return [slot for slot in action.slots if slot.target_id_type in {"OBJECT", "UNSPECIFIED"}]


def slot_of(action: bpy.types.Action, identifier: str) -> bpy.types.ActionSlot | None:
    """The slot of that name, or the only one that fits if the name has changed."""
    slots = slots_for(action)
    named = next((slot for slot in slots if slot.identifier == identifier), None)
    return named or (slots[0] if len(slots) == 1 else None)


def assigned(rig: bpy.types.Object) -> tuple[bpy.types.Action | None, str]:
    """The Action that the rig plays, and its slot's identifier."""
    data = rig.animation_data
    if data is None or data.action is None:
        return None, ""
    return data.action, data.action_slot.identifier if data.action_slot else ""


def assign(rig: bpy.types.Object, action: bpy.types.Action | None, identifier: str = "") -> None:
    """Let the rig play an Action through the slot of that name, or none."""
    data = rig.animation_data or rig.animation_data_create()
    data.action = action
    if action is not None:
        data.action_slot = slot_of(action, identifier)


def curves(action: bpy.types.Action, slot: bpy.types.ActionSlot) -> list[bpy.types.FCurve]:
    """Every F-curve of a slot, over all layers and strips."""
    bags = (strip.channelbag(slot) for layer in action.layers for strip in layer.strips if strip.type == "KEYFRAME")
    return [curve for bag in bags if bag is not None for curve in bag.fcurves]


def key_times(curves: Iterable[bpy.types.FCurve]) -> Array:
    """The distinct frames at which any of the curves has a key."""
    times = [_numbers(curve, "co", 2)[::2] for curve in curves]
    return np.unique(np.concatenate(times)) if times else np.zeros(0)


def key_range(curves: Iterable[bpy.types.FCurve]) -> tuple[float, float]:
    """The first and the last frame at which any of the curves has a key; both 0 where none has."""
    ends = [frame for curve in curves if len(curve.keyframe_points) for frame in curve.range()]
    return (float(min(ends)), float(max(ends))) if ends else (0.0, 0.0)


def values(curve: bpy.types.FCurve, times: Array) -> Array:
    """The curve at these frames. Where every frame has its own key, as in captured motion, keys are read at once."""
    if len(times) >= _MANY and not len(curve.modifiers) and len(curve.keyframe_points) >= len(times):
        points = _numbers(curve, "co", 2).reshape(-1, 2)
        places = np.searchsorted(points[:, 0], times)
        if places[-1] < len(points) and np.array_equal(points[places, 0], times):
            return np.asarray(points[places, 1])
    return np.array([curve.evaluate(time) for time in times])


def fingerprint(action: bpy.types.Action, slot: bpy.types.ActionSlot) -> bytes:
    """Changes when anything changes that the curves' values depend on."""
    parts: list[bytes] = []
    for curve in curves(action, slot):
        parts.append(f"{curve.data_path}|{curve.array_index}|{curve.extrapolation}|{curve.mute}".encode())
        parts.append(b"".join(_numbers(curve, name, 2).tobytes() for name in ("co", "handle_left", "handle_right")))
        for name, kind in _KEY_SHAPES.items():
            shapes = np.empty(len(curve.keyframe_points), dtype=kind)
            curve.keyframe_points.foreach_get(name, shapes)
            parts.append(shapes.tobytes())
        parts += (_settings(modifier) for modifier in curve.modifiers)
    return b"".join(parts)


def _settings(modifier: bpy.types.FModifier) -> bytes:
    known = (known for known in modifier.bl_rna.properties if known.type in {"FLOAT", "INT", "BOOLEAN", "ENUM"})
    values = [getattr(modifier, known.identifier) for known in known]
    return repr([list(value) if hasattr(value, "__len__") else value for value in values]).encode()


def animates(action: bpy.types.Action, bones: bpy.types.bpy_prop_collection) -> bool:
    """Whether an Action moves one of these bones."""
    owners = (Property.of(curve.data_path).owner for slot in slots_for(action) for curve in curves(action, slot))
    return any(owner in bones for owner in owners if owner)


def write(
    name: str, owner: bpy.types.ID, channels: Sequence[tuple[str, int, str]], times: Array, numbers: Array
) -> bpy.types.Action:
    """A new Action with a slot for `owner` and one F-curve for each channel (data path, index, group).

    `numbers` is `[len(times), len(channels)]`; every time becomes a key, smooth and auto-clamped as Blender makes them.
    """
    action = bpy.data.actions.new(name)
    action.use_fake_user = True
    slot = action.slots.new(owner.id_type, owner.name)
    bag = action.layers.new("Layer").strips.new(type="KEYFRAME").channelbag(slot, ensure=True)
    points = np.empty((len(times), 2), dtype=np.float32)
    points[:, 0] = times
    for column, (path, index, group) in enumerate(channels):
        curve = bag.fcurves.new(path, index=index)
        curve.group = bag.groups.get(group) or bag.groups.new(group)
        points[:, 1] = numbers[:, column]
        curve.keyframe_points.add(len(times))
        curve.keyframe_points.foreach_set("co", points.ravel())
        curve.update()
    return action


def require_slot(action: bpy.types.Action, identifier: str, example: str) -> bpy.types.ActionSlot:
    """The slot of that name, or a sentence for the artist."""
    slot = slot_of(action, identifier)
    if slot is None:
        raise VerbError(f"'{example}' has no slot for an object in '{action.name}': choose the Action again")
    return slot


def _numbers(curve: bpy.types.FCurve, name: str, size: int) -> Array:
    numbers = np.empty(len(curve.keyframe_points) * size, dtype=np.float32)
    curve.keyframe_points.foreach_get(name, numbers)
    return numbers.astype(np.float64)
