"""The examples of a verb as clips, and the ways that bones take in them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import bpy
import numpy as np

from ..core.arrays import Array
from ..core.clip import Clip
from ..core.errors import ExampleError
from . import building, effector, sampling
from .stepwise import Stepwise, finish

if TYPE_CHECKING:
    from .properties import ADVERB_PG_verb


@dataclass(frozen=True)
class Trace:
    """An example, frame by frame: its clip, and the path `[F, 3]` of each bone that was asked for, in rig space."""

    clip: Clip
    paths: dict[str, Array]

    @property
    def start(self) -> float:
        return float(self.clip.times[0])

    @property
    def end(self) -> float:
        return float(self.clip.times[-1])


def trace(
    rig: bpy.types.Object, verb: "ADVERB_PG_verb", bones: Sequence[str], view_layer: bpy.types.ViewLayer
) -> list[Trace]:
    """All enabled examples with one layout, and the way that the effector's end of each of the bones takes."""
    return finish(trace_stepwise(rig, verb, bones, view_layer))


def trace_stepwise(
    rig: bpy.types.Object, verb: "ADVERB_PG_verb", bones: Sequence[str], view_layer: bpy.types.ViewLayer
) -> Stepwise[list[Trace]]:
    """The same, one pose after another where Blender must be asked for the bones."""
    times = []
    for example in building.enabled(verb):
        first, last = building.span(example)
        if last <= first:
            raise ExampleError(example.name, "is a single frame: key a motion in it, or disable it")
        times.append(sampling.frames(first, last))
    layout, poses = building.sample(rig, verb, times)
    found = yield from effector.transforms_stepwise(rig, bones, layout, np.concatenate(poses), view_layer)
    breaks = np.cumsum([len(its) for its in times])[:-1]
    paths = {
        bone: np.split(effector.point(rig, bone, verb.effector_end, found[:, place]), breaks)
        for place, bone in enumerate(bones)
    }
    return [
        Trace(Clip(layout, its, values), {bone: paths[bone][index] for bone in bones})
        for index, (its, values) in enumerate(zip(times, poses, strict=True))
    ]


def size(rig: bpy.types.Object) -> float:
    """How big the character is: the longest side of its bones at rest."""
    ends = np.array([end for bone in rig.data.bones for end in (bone.head_local, bone.tail_local)])
    return float(np.ptp(ends, axis=0).max()) if len(ends) else 0.0
