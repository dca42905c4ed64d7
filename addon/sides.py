"""Examples of a verb on the other side: in the verb itself if it has no side, else in its mirror image."""

from collections.abc import Callable
from dataclasses import dataclass
from math import remainder
from typing import TYPE_CHECKING, Any

import bpy
import numpy as np

from ..core.axes import Axes
from ..core.coordinates import Frame, near
from ..core.errors import VerbError
from ..core.example import twin
from . import building, copying, measuring, mirroring, points, tagging

if TYPE_CHECKING:
    from .items import ADVERB_PG_adverb, ADVERB_PG_example
    from .properties import ADVERB_PG_verb


@dataclass(frozen=True)
class Outcome:
    """What came of mirroring: the verb that has the images now, how many are new, and which had no place."""

    verb: str
    is_new: bool
    added: int
    skipped: tuple[tuple[str, str], ...]  # an example, and the one that stands where its image would


def mirror(rig: bpy.types.Object, verb: "ADVERB_PG_verb", places: list[int]) -> Outcome:
    """Add the mirror images of the examples at these places of the list. Raises before anything is written."""
    has_side = _sides(verb, lambda bone: bone) != _sides(verb, lambda bone: mirroring.bone_across(rig, bone))
    has_side = has_side or _collection_across(rig, verb) != verb.collection
    target = _counterpart(rig, verb) if has_side else verb
    if target is not None and target.is_live:
        raise VerbError(f"'{target.name}' is live: Release it, then mirror")
    for adverb in verb.adverbs:
        _check(rig, verb, adverb)
    for place in places:
        building.source(verb.examples[place])
    wanted, skipped = _without_twins(rig, verb, places, target)
    if not wanted:
        example, other = skipped[0]
        raise VerbError(
            f"'{example}' would have the adverbs of '{other}' in the mirror: there is nothing new on the other side"
        )

    # A collection that grows may move what it holds: from here on things go by their places.
    verbs = rig.adverb.verbs
    home = verbs[:].index(verb)
    is_new = target is None
    goes_to = len(verbs) if target is None else verbs[:].index(target)
    if target is None:
        _add_counterpart(rig, home)
    elif target == verb:
        _take_both_sides(rig, verb, is_whole=len(wanted) == len(verb.examples))
    images: dict[tuple[bpy.types.Action, str], bpy.types.Action] = {}
    for place in wanted:
        example = verbs[home].examples[place]
        motion = (example.action, example.slot)
        if motion not in images:
            _, slot = building.source(example)
            images[motion] = mirroring.mirrored(rig, example.action, slot.identifier)
        _add_image(rig, verbs[home], place, verbs[goes_to], images[motion])
    rig.adverb.active_verb = goes_to
    verbs[goes_to].active_example = len(verbs[goes_to].examples) - len(wanted)
    return Outcome(verbs[goes_to].name, is_new, len(wanted), tuple(skipped))


def _check(rig: bpy.types.Object, verb: "ADVERB_PG_verb", adverb: "ADVERB_PG_adverb") -> None:
    """Raise if an adverb tells where a bone is, or looks, that does so nowhere in the mirror."""
    bone = measuring.bone_of(verb, adverb)
    aside = []
    if adverb.measure == "DIRECTION":
        aside += [] if mirroring.has_axis_across(rig, bone, adverb.bone_axis) else [bone]
    elif adverb.measure == "PLACE" or adverb.kind == "GOAL":
        aside += [] if mirroring.has_place_across(rig, bone, measuring.end_of(verb, adverb)) else [bone]
    aside += [] if mirroring.has_place_across(rig, adverb.reference, "HEAD") else [adverb.reference]
    if aside:
        partner = str(bpy.utils.flip_name(aside[0]))
        cure = f"give it a partner named '{partner}'" if partner != aside[0] else "name it and a partner by their sides"
        raise VerbError(f"'{aside[0]}' is not its own mirror image: {cure}, or choose another bone for '{adverb.name}'")


def _sides(verb: "ADVERB_PG_verb", across: Callable[[str], str]) -> Any:
    """The bones that the verb speaks of; of two that are compared it does not matter which is the first."""
    return (
        across(verb.effector),
        across(verb.root),
        {across(bone.name) for bone in verb.picked} if verb.bones_from == "PICKED" else set(),
        [({across(adverb.bone), across(adverb.other_bone)}, across(adverb.reference)) for adverb in verb.adverbs],
    )


def _collection_across(rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> str:
    """The bone collection on the other side; one without a partner is its own, as one that the verb does not use."""
    flipped = str(bpy.utils.flip_name(verb.collection))
    return flipped if verb.bones_from == "COLLECTION" and flipped in rig.data.collections_all else verb.collection


def _counterpart(rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> "ADVERB_PG_verb | None":
    """The verb that was made as this one's mirror image before, if it still is one."""
    name = mirroring.name_across(verb.name)
    wanted = _sides(verb, lambda bone: mirroring.bone_across(rig, bone))
    for other in rig.adverb.verbs:
        is_alike = len(other.keytimes) == len(verb.keytimes) and [
            (adverb.name, adverb.kind, adverb.axis, adverb.measure) for adverb in other.adverbs
        ] == [(adverb.name, adverb.kind, adverb.axis, adverb.measure) for adverb in verb.adverbs]
        if other.name == name and is_alike and _sides(other, lambda bone: bone) == wanted:
            return other
    return None


def _add_counterpart(rig: bpy.types.Object, home: int) -> None:
    """A new verb, the last of the rig: the mirror image of the one at `home`, still without examples."""
    name = tagging.add_verb(rig, mirroring.name_across(rig.adverb.verbs[home].name)).name
    verb, source = rig.adverb.verbs[-1], rig.adverb.verbs[home]
    copying.copy(source, verb, copying.OWN | {"goal", "examples", "triangles"})
    verb.name = name
    verb.effector = mirroring.bone_across(rig, verb.effector)
    verb.root = mirroring.bone_across(rig, verb.root)
    verb.collection = _collection_across(rig, verb)
    for bone in verb.picked:
        bone.name = mirroring.bone_across(rig, bone.name)
    for keytime in verb.keytimes:
        keytime.name = bpy.utils.flip_name(keytime.name)
    for adverb, original in zip(verb.adverbs, source.adverbs, strict=True):
        adverb.bone_axis = mirroring.axis_across(rig, adverb.bone or source.effector, adverb.bone_axis)
        for name in ("bone", "other_bone", "reference"):
            setattr(adverb, name, mirroring.bone_across(rig, getattr(adverb, name)))
        if any(original.stand):
            adverb.stand = Frame.of_numbers(np.array(original.stand)).mirrored().numbers
        if _changes_sign(adverb):
            adverb.least, adverb.most, adverb.value = -adverb.most, -adverb.least, -adverb.value


def _take_both_sides(rig: bpy.types.Object, verb: "ADVERB_PG_verb", is_whole: bool) -> None:
    """Make room in a verb for images of its own examples; with those of all it is seen from the middle of both."""
    for adverb in verb.adverbs:
        if adverb.use_limits:
            ends = np.array([adverb.least, adverb.most])
            images = np.array([_value(rig, verb, verb, adverb, end) for end in ends.tolist()])
            if points.is_round(adverb):
                images += near(images.mean(), ends.mean()) - images.mean()
            adverb.least, adverb.most = min(ends.min(), images.min()), max(ends.max(), images.max())
        if is_whole and any(adverb.stand):
            frame = Frame.of_numbers(np.array(adverb.stand))
            image = frame.mirrored()
            both = Frame(np.array([frame.origin, image.origin]), np.array([frame.axes, image.axes]))
            adverb.stand = both.mean().numbers


def _add_image(
    rig: bpy.types.Object, verb: "ADVERB_PG_verb", place: int, target: "ADVERB_PG_verb", action: bpy.types.Action
) -> "ADVERB_PG_example":
    name = tagging.unique(mirroring.name_across(verb.examples[place].name), target.examples)
    image = target.examples.add()
    example = verb.examples[place]
    copying.copy(example, image, frozenset())
    image.name, image.action = name, action
    for number, source, value in zip(image.adverbs, example.adverbs, _values(rig, verb, example, target), strict=True):
        number.value = value
        number.is_typed = source.is_typed
    # What the left foot does at one moment the right one does in the mirror.
    moments = {keytime.name: moment for keytime, moment in zip(verb.keytimes, example.keytimes, strict=True)}
    for keytime, moment in zip(target.keytimes, image.keytimes, strict=True):
        source = moments.get(bpy.utils.flip_name(keytime.name), moments.get(keytime.name))
        if source is not None:
            moment.frame, moment.is_set = source.frame, source.is_set
    return image


def _changes_sign(adverb: "ADVERB_PG_adverb") -> bool:
    """Whether an adverb counts to the left what it counts to the right in the mirror."""
    if adverb.kind == "GOAL" or adverb.measure in {"PLACE", "DIRECTION"}:
        return adverb.axis in {"X", "AZIMUTH"}
    return adverb.measure in {"RADIUS", "TURN"}


def _value(
    rig: bpy.types.Object,
    verb: "ADVERB_PG_verb",
    target: "ADVERB_PG_verb | None",
    adverb: "ADVERB_PG_adverb",
    value: float,
) -> float:
    """What an adverb value of a verb is in the mirror, for the target."""
    value = 0.0 - value if _changes_sign(adverb) else value
    across = mirroring.axis_across(rig, measuring.bone_of(verb, adverb), adverb.bone_axis)
    if target != verb or adverb.measure != "DIRECTION" or across == adverb.bone_axis:
        return value
    # A verb on the other side takes the axis across; the verb itself keeps its own, and that looks straight back.
    return remainder(value + 180.0, 360.0) if adverb.axis == "AZIMUTH" else 0.0 - value


def _values(
    rig: bpy.types.Object, verb: "ADVERB_PG_verb", example: "ADVERB_PG_example", target: "ADVERB_PG_verb | None"
) -> list[float]:
    """The adverb values of an example's mirror image."""
    pairs = zip(verb.adverbs, example.adverbs, strict=True)
    return [_value(rig, verb, target, adverb, number.value) for adverb, number in pairs]


def _without_twins(
    rig: bpy.types.Object, verb: "ADVERB_PG_verb", places: list[int], target: "ADVERB_PG_verb | None"
) -> tuple[list[int], list[tuple[str, str]]]:
    """The places whose images stand where no example of the target is yet, and the names of the others with theirs."""
    there = list(target.examples) if target is not None else []
    values = [[number.value for number in example.adverbs] for example in there]
    values += [_values(rig, verb, verb.examples[place], target) for place in places]
    if not verb.adverbs:
        return places, []
    found_at = np.array(points.joined(verb, values))
    names, groups = tuple(adverb.name for adverb in verb.adverbs), tuple(map(points.group, verb.adverbs))
    scales = tuple(adverb.scale for adverb in verb.adverbs)
    scaled = Axes.fit(names, groups, found_at, scales).scale(found_at)
    wanted: list[int] = []
    skipped: list[tuple[str, str]] = []
    for place, point in zip(places, scaled[len(there) :], strict=True):
        found = twin(scaled[: len(there)], point)
        if found is None:
            wanted.append(place)
        else:
            skipped.append((verb.examples[place].name, there[found].name))
    return wanted, skipped
