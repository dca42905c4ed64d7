"""What a verb is to meet on its rig: the coordinates that its goal adverbs ask of bones, measured in one of two ways.

Where the chain to each bone is plain, forward kinematics on arrays measures them, at every moment of a live verb too.
Where constraints stand in between, Blender is asked, which refinement can wait for and a live verb cannot.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import bpy
import numpy as np

from ..core import measures
from ..core.aim import Aim
from ..core.arrays import Array
from ..core.errors import VerbError
from ..core.landing import Landing, Way
from ..core.motion import Motion
from ..core.polish import Polish
from ..core.reach import Board, Probe, Reach, Sight
from . import effector, measuring
from .building import Built

if TYPE_CHECKING:
    from .properties import ADVERB_PG_adverb, ADVERB_PG_verb

# A change of weights that is large beside the rounding of Blender's single precision and small beside a blend.
_NUDGE = 1e-3


def aim(rig: bpy.types.Object, verb: "ADVERB_PG_verb", built: Built, view_layer: bpy.types.ViewLayer) -> Aim:
    """The aim of a verb, by whichever way its rig allows."""
    sights = _sights(rig, verb, built)
    if not sights:
        raise VerbError(
            f"No adverb of '{verb.name}' asks for a place or direction: give it a goal adverb that is measured"
        )
    plain = plain_aim(rig, verb, built)
    return plain if plain is not None else Asked.of(rig, built.verb.motion, moment(verb, built), sights, view_layer)


def plain_aim(rig: bpy.types.Object, verb: "ADVERB_PG_verb", built: Built) -> Reach | None:
    """The aim by forward kinematics, None where there is none or where constraints stand in between."""
    sights = _sights(rig, verb, built)
    motion = built.verb.motion
    if not sights or motion.root is not None or not all(effector.is_plain(rig, s.probe.bone) for s in sights):
        return None
    chain = effector.skeleton(rig).chain(*(sight.probe.bone for sight in sights))
    return Reach.of(motion, moment(verb, built), chain, sights, _held(rig, chain.names))


def landing(rig: bpy.types.Object, verb: "ADVERB_PG_verb", built: Built) -> Landing | None:
    """How a live verb meets its goal, None where it only blends: as the artist wants it, or where nothing else can be
    done at every moment."""
    way = Way(verb.landing)
    if way is Way.BLEND and not verb.use_polish:
        return None
    reach = plain_aim(rig, verb, built)
    if reach is None:
        return None
    probe = reach.sights[0].probe
    bones = effector.skeleton(rig)
    last = None
    if verb.use_polish:
        held = _held(rig, bones.names)
        last = Polish.of(bones, built.verb.layout, probe.bone, np.array(probe.offset), probe.is_direction, held)
    bounds = (verb.weight_least, verb.weight_most)
    return Landing(built.verb, reach, moment(verb, built), way, bounds, last)


def moment(verb: "ADVERB_PG_verb", built: Built) -> float:
    """The canonical time of the keytime at which the goal is to be met."""
    if verb.kind == "POSE" or not verb.keytimes:
        return 0.0
    return float(built.verb.motion.timewarp.canonical[built.phrasing.position(verb.active_keytime)])


def _held(rig: bpy.types.Object, names: Iterable[str]) -> frozenset[str]:
    """Bones that are connected: Blender does not heed their locations."""
    return frozenset(name for name in names if rig.data.bones[name].use_connect)


def _sights(rig: bpy.types.Object, verb: "ADVERB_PG_verb", built: Built) -> list[Sight]:
    found = []
    for place, (adverb, coordinate) in enumerate(zip(verb.adverbs, built.coordinates, strict=True)):
        bone = measuring.bone_of(verb, adverb)
        if coordinate is None or adverb.measure not in {"PLACE", "DIRECTION"} or bone not in rig.pose.bones:
            continue
        found.append(Sight(place, _probe(rig, verb, adverb, bone), coordinate))
    return found


def _probe(rig: bpy.types.Object, verb: "ADVERB_PG_verb", adverb: "ADVERB_PG_adverb", bone: str) -> Probe:
    if adverb.measure == "DIRECTION":
        x, y, z = measures.direction(np.eye(4), adverb.bone_axis).tolist()
        return Probe(bone, (x, y, z), is_direction=True)
    return Probe(bone, (0.0, rig.data.bones[bone].length if verb.effector_end == "TAIL" else 0.0, 0.0))


@dataclass(frozen=True)
class Asked:
    """An aim measured by Blender's own evaluation: the rig is posed, and the bones are read."""

    rig_name: str
    scene_name: str
    layer_name: str
    motion: Motion
    phase: float
    sights: tuple[Sight, ...]
    board: Board | None
