import bpy

from ..addon import measuring, selection
from .base import ExampleOperator


class ADVERB_OT_measure(ExampleOperator, bpy.types.Operator):
    """Set the goal coordinates of every example to where its effector is at the chosen keytime"""

    bl_idname = "adverb.measure"
    bl_label = "Measure"
    bl_options = {"REGISTER", "UNDO"}

    def run(self, context: bpy.types.Context) -> str:
        verb = selection.verb(context)
        count = measuring.measure(selection.rig(context), verb, context.view_layer)
        return f"{verb.name}: {count} examples measured at '{verb.effector}'"
