import bpy

from ..addon import selection, sides
from ..core.wording import counted
from .base import ExampleOperator, StillOperator


class ADVERB_OT_mirror_examples(StillOperator, ExampleOperator, bpy.types.Operator):
    """Mirror the chosen example, or all, to the other side, as new Actions: in this verb if it has no side, else in a \
verb of the other side"""

    bl_idname = "adverb.mirror_examples"
    bl_label = "Mirror"
    bl_options = {"REGISTER", "UNDO"}

    all: bpy.props.BoolProperty(name="All", description="Mirror all examples, not only the chosen one")

    def run(self, context: bpy.types.Context) -> str:
        verb = selection.verb(context)
        places = list(range(len(verb.examples))) if self.all else [verb.active_example]
        outcome = sides.mirror(selection.rig(context), verb, places)
        new = "a new verb with " if outcome.is_new else ""
        sentence = f"{outcome.verb}: {new}{counted(outcome.added, 'mirrored example')}"
        if outcome.skipped:
            example, other = outcome.skipped[0]
            sentence += f"; {len(outcome.skipped)} left out, as '{example}' would have the adverbs of '{other}'"
        return sentence
