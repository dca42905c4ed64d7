"""Forward kinematics on arrays: where bones are when each has its pose, with plain parenting and nothing else."""

from dataclasses import dataclass

import numpy as np

from . import quaternion
from .arrays import Array
from .channels import Channel, Kind, Layout


@dataclass(frozen=True)
class Skeleton:
    """Bones in an order in which parents come first. `offsets` `[J, 4, 4]`: rest transform of each bone in its
    parent's rest frame (in the armature for a bone without parent, whose `parents` entry is -1)."""

    names: tuple[str, ...]
    parents: tuple[int, ...]
    offsets: Array

    def globals(self, layout: Layout, poses: Array) -> Array:
        """Transforms `[..., J, 4, 4]` in armature space for poses `[..., width]`: parent, offset, own pose (7.1)."""
        result = np.empty((*poses.shape[:-1], len(self.names), 4, 4))
        for bone, (name, parent) in enumerate(zip(self.names, self.parents, strict=True)):
            own = self.offsets[bone] @ basis(layout, poses, name)
            result[..., bone, :, :] = own if parent < 0 else result[..., parent, :, :] @ own
        return result

    def chain(self, *names: str) -> "Skeleton":
        """These bones and their ancestors alone: all that their places depend on."""
        members: set[int] = set()
        for name in names:
            bone = self.names.index(name)
            while bone >= 0:
                members.add(bone)
                bone = self.parents[bone]
        kept = sorted(members)
        order = {-1: -1} | {bone: place for place, bone in enumerate(kept)}
        return Skeleton(
            tuple(self.names[bone] for bone in kept),
            tuple(order[self.parents[bone]] for bone in kept),
            self.offsets[kept],
        )


def basis(layout: Layout, poses: Array, owner: str) -> Array:
    """The bone's own transform `[..., 4, 4]` of location, rotation and scale, at rest where the layout lacks them."""

    def part(kind: Kind) -> Array:
        where = layout.slices.get(Channel.of(owner, kind))
        return kind.rest if where is None else poses[..., where]

    matrix = np.zeros((*poses.shape[:-1], 4, 4))
    matrix[..., :3, :3] = quaternion.to_matrix(part(Kind.ROTATION)) * part(Kind.SCALE)[..., None, :]
    matrix[..., :3, 3] = part(Kind.LOCATION)
    matrix[..., 3, 3] = 1.0
    return matrix
