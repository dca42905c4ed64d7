import bpy

from ..addon import selection, suggesting
from ..addon.stepwise import Stepwise
from ..core.wording import counted
from .base import MotionOperator
from .stepping import SteppingOperator


class ADVERB_OT_suggest_keytimes(SteppingOperator, MotionOperator, bpy.types.Operator):
    """Find keytimes in the motions: where the effector arrives; in a cycle, when each foot lands"""

    bl_idname = "adverb.suggest_keytimes"
    bl_label = "Suggest"
    bl_options = {"REGISTER", "UNDO"}

    replace: bpy.props.BoolProperty(
        name="Replace", description="Also in examples where the keytime is set already", default=False
    )

    def steps(self, context: bpy.types.Context) -> Stepwise[str]:
        verb = selection.verb(context)
        found = yield from suggesting.suggest(selection.rig(context), verb, self.replace, context.view_layer)
        names = " and ".join(f"'{name}'" for name in found.names)
        if not found.count and not found.doubtful:
            return f"{verb.name}: every example has {names} already; choose Replace to find it anew"
        sentence = f"{verb.name}: {names} set in {found.count} of {counted(len(verb.examples), 'example')}"
        if found.doubtful:
            doubtful = ", ".join(f"'{name}'" for name in found.doubtful)
            sentence += f"; nothing convincing in {doubtful}: set it by hand"
        return sentence
