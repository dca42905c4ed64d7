import bpy

from ..addon import maps
from ..addon.maps import Hit
from ..core.errors import VerbError
from .mapping import MapOperator


class ADVERB_OT_map_menu(MapOperator, bpy.types.Operator):
    """Open the menu of the map: what can be done there"""

    bl_idname = "adverb.map_menu"
    bl_label = "Map Menu"
    bl_options = {"INTERNAL"}  # no undo: it chooses the verb, as a click in the list does

    def aim(self, context: bpy.types.Context, found: Hit) -> None:
        maps.point_at(found)

    def execute(self, context: bpy.types.Context) -> set[str]:
        try:
            self.chosen(context)
        except VerbError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        bpy.ops.wm.call_menu(name="ADVERB_MT_map")
        return {"FINISHED"}
