"""Where one more example would help most, and a first version of it for the artist to correct."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import bpy
import numpy as np

from ..core import accuracy as errors
from ..core.arrays import Array, Indices
from ..core.errors import VerbError
from ..core.interpolators import bare
from ..core.refinement import by_weights
from . import accuracy, aiming, baking, goals, live, tagging, units, visits
from .building import Built
from .stepwise import Stepwise

if TYPE_CHECKING:
    from .items import ADVERB_PG_example
    from .properties import ADVERB_PG_verb

# How near to an example no other is wanted, as a part of the extent of all.
_NEAR = 0.05

# How many of the places that are missed most are looked at for those that no blend can reach, and how many at a time.
_CANDIDATES, _CHUNK = 32, 4

# The first frame of a new Action.
_FIRST = 1

# How many frames on each side of a keytime have no key, so that a correction there is no pop.
_ROOM = 3


@dataclass(frozen=True)
class Proposal:
    """A place in adverb space, and the best blend for it."""

    adverbs: Array  # [D]
    weights: Array  # [N]
    miss: float  # of the examples alone, without pseudo-examples
    left: float  # what the best blend still misses
    is_reached: bool
    is_angle: bool
    diagonal: float

    def told(self, scene: bpy.types.Scene, rig: bpy.types.Object) -> str:
        """How far off it is, in words."""
        off = self.miss if self.is_reached else self.left
        told = _told(scene, rig, off, self.diagonal, self.is_angle)
        return f"missed by {told}" if self.is_reached else f"reached by no blend, the best is {told} off"


def find_stepwise(
    context: bpy.types.Context, rig: bpy.types.Object, verb: "ADVERB_PG_verb", built: Built
) -> Stepwise[Proposal]:
    """The place that no blend can reach and that is missed most; if all can be reached, the one that the examples alone
    miss most. Places beside an example do not count: another one there would tell nothing new."""
    aim = aiming.aim(rig, verb, built, context.view_layer)
    plain = replace(built.verb, interpolator=bare(built.verb.interpolator))
    samples = errors.on_mesh(plain, accuracy.grid(built, aim).adverbs)
    places = yield from accuracy.probe_stepwise(aim, plain.weights(samples))
    misses = aim.misses(aim.sights.tell(places), aim.wanted(samples))
    vertices = plain.hull.vertices
    gaps = np.linalg.norm(plain.axes.scale(samples)[:, None] - vertices, axis=2).min(axis=1)
    free = errors.served(plain, samples) & (gaps > _NEAR * np.linalg.norm(np.ptp(vertices, axis=0)))
    worst = np.argsort(np.where(free, -misses, np.inf), kind="stable")[: min(_CANDIDATES, int(free.sum()))]
    if not len(worst):
        raise VerbError(f"'{verb.name}' has no gap between its examples: add one where it is to go further")
    size = errors.diagonal(plain, aim)
    tolerance = accuracy.tolerance(verb, aim, size)
    most = float(misses[worst[0]])
    if most < tolerance:
        told = _told(context.scene, rig, most, size, aim.sights.is_angle)
        allowed = units.degrees(tolerance) if aim.sights.is_angle else units.percent(verb.tolerance)
        raise VerbError(
            f"Nothing is missed by more than {told}: lower the Tolerance of '{verb.name}', {allowed}, to find more"
        )
    found: list[Proposal] = []
    for first in range(0, len(worst), _CHUNK):
        some = worst[first : first + _CHUNK]
        bounds = (verb.weight_least, verb.weight_most)
        best = by_weights(plain, aim, samples[some], bounds, tolerance)
        rows = zip(samples[some], best.weights, misses[some], best.misses, best.is_reached, strict=True)
        found += [Proposal(*row, aim.sights.is_angle, size) for row in rows]
        yield len(found) / len(worst)
    return min(found, key=lambda each: (each.is_reached, -each.miss if each.is_reached else -each.left))


def take(
    context: bpy.types.Context, rig: bpy.types.Object, verb: "ADVERB_PG_verb", built: Built, proposal: Proposal
) -> "ADVERB_PG_example":
    """Put the goal there, and the best blend into a new Action that becomes an example; a rig that is not live plays
    it, ready to be corrected."""
    goal = goals.of(verb)
    if verb.is_live and goal is None:
        raise VerbError(f"The goal of '{verb.name}' is gone: Release it, then Go Live again")
    goals.check(rig, verb, goal)
    if rig.animation_data and rig.animation_data.use_tweak_mode:
        raise VerbError(f"'{rig.name}' is in tweak mode: leave it in the NLA editor first")
    if goal is None:
        goal = verb.goal = goals.make(context, rig, verb, built)
    action = _write(rig, verb, built, proposal.weights)
    example = tagging.add_example(verb, action)
    for number, value in zip(example.adverbs, proposal.adverbs.tolist(), strict=True):
        number.value = value
    visits.bring(rig, verb, goal, verb.active_example)
    if verb.is_live:
        live.refit(rig, verb)
    else:
        visits.play(context, rig, verb, verb.active_example)
    return example


def _told(scene: bpy.types.Scene, rig: bpy.types.Object, miss: float, diagonal: float, is_angle: bool) -> str:
    """A miss in percent of the diagonal and in units; an angle in degrees."""
    told = accuracy.told(scene, rig, miss, is_angle)
    percent = 100.0 * miss / diagonal if diagonal > 0.0 else 0.0  # examples at one place have no extent
    return told if is_angle else f"{percent:.2g} % ({told})"


def _write(rig: bpy.types.Object, verb: "ADVERB_PG_verb", built: Built, weights: Array) -> bpy.types.Action:
    """A blend as a new Action on the verb's channels, with few keys, so that a correction takes its neighbours along.
    At the keytimes, which are pose markers too, all channels have one."""
    motion = built.verb.motion
    keytimes = motion.keytimes(weights) if verb.kind == "MOTION" else np.zeros(1)
    frames = _whole(keytimes)
    times = np.arange(frames[-1] + 1.0)
    poses = motion.poses(np.tile(weights, (len(times), 1)), np.interp(times, frames, keytimes))
    numbers = baking.bounded(rig, built.native, built.native.numbers(poses))
    blend = baking.Motion(_FIRST + times, numbers)
    action = baking.write_reduced(rig, verb, _name(verb), built.native, blend, frames.tolist(), _ROOM)
    for index, keytime in enumerate(verb.keytimes if verb.kind == "MOTION" else ()):
        action.pose_markers.new(keytime.name).frame = _FIRST + int(frames[built.phrasing.position(index)])
    return action


def _whole(keytimes: Array) -> Indices:
    """The nearest whole frames, no two of them the same: what lies between is stretched by less than a frame."""
    steps = np.arange(len(keytimes))
    return np.asarray(steps + np.maximum.accumulate(np.round(keytimes).astype(np.intp) - steps))


def _name(verb: "ADVERB_PG_verb") -> str:
    """The first free one of "Reach new 01" and so on."""
    number = 1
    while f"{verb.name} new {number:02d}" in bpy.data.actions:
        number += 1
    return f"{verb.name} new {number:02d}"
