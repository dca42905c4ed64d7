"""Where examples stand in the viewport: the goal coordinates of each, as a place in the space of the rig."""

from typing import TYPE_CHECKING

import bpy
import numpy as np
from mathutils import Vector

from ..core.coordinates import Coordinate, locate
from . import building, goals, hub

if TYPE_CHECKING:
    from .items import ADVERB_PG_example
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
    """Where each example stands, in the space of the rig; none if the verb has no coordinates.

    A coordinate that is no adverb is the goal's, so that examples on a board stand where the goal is.
    """
    known = coordinates(verb)
    if not known:
        return []
    goal = goals.of(verb)
    beside = None
    if goal is not None:
        beside = np.array(rig.matrix_world.inverted_safe() @ goal.matrix_world.translation)
    ahead = goals.ahead(rig)
    found = []
    for example in verb.examples:
        there = {index: example.adverbs[index].value for index in known if index < len(example.adverbs)}
        place = locate([known[index] for index in there], list(there.values()), ahead, beside)
        found.append(Vector(place.tolist()))
    return found


def move(verb: "ADVERB_PG_verb", example: "ADVERB_PG_example", place: Vector) -> None:
    """Put an example there: coordinates that are adverbs, and no others. They count as typed."""
    for index, coordinate in coordinates(verb).items():
        near = Coordinate(coordinate.axis, coordinate.frame, example.adverbs[index].value)
        example.adverbs[index].value = near.of(*place)


def weights(verb: "ADVERB_PG_verb") -> dict[int, float]:
    """How much of each example is in the pose now, by its place in the list; none while nothing is live."""
    known = hub.lives.get(hub.key(verb)) if verb.is_live else None
    return dict(zip(known.built.places, known.weights.tolist(), strict=True)) if known is not None else {}
