import bpy

from ..addon import accuracy, building, proposing, selection
from ..addon.stepwise import Stepwise
from .base import AimOperator
from .stepping import SteppingOperator


class ADVERB_OT_where_next(SteppingOperator, AimOperator, bpy.types.Operator):
    """Go where one more example would help most, with the best blend in a new Action: correct it by hand"""

    bl_idname = "adverb.where_next"
    bl_label = "Where Next"
    bl_options = {"REGISTER", "UNDO"}

    def steps(self, context: bpy.types.Context) -> Stepwise[str]:
        rig, verb = selection.rig(context), selection.verb(context)
        built = building.build(rig, verb)
        found = yield from proposing.find_stepwise(rig, verb, built, context.view_layer)
        example = proposing.take(context, rig, verb, built, found)
        off = found.miss if found.is_reached else found.left
        told = f"{100.0 * off / found.diagonal:.2g} % ({accuracy.told(context.scene, rig, off, found.is_angle)})"
        why = f"missed by {told}" if found.is_reached else f"reached by no blend, the best is {told} off"
        return f"{verb.name}: '{example.name}' at {accuracy.near(verb, found.adverbs)}, {why}: correct it by hand"
