"""What all panels of the Adverb tab share."""

from collections.abc import Sized

import bpy

from ..addon import selection


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


def draw_moving(column: bpy.types.UILayout, operator: str, items: Sized) -> None:
    """The two arrows beside a list in which something can be moved."""
    if len(items) < 2:
        return
    column.separator()
    column.operator(operator, text="", icon="TRIA_UP").direction = "UP"
    column.operator(operator, text="", icon="TRIA_DOWN").direction = "DOWN"


def lines(sentence: str, width: int = 38) -> list[str]:
    """The sentence in lines that fit the sidebar."""
    lines = [""]
    for word in sentence.split():
        if lines[-1] and len(lines[-1]) + len(word) >= width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
