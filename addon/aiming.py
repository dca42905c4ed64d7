"""What a verb is to meet on its rig: the coordinates that its goal adverbs ask of bones, measured in one of two ways.

Where the chain to each bone is plain, forward kinematics on arrays measures them, at every moment of a live verb too.
Where constraints stand in between, Blender is asked, which refinement can wait for and a live verb cannot.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import bpy
import numpy as np

from ..core import measures
from ..core.arrays import Array
from ..core.coordinates import ANGLES
from ..core.errors import VerbError
from ..core.landing import Landing, Way
from ..core.motion import Motion
from ..core.polish import Polish
from ..core.reach import Reach
from ..core.sights import Probe, Sight, Sights
from . import building, effector, hub, measuring, skeletons
from .building import Built

if TYPE_CHECKING:
    from .items import ADVERB_PG_adverb
    from .properties import ADVERB_PG_verb

# What can be aimed at: what a bone has at one moment.
_AIMED = {"PLACE", "DIRECTION"}

# A change of weights that is large beside the rounding of Blender's single precision and small beside a blend.
_NUDGE = 1e-3

# A bone whose transform is less than this away from rest is at rest.
_POSED = 1e-4

# What each way does for a goal that the blend misses.
_PROMISES = {
    Way.BLEND: "",
    Way.SOLVE: "Solve takes it to the goal at every moment",
    Way.SEARCH: "Search takes it nearer to the goal at every moment",
}


def aim(
    rig: bpy.types.Object, verb: "ADVERB_PG_verb", built: Built, view_layer: bpy.types.ViewLayer
) -> "Reach | Asked":
    """The aim of a verb, by whichever way its rig allows."""
    plain = plain_aim(rig, verb, built)
    if plain is not None:
        return plain
    found = sights(rig, verb, built)
    if not found:
        raise VerbError(
            f"No adverb of '{verb.name}' asks for a place or direction: give it a goal adverb that is measured"
        )
    return Asked.of(rig, built.verb.motion, moment(verb, built), found, view_layer)


def plain_aim(rig: bpy.types.Object, verb: "ADVERB_PG_verb", built: Built) -> Reach | None:
    """The aim by forward kinematics, None where there is none or where constraints stand in between."""
    found = sights(rig, verb, built)
    motion = built.verb.motion
    if not found or motion.root is not None or not effector.is_plain(rig, *(sight.probe.bone for sight in found)):
        return None
    chain = skeletons.skeleton(rig).chain(*(sight.probe.bone for sight in found))
    return Reach.of(motion, moment(verb, built), chain, found, _held(rig, chain.names))


def landing(rig: bpy.types.Object, verb: "ADVERB_PG_verb", built: Built) -> Landing | None:
    """How a live verb meets its goal, None where it only blends: as the artist wants it, or where nothing else can be
    done at every moment."""
    way = Way(verb.landing)
    if way is Way.SOLVE and _is_decided(verb):
        way = Way.BLEND
    if way is Way.BLEND and not verb.use_polish:
        return None
    reach = plain_aim(rig, verb, built)
    if reach is None:
        return None
    probe = reach.sights.each[0].probe
    bones = skeletons.skeleton(rig)
    last = None
    if verb.use_polish:
        held = _held(rig, bones.names)
        last = Polish.of(bones, built.verb.layout, probe.bone, np.array(probe.offset), probe.is_direction, held)
    bounds = (verb.weight_least, verb.weight_most)
    return Landing(built.verb, reach, moment(verb, built), way, bounds, last)


def obstacle(rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> str:
    """Why Solve and Polish cannot follow a live verb, "" if they can."""
    asked = _asked(verb)
    named = dict.fromkeys(measuring.bone_of(verb, adverb) for adverb in asked)
    bones = [bone for bone in named if bone in rig.pose.bones]
    bound = next((bone for bone in bones if not effector.is_plain(rig, bone)), "")
    if bound:
        return f"Constraints or drivers stand before '{bound}': Solve and Polish cannot follow live there, Refine can"
    if verb.kind == "MOTION" and verb.cycle == "TRAVEL":
        return "The motion travels: Solve and Polish cannot follow live there, Refine can"
    if asked and verb.landing == Way.SOLVE.value and _is_decided(verb):
        return f"Solve has no choice among so few examples and only blends: add some, to have {len(asked) + 2} at least"
    posed = _posed_by_others(rig, verb, bones)
    if posed:
        return (
            f"'{posed}' is not at rest and none of what '{verb.name}' moves: the effector is off by that. Clear its "
            "pose, or key it in the examples"
        )
    return "" if asked else "No adverb asks for a place or direction: Solve and Polish have nothing to meet"


def _posed_by_others(rig: bpy.types.Object, verb: "ADVERB_PG_verb", bones: Iterable[str]) -> str:
    """A bone that carries one of these and is posed by hand or by another verb while this one is live, "" if none: it
    was at rest when the examples were measured."""
    live = hub.lives.get(hub.key(verb)) if verb.is_live else None
    if live is None:
        return ""
    moved = {channel.owner for channel in live.built.verb.layout.channels}
    chains = (its for bone in bones for its in (rig.pose.bones[bone], *rig.pose.bones[bone].parent_recursive))
    if verb.carrier in rig.pose.bones:  # what it does, and what is above it, is seen
        carrier = rig.pose.bones[verb.carrier]
        moved |= {its.name for its in (carrier, *carrier.parent_recursive)}
    return next((its.name for its in chains if its.name not in moved and _is_posed(its)), "")


def _is_posed(bone: bpy.types.PoseBone) -> bool:
    return not np.allclose(np.array(bone.matrix_basis), np.eye(4), atol=_POSED)


def release_first(rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> str:
    """Why an aim cannot be measured now, "" if it can: a live rig does not take poses, and only Blender knows what its
    constraints make of them."""
    if not any(other.is_live for other in rig.adverb.verbs):
        return ""
    bones = {measuring.bone_of(verb, adverb) for adverb in _asked(verb)}
    is_plain = effector.is_plain(rig, *(bone for bone in bones if bone in rig.pose.bones))
    return "" if is_plain else "Release it first: its constraints must be asked"


def promise(rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> str:
    """What a live verb does beyond its blend to meet the goal, in a sentence; "" where it only blends."""
    promised = [_PROMISES[Way(verb.landing)], "Polish turns the limb by the rest" if verb.use_polish else ""]
    said = ", ".join(filter(None, promised))
    return said if said and not obstacle(rig, verb) else ""


def is_angular(verb: "ADVERB_PG_verb") -> bool:
    """Whether nothing but angles is asked for, so that misses are told in degrees."""
    axes = {adverb.axis for adverb in _asked(verb)}
    return bool(axes) and axes <= set(ANGLES)


def is_aimed(verb: "ADVERB_PG_verb") -> bool:
    """Whether an adverb asks for a place or direction, so that there is something to be off from."""
    return bool(_asked(verb))


def _asked(verb: "ADVERB_PG_verb") -> list["ADVERB_PG_adverb"]:
    """The adverbs that ask for something to be met."""
    return [adverb for adverb in verb.adverbs if adverb.kind == "GOAL" and adverb.measure in _AIMED]


def _is_decided(verb: "ADVERB_PG_verb") -> bool:
    """Whether the goal alone would decide over all weights. With so few examples a mood would count for nothing, and
    most goals could be met by no sensible blend."""
    return len(_asked(verb)) >= len(building.enabled(verb)) - 1


def moment(verb: "ADVERB_PG_verb", built: Built) -> float:
    """The canonical time of the keytime at which the goal is to be met."""
    if verb.kind == "POSE" or not verb.keytimes:
        return 0.0
    return float(built.verb.motion.timewarp.canonical[built.phrasing.position(verb.active_keytime)])


def _held(rig: bpy.types.Object, names: Iterable[str]) -> frozenset[str]:
    """Bones that are connected: Blender does not heed their locations."""
    return frozenset(name for name in names if rig.data.bones[name].use_connect)


def sights(rig: bpy.types.Object, verb: "ADVERB_PG_verb", built: Built) -> list[Sight]:
    """What the goal adverbs ask of bones."""
    found = []
    for place, (adverb, coordinate) in enumerate(zip(verb.adverbs, built.coordinates, strict=True)):
        bone = measuring.bone_of(verb, adverb)
        if coordinate is None or adverb.measure not in _AIMED or bone not in rig.pose.bones:
            continue
        found.append(Sight(place, _probe(rig, verb, adverb, bone), coordinate))
    return found


def _probe(rig: bpy.types.Object, verb: "ADVERB_PG_verb", adverb: "ADVERB_PG_adverb", bone: str) -> Probe:
    if adverb.measure == "DIRECTION":
        x, y, z = measures.direction(np.eye(4), adverb.bone_axis).tolist()
        return Probe(bone, (x, y, z), is_direction=True)
    return Probe(bone, (0.0, rig.data.bones[bone].length if measuring.end_of(verb, adverb) == "TAIL" else 0.0, 0.0))


@dataclass(frozen=True)
class Asked:
    """An aim measured by Blender's own evaluation: the rig takes each pose, its bones are read, and it gets back what
    it had. Slopes are differences, all of them from one batch of poses."""

    rig_name: str
    scene_name: str
    layer_name: str
    motion: Motion
    phase: float
    sights: Sights

    @classmethod
    def of(
        cls,
        rig: bpy.types.Object,
        motion: Motion,
        phase: float,
        sights: Sequence[Sight],
        view_layer: bpy.types.ViewLayer,
    ) -> "Asked":
        """Of a motion at a canonical time, on a rig in the scene of a view layer."""
        unseen = Sights(tuple(sights), None, np.zeros(0))
        asked = cls(rig.name, view_layer.id_data.name, view_layer.name, motion, phase, unseen)
        return replace(asked, sights=Sights.of(sights, asked.probe(np.eye(len(motion.twists)))))

    @property
    def asks(self) -> tuple[int, ...]:
        """Which adverb asks for each sight."""
        return self.sights.asks

    def see(self, weights: Array) -> Array:
        """Coordinates `[B, K]` at weights `[B, N]`."""
        return self.sights.tell(self.probe(weights))

    def slopes(self, weights: Array) -> tuple[Array, Array]:
        """Coordinates `[B, K]`, and their derivatives by the weights `[B, K, N]`."""
        count, examples = weights.shape
        nudges = np.concatenate((np.zeros((1, examples)), _NUDGE * np.eye(examples)))
        seen = self.see((weights[:, None] + nudges).reshape(-1, examples)).reshape(count, 1 + examples, -1)
        return seen[:, 0], np.asarray((seen[:, 1:] - seen[:, :1]).swapaxes(1, 2) / _NUDGE)

    def probe(self, weights: Array) -> dict[Probe, Array]:
        """Where each probe is in blends with weights `[B, N]`, or where it points, `[B, 3]`."""
        rig = bpy.data.objects[self.rig_name]
        view_layer = bpy.data.scenes[self.scene_name].view_layers[self.layer_name]
        poses = self.motion.at_all(weights, np.full(len(weights), self.phase), np.zeros(len(weights)))
        bones = list(dict.fromkeys(probe.bone for probe in self.sights.probes))
        its = effector.transforms(rig, bones, self.motion.layout, poses, view_layer)
        found = {}
        for probe in self.sights.probes:
            bone = its[:, bones.index(probe.bone)]
            arm = bone[:, :3, :3] @ np.array(probe.offset)
            found[probe] = arm if probe.is_direction else bone[:, :3, 3] + arm
        return found

    def wanted(self, adverbs: Array) -> Array:
        """What the sights should be `[B, K]` at adverbs `[B, D]`."""
        return self.sights.wanted(adverbs)

    def misses(self, seen: Array, wanted: Array) -> Array:
        """How far off `[B]` the sights are."""
        return self.sights.misses(seen, wanted)
