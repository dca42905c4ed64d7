"""The tasks on which accuracy is measured: those of Rose, Sloan and Cohen 2001, and captured reaches.

Figures made here stand beside the paper's, so each says how its examples and its working volume were chosen.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from adverb.core import quaternion
from adverb.core.accuracy import sample
from adverb.core.channels import Channel, Kind, Layout
from adverb.core.clip import Clip
from adverb.core.coordinates import STRAIGHT, Coordinate
from adverb.core.example import Example
from adverb.core.landing import Landing, Way
from adverb.core.polish import Polish
from adverb.core.reach import Reach
from adverb.core.sights import Probe, Sight
from adverb.core.skeleton import Skeleton
from adverb.core.verb import Options, Verb, fit


@dataclass(frozen=True)
class Task:
    """A verb, what it is to meet, and the adverbs `[S, D]` at which it is measured."""

    name: str
    body: "Body"
    verb: Verb
    aim: Reach
    moment: float
    polish: Polish
    targets: np.ndarray
    in_hull: bool  # only where examples are all around, not in all of the box about them

    def samples(self, count: int) -> np.ndarray:
        """Where refinement looks, as a grid of about that many."""
        return self._kept(sample(self.verb, count).adverbs)

    def _kept(self, adverbs: np.ndarray) -> np.ndarray:
        return adverbs[self.verb.outside(adverbs) < 1e-9] if self.in_hull else adverbs

    def landing(self, way: Way, *, polished: bool = False) -> Landing:
        return Landing(self.verb, self.aim, self.moment, way, polish=self.polish if polished else None)


def arm() -> Task:
    """A plane arm of three links of length 1, with examples at the corners of a rectangle in front of it.

    The rectangle is as wide and as high as one and a half links, and lies where the arm is bent in all of it. In each
    corner the joints are turned as little as possible from an evenly bent arm.
    """
    body = Body.of({"upper": ("", (0, 0, 0)), "lower": ("upper", (1, 0, 0)), "hand": ("lower", (1, 0, 0))})
    corners = [np.array([x, y, 0.0]) for x in (0.8, 2.3) for y in (-0.75, 0.75)]
    bent = {name: (0.0, 0.0, turn) for name, turn in (("upper", -0.8), ("lower", 0.8), ("hand", 0.8))}
    flat = dict.fromkeys(body.skeleton.names, (0.0, 0.0, 1.0))
    probe = Probe("hand", (1.0, 0.0, 0.0))
    examples = body.examples(probe, corners, bent, flat)
    return _task("arm", body, examples, probe, "XY")


# Joints of a person 1.8 m tall who stands at the origin and faces -Y: parent, and where the joint is from there.
_BODY = {
    "hips": ("", (0.0, 0.0, 0.98)),
    "spine": ("hips", (0.0, 0.01, 0.1)),
    "waist": ("spine", (0.0, 0.0, 0.12)),
    "chest": ("waist", (0.0, 0.01, 0.14)),
    "clavicle": ("chest", (0.03, -0.01, 0.14)),
    "upper arm": ("clavicle", (0.15, 0.0, 0.0)),
    "forearm": ("upper arm", (0.0, 0.0, -0.29)),
    "hand": ("forearm", (0.0, 0.0, -0.26)),
    "neck": ("chest", (0.0, -0.01, 0.2)),
    "head": ("neck", (0.0, -0.02, 0.1)),
}
_GRIP = Probe("hand", (0.0, 0.0, -0.08))

# How readily each joint turns when a person reaches: the arm does most of it, the back follows. The elbow is a hinge.
_EASE = {
    "hips": (0.15, 0.05, 0.15),
    "spine": (0.15, 0.1, 0.15),
    "waist": (0.15, 0.1, 0.2),
    "chest": (0.15, 0.1, 0.2),
    "clavicle": (0.1, 0.2, 0.2),
    "upper arm": (1.0, 1.0, 0.7),
    "forearm": (1.2, 0.0, 0.4),
    "hand": (0.3, 0.3, 0.0),
    "neck": (0.0, 0.0, 0.0),
    "head": (0.0, 0.0, 0.0),
}
_READY = {"upper arm": (-0.5, -0.2, 0.0), "forearm": (-1.2, 0.0, 0.0)}


def board() -> Task:
    """A person draws on an upright board, half a metre before the shoulder: nine examples, three by three, over a sheet
    of 0.7 by 0.6 m that the hand gets to without a step. Adverbs are sideways and height."""
    body = Body.of(_BODY)
    places = [np.array([x, -0.45, z]) for z in (1.05, 1.35, 1.65) for x in (-0.15, 0.2, 0.55)]
    return _task("board", body, body.examples(_GRIP, places, _READY, _EASE), _GRIP, "XZ")


def reach() -> Task:
    """A person reaches with the whole body, hips moving and all: fifteen examples at the corners, the sides and the
    middle of a box of 0.6 by 0.3 by 0.8 m before and beside the arm, from below the hips to the brow."""
    body = Body.of(_BODY, moving=("hips",))
    middle, half = np.array([0.2, -0.42, 1.15]), np.array([0.3, 0.15, 0.4])
    corners = [np.array(signs) for signs in np.ndindex(2, 2, 2)]
    sides = [sign * side for side in np.eye(3) for sign in (-1.0, 1.0)]
    places = [middle + half * (2.0 * corner - 1.0) for corner in corners]
    places += [middle + half * side for side in sides] + [middle]
    return _task("reach", body, body.examples(_GRIP, places, _READY, _EASE), _GRIP, "XYZ")


def captured() -> tuple[Task, Task]:
    """The sixteen left-hand reaches 144_23, the wrist at the peak: `mocap` with the adverbs sideways and height over
    the hull of the examples, the depth being free, and `shell` with all three over their hull."""
    import bpy

    from adverb.addon import aiming, building, skeletons
    from tools.captured import reach as captured_reach

    rig = captured_reach(23, "LeftHand")
    said = rig.adverb.verbs[0]
    said.effector_end = "HEAD"  # the wrist
    bpy.ops.adverb.measure()
    built = building.build(rig, said)
    skeleton = skeletons.skeleton(rig)
    probe = Probe("LeftHand", (0.0, 0.0, 0.0))
    held = frozenset(name for name in skeleton.names if rig.data.bones[name].use_connect)
    moment = aiming.moment(said, built)
    body = Body(skeleton, built.verb.layout, held)
    return tuple(
        _task(name, body, built.examples, probe, axes, moment, in_hull=True)
        for name, axes in (("mocap", "XZ"), ("shell", "XYZ"))
    )


@dataclass(frozen=True)
class Body:
    """A skeleton whose bones are turned by a verb."""

    skeleton: Skeleton
    layout: Layout
    held: frozenset[str] = frozenset()

    @classmethod
    def of(cls, joints: dict[str, tuple[str, Sequence[float]]], moving: Sequence[str] = ()) -> "Body":
        names = tuple(joints)
        offsets = np.tile(np.eye(4), (len(names), 1, 1))
        offsets[:, :3, 3] = [where for _, where in joints.values()]
        parents = tuple(names.index(parent) if parent else -1 for parent, _ in joints.values())
        turning = [Channel.of(name, Kind.ROTATION) for name in names]
        return cls(
            Skeleton(names, parents, offsets),
            Layout.of([*turning, *(Channel.of(name, Kind.LOCATION) for name in moving)]),
        )

    def place(self, probe: Probe, poses: np.ndarray) -> np.ndarray:
        bone = self.skeleton.names.index(probe.bone)
        poses = poses.copy()
        for name in self.held:
            where = self.layout.slices.get(Channel.of(name, Kind.LOCATION))
            if where is not None:
                poses[..., where] = 0.0
        return (self.skeleton.globals(self.layout, poses)[..., bone, :, :] @ np.append(probe.offset, 1.0))[..., :3]

    def examples(
        self,
        probe: Probe,
        places: Sequence[np.ndarray],
        ready: dict[str, Sequence[float]],
        ease: dict[str, Sequence[float]],
    ) -> list[Example]:
        """Poses with the probe at these places, each the least turn from the `ready` pose, joints that turn with more
        `ease` turning more; hips that move give way by a part of what the hand is asked to."""
        names = self.skeleton.names
        start = np.array([ready.get(name, (0.0, 0.0, 0.0)) for name in names], dtype=float).ravel()
        eases = np.array([ease.get(name, (0.0, 0.0, 0.0)) for name in names], dtype=float).ravel()
        linear = self.layout.linear_width

        def posed(turns: np.ndarray, shift: np.ndarray) -> np.ndarray:
            poses = np.zeros((len(turns), self.layout.width))
            self.layout.rotations(poses)[...] = quaternion.exp(turns.reshape(len(turns), -1, 3))
            poses[:, :linear] = shift
            return poses

        home = self.place(probe, posed(start[None], np.zeros(linear)))[0]
        found = []
        for number, place in enumerate(places):
            shift = np.array([0.3, 0.2, 0.4])[:linear] * (place - home)[:linear]
            turns, change = start.copy(), np.zeros_like(start)
            for _ in range(60):
                nudged = turns + np.concatenate((np.zeros((1, len(turns))), 1e-6 * np.eye(len(turns))))
                seen = self.place(probe, posed(nudged, shift))
                slopes = (seen[1:] - seen[0]).T / 1e-6 * eases
                # The least turn from the ready pose, not from the last step: so the way there does not matter.
                away = place - seen[0] + slopes @ change
                least = slopes.T @ np.linalg.solve(slopes @ slopes.T + 1e-9 * np.eye(3), away)
                change += 0.5 * (least - change)
                turns = start + eases * change
            pose = posed(turns[None], shift)
            at = self.place(probe, pose)[0]
            assert np.linalg.norm((at - place)[: 3 if len(names) > 3 else 2]) < 1e-6, (number, at, place)
            found.append(Example(f"example {number}", at, Clip(self.layout, np.zeros(1), pose), np.zeros(0)))
        return found


def _task(
    name: str,
    body: Body,
    examples: Sequence[Example],
    probe: Probe,
    axes: str,
    moment: float = 0.0,
    in_hull: bool = False,
) -> Task:
    asked = [STRAIGHT.index(axis) for axis in axes]
    examples = [replace(example, adverbs=example.adverbs[asked]) for example in examples]
    verb = fit(examples, list(axes), Options(groups=("goal",) * len(axes)))
    sights = [Sight(place, probe, Coordinate(axis)) for place, axis in enumerate(axes)]
    aim = Reach.of(verb.motion, moment, body.skeleton.chain(probe.bone), sights, body.held)
    polish = Polish.of(body.skeleton, verb.layout, probe.bone, np.array(probe.offset), held=body.held)
    adverbs = np.array([example.adverbs for example in examples])
    # As many to a side as make some thousands, none of them where refinement looks: cells' middles, not their corners.
    sides = np.linspace(adverbs.min(axis=0), adverbs.max(axis=0), 65 if len(axes) == 2 else 17)
    middles = np.meshgrid(*(0.5 * (sides[1:] + sides[:-1])).T, indexing="ij")
    task = Task(name, body, verb, aim, moment, polish, np.stack(middles, axis=-1).reshape(-1, len(axes)), in_hull)
    return replace(task, targets=task._kept(task.targets))
