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
        before = [found.told(found.miss(percent)) for percent in done.before]
        length = "" if found.is_angle else f" ({accuracy.told(context.scene, rig, found.most, is_angle=False)})"
        lost = f"; {units.percent(verb.unreached)} of places cannot be reached" if verb.unreached else ""
        return (
            f"{verb.name}: {len(verb.pseudo)} pseudo-examples, mean miss {before[0]} to {found.told(found.mean)}, "
            f"worst {before[1]} to {found.told(found.most)}{length} near {accuracy.near(verb, found.worst)}{lost}"
        )
