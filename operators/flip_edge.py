import bpy

from ..addon import triangulation
from .mapping import MeshOperator


class ADVERB_OT_flip_edge(MeshOperator, bpy.types.Operator):
    """Let the two triangles that share an edge share the other diagonal instead"""

    bl_idname = "adverb.flip_edge"
    bl_label = "Flip Edge"
    bl_options = {"REGISTER", "UNDO"}

    one: bpy.props.IntProperty(
        name="One", description="An end of the edge, by its place in the list of examples", min=0, options={"SKIP_SAVE"}
    )
    other: bpy.props.IntProperty(name="Other", description="Its other end", min=0, options={"SKIP_SAVE"})

    def reshape(self, verb) -> str:
        triangulation.flip(verb, self.one, self.other)
        one, other = verb.examples[self.one].name, verb.examples[self.other].name
        return f"{verb.name}: the edge between '{one}' and '{other}' is flipped"
