import bpy

from ..addon import building, review, selection
from ..core.wording import counted
from .base import ExampleOperator


class ADVERB_OT_build(ExampleOperator, bpy.types.Operator):
    """Make the verb of its examples, say what is wrong if it cannot be made, and list what is odd about them"""

    bl_idname = "adverb.build"
    bl_label = "Build"
    bl_options = {"REGISTER"}  # no undo: nothing in the file changes
    works_on_overrides = True

    def run(self, context: bpy.types.Context) -> str:
        verb = selection.verb(context)
        rig = selection.rig(context)
        built = building.build(rig, verb)
        bones = {entry.channel.owner for entry in built.native.entries}
        odd = len(review.check(context, rig, verb, built).told)
        counts = (len(built.examples), "example"), (len(verb.adverbs), "adverb"), (len(bones), "bone")
        said = [counted(*count) for count in counts]
        said.append(f"{counted(odd, 'thing')} to look at under Examples" if odd else "nothing odd")
        return f"{verb.name}: {', '.join(said)}"
