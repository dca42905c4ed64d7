"""A character that looks at things: a head on a neck and a spine, an eye in it, an arm with a hand; and its looks."""

from itertools import product

import bpy
import numpy as np
from mathutils import Matrix, Vector

from adverb.addon import actions, bones, tagging
from tests.blender.stick import make_rig

BONES = {  # head, tail, parent
    "spine": ((0, 0, 1.0), (0, 0, 1.4), None),
    "neck": ((0, 0, 1.4), (0, 0, 1.5), "spine"),
    "head": ((0, 0, 1.5), (0, 0, 1.75), "neck"),
    "eye": ((0.0, -0.1, 1.65), (0.0, -0.13, 1.65), "head"),
    "arm": ((-0.2, 0, 1.4), (-0.5, 0, 1.4), "spine"),
    "hand": ((-0.5, 0, 1.4), (-0.6, 0, 1.4), "arm"),
}


def make_watcher(name="Rig"):
    rig = make_rig(name, count=1, length=1.0)
    bpy.ops.object.mode_set(mode="EDIT")
    made = rig.data.edit_bones
    for bone, (head, tail, parent) in BONES.items():
        new = made.new(bone)
        new.head, new.tail, new.parent = head, tail, made[parent or "bone 0"]
    bpy.ops.object.mode_set(mode="OBJECT")
    for bone in BONES:
        rig.pose.bones[bone].rotation_mode = "QUATERNION"
    return rig


def add_looks(rig, name, shares, azimuths, elevations, reference="", effector=""):
    """A verb of poses that look around: each bone takes its share of the turn. Measured, not live."""
    bpy.context.view_layer.objects.active = rig
    rig.data.bones.active = rig.data.bones[effector or list(shares)[-1]]
    bpy.ops.adverb.add_verb(name=name, preset="GAZE")
    verb = rig.adverb.verbs[rig.adverb.active_verb]
    written = [(f'pose.bones["{bone}"].rotation_quaternion', index, bone) for bone in shares for index in range(4)]
    for left, up in product(azimuths, elevations):
        keys = [part for bone, share in shares.items() for part in turn(rig, bone, share * left, share * up)]
        action = actions.write(f"{name} {left} {up}", rig, written, np.array([1.0]), np.array([keys]))
        tagging.add_example(verb, action)
    bones.pick(verb, list(shares))
    for adverb in verb.adverbs:
        adverb.reference = reference or adverb.reference
    bpy.ops.adverb.measure()
    return verb


def turn(rig, bone, left, up):
    """The rotation of a bone that turns it to the left and up, as the character sees it."""
    rest = rig.data.bones[bone].matrix_local.to_3x3()
    turned = Matrix.Rotation(np.radians(left), 3, "Z") @ Matrix.Rotation(np.radians(-up), 3, "X")
    return tuple((rest.inverted() @ turned @ rest).to_quaternion())


def add_head(rig):
    return add_looks(rig, "Look", {"neck": 0.4, "head": 0.6}, (-60, 0, 60), (-40, 0, 40))


def add_eye(rig):
    return add_looks(rig, "Eye", {"eye": 1.0}, (-40, 0, 40), (-30, 0, 30))


def heading(rig, bone, axis, depsgraph=None):
    """Where a bone is in the world, and where an axis of it points, as Blender shows them."""
    shown = rig.evaluated_get(depsgraph or bpy.context.evaluated_depsgraph_get())
    matrix = shown.matrix_world @ shown.pose.bones[bone].matrix
    unit = Vector((0, 0, 0))
    unit["XYZ".index(axis[-1])] = -1.0 if axis.startswith("-") else 1.0
    return matrix.translation, (matrix.to_3x3() @ unit).normalized()


def off(rig, verb, point, depsgraph=None):
    """By how many degrees the effector of a verb looks past a point of the world, from where it sits."""
    place, axis = heading(rig, verb.effector, verb.adverbs[0].bone_axis, depsgraph)
    return np.degrees(axis.angle(Vector(point) - place))


def add_thing(name, location, data=None):
    thing = bpy.data.objects.new(name, data)
    thing.location = location
    bpy.context.scene.collection.objects.link(thing)
    return thing


def add_camera(name, location):
    return add_thing(name, location, bpy.data.cameras.new(name))


def key(thing, path, values):
    """Keys of a property, by frame, with straight lines between them."""
    for frame, value in values.items():
        setattr(thing, path, value)
        thing.keyframe_insert(path, frame=frame)
    animated = thing.id_data.animation_data
    for curve in actions.curves(animated.action, animated.action_slot):
        for point in curve.keyframe_points:
            point.interpolation = "LINEAR"
