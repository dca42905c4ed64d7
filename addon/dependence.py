"""What moves what: all that a bone or an object hangs on, as Blender's dependency graph would have it.

A verb that looks at what it moves itself would chase its own tail, and Blender would show one of the two a step late.
So it is asked before anything goes live. A link that Blender only might follow counts too, as it does in its graph.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import bpy

from .channels import Property

# What else of an object may be meant than one of its bones: where it stands, or where its surface is.
PLACE, SURFACE = "", "*"

# Constraints that look at the surface of their target.
_ON_SURFACES = {"SHRINKWRAP", "FOLLOW_PATH", "CLAMP_TO", "SPLINE_IK"}
_VERTEX_PARENTS = {"VERTEX", "VERTEX_3", "LATTICE", "ARMATURE"}


class Part(NamedTuple):
    """A bone of an armature object by its name, or another part of an object: a custom property goes by its path."""

    owner: bpy.types.Object
    name: str


class Web:
    """Who hangs on whom, as it is now. The drivers of an object are read once, for a rig may have thousands."""

    def __init__(self) -> None:
        self._driven: dict[bpy.types.Object, dict[str, set[Part]]] = {}
        self._solved: dict[bpy.types.Object, dict[str, set[Part]]] = {}

    def bones_behind(self, rig: bpy.types.Object, *parts: Part) -> set[str]:
        """The bones of a rig that these parts hang on, themselves included."""
        found: set[Part] = set()
        waiting = list(parts)
        while waiting:
            part = waiting.pop()
            if part not in found:
                found.add(part)
                waiting += self._before(part)
        return {part.name for part in found if part.owner == rig} & set(rig.pose.bones.keys())

    def _before(self, part: Part) -> set[Part]:
        owner, name = part
        found = set(self._drivers(owner).get(name, ()))
        if owner.type == "ARMATURE" and owner.pose is not None and name in owner.pose.bones:
            return found | self._before_bone(owner, owner.pose.bones[name])
        if name == PLACE:
            found |= set(_before_place(owner))
        elif name == SURFACE:
            found |= set(_before_surface(owner))
        return found

    def _before_bone(self, owner: bpy.types.Object, bone: bpy.types.PoseBone) -> set[Part]:
        found = set(_targets(bone.constraints)) | self._chains(owner).get(bone.name, set())
        if bone.parent is not None:
            found.add(Part(owner, bone.parent.name))
        found.discard(Part(owner, bone.name))
        return found

    def _chains(self, owner: bpy.types.Object) -> dict[str, set[Part]]:
        """By bone, what solvers further down the chain make it hang on."""
        if owner not in self._solved:
            solved: dict[str, set[Part]] = {}
            for bone in owner.pose.bones:
                for constraint in bone.constraints:
                    if constraint.type in {"IK", "SPLINE_IK"}:
                        chain = [bone, *bone.parent_recursive][: constraint.chain_count or None]
                        behind = {Part(owner, link.name) for link in chain} | set(_targets([constraint]))
                        for link in chain:
                            solved.setdefault(link.name, set()).update(behind)
            self._solved[owner] = solved
        return self._solved[owner]

    def _drivers(self, owner: bpy.types.Object) -> dict[str, set[Part]]:
        """By part, what its drivers read."""
        if owner not in self._driven:
            driven: dict[str, set[Part]] = {}
            for curve in owner.animation_data.drivers if owner.animation_data else ():
                read = {part for variable in curve.driver.variables for part in _read(variable)}
                driven.setdefault(_part(curve.data_path), set()).update(read)
            self._driven[owner] = driven
        return self._driven[owner]


def _part(path: str) -> str:
    """Which part of an object a data path belongs to."""
    owned = Property.of(path)
    if owned.owner:
        return owned.owner
    return path[: path.index("]") + 1] if path.startswith('["') else PLACE


def _read(variable: bpy.types.DriverVariable) -> Iterator[Part]:
    for target in variable.targets:
        if isinstance(target.id, bpy.types.Object):
            is_path = variable.type == "SINGLE_PROP"
            name = _part(target.data_path) if is_path else target.bone_target or PLACE
            yield from _seen(target.id, name)


def _seen(owner: bpy.types.Object, name: str) -> Iterator[Part]:
    """A part of an object as others see it: with where the object stands, unless just a custom property is read."""
    yield Part(owner, name)
    if not name.startswith('["'):
        yield Part(owner, PLACE)


def _targets(constraints: Iterable[Any]) -> Iterator[Part]:
    """What constraints look at, be they muted or not."""
    for constraint in constraints:
        whom = [(getattr(constraint, "target", None), getattr(constraint, "subtarget", ""))]
        whom += [(getattr(constraint, "pole_target", None), getattr(constraint, "pole_subtarget", ""))]
        whom += [(each.target, getattr(each, "subtarget", "")) for each in getattr(constraint, "targets", ())]
        for target, name in whom:
            if isinstance(target, bpy.types.Object):
                is_surface = constraint.type in _ON_SURFACES or (name and target.type != "ARMATURE")
                yield from _seen(target, SURFACE if is_surface else name)


def _before_place(owner: bpy.types.Object) -> Iterator[Part]:
    yield from _targets(owner.constraints)
    if owner.parent is not None:
        if owner.parent_type == "BONE":
            yield from _seen(owner.parent, owner.parent_bone)
        else:
            yield from _seen(owner.parent, SURFACE if owner.parent_type in _VERTEX_PARENTS else PLACE)


def _before_surface(owner: bpy.types.Object) -> Iterator[Part]:
    """What deforms an object: every bone of its armatures, and whatever its other modifiers look at."""
    rigs = [owner.parent] if owner.parent is not None and owner.parent_type == "ARMATURE" else []
    for modifier in owner.modifiers:
        pointers = (known.identifier for known in modifier.bl_rna.properties if known.type == "POINTER")
        others = (getattr(modifier, pointer) for pointer in pointers)
        for other in (other for other in others if isinstance(other, bpy.types.Object)):
            if modifier.type == "ARMATURE":
                rigs.append(other)
            else:
                yield from _seen(other, getattr(modifier, "subtarget", "") or SURFACE)
    for rig in rigs:
        yield Part(rig, PLACE)
        yield from (Part(rig, bone.name) for bone in rig.data.bones)
    yield Part(owner, PLACE)
