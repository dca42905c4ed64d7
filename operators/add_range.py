import bpy

from ..addon import actions, sampling, selection, tagging
from .base import StillOperator


class ADVERB_OT_add_range(StillOperator, bpy.types.Operator):
    """Add a part of the Action that the armature plays as an example: the preview range of the scene if it is set"""

    bl_idname = "adverb.add_range"
    bl_label = "Add Range"
    bl_options = {"REGISTER", "UNDO"}

    first: bpy.props.FloatProperty(name="First", description="The first frame of the part", default=1.0, step=100)
    last: bpy.props.FloatProperty(name="Last", description="The last frame of the part", default=60.0, step=100)

    @classmethod
    def lacking(cls, context: bpy.types.Context) -> str:
        lack = super().lacking(context)
        if lack:
            return lack
        if selection.verb(context).kind == "POSE":
            return "The verb has poses for examples: a range needs a verb of motions"
        if _action(context)[0] is None:
            return "The armature plays no Action: choose one in the Action editor"
        return ""

    def invoke(self, context: bpy.types.Context, _event: bpy.types.Event) -> set[str]:
        self._fill(context)
        if context.scene.use_preview_range:
            return self.execute(context)
        return set(context.window_manager.invoke_props_dialog(self))

    def run(self, context: bpy.types.Context) -> str:
        self._fill(context)
        verb = selection.verb(context)
        example = tagging.add_example(verb, *_action(context), (self.first, self.last))
        return f"{verb.name}: '{example.name}' is example {len(verb.examples)}"

    def _fill(self, context: bpy.types.Context) -> None:
        """What was not said: the preview range, or all of the Action."""
        scene = context.scene
        action, slot = _action(context)
        found = actions.slot_of(action, slot)
        if scene.use_preview_range:
            part = (float(scene.frame_preview_start), float(scene.frame_preview_end))
        elif found is not None:
            part = sampling.frame_range(action, found)
        else:
            return
        for name, frame in zip(("first", "last"), part, strict=True):
            if not self.properties.is_property_set(name):
                setattr(self, name, frame)


def _action(context: bpy.types.Context) -> tuple[bpy.types.Action | None, str]:
    """The Action that the rig plays with its slot's identifier, or that of the chosen example."""
    action, slot = actions.assigned(selection.rig(context))
    example = selection.example(context)
    if action is None and example is not None:
        return example.action, example.slot
    return action, slot
