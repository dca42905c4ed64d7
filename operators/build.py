import bpy

from ..addon import building, selection
from .base import ExampleOperator


class ADVERB_OT_build(ExampleOperator, bpy.types.Operator):
    """Make the verb of its examples, and say what is wrong if it cannot be made"""

    bl_idname = "adverb.build"
    bl_label = "Build"
    bl_options = {"REGISTER"}  # no undo: nothing in the file changes
    works_on_overrides = True

    def run(self, context: bpy.types.Context) -> str:
        verb = selection.verb(context)
        built = building.build(selection.rig(context), verb)
        bones = len({entry.channel.owner for entry in built.native.entries})
        return f"{verb.name}: {len(built.verb.hull.vertices)} examples, {len(verb.adverbs)} adverbs, {bones} bones"
