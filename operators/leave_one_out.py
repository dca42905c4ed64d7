import bpy

from ..addon import building, review, selection, units
from ..core.errors import VerbError
from .base import ExampleOperator


class ADVERB_OT_leave_one_out(ExampleOperator, bpy.types.Operator):
    """Predict each example from the others and show how far off it is: wrong adverbs or keytimes stand out"""

    bl_idname = "adverb.leave_one_out"
    bl_label = "Leave One Out"
    bl_options = {"REGISTER"}  # no undo: nothing in the file changes
    works_on_overrides = True

    def run(self, context: bpy.types.Context) -> str:
        rig, verb = selection.rig(context), selection.verb(context)
        built = building.build(rig, verb)
        measured = review.check(context, rig, verb, built, is_patient=True).fitness
        if measured is None:
            raise VerbError(f"'{verb.name}' has one example: add more, to predict it from")
        worst = int(measured.distances.argmax())
        mean, alone, most = (
            units.length(context.scene, float(value))
            for value in (measured.distances.mean(), measured.nearest.mean(), measured.distances[worst])
        )
        return (
            f"{verb.name}: the others predict an example within {mean} on average ({alone} by the nearest alone); "
            f"worst is '{built.examples[worst].name}' with {most}"
        )
