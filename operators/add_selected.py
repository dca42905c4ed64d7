import bpy

from ..addon import actions, browsing, selection, tagging
from ..addon.properties import ADVERB_PG_verb
from ..core.errors import VerbError
from ..core.wording import counted
from .base import StillOperator


class ADVERB_OT_add_selected(StillOperator, bpy.types.Operator):
    """Add the Actions that are selected in the Asset Browser, the Action editor or the Outliner as examples"""

    bl_idname = "adverb.add_selected"
    bl_label = "Add Selected Actions"
    bl_options = {"REGISTER", "UNDO"}

    def run(self, context: bpy.types.Context) -> str:
        rig, verb = selection.rig(context), selection.verb(context)
        found = browsing.selected(context)
        if not found:
            raise VerbError("No Action is selected: select some in an Asset Browser, an Action editor or the Outliner")
        copied = browsing.known(found.elsewhere)
        appended = browsing.append([origin for origin in found.elsewhere if origin not in copied])
        try:
            count, rest = self._add(rig, verb, [*found.actions, *copied.values(), *appended])
        except VerbError:
            for action in appended:
                bpy.data.actions.remove(action)
            raise
        said = [f"{counted(count, 'example')} added, {len(verb.examples)} in all"]
        said += [f"{len(appended)} of them copied from a library"] if appended else []
        said += rest
        return f"{verb.name}: {'; '.join(said)}"

    def _add(
        self, rig: bpy.types.Object, verb: ADVERB_PG_verb, selected: list[bpy.types.Action]
    ) -> tuple[int, list[str]]:
        """How many were added, and what is to be said of the rest."""
        known = {example.action for example in verb.examples}
        new = [action for action in selected if action not in known]
        if not new:
            raise VerbError(f"'{verb.name}' has what is selected already: select other Actions")
        fit = [action for action in new if actions.animates(action, rig.pose.bones)]
        if not fit:
            raise VerbError(f"'{new[0].name}' moves no bone of '{rig.name}': select Actions that were made for it")
        tagging.add_examples(verb, fit)
        rest = {
            "skipped, being examples already": len(selected) - len(new),
            f"left out, moving no bone of '{rig.name}'": len(new) - len(fit),
        }
        return len(fit), [f"{count} {reason}" for reason, count in rest.items() if count]
