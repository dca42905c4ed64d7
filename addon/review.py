"""What is odd about the examples, kept from one press of Check to the next change of the verb."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import bpy
import numpy as np

from ..core import native
from ..core.fitness import Fitness
from ..core.review import Finding, Keys, gather, review
from . import actions, bones, building, fitness, measuring, triangulation, units
from .building import Built
from .channels import ROTATIONS, Property, mode_of

if TYPE_CHECKING:
    from .items import ADVERB_PG_example
    from .properties import ADVERB_PG_verb


@dataclass(frozen=True)
class Review:
    """What was found, with the places of examples in the artist's list, how it is told, and what the verb was like
    then."""

    findings: tuple[Finding, ...]
    told: tuple[Finding, ...]
    fitness: Fitness | None  # of the examples that were enabled, if it was measured
    places: tuple[int, ...]  # of these in the list
    fingerprint: bytes
    said: tuple[object, ...]


_known: dict[str, Review] = {}


def check(
    context: bpy.types.Context, rig: bpy.types.Object, verb: "ADVERB_PG_verb", built: Built, is_patient: bool = False
) -> Review:
    """Look for what stands out in a verb that was just built, and keep it for the panel. How far examples are from what
    the others predict is measured where arrays can tell; where Blender must pose the rig, only if one `is_patient`."""
    names = [adverb.name for adverb in verb.adverbs]
    mask = bones.mask(rig, verb)
    keys = [_keys(rig, example, mask) for example in building.enabled(verb)] if verb.kind == "MOTION" else []
    options = building.options(rig, verb, built.choice)
    fit = None
    if len(built.examples) > 1 and (is_patient or fitness.is_plain(rig, built.verb.layout)):
        fit = fitness.leave_one_out(rig, built, options, context.view_layer)
    found = review(built.examples, names, options, keys, measuring.typed_over(rig, verb, context.view_layer))
    causes = {each.example for each in found}  # where a cause is told already, it alone is to be seen to first
    found += [each for each in _unpredicted(context, verb, built, fit) if each.example not in causes]
    findings = tuple(
        each if each.example is None else replace(each, example=built.places[each.example])
        for each in sorted(found, key=lambda each: -1 if each.example is None else each.example)
    )
    told = tuple(gather(findings, [example.name for example in verb.examples]))
    _known[verb.uid] = Review(findings, told, fit, built.places, built.fingerprint, _said(verb))
    return _known[verb.uid]


def _unpredicted(
    context: bpy.types.Context, verb: "ADVERB_PG_verb", built: Built, measured: Fitness | None
) -> Iterator[Finding]:
    cure = "check its adverbs or keytimes" if verb.kind == "MOTION" else "check its adverbs or its frame"
    for place in measured.outstanding if measured is not None else ():
        away = units.length(context.scene, float(measured.distances[place]))
        yield Finding(place, f"'{built.examples[place].name}' is {away} from what the others predict: {cure}")


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


def fit_of(verb: "ADVERB_PG_verb") -> Fitness | None:
    """How far examples were from what the others predict, if that was measured and the verb is still the same."""
    known = _known.get(verb.uid)
    return known.fitness if known is not None and known.fitness is not None and known.said == _said(verb) else None


def distances(verb: "ADVERB_PG_verb") -> dict[int, float]:
    """The same by the place of each example in the list; nothing if it is not known."""
    measured = fit_of(verb)
    return {} if measured is None else dict(zip(_known[verb.uid].places, measured.distances.tolist(), strict=True))


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
    way = verb.interpolator, verb.kernel, verb.degree, verb.limit, triangulation.said(verb)
    return verb.kind, verb.cycle, way, moved, adverbs, examples


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
