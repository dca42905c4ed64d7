import bpy

from ..addon import baking, selection, strips
from ..addon.baking import Motion
from ..core.wording import counted
from .baking import BakeOperator


class ADVERB_OT_bake(BakeOperator, bpy.types.Operator):
    """Write what the live verb shows to keyframes of a new Action"""

    bl_idname = "adverb.bake"
    bl_label = "Bake"
    bl_options = {"REGISTER", "UNDO"}
    works_on_overrides = True

    name: bpy.props.StringProperty(name="Name", description="Name of the new Action; the verb's if empty")
    release: bpy.props.BoolProperty(
        name="Release and Play", description="Release the verb and let the rig play the new Action", default=True
    )

    def things(self, context: bpy.types.Context) -> list[bpy.types.Object]:
        if selection.verb(context).bake_nla:
            strips.check(selection.rig(context))
        return []

    def write(self, context: bpy.types.Context, motions: list[Motion]) -> str:
        rig, verb = selection.rig(context), selection.verb(context)
        action = baking.write(rig, verb, self.name or f"{verb.name} baked", motions[0])
        if self.release and verb.bake_nla:
            baking.play_strip(context.scene, rig, verb, action)
        elif self.release:
            baking.play(rig, verb, action)
        elif verb.bake_nla:
            strips.add(rig, action)
        if self.release:
            selection.give_back(context, rig, verb)  # the goal that was selected is a plain empty now
        kept = f", {motions[0].share(action):.0%} of the keys kept" if verb.bake_reduce else ""
        return f"{verb.name}: {counted(len(motions[0].times), 'frame')} baked to '{action.name}'{kept}"
