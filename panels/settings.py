"""How the verb is made of its examples."""

import bpy

from ..addon import building, kernels, selection
from .base import VerbPanel, lines


class ADVERB_PT_settings(VerbPanel, bpy.types.Panel):
    """How the verb is made of its examples."""

    bl_label = "Settings"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: bpy.types.Context) -> None:
        layout = self.layout
        layout.use_property_split = True
        layout.use_property_decorate = False
        verb = selection.verb(context)
        layout.prop(verb, "kind")
        if verb.kind == "MOTION":
            layout.prop(verb, "cycle")
            if verb.cycle != "ONCE":
                layout.prop_search(verb, "root", selection.rig(context).pose, "bones", icon="BONE_DATA")
        layout.prop(verb, "interpolator")
        if verb.interpolator == "POSE_MESH":
            layout.prop(verb, "outside")
            layout.operator("adverb.write_pose_mesh", icon="EXPORT")
        else:
            self._draw_radial_basis(context)
        layout.prop(verb, "limit")

    def _draw_radial_basis(self, context: bpy.types.Context) -> None:
        layout, verb = self.layout, selection.verb(context)
        layout.prop(verb, "kernel")
        choice = building.known_choice(verb)
        if choice is not None:
            for line in lines(kernels.told(context.scene, verb, choice), 34):
                layout.label(text=line)
        layout.prop(verb, "degree")
