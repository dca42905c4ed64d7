"""Keytimes as pose markers of the Actions, for whoever works in the Action editor."""

from collections.abc import Collection
from math import inf
from typing import TYPE_CHECKING

import bpy

from ..core.errors import VerbError

if TYPE_CHECKING:
    from .properties import ADVERB_PG_example, ADVERB_PG_verb


def find(example: "ADVERB_PG_example", name: str, taken: Collection[int] = ()) -> int:
    """The marker of that name in the Action of an example, in the part of it that the example means; -1 for none.
    Markers that are `taken` stand for other examples of the same Action."""
    if example.action is None:
        return -1
    first, last = (example.first, example.last) if example.use_range else (-inf, inf)
    return next(
        (
            index
            for index, marker in enumerate(example.action.pose_markers)
            if marker.name == name and first <= marker.frame <= last and index not in taken
        ),
        -1,
    )


def write(verb: "ADVERB_PG_verb") -> tuple[int, int]:
    """Write every keytime that is set as a marker: the one of its name is moved, or one is added where there is none.
    Other markers are left alone. How many markers in how many Actions."""
    linked = next((example for example in verb.examples if example.action and not example.action.is_editable), None)
    if linked is not None:
        raise VerbError(f"'{linked.action.name}' is linked from another file: make it local to write markers to it")
    written: dict[bpy.types.Action, set[int]] = {}
    for example in verb.examples:
        for keytime, moment in zip(verb.keytimes, example.keytimes, strict=True):
            if example.action is None or not moment.is_set:
                continue
            markers = example.action.pose_markers
            taken = written.setdefault(example.action, set())
            index = find(example, keytime.name, taken if example.use_range else ())
            if index < 0:
                index = len(markers)
                markers.new(keytime.name)
            markers[index].frame = round(moment.frame)
            taken.add(index)
    return sum(map(len, written.values())), len(written)
