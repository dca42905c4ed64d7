import bpy

from ..addon.map_settings import UNPICKED
from ..addon.maps import Hit
from ..core.errors import VerbError
from ..core.wording import listed
from .mapping import MeshOperator


class ADVERB_OT_pick_corner(MeshOperator, bpy.types.Operator):
    """Pick an example for a triangle, or drop it; beside all examples, drop all. Three make one with Add Triangle"""

    bl_idname = "adverb.pick_corner"
    bl_label = "Pick Corner"
    bl_options = {"UNDO"}

    example: bpy.props.IntProperty(
        name="Example",
        description="Which example, by its place in the list; negative to drop all",
        default=UNPICKED,
        options={"SKIP_SAVE"},
    )

    def aim(self, context: bpy.types.Context, found: Hit) -> None:
        self.example = found.example

    def reshape(self, verb) -> str:
        if self.example >= len(verb.examples):
            raise VerbError(f"'{verb.name}' has no example {self.example + 1}: choose one of its list")
        picked = [place for place in verb.map.picked if place != UNPICKED]
        if self.example < 0:
            picked = []
        elif self.example in picked:
            picked.remove(self.example)
        else:
            picked = [*picked, self.example][-3:]
        verb.map.picked = [*picked, *[UNPICKED] * (3 - len(picked))]
        if not picked:
            return f"{verb.name}: no example is picked"
        more = "Add Triangle makes it" if len(picked) == 3 else f"pick {3 - len(picked)} more for a triangle"
        return f"{verb.name}: {listed([verb.examples[place].name for place in picked])} picked, {more}"
