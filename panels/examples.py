"""Actions that show the verb."""

import bpy

from ..addon import actions, measuring, review, selection, units
from ..addon.properties import ADVERB_PG_verb
from .base import VerbPanel, draw_moving, lines


class ADVERB_PT_examples(VerbPanel, bpy.types.Panel):
    """Actions that show the verb, each with its adverb values."""

    bl_label = "Examples"

    def draw(self, context: bpy.types.Context) -> None:
        layout = self.layout
        verb = selection.verb(context)
        rows = 9 if len(verb.examples) > 1 else 7  # as many as there are buttons beside it
        row = layout.row()
        row.template_list("ADVERB_UL_examples", "", verb, "examples", verb, "active_example", rows=rows)
        column = row.column(align=True)
        column.operator("adverb.add_example", text="", icon="ADD")
        column.operator("adverb.add_examples", text="", icon="FILTER")
        column.operator("adverb.add_selected", text="", icon="RESTRICT_SELECT_OFF")
        column.operator("adverb.add_range", text="", icon="PREVIEW_RANGE")
        column.operator("adverb.add_pose", text="", icon="POSE_HLT")
        column.operator("adverb.remove_example", text="", icon="REMOVE")
        draw_moving(column, "adverb.move_example", verb.examples)
        column.prop(verb, "show_examples", text="", icon="HIDE_OFF" if verb.show_examples else "HIDE_ON")
        example = selection.example(context)
        if example is None:
            hints = {"POSE": "Pose the rig, then press the figure", "MOTION": "Add Actions by name with the funnel"}
            layout.label(text=hints[verb.kind], icon="INFO")
            return
        row = layout.row()
        row.operator("adverb.leave_one_out", icon="CON_DISTLIMIT")
        measured = review.fit_of(verb)
        if measured is not None:
            row.label(text=f"{units.length(context.scene, float(measured.distances.mean()))} on average")
        draw_findings(layout, verb)
        layout.use_property_split = True
        layout.use_property_decorate = False
        layout.prop(example, "action")
        if example.action is not None and len(actions.slots_for(example.action)) > 1:
            layout.prop_search(example, "slot", example.action, "slots")
        if verb.kind == "POSE":
            layout.prop(example, "frame")
        else:
            layout.prop(example, "use_range")
            if example.use_range:
                column = layout.column(align=True)
                column.prop(example, "first")
                column.prop(example, "last")
        column = layout.column(align=True)
        for adverb, number in zip(verb.adverbs, example.adverbs, strict=False):
            row = column.row(align=True)
            row.prop(number, "value", text=adverb.name)
            if adverb.measure != "NONE":
                row.prop(number, "is_typed", text="", icon="PINNED" if number.is_typed else "UNPINNED")
        if not all(map(measuring.is_known, verb.adverbs, example.adverbs)):
            layout.label(text="Not measured yet: press Measure", icon="INFO")
        row = layout.row(align=True)
        row.operator("adverb.go_to_example", text="Go To", icon="ZOOM_SELECTED")
        row.operator("adverb.measure", icon="DRIVER_DISTANCE")
        row = layout.row(align=True)
        row.operator("adverb.mirror_examples", icon="MOD_MIRROR").all = False
        row.operator("adverb.mirror_examples", text="All").all = True
        row = layout.row(align=True)
        row.operator("adverb.copy_table", icon="COPYDOWN")
        row.operator("adverb.paste_table", icon="PASTEDOWN")


def draw_findings(layout: bpy.types.UILayout, verb: ADVERB_PG_verb) -> None:
    """What the last check found odd; a click on it chooses the example."""
    findings = review.told(verb)
    if not findings:
        return
    header, body = layout.panel("ADVERB_findings")
    header.label(text=f"Look at these ({len(findings)})", icon="VIEWZOOM")
    for finding in findings if body is not None else ():
        column = body.column(align=True)
        column.scale_y = 0.8
        for number, line in enumerate(lines(finding.sentence, 34)):
            row = column.row()
            row.alignment = "LEFT"
            if finding.example is None:
                row.label(text=line, icon="BLANK1" if number else "INFO")
            else:
                button = row.operator(
                    "adverb.choose_example", text=line, icon="BLANK1" if number else "ERROR", emboss=False
                )
                button.index = finding.example
