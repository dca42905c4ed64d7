"""The bone that carries what a verb moves: the nearest one above its effector that the verb leaves alone.

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


def find(rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> str:
    """The carrier of a verb, "" if it is not to be carried or if nothing above its effector is free of it."""
    if not verb.is_carried:
        return ""
    names = {str(adverb.bone or verb.effector) for adverb in verb.adverbs if adverb.kind == "GOAL"}
    seen = [rig.pose.bones[name] for name in sorted(names) if name in rig.pose.bones]
    if not seen:
        return ""
    web, its = Web(), bones.claimed(rig, verb)
    for bone in seen[0].parent_recursive:
        is_above_all = all(bone in each.parent_recursive for each in seen)
        if is_above_all and web.bones_behind(rig, Part(rig, bone.name)).isdisjoint(its):
            return str(bone.name)
    return ""


def rest(rig: bpy.types.Object, carrier: str) -> Array | None:
    """The inverse `[4, 4]` of where a carrier rests; None where there is none."""
    return np.array(rig.data.bones[carrier].matrix_local.inverted_safe()) if carrier in rig.data.bones else None


def space(rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> Matrix:
    """From where the body rests to the world: the space in which a verb sees its goal."""
    return rig.matrix_world @ moved(rig, verb.carrier)


def moved(rig: bpy.types.Object, carrier: str) -> Matrix:
    """How a carrier has moved away from its rest, in the space of the rig."""
    if rig.pose is None or carrier not in rig.pose.bones:
        return Matrix()
    bone = rig.pose.bones[carrier]
    return bone.matrix @ bone.bone.matrix_local.inverted_safe()
