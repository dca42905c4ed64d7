"""Nine reaches of the right hand, as Actions on the Rigify controls.

How the pose at the touch depends on the target is a table of amounts, how each control gets there and back is a row of
beats. Axes are the armature's: x to the character's left, y to its back, z up. Turns are vectors about these axes
(pitch forwards, roll to the left, yaw to the left), so that a third of a vector is a third of the way.
"""

from itertools import product

import bpy
import numpy as np
from character import hand_frame
from mathutils import Matrix, Quaternion, Vector
from poses import Pose, Track, apply, direction, make_action, turn

SIDE = {"left": 0.26, "right": -0.46}
HEIGHT = {"low": 0.84, "high": 1.76}
DEPTH = {"near": -0.40, "far": -0.75}
EFFECTOR = "DEF-hand.R"  # its tail, in the palm, is on the target at the keytime "touch"

# Amounts in degrees and centimetres: base + left + high + far + high·far + left·far, where left is 1 on the left side
# of the box and -1 on the right, and so on.
#                     base   left   high    far    h·f    l·f
STYLE = {
    "torso": {
        "forward":   (  0.0,   0.0,   2.5,   2.5,   0.5,   0.0),
        "side":      (  0.0,   4.0,   0.0,   0.0,   0.0,   0.5),
        "up":        ( -6.5,   0.0,   6.0,  -0.5,   0.5,   0.0),
        "pitch":     ( 16.0,  -2.0, -12.0,   5.0,   1.5,  -1.5),
        "roll":      ( -1.0,   4.0,   0.0,   0.0,   0.0,   0.0),
        "yaw":       (  8.0,   8.0,   0.0,   3.0,   0.0,  -1.0),
    },
    "hips": {
        "roll":      (  0.0,  -4.0,   0.0,   0.0,   0.0,  -1.0),
        "yaw":       ( -2.0,  -3.0,   0.0,  -1.0,   0.0,   0.0),
    },
    "chest": {
        "pitch":     (  8.0,  -1.0, -10.0,   4.0,   0.0,  -1.0),
        "roll":      (  0.0,   4.0,   5.0,   0.0,   0.0,   0.0),
        "yaw":       (  9.0,   8.0,   0.0,   5.0,   0.0,  -1.0),
    },
    "shoulder.R": {
        "roll":      (  2.0,   0.0,   9.0,   1.0,   1.0,   0.0),
        "yaw":       (  9.0,   5.0,   0.0,   6.0,   0.0,   0.0),
    },
    "shoulder.L": {
        "roll":      (  0.0,   0.0,   2.0,   0.0,   0.0,   0.0),
        "yaw":       (  3.0,   1.0,   0.0,   3.0,   0.0,   0.0),
    },
    "upper_arm_fk.L": {
        "pitch":     ( 16.0,   2.0,   0.0,   8.0,   0.0,   1.0),
        "roll":      (-12.0,   2.0,  -2.0,  -5.0,   0.0,   0.0),
    },
    "forearm_fk.L": {
        "pitch":     (-12.0,   0.0,   2.0,  -8.0,   0.0,   0.0),
    },
    "hand_fk.L": {
        "pitch":     (  6.0,   0.0,   0.0,   5.0,   0.0,   0.0),
    },
    "upper_arm_ik_target.R": {
        "side":      (-30.0,   4.0,  -6.0,   0.0,   0.0,   0.0),
        "forward":   ( 35.0,   6.0,   0.0,   0.0,   0.0,   0.0),
        "up":        (-48.0,   0.0,   8.0,   0.0,   0.0,   0.0),
    },
    "hand": {  # where the fingers point, and how far the palm is turned up from facing the floor
        "lift":      ( -4.0,   0.0,  34.0,   2.0,   0.0,   0.0),
        "turn":      (  8.0,  22.0,   0.0,   0.0,   0.0,   0.0),
        "palm":      ( 42.0, -12.0,  -8.0,   0.0,   0.0,   0.0),
    },
    "arc": {  # how far the hand swings off the straight line on its way
        "side":      ( -4.0,  -2.0,   0.0,   0.0,   0.0,   0.0),
        "forward":   (  1.0,   0.0,   6.0,   0.0,   0.0,   0.0),
        "up":        (  4.0,   0.0,  -3.0,   0.0,   0.0,   0.0),
    },
    "frames": {
        "lift":      (  9.0,   0.0,  -1.0,   1.0,   0.0,   0.0),
        "reach":     ( 12.0,   0.4,  -0.6,   1.6,   0.0,   0.0),
        "hold":      (  6.0,   0.0,   0.0,   0.0,   0.0,   0.0),
        "return":    ( 20.0,   0.6,  -1.6,   2.0,   0.0,   0.0),
    },
}  # fmt: skip
COMFORT = 0.45  # in the middle of the box the body helps with this share of its base

# Standing at ease. Where a foot or the torso is moved (metres) and turned (degrees: pitch, roll, yaw), and the
# directions in which the bones of a hanging arm point.
STANCE = {
    "torso": ((0.010, 0.0, -0.026), (1.0, -1.0, 0.0)),
    "hips": ((0, 0, 0), (0.0, 2.0, 0.0)),
    "chest": ((0, 0, 0), (1.0, -1.0, 2.0)),
    "shoulder.L": ((0, 0, 0), (0.0, 4.0, 0.0)),
    "shoulder.R": ((0, 0, 0), (0.0, -4.0, 0.0)),
    "foot_ik.L": ((0.045, -0.035, 0), (0, 0, 14)),
    "foot_ik.R": ((-0.045, 0.020, 0), (0, 0, -18)),
    "upper_arm_ik_target.R": ((-0.10, -0.05, -0.35), (0, 0, 0)),
}
HANGING = {
    "upper_arm_fk.L": (0.20, 0.13, -1.0),
    "forearm_fk.L": (0.06, -0.46, -1.0),
    "hand_fk.L": (-0.04, -0.36, -1.0),
}
PARENT = {"forearm_fk.L": "upper_arm_fk.L", "hand_fk.L": "forearm_fk.L"}

# How far a control is on its way to the touch at each beat, and by how many frames it is early (-) or late.
BODY = {"start": 0, "dip": -0.13, "lift": 0.20, "touch": 1.03, "return": 0.97, "pass": 0.40, "over": -0.04, "end": 0}
GAZE = {"start": 0, "dip": 0.25, "lift": 0.85, "touch": 1.0, "return": 0.97, "pass": 0.60, "over": 0.12, "end": 0}
ELBOW = {"start": 0, "dip": 0.0, "lift": 0.60, "touch": 1.0, "return": 1.0, "pass": 0.60, "over": 0.05, "end": 0}
BALANCE = {"start": 0, "dip": -0.20, "lift": 0.10, "touch": 1.0, "return": 1.06, "pass": 0.50, "over": -0.18, "end": 0}
MOVES = {
    "torso": (BODY, -1),
    "hips": (BODY, -2),
    "chest": (BODY, 0),
    "shoulder.R": (BODY, 1),
    "shoulder.L": (BALANCE, 1),
    "neck": (GAZE, -1),
    "head": (GAZE, -2),
    "upper_arm_fk.L": (BALANCE, 1),
    "forearm_fk.L": (BALANCE, 2),
    "hand_fk.L": (BALANCE, 3),
    "upper_arm_ik_target.R": (ELBOW, 0),
}
# The hand's own path: how far along, how much of its arc, and what the swing of a hanging arm adds (metres); how far it
# has turned, and how much the wrist drags (degrees, fingers up) because the arm leads and the hand follows.
#        along  arc  swing               turned  drag
PATH = {
    "start":  (0.0,  0.0, (0, 0, 0),            0.0,   0),
    "dip":    (0.0,  0.0, (-0.01, 0.045, 0.020), 0.0,  8),
    "lift":   (0.22, 0.9, (0, 0, 0),            0.30, -18),
    "touch":  (1.0,  0.0, (0, 0, 0),            1.0,   0),
    "return": (1.0,  0.0, (0, 0, 0),            1.0,   0),
    "pass":   (0.36, 0.8, (-0.02, -0.01, 0.00), 0.55,  14),
    "over":   (0.0,  0.0, (-0.01, 0.055, 0.020), 0.0,  -8),
    "end":    (0.0,  0.0, (0, 0, 0),            0.0,   0),
}  # fmt: skip
KEYTIMES = ("start", "lift", "touch", "return", "end")


def targets() -> dict[str, tuple[float, float, float]]:
    """Action name -> where the palm is at "touch", in world space."""
    corners = {
        f"reach {height} {side} {depth}": (SIDE[side], DEPTH[depth], HEIGHT[height])
        for height, side, depth in product(HEIGHT, SIDE, DEPTH)
    }
    return corners | {"reach centre": tuple(np.mean(list(corners.values()), axis=0).tolist())}


def make_reaches(rig: bpy.types.Object) -> list[bpy.types.Action]:
    """Makes the Actions of `targets()`; the rig is left standing at ease, without an Action."""
    rig.pose.bones["upper_arm_parent.L"]["FK_limb_follow"] = 1.0  # the free arm hangs down however the chest leans
    stance = stand(rig)
    actions = [make_reach(rig, stance, name, Vector(target)) for name, target in targets().items()]
    apply(rig, stance)
    return actions


def stand(rig) -> Pose:
    """Stands the rig at ease, but for the right arm, which no control holds yet; the pose has that too."""
    bones = rig.data.bones
    stance = {name: (Vector(move), turn(np.radians(angles))) for name, (move, angles) in STANCE.items()}
    hanging = {name: direction(bones[name]).rotation_difference(Vector(to)) for name, to in HANGING.items()}
    for name, rotation in hanging.items():
        parent = hanging.get(PARENT.get(name), Quaternion())
        stance[name] = (Vector(), parent.inverted() @ rotation)
    for name in ("head", "neck"):
        stance[name] = (Vector(), Quaternion())
    apply(rig, stance)

    # The right arm hangs as the left one, seen in a mirror; its palm is where the mirrored bones end.
    palm = rig.pose.bones["ORG-upper_arm.R"].head.copy()
    for name, to in HANGING.items():
        palm += Vector((-to[0], *to[1:])).normalized() * bones[name].length
    w, x, y, z = hanging["hand_fk.L"]
    hand = bones["hand_ik.R"]
    stance["hand_ik.R"] = (palm - hand.tail_local, Quaternion())
    stance["hand_ik_pivot.R"] = (direction(hand) * hand.length, Quaternion((w, x, -y, -z)))
    return stance


def make_reach(rig, stance, name, target) -> bpy.types.Action:
    amounts = style(target)
    beats = make_beats(amounts["frames"])
    change = {control: amounts.get(control, (Vector(), Vector())) for control in MOVES}
    apply(rig, stance | {control: posed(stance, control, *change[control]) for control in MOVES})
    change["head"] = (Vector(), gaze(rig, target))
    change["neck"] = (Vector(), 0.4 * change["head"][1])

    keys: dict[str, Track] = {}
    for control, (curve, lag) in MOVES.items():
        move, rotation = change[control]
        keys[control] = [
            (shift(beats, beat, lag), *posed(stance, control, move * amount, rotation * amount))
            for beat, amount in curve.items()
        ]
    keys["hand_ik.R"], keys["hand_ik_pivot.R"] = hand_keys(rig, stance, amounts, beats, target)
    for foot in ("foot_ik.L", "foot_ik.R"):
        keys[foot] = [(beats[beat], *stance[foot]) for beat in ("start", "end")]
    return make_action(rig, name, keys, {keytime: beats[keytime] for keytime in KEYTIMES})


def style(target):
    """The table of amounts at a target: for controls (displacement, rotation vector), for the rest plain numbers."""
    left, far, high = (
        np.interp(value, sorted(axis.values()), (-1, 1)) * sign
        for value, axis, sign in zip(target, (SIDE, DEPTH, HEIGHT), (1, -1, 1))
    )
    effort = COMFORT + (1 - COMFORT) * np.mean(np.abs((left, high, far)))
    amounts = {}
    for control, rows in STYLE.items():
        terms = (effort if control in MOVES else 1, left, high, far, high * far, left * far)
        row = {name: float(np.dot(terms, coefficients)) for name, coefficients in rows.items()}
        if control in MOVES:
            row = offset(row), Vector(np.radians([row.get(axis, 0) for axis in ("pitch", "roll", "yaw")]))
        amounts[control] = row
    return amounts


def offset(row) -> Vector:
    return Vector((row.get("side", 0), -row.get("forward", 0), row.get("up", 0))) / 100


def make_beats(frames) -> dict[str, int]:
    lift = 1 + frames["lift"]
    touch = lift + frames["reach"]
    leave = touch + frames["hold"]
    beats = {
        "start": 1,
        "dip": 1 + 0.45 * frames["lift"],
        "lift": lift,
        "touch": touch,
        "return": leave,
        "pass": leave + 0.42 * frames["return"],
        "over": leave + 0.74 * frames["return"],
        "end": leave + frames["return"],
    }
    return {beat: round(frame) for beat, frame in beats.items()}


def shift(beats, beat, lag):
    return beats[beat] + (0 if beat in ("start", "end") else lag)


def posed(stance, control, move, rotation):
    """The stance of a control, with a displacement and a rotation vector in the room's axes added."""
    base, relaxed = stance[control]
    parent = Quaternion()
    while control in PARENT:
        control = PARENT[control]
        parent = stance[control][1] @ parent
    return base + move, parent.inverted() @ turn(rotation) @ parent @ relaxed


def gaze(rig, target) -> Vector:
    """Rotation vector that turns the head, which rides on the torso control, from straight ahead to the target."""
    head, torso = rig.pose.bones["head"], rig.pose.bones["torso"]
    x, y, z = target - (head.head + head.tail) / 2
    yaw, pitch = 0.85 * np.arctan2(x, -y), 0.85 * np.arctan2(-z, np.hypot(x, y))  # the eyes do the rest
    look = turn((0, 0, yaw)) @ turn((pitch, 0, 0))
    carried = torso.matrix.to_quaternion() @ torso.bone.matrix_local.to_quaternion().inverted()
    return (carried.inverted() @ look).to_exponential_map()


def hand_keys(rig, stance, amounts, beats, target):
    """Keys of the hand and of its pivot in the palm, about which it turns."""
    bone = rig.data.bones["hand_ik.R"]
    home = stance["hand_ik.R"][0]
    pivot, relaxed = stance["hand_ik_pivot.R"]
    away, arc = target - bone.tail_local - home, offset(amounts["arc"])
    turned = relaxed.rotation_difference(touching(bone, **amounts["hand"])).to_exponential_map()
    moves, turns = [], []
    for beat, (along, arched, swing, turned_by, drag) in PATH.items():
        moves.append((beats[beat], home + along * away + arched * arc + Vector(swing), Quaternion()))
        turns.append((beats[beat], pivot, turn(np.radians((-drag, 0, 0))) @ relaxed @ turn(turned * turned_by)))
    return moves, turns


def touching(bone, **hand) -> Quaternion:
    """Rotation of the hand at the touch, from its rest."""
    lift, sideways, palm = (np.radians(hand[angle]) for angle in ("lift", "turn", "palm"))
    fingers = turn((0, 0, sideways)) @ turn((-lift, 0, 0))
    along = fingers @ Vector((0, -1, 0))
    thumb = turn(along * palm) @ fingers @ Vector((1, 0, 0))
    frame = Matrix((thumb, along, along.cross(thumb))).transposed()
    return (frame @ hand_frame(bone).inverted()).to_quaternion()
