import bpy

from ..addon import accuracy, selection
from ..addon.stepwise import Stepwise
from .base import AimOperator
from .stepping import SteppingOperator


class ADVERB_OT_measure_error(SteppingOperator, AimOperator, bpy.types.Operator):
    """Measure how far the effector is off its goal between the examples, over all of their extent"""

    bl_idname = "adverb.measure_error"
    bl_label = "Measure Error"
    bl_options = {"REGISTER"}  # no undo: nothing in the file changes

    def steps(self, context: bpy.types.Context) -> Stepwise[str]:
        rig, verb = selection.rig(context), selection.verb(context)
        found = yield from accuracy.measure_stepwise(rig, verb, context.view_layer)
        mean, most, near = found.told(found.mean), found.told(found.most), accuracy.near(verb, found.worst)
        length = "" if found.is_angle else f" ({accuracy.told(context.scene, rig, found.most, is_angle=False)})"
        return f"{verb.name}: mean miss {mean}, worst {most}{length} near {near}"
