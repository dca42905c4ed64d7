import bpy

from ..addon import triangulation
from ..core.wording import listed
from .mapping import MeshOperator


class ADVERB_OT_remove_triangle(MeshOperator, bpy.types.Operator):
    """Leave a triangle out of the mesh: there the blend is that of its border"""

    bl_idname = "adverb.remove_triangle"
    bl_label = "Remove Triangle"
    bl_options = {"REGISTER", "UNDO"}

    corners: bpy.props.IntVectorProperty(
        name="Corners", description="Its three examples, by their places in the list", size=3, options={"SKIP_SAVE"}
    )

    def reshape(self, verb) -> str:
        triangulation.remove(verb, tuple(self.corners))
        return f"{verb.name}: no triangle between {listed([verb.examples[place].name for place in self.corners])}"
