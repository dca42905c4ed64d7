"""Bringing a live verb to a point of its adverbs, as a click on its map wants it: the goal moves, the rest follows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import bpy
import numpy as np
from mathutils import Matrix, Vector

from ..core.coordinates import locate
from ..core.errors import VerbError
from . import building, carriers, goals, live, places, selection, visits

if TYPE_CHECKING:
    from .properties import ADVERB_PG_verb

# How far the goal may be from where it was put, as a part of its way from the rig: more, and something holds it.
_HELD = 1e-3

# What is nearer than this, in units of the rig, is at one place.
_TINY = 1e-6


@dataclass(frozen=True)
class Before:
    """Where a goal was, to be given back."""

    matrix: Matrix
    sliders: dict[str, float]


def start(
    context: bpy.types.Context, rig: bpy.types.Object, verb: "ADVERB_PG_verb", poses_on: bool = False
) -> bpy.types.Object:
    """Let a verb go live. Its goal is then the one that is selected, unless the artist poses and is to go on so."""
    goal = live.attach(context, rig, verb, building.build(rig, verb))
    is_posing = context.mode == "POSE"
    verb.was_posing = is_posing and not poses_on
    if not (is_posing and poses_on):
        selection.choose(context, goal)
    return goal


def stop(context: bpy.types.Context, rig: bpy.types.Object, verb: "ADVERB_PG_verb", is_made: bool) -> None:
    """Release a verb that was just started; a goal that was made for it goes too."""
    live.release(rig, verb)
    selection.give_back(context, rig, verb)
    if is_made and verb.goal is not None:  # which may have been deleted meanwhile
        goal, verb.goal = verb.goal, None
        bpy.data.objects.remove(goal)


def before(verb: "ADVERB_PG_verb") -> Before:
    """Where the goal of a live verb is now."""
    goal = visits.movable(verb)
    sliders = {adverb.name: float(goal[adverb.name]) for adverb in goals.values(verb) if adverb.name in goal}
    return Before(goal.matrix_world.copy(), sliders)


def give_back(verb: "ADVERB_PG_verb", old: Before) -> None:
    """Put the goal back where it was."""
    goal = goals.of(verb)
    if goal is None:
        return
    goal.matrix_world = old.matrix
    for name, value in old.sliders.items():
        goal[name] = value
    goal.update_tag()


def go(rig: bpy.types.Object, verb: "ADVERB_PG_verb", adverbs: Sequence[float]) -> None:
    """Bring the goal of a live verb to adverbs `[D]`; what they leave open, as its distance, stays as it is."""
    goal = visits.movable(verb)
    visits.put(verb, goal, _place(rig, verb, goal, adverbs), _bounded(verb, adverbs))


def check(
    rig: bpy.types.Object, verb: "ADVERB_PG_verb", adverbs: Sequence[float], view_layer: bpy.types.ViewLayer
) -> None:
    """Raise if the goal, which was just brought to adverbs `[D]`, is not there: something else holds it."""
    goal = visits.movable(verb)
    wanted = _place(rig, verb, goal, adverbs)
    view_layer.update()
    if wanted is None:
        return
    away = (goal.matrix_world.translation - wanted).length
    if away > _HELD * max((wanted - rig.matrix_world.translation).length, 1e-3):
        raise VerbError(
            f"'{goal.name}' does not go where it is put: mute its constraints, or the drivers of its location"
        )


def key(context: bpy.types.Context, verb: "ADVERB_PG_verb") -> int:
    """Key what was moved, if Blender is to key by itself; how many properties."""
    if not context.scene.tool_settings.use_keyframe_insert_auto:
        return 0
    goal = visits.movable(verb)
    paths = visits.steered(verb)
    return sum(bool(goal.keyframe_insert(path)) for path in sorted(paths))


def _place(
    rig: bpy.types.Object, verb: "ADVERB_PG_verb", goal: bpy.types.Object, adverbs: Sequence[float]
) -> Vector | None:
    """Where in the world the goal has these adverbs, beside where it is now; None where none is a coordinate."""
    known = places.coordinates(verb)
    if not known:
        return None
    space = carriers.space(rig, verb)
    here = np.array(space.inverted_safe() @ goal.matrix_world.translation)
    # A goal in the very eye of a direction has none to keep its distance along.
    is_away = all(np.linalg.norm(its.frame.see(here)) > _TINY for its in known.values())
    wanted = [adverbs[index] for index in known]
    there = locate(list(known.values()), wanted, goals.ahead(rig), here if is_away else None)
    return space @ Vector(there.tolist())


def _bounded(verb: "ADVERB_PG_verb", adverbs: Sequence[float]) -> list[float]:
    """Adverbs `[D]` within the limits of their sliders."""
    return [
        min(max(value, adverb.least), adverb.most) if adverb.use_limits and adverb.kind == "VALUE" else value
        for value, adverb in zip(adverbs, verb.adverbs, strict=True)
    ]
