from fnmatch import fnmatchcase

import bpy

from ..addon import actions, naming, selection, tagging
from ..core.errors import VerbError
from ..core.wording import counted
from .base import StillOperator


class ADVERB_OT_add_examples(StillOperator, bpy.types.Operator):
    """Add all Actions whose name fits a pattern as examples"""

    bl_idname = "adverb.add_examples"
    bl_label = "Add Actions by Name"
    bl_options = {"REGISTER", "UNDO"}

    pattern: bpy.props.StringProperty(
        name="Name",
        description="Names to add; * stands for anything; case does not matter",
        default="*",
    )

    def invoke(self, context: bpy.types.Context, _event: bpy.types.Event) -> set[str]:
        if not self.properties.is_property_set("pattern"):
            self.pattern = f"{naming.plain(selection.verb(context).name)}*"
        return set(context.window_manager.invoke_props_dialog(self))

    def draw(self, context: bpy.types.Context) -> None:
        self.layout.prop(self, "pattern")
        count = len(self._found(context))
        self.layout.label(text=f"{counted(count, 'Action')} found", icon="ACTION" if count else "ERROR")

    def run(self, context: bpy.types.Context) -> str:
        verb = selection.verb(context)
        found = self._found(context)
        if not found:
            raise VerbError(f"No other Action that moves this rig is called '{self.pattern}': change the pattern")
        tagging.add_examples(verb, found)
        return f"{verb.name}: {counted(len(found), 'example')} added, {len(verb.examples)} in all"

    def _found(self, context: bpy.types.Context) -> list[bpy.types.Action]:
        """Actions that fit, are not examples yet and move a bone of this rig."""
        known = {example.action for example in selection.verb(context).examples}
        bones = selection.rig(context).pose.bones
        return [
            action
            for action in bpy.data.actions
            if action not in known
            and actions.BAKED not in action
            and fnmatchcase(action.name.lower(), self.pattern.lower())
            and actions.animates(action, bones)
        ]
