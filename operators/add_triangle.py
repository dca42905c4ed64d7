import bpy

from ..addon import triangulation
from ..addon.map_settings import UNPICKED
from ..core.errors import VerbError
from ..core.wording import listed
from .mapping import MeshOperator


class ADVERB_OT_add_triangle(MeshOperator, bpy.types.Operator):
    """Let there be a triangle between the three examples that were picked on the map with Shift and click"""

    bl_idname = "adverb.add_triangle"
    bl_label = "Add Triangle"
    bl_options = {"REGISTER", "UNDO"}

    corners: bpy.props.IntVectorProperty(
        name="Corners",
        description="Three examples by their places in the list; those that are picked if one is negative",
        size=3,
        default=(UNPICKED,) * 3,
        options={"SKIP_SAVE"},
    )

    def reshape(self, verb) -> str:
        corners = tuple(self.corners if min(self.corners) >= 0 else verb.map.picked)
        if min(corners) < 0:
            raise VerbError("Pick three examples first: click them on the map with Shift")
        triangulation.add(verb, corners)
        verb.map.property_unset("picked")
        return f"{verb.name}: a triangle between {listed([verb.examples[place].name for place in corners])}"
