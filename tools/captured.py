"""Captured motion as verbs, each made with the buttons an artist presses. Tests, figures and pictures share them.

The motion lies beside the checkout and is never part of it. A take is imported as BVH; what is used of it is cut out
into an Action of its own that starts at frame 1 with the hips over the origin, facing -Y, as an animator would lay
captured takes over each other before blending them.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import bpy
import numpy as np
from mathutils import Matrix, Quaternion, Vector

from adverb.addon import actions
from tools.package import ROOT

MOCAP = ROOT.parent / "shared" / "mocap"
HIPS = "Hips"

# Fingers were not captured: what the files say of them is noise.
_NOT_CAPTURED = ("Finger", "Thumb", "Index")
_AHEAD = Vector((0.0, -1.0, 0.0))


def import_bvh(path: Path) -> bpy.types.Object:
    """A captured take: an armature that plays it."""
    bpy.ops.import_anim.bvh(
        filepath=str(path),
        global_scale=0.056444,
        rotate_mode="QUATERNION",
        frame_start=1,
        use_fps_scale=False,
        update_scene_fps=False,
        axis_forward="-Z",
        axis_up="Y",
    )
    return bpy.context.object


def told(take: str) -> dict:
    """What the index tells of a take, by its file without the ending."""
    index = json.loads((MOCAP / "index.json").read_text(encoding="utf-8"))
    return next(entry for entry in index if entry["file"].endswith(f"/{take}.bvh"))


@dataclass(frozen=True)
class Cut:
    """What is used of a take, frames counted from 0, with its keytimes and the values that are typed, by adverb."""

    name: str
    first: int
    last: int
    markers: dict[str, int]
    values: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Take:
    """The numbers of a captured take: every curve at every frame, and where its bones are."""

    rig: bpy.types.Object
    curves: dict[tuple[str, int], np.ndarray]
    places: dict[str, np.ndarray]

    @classmethod
    def of(cls, rig: bpy.types.Object, bones: Sequence[str]) -> "Take":
        action = rig.animation_data.action
        found = actions.curves(action, rig.animation_data.action_slot)
        frames = actions.key_times(found)
        curves = {(curve.data_path, curve.array_index): actions.values(curve, frames) for curve in found}
        rest = rig.data.bones[HIPS].matrix_local
        offsets = np.stack([curves[f'pose.bones["{HIPS}"].location', index] for index in range(3)], 1)
        places = {name: np.empty((len(frames), 3)) for name in bones}
        for row, frame in enumerate(frames if bones else ()):
            bpy.context.scene.frame_set(int(frame))
            for name, heads in places.items():
                heads[row] = rig.pose.bones[name].head
        places[HIPS] = offsets @ np.array(rest.to_3x3()).T + np.array(rest.translation)
        return cls(rig, curves, places)

    @property
    def length(self) -> int:
        return len(self.places[HIPS])

    @property
    def facing(self) -> np.ndarray:
        """Where the hips face at each frame, seen from above `[F, 2]`."""
        rest = self.rig.data.bones[HIPS].matrix_local.to_3x3()
        turned = [rest @ q.to_matrix() @ rest.inverted() @ _AHEAD for q in self.rotations(HIPS)]
        flat = np.array(turned)[:, :2]
        return flat / np.linalg.norm(flat, axis=1, keepdims=True)

    def rotations(self, bone: str) -> list[Quaternion]:
        path = f'pose.bones["{bone}"].rotation_quaternion'
        return [Quaternion(row) for row in np.stack([self.curves[path, index] for index in range(4)], 1)]

    def ahead(self, bone: str) -> np.ndarray:
        """How far a bone is ahead of the hips at each frame."""
        return np.einsum("fc,fc->f", (self.places[bone] - self.places[HIPS])[:, :2], self.facing)

    def cycle(self, name: str, first: int, last: int, values: dict[str, float]) -> Cut:
        """From one step of the left foot to the next, with the step of the right foot in between."""
        right = first + 4 + int(self.ahead("RightFoot")[first + 4 : last - 4].argmax())
        return Cut(name, first, last, {"left lands": first, "right lands": right}, values)

    def write(self, cut: Cut) -> bpy.types.Action:
        """A new Action with the frames of the cut, which starts over the origin."""
        first, last = cut.first, cut.last
        curves = {
            known: numbers[first : last + 1].copy()
            for known, numbers in self.curves.items()
            if not any(word in known[0] for word in _NOT_CAPTURED)
        }
        facing = self.facing[first]
        turn = Matrix.Rotation(np.arctan2(_AHEAD.y, _AHEAD.x) - np.arctan2(facing[1], facing[0]), 3, "Z")
        start = Vector((*self.places[HIPS][first][:2], 0.0))
        rest = self.rig.data.bones[HIPS].matrix_local
        frame, inverse = rest.to_3x3(), rest.to_3x3().inverted()
        location, rotation = (f'pose.bones["{HIPS}"].{part}' for part in ("location", "rotation_quaternion"))
        about = (inverse @ turn @ frame).to_quaternion()
        for row in range(last - first + 1):
            q = about @ Quaternion([curves[rotation, index][row] for index in range(4)])
            place = turn @ (Vector(self.places[HIPS][first + row]) - start)
            for index, number in enumerate(inverse @ (place - rest.translation)):
                curves[location, index][row] = number
            for index, number in enumerate(q):
                curves[rotation, index][row] = number
        channels = [(path, index, path.split('"')[1]) for path, index in curves]
        times = np.arange(1.0, last - first + 2.0)
        action = actions.write(cut.name, self.rig, channels, times, np.stack(list(curves.values()), 1))
        for marker, at in cut.markers.items():
            action.pose_markers.new(marker).frame = at - first + 1
        return action


def lay(takes: Sequence[str], bones: Sequence[str], cuts: Callable[[str, Take], Sequence[Cut]]) -> tuple:
    """One rig for all takes of a person, with an Action for each cut, and the cuts. The takes are removed."""
    rig, made = None, []
    for path in takes:
        other = import_bvh(MOCAP / "cmu" / f"{path}.bvh")
        raw = other.animation_data.action
        take = Take.of(other, bones)
        for cut in cuts(path, take):
            take.write(cut)
            made.append(cut)
        other.animation_data_clear()
        bpy.data.actions.remove(raw)
        if rig is None:
            rig = other
        else:
            bpy.data.armatures.remove(other.data)
    bpy.context.view_layer.objects.active = rig
    for bone in rig.pose.bones:
        bone.matrix_basis.identity()
    return rig, made


def reach(number: int, hand: str) -> bpy.types.Object:
    """A reach of one hand over a grid of places: 144_23 for the left, 144_25 for the right."""

    def cuts(path: str, take: Take) -> list[Cut]:
        name = path.rsplit("/", maxsplit=1)[-1]
        return [Cut(f"reach {name}", 0, take.length - 1, {"touch": told(name)["peak_frame"] - 1})]

    files = sorted((MOCAP / "cmu" / "reach_one_hand").glob(f"144_{number}_r*.bvh"))
    rig, _ = lay([f"reach_one_hand/{file.stem}" for file in files], (), cuts)
    rig.data.bones.active = rig.data.bones[hand]
    bpy.ops.adverb.add_verb(preset="REACH", name=f"Reach {hand.removesuffix('Hand').lower()}")
    bpy.ops.adverb.add_examples(pattern="reach *")
    bpy.ops.adverb.measure()
    return rig


def jog() -> bpy.types.Object:
    """A jog that turns: one cycle of each take, from where the left foot is farthest ahead to where it is again."""
    strides = {"16_36": (39, 87), "16_38": (18, 61), "16_40": (11, 57), "16_42": (13, 47), "16_44": (32, 74)}

    def cuts(path: str, take: Take) -> list[Cut]:
        name = path.rsplit("/", maxsplit=1)[-1]
        first, last = strides[name]
        return [take.cycle(f"jog {name}", first, last, {})]

    rig, _ = lay([f"jog_turn/{name}" for name in strides], ("LeftFoot", "RightFoot"), cuts)
    bpy.ops.adverb.add_verb(preset="WALK", name="Jog")
    verb = rig.adverb.verbs[0]
    bpy.ops.adverb.remove_adverb()
    verb.adverbs[0].name, verb.adverbs[0].measure, verb.adverbs[0].bone = "turn", "TURN", HIPS
    bpy.ops.adverb.add_examples(pattern="jog *")
    bpy.ops.adverb.measure()
    return rig


def walk() -> bpy.types.Object:
    """A walk by mood, from depressed to macho: one cycle of each take."""
    strides = {
        "91_14": (77, 122, -1.0),
        "91_13": (83, 139, -0.5),
        "91_29": (48, 86, 0.0),
        "91_23": (71, 113, 0.5),
        "91_33": (91, 149, 1.0),
    }

    def cuts(path: str, take: Take) -> list[Cut]:
        name = path.rsplit("/", maxsplit=1)[-1]
        first, last, mood = strides[name]
        return [take.cycle(f"walk {name}", first, last, {"mood": mood})]

    rig, made = lay([f"walk_style/{name}" for name in strides], ("LeftFoot", "RightFoot"), cuts)
    bpy.ops.adverb.add_verb(preset="STYLE", name="Walk")
    verb = rig.adverb.verbs[0]
    verb.adverbs[0].name = "mood"
    verb.cycle, verb.root = "TRAVEL", HIPS
    bpy.ops.adverb.add_keytime(name="right lands")
    bpy.ops.adverb.add_examples(pattern="walk *")
    type_values(verb, made)
    return rig


def kick() -> bpy.types.Object:
    """A front kick, near or far and low or high: four kicks of one take."""

    def cuts(_path: str, take: Take) -> list[Cut]:
        ahead = take.ahead("RightFoot")
        return [
            Cut(
                f"kick {strike}",
                strike - 48,
                strike + 48,
                {"wind up": strike - 40 + int(ahead[strike - 40 : strike].argmin()), "strike": strike},
            )
            for strike in (73, 178, 285, 510)
        ]

    rig, _ = lay(["kick/144_05"], ("RightFoot",), cuts)
    rig.data.bones.active = rig.data.bones["RightFoot"]
    bpy.ops.adverb.add_verb(preset="STRIKE", name="Kick")
    bpy.ops.adverb.remove_adverb()  # x: the kicks go straight ahead
    bpy.ops.adverb.add_examples(pattern="kick *")
    bpy.ops.adverb.measure()
    return rig


def lift() -> bpy.types.Object:
    """A box picked up and put on a shelf, bending the back or the knees, quickly or slowly."""
    knees = {"115_01": 0.0, "115_03": 0.0, "115_06": 1.0, "115_08": 1.0}

    def cuts(path: str, take: Take) -> list[Cut]:
        name = path.rsplit("/", maxsplit=1)[-1]
        height = take.places["RightHand"][:, 2]
        grasp, up = int(height.argmin()), int(height.argmax())
        values = {"knees": knees[name], "seconds": (up - grasp) / 30.0}
        return [Cut(f"lift {name}", grasp - 24, up + 4, {"grasp": grasp, "up": up}, values)]

    rig, made = lay([f"lift_carry/{name}" for name in knees], ("RightHand",), cuts)
    bpy.ops.adverb.add_verb(preset="LIFT")
    verb = rig.adverb.verbs[0]
    for adverb, name in zip(verb.adverbs, ("knees", "seconds"), strict=True):
        adverb.name, adverb.kind, adverb.measure = name, "VALUE", "NONE"
    bpy.ops.adverb.add_examples(pattern="lift *")
    type_values(verb, made)
    return rig


VERBS: dict[str, Callable[[], bpy.types.Object]] = {
    "reach_left": lambda: reach(23, "LeftHand"),
    "reach_right": lambda: reach(25, "RightHand"),
    "jog": jog,
    "walk": walk,
    "kick": kick,
    "lift": lift,
}


def steer(verb: bpy.types.PropertyGroup, values: Sequence[float]) -> None:
    """Bring the goal of a live verb to where its adverbs have these values."""
    for adverb, value in zip(verb.adverbs, values, strict=True):
        if adverb.kind == "GOAL":
            verb.goal.location["XYZ".index(adverb.axis)] = value
        else:
            verb.goal[adverb.name] = value
    verb.goal.update_tag()
    bpy.context.view_layer.update()


def type_values(verb: bpy.types.PropertyGroup, cuts: Sequence[Cut]) -> None:
    """Give each example the values of its cut, as typed by hand."""
    for cut in cuts:
        example = verb.examples[cut.name]
        for adverb, number in zip(verb.adverbs, example.adverbs, strict=True):
            number.value = cut.values[adverb.name]
