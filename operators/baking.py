"""What the buttons that bake share: a recording that shows its progress and that Esc stops, then one writing."""

from time import perf_counter

import bpy

from ..addon import baking, selection
from ..addon.baking import Motion
from ..core.arrays import Array
from ..core.errors import VerbError
from .base import VerbOperator

# Seconds of work between two looks at the keyboard.
_TURN = 0.05


class BakeOperator(VerbOperator):
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

    def invoke(self, context: bpy.types.Context, _event: bpy.types.Event) -> set[str]:
        try:
            self._start(context)
        except VerbError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        window_manager = context.window_manager
        window_manager.progress_begin(0, self._count)
        context.workspace.status_text_set("Baking: Esc stops it and changes nothing")
        self._timer = window_manager.event_timer_add(0.001, window=context.window)
        window_manager.modal_handler_add(self)  # type: ignore[arg-type]
        return {"RUNNING_MODAL"}

    def modal(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        if event.type == "ESC":
            self._end(context)
            self.report({"INFO"}, "Bake stopped, nothing changed")
            return {"CANCELLED"}
        if event.type != "TIMER":
            return {"RUNNING_MODAL"}
        try:
            more = self._work(perf_counter() + _TURN)
        except Exception:
            self._end(context)
            raise
        if more:
            context.window_manager.progress_update(len(self._done))
            return {"RUNNING_MODAL"}
        self._end(context)
        return self.finish(context, self._write)

    def cancel(self, context: bpy.types.Context) -> None:
        """Blender closes the window or the file."""
        self._end(context)

    def run(self, context: bpy.types.Context) -> str:
        self._start(context)
        self._done += self._record
        return self._write(context)

    def _start(self, context: bpy.types.Context) -> None:
        verb = selection.verb(context)
        baking.check(verb)
        if verb.bake_end < verb.bake_start:
            raise VerbError(f"The bake ends at frame {verb.bake_end}, before it starts: set Last after First")
        times = baking.frames(verb.bake_start, verb.bake_end, verb.bake_step)
        self._count = len(times)
        self._done: list[Array] = []
        self._record = baking.record(context, verb, times, self.things(context))

    def _work(self, until: float) -> bool:
        """Bake for a while; whether there is more to do."""
        for rows in self._record:
            self._done.append(rows)
            if perf_counter() > until:
                return True
        return False

    def _write(self, context: bpy.types.Context) -> str:
        rig, verb = selection.rig(context), selection.verb(context)
        return self.write(context, baking.motions(rig, verb, self._done))

    def _end(self, context: bpy.types.Context) -> None:
        self._record.close()
        context.window_manager.progress_end()
        context.window_manager.event_timer_remove(self._timer)
        context.workspace.status_text_set(None)
