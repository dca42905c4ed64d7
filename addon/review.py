"""What is odd about the examples, kept from one press of Check to the next change of the verb."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import bpy
import numpy as np

from ..core import native
from ..core.review import Finding, Keys, gather, review
from . import actions, bones, building, measuring
from .building import Built
from .channels import ROTATIONS, Property, mode_of

if TYPE_CHECKING:
    from .properties import ADVERB_PG_example, ADVERB_PG_verb


@dataclass(frozen=True)
class Review:
    """What was found, with the places of examples in the artist's list, how it is told, and what the verb was like
    then."""

    findings: tuple[Finding, ...]
    told: tuple[Finding, ...]
    fingerprint: bytes
    said: tuple[object, ...]


_known: dict[str, Review] = {}


def check(
    rig: bpy.types.Object, verb: "ADVERB_PG_verb", built: Built, view_layer: bpy.types.ViewLayer
) -> tuple[Finding, ...]:
    """Look for what stands out in a verb that was just built, and keep it for the panel; as it is told there."""
    places = [place for place, example in enumerate(verb.examples) if example.is_enabled]
    names = [adverb.name for adverb in verb.adverbs]
    mask = bones.mask(rig, verb)
    keys = [_keys(rig, example, mask) for example in building.enabled(verb)] if verb.kind == "MOTION" else []
    measured = measuring.typed_over(rig, verb, view_layer)
    findings = tuple(
        found if found.example is None else replace(found, example=places[found.example])
        for found in review(built.examples, names, building.options(rig, verb), keys, measured)
    )
    told = tuple(gather(findings, [example.name for example in verb.examples]))
    _known[verb.uid] = Review(findings, told, built.fingerprint, _said(verb))
    return told


def findings(verb: "ADVERB_PG_verb") -> tuple[Finding, ...]:
    """What the last check found, or nothing if the artist has changed the verb since."""
    known = _known.get(verb.uid)
    return known.findings if known is not None and known.findings and known.said == _said(verb) else ()


def told(verb: "ADVERB_PG_verb") -> tuple[Finding, ...]:
    """The same in fewer sentences, for the panel."""
    return _known[verb.uid].told if findings(verb) else ()


def is_odd(verb: "ADVERB_PG_verb", place: int) -> bool:
    """Whether something was found about this example."""
    known = _known.get(verb.uid)
    return known is not None and any(found.example == place for found in known.findings) and bool(findings(verb))


def is_any() -> bool:
    return bool(_known)


def forget() -> None:
    """As when another file is loaded."""
    _known.clear()


def look_again(edited: set[bpy.types.Action]) -> None:
    """Actions were edited: forget what was found in verbs that they change. Choosing a key changes none."""
    for rig in bpy.data.objects:
        for verb in rig.adverb.verbs if rig.type == "ARMATURE" else ():
            known = _known.get(verb.uid)
            if known is None or not any(example.action in edited for example in verb.examples):
                continue
            if not building.is_current(rig, verb, known.fingerprint):
                del _known[verb.uid]


def _said(verb: "ADVERB_PG_verb") -> tuple[object, ...]:
    """What the artist said of the verb, as far as findings depend on it; quick enough to ask whenever it is drawn."""
    adverbs = [
        (adverb.name, adverb.kind, adverb.axis, adverb.scale, adverb.use_limits, adverb.least, adverb.most)
        for adverb in verb.adverbs
    ]
    examples = [
        (example.name, example.is_enabled, getattr(example.action, "name", ""), example.frame)
        + (example.use_range, example.first, example.last)
        + (_column(example.adverbs, "value"), _column(example.keytimes, "frame"), _column(example.keytimes, "is_set"))
        for example in verb.examples
    ]
    moved = verb.bones_from, verb.collection, tuple(bone.name for bone in verb.picked)
    return verb.kind, verb.cycle, moved, adverbs, examples


def _column(items: bpy.types.bpy_prop_collection, name: str) -> bytes:
    numbers = np.empty(len(items), dtype=np.float32)
    items.foreach_get(name, numbers)
    return numbers.tobytes()


def _keys(rig: bpy.types.Object, example: "ADVERB_PG_example", mask: frozenset[str] | None) -> Keys:
    """The quaternions of an example as the artist keyed them, at each key of any of the four curves: of the bones that
    the verb moves, between the keys that enclose the example."""
    action, slot = building.source(example)
    first, last = building.span(example)
    by_bone: dict[str, dict[int, bpy.types.FCurve]] = {}
    for curve in actions.curves(action, slot):
        owned = Property.of(curve.data_path)
        is_moved = owned.owner in (rig.pose.bones if mask is None else mask)
        if not curve.mute and ROTATIONS.get(owned.name) == native.QUATERNION and is_moved:
            by_bone.setdefault(owned.owner, {})[curve.array_index] = curve
    return {
        bone: _keyed(curves.values(), first, last)
        for bone, curves in by_bone.items()
        if len(curves) == 4 and mode_of(rig, bone) == native.QUATERNION
    }


def _keyed(curves: Iterable[bpy.types.FCurve], first: float, last: float) -> tuple[np.ndarray, np.ndarray]:
    ordered = sorted(curves, key=lambda curve: curve.array_index)
    times = actions.key_times(ordered)
    times = times[max(np.searchsorted(times, first, "right") - 1, 0) : np.searchsorted(times, last) + 1]
    return times, np.stack([actions.values(curve, times) for curve in ordered], axis=1)
