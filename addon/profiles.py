"""What the chart shows: how fast each example moves over canonical time, and where its keytimes are."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import bpy
import numpy as np

from ..core import alignment, events
from ..core.arrays import Array
from ..core.errors import KeytimeError, VerbError
from ..core.timewarp import Timewarp
from . import building, effector, tracing
from .building import Phrasing

if TYPE_CHECKING:
    from .properties import ADVERB_PG_verb

# How many moments of canonical time a profile tells of.
_MOMENTS = 96

# Profiles that agree less than this with most of the others are odd.
_ODD = 0.6


@dataclass(frozen=True)
class Profile:
    """One example: its speeds over even moments of canonical time, from 0 to 1 at its fastest."""

    index: int  # among all examples of the verb, enabled or not
    name: str
    speeds: Array
    trouble: str  # "" if it goes well with the others


@dataclass(frozen=True)
class Profiles:
    """All examples of a verb over canonical time."""

    title: str
    keytimes: tuple[tuple[str, float], ...]  # with their canonical times
    rows: tuple[Profile, ...]
    trouble: str = ""  # why there are no rows


_known: dict[str, tuple[object, Profiles]] = {}


def profiles(rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> Profiles:
    """The profiles of the verb as it is now; taken again only if the artist said something else or edited an Action."""
    said = _said(verb), _stance(rig)
    known = _known.get(verb.uid)
    if known is None or known[0] != said:
        known = _known[verb.uid] = said, _take(rig, verb)
    return known[1]


def forget() -> None:
    """Actions were edited, or everything is different: look again."""
    _known.clear()


def _said(verb: "ADVERB_PG_verb") -> object:
    """What the artist said that the profiles depend on. Read at every redraw, so no keys are looked at here."""
    return (
        (verb.name, verb.cycle, verb.effector, verb.effector_end, verb.bones_from),
        [keytime.name for keytime in verb.keytimes],
        [
            (example.name, example.is_enabled, example.slot, example.use_range, example.first, example.last)
            + (example.action.session_uid if example.action else 0,)
            + tuple((moment.frame, moment.is_set) for moment in example.keytimes)
            for example in verb.examples
        ],
    )


def _stance(rig: bpy.types.Object) -> object:
    """The bones of the rig, how they turn and where they rest: in bulk, since this too is read at every redraw."""
    bones = rig.data.bones
    modes = np.empty(len(rig.pose.bones), dtype=np.int32)
    rig.pose.bones.foreach_get("rotation_mode", modes)
    places, tails = np.empty(16 * len(bones), dtype=np.float32), np.empty(3 * len(bones), dtype=np.float32)
    bones.foreach_get("matrix_local", places)
    bones.foreach_get("tail_local", tails)
    return bones.keys(), modes.tobytes(), places.tobytes(), tails.tobytes()


def _take(rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> Profiles:
    follows = verb.effector in rig.pose.bones and effector.is_plain(rig, verb.effector)
    title = f"{verb.name}: speed of {verb.effector if follows else 'the whole pose'}"
    places = [index for index, example in enumerate(verb.examples) if example.is_enabled]
    try:
        if not places:
            raise VerbError("There are no examples yet")
        traces = tracing.trace(rig, verb, [verb.effector] if follows else [], bpy.context.view_layer)
        tracks = [] if follows else alignment.tracks([trace.clip for trace in traces])
        phrasing = Phrasing.of(verb)
    except VerbError as error:
        return Profiles(title, (), (), str(error))
    keys, troubles = zip(*(_keys(verb, phrasing, place) for place in range(len(places))), strict=True)
    complete = [row for row in keys if row is not None]
    warp = Timewarp.of(np.array(complete), verb.cycle != "ONCE") if complete else None
    paths = [trace.paths[verb.effector] for trace in traces] if follows else [track.features for track in tracks]
    speeds = np.array(
        [_profile(trace.clip.times, path, row, warp) for trace, path, row in zip(traces, paths, keys, strict=True)]
    )
    agreement = alignment.agreement(speeds)
    rows = tuple(
        Profile(index, verb.examples[index].name, row, trouble or ("unlike the others" if alike < _ODD else ""))
        for index, row, trouble, alike in zip(places, speeds, troubles, agreement, strict=True)
    )
    return Profiles(title, _moments(verb, phrasing, warp), rows)


def _keys(verb: "ADVERB_PG_verb", phrasing: Phrasing, place: int) -> tuple[Array | None, str]:
    """Keytimes of an example in frames; or None, and what is wrong with them."""
    try:
        keys = phrasing.keytimes(verb, place)
    except KeytimeError:
        moments = building.enabled(verb)[place].keytimes
        lacking = [index for index in phrasing.inner if index >= len(moments) or not moments[index].is_set]
        return None, f"no '{verb.keytimes[lacking[0]].name}'" if lacking else "outside its range"
    return (keys, "") if (np.diff(keys) > 0.0).all() else (None, "out of order")


def _profile(times: Array, path: Array, keys: Array | None, warp: Timewarp | None) -> Array:
    """Speeds `[_MOMENTS]` in canonical time, so that only what happens counts and not at which pace; in its own time if
    the keytimes do not tell the canonical one."""
    phases = (times - times[0]) / (times[-1] - times[0])
    if keys is not None and warp is not None:
        gaps = np.broadcast_to(np.diff(keys), (len(times), len(keys) - 1))
        phases = warp.phases(gaps, times - keys[0])[0]
        phases[-1] = 1.0
    speeds = np.linalg.norm(events.velocities(phases, path), axis=1)
    found = np.interp(np.linspace(0.0, 1.0, _MOMENTS), phases, speeds)
    return np.asarray(found / max(float(found.max()), 1e-12))


def _moments(verb: "ADVERB_PG_verb", phrasing: Phrasing, warp: Timewarp | None) -> tuple[tuple[str, float], ...]:
    if warp is None:
        return ()
    return tuple(
        (keytime.name, float(warp.canonical[phrasing.position(index)])) for index, keytime in enumerate(verb.keytimes)
    )
