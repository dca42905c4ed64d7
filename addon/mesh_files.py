"""Pose meshes from files and to files: the verb that a mesh of a file means, and back."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import bpy
import numpy as np

from ..core import pose_mesh_file
from ..core.coordinates import axis_along, unit
from ..core.errors import VerbError
from ..core.pose_mesh_file import PoseMeshEntry
from . import building, measuring, presets, tagging, triangulation

if TYPE_CHECKING:
    from .properties import ADVERB_PG_verb

# A forward direction is an axis of its bone if it is off it by no more than rounding: this is a cosine.
_ALONG = 0.9999


@dataclass(frozen=True)
class _Plan:
    """A mesh of a file, with what it means in Blender."""

    entry: PoseMeshEntry
    names: dict[str, str]  # of Actions, by the names in the file
    axis: str


def read(rig: bpy.types.Object, path: Path, view_layer: bpy.types.ViewLayer) -> list[str]:
    """A new verb for each mesh of a file, by their names; all of them or, with a sentence, none."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise VerbError(f"'{path.name}' cannot be read ({error.strerror}): choose another file") from error
    plans = [_plan(rig, entry) for entry in pose_mesh_file.parse(data)]
    count, active = len(rig.adverb.verbs), rig.adverb.active_verb
    try:
        return [_add(rig, plan, view_layer) for plan in plans]
    except VerbError:
        while len(rig.adverb.verbs) > count:
            rig.adverb.verbs.remove(count)
        rig.adverb.active_verb = active
        raise


def write(rig: bpy.types.Object, verb: "ADVERB_PG_verb", path: Path) -> int:
    """Write the mesh of a verb to a file; how many triangles that were."""
    entry = _entry(rig, verb)
    try:
        path.write_bytes(pose_mesh_file.write([entry]))
    except OSError as error:
        raise VerbError(f"'{path.name}' cannot be written ({error.strerror}): choose another place") from error
    return len(entry.triangles)


def _plan(rig: bpy.types.Object, entry: PoseMeshEntry) -> _Plan:
    """Raise if the rig or the file lacks something that a mesh names."""
    if entry.bone not in rig.pose.bones:
        raise VerbError(
            f"'{entry.name}' needs '{entry.bone}', a bone that '{rig.name}' does not have: choose another armature, or "
            "name its bone in the file"
        )
    forward = np.array(entry.forward) / np.linalg.norm(entry.forward)
    axis = axis_along(forward)
    if unit(axis) @ forward < _ALONG:
        raise VerbError(
            f"'{entry.name}' has a forward that is no axis of '{entry.bone}': take the nearest, "
            f"'{_written(axis)}', in the file"
        )
    return _Plan(entry, pose_mesh_file.match(entry.poses, bpy.data.actions.keys()), axis)


def _add(rig: bpy.types.Object, plan: _Plan, view_layer: bpy.types.ViewLayer) -> str:
    verb, _ = presets.add(rig, presets.PRESETS["GAZE"], plan.entry.name, plan.entry.bone)
    verb.interpolator = "POSE_MESH"
    for adverb in verb.adverbs:
        adverb.bone_axis = plan.axis
    tagging.add_examples(verb, [bpy.data.actions[name] for name in plan.names.values()])
    measuring.measure(rig, verb, view_layer)
    order = {pose: place for place, pose in enumerate(plan.names)}
    triangulation.replace_all(verb, [[order[pose] for pose in triangle] for triangle in plan.entry.triangles])
    return str(verb.name)


def _entry(rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> PoseMeshEntry:
    """A verb as a file tells it. Raises where the file could not be read as the same mesh."""
    if verb.interpolator != "POSE_MESH":
        raise VerbError(f"'{verb.name}' is no pose mesh: choose that for its Weights, under Settings")
    building.build(rig, verb)
    for adverb in verb.adverbs:
        if adverb.measure != "DIRECTION":
            raise VerbError(
                f"'{adverb.name}' is not where a bone points, and that is all a file can tell of a pose: measure it by "
                "Direction"
            )
    examples = building.enabled(verb)
    for action, count in Counter(example.action.name for example in examples).items():
        if count > 1:
            raise VerbError(
                f"{count} examples are of the Action '{action}', and a file tells them by it: copy it for each"
            )
    first = verb.adverbs[0]
    found = triangulation.of(verb).triangles.tolist()
    if not found:
        raise VerbError(f"The examples of '{verb.name}' lie on one line and have no triangle: add one beside it")
    x, y, z = unit(first.bone_axis).tolist()
    names = [example.action.name for example in examples]
    triangles = tuple((names[one], names[two], names[three]) for one, two, three in found)
    return PoseMeshEntry(verb.name, measuring.bone_of(verb, first), (x, y, z), triangles)


def _written(axis: str) -> str:
    return " ".join(f"{number:.1f}" for number in unit(axis))
