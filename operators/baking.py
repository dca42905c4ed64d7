"""What the buttons that bake share: a recording, then one writing."""

import bpy

from ..addon import baking, selection
from ..addon.baking import Motion
from ..addon.stepwise import Stepwise
from ..core.errors import VerbError
from .stepping import SteppingOperator


class BakeOperator(SteppingOperator):
    """A button that records the live verb and writes Actions. Options are those of the verb."""

    @classmethod
    def lacking(cls, context: bpy.types.Context) -> str:
        return super().lacking(context) or (
            "" if selection.verb(context).is_live else "Go Live first: a bake records what the live verb shows"
        )

    def things(self, context: bpy.types.Context) -> list[bpy.types.Object]:
        """The objects to record as if each were the goal; if none, it is the goal. Raises what would stop the bake."""
        raise NotImplementedError

    def write(self, context: bpy.types.Context, motions: list[Motion]) -> str:
        """Write the motion of the goal, or of each of the things; a sentence about it."""
        raise NotImplementedError

    def steps(self, context: bpy.types.Context) -> Stepwise[str]:
        rig, verb = selection.rig(context), selection.verb(context)
        baking.check(verb)
        if verb.bake_end < verb.bake_start:
            raise VerbError(f"The bake ends at frame {verb.bake_end}, before it starts: set Last after First")
        times = baking.frames(verb.bake_start, verb.bake_end, verb.bake_step)
        recorded = yield from baking.record(context, verb, times, self.things(context))
        return self.write(context, baking.motions(rig, verb, recorded))
