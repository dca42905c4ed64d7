"""Adverb values read off the examples themselves, and poses turned into examples."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

import bpy
import numpy as np

from ..core import measures, native
from ..core.arrays import Array
from ..core.channels import Channel, Kind
from ..core.coordinates import HOME, Frame, tell, together
from ..core.errors import ExampleError, VerbError
from . import actions, building, carriers, channels, effector, selection
from .channels import Property, mode_of, rotation_property
from .stepwise import Stepwise, finish

if TYPE_CHECKING:
    from .items import ADVERB_PG_adverb, ADVERB_PG_example, ADVERB_PG_number
    from .properties import ADVERB_PG_verb


# Which of its fields an adverb needs for each way to measure it.
FIELDS = {
    "NONE": (),
    "PLACE": ("bone", "bone_end", "reference"),
    "DIRECTION": ("bone", "bone_axis", "reference"),
    "ANGLE": ("bone", "other_bone"),
    "SPEED": ("bone",),
    "RADIUS": ("bone",),
    "TURN": ("bone",),
    "SLOPE": ("bone", "other_bone"),
}
_AT_KEYTIME = {"PLACE", "DIRECTION", "ANGLE"}
_TURNS = {"RADIUS": measures.radius, "TURN": measures.turning}


@dataclass(frozen=True)
class _Motion:
    """How the measured bones move in one example: transforms `[F, 4, 4]` of each, as far as they are needed."""

    start: dict[str, Array]
    keytime: dict[str, Array]
    whole: dict[str, Array]
    seconds: float


def measure(
    rig: bpy.types.Object, verb: "ADVERB_PG_verb", view_layer: bpy.types.ViewLayer, typed: bool = False
) -> tuple[int, int]:
    """Set what the examples tell of themselves: how many values were measured, and how many typed ones were kept.

    Where the bones stand from which adverbs are seen is measured too. Nothing is written before all is known.
    """
    return finish(measure_stepwise(rig, verb, view_layer, typed))


def measure_stepwise(
    rig: bpy.types.Object, verb: "ADVERB_PG_verb", view_layer: bpy.types.ViewLayer, typed: bool = False
) -> Stepwise[tuple[int, int]]:
    """The same, one pose after another where Blender must be asked for the bones."""
    examples = building.enabled(verb)
    if not examples:
        raise VerbError("There is nothing to measure: add examples first")
    if not any(adverb.measure != "NONE" or adverb.reference for adverb in verb.adverbs):
        raise VerbError(f"'{verb.name}' has no adverb to measure: choose under Adverbs what its values are measured by")
    found, stands = yield from _read(rig, verb, view_layer, lambda number: typed or not number.is_typed)
    for index, column in found.items():
        for place, value in column.items():
            number = examples[place].adverbs[index]
            number.value = value
            number.is_typed = False
    for adverb, frame in stands:
        adverb.stand = frame.numbers
    count = sum(map(len, found.values()))
    return count, len(found) * len(examples) - count


def typed_over(rig: bpy.types.Object, verb: "ADVERB_PG_verb", view_layer: bpy.types.ViewLayer) -> Array:
    """What the enabled examples tell of the adverbs that were typed over, `[N, D]`; nan for all others, and for all
    where something cannot be measured. An azimuth is told as near as it can be to the typed one."""
    examples = building.enabled(verb)
    told = np.full((len(examples), len(verb.adverbs)), np.nan)
    measured = [index for index, adverb in enumerate(verb.adverbs) if adverb.measure != "NONE"]
    if not any(example.adverbs[index].is_typed for example in examples for index in measured):
        return told
    with suppress(VerbError):
        for index, column in finish(_read(rig, verb, view_layer, lambda number: number.is_typed))[0].items():
            for place, value in column.items():
                away = examples[place].adverbs[index].value - value
                told[place, index] = value + (360.0 * round(away / 360.0) if _is_azimuth(verb.adverbs[index]) else 0.0)
    return told


def is_known(adverb: "ADVERB_PG_adverb", number: "ADVERB_PG_number") -> bool:
    """Whether an example's value of an adverb was measured or typed; what is typed anyway counts as known."""
    return bool(adverb.measure == "NONE" or number.is_property_set("value"))


def _read(
    rig: bpy.types.Object,
    verb: "ADVERB_PG_verb",
    view_layer: bpy.types.ViewLayer,
    is_wanted: Callable[["ADVERB_PG_number"], bool],
) -> Stepwise[tuple[dict[int, dict[int, float]], list[tuple["ADVERB_PG_adverb", Frame]]]]:
    """By measured adverb and enabled example, the values that are wanted; and where references stand, by adverb."""
    for adverb in verb.adverbs:
        _check(rig, verb, adverb)
    examples = building.enabled(verb)
    motions = yield from _motions(rig, verb, view_layer)
    found: dict[int, dict[int, float]] = {}
    stands: list[tuple[ADVERB_PG_adverb, Frame]] = []
    for index, adverb in enumerate(verb.adverbs):
        frames = [_seen_from(rig, verb, adverb, motion) for motion in motions]
        if adverb.reference:
            stands.append((adverb, _stand(verb, adverb, motions, frames)))
        if adverb.measure == "NONE":
            continue
        wanted = [place for place, example in enumerate(examples) if is_wanted(example.adverbs[index])]
        values = np.array([_value(rig, verb, adverb, motions[place], frames[place]) for place in wanted])
        for place, value in zip(wanted, values, strict=True):
            if not np.isfinite(value):
                raise ExampleError(examples[place].name, _reason(verb, adverb, value))
        if _is_azimuth(adverb):
            values = together(values)
        found[index] = dict(zip(wanted, values.tolist(), strict=True))
    return found, stands


def _stand(
    verb: "ADVERB_PG_verb", adverb: "ADVERB_PG_adverb", motions: list[_Motion], frames: list[tuple[Array, Array]]
) -> Frame:
    """From where a live verb sees what an adverb tells: the middle of the examples' frames. What points somewhere in a
    pose, seen from itself, is looked at from where the lines of sight meet: then near goals are met too."""
    middle = Frame(*(np.array(each) for each in zip(*frames, strict=True))).mean()
    bone = bone_of(verb, adverb)
    if verb.kind != "POSE" or adverb.measure != "DIRECTION" or adverb.reference != bone:
        return middle
    its = np.array([motion.keytime[bone][0] for motion in motions])
    return Frame(measures.meeting(its[:, :3, 3], measures.direction(its, adverb.bone_axis)), middle.axes)


def _is_azimuth(adverb: "ADVERB_PG_adverb") -> bool:
    return bool(adverb.axis == "AZIMUTH" and "reference" in FIELDS[adverb.measure])


def bone_of(verb: "ADVERB_PG_verb", adverb: "ADVERB_PG_adverb") -> str:
    """The bone that an adverb measures."""
    return str(adverb.bone or verb.effector)


def end_of(verb: "ADVERB_PG_verb", adverb: "ADVERB_PG_adverb") -> str:
    """Which end of that bone: the effector has the verb's, a bone of its own has the adverb's."""
    return str(adverb.bone_end if adverb.bone else verb.effector_end)


def _check(rig: bpy.types.Object, verb: "ADVERB_PG_verb", adverb: "ADVERB_PG_adverb") -> None:
    """Raise if this adverb cannot be measured, whatever the examples are."""
    fields = FIELDS[adverb.measure]
    if "bone" in fields and not bone_of(verb, adverb):
        raise VerbError(f"'{adverb.name}' is measured from no bone: choose it, or the effector that reaches the goal")
    if "other_bone" in fields and not adverb.other_bone:
        raise VerbError(f"'{adverb.name}' is measured from two bones: choose the other one")
    for bone in _bones(verb, adverb):
        if bone not in rig.pose.bones:
            raise VerbError(f"'{adverb.name}' needs '{bone}', a bone that '{rig.name}' does not have: choose another")
    if verb.kind == "POSE" and adverb.measure not in {"NONE", *_AT_KEYTIME}:
        raise VerbError(f"'{adverb.name}' is measured along a motion, and '{verb.name}' has poses: type its values")
    if adverb.measure == "DIRECTION" and adverb.axis == "DISTANCE":
        raise VerbError(f"'{adverb.name}' is the distance of a direction, which has none: choose another axis")


def _bones(verb: "ADVERB_PG_verb", adverb: "ADVERB_PG_adverb") -> set[str]:
    """All bones that have to be looked at to measure an adverb."""
    fields = FIELDS[adverb.measure]
    bones = {bone_of(verb, adverb) if "bone" in fields else "", adverb.other_bone if "other_bone" in fields else ""}
    return (bones | {adverb.reference}) - {""}


def _motions(rig: bpy.types.Object, verb: "ADVERB_PG_verb", view_layer: bpy.types.ViewLayer) -> Stepwise[list[_Motion]]:
    """The motions of all enabled examples, sampled once and no more than the adverbs need."""
    examples = building.enabled(verb)
    carrier = carriers.find(rig, verb)
    bones = sorted({carrier, *(bone for adverb in verb.adverbs for bone in _bones(verb, adverb))} - {""})
    ways = {adverb.measure for adverb in verb.adverbs}
    has_start = verb.kind == "MOTION" and any(adverb.reference for adverb in verb.adverbs)
    is_whole = bool(ways - _AT_KEYTIME - {"NONE"})
    render = view_layer.id_data.render
    times: list[list[Array]] = []  # of each example: its start, its keytime, all of it
    seconds: list[float] = []
    for example, (first, last) in zip(examples, building.Phrasing.of(verb).spans, strict=True):
        start = np.array([first] if has_start else [])
        keytime = np.array([_moment(verb, example)] if ways & _AT_KEYTIME else [])
        whole = np.linspace(first, last, max(ceil(last - first), 1) + 1 if is_whole else 0)
        times.append([start, keytime, whole])
        seconds.append(max(last - first, 1e-6) * render.fps_base / render.fps)
    layout, poses = building.sample(rig, verb, [np.concatenate(parts) for parts in times])
    its = yield from effector.transforms_stepwise(rig, bones, layout, np.concatenate(poses), view_layer)
    if carrier:  # as if the body had stayed at rest
        its = carriers.rest(rig, carrier) @ np.linalg.inv(its[:, [bones.index(carrier)]]) @ its
    ends = np.cumsum([len(part) for parts in times for part in parts])
    by_bone = [dict(zip(bones, part.swapaxes(0, 1), strict=True)) for part in np.split(its, ends[:-1])]
    return list(map(_Motion, by_bone[0::3], by_bone[1::3], by_bone[2::3], seconds))


def _seen_from(
    rig: bpy.types.Object, verb: "ADVERB_PG_verb", adverb: "ADVERB_PG_adverb", motion: _Motion
) -> tuple[Array, Array]:
    """Origin and axes from which an adverb is seen in one example. A pose has no start: there the bone is at rest. What
    direction something has is the same from everywhere: the goal is then looked for from where the poses have it."""
    if not adverb.reference:
        return HOME.origin, HOME.axes
    rest = np.array(rig.data.bones[adverb.reference].matrix_local)
    frame = Frame.of(rest if verb.kind == "POSE" else motion.start[adverb.reference][0], rest)
    if verb.kind == "POSE" and adverb.measure == "DIRECTION":
        return motion.keytime[adverb.reference][0, :3, 3], frame.axes
    return frame.origin, frame.axes


def _value(
    rig: bpy.types.Object,
    verb: "ADVERB_PG_verb",
    adverb: "ADVERB_PG_adverb",
    motion: _Motion,
    seen_from: tuple[Array, Array],
) -> float:
    """What one example tells of an adverb."""
    bone, frame = bone_of(verb, adverb), Frame(*seen_from)
    if adverb.measure == "SPEED":
        return measures.speed(motion.whole[bone][:, :3, 3], motion.seconds)
    if adverb.measure in _TURNS:
        its = motion.whole[bone]
        turned = None if verb.cycle == "ONCE" else measures.yaw(its[0], its[-1])
        return _TURNS[adverb.measure](its[:, :3, 3], motion.seconds, turned)
    if adverb.measure == "SLOPE":
        feet = np.array([motion.whole[foot][:, :3, 3] for foot in (bone, adverb.other_bone)])
        return measures.slope(feet, motion.seconds)
    its = motion.keytime[bone][0]
    if adverb.measure == "ANGLE":
        return float(measures.angle(its, motion.keytime[adverb.other_bone][0]))
    if adverb.measure == "DIRECTION":
        looks = frame.see_direction(measures.direction(its, adverb.bone_axis))
        return float(tell(adverb.axis, measures.plumb(looks)))
    return float(tell(adverb.axis, frame.see(effector.point(rig, bone, end_of(verb, adverb), its))))


def _reason(verb: "ADVERB_PG_verb", adverb: "ADVERB_PG_adverb", value: float) -> str:
    """Why an example has no number for an adverb, and what to do."""
    bone = bone_of(verb, adverb)
    if np.isinf(value):
        return f"leads '{bone}' straight on, with no radius: measure '{adverb.name}' by Turning instead"
    if adverb.measure == "SLOPE":
        return f"takes no step with '{bone}' and '{adverb.other_bone}': choose the bones of its feet, or type the slope"
    return f"does not move '{bone}' along: choose the bone that carries the character"


def _moment(verb: "ADVERB_PG_verb", example: "ADVERB_PG_example") -> float:
    """The frame of an example at which it is measured."""
    if verb.kind == "POSE":
        return float(example.frame)
    if not verb.keytimes:
        raise VerbError("There is no keytime to measure at: add the moment at which the goal is reached")
    index = selection.keytime(verb)
    keytime, moment = verb.keytimes[index], example.keytimes[index]
    if not moment.is_set:
        raise ExampleError(example.name, f"has no keytime '{keytime.name}': set it first")
    building.check_within(example, keytime.name, moment.frame)
    return float(moment.frame)


def pose_action(
    rig: bpy.types.Object, name: str, held: list[str], mask: frozenset[str] | None = None
) -> bpy.types.Action:
    """A new Action of one frame with the pose as it is now: what is off its rest, and all of the bones `held`; of the
    bones in `mask` alone, if there is one."""
    written: list[tuple[str, int, str]] = []
    numbers: list[float] = []
    meant = rig.pose.bones.keys() if mask is None else mask
    for bone in (each for each in rig.pose.bones if each.name in meant):
        mode = mode_of(rig, bone.name)
        transforms = {
            "location": Kind.LOCATION.rest,
            rotation_property(mode): native.rest(mode),
            "scale": Kind.SCALE.rest,
        }
        for property_name, rest in transforms.items():
            value = np.array(getattr(bone, property_name))
            if bone.name in held or np.abs(value - rest).max() > 1e-6:
                path = Property(bone.name, property_name).path
                written += [(path, index, bone.name) for index in range(len(rest))]
                numbers += value.tolist()
    for path, owner, number, is_off in _sliders(rig):
        if owner in meant and (owner in held or is_off):
            written.append((path, 0, owner))
            numbers.append(number)
    if not written:
        whose = "The pose is" if mask is None else "The bones of the verb are all"
        raise VerbError(f"{whose} at rest: move a bone, or select those that the example should hold at rest")
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
