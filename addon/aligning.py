"""Keytimes of one example that the artist trusts, carried over to the others."""

from typing import TYPE_CHECKING

import bpy
import numpy as np

from ..core import alignment
from ..core.errors import ExampleError, VerbError
from . import building, tagging, tracing
from .stepwise import Stepwise

if TYPE_CHECKING:
    from .properties import ADVERB_PG_example, ADVERB_PG_verb


def align(
    rig: bpy.types.Object,
    verb: "ADVERB_PG_verb",
    reference: "ADVERB_PG_example",
    replace: bool,
    view_layer: bpy.types.ViewLayer,
) -> Stepwise[int]:
    """Carry the keytimes of the reference to all other examples or, unless `replace`, to where they are not set; how
    many examples got some."""
    examples = building.enabled(verb)
    if not reference.is_enabled:
        raise ExampleError(reference.name, "is disabled: enable it, or choose another example as the reference")
    if len(examples) < 2:
        raise VerbError(f"'{reference.name}' is alone: add more examples to align with it")
    for keytime, moment in zip(verb.keytimes, reference.keytimes, strict=True):
        if not moment.is_set:
            raise ExampleError(reference.name, f"has no keytime '{keytime.name}': set it first, it is the reference")
        building.check_within(reference, keytime.name, moment.frame)
    frames = np.array([moment.frame for moment in reference.keytimes])
    if (np.diff(frames) <= 0.0).any():
        raise ExampleError(reference.name, "has keytimes out of order: each must come after the one before it")
    bones = [verb.effector] if verb.effector else []
    traces = yield from tracing.trace_stepwise(rig, verb, bones, view_layer)
    paths = [trace.paths[verb.effector] for trace in traces] if bones else None
    tracks = alignment.tracks([trace.clip for trace in traces], paths)
    trusted = next(track for example, track in zip(examples, tracks, strict=True) if example == reference)
    count = 0
    for example, track in zip(examples, tracks, strict=True):
        wanted = [index for index, moment in enumerate(example.keytimes) if replace or not moment.is_set]
        if track is trusted or not wanted:
            continue
        carried = alignment.carry(frames, trusted, track)
        for index in wanted:
            tagging.set_keytime(example, index, carried[index])
        count += 1
    return count
