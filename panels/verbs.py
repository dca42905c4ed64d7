"""The Adverb tab of the sidebar: what is used most comes first."""

import bpy

from ..addon import actions, goals, hub, live, selection
from ..addon.properties import ADVERB_PG_verb


class AdverbPanel:
    """Where all panels of the tab stand."""

    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Adverb"


class VerbPanel(AdverbPanel):
    """A part of the active verb."""

    bl_parent_id = "ADVERB_PT_verbs"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return selection.verb(context) is not None


class ADVERB_PT_verbs(AdverbPanel, bpy.types.Panel):
    """Verbs of the active armature."""

    bl_label = "Verbs"

    def draw(self, context: bpy.types.Context) -> None:
        layout = self.layout
        rig = selection.rig(context)
        if rig is None:
            layout.label(text="Select an armature", icon="INFO")
            return
        row = layout.row()
        row.template_list("ADVERB_UL_verbs", "", rig.adverb, "verbs", rig.adverb, "active_verb", rows=2)
        column = row.column(align=True)
        column.operator("adverb.add_verb", text="", icon="ADD")
        column.operator("adverb.remove_verb", text="", icon="REMOVE")
        verb = selection.verb(context)
        if verb is None:
            layout.label(text="Add a verb: what the character does", icon="INFO")
            return
        draw_trouble(layout, verb)
        layout.use_property_split = True
        layout.use_property_decorate = False
        layout.prop_search(verb, "effector", rig.pose, "bones", icon="BONE_DATA")
        layout.prop(verb, "effector_end", expand=True)


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
        known = hub.lives.get(verb.uid)
        outside = known.outside if known is not None else 0.0
        if outside > 0.005:
            layout.label(text=f"Goal is {outside:.0%} outside the examples", icon="INFO")


class ADVERB_PT_examples(VerbPanel, bpy.types.Panel):
    """Actions that show the verb, each with its adverb values."""

    bl_label = "Examples"

    def draw(self, context: bpy.types.Context) -> None:
        layout = self.layout
        verb = selection.verb(context)
        row = layout.row()
        row.template_list("ADVERB_UL_examples", "", verb, "examples", verb, "active_example", rows=6)
        column = row.column(align=True)
        column.operator("adverb.add_example", text="", icon="ADD")
        column.operator("adverb.add_examples", text="", icon="FILTER")
        column.operator("adverb.add_pose", text="", icon="POSE_HLT")
        column.operator("adverb.remove_example", text="", icon="REMOVE")
        example = selection.example(context)
        if example is None:
            layout.label(text="Add Actions by name with the funnel", icon="INFO")
            return
        layout.use_property_split = True
        layout.use_property_decorate = False
        layout.prop(example, "action")
        if example.action is not None and len(actions.slots_for(example.action)) > 1:
            layout.prop_search(example, "slot", example.action, "slots")
        if verb.kind == "POSE":
            layout.prop(example, "frame")
        column = layout.column(align=True)
        for adverb, number in zip(verb.adverbs, example.adverbs, strict=False):
            column.prop(number, "value", text=adverb.name)
        layout.operator("adverb.measure", icon="DRIVER_DISTANCE")


class ADVERB_PT_adverbs(VerbPanel, bpy.types.Panel):
    """The axes along which examples differ."""

    bl_label = "Adverbs"

    def draw(self, context: bpy.types.Context) -> None:
        verb = selection.verb(context)
        row = self.layout.row()
        row.template_list("ADVERB_UL_adverbs", "", verb, "adverbs", verb, "active_adverb", rows=3)
        column = row.column(align=True)
        column.operator("adverb.add_adverb", text="", icon="ADD")
        column.operator("adverb.remove_adverb", text="", icon="REMOVE")


class ADVERB_PT_keytimes(VerbPanel, bpy.types.Panel):
    """Moments that correspond between examples."""

    bl_label = "Keytimes"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return super().poll(context) and selection.verb(context).kind == "MOTION"

    def draw(self, context: bpy.types.Context) -> None:
        verb = selection.verb(context)
        row = self.layout.row()
        row.template_list("ADVERB_UL_keytimes", "", verb, "keytimes", verb, "active_keytime", rows=3)
        column = row.column(align=True)
        column.operator("adverb.add_keytime", text="", icon="ADD")
        column.operator("adverb.remove_keytime", text="", icon="REMOVE")
        row = self.layout.row(align=True)
        row.operator("adverb.set_keytime", text="Set at Frame", icon="KEYFRAME")
        row.operator("adverb.read_markers", icon="MARKER")


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
        layout.prop(verb, "degree")
        layout.prop(verb, "limit")


class ADVERB_PT_bake(VerbPanel, bpy.types.Panel):
    """From live to keyframes."""

    bl_label = "Bake"

    def draw(self, context: bpy.types.Context) -> None:
        layout = self.layout
        verb = selection.verb(context)
        row = layout.row(align=True)
        row.prop(verb, "bake_start")
        row.prop(verb, "bake_end")
        layout.prop(verb, "bake_step")
        layout.prop(verb, "bake_release")
        layout.operator("adverb.bake", icon="REC").release = verb.bake_release


def draw_trouble(layout: bpy.types.UILayout, verb: ADVERB_PG_verb) -> None:
    """Why a live verb does not follow, and the cure."""
    if not verb.is_live:
        return
    known = hub.lives.get(verb.uid)
    trouble = hub.stale.get(verb.uid) or (known.trouble if known is not None else "")
    if goals.of(verb) is None:
        layout.label(text="The goal is gone: Release", icon="ERROR")
    elif not live.is_running(verb):
        box = layout.box()
        box.alert = True
        box.label(text="Python drivers did not run in this file:", icon="ERROR")
        box.label(text="the character stands in its last pose")
        box.operator("wm.revert_mainfile", text="Reload Trusted", icon="FILE_REFRESH").use_scripts = True
    elif trouble:
        box = layout.box()
        box.alert = True
        for line in _lines(trouble):
            box.label(text=line)


def _lines(sentence: str, width: int = 38) -> list[str]:
    """The sentence in lines that fit the sidebar."""
    lines = [""]
    for word in sentence.split():
        if lines[-1] and len(lines[-1]) + len(word) >= width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
