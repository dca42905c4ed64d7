"""What leads a goal: a bone, or the active camera. Nothing does where the artist drags, keys or parents it.

A goal is led by Copy Location constraints of Blender's own, so that it is seen where it is, in renders and without
Adverb too. Where markers of the timeline bind cameras there is one for each camera, and the driver of its influence
tells by a curve over the frames when it counts. Blender itself takes the scene's camera from such markers after the
frame was evaluated, so that whoever reads it is late by a frame at each cut; the curves are not.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import bpy
from mathutils import Vector

from ..core.errors import VerbError
from . import bones, drivers, libraries
from .dependence import PLACE, Part, Web

if TYPE_CHECKING:
    from .properties import ADVERB_PG_verb

# How the names of our constraints begin.
_NAME = "Adverb"


class Cut(NamedTuple):
    """From which frame on which camera is the active one; the first is so before its frame too."""

    frame: float
    camera: bpy.types.Object


class Edit(NamedTuple):
    """The cuts of a scene as a goal knows them, by uids: nothing of Blender's is kept."""

    scene: int
    cuts: tuple[tuple[float, int], ...]

    @classmethod
    def of(cls, scene: bpy.types.Scene) -> "Edit":
        return cls(scene.session_uid, tuple((cut.frame, cut.camera.session_uid) for cut in cuts(scene)))


_known: dict[int, Edit] = {}  # by goal


def cuts(scene: bpy.types.Scene) -> list[Cut]:
    """Which camera is active when: those that markers bind, as Blender has it, or the one of the scene."""
    bound: dict[int, bpy.types.Object] = {}
    for marker in scene.timeline_markers:
        if marker.camera is not None and not marker.camera.hide_render:
            bound.setdefault(marker.frame, marker.camera)
    if bound:
        return [Cut(float(frame), bound[frame]) for frame in sorted(bound)]
    return [Cut(0.0, scene.camera)] if scene.camera is not None else []


def scene_of(goal: bpy.types.Object) -> bpy.types.Scene | None:
    """The scene whose camera leads a goal: the one where it went live, which after loading is told by the cuts that it
    knows; else the first that it is in."""
    known, led = _known.get(goal.session_uid), _led(goal)
    if known is not None:
        found = (scene for scene in bpy.data.scenes if scene.session_uid == known.scene)
    else:
        found = (scene for scene in bpy.data.scenes if led and _leaders(cuts(scene)) == led)
    return next(found, None) or next(iter(goal.users_scene), None)


def check(scene: bpy.types.Scene, rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> None:
    """Raise if what is to lead the goal of a verb is not there, or is moved by the verb itself."""
    check_there(scene, verb)
    if verb.goal_from == "BONE":
        check_free(rig, verb, Part(verb.goal_rig, verb.goal_bone), Part(verb.goal_rig, PLACE))
    elif verb.goal_from == "CAMERA":
        _check_cameras(scene, rig, verb)


def check_there(scene: bpy.types.Scene, verb: "ADVERB_PG_verb") -> None:
    """Raise if what is to lead the goal of a verb is not there."""
    if verb.goal_from == "CAMERA" and not cuts(scene):
        raise VerbError(f"'{verb.name}' looks at the active camera, and '{scene.name}' has none: choose one there")
    if verb.goal_from != "BONE":
        return
    whose, name = verb.goal_rig, verb.goal_bone
    if whose is None or whose.type != "ARMATURE" or not whose.users_collection:
        raise VerbError(f"'{verb.name}' looks at a bone of no armature: choose one under Live")
    if not name:
        raise VerbError(f"'{verb.name}' looks at no bone of '{whose.name}': choose one under Live")
    if name not in whose.data.bones:
        raise VerbError(
            f"'{verb.name}' looks at '{name}', a bone that '{whose.name}' lacks: Release it and choose another"
        )


def _check_cameras(scene: bpy.types.Scene, rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> None:
    for camera in dict.fromkeys(cut.camera for cut in cuts(scene)):
        check_free(rig, verb, Part(camera, PLACE))


def check_free(rig: bpy.types.Object, verb: "ADVERB_PG_verb", *parts: Part) -> None:
    """Raise if one of the bones that a verb moves moves what it is to follow."""
    shared = Web().bones_behind(rig, *parts) & bones.claimed(rig, verb)
    if shared:
        its = next((part.name for part in parts if part.owner == rig and part.name), parts[0].owner.name)
        raise VerbError(
            f"'{its}' hangs on '{min(shared)}', which '{verb.name}' moves: choose another goal, or take that bone out "
            "under Bones"
        )


def can_lead(verb: "ADVERB_PG_verb", goal: bpy.types.Object) -> bool:
    """Whether an object may be led for a verb: things of the artist's stay where they are, and so do goals that others
    follow, and what comes from another file."""
    rigs = (rig for rig in bpy.data.objects if rig.type == "ARMATURE")
    others = (other for rig in rigs for other in rig.adverb.verbs if other.is_live and other != verb)
    return goal.type == "EMPTY" and libraries.is_local(goal) and not any(other.goal == goal for other in others)


def where(scene: bpy.types.Scene, verb: "ADVERB_PG_verb") -> Vector:
    """The place in the world to which a goal is led now."""
    if verb.goal_from == "BONE":
        bone = verb.goal_rig.pose.bones[verb.goal_bone]
        return verb.goal_rig.matrix_world @ bone.head.lerp(bone.tail, verb.goal_along)
    known = cuts(scene)
    now = [cut.camera for cut in known if cut.frame <= scene.frame_current_final] or [known[0].camera]
    return now[-1].matrix_world.translation


def put(scene: bpy.types.Scene, verb: "ADVERB_PG_verb", goal: bpy.types.Object) -> None:
    """Let the goal be led as the artist said."""
    if verb.goal_from == "BONE":
        take_off(goal)
        constraint = _constrain(goal, "Bone", verb.goal_rig)
        constraint.subtarget, constraint.head_tail = verb.goal_bone, verb.goal_along
    elif verb.goal_from == "CAMERA":
        _put_cameras(scene, goal)


def follow(scene: bpy.types.Scene, rig: bpy.types.Object, verb: "ADVERB_PG_verb", goal: bpy.types.Object) -> None:
    """Let a goal that the active camera leads know its scene as it is cut now; what is right already stays. Raises if
    a camera has come that the verb itself moves."""
    if verb.goal_from != "CAMERA":
        return
    _known[goal.session_uid] = Edit.of(scene)
    if _led(goal) != _leaders(cuts(scene)):
        _check_cameras(scene, rig, verb)
        _put_cameras(scene, goal)


def is_late(scene: bpy.types.Scene) -> bool:
    """Whether a scene is cut differently than a goal in it knows."""
    its = {edit for edit in _known.values() if edit.scene == scene.session_uid}
    return bool(its) and its != {Edit.of(scene)}


def drop_late(scene: bpy.types.Scene) -> None:
    """Who still does not know how a scene is cut is gone, or led no more."""
    now = Edit.of(scene)
    for goal in [goal for goal, edit in _known.items() if edit.scene == now.scene and edit != now]:
        del _known[goal]


def forget() -> None:
    _known.clear()


def take_off(goal: bpy.types.Object) -> None:
    """Let nothing of ours lead an object."""
    for constraint in [each for each in goal.constraints if is_ours(each)]:
        constraint.driver_remove("influence")
        goal.constraints.remove(constraint)
    _known.pop(goal.session_uid, None)


def is_ours(constraint: bpy.types.Constraint) -> bool:
    return constraint.type == "COPY_LOCATION" and constraint.name.startswith(f"{_NAME} ")


def is_led(goal: bpy.types.Object) -> bool:
    return any(is_ours(constraint) for constraint in goal.constraints)


def leader(verb: "ADVERB_PG_verb") -> str:
    """What leads the goal of a verb, or will lead it, in words; "" if nothing does. A verb may share a goal that is led
    for another one."""
    ours = next(filter(is_ours, verb.goal.constraints), None) if verb.goal is not None else None
    bone = verb.goal_bone if ours is None else ours.subtarget
    if ours is None and verb.goal_from == "OBJECT":
        return ""
    is_camera = verb.goal_from == "CAMERA" if ours is None else not bone
    return "the active camera" if is_camera else f"the bone '{bone}'"


def _led(goal: bpy.types.Object) -> list["_Leader"]:
    """What leads a goal now."""
    return [_Leader.of(constraint) for constraint in goal.constraints if is_ours(constraint)]


class _Leader(NamedTuple):
    """A camera, and from which frames on it has which influence; none where it always leads."""

    camera: bpy.types.Object | None
    influences: tuple[tuple[float, float], ...]

    @classmethod
    def of(cls, constraint: bpy.types.Constraint) -> "_Leader":
        """What a constraint of ours says."""
        owner = constraint.id_data
        path = f"{constraint.path_from_id()}.influence"
        curve = owner.animation_data.drivers.find(path) if owner.animation_data else None
        return cls(constraint.target, tuple((key.co.x, key.co.y) for key in curve.keyframe_points) if curve else ())


def _leaders(known: list[Cut]) -> list[_Leader]:
    cameras = list(dict.fromkeys(cut.camera for cut in known))
    if len(cameras) < 2:
        return [_Leader(camera, ()) for camera in cameras]
    return [_Leader(camera, tuple((cut.frame, float(cut.camera == camera)) for cut in known)) for camera in cameras]


def _put_cameras(scene: bpy.types.Scene, goal: bpy.types.Object) -> None:
    take_off(goal)
    _known[goal.session_uid] = Edit.of(scene)
    for leader in _leaders(cuts(scene)):
        constraint = _constrain(goal, "Camera", leader.camera)
        if leader.influences:
            _time(constraint, leader.influences)


def _constrain(goal: bpy.types.Object, kind: str, target: bpy.types.Object) -> bpy.types.CopyLocationConstraint:
    constraint: bpy.types.CopyLocationConstraint = goal.constraints.new("COPY_LOCATION")  # type: ignore[assignment]
    constraint.name, constraint.target = f"{_NAME} {kind}", target
    return constraint


def _time(constraint: bpy.types.Constraint, influences: Sequence[tuple[float, float]]) -> None:
    """Let a constraint have these influences from these frames on. The expression is no Python: Blender runs it in
    every file."""
    curve = drivers.clean(constraint, "influence")
    curve.driver.type, curve.driver.expression = "SCRIPTED", "frame"
    curve.keyframe_points.add(len(influences))
    for key, point in zip(curve.keyframe_points, influences, strict=True):
        key.co, key.interpolation = point, "CONSTANT"
    curve.update()
