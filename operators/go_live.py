import bpy

from ..addon import building, live, selection
from .base import ExampleOperator, StillOperator


class ADVERB_OT_go_live(ExampleOperator, StillOperator, bpy.types.Operator):
    """Let the character follow the goal. The goal is made if there is none"""

    bl_idname = "adverb.go_live"
    bl_label = "Go Live"
    bl_options = {"REGISTER", "UNDO"}
    works_on_overrides = True

    def run(self, context: bpy.types.Context) -> str:
        rig, verb = selection.rig(context), selection.verb(context)
        built = building.build(rig, verb)
        goal = live.attach(context, rig, verb, built)
        selection.choose(context, goal)
        return f"{verb.name} is live: drag '{goal.name}'"
