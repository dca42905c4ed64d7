"""Going to an example, to look at it or to correct it: the goal moves there, or the rig plays its Action."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import bpy
from mathutils import Vector

from ..core.errors import ExampleError, VerbError
from . import actions, building, carriers, goals, leads, libraries, places

if TYPE_CHECKING:
    from .items import ADVERB_PG_example
    from .properties import ADVERB_PG_verb


def steer(context: bpy.types.Context, rig: bpy.types.Object, verb: "ADVERB_PG_verb", index: int) -> str:
    """Bring the goal of a live verb, its sliders and the timeline to an example; a warning if keys will undo it."""
    example, goal = verb.examples[index], movable(verb)
    if not example.is_enabled:
        raise ExampleError(example.name, f"is disabled and no part of '{verb.name}' now: enable it first")
    if verb.kind == "MOTION" and verb.timing == "PLAY":
        first = building.build(rig, verb).phrasing.spans[building.enabled(verb).index(example)][0]
        _set_frame(context.scene, verb.start + moment(verb, example, first) - first)
    bring(rig, verb, goal, index)
    return warning(verb, goal)


def movable(verb: "ADVERB_PG_verb") -> bpy.types.Object:
    """The goal of a live verb, to be moved."""
    goal = goals.of(verb)
    if goal is None:
        raise VerbError(f"The goal of '{verb.name}' is gone: Release it, then Go Live again")
    if goal.library is not None:
        raise VerbError(libraries.linked(goal))
    check_movable(verb)
    return goal


def check_movable(verb: "ADVERB_PG_verb") -> None:
    """Raise if the goal of a verb is led, or will be when it is live: then nobody else moves it."""
    leader = leads.leader(verb)
    if leader and places.coordinates(verb):
        raise VerbError(
            f"The goal of '{verb.name}' is led by {leader}: Release, and choose Object under Live to move it yourself"
        )


def warning(verb: "ADVERB_PG_verb", goal: bpy.types.Object) -> str:
    """That keys of the goal will undo where it was put, "" if there are none."""
    keyed = _keyed(goal) & steered(verb)
    return f", until the keys of '{goal.name}' take it back at the next frame" if keyed else ""


def steered(verb: "ADVERB_PG_verb") -> set[str]:
    """The paths of the goal by which a verb is steered."""
    paths = {"location"} if places.coordinates(verb) else set()
    return paths | {goals.slider(adverb) for adverb in goals.values(verb)}


def bring(rig: bpy.types.Object, verb: "ADVERB_PG_verb", goal: bpy.types.Object, index: int) -> None:
    """Put the goal where an example is, unless it is led, and the sliders that it has to the values of it."""
    place = None
    if places.coordinates(verb) and not leads.is_led(goal):
        place = carriers.space(rig, verb) @ places.places(rig, verb)[index]
    put(verb, goal, place, [number.value for number in verb.examples[index].adverbs])


def put(verb: "ADVERB_PG_verb", goal: bpy.types.Object, place: Vector | None, adverbs: Sequence[float]) -> None:
    """Put the goal at a place in the world, if one is given, and the sliders that it has to the values they have among
    adverbs `[D]`."""
    if place is not None:
        matrix = goal.matrix_world.copy()
        matrix.translation = place
        goal.matrix_world = matrix
    for adverb in goals.values(verb):
        value = adverbs[verb.adverbs.find(adverb.name)]
        if adverb.name in goal:
            goal[adverb.name] = float(value)
        else:
            adverb.value = value
    goal.update_tag()


def play(context: bpy.types.Context, rig: bpy.types.Object, verb: "ADVERB_PG_verb", index: int) -> None:
    """Let the rig play an example's Action, at the chosen keytime; what it played before is kept in the file."""
    example = verb.examples[index]
    action, slot = building.source(example)
    if rig.animation_data and rig.animation_data.use_tweak_mode:
        raise VerbError(f"'{rig.name}' is in tweak mode: leave it in the NLA editor first")
    actions.keep(actions.assigned(rig)[0])
    actions.assign(rig, action, slot.identifier)
    _set_frame(context.scene, moment(verb, example, building.span(example)[0]))


def moment(verb: "ADVERB_PG_verb", example: "ADVERB_PG_example", first: float) -> float:
    """The frame of an example at which it is looked at: its pose, the chosen keytime, or the first frame."""
    if verb.kind == "POSE":
        return float(example.frame)
    if verb.active_keytime < len(example.keytimes) and example.keytimes[verb.active_keytime].is_set:
        return float(example.keytimes[verb.active_keytime].frame)
    return first


def _keyed(goal: bpy.types.Object) -> set[str]:
    """The paths of the goal that its Action animates."""
    action, identifier = actions.assigned(goal)
    slot = actions.slot_of(action, identifier) if action is not None else None
    return {curve.data_path for curve in actions.curves(action, slot)} if slot is not None else set()


def _set_frame(scene: bpy.types.Scene, frame: float) -> None:
    scene.frame_set(int(frame // 1), subframe=frame % 1)
