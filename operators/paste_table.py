import bpy

from ..addon import listing, selection
from ..core import table
from ..core.wording import counted
from .base import ExampleOperator


class ADVERB_OT_paste_table(ExampleOperator, bpy.types.Operator):
    """Set adverbs and keytimes from the table in the clipboard: the columns that it has, for the examples it names"""

    bl_idname = "adverb.paste_table"
    bl_label = "Paste Table"
    bl_options = {"REGISTER", "UNDO"}

    text: bpy.props.StringProperty(
        name="Text", description="The table; what is in the clipboard if none is given", options={"SKIP_SAVE"}
    )

    def run(self, context: bpy.types.Context) -> str:
        verb = selection.verb(context)
        pasted = table.read(self.text or context.window_manager.clipboard, listing.read(verb))
        return f"{verb.name}: {counted(listing.write(verb, pasted), 'number')} changed"
