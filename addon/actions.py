"""The one door to Blender's animation data: Actions are layered and slotted, and read and written here only."""

from collections.abc import Iterable, Mapping, Sequence

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
_LINEAR = bpy.types.Keyframe.bl_rna.properties["interpolation"].enum_items["LINEAR"].value

_ALIGNED = bpy.types.Keyframe.bl_rna.properties["handle_left_type"].enum_items["ALIGNED"].value


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


def keep(action: bpy.types.Action | None) -> None:
    """See that an Action is not lost when its rig lets go of it."""
    if action is not None and action.users <= 1:
        action.use_fake_user = True


def curves(action: bpy.types.Action, slot: bpy.types.ActionSlot) -> list[bpy.types.FCurve]:
    """Every F-curve of a slot, over all layers and strips."""
    return [curve for bag in _bags(action, slot) for curve in bag.fcurves]


def curve_count(action: bpy.types.Action, slot: bpy.types.ActionSlot) -> int:
    """How many F-curves a slot has, without a look at any of them."""
    return sum(len(bag.fcurves) for bag in _bags(action, slot))


def addresses(action: bpy.types.Action, identifier: str = "") -> set[tuple[str, int]]:
    """Data path and index of all that an Action animates through the slot of that name."""
    slot = slot_of(action, identifier)
    return {(curve.data_path, curve.array_index) for curve in curves(action, slot)} if slot is not None else set()


def key_times(curves: Iterable[bpy.types.FCurve]) -> Array:
    """The distinct frames at which any of the curves has a key."""
    times = [_numbers(curve, "co", 2)[::2] for curve in curves]
    return np.unique(np.concatenate(times)) if times else np.zeros(0)


def key_range(curves: Iterable[bpy.types.FCurve]) -> tuple[float, float]:
    """The first and the last frame at which any of the curves has a key; both 0 where none has."""
    ends = [frame for curve in curves if len(curve.keyframe_points) for frame in curve.range()]
    return (float(min(ends)), float(max(ends))) if ends else (0.0, 0.0)


def key_count(action: bpy.types.Action, slot: bpy.types.ActionSlot) -> int:
    """How many keys all curves of a slot have."""
    return sum(len(curve.keyframe_points) for curve in curves(action, slot))


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


def rename_bones(action: bpy.types.Action, renamed: Mapping[str, str]) -> None:
    """Let curves and groups of renamed bones name them as they are called now: Blender does it where one plays."""
    for slot in slots_for(action):
        for curve in curves(action, slot):
            its = Property.of(curve.data_path)
            if its.owner in renamed:
                curve.data_path = Property(renamed[its.owner], its.name).path
        rename_groups(action, slot, renamed)


def is_played(action: bpy.types.Action) -> bool:
    """Whether an object plays the Action, by itself or in a strip."""
    owners = (thing.animation_data for thing in bpy.data.objects if thing.animation_data is not None)
    return any(
        data.action == action or any(strip.action == action for track in data.nla_tracks for strip in track.strips)
        for data in owners
    )


def write(
    name: str, owner: bpy.types.ID, channels: Sequence[tuple[str, int, str]], times: Array, numbers: Array
) -> bpy.types.Action:
    """A new Action with a slot for `owner` and one F-curve for each channel (data path, index, group).

    `numbers` is `[len(times), len(channels)]`; every time becomes a key, smooth and auto-clamped as Blender makes them.
    """
    action, bag = _new(name, owner)
    for channel, column in zip(channels, np.ascontiguousarray(numbers.T), strict=True):
        _add_curve(bag, channel, times, column).update()
    return action


def write_sloped(
    name: str,
    owner: bpy.types.ID,
    channels: Sequence[tuple[str, int, str]],
    keys: Sequence[tuple[Array, Array, Array]],
) -> bpy.types.Action:
    """A new Action as `write` makes it, but each channel has keys of its own: their times, values and slopes per frame.

    Aligned handles reach a third of the way to the next key, so that the curve is the cubic with these slopes.
    """
    action, bag = _new(name, owner)
    for channel, (times, values, slopes) in zip(channels, keys, strict=True):
        points = _add_curve(bag, channel, times, values).keyframe_points
        thirds = np.diff(times) / 3.0 if len(times) > 1 else np.ones(1)
        reaches = {"left": -np.append(thirds[0], thirds), "right": np.append(thirds, thirds[-1])}
        for side, reach in ((side, reach[: len(times)]) for side, reach in reaches.items()):
            handles = np.stack((times + reach, values + reach * slopes), axis=-1)
            points.foreach_set(f"handle_{side}_type", np.full(len(times), _ALIGNED, dtype=np.int32))
            points.foreach_set(f"handle_{side}", handles.astype(np.float32).ravel())
    return action


def _new(name: str, owner: bpy.types.ID) -> tuple[bpy.types.Action, bpy.types.ActionChannelbag]:
    """A new Action and where the F-curves of its one slot, for `owner`, go."""
    action = bpy.data.actions.new(name)
    action.use_fake_user = True
    slot = action.slots.new(owner.id_type, owner.name)
    return action, action.layers.new("Layer").strips.new(type="KEYFRAME").channelbag(slot, ensure=True)


def _add_curve(
    bag: bpy.types.ActionChannelbag, channel: tuple[str, int, str], times: Array, values: Array
) -> bpy.types.FCurve:
    path, index, group = channel
    curve = bag.fcurves.new(path, index=index)
    curve.group = bag.groups.get(group) or bag.groups.new(group)
    curve.keyframe_points.add(len(times))
    points = np.empty((len(times), 2), dtype=np.float32)
    points[:, 0], points[:, 1] = times, values
    curve.keyframe_points.foreach_set("co", points.ravel())
    return curve


def add(
    action: bpy.types.Action,
    slot: bpy.types.ActionSlot,
    channels: Sequence[tuple[str, int, str]],
    times: Array,
    numbers: Array,
    is_straight: bool = False,
) -> None:
    """New F-curves in a slot that has curves already, or a place for them; straight from key to key on request."""
    bag = _bags(action, slot)[0]
    for channel, column in zip(channels, numbers.T, strict=True):
        curve = _add_curve(bag, channel, times, column)
        if is_straight:
            curve.keyframe_points.foreach_set("interpolation", np.full(len(times), _LINEAR, dtype=np.int32))
        curve.update()


def copy(action: bpy.types.Action, name: str) -> bpy.types.Action:
    """A new Action like this one: slots, keys, markers, range and all."""
    result = action.copy()
    result.name = name
    result.use_fake_user = True
    return result


def can_turn_over(curve: bpy.types.FCurve) -> bool:
    """Whether a curve whose keys change their sign does so everywhere: some modifiers add something of their own."""
    return all(modifier.type in {"CYCLES", "STEPPED"} for modifier in curve.modifiers)


def redirect(curve: bpy.types.FCurve, path: str, index: int, sign: float = 1.0) -> None:
    """Let a curve animate another number, turned over if `sign` is negative. Keys, handles and modifiers stay."""
    curve.data_path, curve.array_index = path, index
    if sign < 0.0:
        for name in ("co", "handle_left", "handle_right"):
            numbers = _numbers(curve, name, 2)
            numbers[1::2] *= -1.0
            curve.keyframe_points.foreach_set(name, numbers.astype(np.float32))


def rename_groups(action: bpy.types.Action, slot: bpy.types.ActionSlot, renamed: Mapping[str, str]) -> None:
    """Groups of a slot's curves are named after bones: give those that are named here their new names."""
    for bag in _bags(action, slot):
        for group in bag.groups:
            group.name = renamed.get(group.name, group.name)


def remove(action: bpy.types.Action, slot: bpy.types.ActionSlot, unwanted: Iterable[bpy.types.FCurve]) -> None:
    """Take curves out of a slot."""
    for curve in unwanted:
        bag = next(bag for bag in _bags(action, slot) if curve in bag.fcurves[:])
        bag.fcurves.remove(curve)


def require_slot(action: bpy.types.Action, identifier: str, example: str) -> bpy.types.ActionSlot:
    """The slot of that name, or a sentence for the artist."""
    slot = slot_of(action, identifier)
    if slot is None:
        raise VerbError(f"'{example}' has no slot for an object in '{action.name}': choose the Action again")
    return slot


def _bags(action: bpy.types.Action, slot: bpy.types.ActionSlot) -> list[bpy.types.ActionChannelbag]:
    bags = (strip.channelbag(slot) for layer in action.layers for strip in layer.strips if strip.type == "KEYFRAME")
    return [bag for bag in bags if bag is not None]


def _numbers(curve: bpy.types.FCurve, name: str, size: int) -> Array:
    numbers = np.empty(len(curve.keyframe_points) * size, dtype=np.float32)
    curve.keyframe_points.foreach_get(name, numbers)
    return numbers.astype(np.float64)
