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
from .hub import NO_NUMBER, lives, pose_property

if TYPE_CHECKING:
    from .properties import ADVERB_PG_verb


def frames(start: int, end: int, step: int) -> Array:
    """Every `step`-th frame, and the last one."""
    times = np.arange(start, end + 1, step, dtype=np.float64)
    return times if times[-1] == end else np.append(times, float(end))


def record(scene: bpy.types.Scene, verb: "ADVERB_PG_verb", times: Array) -> Iterator[tuple[float, ...]]:
    """What the hub reads at each frame, one at a time; nothing is left behind however it ends."""
    known = lives[hub.key(verb)]
    stage = _Stage(scene, verb)
    try:
        for time in times:
            rows: list[tuple[float, ...]] = []
            known.record = rows
            stage.scene.frame_set(int(time))
            known.record = None
            yield rows[-1]
    finally:
        known.record = None
        stage.clear()


class _Stage:
    """Where the goal is evaluated: a scene with nothing but a witness that hangs on the hub. A goal that depends on
    its scene, as rigid bodies and some drivers do, is watched in that scene itself."""

    def __init__(self, scene: bpy.types.Scene, verb: "ADVERB_PG_verb") -> None:
        self.scene, self.frame, self.witness = scene, (scene.frame_current, scene.frame_subframe), None
        if _needs_its_scene(verb.goal):
            return
        self.scene = bpy.data.scenes.new("Adverb Bake")
        for name in ("fps", "fps_base", "frame_map_old", "frame_map_new"):
            setattr(self.scene.render, name, getattr(scene.render, name))
        self.witness = bpy.data.objects.new("Adverb Bake", None)
        driver = self.witness.driver_add("location", 0).driver
        driver.type = "SUM"
        target = driver.variables.new().targets[0]
        target.id, target.data_path = verb.goal, f'["{pose_property(verb.uid)}"][0]'
        self.scene.collection.objects.link(self.witness)

    def clear(self) -> None:
        if self.witness is None:
            self.scene.frame_set(self.frame[0], subframe=self.frame[1])
        else:
            bpy.data.objects.remove(self.witness)
            bpy.data.scenes.remove(self.scene)


def _needs_its_scene(goal: bpy.types.Object) -> bool:
    """Whether the goal or one of its parents moves by what only its own scene knows."""
    link: bpy.types.Object | None = goal
    while link is not None:
        curves = link.animation_data.drivers if link.animation_data else ()
        variables = (variable for curve in curves for variable in curve.driver.variables)
        if link.rigid_body is not None or any(variable.type == "CONTEXT_PROP" for variable in variables):
            return True
        link = link.parent
    return False


def write(
    rig: bpy.types.Object, verb: "ADVERB_PG_verb", name: str, recorded: Sequence[tuple[float, ...]]
) -> bpy.types.Action:
    """A new Action with the verb's channels and no others, from what was recorded."""
    rows = np.array(recorded)
    broken = np.flatnonzero(~np.isfinite(rows).all(axis=1))
    if broken.size:
        raise VerbError(f"At frame {rows[broken[0], 0]:g}: {NO_NUMBER}")
    live = lives[hub.key(verb)]
    numbers = hub.numbers(live, rows)
    written = []
    for column, entry in enumerate(live.built.native.entries):
        path, index = address(rig, entry)
        written.append((path, max(index, 0), Property.of(path).owner or "Properties"))
        if entry.channel.kind is Kind.VALUE:
            # Blender keeps a driven value within its bounds; a key would show what lies beyond them.
            known = facts(rig, entry.channel)
            numbers[:, column] = np.clip(numbers[:, column], known.least, known.most)
    action = actions.write(name, rig, written, rows[:, 0], numbers)
    action[actions.BAKED] = verb.uid
    return action


def play(rig: bpy.types.Object, verb: "ADVERB_PG_verb", action: bpy.types.Action) -> None:
    """Release the verb and let the rig play what was baked from it."""
    live.release(rig, verb)
    kept, _ = actions.assigned(rig)  # it is not lost when the rig lets go of it
    if kept is not None and kept.users <= 1:
        kept.use_fake_user = True
    actions.assign(rig, action)
