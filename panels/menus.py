"""Entries in the menus of other editors."""

import bpy

from ..addon import selection


def draw_add_selected(self: bpy.types.Menu, context: bpy.types.Context) -> None:
    """Where Actions are selected, they can be made examples of the active verb."""
    verb = selection.verb(context)
    if verb is not None:
        self.layout.separator()
        self.layout.operator("adverb.add_selected", text=f"Add to Verb '{verb.name}'", icon="ADD")


# Menus of Blender's by name, and what is drawn at their ends.
MENUS = tuple(
    (name, draw_add_selected)
    for name in ("ASSETBROWSER_MT_context_menu", "DOPESHEET_MT_channel_context_menu", "OUTLINER_MT_context_menu")
)
