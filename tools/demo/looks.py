"""Hero looks around: nine poses of head, neck and spine, as Actions of one frame each on a plain skeleton.

The skeleton is what a game gets of a Rigify human: its deform bones, and nothing that moves them. Axes are the
armature's: x to the character's left, y to its back, z up.
"""

from math import radians

import bpy
from character import make_character
from mathutils import Quaternion, Vector
from poses import Pose, apply, direction, make_action, turn

HEAD = "head"

# Deform bones of the spine, from the hips up, and what they are called here; the others only lose their prefix.
SPINE = {
    "DEF-spine": "hips",
    "DEF-spine.001": "spine",
    "DEF-spine.002": "waist",
    "DEF-spine.003": "chest",
    "DEF-spine.004": "neck",
    "DEF-spine.005": "neck.001",
    "DEF-spine.006": HEAD,
}

# What limbs hang on, which a control stood between before; * is the side.
LIMBS = {
    "DEF-pelvis": "DEF-spine",
    "DEF-thigh": "DEF-spine",
    "DEF-shoulder": "DEF-spine.003",
    "DEF-upper_arm": "DEF-shoulder.*",
}

# How far to the left and up each look goes, and how much the head tilts to the left, in degrees.
LOOKS = {
    "down right": (-57, -29, -7),
    "down": (0, -31, 0),
    "down left": (57, -29, 7),
    "right": (-60, 0, -4),
    "ahead": (0, 0, 0),
    "left": (60, 0, 4),
    "up right": (-58, 29, 8),
    "up": (0, 31, 0),
    "up left": (58, 29, -8),
}

# How much of a look each bone below the head has: of its turn to the side, of its pitch, and of the tilt.
SHARES = {
    "spine": (0.10, -0.05, 0.2),
    "waist": (0.12, 0.06, 0.2),
    "chest": (0.16, 0.16, 0.3),
    "neck": (0.12, 0.22, 0.2),
    "neck.001": (0.12, 0.16, 0.2),
}

# Where the bones of an arm point when it hangs; the left is mirrored.
HANGING = {"upper_arm": (0.22, 0.06, -1.0), "forearm": (0.12, -0.28, -1.0), "hand": (0.02, -0.25, -1.0)}


def make_looker() -> bpy.types.Object:
    """Hero on a plain skeleton, standing at ease, with an Action "look ..." for each of the looks."""
    rig = plain(make_character())
    apply(rig, at_ease(rig))
    for name, look in LOOKS.items():
        tracks = {bone: [(1, Vector(), rotation)] for bone, rotation in posed(*look).items()}
        make_action(rig, f"look {name}", tracks, {})
    return rig


def plain(rig: bpy.types.Object) -> bpy.types.Object:
    """The rig without controls, drivers and constraints: its deform bones by their own names."""
    bpy.context.view_layer.objects.active = rig
    rig.animation_data_clear()
    rig.data.animation_data_clear()
    for bone in rig.pose.bones:
        bone.custom_shape = None
        while bone.constraints:
            bone.constraints.remove(bone.constraints[0])
    bpy.ops.object.mode_set(mode="EDIT")
    bones = rig.data.edit_bones
    for bone in [bone for bone in bones if not bone.name.startswith("DEF-")]:
        bones.remove(bone)
    for child, parent in LIMBS.items():
        for side in "LR":
            bones[f"{child}.{side}"].parent = bones[parent.replace("*", side)]
    bpy.ops.object.mode_set(mode="OBJECT")
    for bone in rig.data.bones:
        bone.name = SPINE.get(bone.name, bone.name.removeprefix("DEF-"))
    for bone in rig.pose.bones:
        bone.rotation_mode = "QUATERNION"
    for collection in rig.data.collections_all:
        collection.is_visible = True
    return rig


def posed(left: float, up: float, tilt: float) -> dict[str, Quaternion]:
    """Rotations of the bones for a look: each takes its share, and the head turns by what is left of it."""
    found, so_far = {}, Quaternion()
    for bone, (turned, pitched, tilted) in SHARES.items():
        found[bone] = look(turned * left, pitched * up, tilted * tilt)
        so_far = so_far @ found[bone]
    found[HEAD] = so_far.inverted() @ look(left, up, tilt)
    return found


def look(left: float, up: float, tilt: float) -> Quaternion:
    """From straight ahead to a direction, in degrees: tilted first, then up, then to the side."""
    return turn((0, 0, radians(left))) @ turn((-radians(up), 0, 0)) @ turn((0, -radians(tilt), 0))


def at_ease(rig: bpy.types.Object) -> Pose:
    """The arms hang; each bone turns as far as its parent has not turned it already."""
    pose: Pose = {}
    for side, sign in (("L", 1.0), ("R", -1.0)):
        so_far = Quaternion()
        for name, (x, y, z) in HANGING.items():
            bone = rig.data.bones[f"{name}.{side}"]
            wanted = direction(bone).rotation_difference(Vector((sign * x, y, z)).normalized())
            pose[bone.name] = Vector(), so_far.inverted() @ wanted
            so_far = wanted
    return pose


def make_verb(rig: bpy.types.Object) -> bpy.types.PropertyGroup:
    """The looks as a pose mesh, measured and not live, with the buttons that an artist presses."""
    bpy.context.view_layer.objects.active = rig
    bpy.ops.adverb.add_verb(name="Look", preset="GAZE")
    verb = rig.adverb.verbs[rig.adverb.active_verb]
    verb.interpolator = "POSE_MESH"
    bpy.ops.adverb.add_examples(pattern="look *")
    bpy.ops.adverb.measure()
    return verb
