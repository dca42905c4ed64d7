"""Rigs for tests and figures, with Actions for them."""

import bpy
import numpy as np

from adverb.addon import actions, channels

MODES = ("QUATERNION", "XYZ", "ZYX", "AXIS_ANGLE", "YXZ")


def make_rig(name="Rig", count=5, modes=MODES, length=0.5):
    """A chain of bones going up, each with the next of the rotation modes; also a custom property on the last."""
    armature = bpy.data.armatures.new(name)
    rig = bpy.data.objects.new(name, armature)
    bpy.context.scene.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    parent = None
    for index in range(count):
        bone = armature.edit_bones.new(f"bone {index}")
        bone.head, bone.tail = (0, 0, index * length), (0, 0.01 * index, (index + 1) * length)
        bone.parent = parent
        parent = bone
    bpy.ops.object.mode_set(mode="OBJECT")
    for index, bone in enumerate(rig.pose.bones):
        bone.rotation_mode = modes[index % len(modes)]
    rig.pose.bones[-1]["grip"] = 0.25
    rig.pose.bones[-1].id_properties_ui("grip").update(default=0.25, min=0.0, max=1.0)
    return rig


def make_human(add_metarig):
    """A generated Rigify human, from one of Rigify's metarigs."""
    bpy.ops.preferences.addon_enable(module="rigify")
    add_metarig()
    metarig = bpy.context.object
    bpy.ops.pose.rigify_generate()
    rig = metarig.data.rigify_target_rig
    bpy.data.objects.remove(metarig)
    bpy.context.view_layer.objects.active = rig
    return rig


def make_action(rig, name, frames=24, seed=0, amount=0.5, keys=4, markers=("touch",)):
    """An Action that bends every bone of the rig, keyed at `keys` frames, with markers spread over it."""
    rng = np.random.default_rng(seed)
    times = np.unique(np.round(np.linspace(1, frames, keys)))
    written, columns = [], []
    for bone in rig.pose.bones:
        path = channels.Property(bone.name, channels.rotation_property(bone.rotation_mode)).path
        width = 3 if len(bone.rotation_mode) == 3 else 4
        for index in range(width):
            rest = 1.0 if (width == 4 and index == (0 if bone.rotation_mode == "QUATERNION" else 1)) else 0.0
            written.append((path, index, bone.name))
            columns.append(rest + amount * rng.uniform(-1, 1, len(times)))
    for index in range(3):
        written.append(('pose.bones["bone 0"].location', index, "bone 0"))
        columns.append(amount * rng.uniform(-1, 1, len(times)))
    written.append((f'pose.bones["{rig.pose.bones[-1].name}"]["grip"]', 0, rig.pose.bones[-1].name))
    columns.append(rng.uniform(0, 1, len(times)))
    action = actions.write(name, rig, written, times, np.array(columns).T)
    for place, marker in enumerate(markers, 1):
        action.pose_markers.new(marker).frame = round(1 + (frames - 1) * place / (len(markers) + 1))
    return action


def numbers(rig):
    """All that the pose of the rig is made of, read from the evaluated rig."""
    evaluated = rig.evaluated_get(bpy.context.evaluated_depsgraph_get())
    return np.array([np.array(bone.matrix) for bone in evaluated.pose.bones])


def place(example):
    """Where in adverb space an example is."""
    return [number.value for number in example.adverbs]


def played(rig, action, frame):
    """The pose of the rig when it plays an Action, read from a copy of it."""
    copy = rig.copy()
    copy.animation_data_clear()
    copy.adverb.verbs.clear()  # it only plays
    bpy.context.scene.collection.objects.link(copy)
    actions.assign(copy, action)
    bpy.context.scene.frame_set(frame)
    pose = numbers(copy)
    bpy.data.objects.remove(copy)
    return pose
