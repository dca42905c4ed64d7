"""What it costs a live verb to meet its goal."""

import bpy
import numpy as np

from adverb.addon import actions
from adverb.core import quaternion
from tests.benchmarks import tasks
from tests.benchmarks.figures_live import FRAMES, live_ratio

BONES = 64
_TIMES = np.array([1.0, 30.0, 60.0])


def figures():
    yield "live.polish_ratio", live_ratio(reaching()), "", "3 at most"


def reaching() -> bpy.types.Object:
    """The reaching person of the tasks as a rig with 64 bones, live and refined, that solves and polishes at every
    frame while the goal moves all over the working volume. The bones that do not reach move a little, all of them
    keyed."""
    task = tasks.reach()
    names, parents = task.body.skeleton.names, task.body.skeleton.parents
    heads = task.body.skeleton.globals(task.body.layout, task.body.layout.rest)[:, :3, 3]
    rig = bpy.data.objects.new("Reaching", bpy.data.armatures.new("Reaching"))
    bpy.context.scene.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    for name, parent, head in zip(names, parents, heads, strict=True):
        bone = rig.data.edit_bones.new(name)
        # Each bone points along Y, so that its axes are those of the armature, as in the task.
        bone.head, bone.tail = head, head + (0.0, 0.05, 0.0)
        bone.parent = rig.data.edit_bones[names[parent]] if parent >= 0 else None
    for number in range(BONES - len(names)):
        bone = rig.data.edit_bones.new(f"other {number}")
        bone.head, bone.tail = (0.1 * number, 0.0, 0.0), (0.1 * number, 0.05, 0.0)
        bone.parent = rig.data.edit_bones[f"other {number - 1}" if number % 3 else names[number % len(names)]]
    # The grip is a bone of its own: an effector is a bone's end.
    grip = rig.data.edit_bones["hand"]
    grip.tail = grip.head + type(grip.head)(task.aim.sights.probes[0].offset)
    bpy.ops.object.mode_set(mode="OBJECT")

    bpy.ops.adverb.add_verb(preset="REACH", name="Reach")
    verb = rig.adverb.verbs[0]
    verb.effector, verb.effector_end, verb.timing, verb.use_polish = "hand", "TAIL", "PLAY", True
    _tag(rig, task)
    bpy.ops.adverb.measure()
    bpy.ops.adverb.refine()
    bpy.ops.adverb.go_live()
    rng = np.random.default_rng(4)
    low, high = task.targets.min(axis=0), task.targets.max(axis=0)
    for frame in (1, 20, 40, 60, 80, FRAMES):
        verb.goal.location = rng.uniform(low, high)
        verb.goal.keyframe_insert("location", frame=frame)
    return rig


def _tag(rig: bpy.types.Object, task: tasks.Task) -> None:
    """An Action for each example: from rest to its pose and back, tagged."""
    layout, rng = task.body.layout, np.random.default_rng(3)
    rests = {bone.name: np.array(bone.matrix_local.to_quaternion()) for bone in rig.data.bones}
    poses = task.verb.motion.at_all(np.eye(len(task.verb.hull.vertices)), np.zeros(15), np.zeros(15))
    for number, pose in enumerate(poses):
        paths, columns = [], []
        for bone in rig.pose.bones:
            channel = tasks.Channel.of(bone.name, tasks.Kind.ROTATION)
            turn = quaternion.exp(0.1 * rng.normal(size=3))
            if channel in layout.slices:
                rest = rests[bone.name]
                turn = quaternion.multiply(
                    quaternion.conjugate(rest), quaternion.multiply(pose[layout.slices[channel]], rest)
                )
            paths += [(f'pose.bones["{bone.name}"].rotation_quaternion', index, bone.name) for index in range(4)]
            columns += [[still, there, still] for still, there in zip(quaternion.IDENTITY, turn, strict=True)]
        where = layout.slices[tasks.Channel.of("hips", tasks.Kind.LOCATION)]
        paths += [('pose.bones["hips"].location', index, "hips") for index in range(3)]
        columns += [[0.0, there, 0.0] for there in pose[where]]
        action = actions.write(f"reach {number}", rig, paths, _TIMES, np.array(columns).T)
        action.pose_markers.new("touch").frame = 30
    bpy.ops.adverb.add_examples(pattern="reach *")
