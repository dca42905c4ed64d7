"""What a new verb starts with: one table, and a new preset is one entry in it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import bpy

from ..core.coordinates import ANGLES
from . import anatomy, tagging

if TYPE_CHECKING:
    from .properties import ADVERB_PG_verb

# The bones of a rig that a preset may ask for.
EFFECTOR, ROOT, LEFT_FOOT, RIGHT_FOOT = "effector", "root", "left foot", "right foot"


@dataclass(frozen=True)
class Axis:
    """An adverb of a preset. Bones are named by what they are to the character; the effector is measured if none is."""

    name: str
    kind: str = "GOAL"
    axis: str = "X"
    measure: str = "PLACE"
    bone: str = ""
    other_bone: str = ""
    reference: str = ""

    @property
    def bones(self) -> tuple[str, ...]:
        return tuple(bone for bone in (self.bone, self.other_bone, self.reference) if bone)


@dataclass(frozen=True)
class Preset:
    """A way to start a verb. `effector` are the words for the bone that is taken where none is selected."""

    label: str
    description: str
    name: str  # of the verb, where the artist gives none
    adverbs: tuple[Axis, ...]
    effector: tuple[str, ...] = ()
    end: str = "HEAD"  # of the effector: a hand or foot meets things with its far end
    keytimes: tuple[str, ...] = ()
    chosen: str = ""  # the keytime at which values are measured and the motion is held
    kind: str = "MOTION"
    cycle: str = "ONCE"
    timing: str = "PLAY"
    has_map: bool = False  # whether its map is open from the start
    is_carried: bool = False


_PLACE = tuple(Axis(axis.lower(), axis=axis) for axis in "XYZ")

PRESETS = {
    "REACH": Preset(
        "Reach 3D",
        "A hand goes to a goal anywhere in space",
        "Reach",
        _PLACE,
        anatomy.HAND,
        "TAIL",
        ("touch",),
        "touch",
        timing="HOLD",  # so that the first drag shows what can be reached
    ),
    "BOARD": Preset(
        "Draw on Board",
        "A hand goes to a goal on an upright board before the character: sideways and up, but not in depth",
        "Draw",
        (Axis("x", axis="X"), Axis("z", axis="Z")),
        anatomy.HAND,
        "TAIL",
        ("touch",),
        "touch",
        timing="HOLD",
    ),
    "GAZE": Preset(
        "Gaze or Aim",
        "Poses in which the head, or whatever is selected, points at a goal",
        "Look",
        tuple(Axis(axis.lower(), axis=axis, measure="DIRECTION", reference=EFFECTOR) for axis in ANGLES),
        anatomy.HEAD,
        kind="POSE",
        has_map=True,
        is_carried=True,  # eyes, head and arms sit on what other verbs turn
    ),
    "STRIKE": Preset(
        "Punch or Kick at a Point",
        "A hand or foot winds up and strikes a goal anywhere in space; select the foot for a kick",
        "Strike",
        _PLACE,
        anatomy.HAND,
        "TAIL",
        ("wind up", "strike"),
        "strike",
        timing="HOLD",
    ),
    "LIFT": Preset(
        "Lift (Far or Near, Light or Heavy)",
        "A load is lifted, far or near, light or heavy: the goal is how far away it is, a slider how heavy",
        "Lift",
        (Axis("distance", axis="DISTANCE", reference=ROOT), Axis("heavy", "VALUE", measure="NONE")),
        anatomy.HAND,
        "TAIL",
        ("grasp", "up"),
        "grasp",
        timing="HOLD",
    ),
    "STYLE": Preset(
        "Style Slider",
        "Any motion in several styles, with one slider between them",
        "Style",
        (Axis("style", "VALUE", measure="NONE"),),
    ),
    "WALK": Preset(
        "Walk Cycle with Slope",
        "Steps that go on from cycle to cycle, uphill and downhill, slow and quick",
        "Walk",
        (
            Axis("slope", "VALUE", measure="SLOPE", bone=LEFT_FOOT, other_bone=RIGHT_FOOT),
            Axis("speed", "VALUE", measure="SPEED", bone=ROOT),
        ),
        keytimes=("left lands", "right lands"),
        chosen="left lands",
        cycle="TRAVEL",
    ),
}

ITEMS = tuple((key, preset.label, preset.description) for key, preset in PRESETS.items())


def add(rig: bpy.types.Object, preset: Preset, name: str, active: str) -> tuple["ADVERB_PG_verb", dict[str, str]]:
    """A new verb as the preset has it, and which bones were taken for what ("" where the rig shows none).

    `active` is the bone that the artist has selected, "" if none.
    """
    bones = _bones(rig, preset, active)
    verb = tagging.add_verb(rig, name or preset.name)
    verb.kind, verb.cycle, verb.timing = preset.kind, preset.cycle, preset.timing
    verb.effector_end, verb.is_carried = preset.end, preset.is_carried
    verb.map.is_shown = preset.has_map
    verb.landing = "SOLVE" if any(axis.kind == "GOAL" for axis in preset.adverbs) else "BLEND"
    verb.effector, verb.root = bones.get(EFFECTOR, ""), bones.get(ROOT, "") if preset.cycle != "ONCE" else ""
    for axis in preset.adverbs:
        adverb = tagging.add_adverb(verb, axis.name, axis.kind, axis.axis)
        adverb.measure = axis.measure
        adverb.bone, adverb.other_bone = bones.get(axis.bone, ""), bones.get(axis.other_bone, "")
        adverb.reference = bones.get(axis.reference, "")
        if axis.measure == "DIRECTION" and verb.effector:
            adverb.bone_axis = anatomy.forward(rig, verb.effector)
    for keytime in preset.keytimes:
        tagging.add_keytime(verb, keytime)
    verb.active_adverb, verb.active_keytime = 0, max(verb.keytimes.find(preset.chosen), 0)
    return verb, bones


def _bones(rig: bpy.types.Object, preset: Preset, active: str) -> dict[str, str]:
    """The bones that a preset asks for, by what they are."""
    asked = {bone for axis in preset.adverbs for bone in axis.bones}
    asked |= {ROOT} if preset.cycle != "ONCE" else set()
    found: dict[str, str] = {}
    if preset.effector:
        sides = (anatomy.RIGHT, anatomy.LEFT, anatomy.MIDDLE)
        found[EFFECTOR] = active or anatomy.find(rig, preset.effector, sides)
    if ROOT in asked:
        found[ROOT] = anatomy.root(rig)
    if LEFT_FOOT in asked:
        found[LEFT_FOOT] = anatomy.find(rig, anatomy.FOOT, (anatomy.LEFT,))
        found[RIGHT_FOOT] = anatomy.find(rig, anatomy.FOOT, (anatomy.RIGHT,))
    return found
