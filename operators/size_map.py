import bpy

from ..addon import maps
from ..addon.maps import Hit
from ..core import map_layout
from .mapping import DragOperator


class ADVERB_OT_size_map(DragOperator, bpy.types.Operator):
    """Drag a corner of the map to make it larger or smaller"""

    bl_idname = "adverb.size_map"
    bl_label = "Resize Map"
    bl_options = {"UNDO", "BLOCKING"}

    size: bpy.props.FloatVectorProperty(
        name="Size",
        description="Width and height, in points",
        size=2,
        default=map_layout.SIZE,
        options={"SKIP_SAVE"},
    )

    def run(self, context: bpy.types.Context) -> str:
        _, verb = self.chosen(context)
        verb.map.size = [max(side, least) for side, least in zip(self.size, map_layout.LEAST, strict=True)]
        width, height = verb.map.size
        return f"{verb.name}: the map is {width:.0f} by {height:.0f} points"

    def begin(self, context: bpy.types.Context, found: Hit) -> None:
        _, verb = self.chosen(context)
        self._before = tuple(verb.map.corner), tuple(verb.map.size)
        self._box, self._corner = maps.find(context, found.index).layout.box, found.corner
        self.size = self._before[1]

    def drag(self, context: bpy.types.Context, across: float, up: float) -> None:
        _, verb = self.chosen(context)
        width, height = map_layout.LEAST
        least = self._scale * width, self._scale * height
        maps.put(verb, self._box.pulled(self._corner, (across, up), least), self._scale)
        self.size = verb.map.size

    def end(self, context: bpy.types.Context) -> str:
        return self.run(context)

    def give_back(self, context: bpy.types.Context) -> None:
        _, verb = self.chosen(context)
        verb.map.corner, verb.map.size = self._before
