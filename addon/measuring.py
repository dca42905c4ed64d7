"""Adverb values read off the examples themselves, and poses turned into examples."""

from typing import TYPE_CHECKING

import bpy
import numpy as np

from ..core import native
from ..core.channels import Channel, Kind, Layout
from ..core.errors import ExampleError, VerbError
from . import actions, building, channels, effector, sampling
from .channels import Property, mode_of, rotation_property

if TYPE_CHECKING:
    from .properties import ADVERB_PG_example, ADVERB_PG_verb


def measure(rig: bpy.types.Object, verb: "ADVERB_PG_verb", view_layer: bpy.types.ViewLayer) -> int:
    """Set the goal coordinates of every example to where its effector is at the chosen keytime; how many were set."""
    examples = building.enabled(verb)
    if not examples:
        raise VerbError("There is nothing to measure: add examples first")
    if not verb.effector:
        raise VerbError("There is no effector: choose the bone that should reach the goal")
    clips = []
    for example in examples:
        action, slot = building.source(example)
        clips.append(sampling.sample(rig, example.name, action, slot, np.array([_moment(verb, example)]))[0])
    layout = Layout.of(channel for clip in clips for channel in clip.layout.channels)
    standing = layout.rest
    for channel, value in building.rest(rig, layout).items():
        standing[layout.slices[channel]] = value
    poses = np.concatenate([clip.conform(layout, standing).values for clip in clips])
    places = effector.places(rig, verb.effector, verb.effector_end, layout, poses, view_layer)
    for example, place in zip(examples, places, strict=True):
        for adverb, number in zip(verb.adverbs, example.adverbs, strict=True):
            if adverb.kind == "GOAL" and not number.is_typed:
                number.value = place["XYZ".index(adverb.axis)]
                number.is_typed = False
    return len(examples)


def _moment(verb: "ADVERB_PG_verb", example: "ADVERB_PG_example") -> float:
    """The frame of an example at which its effector is measured."""
    if verb.kind == "POSE":
        return float(example.frame)
    if not verb.keytimes:
        raise VerbError("There is no keytime to measure at: add the moment at which the goal is reached")
    keytime = verb.keytimes[verb.active_keytime]
    moment = example.keytimes[verb.active_keytime]
    if not moment.is_set:
        raise ExampleError(example.name, f"has no keytime '{keytime.name}': set it first")
    building.check_within(example, keytime.name, moment.frame)
    return float(moment.frame)


def pose_action(rig: bpy.types.Object, name: str, bones: list[str]) -> bpy.types.Action:
    """A new Action of one frame with the pose as it is now: what is off its rest, and all of the `bones`."""
    written: list[tuple[str, int, str]] = []
    numbers: list[float] = []
    for bone in rig.pose.bones:
        mode = mode_of(rig, bone.name)
        transforms = {
            "location": Kind.LOCATION.rest,
            rotation_property(mode): native.rest(mode),
            "scale": Kind.SCALE.rest,
        }
        for property_name, rest in transforms.items():
            value = np.array(getattr(bone, property_name))
            if bone.name in bones or np.abs(value - rest).max() > 1e-6:
                path = Property(bone.name, property_name).path
                written += [(path, index, bone.name) for index in range(len(rest))]
                numbers += value.tolist()
    for path, owner, number, is_off in _sliders(rig):
        if owner in bones or is_off:
            written.append((path, 0, owner))
            numbers.append(number)
    if not written:
        raise VerbError("The pose is at rest: move a bone, or select those that the example should hold at rest")
    return actions.write(name, rig, written, np.array([1.0]), np.array([numbers]))


def _sliders(rig: bpy.types.Object) -> list[tuple[str, str, float, bool]]:
    """Custom properties of the bones that can blend: path, bone, value, and whether that is not the default."""
    found = []
    for bone in rig.pose.bones:
        for key, value in bone.items():
            if isinstance(value, float):
                owned = Property(bone.name, f'["{bpy.utils.escape_identifier(key)}"]')
                default = channels.facts(rig, Channel.of(owned.owner, Kind.VALUE, owned.name)).default
                found.append((owned.path, bone.name, value, abs(value - default) > 1e-6))
    return found
