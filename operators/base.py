"""What all buttons share: whom they work on, why they cannot, and how they tell what they did."""

from collections.abc import Callable

import bpy

from ..addon import aiming, libraries, selection
from ..core.errors import VerbError


class VerbOperator:
    """A button that works on the active verb. `run` does the work and returns a sentence about it.

    What the artist got wrong is raised as VerbError before anything is written: CANCELLED means nothing changed.
    """

    # Whether it can be done to a library override, of which Blender keeps little but the pose.
    works_on_overrides = False

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        lack = cls._foreign(context) or cls.lacking(context)
        if lack:
            cls.poll_message_set(lack)
        return not lack

    @classmethod
    def _foreign(cls, context: bpy.types.Context) -> str:
        rig = selection.rig(context)
        if rig is None:
            return ""
        return libraries.linked(rig) or ("" if cls.works_on_overrides else libraries.overridden(rig))

    @classmethod
    def lacking(cls, context: bpy.types.Context) -> str:
        """What is missing and how to get it, or "" if the button can be pressed."""
        if selection.rig(context) is None:
            return "Select an armature first"
        if selection.verb(context) is None:
            return "Add a verb first, in the list at the top of the Adverb tab"
        return ""

    def execute(self, context: bpy.types.Context) -> set[str]:
        return self.finish(context, self.run)

    def finish(self, context: bpy.types.Context, run: Callable[[bpy.types.Context], str | None]) -> set[str]:
        """Do the work, and report what was done or what is wrong. Work that says nothing yet is to go on."""
        try:
            sentence = run(context)
        except VerbError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        if sentence is None:
            return {"RUNNING_MODAL"}
        self.report({"INFO"}, sentence)
        return {"FINISHED"}

    def run(self, context: bpy.types.Context) -> str:
        raise NotImplementedError


class ExampleOperator(VerbOperator):
    """A button that works on the active example."""

    @classmethod
    def lacking(cls, context: bpy.types.Context) -> str:
        return super().lacking(context) or (
            "" if selection.example(context) is not None else "Add an example first: an Action or the current pose"
        )


class AimOperator(ExampleOperator):
    """A button that measures how far the effector is off its goal."""

    @classmethod
    def lacking(cls, context: bpy.types.Context) -> str:
        lack = super().lacking(context)
        if lack or aiming.is_aimed(selection.verb(context)):
            return lack or aiming.release_first(selection.rig(context), selection.verb(context))
        return "No adverb asks for a place or direction: give the verb a goal adverb that is measured"


class MotionOperator(ExampleOperator):
    """A button for keytimes, which only motions have."""

    @classmethod
    def lacking(cls, context: bpy.types.Context) -> str:
        lack = super().lacking(context)
        return lack or ("" if selection.verb(context).kind == "MOTION" else "Poses have no keytimes")


class KeytimeOperator(MotionOperator):
    """A button that needs a keytime."""

    @classmethod
    def lacking(cls, context: bpy.types.Context) -> str:
        lack = super().lacking(context)
        return lack or ("" if selection.verb(context).keytimes else "Add a keytime to the verb first")


class StillOperator(VerbOperator):
    """A button that changes what a verb is made of, which a live verb does not allow."""

    @classmethod
    def lacking(cls, context: bpy.types.Context) -> str:
        lack = super().lacking(context)
        return lack or ("Release the verb first" if selection.verb(context).is_live else "")


class MovingOperator(VerbOperator):
    """A button that moves the chosen item of a list up or down. `move` does it and says whether there was room."""

    direction: bpy.props.EnumProperty(
        name="Direction",
        description="Where in the list it moves",
        items=(("UP", "Up", "Towards the top of the list"), ("DOWN", "Down", "Towards the end of the list")),
    )

    def run(self, context: bpy.types.Context) -> str:
        if not self.move(context, -1 if self.direction == "UP" else 1):
            raise VerbError(f"It stands at the {'top' if self.direction == 'UP' else 'end'} of the list already")
        return f"{selection.verb(context).name}: moved {self.direction.lower()}"

    def move(self, context: bpy.types.Context, step: int) -> bool:
        raise NotImplementedError
