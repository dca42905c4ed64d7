import bpy

from ..addon import selection, triangulation
from ..core.wording import counted
from .mapping import MeshOperator


class ADVERB_OT_reset_triangles(MeshOperator, bpy.types.Operator):
    """Forget all that was said of triangles by hand, and let them be found again"""

    bl_idname = "adverb.reset_triangles"
    bl_label = "Reset Triangles"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def lacking(cls, context: bpy.types.Context) -> str:
        lack = super().lacking(context)
        return lack or ("" if selection.verb(context).triangles else "No triangle was made or taken out by hand")

    def reshape(self, verb) -> str:
        count = len(verb.triangles)
        triangulation.clear(verb)
        return f"{verb.name}: {counted(count, 'triangle')} by hand forgotten, all are found again"
