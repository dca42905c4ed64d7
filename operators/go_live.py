import bpy

from ..addon import goals, leads, selection, steering
from ..core.wording import listed
from .base import ExampleOperator, StillOperator


class ADVERB_OT_go_live(ExampleOperator, StillOperator, bpy.types.Operator):
    """Let the character follow the goal. The goal is made if there is none"""

    bl_idname = "adverb.go_live"
    bl_label = "Go Live"
    bl_options = {"REGISTER", "UNDO"}
    works_on_overrides = True

    def run(self, context: bpy.types.Context) -> str:
        rig, verb = selection.rig(context), selection.verb(context)
        goal = steering.start(context, rig, verb)
        if leads.is_led(goal):
            return f"{verb.name} is live and follows {leads.leader(verb)}"
        sliders = [adverb.name for adverb in goals.values(verb)]
        todo = [f"drag '{goal.name}'"] if len(sliders) < len(verb.adverbs) else []
        todo += [f"slide {listed(sliders)} under Live in the Adverb tab"] if sliders else []
        return f"{verb.name} is live: {' and '.join(todo)}"
