import bpy

from ..addon import goals, map_content, maps, selection, steering, visits
from ..addon.maps import Hit
from ..core.errors import VerbError
from .mapping import DragOperator

# The mouse goes so many points before a click on an example becomes a drag away from it.
_CLICK = 4.0

_DISABLED = "The map of '{}' is disabled: enable it in its menu, with the right button"


class ADVERB_OT_steer(DragOperator, bpy.types.Operator):
    """Click or drag on the map to move the goal there, and the character follows; on an example, to go to it"""

    bl_idname = "adverb.steer"
    bl_label = "Steer"
    bl_options = {"REGISTER", "UNDO", "BLOCKING"}

    place: bpy.props.FloatVectorProperty(
        name="Place", description="The values of the two adverbs", size=2, options={"SKIP_SAVE"}
    )
    example: bpy.props.IntProperty(
        name="Example",
        description="The example to go to, by its place in the list; none if negative",
        default=-1,
        options={"SKIP_SAVE"},
    )

    def run(self, context: bpy.types.Context) -> str:
        self._start(context)
        return self.end(context)

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        found = self.seen(context, event)
        if found is not None and not selection.rig(context).adverb.verbs[found.index].map.is_enabled:
            self.report({"WARNING"}, _DISABLED.format(self.verb))  # no window in the way
            return {"CANCELLED"}
        return super().invoke(context, event)

    def begin(self, context: bpy.types.Context, found: Hit) -> None:
        self.place, self.example = found.adverbs, found.example
        self._view = maps.find(context, found.index).view
        self._start(context)

    def drag(self, context: bpy.types.Context, across: float, up: float) -> None:
        if self.example >= 0 and abs(across) + abs(up) < _CLICK * self._scale:
            return
        rig, verb = self.chosen(context)
        plot = self._view.plot
        x, y = self._mouse[0] + across, self._mouse[1] + up
        self.example = -1
        self.place = self._view.adverbs(min(max(x, plot.x), plot.right), min(max(y, plot.y), plot.top))
        steering.go(rig, verb, list(self.place))

    def end(self, context: bpy.types.Context) -> str:
        _, verb = self.chosen(context)
        if self.example >= 0:
            verb.active_example = self.example
            there = f"'{verb.examples[self.example].name}'"
        else:
            angles = map(map_content.is_angle, verb.adverbs)
            told = map(map_content.tell, self.place, angles)
            there = ", ".join(f"{adverb.name} {value}" for adverb, value in zip(verb.adverbs, told, strict=True))
        keyed = steering.key(context, verb)
        goal = visits.movable(verb)
        return f"{verb.name}: the goal is at {there}{', keyed' if keyed else visits.warning(verb, goal)}"

    def give_back(self, context: bpy.types.Context) -> None:
        rig, verb = self.chosen(context)
        if self._before is not None:
            steering.give_back(verb, self._before)
        if self._started:
            steering.stop(context, rig, verb, self._made)

    def _start(self, context: bpy.types.Context) -> None:
        """Go live if the verb is not, and to the first place; if that cannot be, nothing has changed."""
        rig, verb = self.chosen(context)
        if not verb.map.is_enabled:
            raise VerbError(_DISABLED.format(verb.name))
        if self.example >= len(verb.examples):
            raise VerbError(f"'{verb.name}' has no example {self.example + 1}: choose one of its list")
        if self.example >= 0:
            self.place = [number.value for number in verb.examples[self.example].adverbs]
        visits.check_movable(verb)
        self._before, self._started, self._made = None, not verb.is_live, goals.of(verb) is None
        if self._started:
            steering.start(context, rig, verb, poses_on=True)
        try:
            self._before = steering.before(verb)
            steering.go(rig, verb, list(self.place))
            steering.check(rig, verb, list(self.place), context.view_layer)
        except VerbError:
            self.give_back(context)
            raise
