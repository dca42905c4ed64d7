"""Which bone is which part of a body, told from the names that rigs give their bones.

Rigify, Mixamo, Unreal, BVH of the usual sources and hand-made rigs all say *hand*, *foot*, *head*; they differ in the
side (`.L`, `_l`, `Left`), in the prefix and in what else they hang on. So a name is taken apart into words, and the
bone whose name says the part and the least beside it is the one that is meant.
"""

import re

import bpy
import numpy as np
from mathutils import Vector

from ..core.coordinates import axis_along

# The words for each part, best first.
HAND = ("hand", "wrist")
FOOT = ("foot", "ankle")
HEAD = ("head",)
EYE = ("eye", "eyes")
ROOT = ("torso", "hips", "hip", "pelvis", "cog", "root")

# How names say the side; what is in the middle says none.
LEFT: tuple[str, ...] = ("left", "l")
RIGHT: tuple[str, ...] = ("right", "r")
MIDDLE: tuple[str, ...] = ()

# Where a character looks in its rest pose, as Blender's rigs and importers have it.
_AHEAD = Vector((0.0, -1.0, 0.0))

# Words that every bone of a rig may have: they say nothing about the part. Of FK and IK, the end of a limb is IK.
_PLAIN = {"ik", "ctrl", "control", "bone", "c", "def"}
_WORDS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+")
_SIDES = re.compile(r"(left|right)", re.IGNORECASE)


def find(rig: bpy.types.Object, part: tuple[str, ...], sides: tuple[tuple[str, ...], ...] = (MIDDLE,)) -> str:
    """The bone whose name says the part and the least beside it, on the first of these sides that has one, or "".

    Of several, one that deforms the body: it is where the limb is, whichever controls move it.
    """
    names = {bone.name: _words(bone.name) for bone in rig.data.bones}
    for side in sides:

        def rank(name: str, side: tuple[str, ...] = side) -> tuple[int, int, bool]:
            words = names[name]
            best = min(part.index(word) for word in words & {*part})
            return len(words - {*part, *side, *_PLAIN}), best, not rig.data.bones[name].use_deform

        there = [
            name
            for name, words in names.items()
            if words & {*part} and (words & {*side} if side else not words & {*LEFT, *RIGHT})
        ]
        if there:
            return min(there, key=rank)
    return ""


def root(rig: bpy.types.Object) -> str:
    """The bone that carries the body: the one that is called so, or the first that hangs on none."""
    return find(rig, ROOT) or next((bone.name for bone in rig.data.bones if bone.parent is None), "")


def forward(rig: bpy.types.Object, bone: str) -> str:
    """The axis of a bone that points ahead of the character: of a face, in its rest pose; of all else as it is posed
    now, for hands that rest beside the body aim only when they are raised."""
    rests = bool(_words(bone) & {*HEAD, *EYE}) or rig.pose is None
    matrix = rig.data.bones[bone].matrix_local if rests else rig.pose.bones[bone].matrix
    return axis_along(np.array(matrix.to_3x3().normalized().transposed() @ _AHEAD))


def side(name: str) -> str:
    """The side that a bone's name tells: "left", "right", or "" for none."""
    words = _words(name)
    return next((its[0] for its in (LEFT, RIGHT) if words & {*its}), "")


def _words(name: str) -> set[str]:
    """The words of a bone's name, in small letters: `mixamorig:LeftHand` has `left` and `hand`."""
    bare = name.rpartition(":")[2]
    return {word.lower() for word in _WORDS.findall(_SIDES.sub(r" \1 ", bare))}
