"""Rigs as arrays: their bones at rest, and where these are when nothing but their parents carries them."""

from collections.abc import Callable, Sequence

import bpy
import numpy as np

from ..core.arrays import Array
from ..core.channels import Channel, Kind, Layout
from ..core.skeleton import Skeleton


def skeleton(rig: bpy.types.Object) -> Skeleton:
    """The rest pose of the rig as arrays."""
    bones = sorted(rig.data.bones, key=lambda bone: len(bone.parent_recursive))
    order = {bone.name: index for index, bone in enumerate(bones)}
    rest = np.array([bone.matrix_local for bone in bones], dtype=np.float64)
    parents = tuple(order[bone.parent.name] if bone.parent else -1 for bone in bones)
    offsets = np.array([rest[i] if p < 0 else np.linalg.inv(rest[p]) @ rest[i] for i, p in enumerate(parents)])
    return Skeleton(tuple(order), parents, offsets)


def carried(rig: bpy.types.Object, bones: Sequence[str], layout: Layout) -> Callable[[Array], Array]:
    """What tells the transforms `[B, bones, 4, 4]` of poses `[B, width]` if bones are carried by their parents and by
    nothing else."""
    chain = skeleton(rig).chain(*bones)
    wanted = [chain.names.index(bone) for bone in bones]
    return lambda poses: chain.globals(layout, _held_together(rig, chain, layout, poses))[:, wanted]


def _held_together(rig: bpy.types.Object, chain: Skeleton, layout: Layout, poses: Array) -> Array:
    """Poses in which connected bones stay where they are: Blender does not heed their location."""
    held = poses.copy()
    for name in chain.names:
        where = layout.slices.get(Channel.of(name, Kind.LOCATION))
        if where is not None and rig.data.bones[name].use_connect:
            held[:, where] = 0.0
    return held
