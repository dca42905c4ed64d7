"""Rigs with two sides for tests and figures, Actions for them, and how far two motions are apart."""

import bpy
import numpy as np

from adverb.addon import actions, channels, sampling
from adverb.core import native, quaternion

MODES = (native.QUATERNION, native.AXIS_ANGLE, *native.EULER_ORDERS)


def make_rig(name="Sided", modes=MODES, tilt=0.0):
    """A hip with a pair of bones for each mode, and a horn on the left only. `tilt` turns the rests of the right away
    from the mirror image of the left."""
    armature = bpy.data.armatures.new(name)
    rig = bpy.data.objects.new(name, armature)
    bpy.context.scene.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    hip = armature.edit_bones.new("hip")
    hip.head, hip.tail = (0, 0, 1), (0, 0.1, 1.5)
    horn = armature.edit_bones.new("horn.L")
    horn.head, horn.tail, horn.roll, horn.parent = (0.2, 0.1, 1.5), (0.5, 0.3, 1.9), 0.7, hip
    for side, sign in (("L", 1.0), ("R", -1.0)):
        parent = hip
        for index, mode in enumerate(modes):
            bone = armature.edit_bones.new(f"arm {mode}.{side}")
            at = 0.3 + 0.2 * index
            off = tilt if side == "R" else 0.0
            bone.head, bone.tail = (sign * at, 0.1, 1.4), (sign * (at + 0.2), 0.05 + off, 1.5 + 0.02 * index)
            bone.roll, bone.parent = sign * (0.3 + 0.1 * index) + off, parent
            parent = bone
    bpy.ops.object.mode_set(mode="OBJECT")
    for bone in rig.pose.bones:
        bone.rotation_mode = bone.name.split()[1].split(".")[0] if " " in bone.name else "QUATERNION"
    return rig


def make_action(rig, name, seed=0, frames=30, bones=None):
    """Every transform of the bones keyed at frames of its own, by large turns too."""
    rng = np.random.default_rng(seed)
    action = bpy.data.actions.new(name)
    slot = action.slots.new("OBJECT", rig.name)
    action.layers.new("Layer").strips.new(type="KEYFRAME").channelbag(slot, ensure=True)
    for bone in bones or [bone.name for bone in rig.pose.bones]:
        mode = channels.mode_of(rig, bone)
        turns = channels.rotation_property(mode)
        times = np.array([1, *np.sort(rng.choice(np.arange(2, frames), 3, replace=False)), frames], dtype=float)
        for part, rest, amount in (
            ("location", np.zeros(3), 0.3),
            ("scale", np.ones(3), 0.2),
            (turns, native.rest(mode), 3.0 if mode in native.EULER_ORDERS else 0.6),
        ):
            path = channels.Property(bone, part).path
            numbers = rest + amount * rng.uniform(-1, 1, (len(times), len(rest)))
            actions.add(action, slot, [(path, index, bone) for index in range(len(rest))], times, numbers)
    return action


def clip(rig, action, times):
    return sampling.sample(rig, action.name, action, action.slots[0], times)[0]


def apart(rig, one, other):
    """How far two Actions are apart over all frames and all bones, in radians and units; inf if they move others."""
    times = sampling.frames(*sampling.whole_range(one, one.slots[0]))
    first, second = (clip(rig, action, times) for action in (one, other))
    written = {c for b in rig.pose.bones for c in native.written(b.name, b.rotation_mode)}
    layout = first.layout
    if set(layout.channels) - written != set(second.layout.channels) - written:
        return np.inf
    second = second.conform(layout, layout.rest)
    plain = [where for channel, where in layout.slices.items() if channel not in written]
    numbers = np.concatenate([np.arange(where.start, where.stop) for where in plain])
    numbers = numbers[numbers < layout.linear_width]
    turns = quaternion.multiply(quaternion.conjugate(layout.rotations(first.values)), layout.rotations(second.values))
    angles = np.linalg.norm(quaternion.log(quaternion.align(turns, quaternion.IDENTITY)), axis=-1)
    return max(np.abs(first.values - second.values)[:, numbers].max(initial=0.0), angles.max(initial=0.0))
