"""Actions that show the verb."""

import bpy

from ..addon import actions, selection
from .base import VerbPanel, draw_moving


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
        column.operator("adverb.add_selected", text="", icon="RESTRICT_SELECT_OFF")
        column.operator("adverb.add_pose", text="", icon="POSE_HLT")
        column.operator("adverb.remove_example", text="", icon="REMOVE")
        draw_moving(column, "adverb.move_example")
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
