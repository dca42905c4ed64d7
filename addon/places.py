"""Where examples stand in the viewport: the goal coordinates of each, as a place in the space of the rig."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import bpy
import numpy as np
from mathutils import Vector

from ..core.arrays import Array
from ..core.coordinates import Coordinate, locate
from . import accuracy, building, carriers, goals, hub

if TYPE_CHECKING:
    from .items import ADVERB_PG_before, ADVERB_PG_example, ADVERB_PG_number
    from .properties import ADVERB_PG_verb


def coordinates(verb: "ADVERB_PG_verb") -> dict[int, Coordinate]:
    """By adverb, what it is of a place; none if there is one whose reference has not been measured yet."""
    found = {}
    for index, adverb in enumerate(verb.adverbs):
        if adverb.kind == "GOAL":
            if adverb.reference and not any(adverb.stand):
                return {}
            found[index] = building.coordinate(adverb)
    return {index: coordinate for index, coordinate in found.items() if coordinate is not None}


def places(rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> list[Vector]:
    """Where each example stands, in the space of the rig; none if the verb has no coordinates."""
    return [Vector(place) for place in located(rig, verb, [_values(example.adverbs) for example in verb.examples])]


def pseudo_places(rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> Array:
    """Where each pseudo-example stands `[P, 3]`, in the space of the rig."""
    return np.array(located(rig, verb, [_values(pseudo.point) for pseudo in verb.pseudo])).reshape(-1, 3)


def _values(numbers: Iterable["ADVERB_PG_number | ADVERB_PG_before"]) -> list[float]:
    return [number.value for number in numbers]


def located(rig: bpy.types.Object, verb: "ADVERB_PG_verb", rows: Sequence[Sequence[float]]) -> list[list[float]]:
    """The places that have these adverbs, in the space of the rig; none if the verb has no coordinates.

    A coordinate that is no adverb is the effector's where that is known, else the goal's: examples on a board stand on
    it, or where the goal is.
    """
    known = coordinates(verb)
    if not known:
        return []
    besides = _beside(rig, verb, rows, len(known))
    ahead = goals.ahead(rig)
    found = []
    for row, beside in zip(rows, besides, strict=True):
        there = {index: row[index] for index in known if index < len(row)}
        found.append(locate([known[index] for index in there], list(there.values()), ahead, beside).tolist())
    return found


def _beside(
    rig: bpy.types.Object, verb: "ADVERB_PG_verb", rows: Sequence[Sequence[float]], count: int
) -> Sequence[Array | None]:
    """For each row of adverbs a place that has what `count` coordinates leave open."""
    error_map = accuracy.map_of(verb) if count < 3 else None
    if error_map is not None and all(len(row) == len(error_map.shape) for row in rows):
        return list(error_map.at(error_map.asked, np.array(rows).reshape(-1, len(error_map.shape))))
    goal = goals.of(verb)
    if goal is None:
        return [None] * len(rows)
    return [np.array(carriers.space(rig, verb).inverted_safe() @ goal.matrix_world.translation)] * len(rows)


def move(verb: "ADVERB_PG_verb", example: "ADVERB_PG_example", place: Vector) -> None:
    """Put an example there: coordinates that are adverbs, and no others. They count as typed."""
    for index, coordinate in coordinates(verb).items():
        near = Coordinate(coordinate.axis, coordinate.frame, example.adverbs[index].value)
        example.adverbs[index].value = near.of(*place)


def weights(verb: "ADVERB_PG_verb") -> dict[int, float]:
    """How much of each example is in the pose now, by its place in the list; none while nothing is live."""
    known = hub.lives.get(hub.key(verb)) if verb.is_live else None
    return dict(zip(known.built.places, known.weights.tolist(), strict=True)) if known is not None else {}
