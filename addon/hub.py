"""The one Python driver of a live verb: it computes the whole pose and hands it to native drivers.

The hub is a scripted driver on a custom property of the goal, an array with one element for each driven number. It runs
once an update and writes the array into the evaluated goal; plain drivers on the rig each read their element. The
dependency graph does the rest. It never raises and never prints: what goes wrong is kept for the panel to show.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import bpy
import numpy as np
from mathutils import Vector

from ..core.arrays import Array
from .building import Built

FUNCTION = "adverb_pose"

# Inputs of the expression: the goal in the world, the four columns of the rig's matrix, and one for each adverb that is
# a value.
GOAL = slice(0, 3)
RIG = slice(3, 15)
VALUES = 15


@dataclass
class Live:
    """What the hub needs for one verb, and what it last saw there."""

    built: Built
    start: float  # frame of the scene at which the motion starts
    sources: tuple[int, ...]  # for each adverb, where it stands among goal x, y, z and then the values
    weights: Array
    adverbs: Array
    trouble: str = ""

    @property
    def outside(self) -> float:
        """How far the goal is outside the examples, as a part of their extent."""
        return float(self.built.verb.outside(self.adverbs))


lives: dict[str, Live] = {}


def pose_property(uid: str) -> str:
    """Name of the goal's property that carries the pose of this verb."""
    return f"adverb_pose_{uid}"


def evaluate(goal: Any, frame: float, uid: str, *inputs: float) -> float:
    """Called by the hub driver with the evaluated goal; returns the first number of the pose it wrote."""
    name = pose_property(uid)
    live = lives.get(uid)
    if live is None:
        return float(goal[name][0])
    try:
        numbers = pose(live, frame, inputs)
    except (ArithmeticError, LookupError, ValueError) as error:
        live.trouble = str(error)
        return float(goal[name][0])
    goal[name] = numbers
    return float(numbers[0])


def pose(live: Live, frame: float, inputs: Sequence[float]) -> Array:
    """The numbers of all driven channels."""
    verb = live.built.verb
    point = adverbs(live, inputs)
    weights = verb.weights(point)
    numbers = live.built.native.numbers(verb.motion.pose(weights, frame - live.start))
    if not np.isfinite(numbers).all():
        raise ValueError("The goal or an adverb is not a number: check what animates or drives it")
    live.adverbs, live.weights, live.trouble = point, weights, ""
    return numbers


def adverbs(live: Live, inputs: Sequence[float]) -> Array:
    """Adverb values from what the driver read: the goal as seen from the rig, and the values."""
    x, y, z, origin = (Vector(inputs[column : column + 3]) for column in range(RIG.start, RIG.stop, 3))
    seen = Vector(inputs[GOAL]) - origin
    # Cramer's rule, as the rig may be scaled and sheared.
    volume = x.dot(y.cross(z))
    place = (seen.dot(y.cross(z)) / volume, seen.dot(z.cross(x)) / volume, seen.dot(x.cross(y)) / volume)
    return np.array((*place, *inputs[VALUES:])).take(live.sources)


def register() -> None:
    """Loading a file empties the namespace: call it after every load."""
    bpy.app.driver_namespace[FUNCTION] = evaluate


def unregister() -> None:
    bpy.app.driver_namespace.pop(FUNCTION, None)
    lives.clear()
