"""From live to keyframes: the pose that the hub would give at every frame, as a new Action.

The goal is evaluated in a scene of its own: the dependency graph brings in what it depends on and leaves out everything
else, so a heavy scene does not slow the bake. There the hub only takes down what it reads; all poses are then made at
once, by the same verb from the same inputs. Other objects can be watched there too, to bake as if each were the goal.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import bpy
import numpy as np

from ..core import reduction
from ..core.arrays import Array
from ..core.channels import Channel, Kind
from ..core.errors import VerbError
from ..core.native import Native
from ..core.reduction import Bundle
from . import actions, goals, hub, live, strips
from .channels import Property, address, facts, mode_of
from .hub import NO_NUMBER, lives, pose_property
from .stepwise import Stepwise

if TYPE_CHECKING:
    from .properties import ADVERB_PG_verb

# Steps are stored in single precision: so near to a whole frame, it is meant.
_NEAR = 1e-4


def frames(start: int, end: int, step: float) -> Array:
    """From `start` on in steps, which may lie between frames, and the last frame."""
    times = start + step * np.arange(np.floor((end - start) / step + _NEAR) + 1)
    times = np.where(np.abs(times - np.round(times)) < _NEAR, np.round(times), times)
    times = times[times <= end]
    return times if times[-1] == end else np.append(times, float(end))


def check(verb: "ADVERB_PG_verb") -> None:
    """Raise if a live verb does not follow its goal, so that there would be nothing to record."""
    if goals.of(verb) is None:
        raise VerbError(f"The goal of '{verb.name}' is gone: Release it, then Go Live again")
    if hub.key(verb) not in lives:
        reason = hub.stale.get(hub.key(verb), "it could not be built")
        raise VerbError(f"'{verb.name}' does not follow its goal: {reason}")
    if not live.is_running(verb):
        raise VerbError(f"Python drivers did not run, so '{verb.name}' stands still: reload the file trusted")


def places(context: bpy.types.Context, rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> list[bpy.types.Object]:
    """The selected objects that can stand for the goal: all but the rig and what it wears."""
    things = [thing for thing in context.selected_objects if rig not in (thing, thing.find_armature())]
    for thing in things:
        goals.check(rig, verb, thing)
    if not things:
        raise VerbError(f"Nothing is selected to bake '{verb.name}' at: select empties where the goal should be")
    return sorted(things, key=lambda thing: thing.name)


def record(
    context: bpy.types.Context, verb: "ADVERB_PG_verb", times: Array, things: Sequence[bpy.types.Object] = ()
) -> Stepwise[Array]:
    """What the hub reads, one time after another, `[1, F, 1 + inputs]` with the frame first; or, for each of the
    `things`, what it would read if that were the goal. Nothing is left behind however it ends."""
    known = lives[hub.key(verb)]
    recorded: list[list[tuple[float, ...]]] = []
    stage = _Stage(context, verb, things)
    try:
        for time in times:
            rows: list[tuple[float, ...]] = []
            known.record = rows
            whole = np.floor(time)
            stage.scene.frame_set(int(whole), subframe=float(time - whole))
            known.record = None
            recorded.append([stage.seen_from(thing, rows[-1]) for thing in things] or [rows[-1]])
            yield len(recorded) / len(times)
    finally:
        known.record = None
        stage.clear()
    return np.array(recorded).swapaxes(0, 1)


class _Stage:
    """Where the goal is evaluated: a scene with nothing but a witness that hangs on the hub. A goal that depends on
    its scene, as rigid bodies and some drivers do, is watched in that scene itself."""

    def __init__(self, context: bpy.types.Context, verb: "ADVERB_PG_verb", things: Sequence[bpy.types.Object]) -> None:
        scene = context.scene
        self.scene, self.frame, self.witness = scene, (scene.frame_current, scene.frame_subframe), None
        self.layer = context.view_layer
        self.values = [adverb.name for adverb in goals.values(verb)]
        if any(_needs_its_scene(thing) for thing in (verb.goal, *things)):
            return
        self.scene = bpy.data.scenes.new("Adverb Bake")
        self.layer = self.scene.view_layers[0]
        for name in ("fps", "fps_base", "frame_map_old", "frame_map_new"):
            setattr(self.scene.render, name, getattr(scene.render, name))
        self.witness = bpy.data.objects.new("Adverb Bake", None)
        driver = self.witness.driver_add("location", 0).driver
        driver.type = "SUM"
        watched = [(verb.goal, f'["{pose_property(verb.uid)}"][0]')]
        for thing in things:
            watched.append((thing, "matrix_world[3][0]"))
            watched += [(thing, goals.slider(adverb)) for adverb in goals.values(verb) if adverb.name in thing]
        for thing, path in watched:
            target = driver.variables.new().targets[0]
            target.id, target.data_path = thing, path
        self.scene.collection.objects.link(self.witness)

    def seen_from(self, thing: bpy.types.Object, row: tuple[float, ...]) -> tuple[float, ...]:
        """The row of the hub with this object for the goal: its place, and its values where it has them."""
        frame, *inputs = row
        shown = thing.evaluated_get(self.layer.depsgraph)
        inputs[hub.GOAL] = shown.matrix_world.translation
        for place, name in enumerate(self.values, hub.VALUES):
            inputs[place] = shown.get(name, inputs[place])
        return frame, *inputs

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


@dataclass(frozen=True)
class Motion:
    """What is to be keyed: the numbers of the verb's channels, in their order."""

    times: Array  # [F]
    numbers: Array  # [F, channels]

    def share(self, action: bpy.types.Action) -> float:
        """How many keys an Action made of it has, as a part of all that it could have."""
        return actions.key_count(action, action.slots[0]) / self.numbers.size


def motions(rig: bpy.types.Object, verb: "ADVERB_PG_verb", recorded: Array) -> list[Motion]:
    """What the hub would show for all that was recorded."""
    return [_motion(rig, verb, rows) for rows in recorded]


def _motion(rig: bpy.types.Object, verb: "ADVERB_PG_verb", rows: Array) -> Motion:
    broken = np.flatnonzero(~np.isfinite(rows).all(axis=1))
    if broken.size:
        raise VerbError(f"At frame {rows[broken[0], 0]:g}: {NO_NUMBER}")
    known = lives[hub.key(verb)]
    return Motion(rows[:, 0], bounded(rig, known.built.native, hub.numbers(known, rows)))


def bounded(rig: bpy.types.Object, native: Native, numbers: Array) -> Array:
    """The same numbers `[F, channels]`, custom properties within their bounds: Blender keeps a driven value there, and
    a key would show what lies beyond them."""
    result = numbers.copy()
    for column, entry in enumerate(native.entries):
        if entry.channel.kind is Kind.VALUE:
            bounds = facts(rig, entry.channel)
            result[:, column] = np.clip(result[:, column], bounds.least, bounds.most)
    return result


def columns(rig: bpy.types.Object, native: Native) -> list[tuple[str, int, str]]:
    """The F-curve of each driven number: data path, index, group."""
    found = []
    for entry in native.entries:
        path, index = address(rig, entry)
        found.append((path, max(index, 0), Property.of(path).owner or "Properties"))
    return found


def write(rig: bpy.types.Object, verb: "ADVERB_PG_verb", name: str, motion: Motion) -> bpy.types.Action:
    """A new Action with the verb's channels and no others."""
    native = lives[hub.key(verb)].built.native
    if verb.bake_reduce:
        action = write_reduced(rig, verb, name, native, motion)
    else:
        action = actions.write(name, rig, columns(rig, native), motion.times, motion.numbers)
    action[actions.BAKED] = verb.uid
    if verb.bake_asset:
        action.asset_mark()
    return action


def write_reduced(
    rig: bpy.types.Object,
    verb: "ADVERB_PG_verb",
    name: str,
    native: Native,
    motion: Motion,
    held: Sequence[int] = (),
    room: int = 0,
) -> bpy.types.Action:
    """A new Action with the keys that each channel needs to be as near as the verb's bake is to be. Samples that are
    `held` are keys of all, with `room` for a change by hand."""
    bundled: dict[Channel, list[int]] = {}
    for column, entry in enumerate(native.entries):
        bundled.setdefault(entry.channel, []).append(column)
    bundles = [_bundle(rig, verb, channel, columns) for channel, columns in bundled.items()]
    keys: dict[int, tuple[Array, Array, Array]] = {}
    reduced = reduction.reduce(motion.times, motion.numbers, bundles, held, room)
    for bundle, found in zip(bundles, reduced, strict=True):
        for column, slopes in zip(bundle.columns, found.slopes.T, strict=True):
            keys[column] = motion.times[found.places], motion.numbers[found.places, column], slopes
    return actions.write_sloped(name, rig, columns(rig, native), [keys[column] for column in sorted(keys)])


def _bundle(rig: bpy.types.Object, verb: "ADVERB_PG_verb", channel: Channel, columns: Sequence[int]) -> Bundle:
    if channel.kind is Kind.ROTATION:
        return Bundle(tuple(columns), mode_of(rig, channel.owner), verb.bake_angle)
    measure = reduction.DISTANCE if channel.kind is Kind.LOCATION else reduction.DIFFERENCE
    return Bundle(tuple(columns), measure, verb.bake_distance)


def play(rig: bpy.types.Object, verb: "ADVERB_PG_verb", action: bpy.types.Action) -> None:
    """Release the verb and let the rig play what was baked from it."""
    live.release(rig, verb)
    actions.keep(actions.assigned(rig)[0])
    actions.assign(rig, action)


def play_strip(scene: bpy.types.Scene, rig: bpy.types.Object, verb: "ADVERB_PG_verb", action: bpy.types.Action) -> None:
    """Release the verb and let the rig play what was baked from it in the NLA, over all that played while it was live.

    The Action that a rig plays goes over its NLA: one with channels of the verb would hide the strip, and gets one of
    its own beneath.
    """
    beneath, slot = actions.assigned(rig)
    live.release(rig, verb)
    given_back, _ = actions.assigned(rig)
    if given_back != beneath:  # an example, which did not play while its verb was live
        actions.keep(given_back)
        actions.assign(rig, beneath, slot)
    if beneath is not None and not actions.addresses(beneath, slot).isdisjoint(actions.addresses(action)):
        strips.push_down(rig, scene)
    strips.add(rig, action)
