"""The one Python driver of a live verb: it computes the whole pose and hands it to native drivers.

The hub is a scripted driver on a custom property of the goal, an array with one element for each driven number. It runs
once an update and writes the array into the evaluated goal; plain drivers on the rig each read their element. The
dependency graph does the rest. It never raises and never prints: what goes wrong is kept for the panel to show.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from math import isfinite
from threading import Lock
from typing import TYPE_CHECKING, Any

import bpy
import numpy as np

from ..core.arrays import Array
from ..core.coordinates import Coordinate
from ..core.errors import VerbError
from ..core.landing import Landing
from ..core.polish import Correction
from . import libraries
from .building import Built

if TYPE_CHECKING:
    from .properties import ADVERB_PG_verb

FUNCTION = "adverb_pose"

# Where the pose begins in the property. The element before it is the one the driver itself sets, and Blender sets that
# to 0 where it may not run Python: no bone may hang on it.
FIRST = 1

# Inputs of the expression: the goal in the world, the four columns of the rig's matrix, one for each adverb that is a
# value, and last, where a bone carries what the verb moves, the four columns of its matrix.
GOAL = slice(0, 3)
RIG = slice(3, 15)
VALUES = 15
CARRIER = 12


class View:
    """The goal as seen from the rig; of a carried verb as if what carries it were at `rest` `[4, 4]`, and the goal had
    moved instead. Rig and body stand still more often than not, so their inverses are kept."""

    def __init__(self, rest: Array | None = None) -> None:
        self.rest = rest
        self._rest = rest[:3].tolist() if rest is not None else []
        self._rig, self._carrier = _Inverse(), _Inverse()

    def see(self, inputs: Sequence[float]) -> tuple[float, ...]:
        seen = self._rig.see(inputs[RIG], *inputs[GOAL])
        if self.rest is None:
            return seen
        x, y, z = self._carrier.see(inputs[-CARRIER:], *seen)
        return tuple([a * x + b * y + c * z + d for a, b, c, d in self._rest])

    def see_all(self, inputs: Array) -> Array:
        """The same for many `[F, inputs]`: places `[F, 3]`."""
        seen = _see_all(inputs[:, RIG], inputs[:, GOAL])
        if self.rest is None:
            return seen
        return np.asarray(_see_all(inputs[:, -CARRIER:], seen) @ self.rest[:3, :3].T + self.rest[:3, 3])

    @property
    def values(self) -> slice:
        """Which of the inputs are values of adverbs."""
        return slice(VALUES, None if self.rest is None else -CARRIER)

    def is_like(self, other: "View") -> bool:
        if self.rest is None or other.rest is None:
            return self.rest is other.rest
        return bool(np.array_equal(self.rest, other.rest))


class _Inverse:
    """What leads into the space of a matrix that is given by its four columns, kept while that is the same."""

    def __init__(self) -> None:
        self._columns: tuple[float, ...] = ()
        self._rows: tuple[tuple[float, ...], ...] = ((), (), ())

    def see(self, columns: Sequence[float], x: float, y: float, z: float) -> tuple[float, ...]:
        columns = tuple(columns)
        if columns != self._columns:
            self._rows = _inverse(columns)
            self._columns = columns
        (a, b, c), (d, e, f), (g, h, i) = self._rows
        x, y, z = x - columns[9], y - columns[10], z - columns[11]
        return a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z


def _see_all(columns: Array, points: Array) -> Array:
    """Points `[F, 3]` in the spaces of matrices whose columns `[F, 12]` stand one after the other."""
    columns = columns.reshape(-1, 4, 3)
    if (np.abs(np.linalg.det(columns[:, :3])) < _LEAST_VOLUME).any():
        raise VerbError(NO_SIZE)
    away = (points - columns[:, 3])[..., None]
    return np.asarray(np.linalg.solve(columns[:, :3].swapaxes(1, 2), away)[..., 0], dtype=np.float64)


def _inverse(columns: Sequence[float]) -> tuple[tuple[float, ...], ...]:
    """Rows of the inverse of a matrix whose three columns these are, one after the other. Blender's own has few digits,
    and a bake would differ from what was shown."""
    a, b, c, d, e, f, g, h, i = columns[:9]
    rows = (
        (e * i - f * h, f * g - d * i, d * h - e * g),
        (h * c - i * b, i * a - g * c, g * b - h * a),
        (b * f - c * e, c * d - a * f, a * e - b * d),
    )
    volume = a * rows[0][0] + b * rows[0][1] + c * rows[0][2]
    if abs(volume) < _LEAST_VOLUME:
        raise ValueError(NO_SIZE)
    return tuple(tuple([number / volume for number in row]) for row in rows)


@dataclass
class Live:
    """What the hub needs for one verb, and what it last saw there."""

    built: Built
    start: float  # frame of the scene at which the motion starts
    held: float | None  # canonical time at which it stands still, if it does
    sources: tuple[int, ...]  # for each adverb, where it stands among goal x, y, z, then the values, then the sights
    sights: tuple[Coordinate, ...]  # what else the adverbs are of the goal's place
    numbers: Array  # what is driven
    weights: Array
    adverbs: list[float]  # of these weights; none before the first update
    landing: Landing | None = None  # how the goal is met, if more is done than to blend
    correction: Correction | None = None  # of these adverbs
    view: View = field(default_factory=View)
    trouble: str = ""  # why there is no pose at this moment
    record: list[tuple[float, ...]] | None = None  # while set, frame and inputs go here and no pose is made

    def is_like(self, other: "Live") -> bool:
        """Whether both would drive the same."""
        mine, its = self.landing, other.landing
        is_same = mine is its if mine is None or its is None else mine.is_like(its)
        is_same = is_same and self.view.is_like(other.view)
        return is_same and (self.built, self.start, self.held) == (other.built, other.start, other.held)

    @property
    def outside(self) -> float:
        """How far the goal is outside the examples, as a part of their extent."""
        return float(self.built.verb.outside(np.array(self.adverbs))) if self.adverbs else 0.0


NO_SIZE = "The rig, or what carries the verb, has no size in some direction: give it a scale"
_LEAST_VOLUME = 1e-18

NO_NUMBER = "The goal or an adverb is not a number: check what animates or drives it"

# By verb; `key` tells its name here.
lives: dict[str, Live] = {}

# By verb as well, why it could not follow a change of its examples.
stale: dict[str, str] = {}

# Blender evaluates rigs in several threads. Without this, hubs would hand Python's own lock to and fro at every product
# of matrices, which takes longer than the products.
_one_at_a_time = Lock()


def pose_property(uid: str) -> str:
    """Name of the goal's property that carries the pose of this verb."""
    return f"adverb_pose_{uid}"


def key(verb: "ADVERB_PG_verb") -> str:
    """Under what name a verb is kept here. In this file a uid is enough; what comes from a library cannot be given
    another, and all overrides of a rig have the same, so there the goal tells them apart."""
    if verb.goal is None or libraries.is_local(verb.id_data):
        return str(verb.uid)
    return _by_goal(verb.uid, verb.goal)


def _by_goal(uid: str, goal: Any) -> str:
    return f"{uid}@{goal.original.session_uid}"  # an evaluated copy has none


def evaluate(goal: Any, frame: float, uid: str, *tuples: tuple[float, ...]) -> float:
    """Called by the hub driver with the evaluated goal; returns whether it wrote a pose there."""
    live = lives.get(_by_goal(uid, goal)) or lives.get(uid)
    if live is None:
        return 0.0
    inputs = tuple(chain.from_iterable(tuples))
    with _one_at_a_time:
        if live.record is not None:
            live.record.append((frame, *inputs))
            return 1.0
        try:
            follow(live, frame, inputs)
        except (ArithmeticError, LookupError, ValueError) as error:
            live.trouble = str(error)
        goal[pose_property(uid)] = carried(live)
    return 1.0


def carried(live: Live) -> Array:
    """What the property of the goal holds: a sign that the hub ran, then the driven numbers."""
    return np.concatenate((_RAN, live.numbers))


def follow(live: Live, frame: float, inputs: Sequence[float]) -> None:
    """Bring all driven numbers to where the inputs want them."""
    verb = live.built.verb
    seen = live.view.see(inputs)
    values = (*seen, *inputs[live.view.values])
    if live.sights:
        values += tuple([sight.of(*seen) for sight in live.sights])
    if not isfinite(sum(values)):
        raise ValueError(NO_NUMBER)
    adverbs = [values[source] for source in live.sources]
    weights, correction = live.weights, live.correction
    if adverbs != live.adverbs:  # while a motion plays, its goal mostly rests
        weights, correction = _meet(live, np.array(adverbs))
    motion = verb.motion
    phase, cycle = (live.held, 0) if live.held is not None else motion.phase(weights, frame - live.start)
    pose = motion.at(weights, phase, cycle)
    if live.landing is not None:
        pose = live.landing.apply(pose, correction, phase)
    live.numbers = live.built.native.numbers(pose)
    live.adverbs, live.weights, live.correction, live.trouble = adverbs, weights, correction, ""


def _meet(live: Live, adverbs: Array) -> tuple[Array, Correction | None]:
    """The weights for adverbs `[D]`, and what else is to be done with their poses."""
    if live.landing is None:
        return live.built.verb.weights(adverbs), None
    return live.landing.meet(adverbs)


def numbers(live: Live, record: Array) -> Array:
    """What `follow` would drive for each row of a record (frame, then inputs), all at once."""
    verb = live.built.verb
    frames, inputs = record[:, 0], record[:, 1:]
    seen = live.view.see_all(inputs)
    sights = [sight.of_all(seen)[:, None] for sight in live.sights]
    adverbs = np.concatenate((seen, inputs[:, live.view.values], *sights), axis=1)[:, live.sources]
    landing, motion = live.landing, verb.motion
    weights, corrections = (verb.weights(adverbs), None) if landing is None else landing.meet_all(adverbs)
    if live.held is None:
        phases, cycles = motion.phases(weights, frames - live.start)
    else:
        phases, cycles = np.full(len(frames), live.held), np.zeros(len(frames))
    poses = motion.at_all(weights, phases, cycles)
    if landing is not None:
        poses = landing.apply(poses, corrections, phases)
    return live.built.native.numbers(poses)


_RAN = np.ones(FIRST)


def register() -> None:
    """Loading a file empties the namespace: call it after every load."""
    bpy.app.driver_namespace[FUNCTION] = evaluate


def unregister() -> None:
    bpy.app.driver_namespace.pop(FUNCTION, None)
    lives.clear()
    stale.clear()
