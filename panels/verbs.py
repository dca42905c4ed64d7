"""The verbs of the armature, and why one of them may not follow."""

import bpy

from ..addon import goals, hub, libraries, live, selection
from ..addon.properties import ADVERB_PG_verb
from .base import AdverbPanel, draw_moving, lines


class ADVERB_PT_verbs(AdverbPanel, bpy.types.Panel):
    """Verbs of the active armature."""

    bl_label = "Verbs"

    def draw(self, context: bpy.types.Context) -> None:
        layout = self.layout
        rig = selection.rig(context)
        if rig is None:
            layout.label(text="Select an armature", icon="INFO")
            return
        rows = 5 if len(rig.adverb.verbs) > 1 else 3  # as many as there are buttons beside it
        row = layout.row()
        row.template_list("ADVERB_UL_verbs", "", rig.adverb, "verbs", rig.adverb, "active_verb", rows=rows)
        column = row.column(align=True)
        column.menu("ADVERB_MT_presets", text="", icon="ADD")
        column.operator("adverb.remove_verb", text="", icon="REMOVE")
        column.operator("adverb.duplicate_verb", text="", icon="DUPLICATE")
        draw_moving(column, "adverb.move_verb", rig.adverb.verbs)
        verb = selection.verb(context)
        if verb is None:
            layout.label(text="Add a verb: what the character does", icon="INFO")
            return
        for line in lines(libraries.linked(rig)) if rig.library else ():
            layout.label(text=line)
        draw_trouble(layout, verb)
        layout.use_property_split = True
        layout.use_property_decorate = False
        layout.prop_search(verb, "effector", rig.pose, "bones", icon="BONE_DATA")
        layout.prop(verb, "effector_end", expand=True)


def draw_trouble(layout: bpy.types.UILayout, verb: ADVERB_PG_verb) -> None:
    """Why a live verb does not follow, and the cure."""
    if not verb.is_live:
        return
    known = hub.lives.get(hub.key(verb))
    trouble = hub.stale.get(hub.key(verb)) or (known.trouble if known is not None else "")
    if goals.of(verb) is None:
        layout.label(text="The goal is gone: Release", icon="ERROR")
    elif hub.key(verb) not in hub.stale and not live.is_running(verb):
        box = layout.box()
        box.alert = True
        box.label(text="Python drivers did not run in this file:", icon="ERROR")
        box.label(text="the character stands in its last pose")
        box.operator("wm.revert_mainfile", text="Reload Trusted", icon="FILE_REFRESH").use_scripts = True
    elif trouble:
        box = layout.box()
        box.alert = True
        for line in lines(trouble):
            box.label(text=line)
