"""What it costs a playing scene that copies, renames and deletions are noticed."""

import bpy

from adverb.addon import handlers
from tests.benchmarks.clock import best, ratio
from tests.blender.stick import make_action, make_rig

FRAMES, CALLS = 100, 1000


def figures():
    rig = make_rig("Rig", 64, ("QUATERNION",), 0.1)
    for index in range(4):
        make_action(rig, f"reach {index}", seed=index)
    rig.data.bones.active = rig.data.bones[-1]
    bpy.ops.adverb.add_verb()
    bpy.ops.adverb.add_examples(pattern="reach*")
    rig.adverb.verbs[0].timing = "PLAY"
    bpy.ops.adverb.measure()
    bpy.ops.adverb.go_live()
    for index in range(1000):
        bpy.context.scene.collection.objects.link(bpy.data.objects.new(f"prop {index}", None))
    bpy.context.view_layer.update()
    yield "life.watch_us", 1e6 * best(_watch) / CALLS, "us", "10 at most"
    yield "life.playback_ratio", ratio(_player(watched=True), _player(watched=False)), "", "1.02 at most"


def _watch():
    scene, depsgraph = bpy.context.scene, bpy.context.view_layer.depsgraph
    for _ in range(CALLS):
        handlers.before_update(scene, depsgraph)


def _player(watched):
    """Plays the scene, with and without the handler that looks around."""

    def play():
        for frame in range(1, FRAMES + 1):
            bpy.context.scene.frame_set(frame)

    def prepare():
        called = bpy.app.handlers.frame_change_pre
        if handlers.before_update in called:
            called.remove(handlers.before_update)
        if watched:
            called.append(handlers.before_update)

    play.prepare = prepare
    return play
