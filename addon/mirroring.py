"""Actions mirrored to the other side of a rig, and what a name, a bone or a value is over there.

Blender's own `Action.flip_with_pose` makes a matrix of every key: Euler turns, the lengths of quaternions and slopes
of handles are lost on the way. Here numbers are mirrored as they are written.
"""

import re
from collections import defaultdict
from dataclasses import dataclass

import bpy
import numpy as np

from ..core import mirror, native
from ..core.arrays import Array
from ..core.channels import Kind
from ..core.coordinates import axis_along, unit
from . import actions, sampling
from .channels import ROTATIONS, Property, rotation_property

_MARK = " mirrored"
# A bone in the middle may be off it by this part of its length: captured skeletons are never quite symmetric.
_ASIDE = 0.1
_QUOTED = re.compile(r'\["((?:[^"\\]|\\.)*)"\]')


def name_across(name: str) -> str:
    """The name on the other side; a name without a side is marked, and the mark taken off on the way back."""
    flipped = str(bpy.utils.flip_name(name))
    if flipped != name:
        return flipped
    return name.removesuffix(_MARK) if name.endswith(_MARK) else name + _MARK


def bone_across(rig: bpy.types.Object, name: str) -> str:
    """The bone on the other side; one without a partner is its own."""
    flipped = str(bpy.utils.flip_name(name))
    return flipped if name in rig.pose.bones and flipped in rig.pose.bones else name


def axis_across(rig: bpy.types.Object, bone: str, axis: str) -> str:
    """Which axis of the bone on the other side looks, in the mirror, along this axis of this bone: 'X', '-Z'..."""
    if bone not in rig.data.bones:
        return axis
    return axis_along(mirror.axes(_reflection(rig, bone)) @ unit(axis))


def has_place_across(rig: bpy.types.Object, name: str, end: str) -> bool:
    """Whether the head or tail of a bone has an image: that of its partner, or its own if it is in the middle."""
    bone = rig.data.bones.get(name)
    if bone is None or bone_across(rig, name) != name:
        return True
    ends = (bone.head_local, bone.tail_local) if end == "TAIL" else (bone.head_local,)
    # Captured skeletons have bones of hardly any length: these are measured by the whole rig.
    size = max(bone.length, 0.1 * max(each.head_local.length for each in rig.data.bones))
    return all(abs(point.x) <= _ASIDE * size for point in ends)


def has_axis_across(rig: bpy.types.Object, name: str, axis: str) -> bool:
    """Whether an axis of a bone has an image: one of its partner, or itself, straight on or straight back."""
    if name not in rig.data.bones or bone_across(rig, name) != name:
        return True
    along = unit(axis)
    return bool(abs(along @ _reflection(rig, name) @ along) >= 1.0 - 2.0 * _ASIDE**2)


def mirrored(rig: bpy.types.Object, action: bpy.types.Action, identifier: str) -> bpy.types.Action:
    """A new Action in which a slot moves the rig as its mirror image. Other slots and the Action's range stay.

    Curves keep their keys, handles and modifiers wherever a bone's rest is the mirror image of its partner's; where it
    is not, the motion is sampled at every frame. Markers with a side change it.
    """
    result = actions.copy(action, name_across(action.name))
    slot = actions.slot_of(result, identifier)
    properties: dict[Property, dict[int, bpy.types.FCurve]] = defaultdict(dict)
    for curve in actions.curves(result, slot):
        properties[Property.of(curve.data_path)][curve.array_index] = curve
    images = [_Image.of(rig, owned, curves) for owned, curves in properties.items()]
    frames = sampling.frames(*sampling.whole_range(result, slot))
    samples = [(image, *image.sampled(frames)) for image in images if not image.keeps_curves]
    for image in images:
        if image.keeps_curves:
            image.redirect()
        else:
            actions.remove(result, slot, image.curves.values())
    actions.rename_groups(result, slot, {bone.name: bone_across(rig, bone.name) for bone in rig.pose.bones})
    for image, times, numbers in samples:
        path, group = image.target.path, image.target.owner
        channels = [(path, index, group or "Object Transforms") for index in range(numbers.shape[1])]
        actions.add(result, slot, channels, times, numbers, is_straight=True)
    for marker in result.pose_markers:
        marker.name = bpy.utils.flip_name(marker.name)
    return result


@dataclass(frozen=True)
class _Image:
    """A property of a bone with its curves, and what it is on the other side."""

    curves: dict[int, bpy.types.FCurve]
    target: Property
    kind: Kind | None  # of a transform; anything else only changes its place
    modes: tuple[str, str]  # how the bone writes its rotation, and how its partner does
    c: Array

    @classmethod
    def of(cls, rig: bpy.types.Object, owned: Property, curves: dict[int, bpy.types.FCurve]) -> "_Image":
        kind = owned.transform if not owned.owner or owned.owner in rig.pose.bones else None
        if kind is None:
            return cls(curves, _value_across(rig, owned), None, ("", ""), np.eye(3))
        partner = bone_across(rig, owned.owner)
        own, others = (_mode(rig, name) for name in (owned.owner, partner))
        # Partners may differ in their modes: what one of them uses becomes what the other uses, and back.
        swapped = {rotation_property(own): rotation_property(others), rotation_property(others): rotation_property(own)}
        target = Property(partner, swapped.get(owned.name, owned.name))
        modes = _mode_of_property(own, owned.name), _mode_of_property(others, target.name)
        return cls(curves, target, kind, modes, _reflection(rig, owned.owner, is_place=kind is Kind.LOCATION))

    @property
    def table(self) -> Array | None:
        return mirror.table(self.kind, self.c, *self.modes) if self.kind else None

    @property
    def keeps_curves(self) -> bool:
        """Whether every curve goes to one place as it is, or turned over."""
        if self.kind is None:
            return True
        if self.table is None or not mirror.is_axes(self.table):
            return False
        turned_over = (curve for index, curve in self.curves.items() if self.table[:, index].sum() < 0.0)
        return all(actions.can_turn_over(curve) for curve in turned_over)

    def redirect(self) -> None:
        for index, curve in self.curves.items():
            if self.kind is None:
                actions.redirect(curve, self.target.path, index)
            else:
                place = int(np.abs(self.table[:, index]).argmax())
                actions.redirect(curve, self.target.path, place, self.table[place, index])

    def sampled(self, frames: Array) -> tuple[Array, Array]:
        """Times, every key among them, and the mirrored numbers `[F, width]`."""
        times = np.union1d(frames, actions.key_times(self.curves.values()))
        mode, partner_mode = self.modes
        rest = native.rest(mode) if self.kind is Kind.ROTATION else self.kind.rest
        heard = {index: curve for index, curve in self.curves.items() if not curve.mute}
        numbers = sampling.columns(heard, rest, times)
        if self.table is None:
            return times, mirror.rotations(numbers, self.c, mode, partner_mode)
        return times, numbers @ self.table.T


def _mode(rig: bpy.types.Object, owner: str) -> str:
    return str((rig.pose.bones[owner] if owner else rig).rotation_mode)


def _mode_of_property(mode: str, name: str) -> str:
    """How numbers of a rotation property are written: in the bone's mode, or in one that it once had."""
    return mode if rotation_property(mode) == name else ROTATIONS.get(name, "XYZ")


def _reflection(rig: bpy.types.Object, owner: str, is_place: bool = False) -> Array:
    """From the axes in which a bone, or the rig itself, is moved to those of its partner in the mirror."""

    def rest(name: str) -> Array:
        if not name or (is_place and not rig.data.bones[name].use_local_location):
            return np.eye(3)
        return np.array(rig.data.bones[name].matrix_local.to_3x3(), dtype=np.float64)

    return mirror.reflection(rest(owner), rest(bone_across(rig, owner)))


def _value_across(rig: bpy.types.Object, owned: Property) -> Property:
    """A property that is no transform belongs to the partner; a name within its path changes side if that exists."""

    def resolves(candidate: Property) -> bool:
        try:
            rig.path_resolve(candidate.path)
        except ValueError:
            return False
        return True

    def flip(match: re.Match[str]) -> str:
        name = bpy.utils.flip_name(bpy.utils.unescape_identifier(match[1]))
        return f'["{bpy.utils.escape_identifier(name)}"]'

    across = Property(bone_across(rig, owned.owner), owned.name)
    renamed = Property(across.owner, _QUOTED.sub(flip, owned.name))
    return renamed if resolves(owned) and resolves(renamed) else across
