"""Where examples stand in the viewport: the goal coordinates of each, as a place in the space of the rig."""

from typing import TYPE_CHECKING

import bpy
from mathutils import Vector

from . import goals, hub

if TYPE_CHECKING:
    from .properties import ADVERB_PG_example, ADVERB_PG_verb


def axes(verb: "ADVERB_PG_verb") -> dict[int, int]:
    """By axis, which of the adverbs is that coordinate of the goal in the space of the rig."""
    found = {}
    for index, adverb in enumerate(verb.adverbs):
        if adverb.kind == "GOAL" and adverb.axis in "XYZ" and not adverb.reference:
            found["XYZ".index(adverb.axis)] = index
    return found


def places(rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> list[Vector]:
    """Where each example stands, in the space of the rig; none if the verb has no coordinates.

    A coordinate that is no adverb is the goal's, so that examples on a board stand where the goal is.
    """
    known = axes(verb)
    if not known:
        return []
    goal = goals.of(verb)
    beside = Vector() if goal is None else rig.matrix_world.inverted_safe() @ goal.matrix_world.translation
    return [_place(example, known, beside) for example in verb.examples]


def _place(example: "ADVERB_PG_example", known: dict[int, int], beside: Vector) -> Vector:
    place = beside.copy()
    for axis, index in known.items():
        if index < len(example.adverbs):
            place[axis] = example.adverbs[index].value
    return place


def move(verb: "ADVERB_PG_verb", example: "ADVERB_PG_example", place: Vector) -> None:
    """Put an example there: coordinates that are adverbs, and no others. They count as typed."""
    for axis, index in axes(verb).items():
        example.adverbs[index].value = place[axis]


def weights(verb: "ADVERB_PG_verb") -> list[float | None]:
    """How much of each example is in the pose now; None for those that are disabled and while nothing is live."""
    known = hub.lives.get(hub.key(verb)) if verb.is_live else None
    rest = iter(known.weights.tolist() if known is not None else ())
    return [next(rest, None) if example.is_enabled else None for example in verb.examples]
