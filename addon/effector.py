"""Where bones are when the rig has a pose: one question, two ways to answer it.

Where the chain to a bone is plain parenting, forward kinematics on arrays answers for any number of poses at once and
touches nothing. Where constraints, drivers or unusual inheritance stand in between, Blender itself is asked: the rig
takes the pose, is evaluated, is read, and gets back what it had.
"""

from collections.abc import Sequence

import bpy
import numpy as np

from ..core.arrays import Array
from ..core.channels import Kind, Layout
from ..core.errors import VerbError
from ..core.native import Native
from . import channels
from .channels import Property, address, mode_of
from .drivers import element_of
from .skeletons import carried
from .stepwise import Stepwise, finish


def places(
    rig: bpy.types.Object, bone: str, end: str, layout: Layout, poses: Array, view_layer: bpy.types.ViewLayer
) -> Array:
    """The head or tail of a bone `[B, 3]` in the space of the rig, for poses `[B, width]`."""
    return point(rig, bone, end, transforms(rig, [bone], layout, poses, view_layer)[:, 0])


def point(rig: bpy.types.Object, bone: str, end: str, its: Array) -> Array:
    """The head or tail `[..., 3]` of a bone that has the transforms `its` `[..., 4, 4]`."""
    tip = rig.data.bones[bone].length if end == "TAIL" else 0.0
    return np.asarray(its[..., :3, 3] + tip * its[..., :3, 1])


def transforms(
    rig: bpy.types.Object, bones: Sequence[str], layout: Layout, poses: Array, view_layer: bpy.types.ViewLayer
) -> Array:
    """Transforms `[B, bones, 4, 4]` in the space of the rig, for poses `[B, width]`."""
    return finish(transforms_stepwise(rig, bones, layout, poses, view_layer))


def transforms_stepwise(
    rig: bpy.types.Object, bones: Sequence[str], layout: Layout, poses: Array, view_layer: bpy.types.ViewLayer
) -> Stepwise[Array]:
    """The same, one pose after another where Blender is asked."""
    for bone in bones:
        if bone not in rig.pose.bones:
            raise VerbError(f"'{rig.name}' has no bone '{bone}': choose another one")
    plain = [place for place, bone in enumerate(bones) if is_plain(rig, bone)]
    bound = [place for place in range(len(bones)) if place not in plain]
    result = np.empty((len(poses), len(bones), 4, 4))
    if plain:
        result[:, plain] = carried(rig, [bones[place] for place in plain], layout)(poses)
    if bound:
        result[:, bound] = yield from _ask(rig, [bones[place] for place in bound], layout, poses, view_layer)
    return result


def is_plain(rig: bpy.types.Object, *bones: str) -> bool:
    """Whether the places of bones depend on the poses of their ancestors and on nothing else."""
    chain = {link for bone in bones for link in (bone, *(its.name for its in rig.pose.bones[bone].parent_recursive))}
    for link in (rig.pose.bones[name] for name in chain):
        own = rig.data.bones[link.name]  # before its first update, the pose of a copy knows no bones
        inherits = own.use_inherit_rotation and own.inherit_scale == "FULL" and own.use_local_location
        if any(not constraint.mute for constraint in link.constraints) or not inherits:
            return False
    # Panels ask this too, and a live rig has thousands of drivers: whose they are is told last, and of few.
    curves = rig.animation_data.drivers if rig.animation_data else ()
    return not any(Property.of(curve.data_path).owner in chain and element_of(curve) is None for curve in curves)


def _ask(
    rig: bpy.types.Object, bones: Sequence[str], layout: Layout, poses: Array, view_layer: bpy.types.ViewLayer
) -> Stepwise[Array]:
    if any(verb.is_live for verb in rig.adverb.verbs):
        raise VerbError(
            f"'{rig.name}' is live, and its constraints must be asked where '{bones[0]}' is: Release it first"
        )
    if rig.data.pose_position == "REST":
        raise VerbError(f"'{rig.data.name}' shows its rest position: set it to Pose Position, then measure")
    modes = {c.owner: mode_of(rig, c.owner) for c in layout.channels if c.kind is Kind.ROTATION}
    entries = Native.of(layout, modes)
    addresses = [address(rig, entry) for entry in entries.entries]
    before = [channels.read(rig, path, index) for path, index in addresses]
    result = np.empty((len(poses), len(bones), 4, 4))
    try:
        for row, numbers in enumerate(entries.numbers(poses)):
            _take(rig, addresses, numbers.tolist(), view_layer)
            posed = rig.evaluated_get(view_layer.depsgraph).pose.bones
            result[row] = np.array([posed[bone].matrix for bone in bones])
            yield (row + 1) / len(poses)
    finally:
        _take(rig, addresses, before, view_layer)
    return result


def _take(
    rig: bpy.types.Object, addresses: list[tuple[str, int]], numbers: list[float], view_layer: bpy.types.ViewLayer
) -> None:
    for (path, index), number in zip(addresses, numbers, strict=True):
        channels.write(rig, path, index, number)
    view_layer.update()
