"""How far a verb is off its goal, as panels and the viewport show it: made by buttons and handlers, not while drawing.

`map_of` is all that drawing needs. Places are in the space of the rig: `rig.matrix_world @ place` is where to draw.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from math import degrees
from typing import TYPE_CHECKING

import bpy
import numpy as np
import numpy.typing as npt

from ..core import accuracy, lattice
from ..core.arrays import Array
from ..core.coordinates import locate_all
from ..core.errors import VerbError
from ..core.interpolators import inserted
from ..core.reach import Reach
from ..core.sights import Probe, Sights
from . import aiming, building, goals, plots, units
from .aiming import Asked
from .building import Built
from .stepwise import Stepwise

if TYPE_CHECKING:
    from .properties import ADVERB_PG_verb

Claims = npt.NDArray[np.bool_]

# How many samples a map has: on arrays they take some milliseconds, asked of Blender some for each.
_MANY, _FEW = 1000, 125

# Samples worked on between two looks at the keyboard where Blender is asked.
_CHUNK = 8


@dataclass(frozen=True, eq=False)
class Map:
    """A verb over a regular grid of its adverbs: S samples, the last adverb running fastest.

    Two maps are the same only if they are one object: what is drawn from a map can be kept until there is another.
    """

    shape: tuple[int, ...]  # [D] samples along each adverb; 1 where the examples do not differ
    goal_axes: tuple[int, ...]  # the adverbs that ask for a place or direction; the others are moods and the like
    adverbs: Array  # [S, D] what was asked for
    asked: Array  # [S, 3] the places that were asked for; what no adverb asks for is as it is in `seen`
    seen: Array  # [S, 3] where the effector really is; of a direction, where it leads at the distance of the goal
    misses: Array  # [S] in units of the rig, or in degrees
    counts: Claims  # [S] whether it counts: not what is drawn back to bounds or limit, nor what no blend can reach
    unreached: Claims  # [S] whether no blend can reach it, as far as Refine found out
    diagonal: float  # of the examples' extent, in the unit of the misses
    is_angle: bool  # whether misses are in degrees
    exactly: Callable[[Array], Array] | None  # misses `[B]` at any adverbs `[B, D]`, where Blender need not be asked

    @cached_property
    def mean(self) -> float:
        """The mean miss of what counts."""
        return self._summary.mean

    @cached_property
    def most(self) -> float:
        """The greatest miss of what counts."""
        return self._summary.most

    @cached_property
    def worst(self) -> Array:
        """The adverbs `[D]` where it misses most."""
        return self._summary.worst

    @property
    def _summary(self) -> accuracy.Accuracy:
        return accuracy.Accuracy(self.adverbs, self.misses, self.counts, self.diagonal)

    @property
    def unreached_percent(self) -> float:
        """How much of what the verb serves no blend can reach."""
        lost = int(self.unreached.sum())
        return 100.0 * lost / max(int(self.counts.sum()) + lost, 1)

    def at(self, values: Array, adverbs: Array) -> Array:
        """What is between the samples: values `[S, C]` at adverbs `[B, D]`, and at the border beyond it `[B, C]`."""
        least, most = self.adverbs[0], self.adverbs[-1]
        along = (adverbs - least) / np.where(most > least, most - least, 1.0)
        return lattice.at(values.reshape(*self.shape, -1), along)

    def misses_at(self, adverbs: Array) -> Array:
        """How far off `[B]` it is about adverbs `[B, D]`, from the samples around: to be seen, where there are many."""
        return np.asarray(self.at(self.misses, adverbs)[:, 0])

    def miss_at(self, adverbs: Array) -> float:
        """How far off it is at adverbs `[D]`: to be read as a number, and exact where that is quick."""
        return float((self.exactly or self.misses_at)(adverbs[None])[0])

    def percent(self, miss: float) -> float:
        """A miss in percent of the diagonal."""
        return 100.0 * miss / self.diagonal if self.diagonal > 0.0 else 0.0

    def miss(self, percent: float) -> float:
        """A miss that is told in percent of the diagonal."""
        return 0.01 * percent * self.diagonal

    def told(self, miss: float) -> str:
        """A miss as a tolerance is set: in degrees, or in percent of the diagonal."""
        return units.degrees(miss) if self.is_angle else units.percent(self.percent(miss))


@dataclass(frozen=True, eq=False)
class _Known:
    """A map, and what it was made of."""

    map: Map
    fingerprint: bytes
    aimed: object


_known: dict[tuple[int, str], _Known] = {}

# Of verbs with pseudo-examples, whether these were found for another verb than it is now.
_outdated: dict[tuple[int, str], bool] = {}


def map_of(verb: "ADVERB_PG_verb") -> Map | None:
    """The map of a verb as it is now, None if none was made or the verb changed since. Quick: ask at every redraw."""
    known = _known.get(building.key(verb))
    return known.map if known is not None else None


def is_outdated(verb: "ADVERB_PG_verb") -> bool:
    """Whether pseudo-examples are ignored because the verb has changed since. Quick, too."""
    return _outdated.get(building.key(verb), False)


def is_refined(built: Built) -> bool:
    """Whether pseudo-examples take part in what was built."""
    return len(inserted(built.verb.interpolator)) > 0


def grid(built: Built, aim: Reach | Asked) -> accuracy.Grid:
    """Where a verb is measured and refined: in single precision, so that pseudo-examples are saved as they are."""
    found = accuracy.sample(built.verb, _FEW if isinstance(aim, Asked) else _MANY)
    return replace(found, adverbs=found.adverbs.astype(np.float32).astype(np.float64))


def measure_stepwise(rig: bpy.types.Object, verb: "ADVERB_PG_verb", view_layer: bpy.types.ViewLayer) -> Stepwise[Map]:
    """Make the map of a verb."""
    built = building.build(rig, verb)
    aim = aiming.aim(rig, verb, built, view_layer)
    samples = grid(built, aim)
    places = yield from probe_stepwise(aim, built.verb.weights(samples.adverbs))
    return _keep(rig, verb, built, aim, samples, places)


def probe_stepwise(aim: Reach | Asked, weights: Array) -> Stepwise[dict[Probe, Array]]:
    """Where the probes of an aim are at weights `[S, N]`: some after another where Blender is asked."""
    if isinstance(aim, Reach):
        return aim.probe(weights)
    found = []
    for first in range(0, len(weights), _CHUNK):
        found.append(aim.probe(weights[first : first + _CHUNK]))
        yield first / len(weights)
    return {probe: np.concatenate([places[probe] for places in found]) for probe in aim.sights.probes}


def follow(rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> None:
    """A verb may have changed: its map follows where that is quick, and is dropped where Blender must be asked.
    A map that is to be shown is made."""
    plots.follow(verb)
    key = building.key(verb)
    known, built = _known.get(key), None
    _outdated.pop(key, None)
    if known is not None or _is_shown(verb):
        with suppress(VerbError):
            built = building.build(rig, verb)
    if verb.pseudo:
        _outdated[key] = not (building.is_refined(rig, verb) if built is None else is_refined(built))
    if built is None:
        _known.pop(key, None)
        return
    if known and (known.fingerprint, known.aimed) == (built.fingerprint, _aimed(rig, verb, built)):
        return
    aim = aiming.plain_aim(rig, verb, built)
    if aim is None:
        _known.pop(key, None)
        return
    samples = grid(built, aim)
    _keep(rig, verb, built, aim, samples, aim.probe(built.verb.weights(samples.adverbs)))


def _is_shown(verb: "ADVERB_PG_verb") -> bool:
    """Whether a map is to be seen somewhere."""
    return bool(verb.show_grid or verb.show_heat or (verb.map.is_shown and verb.map.show_error))


def keep_unreached(verb: "ADVERB_PG_verb", unreached: Claims) -> None:
    """Save which samples `[S]` no blend can reach: it took long to find out."""
    verb.unreached_at = np.packbits(unreached).tobytes().hex()


def _unreached(verb: "ADVERB_PG_verb", built: Built, count: int) -> Claims:
    """Which samples `[S]` no blend can reach, as far as Refine found out for these examples."""
    bits = np.unpackbits(np.frombuffer(bytes.fromhex(verb.unreached_at), dtype=np.uint8))
    is_known = verb.refined_for == building.examples_of(built.fingerprint) and 0 <= len(bits) - count < 8
    return bits[:count].astype(bool) if is_known else np.zeros(count, dtype=bool)


def is_any() -> bool:
    """Whether there is any verb that `follow` does something for."""
    return bool(_known or _outdated)


def forget() -> None:
    """As when another file is loaded."""
    _known.clear()
    _outdated.clear()


def tolerance(verb: "ADVERB_PG_verb", aim: Reach | Asked, diagonal: float) -> float:
    """How far off a verb may be, in the unit of its misses."""
    return degrees(verb.tolerance_angle) if aim.sights.is_angle else 0.01 * verb.tolerance * diagonal


def told(scene: bpy.types.Scene, rig: bpy.types.Object, miss: float, is_angle: bool) -> str:
    """A miss as the scene writes lengths, or in degrees."""
    return units.degrees(miss) if is_angle else units.length(scene, miss * rig.matrix_world.median_scale)


def near(verb: "ADVERB_PG_verb", adverbs: Array) -> str:
    """A point of adverb space in words: "x 0.3, z 1.2"."""
    return ", ".join(f"{adverb.name} {value:.3g}" for adverb, value in zip(verb.adverbs, adverbs.tolist(), strict=True))


def _aimed(rig: bpy.types.Object, verb: "ADVERB_PG_verb", built: Built) -> object:
    """What was aimed at, as far as the fingerprint does not tell."""
    probes = [(sight.adverb, sight.probe) for sight in aiming.sights(rig, verb, built)]
    return probes, aiming.moment(verb, built)


def _keep(
    rig: bpy.types.Object,
    verb: "ADVERB_PG_verb",
    built: Built,
    aim: Reach | Asked,
    samples: accuracy.Grid,
    places: dict[Probe, Array],
) -> Map:
    """Make the map of a verb whose probes are at `places` `[S, 3]`, and keep it."""
    key = building.key(verb)
    seen, wanted = aim.sights.tell(places), aim.wanted(accuracy.on_mesh(built.verb, samples.adverbs))
    asked, there = _places(rig, built, aim.sights, places, seen, wanted)
    served = accuracy.served(built.verb, samples.adverbs)
    unreached = served & _unreached(verb, built, len(served))
    made = Map(
        samples.shape,
        aim.sights.asks,
        samples.adverbs,
        asked,
        there,
        aim.misses(seen, wanted),
        served & ~unreached,
        unreached,
        accuracy.diagonal(built.verb, aim),
        aim.sights.is_angle,
        partial(accuracy.misses, built.verb, aim) if isinstance(aim, Reach) else None,
    )
    _known[key] = _Known(made, built.fingerprint, _aimed(rig, verb, built))
    _outdated.pop(key, None)
    if verb.pseudo:
        _outdated[key] = not is_refined(built)
    return made


def _places(
    rig: bpy.types.Object, built: Built, sights: Sights, places: dict[Probe, Array], seen: Array, wanted: Array
) -> tuple[Array, Array]:
    """Where the effector was asked to be `[S, 3]` and where it is, when its coordinates are `seen` `[S, K]` and should
    be as `wanted`."""
    probe = sights.each[0].probe
    if not probe.is_direction:
        return sights.targets(places[probe], wanted), places[probe]
    mine = [place for place, sight in enumerate(sights.each) if sight.probe == probe]
    coordinates = [built.coordinates[sights.each[place].adverb] for place in mine]
    ahead = goals.ahead(rig)
    asked, there = (locate_all(coordinates, numbers[:, mine], ahead) for numbers in (wanted, seen))
    return asked, there
