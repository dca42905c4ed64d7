"""From live to keyframes: the pose that the hub would give at every frame, as a new Action.

The goal is evaluated in a scene of its own: the dependency graph brings in what it depends on and leaves out everything
else, so a heavy scene does not slow the bake. There the hub only takes down what it reads; all poses are then made at
once, by the same verb from the same inputs.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import bpy
import numpy as np

from ..core.arrays import Array
from ..core.channels import Kind
from ..core.errors import VerbError
from . import actions, hub, live
from .channels import Property, address, facts
from .hub import NO_NUMBER, lives

if TYPE_CHECKING:
    from .properties import ADVERB_PG_verb


def frames(start: int, end: int, step: int) -> Array:
    """Every `step`-th frame, and the last one."""
    times = np.arange(start, end + 1, step, dtype=np.float64)
    return times if times[-1] == end else np.append(times, float(end))


def record(scene: bpy.types.Scene, verb: "ADVERB_PG_verb", times: Array) -> Iterator[tuple[float, ...]]:
    """What the hub reads at each frame, one at a time; nothing is left behind however it ends."""
    live = lives[verb.uid]
    stage = bpy.data.scenes.new("Adverb Bake")
    try:
        for name in ("fps", "fps_base"):
            setattr(stage.render, name, getattr(scene.render, name))
        stage.collection.objects.link(verb.goal)
        for time in times:
            live.record = []
            stage.frame_set(int(time))
            yield live.record[-1]
            live.record = None
    finally:
        live.record = None
        bpy.data.scenes.remove(stage)


def write(
    rig: bpy.types.Object, verb: "ADVERB_PG_verb", name: str, recorded: Sequence[tuple[float, ...]]
) -> bpy.types.Action:
    """A new Action with the verb's channels and no others, from what was recorded."""
    rows = np.array(recorded)
    broken = np.flatnonzero(~np.isfinite(rows).all(axis=1))
    if broken.size:
        raise VerbError(f"At frame {rows[broken[0], 0]:g}: {NO_NUMBER}")
    live = lives[verb.uid]
    numbers = hub.numbers(live, rows)
    written = []
    for column, entry in enumerate(live.built.native.entries):
        path, index = address(rig, entry)
        written.append((path, max(index, 0), Property.of(path).owner or "Properties"))
        if entry.channel.kind is Kind.VALUE:
            # Blender keeps a driven value within its bounds; a key would show what lies beyond them.
            known = facts(rig, entry.channel)
            numbers[:, column] = np.clip(numbers[:, column], known.least, known.most)
    return actions.write(name, rig, written, rows[:, 0], numbers)


def play(rig: bpy.types.Object, verb: "ADVERB_PG_verb", action: bpy.types.Action) -> None:
    """Release the verb and let the rig play what was baked from it."""
    live.release(rig, verb)
    kept, _ = actions.assigned(rig)
    if kept is not None and kept.users <= 1:
        kept.use_fake_user = True
    actions.assign(rig, action)
