import bpy

from ..addon import aligning, selection
from ..addon.stepwise import Stepwise
from ..core.wording import counted
from .base import KeytimeOperator
from .stepping import SteppingOperator


class ADVERB_OT_align_keytimes(SteppingOperator, KeytimeOperator, bpy.types.Operator):
    """Carry the keytimes of the chosen example over to all others, to the moments that look most like them"""

    bl_idname = "adverb.align_keytimes"
    bl_label = "Align"
    bl_options = {"REGISTER", "UNDO"}

    replace: bpy.props.BoolProperty(
        name="Replace", description="Also in examples where the keytimes are set already", default=False
    )

    def steps(self, context: bpy.types.Context) -> Stepwise[str]:
        verb, reference = selection.verb(context), selection.example(context)
        rig, view_layer = selection.rig(context), context.view_layer
        count = yield from aligning.align(rig, verb, reference, self.replace, view_layer)
        if not count:
            return f"{verb.name}: every example has its keytimes already; choose Replace to align them anew"
        return f"{verb.name}: keytimes of {counted(count, 'example')} aligned with '{reference.name}'"
