import bpy

from ..addon import markers, selection
from ..core.wording import counted
from .base import KeytimeOperator


class ADVERB_OT_write_markers(KeytimeOperator, bpy.types.Operator):
    """Write the keytimes of every example to its Action as pose markers. Markers of other names stay as they are"""

    bl_idname = "adverb.write_markers"
    bl_label = "Write Markers"
    bl_options = {"REGISTER", "UNDO"}

    def run(self, context: bpy.types.Context) -> str:
        verb = selection.verb(context)
        count, actions = markers.write(verb)
        return f"{verb.name}: {counted(count, 'marker')} written in {counted(actions, 'Action')}"
