import bpy

from ..addon import listing, selection
from ..core import table
from ..core.wording import counted
from .base import ExampleOperator


class ADVERB_OT_copy_table(ExampleOperator, bpy.types.Operator):
    """Copy the adverbs and keytimes of all examples to the clipboard, as text for a spreadsheet"""

    bl_idname = "adverb.copy_table"
    bl_label = "Copy Table"
    bl_options = {"REGISTER"}  # no undo: nothing in the file changes

    def run(self, context: bpy.types.Context) -> str:
        verb = selection.verb(context)
        context.window_manager.clipboard = table.write(listing.read(verb))
        examples = counted(len(verb.examples), "example")
        return f"{verb.name}: {examples} copied as text, to be pasted into a spreadsheet and back"
