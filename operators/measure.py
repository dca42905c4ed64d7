import bpy

from ..addon import measuring, selection
from ..addon.stepwise import Stepwise
from ..core.wording import counted
from .base import ExampleOperator
from .stepping import SteppingOperator


class ADVERB_OT_measure(SteppingOperator, ExampleOperator, bpy.types.Operator):
    """Read the adverbs off the examples, each as it is to be measured; what was typed is kept"""

    bl_idname = "adverb.measure"
    bl_label = "Measure"
    bl_options = {"REGISTER", "UNDO"}

    typed: bpy.props.BoolProperty(name="Also Typed", description="Measure what was typed by hand too")

    def steps(self, context: bpy.types.Context) -> Stepwise[str]:
        rig, verb = selection.rig(context), selection.verb(context)
        measured, kept = yield from measuring.measure_stepwise(rig, verb, context.view_layer, self.typed)
        rest = f", {counted(kept, 'typed one')} kept" if kept else ""
        return f"{verb.name}: {counted(measured, 'value')} measured{rest}"
