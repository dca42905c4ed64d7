import bpy

from ..addon import building, live, selection
from ..core.errors import VerbError
from .base import VerbOperator


class ADVERB_OT_switch_live(VerbOperator, bpy.types.Operator):
    """Let the character follow the goal of this verb, or release it; all other verbs go on as they are"""

    bl_idname = "adverb.switch_live"
    bl_label = "Switch Live"
    bl_options = {"REGISTER", "UNDO"}
    works_on_overrides = True

    verb: bpy.props.StringProperty(name="Verb", description="The verb that goes live or is released")

    def run(self, context: bpy.types.Context) -> str:
        rig = selection.rig(context)
        verb = rig.adverb.verbs.get(self.verb)
        if verb is None:
            raise VerbError(f"'{rig.name}' has no verb '{self.verb}': click the switch in the list again")
        if verb.is_live:
            live.release(rig, verb)
            return f"{verb.name}: released, the rig has what it had before"
        if not verb.examples:
            raise VerbError(f"'{verb.name}' has no examples: choose it and add Actions or poses")
        goal = live.attach(context, rig, verb, building.build(rig, verb))
        verb.was_posing = False
        return f"{verb.name} is live and follows '{goal.name}'"
