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
        row = layout.row()
        row.enabled = not verb.is_live
        row.prop(verb, "goal")
        if verb.kind == "MOTION":
            layout.prop(verb, "timing", expand=True)
            if verb.timing == "PLAY":
                layout.prop(verb, "start")
        if not verb.is_live:
            layout.operator("adverb.build", text="Check", icon="CHECKMARK")
        elif verb.goal is not None:
            self._draw_steering(verb)

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
