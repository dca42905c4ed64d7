import bpy

from ..addon import selection
from .base import ExampleOperator


class ADVERB_OT_set_keytime(ExampleOperator, bpy.types.Operator):
    """Set the chosen keytime of the chosen example to the current frame"""

    bl_idname = "adverb.set_keytime"
    bl_label = "Set at Current Frame"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def lacking(cls, context: bpy.types.Context) -> str:
        return super().lacking(context) or (
            "" if selection.verb(context).keytimes else "Add a keytime to the verb first"
        )

    def run(self, context: bpy.types.Context) -> str:
        verb, example = selection.verb(context), selection.example(context)
        moment = example.keytimes[verb.active_keytime]
        moment.frame, moment.is_set = context.scene.frame_current_final, True
        return f"'{example.name}': '{verb.keytimes[verb.active_keytime].name}' at frame {moment.frame:g}"
