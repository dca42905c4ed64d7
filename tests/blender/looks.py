"""A person who looks around with head, neck and back: nine poses over 120 by 60 degrees, as an artist would set them.

To the side the back turns and leans after the look; upwards the back arches, downwards the neck does most of it. So no
two poses share the look out alike, and blends of them miss.
"""

import bpy
import numpy as np
from mathutils import Matrix, Vector

AZIMUTHS, ELEVATIONS = (-60.0, 0.0, 60.0), (-30.0, 0.0, 30.0)

# Joints of a person 1.8 m tall who stands at the origin and faces -Y, from the hips up: how high each is.
_HEIGHTS = {"hips": 0.98, "spine": 1.08, "waist": 1.2, "chest": 1.34, "neck": 1.54, "head": 1.64}
_TOP = 1.82

# Of a look to the side, how much each joint turns; of one upwards and of one downwards, how much it bends. What is left
# is the head's.
_TURN = {"spine": 0.08, "waist": 0.12, "chest": 0.15, "neck": 0.25}
_ARCH = {"spine": 0.1, "waist": 0.1, "chest": 0.15, "neck": 0.25}
_STOOP = {"spine": 0.0, "waist": 0.05, "chest": 0.15, "neck": 0.4}
# How far each joint leans to the side that is looked at, as a part of the look: fifteen degrees in all at the far side.
_LEAN = {"spine": 0.05, "waist": 0.05, "chest": 0.05, "neck": 0.1}


def make_person() -> bpy.types.Object:
    """The rig with a gaze verb on a pose mesh, made and measured with the buttons; not live."""
    rig = bpy.data.objects.new("Person", bpy.data.armatures.new("Person"))
    bpy.context.scene.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    names, heights = list(_HEIGHTS), [*_HEIGHTS.values(), _TOP]
    for place, name in enumerate(names):
        bone = rig.data.edit_bones.new(name)
        bone.head, bone.tail = (0.0, 0.0, heights[place]), (0.0, 0.0, heights[place + 1])
        bone.parent = rig.data.edit_bones[names[place - 1]] if place else None
    bpy.ops.object.mode_set(mode="POSE")
    rig.data.bones.active = rig.data.bones["head"]
    bpy.ops.adverb.add_verb(preset="GAZE", name="Gaze")
    verb = rig.adverb.verbs[0]
    verb.interpolator = "POSE_MESH"
    for adverb in verb.adverbs:
        adverb.reference = "hips"
    bpy.ops.pose.select_all(action="SELECT")  # also what is at rest belongs to a pose
    for elevation in ELEVATIONS:
        for azimuth in AZIMUTHS:
            pose(rig, azimuth, elevation)
            bpy.ops.adverb.add_pose()
    for bone in rig.pose.bones:
        bone.matrix_basis.identity()
    bpy.ops.adverb.measure()
    bpy.ops.object.mode_set(mode="OBJECT")
    return rig


def pose(rig: bpy.types.Object, azimuth: float, elevation: float) -> None:
    """Pose the rig so that the head looks there: to the left and up. The back does its part, the head the rest."""
    turned = Matrix.Identity(3)
    bends = _ARCH if elevation > 0.0 else _STOOP
    for name, turn in _TURN.items():
        turned = turned @ _set(rig, name, turn * azimuth, bends[name] * elevation, _LEAN[name] * azimuth)
    look = Vector(ahead(azimuth, elevation))
    left = turned.inverted() @ look
    across, above = np.degrees(np.arctan2(left.x, -left.y)), np.degrees(np.arcsin(left.z))
    _set(rig, "head", across, above, 0.0)
    bpy.context.view_layer.update()


def ahead(azimuth: float, elevation: float) -> tuple[float, float, float]:
    """The direction to the left and up of -Y, in the space of the rig."""
    across, above = np.radians(azimuth), np.radians(elevation)
    return float(np.cos(above) * np.sin(across)), float(-np.cos(above) * np.cos(across)), float(np.sin(above))


def off(rig: bpy.types.Object, azimuth: float, elevation: float) -> float:
    """The angle between where the head of the evaluated rig looks and where it should, in degrees."""
    its = rig.evaluated_get(bpy.context.evaluated_depsgraph_get()).pose.bones["head"].matrix.col[2][:3]
    wanted = ahead(azimuth, elevation)
    return float(np.degrees(np.arctan2(np.linalg.norm(np.cross(its, wanted)), np.dot(its, wanted))))


def _set(rig: bpy.types.Object, name: str, turn: float, bend: float, lean: float) -> Matrix:
    """Turn a joint to the left, then up, then let it lean to the left about where it looks; the turn it makes."""
    axes = ("Z", turn), ("X", -bend), ("Y", lean)
    turned = Matrix.Identity(3)
    for axis, angle in axes:
        turned = turned @ Matrix.Rotation(np.radians(angle), 3, axis)
    rest = rig.data.bones[name].matrix_local.to_3x3()
    rig.pose.bones[name].rotation_mode = "QUATERNION"
    rig.pose.bones[name].rotation_quaternion = (rest.inverted() @ turned @ rest).to_quaternion()
    return turned
