"""From live to keyframes: the pose that the hub gives at every frame, as a new Action.

The goal is evaluated in a scene of its own: the dependency graph brings in what it depends on and leaves out everything
else, so a heavy scene does not slow the bake, and the keys are what the live rig shows by construction.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import bpy
import numpy as np

from ..core.arrays import Array
from ..core.channels import Kind
from . import actions, live
from .channels import Property, address, facts
from .hub import FIRST, lives, pose_property

if TYPE_CHECKING:
    from .properties import ADVERB_PG_verb


def frames(start: int, end: int, step: int) -> Array:
    """Every `step`-th frame, and the last one."""
    times = np.arange(start, end + 1, step, dtype=np.float64)
    return times if times[-1] == end else np.append(times, float(end))


def poses(scene: bpy.types.Scene, verb: "ADVERB_PG_verb", times: Array) -> Iterator[Array]:
    """The numbers of the live pose at each frame, one at a time; nothing is left behind however it ends."""
    stage = bpy.data.scenes.new("Adverb Bake")
    try:
        for name in ("fps", "fps_base"):
            setattr(stage.render, name, getattr(scene.render, name))
        stage.collection.objects.link(verb.goal)
        for time in times:
            stage.frame_set(int(time))
            evaluated = verb.goal.evaluated_get(stage.view_layers[0].depsgraph)
            yield np.array(evaluated[pose_property(verb.uid)])[FIRST:]
    finally:
        bpy.data.scenes.remove(stage)


def write(
    rig: bpy.types.Object, verb: "ADVERB_PG_verb", name: str, times: Array, poses: Sequence[Array]
) -> bpy.types.Action:
    """A new Action with the verb's channels and no others."""
    written = []
    numbers = np.array(poses)
    for column, entry in enumerate(lives[verb.uid].built.native.entries):
        path, index = address(rig, entry)
        written.append((path, max(index, 0), Property.of(path).owner or "Properties"))
        if entry.channel.kind is Kind.VALUE:
            # Blender keeps a driven value within its bounds; a key would show what lies beyond them.
            known = facts(rig, entry.channel)
            numbers[:, column] = np.clip(numbers[:, column], known.least, known.most)
    return actions.write(name, rig, written, times, numbers)


def play(rig: bpy.types.Object, verb: "ADVERB_PG_verb", action: bpy.types.Action) -> None:
    """Release the verb and let the rig play what was baked from it."""
    live.release(rig, verb)
    kept, _ = actions.assigned(rig)
    if kept is not None and kept.users <= 1:
        kept.use_fake_user = True
    actions.assign(rig, action)
