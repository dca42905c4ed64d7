"""The verb at work."""

import bpy

from ..addon import goals, hub, selection
from ..addon.properties import ADVERB_PG_verb
from .base import VerbPanel


class ADVERB_PT_live(VerbPanel, bpy.types.Panel):
    """The verb at work. The button stays where it is, whatever comes and goes below it."""

    bl_label = "Live"

    def draw(self, context: bpy.types.Context) -> None:
        layout = self.layout
        verb = selection.verb(context)
        row = layout.row()
        row.scale_y = 1.4
        if verb.is_live:
            row.operator("adverb.release", icon="PAUSE")
        else:
            row.operator("adverb.go_live", icon="PLAY")
        layout.use_property_split = True
        layout.use_property_decorate = False
        if any(adverb.kind == "GOAL" for adverb in verb.adverbs):
            self._draw_goal(context, verb)
        else:
            row = layout.row()
            row.enabled = not verb.is_live
            row.prop(verb, "goal")
        if verb.kind == "MOTION":
            layout.prop(verb, "timing", expand=True)
            if verb.timing == "PLAY":
                layout.prop(verb, "start")
        if not verb.is_live:
            layout.operator("adverb.build", text="Check", icon="CHECKMARK")
        elif goals.of(verb) is not None:
            self._draw_steering(verb)

    def _draw_goal(self, context: bpy.types.Context, verb: ADVERB_PG_verb) -> None:
        """What is looked at or reached for."""
        column = self.layout.column()
        column.enabled = not verb.is_live
        column.row().prop(verb, "goal_from", expand=True)
        if verb.goal_from == "BONE":
            column.prop(verb, "goal_rig")
            if verb.goal_rig is not None and verb.goal_rig.pose is not None:
                column.prop_search(verb, "goal_bone", verb.goal_rig.pose, "bones", icon="BONE_DATA")
                column.prop(verb, "goal_along")
        elif verb.goal_from == "CAMERA":
            camera = context.scene.camera
            told = f"Now: {camera.name}" if camera is not None else "The scene has no camera: choose one there"
            column.label(text=told, icon="CAMERA_DATA" if camera is not None else "ERROR")
        else:
            column.prop(verb, "goal")
        column.prop(verb, "is_carried")
        if verb.is_live:
            if verb.carrier:
                column.label(text=f"Carried by '{verb.carrier}'")
            column.label(text="Release to look at something else")

    def _draw_steering(self, verb: ADVERB_PG_verb) -> None:
        layout = self.layout
        layout.use_property_decorate = True
        for adverb in goals.values(verb):
            if adverb.name in verb.goal:
                layout.prop(verb.goal, goals.slider(adverb), text=adverb.name)
        known = hub.lives.get(hub.key(verb))
        outside = known.outside if known is not None else 0.0
        # Always there, so that nothing jumps while the goal is dragged.
        if outside > 0.005:
            layout.label(text=f"{outside:.0%} outside the examples", icon="INFO")
        else:
            layout.label(text="Within the examples", icon="CHECKMARK")
