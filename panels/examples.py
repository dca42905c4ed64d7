"""Actions that show the verb."""

import bpy

from ..addon import actions, selection
from .base import VerbPanel


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
        column.operator("adverb.add_range", text="", icon="PREVIEW_RANGE")
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
        else:
            layout.prop(example, "use_range")
            if example.use_range:
                column = layout.column(align=True)
                column.prop(example, "first")
                column.prop(example, "last")
        column = layout.column(align=True)
        for adverb, number in zip(verb.adverbs, example.adverbs, strict=False):
            column.prop(number, "value", text=adverb.name)
        layout.operator("adverb.measure", icon="DRIVER_DISTANCE")
        row = layout.row(align=True)
        row.operator("adverb.mirror_examples", icon="MOD_MIRROR").all = False
        row.operator("adverb.mirror_examples", text="All").all = True
