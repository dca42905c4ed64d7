"""What feels the mouse for the maps over the viewport, which the overlay draws."""

import bpy

from ..addon import map_keys, maps
from ..addon.maps import Part


class ADVERB_GT_map(bpy.types.Gizmo):
    """The ground, title and corners of all maps of a viewport. Its parts are those of a map."""

    bl_idname = "ADVERB_GT_map"

    def draw(self, _context: bpy.types.Context) -> None:
        """The overlay draws, above all gizmos."""

    def test_select(self, context: bpy.types.Context, location: tuple[int, int]) -> int:
        """The part under the mouse, -1 where there is none of these."""
        part = maps.hover(context, *location)
        return -1 if part is None or part in maps.BUTTONS else int(part)


class ADVERB_GT_map_buttons(bpy.types.Gizmo):
    """The buttons in the titles of all maps of a viewport: these tell what they do."""

    bl_idname = "ADVERB_GT_map_buttons"

    def draw(self, _context: bpy.types.Context) -> None:
        """The overlay draws, above all gizmos."""

    def test_select(self, context: bpy.types.Context, location: tuple[int, int]) -> int:
        """The button under the mouse, -1 where there is none."""
        part = maps.hover(context, *location)
        return int(part) if part in maps.BUTTONS else -1


class ADVERB_GGT_maps(bpy.types.GizmoGroup):
    """The maps of the active armature."""

    bl_label = "Adverb Maps"
    bl_space_type = "VIEW_3D"
    bl_region_type = "WINDOW"
    bl_options = {"PERSISTENT", "SHOW_MODAL_ALL"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return bool(maps.placed(context))

    @classmethod
    def setup_keymap(cls, keyconfig: bpy.types.KeyConfig) -> bpy.types.KeyMap:
        return map_keys.make(keyconfig)

    def setup(self, _context: bpy.types.Context) -> None:
        handle = self.gizmos.new(ADVERB_GT_map.bl_idname)
        handle.use_draw_modal = handle.use_tooltip = False  # a tooltip would hide what is pointed at
        for part, operator in ((Part.GROUND, "steer"), (Part.TITLE, "move_map"), (Part.CORNER, "size_map")):
            handle.target_set_operator(f"adverb.{operator}", index=int(part))
        handle = self.gizmos.new(ADVERB_GT_map_buttons.bl_idname)
        handle.use_draw_modal = False
        handle.target_set_operator("adverb.zoom_map", index=int(Part.EXTENTS)).direction = "EXTENTS"
        for part, switch in ((Part.EDGES, "EDGES"), (Part.ERROR, "ERROR"), (Part.CLOSE, "MAP")):
            handle.target_set_operator("adverb.switch_map", index=int(part)).switch = switch

    def draw_prepare(self, context: bpy.types.Context) -> None:
        """Where the mouse has left the maps, nothing of them is lit."""
        if not any(handle.is_highlight or handle.is_modal for handle in self.gizmos):
            maps.leave(context.region)
