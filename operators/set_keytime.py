import bpy

from ..addon import building, selection, tagging
from .base import KeytimeOperator


class ADVERB_OT_set_keytime(KeytimeOperator, bpy.types.Operator):
    """Set the chosen keytime of the chosen example to the current frame"""

    bl_idname = "adverb.set_keytime"
    bl_label = "Set at Current Frame"
    bl_options = {"REGISTER", "UNDO"}

    def run(self, context: bpy.types.Context) -> str:
        verb, example = selection.verb(context), selection.example(context)
        index, frame = selection.keytime(verb), context.scene.frame_current_final
        building.check_frame(example, verb.keytimes[index].name, frame)
        tagging.set_keytime(example, index, frame)
        return f"'{example.name}': '{verb.keytimes[index].name}' at frame {frame:g}"
