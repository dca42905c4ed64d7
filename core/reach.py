"""Where the effector of a blend is at one moment, and how that changes with the weights: an aim on arrays.

The chain to the effector is plain parenting, so forward kinematics gives the place, and its derivative is a product of
two matrices of which one, the examples' own poses, never changes.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from . import quaternion
from .aim import extent
from .arrays import Array, Claims
from .channels import Channel, Kind
from .motion import Motion
from .sights import Probe, Sight, Sights
from .skeleton import Skeleton
from .walk import SMALL, TINY, Walk


@dataclass(frozen=True)
class Reach:
    """The sights of N examples at one moment of their motion.

    Every bone of the chain has a location and the tangent of its rotation, and a scale if any is scaled. `poses` keeps
    these numbers for each example, bone by bone within each of the three: C in all.
    """

    chain: Skeleton
    poses: Array  # [N, C]
    reference: Array  # [J, 4]
    sights: Sights

    @classmethod
    def of(
        cls, motion: Motion, phase: float, chain: Skeleton, sights: Sequence[Sight], held: frozenset[str] = frozenset()
    ) -> "Reach":
        """Of a motion at a canonical time, with the `chain` to all probes. `held` bones do not heed their locations."""
        poses, reference = _chain_poses(motion.still(phase), chain, held)
        reach = cls(chain, poses, reference, Sights(tuple(sights), None, np.zeros(0)))
        return replace(reach, sights=Sights.of(sights, reach.probe(np.eye(len(poses)))))

    def is_like(self, other: "Reach") -> bool:
        """Whether both see the same of the same chain."""
        mine, its = (
            (each.chain.names, each.chain.parents, [sight.probe for sight in each.sights.each])
            for each in (self, other)
        )
        numbers = ((each.chain.offsets, each.poses, each.reference) for each in (self, other))
        return mine == its and all(np.array_equal(a, b) for a, b in zip(*numbers, strict=True))

    @property
    def asks(self) -> tuple[int, ...]:
        """Which adverb asks for each sight."""
        return self.sights.asks

    @cached_property
    def diagonal(self) -> float:
        """From corner to corner of the box about what is seen in the examples."""
        return extent(self, self.see(np.eye(len(self.poses))))

    def see(self, weights: Array) -> Array:
        """Coordinates `[B, K]` at weights `[B, N]`."""
        if len(weights) == 1 and self._walk is not None:
            return self.sights.tell_one(self._walk.place(weights[0]))
        return self.sights.tell(self.probe(weights))

    def slopes(self, weights: Array) -> tuple[Array, Array]:
        """Coordinates `[B, K]`, and their derivatives by the weights `[B, K, N]` (11.3)."""
        if len(weights) == 1 and self._walk is not None:
            place, by_weight = self._walk.moves(weights[0])
            return self.sights.tell_one(place), (self.sights.slopes_of_one(place) @ by_weight)[None]
        found = self._globals(weights)
        spins = found.before @ _spins(found, self.reference)
        places = self._places(found)
        moves = {probe: self._moves(found, spins, probe, place) for probe, place in places.items()}
        if self.sights.straight is not None:
            (by_pose,) = moves.values()
            by_pose = self.sights.straight[0] @ by_pose
        else:
            gradients = [
                sight.coordinate.slopes(places[sight.probe])[:, None] @ moves[sight.probe] for sight in self.sights.all
            ]
            by_pose = np.concatenate(gradients, axis=1)
        return self.sights.tell(places), by_pose @ self.poses.T

    def probe(self, weights: Array) -> dict[Probe, Array]:
        """Where each probe is in blends with weights `[B, N]`, or where it points, `[B, 3]`."""
        return self._places(self._globals(weights))

    def targets(self, weights: Array, wanted: Array) -> Array:
        """Where the first probe should be, or point, `[B, 3]`: the nearest place to where it is in blends with weights
        `[B, N]` that has the coordinates `wanted` `[B, K]` of it."""
        if self.sights.is_whole:  # wherever it is
            return self.sights.whole(wanted)
        if len(weights) == 1 and self._walk is not None:
            return self.sights.targets(np.array([self._walk.place(weights[0])]), wanted)
        return self.sights.targets(self._place(self._globals(weights), self.sights.each[0].probe), wanted)

    def wanted(self, adverbs: Array) -> Array:
        """What the sights should be `[B, K]` at adverbs `[B, D]`."""
        return self.sights.wanted(adverbs)

    def misses(self, seen: Array, wanted: Array) -> Array:
        """How far off `[B]` the sights are."""
        return self.sights.misses(seen, wanted)

    @cached_property
    def _carried(self) -> dict[Probe, Array]:
        """For each probe, which bones carry it: 1 or 0, `[J, 1, 1]`."""
        carried = {}
        for probe in self.sights.probes:
            names = self.chain.chain(probe.bone).names
            carried[probe] = np.array([float(name in names) for name in self.chain.names])[:, None, None]
        return carried

    @cached_property
    def _walk(self) -> Walk | None:
        """The quicker way to go for a single blend, where there is one probe and nothing is scaled."""
        if len(self.sights.probes) != 1 or self._is_scaled:
            return None
        bones = len(self.chain.names)
        locations = self.poses[:, : 3 * bones].reshape(-1, bones, 3)
        tangents = self.poses[:, 3 * bones :].reshape(-1, bones, 4)
        return Walk.of(self.chain, self.sights.probes[0], locations, tangents, self.reference)

    def _globals(self, weights: Array) -> "_Globals":
        """The chain in the pose of each blend: (4.3), then (7.1)."""
        count, bones = len(weights), len(self.chain.names)
        numbers = weights @ self.poses
        tangents = numbers[:, 3 * bones : 7 * bones].reshape(count, bones, 4)
        scales = numbers[:, 7 * bones :].reshape(count, bones, 3) if self._is_scaled else None
        angles = np.sqrt(np.einsum("bji,bji->bj", tangents, tangents) + TINY)[..., None]
        cosine, sine = np.cos(angles), np.sin(angles) / angles
        rotations = cosine * self.reference + sine * tangents
        lengths = np.sqrt(np.einsum("bji,bji->bj", rotations, rotations))[..., None]
        rotations /= lengths
        own = np.zeros((count, bones, 4, 4))
        own[..., 3, 3] = 1.0
        own[..., :3, 3] = numbers[:, : 3 * bones].reshape(count, bones, 3)
        own[..., :3, :3] = turned = quaternion.to_matrix(rotations)
        if scales is not None:
            own[..., :3, :3] *= scales[..., None, :]
        after = self.chain.offsets @ own
        for bone, parent in enumerate(self.chain.parents):
            if parent >= 0:
                after[:, bone] = after[:, parent] @ after[:, bone]
        before = np.where(self._is_root, self._offsets, after[:, self._parents, :3, :3] @ self._offsets)
        return _Globals(before, after, turned, scales, rotations, lengths, tangents, angles, cosine, sine)

    @property
    def _is_scaled(self) -> bool:
        return bool(self.poses.shape[1] > 7 * len(self.chain.names))

    @cached_property
    def _parents(self) -> list[int]:
        return [max(parent, 0) for parent in self.chain.parents]

    @cached_property
    def _is_root(self) -> Claims:
        return np.array(self.chain.parents)[:, None, None] < 0

    @cached_property
    def _offsets(self) -> Array:
        return np.ascontiguousarray(self.chain.offsets[:, :3, :3])

    @cached_property
    def _bones(self) -> dict[Probe, tuple[int, Array]]:
        """Which bone each probe is on, and where."""
        return {probe: (self.chain.names.index(probe.bone), np.array(probe.offset)) for probe in self.sights.probes}

    def _places(self, found: "_Globals") -> dict[Probe, Array]:
        return {probe: self._place(found, probe) for probe in self.sights.probes}

    def _place(self, found: "_Globals", probe: Probe) -> Array:
        """Where a probe is, or where it points, `[B, 3]`."""
        bone, offset = self._bones[probe]
        arm = found.after[:, bone, :3, :3] @ offset
        return np.asarray(arm if probe.is_direction else found.after[:, bone, :3, 3] + arm)

    def _moves(self, found: "_Globals", spins: Array, probe: Probe, place: Array) -> Array:
        """How a probe at `place` `[B, 3]` moves with each number of the pose, `[B, 3, C]` (11.3)."""
        before = self._carried[probe] * found.before
        arms = place[:, None] if probe.is_direction else place[:, None] - found.after[..., :3, 3]
        if found.scales is None:
            turning = np.asarray(self._carried[probe] * _cross(arms)) @ spins
            parts = [before, turning]
        else:
            # A frame that is scaled does not turn vectors as it turns the axes they turn about.
            back: Array = np.asarray(np.linalg.pinv(found.before))  # a bone of no size has no inverse
            own = (back @ arms[..., None])[..., 0]
            unscaled = (found.turned.swapaxes(-1, -2) @ own[..., None])[..., 0]
            unscaled = np.divide(unscaled, found.scales, out=np.zeros_like(unscaled), where=found.scales != 0.0)
            turning = before @ _cross(own) @ (back @ spins)
            parts = [before, turning, before @ found.turned * unscaled[..., None, :]]
        if probe.is_direction:
            parts[0] = np.zeros_like(before)
        return np.concatenate([part.swapaxes(1, 2).reshape(len(place), 3, -1) for part in parts], axis=2)


@dataclass(frozen=True)
class _Globals:
    """Bones `[B, J]`: axes before their own pose, transforms after it, and what their rotations are made of."""

    before: Array
    after: Array
    turned: Array
    scales: Array | None
    rotations: Array
    lengths: Array
    tangents: Array
    angles: Array
    cosine: Array
    sine: Array


def _spins(found: _Globals, reference: Array) -> Array:
    """The angular velocity, negated, of a bone whose tangent changes, `[B, J, 3, 4]` (11.2)."""
    angles, tangents = found.angles, found.tangents
    bend = np.where(angles < SMALL, angles * angles / 30.0 - 1.0 / 3.0, (found.cosine - found.sine) / angles**2)
    sideways = bend * tangents - found.sine * reference
    w, axis = found.rotations[..., :1, None], found.rotations[..., 1:]
    left = np.concatenate((axis[..., None], -_cross(axis) - w * np.eye(3)), axis=-1)
    spins = found.sine[..., None] * left + (left @ sideways[..., None]) * tangents[..., None, :]
    return np.asarray(2.0 / found.lengths[..., None] * spins)


def _cross(vectors: Array) -> Array:
    """The matrices `[..., 3, 3]` whose products are the cross products of `vectors` `[..., 3]`."""
    matrices = np.zeros((*vectors.shape, 3))
    matrices[..., (2, 0, 1), (1, 2, 0)] = vectors
    matrices[..., (1, 2, 0), (2, 0, 1)] = -vectors
    return matrices


def _chain_poses(still: Motion, chain: Skeleton, held: frozenset[str]) -> tuple[Array, Array]:
    """The numbers `[N, C]` of the chain in each example of a motion that stands still, and its references `[J, 4]`."""
    layout, table = still.layout, still.table[0]
    count, bones = len(table), len(chain.names)
    locations, scales = np.zeros((count, bones, 3)), np.ones((count, bones, 3))
    tangents, reference = np.zeros((count, bones, 4)), np.tile(quaternion.IDENTITY, (bones, 1))
    for bone, name in enumerate(chain.names):
        for kind, numbers in ((Kind.LOCATION, locations), (Kind.SCALE, scales), (Kind.ROTATION, tangents)):
            where = layout.slices.get(Channel.of(name, kind))
            if where is not None and not (kind is Kind.LOCATION and name in held):
                numbers[:, bone] = table[:, where]
            if where is not None and kind is Kind.ROTATION:
                reference[bone] = still.reference[0][where.start - layout.linear_width :][:4]
    parts = [locations, tangents] if (scales == 1.0).all() else [locations, tangents, scales]
    return np.concatenate([part.reshape(count, -1) for part in parts], axis=1), reference
