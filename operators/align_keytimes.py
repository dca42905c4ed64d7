import bpy

from ..addon import aligning, selection
from ..core.wording import counted
from .base import KeytimeOperator


class ADVERB_OT_align_keytimes(KeytimeOperator, bpy.types.Operator):
    """Carry the keytimes of the chosen example over to all others, to the moments that look most like them"""

    bl_idname = "adverb.align_keytimes"
    bl_label = "Align"
    bl_options = {"REGISTER", "UNDO"}

    replace: bpy.props.BoolProperty(
        name="Replace", description="Also in examples where the keytimes are set already", default=False
    )

    def run(self, context: bpy.types.Context) -> str:
        verb, reference = selection.verb(context), selection.example(context)
        count = aligning.align(selection.rig(context), verb, reference, self.replace, context.view_layer)
        if not count:
            return f"{verb.name}: every example has its keytimes already; choose Replace to align them anew"
        return f"{verb.name}: keytimes of {counted(count, 'example')} aligned with '{reference.name}'"
