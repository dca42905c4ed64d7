"""Arms that miss their goals between the examples: a plain one of three links, and that of a Rigify human."""

import bpy
import numpy as np

from adverb.addon import actions
from tests.blender.stick import make_human, make_rig

# Bends of the three links, in radians about X.
BENDS = ((-0.2, -0.9, -0.9), (-0.9, -0.9, -0.4), (-0.1, -0.2, -1.5), (-1.2, -0.2, -0.1), (-0.6, -1.2, 0.2))


def make_arm():
    """A plane arm of three links with five poses, as a verb of two adverbs; measured, not live."""
    rig = make_rig("Arm", 3, ("XYZ",), 1.0)
    written = [(f'pose.bones["bone {link}"].rotation_euler', 0, f"bone {link}") for link in range(3)]
    for index, bends in enumerate(BENDS):
        actions.write(f"bend {index}", rig, written, np.array([1.0]), np.array([bends]))
    rig.data.bones.active = rig.data.bones[-1]
    bpy.ops.adverb.add_verb()
    verb = rig.adverb.verbs[0]
    verb.kind, verb.effector_end, verb.active_adverb = "POSE", "TAIL", 0
    bpy.ops.adverb.remove_adverb()
    bpy.ops.adverb.add_examples(pattern="bend*")
    bpy.ops.adverb.measure()
    return rig


def make_elbow():
    """A Rigify human whose elbow is steered by the IK control of the hand: constraints stand in between."""
    rig = make_human(bpy.ops.object.armature_basic_human_metarig_add)
    rng = np.random.default_rng(5)
    written = [(f'pose.bones["{name}"].location', index, name) for name in ("hand_ik.R", "torso") for index in range(3)]
    written += [('pose.bones["chest"].rotation_quaternion', index, "chest") for index in range(4)]
    for index in range(7):
        numbers = np.array([0.15, 0.15, 0.15, 0.03, 0.03, 0.03, 0.1, 0.1, 0.1, 0.1]) * rng.normal(size=(3, 10))
        numbers[:, 0] += 0.15  # towards the body, so that the arm bends
        numbers[:, 6] += 1.0
        action = actions.write(f"reach {index}", rig, written, np.array([1.0, 10.0, 20.0]), numbers)
        action.pose_markers.new("touch").frame = 10
    bpy.ops.adverb.add_verb()
    bpy.ops.adverb.add_examples(pattern="reach*")
    rig.adverb.verbs[0].effector, rig.adverb.verbs[0].effector_end = "DEF-forearm.R", "HEAD"
    bpy.ops.adverb.measure()
    return rig
