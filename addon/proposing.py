"""Where one more example would help most, and a first version of it for the artist to correct."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import bpy
import numpy as np

from ..core import accuracy as errors
from ..core.arrays import Array, Indices
from ..core.errors import VerbError
from ..core.interpolators import bare
from ..core.reach import Reach
from ..core.refinement import by_weights
from ..core.verb import Verb
from . import accuracy, aiming, baking, goals, live, selection, tagging, units, visits
from .aiming import Asked
from .building import Built
from .stepwise import Stepwise

if TYPE_CHECKING:
    from .items import ADVERB_PG_example
    from .properties import ADVERB_PG_verb

# How near to an example no other is wanted, as a part of the extent of all; and how near nobody can want one.
_NEAR, _THERE = 0.05, 0.01

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
    plain = _unrefined(built)
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
        found += _best(verb, plain, aim, samples[some], misses[some])
        yield len(found) / len(worst)
    return min(found, key=lambda each: (each.is_reached, -each.miss if each.is_reached else -each.left))


def at(
    context: bpy.types.Context, rig: bpy.types.Object, verb: "ADVERB_PG_verb", built: Built, place: Sequence[float]
) -> Proposal:
    """The best blend for a place `[D]` that the artist chose. Where nothing is aimed at, or where only Blender could
    tell and a live rig takes no poses, it is the verb's own."""
    plain, adverbs = _unrefined(built), np.array(place)
    vertices, here = plain.hull.vertices, plain.axes.scale(adverbs)
    gaps = np.linalg.norm(vertices - here, axis=1)
    nearest = int(np.argmin(gaps))
    if gaps[nearest] < _THERE * (np.linalg.norm(np.ptp(vertices, axis=0)) or 1.0):  # a single one has no extent
        name = built.examples[nearest].name
        raise VerbError(f"'{name}' is there already: choose a place further away, or correct that example")
    if not aiming.sights(rig, verb, built) or aiming.release_first(rig, verb):
        return Proposal(adverbs, built.verb.weights(adverbs), 0.0, 0.0, True, False, 0.0)
    aim = aiming.aim(rig, verb, built, context.view_layer)
    misses = aim.misses(aim.see(plain.weights(adverbs[None])), aim.wanted(adverbs[None]))
    return _best(verb, plain, aim, adverbs[None], misses)[0]


def _best(verb: "ADVERB_PG_verb", plain: Verb, aim: Reach | Asked, samples: Array, misses: Array) -> list[Proposal]:
    """The best blends for places `[B, D]` that the examples alone miss by so much `[B]`."""
    size = errors.diagonal(plain, aim)
    bounds = verb.weight_least, verb.weight_most
    best = by_weights(plain, aim, samples, bounds, accuracy.tolerance(verb, aim, size))
    rows = zip(samples, best.weights, misses, best.misses, best.is_reached, strict=True)
    return [Proposal(*row, aim.sights.is_angle, size) for row in rows]


def _unrefined(built: Built) -> Verb:
    return replace(built.verb, interpolator=bare(built.verb.interpolator))


def take(
    context: bpy.types.Context,
    rig: bpy.types.Object,
    verb: "ADVERB_PG_verb",
    built: Built,
    proposal: Proposal,
    releases: bool = False,
) -> "ADVERB_PG_example":
    """Put the goal there, and the best blend into a new Action that becomes an example; a rig that is not live, or is
    released, plays it, ready to be corrected."""
    goal = goals.of(verb)
    if verb.is_live and goal is None:
        raise VerbError(f"The goal of '{verb.name}' is gone: Release it, then Go Live again")
    goals.check(rig, verb, goal)
    if rig.animation_data and rig.animation_data.use_tweak_mode:
        raise VerbError(f"'{rig.name}' is in tweak mode: leave it in the NLA editor first")
    if goal is None:
        goal = verb.goal = goals.make(context, rig, verb, built)
    if releases and verb.is_live:
        live.release(rig, verb)
        selection.give_back(context, rig, verb)
    action = _write(rig, verb, built, proposal.weights)
    example = tagging.add_example(verb, action)
    for number, value, adverb in zip(example.adverbs, proposal.adverbs.tolist(), verb.adverbs, strict=True):
        number.value = value
        number.is_typed = adverb.measure == "NONE"  # a correction may point elsewhere, which Measure is to find
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
