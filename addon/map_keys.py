"""The keys of a map: they count while the mouse is over one, and nowhere else."""

import bpy

NAME = "Adverb Map"


def make(keyconfig: bpy.types.KeyConfig) -> bpy.types.KeyMap:
    """The keymap of the maps, as the gizmo that feels the mouse for them wants it."""
    keys = keyconfig.keymaps.new(NAME, space_type="VIEW_3D", region_type="WINDOW")
    for item in list(keys.keymap_items):  # those of an add-on that was switched off and on again
        keys.keymap_items.remove(item)
    keys.keymap_items.new("adverb.pick_corner", "LEFTMOUSE", "PRESS", shift=True)
    keys.keymap_items.new("gizmogroup.gizmo_tweak", "LEFTMOUSE", "PRESS", any=True)
    keys.keymap_items.new("adverb.map_menu", "RIGHTMOUSE", "PRESS", any=True)
    keys.keymap_items.new("adverb.pan_map", "MIDDLEMOUSE", "PRESS", any=True)
    keys.keymap_items.new("adverb.zoom_map", "WHEELUPMOUSE", "PRESS").properties.direction = "IN"
    keys.keymap_items.new("adverb.zoom_map", "WHEELDOWNMOUSE", "PRESS").properties.direction = "OUT"
    keys.keymap_items.new("adverb.zoom_map", "HOME", "PRESS").properties.direction = "EXTENTS"
    keys.keymap_items.new("adverb.add_triangle", "F", "PRESS")
    return keys


def remove() -> None:
    """Take the keys away with the add-on."""
    manager = bpy.context.window_manager
    for keyconfig in (manager.keyconfigs.default, manager.keyconfigs.addon) if manager is not None else ():
        keys = keyconfig.keymaps.get(NAME) if keyconfig is not None else None
        if keys is not None:
            keyconfig.keymaps.remove(keys)
