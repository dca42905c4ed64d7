"""What the buttons share whose work may take long: it shows its progress, and Esc stops it."""

from time import perf_counter

import bpy

from ..addon.stepwise import Stepwise, finish
from .base import VerbOperator

# Seconds of work between two looks at the keyboard, at least and at most. What takes no longer is done at once.
_TURN, _LONGEST = 0.05, 0.5


class SteppingOperator(VerbOperator):
    """A button whose work is done step by step; without a window, in one go."""

    def steps(self, context: bpy.types.Context) -> Stepwise[str]:
        """The work; what it returns is a sentence about it. Stopped at any step, it leaves things as they were."""
        raise NotImplementedError

    def run(self, context: bpy.types.Context) -> str:
        return finish(self.steps(context))

    def invoke(self, context: bpy.types.Context, _event: bpy.types.Event) -> set[str]:
        self._steps, self._done, self._rested = self.steps(context), 0.0, perf_counter()
        result = self.finish(context, self._turn)
        if result == {"RUNNING_MODAL"}:
            window_manager = context.window_manager
            window_manager.progress_begin(0, 100)
            self._tell(context)
            self._timer = window_manager.event_timer_add(0.001, window=context.window)
            window_manager.modal_handler_add(self)  # type: ignore[arg-type]
        return result

    def modal(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        if event.type == "ESC":
            self._end(context)
            self.report({"INFO"}, f"{self.bl_label} stopped, nothing changed")
            return {"CANCELLED"}
        if event.type != "TIMER":
            return {"RUNNING_MODAL"}
        try:
            result = self.finish(context, self._turn)
        except Exception:
            self._end(context)
            raise
        if result == {"RUNNING_MODAL"}:
            self._tell(context)
        else:
            self._end(context)
        return result

    def cancel(self, context: bpy.types.Context) -> None:
        """Blender closes the window or the file."""
        self._end(context)

    def _turn(self, _context: bpy.types.Context) -> str | None:
        """Work for a while, as long as Blender took to redraw since the last time; the sentence, if that was all."""
        now = perf_counter()
        until = now + min(max(_TURN, now - self._rested), _LONGEST)
        while perf_counter() < until:
            try:
                self._done = next(self._steps)
            except StopIteration as end:
                return str(end.value)
        self._rested = perf_counter()
        return None

    def _tell(self, context: bpy.types.Context) -> None:
        """How far it is, at the cursor and in the status bar."""
        percent = int(100.0 * self._done)
        context.window_manager.progress_update(percent)
        context.workspace.status_text_set(f"{self.bl_label}: {percent} %. Esc stops it and changes nothing")

    def _end(self, context: bpy.types.Context) -> None:
        self._steps.close()
        context.window_manager.progress_end()
        context.window_manager.event_timer_remove(self._timer)
        context.workspace.status_text_set(None)
