import bpy

from ..addon import live, selection
from .mapping import MapOperator


class ADVERB_OT_enable_map(MapOperator, bpy.types.Operator):
    """Take the verb out of the map's reach and release it, or let clicks steer it again"""

    bl_idname = "adverb.enable_map"
    bl_label = "Enable or Disable"
    bl_options = {"REGISTER", "UNDO"}

    def run(self, context: bpy.types.Context) -> str:
        rig, verb = self.chosen(context)
        verb.map.is_enabled = not verb.map.is_enabled
        if verb.map.is_enabled:
            return f"{verb.name}: enabled, click on its map to go live"
        if verb.is_live:
            live.release(rig, verb)
            selection.give_back(context, rig, verb)
        return f"{verb.name}: disabled and released"
