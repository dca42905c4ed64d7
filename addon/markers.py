"""Keytimes as pose markers of the Actions, for whoever works in the Action editor."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from math import ceil, floor, inf
from typing import TYPE_CHECKING

import bpy

from ..core.errors import VerbError

if TYPE_CHECKING:
    from .properties import ADVERB_PG_example, ADVERB_PG_verb


def claims(examples: Iterable["ADVERB_PG_example"], name: str) -> list[tuple["ADVERB_PG_example", int]]:
    """Examples, each with the marker of that name in its Action that stands for it, -1 for none. Examples of one
    Action have a marker each: parts of it come first, since fewer markers fit them, then each takes the next one."""
    taken: dict[bpy.types.Action | None, set[int]] = defaultdict(set)
    found = []
    for example in sorted(examples, key=lambda each: not each.use_range):
        index = find(example, name, taken[example.action])
        taken[example.action].add(index)
        found.append((example, index))
    return found


def find(example: "ADVERB_PG_example", name: str, taken: Collection[int] = ()) -> int:
    """The marker of that name in the Action of an example, in the part of it that the example means or, since markers
    stand on whole frames, half a frame outside; -1 for none. Those that are `taken` stand for other examples of it."""
    if example.action is None:
        return -1
    first, last = _part(example)
    outside = [max(first - marker.frame, marker.frame - last, 0.0) for marker in example.action.pose_markers]
    found = (
        index
        for index, marker in enumerate(example.action.pose_markers)
        if marker.name == name and outside[index] <= 0.5 and index not in taken
    )
    return min(found, key=outside.__getitem__, default=-1)


def frames(examples: Iterable["ADVERB_PG_example"], name: str) -> list[tuple["ADVERB_PG_example", float]]:
    """The examples that have a marker of that name, with its frame; those for which none is left share one."""
    shared = [(each, find(each, name) if index < 0 else index) for each, index in claims(examples, name)]
    return [(example, _frame(example, index)) for example, index in shared if index >= 0]


def write(verb: "ADVERB_PG_verb") -> tuple[int, int]:
    """Write every keytime that is set as a marker: the one of its name is moved, or one is added where there is none.
    Other markers are left alone, and each example of an Action has its own. How many markers in how many Actions."""
    linked = next((example for example in verb.examples if example.action and not example.action.is_editable), None)
    if linked is not None:
        raise VerbError(f"'{linked.action.name}' is linked from another file: make it local to write markers to it")
    written: list[bpy.types.Action] = []
    for place, keytime in enumerate(verb.keytimes):
        told = [each for each in verb.examples if each.action is not None and each.keytimes[place].is_set]
        for example, index in claims(told, keytime.name):
            markers = example.action.pose_markers
            marker = markers[index] if index >= 0 else markers.new(keytime.name)
            marker.frame = _whole(example, example.keytimes[place].frame)
            written.append(example.action)
    return len(written), len(set(written))


def _frame(example: "ADVERB_PG_example", index: int) -> float:
    """The frame that a marker means for an example: markers stand on whole frames, and its range may end between."""
    first, last = _part(example)
    return float(min(max(example.action.pose_markers[index].frame, first), last))


def _part(example: "ADVERB_PG_example") -> tuple[float, float]:
    return (example.first, example.last) if example.use_range else (-inf, inf)


def _whole(example: "ADVERB_PG_example", frame: float) -> int:
    """The whole frame nearest to a keytime, inside the example's range if there is one in it."""
    first, last = _part(example)
    inside = [near for near in (floor(frame), ceil(frame)) if first <= near <= last]
    return min(inside, key=lambda near: abs(near - frame)) if inside else round(frame)
