import bpy

from ..addon import selection, tagging
from ..core.wording import counted
from .base import ExampleOperator


class ADVERB_OT_read_markers(ExampleOperator, bpy.types.Operator):
    """Set the keytimes of every example from the pose markers of its Action, by name"""

    bl_idname = "adverb.read_markers"
    bl_label = "Read Markers"
    bl_options = {"REGISTER", "UNDO"}

    def run(self, context: bpy.types.Context) -> str:
        verb = selection.verb(context)
        found = tagging.read_markers(verb, verb.examples[:])
        missing = [
            f"'{keytime.name}' in '{example.name}'"
            for example in verb.examples
            for keytime, moment in zip(verb.keytimes, example.keytimes, strict=True)
            if not moment.is_set
        ]
        more = [f"{len(missing) - 3} more"] if len(missing) > 3 else []
        still = f", still missing: {', '.join([*missing[:3], *more])}" if missing else ""
        keytimes = counted(len(verb.examples) * len(verb.keytimes), "keytime")
        return f"{verb.name}: {found} of {keytimes} found as markers{still}"
