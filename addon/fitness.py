"""How far each example is from what the others predict: where joints are is told by arrays, or by Blender."""

import bpy
import numpy as np

from ..core.arrays import Array
from ..core.channels import Layout
from ..core.fitness import Fitness, Trial
from ..core.verb import Options
from . import effector, kernels, tracing
from .building import Built

# An example that is off by less than this part of the character's size never stands out.
_NOTICEABLE = 0.02
# Canonical times at which examples are compared where Blender has to pose the rig for each.
_FEW = 5


def is_plain(rig: bpy.types.Object, layout: Layout) -> bool:
    """Whether arrays can tell where all is that a verb moves."""
    return effector.is_plain(rig, *kernels.followers(rig, layout))


def leave_one_out(rig: bpy.types.Object, built: Built, options: Options, view_layer: bpy.types.ViewLayer) -> Fitness:
    """Joints are all bones that the verb moves and those that follow them; on a rig with constraints the bones that
    deform, if it has any."""
    verb, least = built.verb, _NOTICEABLE * tracing.size(rig)
    joints = kernels.followers(rig, verb.layout)
    if effector.is_plain(rig, *joints):
        return kernels.trial(rig, verb, built.examples, joints).leave_one_out(options, least)
    joints = [bone.name for bone in rig.data.bones if bone.use_deform] or joints

    def ask(poses: Array) -> Array:
        return np.asarray(effector.transforms(rig, joints, verb.layout, poses, view_layer)[..., :3, 3])

    return Trial(verb.motion, kernels.points(verb, built.examples), ask, _FEW).leave_one_out(options, least)
