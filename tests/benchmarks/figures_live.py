"""Figures of live verbs in Blender."""

import bpy
import numpy as np

from adverb.addon import actions
from tests.benchmarks.clock import best, ratio
from tests.blender.stick import make_human, make_rig

FRAMES = 100


def figures():
    yield from _plain_rig()
    yield from _rigify()


def _plain_rig():
    rigs = [make_rig(f"Rig {number}", 64, ("QUATERNION",), 0.1) for number in range(10)]
    for rig in rigs:
        bones = [bone.name for bone in rig.pose.bones]
        make_verb(rig, bones, bones[-1])
        animate(rig.adverb.verbs[0].goal)
    yield "live.ten_rigs_ratio", ratio(player(rigs), player(rigs[:1])), "", "10 at most"
    show(rigs[:1])
    yield "live.ratio", live_ratio(rigs[0]), "", "1.3 at most"
    yield "bake.speedup", _bake_speedup(rigs[0]), "", "10 at least"


def _rigify():
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    rig = make_human(bpy.ops.object.armature_human_metarig_add)
    names = ["torso", "hips", "chest", "neck", "head", "shoulder.L", "shoulder.R", "hand_ik.L", "hand_ik.R"]
    names += [f"{part}_fk.{side}" for part in ("upper_arm", "forearm", "hand") for side in "LR"]
    make_verb(rig, names, "hand_ik.R")
    animate(rig.adverb.verbs[0].goal)
    yield "live.rigify_ratio", live_ratio(rig), "", "1.2 at most"


def live_ratio(rig):
    """A live frame against a frame of what was baked from it, on a copy of the rig."""
    show([rig])
    verb = rig.adverb.verbs[0]
    verb.bake_start, verb.bake_end = 1, FRAMES
    bpy.ops.adverb.bake(name=f"{rig.name} baked", release=False)
    played = rig.copy()
    played.adverb.verbs.clear()
    for driver in list(played.animation_data.drivers):
        if "adverb_pose" in driver.driver.variables[0].targets[0].data_path:
            played.animation_data.drivers.remove(driver)
    actions.assign(played, bpy.data.actions[f"{rig.name} baked"])
    value = ratio(player([rig]), player([played]))
    show([rig])
    bpy.data.objects.remove(played)
    return value


def _bake_speedup(rig):
    """Blender's own bake of the live rig against ours, 250 frames."""
    verb = rig.adverb.verbs[0]
    verb.bake_start, verb.bake_end = 1, 250
    ours = best(lambda: bpy.ops.adverb.bake(release=False), 3)
    bpy.ops.object.select_all(action="DESELECT")
    rig.select_set(True)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="POSE")
    bpy.ops.pose.select_all(action="SELECT")
    theirs = best(
        lambda: bpy.ops.nla.bake(
            frame_start=1, frame_end=250, only_selected=True, visual_keying=True, bake_types={"POSE"}
        ),
        1,
    )
    return theirs / ours


def player(rigs):
    """Plays the scene with these rigs and their goals in it and nothing else."""

    def play():
        for frame in range(1, FRAMES + 1):
            bpy.context.scene.frame_set(frame)

    def prepare():
        show(rigs)
        bpy.context.scene.frame_set(0)

    play.prepare = prepare
    return play


def show(rigs):
    objects = bpy.context.scene.collection.objects
    wanted = [*rigs, *(verb.goal for rig in rigs for verb in rig.adverb.verbs)]
    for shown in list(objects):
        objects.unlink(shown)
    for thing in wanted:
        objects.link(thing)
    bpy.context.view_layer.objects.active = rigs[0]


def make_verb(rig, bones, effector, name=""):
    """Nine motions that turn the bones a little, tagged, and live."""
    rng = np.random.default_rng(3)
    paths = []
    for name in bones:
        bone = rig.pose.bones[name]
        path, width = ("rotation_quaternion", 4) if bone.rotation_mode == "QUATERNION" else ("rotation_euler", 3)
        paths += [(f'pose.bones["{name}"].{path}', index, name) for index in range(width)]
    times = np.linspace(1, 60, 7)
    rest = np.array([1.0 if path.endswith("quaternion") and index == 0 else 0.0 for path, index, _ in paths])
    bpy.context.view_layer.objects.active = rig
    bpy.ops.adverb.add_verb(name=name or rig.name)
    verb = rig.adverb.verbs[-1]
    verb.effector, verb.timing = effector, "PLAY"
    for place in np.indices((3, 3)).reshape(2, -1).T - 1.0:
        numbers = rest + 0.1 * rng.normal(size=(len(times), len(paths)))
        action = actions.write(f"{verb.name} {place}", rig, paths, times, numbers)
        action.pose_markers.new("touch").frame = int(rng.integers(25, 35))
        actions.assign(rig, action)
        bpy.ops.adverb.add_example()
        for number, value in zip(verb.examples[-1].adverbs, (*place, place.sum() + 0.3 * rng.normal()), strict=True):
            number.value = value
    bpy.ops.adverb.go_live()
    return verb


def animate(goal):
    for frame in (1, 30, 60, FRAMES):
        goal.location = np.random.default_rng(frame).uniform(-1, 1, 3)
        goal.keyframe_insert("location", frame=frame)
