"""The last millimetre: from the pose of a verb, the least change of it that puts the effector on its target.

An arm or a leg gets there in closed form (`limb`), and so does a gaze, which the bones of the chain share. What these
leave, and chains that are neither, are for damped least squares (`chain`). The change is a turn of some bones, to be
applied in part before and after the moment that it was made for.
"""

from dataclasses import dataclass

import numpy as np

from . import limb, quaternion
from .arrays import Array
from .chain import Chain, Stand
from .channels import Layout
from .skeleton import Skeleton
from .tuples import (
    MANY,
    ONE,
    Maths,
    Number,
    Vector,
    across,
    between,
    conjugate,
    cross,
    exp,
    length,
    log,
    minus,
    multiply,
    plus,
    rotate,
    scaled,
)

# So near is there: a part of the length of the chain, or radians.
_NEAR = 1e-11

# A straight limb bends by a positive turn of its lower bone about x, as Rigify's do.
_USUAL_HINGE = (-1.0, 0.0, 0.0)


@dataclass(frozen=True)
class Correction:
    """Turns `vectors` `[..., K, 3]` of the K bones whose rotations start at these `columns` of a pose, each in the
    bone's own frame: q becomes q exp(v) (13.5). With them the effector still is `miss` `[...]` off its target, in units
    of the scene, or in radians if it is a direction."""

    columns: tuple[int, ...]
    vectors: Array
    miss: Array


def apply(poses: Array, correction: Correction, share: Array | float = 1.0) -> Array:
    """Poses `[..., width]` with a share `[...]` of the correction."""
    result = poses.copy()
    if poses.ndim == 1:
        for start, (x, y, z) in zip(correction.columns, correction.vectors.tolist(), strict=True):
            a, b, c, d = poses[start : start + 4].tolist()
            turn = exp(ONE, (share * x, share * y, share * z))
            result[start : start + 4] = multiply((a, b, c, d), turn)
    elif correction.columns:
        where = np.array(correction.columns)[:, None] + np.arange(4)
        turns = quaternion.exp(np.asarray(share)[..., None, None] * correction.vectors)
        result[..., where] = quaternion.multiply(poses[..., where], turns)
    return result


def fade(phase: Array | float, before: float | None, key: float, after: float | None) -> Array:
    """The share of a correction made for the keytime `key`: 1 there and 0 from the keytimes beside it on (13.8). Where
    there is none, at the first or the last, it stays 1."""
    known = [(before, 0.0), (key, 1.0), (after, 0.0)]
    times, shares = zip(*[(time, share) for time, share in known if time is not None])
    x = np.interp(phase, times, shares)
    return np.asarray(x * x * (3.0 - 2.0 * x))


@dataclass(frozen=True)
class Polish:
    """What is known of an effector before there is a pose. Make it with `Polish.of`."""

    chain: Chain
    limb: tuple[int, ...]  # which of the chain's bones are upper bone, lower bone and hand, as far as there are any
    hinge: Vector  # about which the lower bone opens a straight limb, in the frame of the upper one
    has_help: bool  # whether there are bones that can do what the closed form cannot
    near: float

    @classmethod
    def of(
        cls,
        skeleton: Skeleton,
        layout: Layout,
        bone: str,
        offset: Array,
        is_direction: bool = False,
        held: frozenset[str] = frozenset(),
    ) -> "Polish":
        """For a point of a bone, or a direction that it has, given by its `offset` `[3]` in the bone's own frame.

        Bones can be turned if the layout has their rotation. Give the whole skeleton: it tells what each of them
        carries along. `held` bones do not heed their locations.
        """
        chain = Chain.of(skeleton, layout, bone, offset, is_direction, held)
        if is_direction:
            return cls(chain, (), _USUAL_HINGE, False, _NEAR)
        stand = chain.stand(ONE, layout.rest[chain.numbers].tolist())
        joints = [*(stand.heads[link] for link in chain.bones), stand.tip]
        lengths = [length(ONE, minus(end, start)) for start, end in zip(joints, joints[1:])]
        found = limb.find(lengths)
        places = () if found is None else tuple(range(found, min(found + 3, len(lengths))))
        hinge = _USUAL_HINGE
        if found is not None:
            shoulder, elbow, wrist = joints[found : found + 3]
            normal = cross(minus(shoulder, elbow), minus(wrist, elbow))
            if length(ONE, normal) > limb.STRAIGHT * lengths[found] * lengths[found + 1]:
                hinge = rotate(conjugate(stand.rotations[chain.bones[found]]), normal)
        size = sum(lengths)
        levers = [length(ONE, minus(stand.tip, joint)) for joint in joints[:-1]]
        has_help = any(lever > _NEAR * size for place, lever in enumerate(levers) if place not in places[:2])
        return cls(chain, places, hinge, has_help, _NEAR * size)

    def correct(self, pose: Array, target: Array) -> Correction:
        """The least change of a pose `[width]` that brings the effector to a target `[3]` as the armature sees it; of a
        direction the length does not matter."""
        x, y, z = target.tolist()
        places, turns, miss = self._closed(ONE, pose.take(self.chain.numbers).tolist(), (x, y, z))
        if self._is_left(miss):
            whole = self.correct_all(pose[None], target[None])
            return Correction(whole.columns, whole.vectors[0], whole.miss[0])
        columns = self.chain.columns.tolist()
        return Correction(
            tuple([columns[place] for place in places]), np.array(turns, float).reshape(-1, 3), np.array(miss)
        )

    def correct_all(self, poses: Array, targets: Array) -> Correction:
        """The same for poses `[B, width]` and targets `[B, 3]`."""
        chain = self.chain
        x, y, z = targets.T
        places, turns, miss = self._closed(MANY, list(poses[:, chain.numbers].T), (x, y, z))
        vectors = np.zeros((len(poses), len(chain.bones), 3))
        for place, turn in zip(places, turns, strict=True):
            vectors[:, place] = np.stack(turn, axis=-1)
        left = np.flatnonzero(self._is_left(miss))
        if left.size:
            before = poses[left][:, chain.columns[:, None] + np.arange(4)]
            begun = quaternion.multiply(before, quaternion.exp(vectors[left]))
            ended, miss[left] = chain.settle(poses[left], begun, targets[left], self.near)
            change = quaternion.multiply(quaternion.conjugate(before), ended)
            vectors[left] = quaternion.log(quaternion.align(change, quaternion.IDENTITY))
        return Correction(tuple(chain.columns.tolist()), vectors, miss)

    def _is_left(self, miss: Number) -> Number:
        """Whether there is something to do after the closed form."""
        return miss > (self.near if self.has_help else _ASKEW / 2)

    def _closed(
        self, maths: Maths, numbers: list[Number], target: Vector
    ) -> tuple[tuple[int, ...], list[Vector], Number]:
        """Turns in closed form of the chain's bones at these places, and how far off they leave the effector."""
        chain = self.chain
        stand = chain.stand(maths, numbers)
        if chain.is_direction:
            places, turns, miss = tuple(range(len(chain.bones))), *self._look(maths, stand, target)
        elif self.limb:
            places, turns, miss = self.limb, *self._reach(maths, stand, target)
        else:
            return (), [], length(maths, minus(target, stand.tip))
        kept = maths.where(stand.is_askew, 0.0, 1.0)
        rotations = [stand.rotations[chain.bones[place]] for place in places]
        turns = [scaled(rotate(conjugate(own), turn), kept) for own, turn in zip(rotations, turns, strict=True)]
        return places, turns, maths.where(stand.is_askew, _ASKEW, miss)

    def _reach(self, maths: Maths, stand: Stand, target: Vector) -> tuple[list[Vector], Number]:
        """The limb brings the effector there. A hand keeps its orientation, so the wrist goes as the effector goes."""
        upper, lower, *hand = (self.chain.bones[place] for place in self.limb)
        wrist = stand.heads[hand[0]] if hand else stand.tip
        goal = plus(wrist, minus(target, stand.tip))
        hinge = rotate(stand.rotations[upper], self.hinge)
        swing, opening, miss = limb.reach(maths, stand.heads[upper], stand.heads[lower], wrist, goal, hinge)
        turns = [swing, opening]
        if hand:
            turns.append(log(maths, conjugate(multiply(exp(maths, swing), exp(maths, opening)))))
        return turns, miss

    def _look(self, maths: Maths, stand: Stand, target: Vector) -> tuple[list[Vector], Number]:
        """All bones turn about one axis of the armature, each the less the more it carries (13.4)."""
        aside = across(maths, _UP, stand.tip)
        turn = between(maths, stand.tip, target, aside)
        if not self.chain.bones:
            return [], length(maths, turn)
        missed = between(maths, rotate(exp(maths, turn), stand.tip), target, aside)
        return [scaled(turn, part) for part in self.chain.ease], length(maths, missed)


# Who looks straight back turns about this.
_UP = (0.0, 0.0, 1.0)

# Further off than anything: poses for which the closed form does not hold.
_ASKEW = 1e300
