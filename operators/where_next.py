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
        found = yield from proposing.find_stepwise(context, rig, verb, built)
        example = proposing.take(context, rig, verb, built, found)
        where = f"'{example.name}' at {accuracy.near(verb, found.adverbs)}, {found.told(context.scene, rig)}"
        first = "Release the verb, go to the example, " if verb.is_live else ""
        aside = "; the refinement steps aside until you press Refine again" if accuracy.is_refined(built) else ""
        return f"{verb.name}: {where}: {first}correct the pose, press I to key it{aside}"
