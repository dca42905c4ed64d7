"""The bones from the root to an effector: where it is in a pose, and which small turns of them bring it elsewhere.

Lee and Shin 1999, sections 5.1 and 5.2: a bone is turned by a rotation vector in its own frame, and stiff bones give way less.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from . import quaternion
from .arrays import Array, Indices
from .channels import Channel, Kind, Layout
from .skeleton import Skeleton
from .tuples import TINY, Maths, Number, Rotation, Vector, multiply, plus, rotate, scaled

# Steps of damped least squares. Four or five do where the target can well be reached.
_MOST_STEPS = 25

# A bone whose scales differ by more than this part stretches its children askew.
_EVEN = 1e-9

# What bones have where the layout lacks it, and where that starts when it stands behind a pose.
_AT_REST = np.concatenate([kind.rest for kind in (Kind.ROTATION, Kind.LOCATION, Kind.SCALE)])
_BEHIND = {Kind.ROTATION: -10, Kind.LOCATION: -6, Kind.SCALE: -3}


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
    columns: Indices  # [K] columns of the pose where their rotations start
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
            places = [place(name, kind) for kind in (Kind.LOCATION, Kind.ROTATION, Kind.SCALE)]
            if any(where is not None for where in places):
                w, x, y, z = quaternion.from_matrix(still[:3, :3]).tolist()
                links[name] = Link((w, x, y, z), _vector(still[:3, 3]), *places)
                still = np.eye(4)
        tip = still[:3, :3] @ np.asarray(offset, dtype=np.float64)
        tip = tip / max(float(np.linalg.norm(tip)), TINY) if is_direction else tip + still[:3, 3]

        carried = _carried(skeleton, bone, [name for name, link in links.items() if link.turn is not None])
        ease = [1.0 / count for count in carried.values()]
        order = list(links)
        return cls(
            links=tuple(links.values()),
            tip=_vector(tip),
            is_direction=is_direction,
            numbers=np.array(numbers, dtype=np.intp),
            bones=tuple(order.index(name) for name in carried),
            columns=np.array([layout.slices[Channel.of(name, Kind.ROTATION)].start for name in carried], dtype=np.intp),
            ease=tuple(part / sum(ease) for part in ease),
        )

    def stand(self, maths: Maths, numbers: list[Number]) -> Stand:
        """The chain in a pose that has these numbers for its columns, as long as no scale is askew (7.1)."""
        rotation: Rotation = (1.0, 0.0, 0.0, 0.0)
        head: Vector = (0.0, 0.0, 0.0)
        size: Number = 1.0
        is_askew: Number = False
        rotations, heads = [], []
        for own, shift, location, turn, scale in self.links:
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

    def settle(self, poses: Array, rotations: Array, targets: Array, near: float) -> tuple[Array, Array]:
        """Damped least squares: `rotations` `[B, K, 4]` of the bones turned until the effector is `near` its targets
        `[B, 3]` or as near as it gets, and how far off `[B]` it then is (13.6), (13.7). `poses` `[B, width]` have the rest."""
        numbers = np.concatenate((poses, np.broadcast_to(_AT_REST, (len(poses), _AT_REST.size))), axis=1)
        turned = numbers[:, self._places[Kind.ROTATION]]
        scales = numbers[:, self._places[Kind.SCALE]]
        rest = quaternion.to_matrix(np.array([link.rotation for link in self.links]))
        shifts = np.array([link.shift for link in self.links])
        shifts = shifts + (rest @ numbers[:, self._places[Kind.LOCATION], None])[..., 0]
        ease = np.array(self.ease)
        bones = list(self.bones)
        for step in range(_MOST_STEPS + 1):
            turned[:, bones] = rotations
            tips, moves = self._moves(rest @ quaternion.to_matrix(turned), shifts, scales)
            away = targets - tips
            miss = np.sqrt(np.einsum("bi,bi->b", away, away))
            is_off = miss > near
            if step == _MOST_STEPS or not is_off.any():
                break
            levers = np.sqrt(0.5 * np.einsum("bkij,bkij->bk", moves, moves))
            yielding = moves * ease[:, None, None]
            products = np.einsum("bkij,bklj->bil", yielding, moves)
            products += (miss * (levers @ ease) + TINY)[:, None, None] * np.eye(3)
            pulls = np.linalg.solve(products, away[..., None])[..., 0]
            turns = np.einsum("bkij,bi->bkj", yielding, pulls) * is_off[:, None, None]
            rotations = quaternion.multiply(rotations, quaternion.exp(turns))
        return rotations, miss

    def _moves(self, own: Array, shifts: Array, scales: Array) -> tuple[Array, Array]:
        """The effector `[B, 3]`, and how it moves with a turn of each bone in the bone's frame, `[B, K, 3, 3]`, from the
        links' transforms in the frame before: matrices `[B, J, 3, 3]`, places and scales `[B, J, 3]`."""
        count = len(own)
        arms = np.empty(shifts.shape)  # the effector as each bone sees it before it turns
        tip = np.broadcast_to(np.array(self.tip), (count, 3))
        for link in reversed(range(len(self.links))):
            arms[:, link] = scales[:, link] * tip
            tip = (own[:, link] @ arms[:, link, :, None])[..., 0]
            if not self.is_direction:
                tip = tip + shifts[:, link]
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

    @cached_property
    def _places(self) -> dict[Kind, Indices]:
        """For each kind, the columns `[J, 3 or 4]` of the links in a pose that has `_AT_REST` behind it."""
        starts = {
            Kind.ROTATION: [link.turn for link in self.links],
            Kind.LOCATION: [link.location for link in self.links],
            Kind.SCALE: [link.scale for link in self.links],
        }
        return {
            kind: np.array([_BEHIND[kind] if start is None else self.numbers[start] for start in those], dtype=np.intp)[
                :, None
            ]
            + np.arange(kind.width)
            for kind, those in starts.items()
        }


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
