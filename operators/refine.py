import bpy

from ..addon import accuracy, refining, selection, units
from ..addon.stepwise import Stepwise
from .base import AimOperator
from .stepping import SteppingOperator


class ADVERB_OT_refine(SteppingOperator, AimOperator, bpy.types.Operator):
    """Add pseudo-examples where the effector misses its goal most, until it is within tolerance; again to go on"""

    bl_idname = "adverb.refine"
    bl_label = "Refine"
    bl_options = {"REGISTER", "UNDO"}

    def steps(self, context: bpy.types.Context) -> Stepwise[str]:
        rig, verb = selection.rig(context), selection.verb(context)
        done = yield from refining.refine_stepwise(rig, verb, context.view_layer)
        found = done.map
        mean, most = (units.percent(found.percent(miss)) for miss in (found.mean, found.most))
        worst = accuracy.told(context.scene, rig, found.most, found.is_angle)
        lost = f"; {units.percent(verb.unreached)} of places cannot be reached" if verb.unreached else ""
        return (
            f"{verb.name}: {len(verb.pseudo)} pseudo-examples, mean miss {units.percent(done.before[0])} to {mean}, "
            f"worst {units.percent(done.before[1])} to {most} ({worst}) near {accuracy.near(verb, found.worst)}{lost}"
        )
