import bpy

from ..addon import maps
from ..addon.maps import Hit
from .mapping import DragOperator


class ADVERB_OT_pan_map(DragOperator, bpy.types.Operator):
    """Drag what is seen on the map"""

    bl_idname = "adverb.pan_map"
    bl_label = "Pan Map"
    bl_options = {"UNDO", "BLOCKING"}

    middle: bpy.props.FloatVectorProperty(
        name="Middle", description="The adverbs in the middle of the map", size=2, options={"SKIP_SAVE"}
    )

    def run(self, context: bpy.types.Context) -> str:
        _, verb = self.chosen(context)
        verb.map.middle, verb.map.zoom = self.middle, verb.map.zoom or 1.0
        return f"{verb.name}: the map shows another part"

    def begin(self, context: bpy.types.Context, found: Hit) -> None:
        _, verb = self.chosen(context)
        self._before = tuple(verb.map.middle), verb.map.zoom
        self._view = maps.find(context, found.index).view
        self.middle = self._view.middle

    def drag(self, context: bpy.types.Context, across: float, up: float) -> None:
        x, y = self._view.plot.middle
        self.middle = self._view.adverbs(x - across, y - up)
        self.run(context)

    def end(self, context: bpy.types.Context) -> str:
        return self.run(context)

    def give_back(self, context: bpy.types.Context) -> None:
        _, verb = self.chosen(context)
        verb.map.middle, verb.map.zoom = self._before
