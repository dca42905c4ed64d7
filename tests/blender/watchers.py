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

# The eye looks exactly where it is asked to, so this is all that a frame of lag could hide in.
NEAR = 0.02


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


def verb_of(rig):
    return rig.adverb.verbs["Eye"]


def misses(rig, where, frames):
    """By how many degrees the eye looks past the places that a function tells, frame by frame."""
    found = []
    for frame in frames:
        bpy.context.scene.frame_set(frame)
        found.append(off(rig, verb_of(rig), where(frame)))
    return np.array(found)


def hand(rig, _frame=0):
    shown = rig.evaluated_get(bpy.context.evaluated_depsgraph_get())
    return shown.matrix_world @ shown.pose.bones["hand"].head


def wave(rig):
    """The hand swings before the eyes."""
    key(rig.pose.bones["arm"], "rotation_quaternion", {1: (0.8, 0, 0.3, 0.6), 40: (0.7, 0.1, 0.4, 0.7)})


def look_at_bone(rig, whose, bone):
    verb = verb_of(rig)
    verb.goal_from, verb.goal_rig, verb.goal_bone = "BONE", whose, bone
    go_live(rig)
    return verb


def go_live(rig):
    bpy.context.view_layer.objects.active = rig
    rig.adverb.active_verb = rig.adverb.verbs.find("Eye")
    bpy.ops.adverb.go_live()


def add_cameras():
    """Two cameras that move, and a scene that is cut to the second and back again."""
    scene = bpy.context.scene
    found = [add_camera("left", (0.9, -2, 1.5)), add_camera("right", (-0.9, -2, 1.8))]
    for camera in found:
        key(camera, "location", {1: camera.location, 60: camera.location + Vector((0, -0.4, 0.3))})
    for frame, camera in ((1, 0), (20, 1), (40, 0)):
        scene.timeline_markers.new(f"cut {frame}", frame=frame).camera = found[camera]
    scene.camera = found[0]
    return found


def look_at_camera(rig):
    verb_of(rig).goal_from = "CAMERA"
    go_live(rig)
    return verb_of(rig)


def shown_at(cameras):
    """Where the camera is that is active at a frame."""
    return lambda frame: cameras[1 if 20 <= frame < 40 else 0].matrix_world.translation
