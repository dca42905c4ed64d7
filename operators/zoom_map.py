import bpy

from ..addon import map_content, maps
from ..addon.maps import Hit
from ..core.boxes import Box
from ..core.map_layout import SIZE, Layout, Part
from ..core.map_view import LEAST_ZOOM, MOST_ZOOM, View
from .mapping import MapOperator

_FACTORS = {"IN": 1.2, "OUT": 1.0 / 1.2}


class ADVERB_OT_zoom_map(MapOperator, bpy.types.Operator):
    """Show more or less of the map, or all of its examples"""

    bl_idname = "adverb.zoom_map"
    bl_label = "Zoom Map"
    bl_options = {"UNDO_GROUPED"}
    bl_undo_group = "adverb.zoom_map"

    direction: bpy.props.EnumProperty(
        name="Direction",
        description="What is to be seen",
        items=(
            ("EXTENTS", "Zoom Extents", "All examples, as large as can be"),
            ("IN", "In", "A smaller part, larger"),
            ("OUT", "Out", "A larger part, smaller"),
        ),
        options={"SKIP_SAVE"},
    )
    about: bpy.props.FloatVectorProperty(
        name="About", description="The adverbs that stay where they are; the middle if none are given", size=2,
        options={"SKIP_SAVE"},
    )  # fmt: skip

    def aim(self, context: bpy.types.Context, found: Hit) -> None:
        if found.part is Part.GROUND:
            self.about = found.adverbs

    def run(self, context: bpy.types.Context) -> str:
        _, verb = self.chosen(context)
        if context.area is not None:
            context.area.tag_redraw()
        if self.direction == "EXTENTS":
            verb.map.property_unset("middle")
            verb.map.property_unset("zoom")
            return f"{verb.name}: the map shows all examples"
        zoom = verb.map.zoom or 1.0
        wanted = min(max(zoom * _FACTORS[self.direction], LEAST_ZOOM), MOST_ZOOM)
        its = verb.map
        view = self._view(context, verb)
        is_given = self.properties.is_property_set("about")
        about = (self.about[0], self.about[1]) if is_given else view.middle
        its.middle, its.zoom = view.moved(about, wanted / zoom), wanted
        return f"{verb.name}: the map is {wanted:.2g} times as large as with all examples"

    def _view(self, context: bpy.types.Context, verb) -> View:
        """What is seen now: in the viewport, or in a map of the usual size."""
        is_view = isinstance(context.space_data, bpy.types.SpaceView3D)
        seen = maps.find(context, verb.id_data.adverb.active_verb) if is_view else None
        if seen is not None:
            return seen.view
        content, its = map_content.of(verb), verb.map
        plot = Layout(Box(0.0, 0.0, *SIZE), 1.0, its.show_error).plot
        middle = its.middle[0], its.middle[1]
        return View.of(plot, content.points, content.is_even, middle, its.zoom, alone=content.alone)
