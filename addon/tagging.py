"""Adding to a verb and taking from it, so that every example always has a place for each adverb and keytime."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import bpy

from ..core.errors import VerbError
from . import actions, building, copying, markers, refit, sampling, triangulation
from .naming import unique
from .properties import SCHEMA

if TYPE_CHECKING:
    from .items import ADVERB_PG_adverb, ADVERB_PG_example, ADVERB_PG_keytime
    from .properties import ADVERB_PG_verb


def add_verb(rig: bpy.types.Object, name: str) -> "ADVERB_PG_verb":
    verbs = rig.adverb.verbs
    verb = verbs.add()
    verb.name, verb.uid, verb.schema = unique(name, verbs[:-1]), building.new_uid(), SCHEMA
    rig.adverb.active_verb = len(verbs) - 1
    return verb


def duplicate_verb(rig: bpy.types.Object, index: int) -> "ADVERB_PG_verb":
    """A verb with the same settings and examples, after the one it is made from, and not live."""
    verbs = rig.adverb.verbs
    name = unique(verbs[index].name, verbs)
    verb = verbs.add()
    copying.copy(verbs[index], verb, copying.OWN)
    verb.name, verb.uid = name, building.new_uid()
    verbs.move(len(verbs) - 1, index + 1)
    rig.adverb.active_verb = index + 1
    return verbs[index + 1]


def add_adverb(verb: "ADVERB_PG_verb", name: str, kind: str = "VALUE", axis: str = "X") -> "ADVERB_PG_adverb":
    name = unique(name, verb.adverbs)
    adverb = verb.adverbs.add()
    adverb.name, adverb.kind, adverb.axis = name, kind, axis
    adverb.measure = "PLACE" if kind == "GOAL" else "NONE"
    for example in verb.examples:
        example.adverbs.add()
    verb.active_adverb = len(verb.adverbs) - 1
    return adverb


def add_keytime(verb: "ADVERB_PG_verb", name: str) -> "ADVERB_PG_keytime":
    name = unique(name, verb.keytimes)
    keytime = verb.keytimes.add()
    keytime.name = name
    for example in verb.examples:
        example.keytimes.add()
    verb.active_keytime = len(verb.keytimes) - 1
    _read_marker(verb, verb.active_keytime, verb.examples[:])
    return keytime


def add_example(
    verb: "ADVERB_PG_verb",
    action: bpy.types.Action,
    slot: str = "",
    part: tuple[float, float] | None = None,
) -> "ADVERB_PG_example":
    """An Action, or a part of it from a first to a last frame, as an example; its keytimes are read from its markers
    where they have the names."""
    found = actions.slot_of(action, slot)
    if found is None:
        many = len(actions.slots_for(action))
        cure = "assign it to the rig with the slot you mean, then add it" if many else "key a bone in it first"
        raise VerbError(f"'{action.name}' has {many or 'no'} slots for an object: {cure}")
    name = action.name
    if part is not None:
        name = f"{action.name} {part[0]:g}-{part[1]:g}"
        building.check_range(name, action, found, *part)
    name = unique(name, verb.examples)
    example = verb.examples.add()
    example.name, example.action, example.slot = name, action, found.identifier
    example.frame = sampling.frame_range(action, found)[0]
    if part is not None:
        example.use_range, example.first, example.last = True, *part
        example.frame = example.first
    for _ in verb.adverbs:
        example.adverbs.add()
    for _ in verb.keytimes:
        example.keytimes.add()
    read_markers(verb, [example])
    verb.active_example = len(verb.examples) - 1
    return example


def add_examples(verb: "ADVERB_PG_verb", found: Sequence[bpy.types.Action]) -> None:
    """Several Actions as examples, all of them or, with a sentence, none; the first of them is chosen."""
    unfit = next((action for action in found if actions.slot_of(action, "") is None), None)
    if unfit is not None:
        raise VerbError(
            f"'{unfit.name}' has no single slot for an object: assign it with the slot you mean and add it alone"
        )
    first = len(verb.examples)
    for action in found:
        add_example(verb, action)
    verb.active_example = first


def read_markers(verb: "ADVERB_PG_verb", wanted: Sequence["ADVERB_PG_example"]) -> int:
    """Keytimes of some of the examples from the pose markers of the same name, within an example's range if it has one;
    how many were found. All other examples of an Action keep theirs: a captured take holds many markers of one name."""
    return sum(_read_marker(verb, index, wanted) for index in range(len(verb.keytimes)))


def _read_marker(verb: "ADVERB_PG_verb", index: int, wanted: Sequence["ADVERB_PG_example"]) -> int:
    """Set one keytime of these examples from its markers; how many have one."""
    found = [each for each in markers.frames(verb.examples, verb.keytimes[index].name) if each[0] in wanted]
    for example, frame in found:
        set_keytime(example, index, frame)
    return len(found)


def set_keytime(example: "ADVERB_PG_example", index: int, frame: float) -> None:
    moment = example.keytimes[index]
    moment.frame, moment.is_set = frame, True


def sort_keytimes(verb: "ADVERB_PG_verb") -> None:
    """Put the keytimes into the order in which they happen in the examples that have them all; the others stay last."""

    def moment(index: int) -> float:
        frames = [each.keytimes[index].frame for each in complete]
        return sum(frames) / len(frames) if index in known else float("inf")

    known = {
        index for index in range(len(verb.keytimes)) if any(example.keytimes[index].is_set for example in verb.examples)
    }
    complete = [each for each in verb.examples if known and all(each.keytimes[index].is_set for index in known)]
    if not complete:
        return
    order = list(range(len(verb.keytimes)))
    for target, index in enumerate(sorted(order, key=moment)):
        source = order.index(index)
        order.insert(target, order.pop(source))
        for collection in (verb.keytimes, *(example.keytimes for example in verb.examples)):
            collection.move(source, target)


def remove_verb(rig: bpy.types.Object, index: int) -> None:
    rig.adverb.verbs.remove(index)
    rig.adverb.active_verb = max(0, min(index, len(rig.adverb.verbs) - 1))


def remove_adverb(verb: "ADVERB_PG_verb", index: int) -> None:
    _remove(verb.adverbs, index, [example.adverbs for example in verb.examples])
    verb.active_adverb = max(0, min(index, len(verb.adverbs) - 1))


def remove_keytime(verb: "ADVERB_PG_verb", index: int) -> None:
    _remove(verb.keytimes, index, [example.keytimes for example in verb.examples])
    verb.active_keytime = max(0, min(index, len(verb.keytimes) - 1))


def remove_example(verb: "ADVERB_PG_verb", index: int) -> None:
    _remove(verb.examples, index, [])
    triangulation.drop_example(verb, index)
    verb.active_example = max(0, min(index, len(verb.examples) - 1))


def move_verb(rig: bpy.types.Object, step: int) -> bool:
    return _move(rig.adverb, "active_verb", rig.adverb.verbs, step, [])


def move_adverb(verb: "ADVERB_PG_verb", step: int) -> bool:
    return _move(verb, "active_adverb", verb.adverbs, step, [example.adverbs for example in verb.examples])


def move_keytime(verb: "ADVERB_PG_verb", step: int) -> bool:
    return _move(verb, "active_keytime", verb.keytimes, step, [example.keytimes for example in verb.examples])


def move_example(verb: "ADVERB_PG_verb", step: int) -> bool:
    is_moved = _move(verb, "active_example", verb.examples, step, [])
    if is_moved:
        triangulation.swap_examples(verb, verb.active_example - step, verb.active_example)
    return is_moved


def _remove(items: bpy.types.bpy_prop_collection, index: int, aligned: Sequence[bpy.types.bpy_prop_collection]) -> None:
    for collection in (items, *aligned):
        collection.remove(index)
    _changed(items.id_data)


def _move(
    owner: bpy.types.PropertyGroup,
    active: str,
    items: bpy.types.bpy_prop_collection,
    step: int,
    aligned: Sequence[bpy.types.bpy_prop_collection],
) -> bool:
    """Move the chosen item of a list by `step` places, and what is aligned with it; whether there was room."""
    index = getattr(owner, active)
    if not 0 <= index + step < len(items):
        return False
    for collection in (items, *aligned):
        collection.move(index, index + step)
    setattr(owner, active, index + step)
    _changed(owner.id_data)
    return True


def _changed(rig: bpy.types.ID) -> None:
    """What hangs on the verbs of a rig follows: lists do not tell of themselves that they changed, as values do."""
    refit.request(rig)
    rig.update_tag()
