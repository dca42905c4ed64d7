"""Keytimes found in the motions themselves: where a reach arrives, when the feet of a cycle land."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import bpy
import numpy as np

from ..core import events
from ..core.arrays import Array
from ..core.errors import VerbError
from . import anatomy, building, selection, tagging, tracing
from .stepwise import Stepwise

if TYPE_CHECKING:
    from .properties import ADVERB_PG_example, ADVERB_PG_verb

# What a keytime is called that is found in a verb without any.
_TOUCH = "touch"


@dataclass(frozen=True)
class Found:
    """Which keytimes were looked for, in how many examples they were set, and in which nothing convinced."""

    names: tuple[str, ...]
    count: int
    doubtful: tuple[str, ...]


def suggest(
    rig: bpy.types.Object, verb: "ADVERB_PG_verb", replace: bool, view_layer: bpy.types.ViewLayer
) -> Stepwise[Found]:
    """Set the chosen keytime of a reach, or the landings of the feet of a cycle, in all examples or, unless `replace`,
    in those that lack them."""
    examples = building.enabled(verb)
    if not examples:
        raise VerbError("There is nothing to look at: add examples first")
    if verb.cycle == "ONCE":
        names, moments = yield from _arrivals(rig, verb, examples, view_layer)
    else:
        names, moments = yield from _landings(rig, verb, examples, view_layer)
    missing = [name for name in names if name not in verb.keytimes]
    if missing and verb.is_live:
        raise VerbError(f"'{verb.name}' is live and has no keytime '{missing[0]}' yet: Release it first")
    for name in missing:
        tagging.add_keytime(verb, name)
    places = [verb.keytimes.find(name) for name in names]
    count, doubtful = 0, []
    for example, frames in zip(examples, moments, strict=True):
        wanted = [place for place in places if replace or not example.keytimes[place].is_set]
        if frames is None and wanted:
            doubtful.append(example.name)
        elif frames is not None and wanted:
            count += 1
            for place, frame in zip(places, frames, strict=True):
                if place in wanted:
                    tagging.set_keytime(example, place, frame)
    if missing:
        tagging.sort_keytimes(verb)
        verb.active_keytime = verb.keytimes.find(names[0])
    return Found(names, count, tuple(doubtful))


def feet(rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> tuple[str, ...]:
    """The effector and the bone that mirrors it; if it has none, two feet found by their names."""
    bones = rig.pose.bones
    for name in (verb.effector, anatomy.find(rig, anatomy.FOOT, (anatomy.LEFT, anatomy.RIGHT))):
        other = bpy.utils.flip_name(name)
        if name in bones and other != name and other in bones:
            return name, other
    if verb.effector in bones:
        return (verb.effector,)
    raise VerbError(f"'{rig.name}' has no feet that could be found by their names: choose one as the effector")


def _arrivals(
    rig: bpy.types.Object,
    verb: "ADVERB_PG_verb",
    examples: Sequence["ADVERB_PG_example"],
    view_layer: bpy.types.ViewLayer,
) -> Stepwise[tuple[tuple[str, ...], list[Array | None]]]:
    """Where the effector of a motion that plays once arrives, between the keytimes before and after the chosen one."""
    if not verb.effector:
        raise VerbError("There is no effector: choose the bone that should reach the goal")
    chosen = selection.keytime(verb) if verb.keytimes else 0
    name = verb.keytimes[chosen].name if verb.keytimes else _TOUCH
    size = tracing.size(rig)
    moments: list[float | None] = []
    traces = yield from tracing.trace_stepwise(rig, verb, [verb.effector], view_layer)
    for example, trace in zip(examples, traces, strict=True):
        earlier = [moment.frame for moment in example.keytimes[:chosen] if moment.is_set]
        later = [moment.frame for moment in example.keytimes[chosen + 1 :] if moment.is_set]
        after, before = max([trace.start, *earlier]), min([trace.end, *later])
        moments.append(events.arrival(trace.clip.times, trace.paths[verb.effector], size, after, before))
    ends = [moment == trace.end for moment, trace in zip(moments, traces, strict=True)]
    if not all(ends):  # a keytime is an end of the motion in all examples or in none
        moments = [None if is_end else moment for moment, is_end in zip(moments, ends, strict=True)]
    if not any(moment is not None for moment in moments):
        raise VerbError(f"'{verb.effector}' arrives nowhere in the examples: is it the effector that you mean?")
    return (name,), [None if moment is None else np.array([moment]) for moment in moments]


def _landings(
    rig: bpy.types.Object,
    verb: "ADVERB_PG_verb",
    examples: Sequence["ADVERB_PG_example"],
    view_layer: bpy.types.ViewLayer,
) -> Stepwise[tuple[tuple[str, ...], list[Array | None]]]:
    """When the feet of a cycle land, in the order in which most examples set them down."""
    bones, size = feet(rig, verb), tracing.size(rig)
    traces = yield from tracing.trace_stepwise(rig, verb, bones, view_layer)
    landings = []
    for trace in traces:
        found = {bone: events.contacts(trace.clip.times, path, size, True) for bone, path in trace.paths.items()}
        length = trace.end - trace.start
        landings.append({bone: [(each.start - trace.start) / length for each in its] for bone, its in found.items()})
    order, parts = events.steps(landings)
    if not order:
        raise VerbError(f"No foot lands in '{verb.name}': choose a foot as the effector, or another bone of it")
    return _names(order), [
        None if part is None else trace.start + part * (trace.end - trace.start)
        for part, trace in zip(parts, traces, strict=True)
    ]


def _names(order: Sequence[str]) -> tuple[str, ...]:
    """'left down', 'right down'; from the second time on with a number."""
    seen: Counter[str] = Counter()
    names = []
    for bone in order:
        seen[bone] += 1
        names.append(f"{anatomy.side(bone) or bone} down" + (f" {seen[bone]}" if seen[bone] > 1 else ""))
    return tuple(names)
