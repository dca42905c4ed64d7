"""A generated Rigify human with three verbs that look or aim, each on bones of its own."""

from itertools import product

import bpy
import numpy as np
from mathutils import Matrix

from adverb.addon import actions, bones, tagging
from tests.blender.stick import make_human

# By verb: the effector, and which controls turn by which share of the look.
LOOKS = {
    "Eyes": ("master_eye.L", {"master_eye.L": 1.0, "master_eye.R": 1.0}, (-30, 0, 30), (-20, 0, 20)),
    "Head": ("head", {"neck": 0.4, "head": 0.6}, (-60, 0, 60), (-30, 0, 30)),
    "Aim": ("hand_ik.R", {"chest": 0.3, "hand_ik.L": 1.0, "hand_ik.R": 1.0}, (-40, 0, 40), (-30, 0, 30)),
}

# The hands hold something before the chest.
_HANDS = {"hand_ik.L": (0.0, -0.5, 1.55), "hand_ik.R": (-0.02, -0.35, 1.55)}
_SHOULDERS = Matrix.Translation((0.0, 0.0, 1.55))


def make_looking_human():
    rig = make_human(bpy.ops.object.armature_human_metarig_add)
    for name, (effector, shares, azimuths, elevations) in LOOKS.items():
        bpy.context.view_layer.objects.active = rig
        rig.data.bones.active = rig.data.bones[effector]
        bpy.ops.adverb.add_verb(name=name, preset="GAZE")
        verb = rig.adverb.verbs[name]
        for left, up in product(azimuths, elevations):
            tagging.add_example(verb, _pose(rig, f"{name} {left} {up}", shares, left, up))
        bones.pick(verb, list(shares))
        bpy.ops.adverb.measure()
    return rig


def _pose(rig, name, shares, left, up):
    written, numbers = [], []
    for bone, share in shares.items():
        turned = _turn(share * left, share * up)
        rest = rig.data.bones[bone].matrix_local
        if bone in _HANDS:
            held = Matrix.Translation(_HANDS[bone]) @ Matrix.Rotation(np.pi / 2, 4, "X")
            there = _SHOULDERS @ turned @ _SHOULDERS.inverted() @ held
            basis = rest.inverted() @ there
            written += [(f'pose.bones["{bone}"].location', index, bone) for index in range(3)]
            numbers += [*moved_to(rig, bone, there.translation)]
        else:
            basis = rest.inverted() @ turned.to_3x3().to_4x4() @ rest
        written += [(f'pose.bones["{bone}"].rotation_quaternion', index, bone) for index in range(4)]
        numbers += [*basis.to_quaternion()]
    return actions.write(name, rig, written, np.array([1.0]), np.array([numbers]))


def moved_to(rig, bone, point):
    """The location that brings a control of the hands to a point: it goes along the axes of the armature."""
    return point - rig.data.bones[bone].head_local


def _turn(left, up):
    return Matrix.Rotation(np.radians(left), 4, "Z") @ Matrix.Rotation(np.radians(-up), 4, "X")
