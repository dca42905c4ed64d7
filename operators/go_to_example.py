import bpy

from ..addon import selection, visits
from .base import ExampleOperator


class ADVERB_OT_go_to_example(ExampleOperator, bpy.types.Operator):
    """Go to the example: a live verb's goal moves there, else the armature plays its Action, to be corrected"""

    bl_idname = "adverb.go_to_example"
    bl_label = "Go to Example"
    bl_options = {"REGISTER", "UNDO"}
    works_on_overrides = True

    index: bpy.props.IntProperty(
        name="Example",
        description="Which example of the list; the chosen one if negative",
        default=-1,
        options={"SKIP_SAVE"},
    )

    def run(self, context: bpy.types.Context) -> str:
        rig, verb = selection.rig(context), selection.verb(context)
        index = self.index if 0 <= self.index < len(verb.examples) else verb.active_example
        example = verb.examples[index]
        if verb.is_live:
            warning = visits.steer(context, rig, verb, index)
            sentence = f"{verb.name}: the goal is at '{example.name}'{warning}"
        else:
            visits.play(context, rig, verb, index)
            sentence = f"{verb.name}: '{rig.name}' plays '{example.action.name}' at frame {context.scene.frame_current}"
        verb.active_example = index
        return sentence
