import bpy

from ..addon import baking, selection
from ..addon.baking import Motion
from ..core.wording import counted
from .baking import BakeOperator


class ADVERB_OT_bake_at_goals(BakeOperator, bpy.types.Operator):
    """Write one new Action for each selected object, as if it were the goal. Goal and rig stay as they are"""

    bl_idname = "adverb.bake_at_goals"
    bl_label = "Bake at Goals"
    bl_options = {"REGISTER", "UNDO"}
    works_on_overrides = True

    def things(self, context: bpy.types.Context) -> list[bpy.types.Object]:
        things = baking.places(context, selection.rig(context), selection.verb(context))
        self._names = [thing.name for thing in things]
        return things

    def write(self, context: bpy.types.Context, motions: list[Motion]) -> str:
        rig, verb = selection.rig(context), selection.verb(context)
        for name, motion in zip(self._names, motions, strict=True):
            baking.write(rig, verb, name, motion)
        actions, frames = counted(len(motions), "Action"), counted(len(motions[0].times), "frame")
        return f"{verb.name}: {actions} of {frames} baked, named after the goals"
