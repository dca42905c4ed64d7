"""The kernel that suits a verb best, where the artist leaves it to us."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import bpy
import numpy as np

from ..core.arrays import Array
from ..core.channels import Layout
from ..core.example import Example
from ..core.fitness import Choice, Trial
from ..core.verb import Options, Verb
from . import units
from .skeletons import carried

if TYPE_CHECKING:
    from .properties import ADVERB_PG_verb

# Canonical times at which examples are compared: few, since a verb is built while an example is dragged.
_TIMES = 16


def choose(rig: bpy.types.Object, verb: Verb, examples: Sequence[Example], options: Options) -> Choice:
    """The kernel that predicts the examples best. Blender is not asked, since a live verb is built too: on a rig with
    constraints the controls are compared, as their parents carry them."""
    joints = followers(rig, verb.layout)
    if any(rig.pose.bones[bone].constraints for bone in joints):
        joints = _moved(rig, verb.layout)
    return trial(rig, verb, examples, joints).automatic(options)


def trial(rig: bpy.types.Object, verb: Verb, examples: Sequence[Example], joints: Sequence[str]) -> Trial:
    """Examples to be predicted, with joints that are carried by their parents."""
    told = carried(rig, joints, verb.layout)
    return Trial(verb.motion, points(verb, examples), lambda poses: told(poses)[..., :3, 3], _TIMES)


def points(verb: Verb, examples: Sequence[Example]) -> Array:
    """Where examples are in scaled adverb space `[N, D]`."""
    return verb.axes.scale(np.array([example.adverbs for example in examples]))


def followers(rig: bpy.types.Object, layout: Layout) -> list[str]:
    """The bones that a verb moves, and all below them."""
    moved = set(_moved(rig, layout))
    return [
        bone.name
        for bone in rig.data.bones
        if bone.name in moved or any(parent.name in moved for parent in bone.parent_recursive)
    ]


def _moved(rig: bpy.types.Object, layout: Layout) -> list[str]:
    owners = {channel.owner for channel in layout.channels}
    return [bone.name for bone in rig.data.bones if bone.name in owners]


def told(scene: bpy.types.Scene, verb: "ADVERB_PG_verb", choice: Choice) -> str:
    """Which kernel was chosen, and by which figures."""
    names = {item.identifier: item.name for item in verb.bl_rna.properties["kernel"].enum_items}
    name = names.pop(choice.kernel)
    if not choice.errors:
        return f"Automatic: {name} (few examples)"
    errors = {kernel: units.length(scene, error) for kernel, error in choice.errors.items()}
    others = [f"{names[kernel]} {error}" for kernel, error in errors.items() if kernel in names]
    return f"Automatic: {name} ({', '.join([errors[choice.kernel], *others])})"
