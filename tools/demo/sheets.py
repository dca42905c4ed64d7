"""A contact sheet for each verb of captured motion: the blend at a row of adverb values, one beside the other.

    make sheets

Leaves docs/pictures/<verb>.png. `make sheets ARGS=walk` makes one of them.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import bpy
import numpy as np
from mathutils import Vector

sys.path.insert(0, str(Path(__file__).parent))

from character import SKIN, TOP, TROUSERS, make_material, melt
from stage import add, aim, make_marker, make_stage, render_contact_sheet

import adverb
from tools.captured import VERBS, steer
from tools.package import ROOT

PICTURES = ROOT / "docs" / "pictures"
INK = (0.02, 0.02, 0.025)

# bone, the joints at its ends, radius at each of them, scale of the radius along x and y. Metres; the left is mirrored.
TRUNK = (
    ("Hips", "LeftUpLeg", "RightUpLeg", 0.105, 0.105, 1.0, 1.0),
    ("LowerBack", "LowerBack", "Spine", 0.115, 0.110, 1.25, 1.0),
    ("Spine", "Spine", "Spine1", 0.112, 0.125, 1.25, 1.0),
    ("Spine1", "LeftArm", "RightArm", 0.072, 0.072, 1.0, 1.0),
    ("Spine1", "Spine1", "Neck1", 0.118, 0.06, 1.3, 1.0),
    ("LeftArm", "LeftArm", "LeftForeArm", 0.055, 0.045, 1.0, 1.0),
    ("LeftForeArm", "LeftForeArm", "LeftHand", 0.043, 0.032, 1.0, 1.0),
)
LEGS = (
    ("LeftUpLeg", "LeftUpLeg", "LeftLeg", 0.090, 0.062, 1.0, 1.0),
    ("LeftLeg", "LeftLeg", "LeftFoot", 0.060, 0.043, 1.0, 1.0),
    ("LeftFoot", "LeftFoot", "LeftToeBase", 0.046, 0.042, 1.0, 1.0),
    ("LeftToeBase", "LeftToeBase", "", 0.042, 0.034, 1.0, 1.0),
)
BARE = (
    ("Neck1", "Neck1", "Head", 0.048, 0.048, 1.0, 1.0),
    ("Head", "Head", "", 0.080, 0.098, 0.9, 1.05),
    ("LeftHand", "LeftHand", "LeftHandIndex1", 0.034, 0.030, 1.0, 1.0),
    ("LeftHand", "LeftHandIndex1", "LeftHandIndex1", 0.034, 0.026, 1.0, 1.0),
)


@dataclass(frozen=True)
class Sheet:
    """What is shown of a verb: adverb values in a row, and the keytime at which each is held."""

    values: Callable[[np.ndarray], Sequence[Sequence[float]]]  # from those of the examples [N, D]
    keytime: str
    label: Callable[[Sequence[float]], str]
    degrees: float = -52.0  # around the character
    shows_goal: bool = False


def between(*shares: Sequence[float]) -> Callable[[np.ndarray], list[list[float]]]:
    """Values at these shares of the examples' ranges."""
    return lambda examples: [
        list(examples.min(axis=0) + np.array(share) * np.ptp(examples, axis=0)) for share in shares
    ]


def sweep(count: int) -> Callable[[np.ndarray], list[list[float]]]:
    """Values of one adverb from its least to its greatest."""
    return between(*((share,) for share in np.linspace(0.0, 1.0, count)))


def along_kicks(examples: np.ndarray) -> list[list[float]]:
    """From the lowest kick to the highest, in even steps."""
    away, high = examples[np.argsort(examples[:, 1])].T
    heights = np.linspace(high[0], high[-1], 6)
    return [[float(np.interp(height, high, away)), float(height)] for height in heights]


REACH = between(*((x, 0.5, z) for z, x in ((0.95, 0.2), (0.95, 0.8), (0.6, 0.5), (0.4, 0.1), (0.2, 0.8), (0.05, 0.4))))


def metres(values: Sequence[float]) -> str:
    return f"{values[-1]:.2f} m high"


SHEETS = {
    "reach_left": Sheet(REACH, "touch", metres, shows_goal=True),
    "reach_right": Sheet(REACH, "touch", metres, -40.0, shows_goal=True),
    "jog": Sheet(sweep(7), "right lands", lambda values: f"{values[0]:+.0f} degrees a metre", 0.0),
    "walk": Sheet(sweep(7), "right lands", lambda values: f"mood {values[0]:+.2f}", -70.0),
    "kick": Sheet(along_kicks, "strike", metres, -80.0),
    "lift": Sheet(
        between(*((share, 0.6) for share in np.linspace(0.0, 1.0, 6))),
        "grasp",
        lambda values: f"knees {values[0]:.1f}",
        -75.0,
    ),
}


def main(names: Sequence[str]) -> None:
    PICTURES.mkdir(exist_ok=True)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    adverb.register()
    for name in names or SHEETS:
        start = perf_counter()
        bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
        picture = PICTURES / f"{name}.png"
        draw(VERBS[name](), SHEETS[name], picture)
        print(f"{picture.relative_to(ROOT)}: {perf_counter() - start:.0f} s", flush=True)


def draw(rig: bpy.types.Object, sheet: Sheet, picture: Path) -> None:
    verb = rig.adverb.verbs[0]
    dress(rig)
    turntable = make_stage()
    turntable.rotation_euler.z = np.radians(sheet.degrees)
    frame(bpy.context.scene.camera)
    label = make_label()
    verb.active_keytime, verb.timing = verb.keytimes.find(sheet.keytime), "HOLD"
    bpy.ops.adverb.go_live()
    if sheet.shows_goal:
        make_marker(verb.goal)
    examples = np.array([[number.value for number in example.adverbs] for example in verb.examples])

    def tile(values: Sequence[float]) -> Callable[[], None]:
        def show() -> None:
            steer(verb, values)
            label.data.body = sheet.label(values)
            posed = rig.evaluated_get(bpy.context.evaluated_depsgraph_get()).pose.bones
            heads = np.array([bone.head for bone in posed])
            turntable.location = (*(heads.min(axis=0) + heads.max(axis=0))[:2] / 2, 0.0)

        return show

    tiles = [tile(values) for values in sheet.values(examples)]
    render_contact_sheet(picture, tiles, columns=len(tiles), size=(200, 270), samples=8, shades=64)


def frame(camera: bpy.types.Object) -> None:
    """The whole figure, with room for a line of text below its feet."""
    camera.data.lens = 88
    aim(camera, (0, 0, 0.80))


def dress(rig: bpy.types.Object) -> None:
    """A body on the captured bones, in their rest pose."""
    rig.data.pose_position = "REST"
    bpy.context.view_layer.update()
    pieces = {TOP: (TRUNK, 0.012, 6), TROUSERS: (LEGS, 0.012, 4), SKIN: (BARE, 0.008, 3)}
    for material, (table, voxel, smooth) in pieces.items():
        both = [piece for row in table for piece in sides(rig, row)]
        part = melt(material, material, both, voxel, smooth)
        part.parent = rig
        part.modifiers.new("Armature", "ARMATURE").object = rig
    rig.data.pose_position = "POSE"
    bpy.context.view_layer.objects.active = rig


def sides(rig: bpy.types.Object, row: tuple) -> list[tuple]:
    """A row of the table as capsules between joints, on both sides where it is of the left."""
    bone, start, end, *shape = row
    rows = [(bone, start, end)]
    if bone.startswith("Left"):
        rows.append(tuple(name.replace("Left", "Right") for name in rows[0]))
    bones = rig.data.bones
    found = []
    for owner, one, other in rows:
        a = bones[one].head_local
        b = bones[other].head_local if other and other != one else bones[one].tail_local
        found.append((owner, tuple(a), tuple(b), *shape))
    return found


def make_label() -> bpy.types.Object:
    """A line of text at the foot of the picture, fixed to the camera."""
    text = bpy.data.curves.new("Label", "FONT")
    text.align_x, text.size = "CENTER", 0.016
    text.materials.append(make_material("Ink", INK, 1.0))
    label = add("Label", text, Vector((0.0, -0.138, -1.0)), bpy.context.scene.camera)
    label.visible_shadow = False
    return label


if __name__ == "__main__":
    main(sys.argv[1:])
