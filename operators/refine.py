import bpy

from ..addon import accuracy, refining, selection
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
        mean, most = found.percent(found.mean), found.percent(found.most)
        worst = accuracy.told(context.scene, rig, found.most, found.is_angle)
        lost = f"; {verb.unreached:.2g} % of places cannot be reached" if verb.unreached else ""
        return (
            f"{verb.name}: {len(verb.pseudo)} pseudo-examples, mean miss {done.before[0]:.2g} to {mean:.2g} %, "
            f"worst {done.before[1]:.2g} to {most:.2g} % ({worst}) near {accuracy.near(verb, found.worst)}{lost}"
        )
