"""The bone that carries what a verb moves: the nearest one that turns its effector and that the verb leaves alone.

Other verbs, an Action or the artist may move that bone: eyes sit in a head that turns. A verb that is carried sees its
goal from there, as if the body had stayed at rest and the goal had moved instead. So nothing else of it has to know.
"""

from typing import TYPE_CHECKING

import bpy
import numpy as np
from mathutils import Matrix

from ..core.arrays import Array
from . import bones
from .dependence import Part, Web

if TYPE_CHECKING:
    from .properties import ADVERB_PG_verb

# Constraints that give a bone the rotation of another.
_TURNING = {"COPY_TRANSFORMS", "COPY_ROTATION", "ARMATURE"}


def find(rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> str:
    """The carrier of a verb, "" if it is not to be carried or if nothing above its effector is free of it."""
    if not verb.is_carried:
        return ""
    names = {str(adverb.bone or verb.effector) for adverb in verb.adverbs if adverb.kind == "GOAL"}
    seen = [rig.pose.bones[name] for name in sorted(names) if name in rig.pose.bones]
    if not seen:
        return ""
    web, its = Web(), bones.claimed(rig, verb)
    ways = [_way(bone) for bone in seen]
    for name in ways[0]:
        if all(name in way for way in ways) and web.bones_behind(rig, Part(rig, name)).isdisjoint(its):
            return name
    return ""


def _way(bone: bpy.types.PoseBone) -> list[str]:
    """The bones that turn this one, from the nearest on: parents, or whom a constraint makes it turn with instead, as
    the head of a Rigify rig turns with the torso and not with the neck."""
    found: list[str] = []
    above = _turned_by(bone)
    while above is not None and above.name not in found:
        found.append(above.name)
        above = _turned_by(above)
    return found


def _turned_by(bone: bpy.types.PoseBone) -> bpy.types.PoseBone | None:
    for constraint in reversed(bone.constraints):
        if constraint.type in _TURNING and not constraint.mute and constraint.influence > 0.5:
            targets = getattr(constraint, "targets", [constraint])
            most = max(targets, key=lambda each: getattr(each, "weight", 1.0), default=None)
            if most is not None and most.target == bone.id_data and most.subtarget in bone.id_data.pose.bones:
                return bone.id_data.pose.bones[most.subtarget]
    return bone.parent if bone.bone.use_inherit_rotation else None


def rest(rig: bpy.types.Object, carrier: str) -> Array | None:
    """Where a carrier rests `[4, 4]`; None where there is none."""
    return np.array(rig.data.bones[carrier].matrix_local, dtype=np.float64) if carrier in rig.data.bones else None


def space(rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> Matrix:
    """From where the body rests to the world: the space in which a verb sees its goal."""
    return rig.matrix_world @ moved(rig, verb.carrier)


def moved(rig: bpy.types.Object, carrier: str) -> Matrix:
    """How a carrier has moved away from its rest, in the space of the rig."""
    if not carrier or rig.pose is None or carrier not in rig.pose.bones:
        return Matrix()
    return rig.pose.bones[carrier].matrix @ rig.data.bones[carrier].matrix_local.inverted_safe()
