from time import perf_counter

import bpy

from ..addon import baking, selection
from ..core.arrays import Array
from ..core.errors import VerbError
from .base import VerbOperator

# Seconds of work between two looks at the keyboard.
_TURN = 0.05


class ADVERB_OT_bake(VerbOperator, bpy.types.Operator):
    """Write what the live verb shows to keyframes of a new Action"""

    bl_idname = "adverb.bake"
    bl_label = "Bake"
    bl_options = {"REGISTER", "UNDO"}
    works_on_overrides = True

    name: bpy.props.StringProperty(name="Name", description="Name of the new Action; the verb's if empty")
    release: bpy.props.BoolProperty(
        name="Release and Play", description="Release the verb and let the rig play the new Action", default=True
    )

    @classmethod
    def lacking(cls, context: bpy.types.Context) -> str:
        return super().lacking(context) or (
            "" if selection.verb(context).is_live else "Go Live first: a bake records what the live verb shows"
        )

    def invoke(self, context: bpy.types.Context, _event: bpy.types.Event) -> set[str]:
        try:
            self._times = self._frames(context)
        except VerbError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        self._record = baking.record(context.scene, selection.verb(context), self._times)
        self._done: list[tuple[float, ...]] = []
        window_manager = context.window_manager
        window_manager.progress_begin(0, len(self._times))
        context.workspace.status_text_set("Baking: Esc stops it and changes nothing")
        self._timer = window_manager.event_timer_add(0.001, window=context.window)
        window_manager.modal_handler_add(self)
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
        self._times = self._frames(context)
        self._done = list(baking.record(context.scene, selection.verb(context), self._times))
        return self._write(context)

    def _work(self, until: float) -> bool:
        """Bake for a while; whether there is more to do."""
        for row in self._record:
            self._done.append(row)
            if perf_counter() > until:
                return True
        return False

    def _frames(self, context: bpy.types.Context) -> Array:
        verb = selection.verb(context)
        if verb.bake_end < verb.bake_start:
            raise VerbError(f"The bake ends at frame {verb.bake_end}, before it starts: set Last after First")
        return baking.frames(verb.bake_start, verb.bake_end, verb.bake_step)

    def _write(self, context: bpy.types.Context) -> str:
        rig, verb = selection.rig(context), selection.verb(context)
        action = baking.write(rig, verb, self.name or f"{verb.name} baked", self._done)
        if self.release:
            baking.play(rig, verb, action)
        return f"{verb.name}: {len(self._times)} frames baked to '{action.name}'"

    def _end(self, context: bpy.types.Context) -> None:
        self._record.close()
        context.window_manager.progress_end()
        context.window_manager.event_timer_remove(self._timer)
        context.workspace.status_text_set(None)
