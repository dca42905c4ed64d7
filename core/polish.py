"""The last millimetre: from the pose of a verb, the least change of it that puts the effector on its target.

An arm or a leg gets there in closed form (`limb`), and so does a gaze, which the bones of the chain share. What these
leave, and chains that are neither, are for damped least squares (`chain`). The change is a turn of some bones, to be
applied in part before and after the moment that it was made for.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf

import numpy as np

from . import limb, quaternion
from .arrays import Array
from .chain import Chain, Stand
from .channels import Layout
from .skeleton import Skeleton
from .tuples import (
    MANY,
    ONE,
    TINY,
    Maths,
    Number,
    Rotation,
    Vector,
    across,
    between,
    conjugate,
    cross,
    exp,
    length,
    log,
    maths_of,
    minus,
    multiply,
    plus,
    rotate,
    scaled,
)

# So near is there: a part of the length of the chain, or radians.
_NEAR = 1e-11

# Others help before a limb is quite straight, where its angle would hang on the last digit.
_SLACK = 1e-6

# A straight limb bends by a positive turn of its lower bone about x, as Rigify's do.
_USUAL_HINGE = (-1.0, 0.0, 0.0)


@dataclass(frozen=True)
class Correction:
    """Turns `vectors` `[..., K, 3]` of the K bones whose rotations start at these `columns` of a pose, each in the
    bone's own frame: q becomes q exp(v) (13.8). With them the effector still is `miss` `[...]` off its target, in units
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


def fade(phase: Number, before: float | None, key: float, after: float | None) -> Number:
    """The share of a correction made for the keytime `key`: 1 there and 0 from the keytimes beside it on (13.9). Where
    there is none, at the first or the last, it stays 1. For one canonical time, or an array of them."""
    maths = maths_of(phase)
    x = 1.0 + 0.0 * phase
    if before is not None:
        x = maths.least(x, (phase - before) / (key - before))
    if after is not None:
        x = maths.least(x, (after - phase) / (after - key))
    x = maths.most(x, 0.0)
    return x * x * (3.0 - 2.0 * x)


@dataclass(frozen=True)
class Polish:
    """What is known of an effector before there is a pose. Make it with `Polish.of`."""

    chain: Chain
    limb: tuple[int, ...]  # which of the chain's bones are upper bone, lower bone and hand, as far as there are any
    hinge: Vector  # about which the lower bone opens a straight limb, in the frame of the upper one
    near: float  # what counts as there

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
            return cls(chain, (), _USUAL_HINGE, _NEAR)
        stand = chain.stand(ONE, layout.rest[chain.numbers].tolist())
        joints = [*(stand.heads[link] for link in chain.bones), stand.tip]
        lengths = [length(ONE, minus(end, start)) for start, end in pairwise(joints)]
        found = limb.find(lengths)
        places = () if found is None else tuple(range(found, min(found + 3, len(lengths))))
        hinge = _USUAL_HINGE
        if found is not None:
            shoulder, elbow, wrist = joints[found : found + 3]
            normal = cross(minus(shoulder, elbow), minus(wrist, elbow))
            if length(ONE, normal) > limb.STRAIGHT * lengths[found] * lengths[found + 1]:
                hinge = rotate(conjugate(stand.rotations[chain.bones[found]]), normal)
        return cls(chain, places, hinge, _NEAR * sum(lengths))

    def correct(self, pose: Array, target: Array) -> Correction:
        """The least change of a pose `[width]` that brings the effector to a target `[3]` as the armature sees it; of a
        direction the length does not matter."""
        x, y, z = target.tolist()
        places, turns, miss = self._closed(ONE, pose.take(self.chain.numbers).tolist(), (x, y, z))
        if miss == inf:
            whole = self.correct_all(pose[None], target[None])
            return Correction(whole.columns, whole.vectors[0], whole.miss[0])
        changed = tuple([self.chain.columns[place] for place in places])
        return Correction(changed, np.array(turns, dtype=np.float64).reshape(-1, 3), np.array(miss))

    def correct_all(self, poses: Array, targets: Array) -> Correction:
        """The same for poses `[B, width]` and targets `[B, 3]`."""
        chain = self.chain
        x, y, z = targets.T
        places, turns, miss = self._closed(MANY, list(poses[:, chain.numbers].T), (x, y, z))
        vectors = np.zeros((len(poses), len(chain.bones), 3))
        for place, turn in zip(places, turns, strict=True):
            vectors[:, place] = np.stack(turn, axis=-1)
        left = np.flatnonzero(miss == inf)
        if left.size:
            aims = targets[left]
            if chain.is_direction:
                aims = aims / np.maximum(np.linalg.norm(aims, axis=1, keepdims=True), TINY)
            before = poses[left][:, np.array(chain.columns, dtype=np.intp)[:, None] + np.arange(4)]
            begun = quaternion.multiply(before, quaternion.exp(vectors[left]))
            ended, miss[left] = chain.settle(poses[left], begun, aims, self.near)
            change = quaternion.multiply(quaternion.conjugate(before), ended)
            vectors[left] = quaternion.log(quaternion.align(change, quaternion.IDENTITY))
        return Correction(chain.columns, vectors, miss)

    def _closed(
        self, maths: Maths, numbers: list[Number], target: Vector
    ) -> tuple[Sequence[int], list[Vector], Number]:
        """Turns in closed form of the chain's bones at these places, each in its own frame, and how far off they leave
        the effector: infinitely where there is no such form."""
        stand = self.chain.stand(maths, numbers)
        if self.chain.is_direction:
            places, turns, miss = self._look(maths, stand, target)
        elif self.limb:
            places, turns, miss = self._reach(maths, numbers, stand, target)
        else:
            miss = length(maths, minus(target, stand.tip))
            return (), [], inf + 0.0 * miss if self.chain.bones else miss
        kept = maths.where(stand.is_askew, 0.0, 1.0)
        return places, [scaled(turn, kept) for turn in turns], maths.where(stand.is_askew, inf, miss)

    def _look(self, maths: Maths, stand: Stand, target: Vector) -> tuple[Sequence[int], list[Vector], Number]:
        """All bones turn about one axis of the armature, each the less the more it carries (13.4)."""
        aside = across(maths, _UP, stand.tip)
        turn = between(maths, stand.tip, target, aside)
        if not self.chain.bones:
            return (), [], length(maths, turn)
        turns = [
            scaled(rotate(conjugate(stand.rotations[link]), turn), part)
            for link, part in zip(self.chain.bones, self.chain.ease, strict=True)
        ]
        left = between(maths, rotate(exp(maths, turn), stand.tip), target, aside)
        return range(len(turns)), turns, length(maths, left)

    def _reach(
        self, maths: Maths, numbers: list[Number], stand: Stand, target: Vector
    ) -> tuple[Sequence[int], list[Vector], Number]:
        """The limb brings the effector there. A hand keeps its orientation, so the wrist goes as the effector goes. The
        bones above the limb bring near what is out of reach."""
        chain = self.chain
        upper, lower, *hand = [chain.bones[place] for place in self.limb]

        def joints(stand: Stand) -> tuple[Vector, Vector, Vector]:
            return stand.heads[upper], stand.heads[lower], stand.heads[hand[0]] if hand else stand.tip

        shoulder, elbow, wrist = joints(stand)
        goal = plus(wrist, minus(target, stand.tip))
        held = stand.rotations[hand[0]] if hand else None
        one, other = length(maths, minus(shoulder, elbow)), length(maths, minus(wrist, elbow))
        most, least = (1.0 - _SLACK) * (one + other), abs(one - other) + _SLACK * (one + other)
        nearer = chain.approach(maths, numbers, stand, upper, goal, least, most, self.near)
        places: list[int] = []
        turns: list[Vector] = []
        if nearer is not numbers:
            stand = chain.stand(maths, nearer)
            shoulder, elbow, wrist = joints(stand)
            places.extend(range(self.limb[0]))
            for place in places:
                where = chain.turns[place]
                turns.append(log(maths, multiply(conjugate(_rotation(numbers[where])), _rotation(nearer[where]))))

        hinge = rotate(stand.rotations[upper], self.hinge)
        swing, opening, miss = limb.reach(maths, shoulder, elbow, wrist, goal, hinge)
        turns.append(rotate(conjugate(stand.rotations[upper]), swing))
        turns.append(rotate(conjugate(stand.rotations[lower]), opening))
        if held is not None:
            moved = multiply(multiply(exp(maths, swing), exp(maths, opening)), stand.rotations[hand[0]])
            turns.append(log(maths, multiply(conjugate(moved), held)))
        return (*places, *self.limb), turns, miss


def _rotation(numbers: Sequence[Number]) -> Rotation:
    w, x, y, z = numbers
    return w, x, y, z


# Who looks straight back turns about this.
_UP = (0.0, 0.0, 1.0)
