"""Handles on the examples in the viewport: the overlay draws the dots, these feel the mouse."""

import bpy
from mathutils import Matrix

from ..addon import carriers, overlay, places


class ADVERB_GGT_examples(bpy.types.GizmoGroup):
    """A handle on each example of the active verb."""

    bl_label = "Adverb Examples"
    bl_space_type = "VIEW_3D"
    bl_region_type = "WINDOW"
    bl_options = {"3D", "PERSISTENT", "SHOW_MODAL_ALL"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        seen = overlay.watched(context)
        return seen is not None and seen.verb.show_examples and bool(places.coordinates(seen.verb))

    def setup(self, context: bpy.types.Context) -> None:
        self.refresh(context)

    def refresh(self, context: bpy.types.Context) -> None:
        """As many handles as there are examples."""
        seen = overlay.watched(context)
        if seen is None:
            return
        while len(self.gizmos) > len(seen.verb.examples):
            self.gizmos.remove(self.gizmos[-1])
        while len(self.gizmos) < len(seen.verb.examples):
            index = len(self.gizmos)
            handle = self.gizmos.new("GIZMO_GT_move_3d")
            handle.target_set_operator("adverb.drag_example").index = index
            handle.draw_style, handle.draw_options = "RING_2D", {"ALIGN_VIEW", "FILL_SELECT"}
            handle.scale_basis, handle.alpha, handle.alpha_highlight = 0.11, 0.0, 1.0
            handle.color_highlight = 1.0, 1.0, 1.0
            handle.use_draw_modal = False

    def draw_prepare(self, context: bpy.types.Context) -> None:
        """The handles stand where the dots are."""
        seen = overlay.watched(context)
        known = places.places(*seen) if seen is not None else []
        space = carriers.space(*seen) if seen is not None else Matrix()
        for index, handle in enumerate(self.gizmos):
            handle.hide = index >= len(known)
            if not handle.hide:
                handle.matrix_basis = Matrix.Translation((space @ known[index]).to_tuple())
            if handle.is_highlight:
                overlay.hover(index)
