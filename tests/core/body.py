"""A person to move: hips with two legs, a back, a head, two arms, with lengths about those of a person in metres."""

import numpy as np
from scipy.spatial.transform import Rotation

from adverb.core import quaternion
from adverb.core.channels import Channel, Kind, Layout
from adverb.core.skeleton import Skeleton

BODY = {
    "hips": ("", (0.0, 0.0, 1.0)),
    "thigh.L": ("hips", (0.1, 0.0, 0.0)),
    "shin.L": ("thigh.L", (0.0, 0.42, 0.0)),
    "foot.L": ("shin.L", (0.0, 0.4, 0.0)),
    "thigh.R": ("hips", (-0.1, 0.0, 0.0)),
    "shin.R": ("thigh.R", (0.0, 0.42, 0.0)),
    "foot.R": ("shin.R", (0.0, 0.4, 0.0)),
    "back": ("hips", (0.0, 0.1, 0.0)),
    "chest": ("back", (0.0, 0.2, 0.0)),
    "neck": ("chest", (0.0, 0.25, 0.0)),
    "head": ("neck", (0.0, 0.1, 0.0)),
    "clavicle.L": ("chest", (0.03, 0.2, 0.0)),
    "upper.L": ("clavicle.L", (0.0, 0.15, 0.0)),
    "twist.L": ("upper.L", (0.0, 0.15, 0.0)),
    "lower.L": ("twist.L", (0.0, 0.15, 0.02)),
    "hand.L": ("lower.L", (0.0, 0.26, 0.01)),
    "clavicle.R": ("chest", (-0.03, 0.2, 0.0)),
    "upper.R": ("clavicle.R", (0.0, 0.15, 0.0)),
    "lower.R": ("upper.R", (0.0, 0.3, 0.0)),
    "hand.R": ("lower.R", (0.0, 0.26, 0.0)),
}
NAMES = tuple(BODY)
ARM = ("upper.L", "lower.L", "hand.L")
PALM = np.array([0.02, 0.1, 0.01])
REACH = 0.5


def skeleton():
    turns = Rotation.from_rotvec(np.random.default_rng(2).normal(size=(len(NAMES), 3)) * 0.4).as_matrix()
    offsets = np.tile(np.eye(4), (len(NAMES), 1, 1))
    offsets[:, :3, :3] = turns
    offsets[:, :3, 3] = [shift for _, shift in BODY.values()]
    return Skeleton(NAMES, tuple(NAMES.index(parent) if parent else -1 for parent, _ in BODY.values()), offsets)


SKELETON = skeleton()
WHOLE = Layout.of(
    [
        Channel.of("hips", Kind.LOCATION),
        *(Channel.of(name, Kind.ROTATION) for name in NAMES if name != "twist.L"),
        Channel.of("", Kind.VALUE, "smile"),
    ]
)
LIMB = Layout.of([Channel.of("hips", Kind.LOCATION), *(Channel.of(name, Kind.ROTATION) for name in ARM)])


def transforms(layout, poses, bone):
    return SKELETON.chain(bone).globals(layout, poses)[..., -1, :, :]


def point(layout, poses, bone, offset):
    its = transforms(layout, poses, bone)
    return its[..., :3, 3] + its[..., :3, :3] @ offset


def posed(layout, seed, count, spread=0.5):
    rng = np.random.default_rng(seed)
    poses = np.tile(layout.rest, (count, 1))
    layout.rotations(poses)[...] = quaternion.exp(spread * rng.normal(size=(count, layout.rotation_count, 3)))
    hips = layout.slices[Channel.of("hips", Kind.LOCATION)]
    poses[:, hips] = 0.1 * rng.normal(size=(count, 3))
    return poses


def bend(layout, poses):
    """The angle `[B]` at the elbow between the upper and the lower arm, and its axis in the frame of the upper arm."""
    shoulder, elbow, wrist = (transforms(layout, poses, name)[..., :3, 3] for name in ARM)
    one, other = shoulder - elbow, wrist - elbow
    normal = np.cross(one, other)
    angle = np.arctan2(np.linalg.norm(normal, axis=-1), np.einsum("...i,...i->...", one, other))
    own = np.einsum("...ji,...j->...i", transforms(layout, poses, "upper.L")[..., :3, :3], normal)
    return angle, own / np.linalg.norm(own, axis=-1, keepdims=True)


def scaled(names, seed, count):
    """A layout in which these bones have scales too, after the location of the hips, and poses of it."""
    layout = Layout.of(
        [
            Channel.of("hips", Kind.LOCATION),
            *(Channel.of(name, Kind.SCALE) for name in names),
            *(Channel.of(name, Kind.ROTATION) for name in NAMES if name != "twist.L"),
        ]
    )
    return layout, posed(layout, seed, count)
