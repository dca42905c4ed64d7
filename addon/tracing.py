"""The examples of a verb as clips, and the ways that bones take in them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import bpy
import numpy as np

from ..core.arrays import Array
from ..core.channels import Layout
from ..core.clip import Clip
from ..core.errors import ExampleError
from . import building, effector, sampling

if TYPE_CHECKING:
    from .properties import ADVERB_PG_example


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
    rig: bpy.types.Object,
    examples: Sequence["ADVERB_PG_example"],
    bones: Sequence[str],
    end: str,
    view_layer: bpy.types.ViewLayer,
) -> list[Trace]:
    """All of the examples with one layout; `end` tells which end of the bones is followed."""
    clips = []
    for example in examples:
        first, last = building.span(example)
        if last <= first:
            raise ExampleError(example.name, "is a single frame: key a motion in it, or disable it")
        clips.append(sampling.sample(rig, example.name, *building.source(example), sampling.frames(first, last))[0])
    layout = Layout.of(channel for clip in clips for channel in clip.layout.channels)
    standing = layout.rest
    for channel, value in building.rest(rig, layout).items():
        standing[layout.slices[channel]] = value
    clips = [clip.conform(layout, standing) for clip in clips]
    poses = np.concatenate([clip.values for clip in clips])
    breaks = np.cumsum([len(clip.times) for clip in clips])[:-1]
    paths = {bone: np.split(effector.places(rig, bone, end, layout, poses, view_layer), breaks) for bone in bones}
    return [Trace(clip, {bone: paths[bone][index] for bone in bones}) for index, clip in enumerate(clips)]


def size(rig: bpy.types.Object) -> float:
    """How big the character is: the longest side of its bones at rest."""
    ends = np.array([end for bone in rig.data.bones for end in (bone.head_local, bone.tail_local)])
    return float(np.ptp(ends, axis=0).max()) if len(ends) else 0.0
