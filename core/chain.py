"""The bones from the root to an effector: where it is in a pose, and which small turns of them bring it elsewhere.

Lee and Shin 1999, sections 5.1 and 5.2: bones turn by rotation vectors in their own frames; stiff ones give way less.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from . import quaternion
from .arrays import Array, Indices
from .channels import Channel, Kind, Layout
from .skeleton import Skeleton
from .tuples import (
    TINY,
    Maths,
    Number,
    Rotation,
    Vector,
    conjugate,
    cross,
    dot,
    exp,
    length,
    minus,
    multiply,
    plus,
    rotate,
    scaled,
)

# Half a dozen steps do where the target can well be reached.
_MOST_STEPS = 25

# Less is quicker, until bones that are pulled straight swing to and fro.
_DAMPING = 0.5

# A bone whose scales differ by more than this part stretches its children askew.
_EVEN = 1e-9

_KINDS = (Kind.LOCATION, Kind.ROTATION, Kind.SCALE)


class Link(NamedTuple):
    """A bone as seen from the one before: its rest transform, and where its location, rotation and scale start among
    the numbers of the chain; None is at rest."""

    rotation: Rotation
    shift: Vector
    location: int | None
    turn: int | None
    scale: int | None


class Stand(NamedTuple):
    """The chain in a pose: orientation and head of each link, then the effector."""

    rotations: list[Rotation]
    heads: list[Vector]
    tip: Vector
    is_askew: Number  # where scales differ from axis to axis nothing of this holds


@dataclass(frozen=True)
class Chain:
    """What is known of a chain before there is a pose. Bones without channels are part of the next one's link."""

    links: tuple[Link, ...]
    tip: Vector  # the effector in the frame of the last link
    is_direction: bool
    numbers: Indices  # [n] columns of the pose that the effector depends on
    bones: tuple[int, ...]  # [K] the links that may be turned
    turns: tuple[slice, ...]  # [K] their rotations among these numbers
    ease: tuple[float, ...]  # [K] how readily each gives way; 1 in all

    @classmethod
    def of(
        cls,
        skeleton: Skeleton,
        layout: Layout,
        bone: str,
        offset: Array,
        is_direction: bool = False,
        held: frozenset[str] = frozenset(),
    ) -> "Chain":
        """To a point of a bone, or a direction that it has, given by its `offset` `[3]` in the bone's own frame."""
        chain = skeleton.chain(bone)
        numbers: list[int] = []
        links: dict[str, Link] = {}
        still = np.eye(4)

        def place(name: str, kind: Kind) -> int | None:
            where = layout.slices.get(Channel.of(name, kind))
            if where is None or (kind is Kind.LOCATION and name in held):
                return None
            numbers.extend(range(where.start, where.stop))
            return len(numbers) - kind.width

        for name, rest in zip(chain.names, chain.offsets, strict=True):
            still = still @ rest
            places = [place(name, kind) for kind in _KINDS]
            if any(where is not None for where in places):
                w, x, y, z = quaternion.from_matrix(still[:3, :3]).tolist()
                links[name] = Link((w, x, y, z), _vector(still[:3, 3]), *places)
                still = np.eye(4)
        tip = still[:3, :3] @ np.asarray(offset, dtype=np.float64)
        tip = tip / max(float(np.linalg.norm(tip)), TINY) if is_direction else tip + still[:3, 3]

        starts = {name: link.turn for name, link in links.items() if link.turn is not None}
        carried = _carried(skeleton, bone, list(starts))
        ease = [1.0 / count for count in carried.values()]
        order = list(links)
        return cls(
            links=tuple(links.values()),
            tip=_vector(tip),
            is_direction=is_direction,
            numbers=np.array(numbers, dtype=np.intp),
            bones=tuple(order.index(name) for name in carried),
            turns=tuple(slice(starts[name], starts[name] + 4) for name in carried),
            ease=tuple(part / sum(ease) for part in ease),
        )

    def stand(self, maths: Maths, numbers: Sequence[Number], count: int | None = None) -> Stand:
        """The chain in a pose that has these numbers for its columns, as long as no scale is askew (7.1). The first
        `count` links are enough for whoever asks for no effector."""
        rotation: Rotation = (1.0, 0.0, 0.0, 0.0)
        head: Vector = (0.0, 0.0, 0.0)
        size: Number = 1.0
        is_askew: Number = False
        rotations, heads = [], []
        for own, shift, location, turn, scale in self.links[:count]:
            head = plus(head, scaled(rotate(rotation, shift), size))
            rotation = multiply(rotation, own)
            if location is not None:
                x, y, z = numbers[location : location + 3]
                head = plus(head, scaled(rotate(rotation, (x, y, z)), size))
            if turn is not None:
                w, x, y, z = numbers[turn : turn + 4]
                rotation = multiply(rotation, (w, x, y, z))
            if scale is not None:
                x, y, z = numbers[scale : scale + 3]
                is_askew = is_askew | (abs(x - y) + abs(x - z) > _EVEN * abs(x))
                size = size * x
            rotations.append(rotation)
            heads.append(head)
        tip = rotate(rotation, self.tip)
        if self.is_direction:
            tip = scaled(tip, maths.where(size < 0.0, -1.0, 1.0))
        else:
            tip = plus(head, scaled(tip, size))
        return Stand(rotations, heads, tip, is_askew)

    def approach(
        self,
        maths: Maths,
        numbers: list[Number],
        stand: Stand,
        link: int,
        goal: Vector,
        least: Number,
        most: Number,
        near: float,
    ) -> list[Number]:
        """The numbers of a pose, with the bones before a link turned so that its head is at least and at most so far
        from a goal, to within `near` or as nearly as they can (13.5)."""
        helpers = [place for place, bone in enumerate(self.bones) if bone < link]
        for _ in range(_MOST_STEPS if helpers else 0):
            heads = stand.heads
            way = minus(goal, heads[link])
            distance = length(maths, way)
            gap = distance - maths.most(least, maths.least(most, distance))
            gap = maths.where(abs(gap) > near, gap, 0.0)
            if not maths.any(gap):
                break
            way = scaled(way, 1.0 / (distance + TINY))
            levers = [minus(heads[link], heads[self.bones[place]]) for place in helpers]
            axes = [cross(lever, way) for lever in levers]
            effect = sum(self.ease[place] * dot(axis, axis) for place, axis in zip(helpers, axes, strict=True))
            size = sum(self.ease[place] * length(maths, lever) for place, lever in zip(helpers, levers, strict=True))
            pull = gap / (effect + _DAMPING * abs(gap) * size + TINY)
            numbers = list(numbers)
            for place, axis in zip(helpers, axes, strict=True):
                turn = rotate(conjugate(stand.rotations[self.bones[place]]), scaled(axis, self.ease[place] * pull))
                w, x, y, z = numbers[self.turns[place]]
                numbers[self.turns[place]] = multiply((w, x, y, z), exp(maths, turn))
            stand = self.stand(maths, numbers, link + 1)
        return numbers

    @cached_property
    def columns(self) -> tuple[int, ...]:
        """The columns of the pose where the rotations of the K bones start."""
        return tuple(int(self.numbers[turn.start]) for turn in self.turns)

    def settle(self, poses: Array, rotations: Array, targets: Array, near: float) -> tuple[Array, Array]:
        """Damped least squares: `rotations` `[B, K, 4]` of the bones turned until the effector is `near` its targets
        `[B, 3]` or as near as it gets, and how far off `[B]` it then is (13.7). `poses` `[B, width]` tell the
        rest, and targets of a direction are unit vectors."""
        own, shifts, *starts = zip(*self.links, strict=True)
        locations, turned, scales = (self._part(poses, kind, part) for kind, part in zip(_KINDS, starts, strict=True))
        rest = quaternion.to_matrix(np.array(own))
        places = np.array(shifts) + (rest @ locations[..., None])[..., 0]
        ease = np.array(self.ease)
        bones = list(self.bones)
        for step in range(_MOST_STEPS + 1):
            turned[:, bones] = rotations
            tips, moves = self._moves(rest @ quaternion.to_matrix(turned), places, scales)
            away = targets - tips
            miss = np.sqrt(np.einsum("bi,bi->b", away, away))
            is_off = miss > near
            if step == _MOST_STEPS or not is_off.any():
                break
            levers = np.sqrt(0.5 * np.einsum("bkij,bkij->bk", moves, moves))
            yielding = moves * ease[:, None, None]
            products = np.einsum("bkij,bklj->bil", yielding, moves)
            products += (_DAMPING * np.maximum(miss, near) * (levers @ ease) + TINY)[:, None, None] * np.eye(3)
            pulls = np.linalg.solve(products, away[..., None])[..., 0]
            turns = np.einsum("bkij,bi->bkj", yielding, pulls) * is_off[:, None, None]
            rotations = quaternion.multiply(rotations, quaternion.exp(turns))
        return rotations, 2.0 * np.arcsin(np.minimum(0.5 * miss, 1.0)) if self.is_direction else miss

    def _moves(self, own: Array, places: Array, scales: Array) -> tuple[Array, Array]:
        """The effector `[B, 3]` and how it moves with a turn of each bone in its own frame, `[B, K, 3, 3]` (13.6).
        Links have rotations `[B, J, 3, 3]` and places `[B, J, 3]` in the frame before them, and scales `[B, J, 3]`."""
        count = len(own)
        arms = np.empty(places.shape)  # the effector as each bone sees it before it turns
        tip = np.broadcast_to(np.array(self.tip), (count, 3))
        for link in reversed(range(len(self.links))):
            arms[:, link] = scales[:, link] * tip
            tip = (own[:, link] @ arms[:, link, :, None])[..., 0]
            if not self.is_direction:
                tip = tip + places[:, link]
        frames = np.empty(own.shape)
        frame = np.broadcast_to(np.eye(3), (count, 3, 3))
        for link in range(len(self.links)):
            frames[:, link] = frame @ own[:, link]
            frame = frames[:, link] * scales[:, link, None, :]
        bones = list(self.bones)
        moves = -frames[:, bones] @ _crossing(arms[:, bones])
        if self.is_direction:
            size = np.maximum(np.sqrt(np.einsum("bi,bi->b", tip, tip)), TINY)[:, None]
            tip = tip / size
            along = np.einsum("bi,bkij->bkj", tip, moves)
            moves = (moves - tip[:, None, :, None] * along[:, :, None]) / size[..., None, None]
        return tip, moves

    def _part(self, poses: Array, kind: Kind, starts: Sequence[int | None]) -> Array:
        """What each link has of a kind in poses `[B, width]`: `[B, J, 3 or 4]`."""
        part = np.tile(kind.rest, (len(poses), len(starts), 1))
        for link, start in enumerate(starts):
            if start is not None:
                part[:, link] = poses[:, self.numbers[start : start + kind.width]]
        return part


def _carried(skeleton: Skeleton, effector: str, bones: list[str]) -> dict[str, int]:
    """Those of these bones, ancestors of the effector, that may be turned for its sake, and how many each carries.

    Who carries all the rest of a body would slide its feet for a hand: it is left alone if there is anybody else.
    """
    below = {name: {name} for name in skeleton.names}
    for bone, parent in reversed(list(enumerate(skeleton.parents))):
        if parent >= 0:
            below[skeleton.names[parent]] |= below[skeleton.names[bone]]
    own = below[effector].union(skeleton.chain(effector).names)
    others = set(skeleton.names) - own
    free = [name for name in bones if len(others) <= len(own) or not others <= below[name]]
    return {name: len(below[name]) for name in free or bones}


def _crossing(vectors: Array) -> Array:
    """Matrices `[..., 3, 3]` that take the cross product with vectors `[..., 3]`."""
    result = np.zeros((*vectors.shape, 3))
    for axis in range(3):
        one, other = (axis + 1) % 3, (axis + 2) % 3
        result[..., other, one], result[..., one, other] = vectors[..., axis], -vectors[..., axis]
    return result


def _vector(numbers: Array) -> Vector:
    x, y, z = numbers.tolist()
    return x, y, z
