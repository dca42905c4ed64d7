"""The drivers of a live verb: one hub on the goal, and a plain driver for each number of the rig.

A driver of the artist's on a channel that the verb takes is not deleted but parked: muted, under a path that names
nothing, with all that is in it. Releasing puts it back.
"""

import re
from collections.abc import Sequence

import bpy

from . import hub
from .channels import Property
from .hub import pose_property

_PARKED = "adverb_parked."
_MUTED = "muted."
_ELEMENT = re.compile(r'^\["adverb_pose_(\w+)"\]\[(\d+)\]$')

# Names of the hub's variables, short as an expression has room for 256 letters; those of a carrier come last.
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_NAMES = (*_LETTERS, *(f"a{letter}" for letter in _LETTERS[: hub.CARRIER]))

MOST_VALUES = len(_LETTERS) - hub.VALUES

# Where Blender restricts Python it allows no call with more than thirty arguments: inputs come in tuples.
_TUPLE = 20


def attach_hub(
    goal: bpy.types.Object, rig: bpy.types.Object, uid: str, sliders: Sequence[str], carrier: str = ""
) -> None:
    """Put the hub on the goal's pose property; `sliders` are data paths on the goal, `carrier` a bone of the rig that
    is looked from, if there is one."""
    curve = clean(goal, f'["{pose_property(uid)}"]', 0)
    driver = curve.driver
    driver.type, driver.use_self = "SCRIPTED", True
    # Elements of matrix_world, not variables of type TRANSFORMS: on the driver's own object those see the last update.
    # A path counts columns first, so [3] is the translation.
    inputs = [(goal, f"matrix_world[3][{axis}]") for axis in range(3)]
    inputs += [(rig, f"matrix_world[{column}][{axis}]") for column in range(4) for axis in range(3)]
    inputs += [(goal, path) for path in sliders]
    if carrier:
        bone = Property(carrier, "matrix").path
        inputs += [(rig, f"{bone}[{column}][{axis}]") for column in range(4) for axis in range(3)]
    names = _NAMES[: len(inputs)]
    for name, (target, path) in zip(names, inputs, strict=True):
        variable = driver.variables.new()
        variable.name = name
        variable.targets[0].id, variable.targets[0].data_path = target, path
    tuples = (f"({','.join(names[start : start + _TUPLE])},)" for start in range(0, len(names), _TUPLE))
    driver.expression = f'{hub.FUNCTION}(self,frame,"{uid}",{",".join(tuples)})'


def find_hub(goal: bpy.types.Object | None, uid: str) -> bpy.types.FCurve | None:
    if goal is None or goal.animation_data is None:
        return None
    return goal.animation_data.drivers.find(f'["{pose_property(uid)}"]', index=0)


def detach_hub(goal: bpy.types.Object, uid: str) -> None:
    """Take the hub and the pose it carries off the goal, whichever of them is there."""
    curve = find_hub(goal, uid)
    if curve is not None:
        goal.animation_data.drivers.remove(curve)
    if pose_property(uid) in goal:
        del goal[pose_property(uid)]


def hubs(goal: bpy.types.Object) -> list[str]:
    """The uids of the verbs whose pose an object carries."""
    return [name.removeprefix(pose_property("")) for name, _ in goal.items() if name.startswith(pose_property(""))]


def hub_rig(goal: bpy.types.Object, uid: str) -> bpy.types.ID | None:
    """The rig that a hub looks at, or None if there is no such hub."""
    curve = find_hub(goal, uid)
    return _seen_by(curve) if curve is not None else None


def rig_of(goal: bpy.types.Object) -> bpy.types.Object | None:
    """The rig that a goal moves, or None if it is no goal."""
    curves = goal.animation_data.drivers if goal.animation_data else ()
    rigs = (_seen_by(curve) for curve in curves if curve.data_path.startswith('["adverb_pose_'))
    return next((rig for rig in rigs if isinstance(rig, bpy.types.Object)), None)


def _seen_by(curve: bpy.types.FCurve) -> bpy.types.ID | None:
    """The rig among the variables of a hub, if they are all there."""
    variables = curve.driver.variables
    return variables[hub.RIG.start].targets[0].id if len(variables) >= hub.VALUES else None


def attach_channels(
    rig: bpy.types.Object, uid: str, goal: bpy.types.Object, addresses: Sequence[tuple[str, int]]
) -> None:
    """Let each number of the rig read its element of the goal's pose."""
    drivers = rig.animation_data.drivers if rig.animation_data else ()
    standing = {(curve.data_path, curve.array_index): curve for curve in drivers}
    for element, (path, index) in enumerate(addresses):
        theirs = standing.get((path, max(index, 0)))
        if theirs is not None:
            theirs.data_path = f"{_PARKED}{uid}.{_MUTED if theirs.mute else ''}{path}"
            theirs.mute = True
        driver = clean(rig, path, index).driver
        driver.type = "SUM"
        driver.variables.new().targets[0].id = goal
        point_at(driver, uid, element)


def point_at(driver: bpy.types.Driver, uid: str, element: int) -> None:
    """Let a driver of the rig read this element of the pose."""
    driver.variables[0].targets[0].data_path = f'["{pose_property(uid)}"][{element + hub.FIRST}]'


def rename(rig: bpy.types.Object, old: str, new: str) -> None:
    """Let all that carries the uid of a verb carry another."""
    for curve, element in channel_drivers(rig, old):
        point_at(curve.driver, new, element)
    for curve in rig.animation_data.drivers if rig.animation_data else ():
        if curve.data_path.startswith(f"{_PARKED}{old}."):
            curve.data_path = f"{_PARKED}{new}.{curve.data_path.removeprefix(f'{_PARKED}{old}.')}"


def index_of(rig: bpy.types.Object, curve: bpy.types.FCurve) -> int:
    """Which number of its property a driver sets; -1 where the property is one number."""
    return curve.array_index if hasattr(rig.path_resolve(curve.data_path), "__len__") else -1


def channel_drivers(rig: bpy.types.Object, uid: str) -> list[tuple[bpy.types.FCurve, int]]:
    """The rig's drivers that belong to a verb, with the element of the pose each reads."""
    found = [(curve, element_of(curve)) for curve in (rig.animation_data.drivers if rig.animation_data else ())]
    return [(curve, element[1]) for curve, element in found if element is not None and element[0] == uid]


def element_of(curve: bpy.types.FCurve) -> tuple[str, int] | None:
    """Verb and element that a driver of ours reads; None for any other driver."""
    variables = curve.driver.variables
    match = _ELEMENT.match(variables[0].targets[0].data_path) if len(variables) == 1 else None
    return (match[1], int(match[2]) - hub.FIRST) if match else None


def unpark(rig: bpy.types.Object, uid: str) -> None:
    """Put the artist's own drivers back."""
    for curve in list(rig.animation_data.drivers) if rig.animation_data else ():
        if curve.data_path.startswith(f"{_PARKED}{uid}."):
            path = curve.data_path.removeprefix(f"{_PARKED}{uid}.")
            curve.data_path, curve.mute = path.removeprefix(_MUTED), path.startswith(_MUTED)
            curve.is_valid = curve.driver.is_valid = True


def clean(owner: bpy.types.bpy_struct, path: str, index: int = -1) -> bpy.types.FCurve:
    """A new driver whose curve lets values through: Blender puts keys or a modifier on it that bend them."""
    curve: bpy.types.FCurve = owner.driver_add(path, index)  # type: ignore[assignment]
    curve.keyframe_points.clear()
    while curve.modifiers:
        curve.modifiers.remove(curve.modifiers[0])
    return curve
