"""Poses on the controls of a rig, and Actions made of them.

A pose is a dict: control -> (displacement, rotation), in the axes of the armature as it stands at rest.
"""

from itertools import pairwise

import bpy
import numpy as np
from mathutils import Quaternion, Vector

Pose = dict[str, tuple[Vector, Quaternion]]
Track = list[tuple[int, Vector, Quaternion]]  # frame, displacement, rotation


def turn(vector) -> Quaternion:
    """The rotation about a vector by its length."""
    return Quaternion(Vector(vector))


def direction(bone: bpy.types.Bone) -> Vector:
    return (bone.tail_local - bone.head_local).normalized()


def apply(rig: bpy.types.Object, pose: Pose) -> None:
    for control, (move, rotation) in pose.items():
        bone = rig.pose.bones[control]
        bone.location, rotation = local(bone, move, rotation)
        setattr(bone, *in_mode(bone, rotation))
    rig.update_tag()
    bpy.context.view_layer.update()


def local(bone: bpy.types.PoseBone, move, rotation) -> tuple[Vector, Quaternion]:
    """Displacement and rotation in the control's own axes."""
    rest = bone.bone.matrix_local.to_quaternion()
    return rest.inverted() @ move if bone.bone.use_local_location else move, rest.inverted() @ rotation @ rest


def in_mode(bone, rotation):
    """The property that holds a control's rotation in the mode the rig gave it, and its value."""
    if bone.rotation_mode == "QUATERNION":
        return "rotation_quaternion", rotation
    return "rotation_euler", rotation.to_euler(bone.rotation_mode)


def make_action(rig, name: str, tracks: dict[str, Track], markers: dict[str, int]) -> bpy.types.Action:
    action = bpy.data.actions.new(name)
    action.use_fake_user = True
    slot = action.slots.new(id_type="OBJECT", name=rig.name)
    strip = action.layers.new("Layer").strips.new(type="KEYFRAME")
    channels = strip.channelbag(slot, ensure=True)
    for control, track in tracks.items():
        write(channels, rig.pose.bones[control], track)
    for marker, frame in markers.items():
        action.pose_markers.new(marker).frame = frame
    return action


def write(channels, bone, track: Track) -> None:
    group = channels.groups.new(bone.name)
    frames = [frame for frame, _, _ in track]
    moves, rotations = zip(*(local(bone, move, rotation) for _, move, rotation in track))
    for previous, rotation in pairwise(rotations):
        rotation.make_compatible(previous)
    values = {"location": moves}
    for way, value in (in_mode(bone, rotation) for rotation in rotations):
        values.setdefault(way, []).append(value)
    for way, keys in values.items():
        if np.allclose(keys, type(keys[0])()):  # a control that only turns gets no keys for its place
            continue
        for index, curve in enumerate(np.array(keys).T):
            fcurve = channels.fcurves.new(bone.path_from_id(way), index=index)
            fcurve.group = group
            fcurve.keyframe_points.add(len(frames))
            fcurve.keyframe_points.foreach_set("co", np.stack([frames, curve], 1).ravel())
            for key in fcurve.keyframe_points:
                key.interpolation = "BEZIER"
                key.handle_left_type = key.handle_right_type = "AUTO_CLAMPED"
            fcurve.update()
