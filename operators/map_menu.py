import bpy

from ..addon import maps
from ..addon.maps import Hit
from .mapping import MapOperator


class ADVERB_OT_map_menu(MapOperator, bpy.types.Operator):
    """Open the menu of the map: what can be done there"""

    bl_idname = "adverb.map_menu"
    bl_label = "Map Menu"
    bl_options = {"INTERNAL"}  # no undo: it chooses the verb, as a click in the list does

    def aim(self, context: bpy.types.Context, found: Hit) -> None:
        maps.point_at(found)

    def run(self, context: bpy.types.Context) -> str:
        _, verb = self.chosen(context)
        bpy.ops.wm.call_menu(name="ADVERB_MT_map")
        return f"{verb.name}: menu"
