import bpy

from ..addon import maps
from ..addon.maps import Hit
from ..core.boxes import Box
from .mapping import DragOperator


class ADVERB_OT_move_map(DragOperator, bpy.types.Operator):
    """Drag the map to where it is not in the way"""

    bl_idname = "adverb.move_map"
    bl_label = "Move Map"
    bl_options = {"UNDO", "BLOCKING"}

    corner: bpy.props.FloatVectorProperty(
        name="Corner",
        description="Its lower left corner in the viewport, in points; negative for a free place",
        size=2,
        default=(-1.0, -1.0),
        options={"SKIP_SAVE"},
    )

    def run(self, context: bpy.types.Context) -> str:
        _, verb = self.chosen(context)
        verb.map.corner = self.corner
        return f"{verb.name}: the map was moved"

    def begin(self, context: bpy.types.Context, found: Hit) -> None:
        _, verb = self.chosen(context)
        self._before = tuple(verb.map.corner)
        self._box = maps.find(context, found.index).layout.box
        self.corner = self._before

    def drag(self, context: bpy.types.Context, across: float, up: float) -> None:
        _, verb = self.chosen(context)
        box = self._box
        maps.put(verb, Box(box.x + across, box.y + up, box.width, box.height), self._scale)
        self.corner = verb.map.corner

    def end(self, context: bpy.types.Context) -> str:
        return self.run(context)

    def give_back(self, context: bpy.types.Context) -> None:
        _, verb = self.chosen(context)
        verb.map.corner = self._before
