import bpy

from .mapping import MapOperator

_PROPERTIES = {"MAP": "is_shown", "EDGES": "show_edges", "ERROR": "show_error"}
_NAMES = {"MAP": "the map", "EDGES": "edges", "ERROR": "the error"}


class ADVERB_OT_switch_map(MapOperator, bpy.types.Operator):
    """Show the map, its edges or the error on it, or hide them"""

    bl_idname = "adverb.switch_map"
    bl_label = "Switch Map"
    bl_options = {"UNDO"}

    switch: bpy.props.EnumProperty(
        name="Switch",
        description="What is to be shown or hidden",
        items=(
            ("MAP", "Map", "The map itself"),
            ("EDGES", "Edges", "The triangles between the examples"),
            ("ERROR", "Error", "How far off the effector is"),
        ),
        options={"SKIP_SAVE"},
    )

    @classmethod
    def description(cls, _context: bpy.types.Context, properties: bpy.types.OperatorProperties) -> str:
        return f"Show {_NAMES[properties.switch]}, or hide {'it' if properties.switch != 'EDGES' else 'them'}"

    def run(self, context: bpy.types.Context) -> str:
        _, verb = self.chosen(context)
        name = _PROPERTIES[self.switch]
        setattr(verb.map, name, not getattr(verb.map, name))
        if context.area is not None:
            context.area.tag_redraw()
        return f"{verb.name}: {_NAMES[self.switch]} {'shown' if getattr(verb.map, name) else 'hidden'}"
