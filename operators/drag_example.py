import bpy
from bpy_extras.view3d_utils import region_2d_to_location_3d
from mathutils import Vector

from ..addon import carriers, places, selection
from ..core.errors import VerbError
from .base import ExampleOperator

# With Shift held the marker goes a tenth of the way.
_PRECISE = 0.1

# An axis that points so straight at the eye cannot be followed with the mouse: the square of what is seen of it.
_LEAST_SEEN = 0.01


class ADVERB_OT_drag_example(ExampleOperator, bpy.types.Operator):
    """Drag to give the example other adverb values; click to choose it. Shift is precise, X, Y and Z keep to an axis"""

    bl_idname = "adverb.drag_example"
    bl_label = "Drag Example"
    bl_options = {"REGISTER", "UNDO", "BLOCKING"}

    index: bpy.props.IntProperty(name="Example", description="Which example of the list", min=0, options={"SKIP_SAVE"})
    offset: bpy.props.FloatVectorProperty(
        name="Offset", description="How far it moves, in the space of the rig", subtype="XYZ", options={"SKIP_SAVE"}
    )

    def run(self, context: bpy.types.Context) -> str:
        verb = selection.verb(context)
        place = self._start(context)
        verb.active_example = self.index
        example = verb.examples[self.index]
        if not any(self.offset):
            return f"{verb.name}: '{example.name}' is chosen"
        places.move(verb, example, place + Vector(self.offset))
        return f"{verb.name}: '{example.name}' moved to {self._numbers(context)}"

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        if context.region_data is None:  # no viewport to drag in
            return self.execute(context)
        try:
            self._place = self._start(context)
        except VerbError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        verb = selection.verb(context)
        example = verb.examples[self.index]
        self._before = [(number.value, number.is_typed) for number in example.adverbs]
        self._chosen_before = verb.active_example
        self._mouse = event.mouse_region_x, event.mouse_region_y
        self._way = Vector()  # of the mouse in the plane of the view, in the world
        self._axis: int | None = None
        verb.active_example = self.index
        context.window_manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def modal(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        if event.type in {"ESC", "RIGHTMOUSE"}:
            self._give_back(context)
            self._end(context)
            return {"CANCELLED"}
        if event.type == "LEFTMOUSE" and event.value == "RELEASE":
            self._end(context)
            return self.finish(context, self._tell)
        if event.type == "MOUSEMOVE":
            self._follow(context, event)
            self._show(context)
        elif event.value == "PRESS" and event.type in {"X", "Y", "Z"}:
            axis = "XYZ".index(event.type)
            self._axis = None if self._axis == axis else axis
            self._show(context)
        return {"RUNNING_MODAL"}

    def cancel(self, context: bpy.types.Context) -> None:
        """Blender closes the window or the file."""
        self._give_back(context)
        self._end(context)

    def _start(self, context: bpy.types.Context) -> Vector:
        """Where the example stands before it moves, in the space of the rig."""
        rig, verb = selection.rig(context), selection.verb(context)
        known = places.places(rig, verb)
        if not known:
            raise VerbError(f"'{verb.name}' has no adverb that is a coordinate of the goal: type the values instead")
        if self.index >= len(known):
            raise VerbError(f"'{verb.name}' has no example {self.index + 1}: choose one in the list")
        return known[self.index]

    def _follow(self, context: bpy.types.Context, event: bpy.types.Event) -> None:
        """Add what the mouse has moved in the plane of the view through the marker."""
        rig, verb = selection.rig(context), selection.verb(context)
        mouse = event.mouse_region_x, event.mouse_region_y
        depth = carriers.space(rig, verb) @ self._place
        before, now = (
            region_2d_to_location_3d(context.region, context.region_data, point, depth)
            for point in (self._mouse, mouse)
        )
        self._way += (now - before) * (_PRECISE if event.shift else 1.0)
        self._mouse = mouse

    def _show(self, context: bpy.types.Context) -> None:
        """Put the example where the mouse wants it; a live verb follows."""
        verb = selection.verb(context)
        self.offset = self._moved(context)
        places.move(verb, verb.examples[self.index], self._place + Vector(self.offset))
        kept = f", along {'XYZ'[self._axis]}" if self._axis is not None else ""
        context.area.header_text_set(f"{verb.examples[self.index].name}: {self._numbers(context)}{kept}")

    def _moved(self, context: bpy.types.Context) -> Vector:
        """The way of the mouse in the space of the rig: all of it, or so far along an axis that its image follows."""
        turned = carriers.space(selection.rig(context), selection.verb(context)).to_3x3()
        if self._axis is None:
            return turned.inverted_safe() @ self._way
        along = turned.col[self._axis]
        eye = context.region_data.view_rotation @ Vector((0.0, 0.0, 1.0))
        seen = along - along.dot(eye) * eye
        moved = Vector()
        if seen.length_squared > _LEAST_SEEN * along.length_squared:
            moved[self._axis] = self._way.dot(seen) / seen.length_squared
        return moved

    def _tell(self, context: bpy.types.Context) -> str:
        verb = selection.verb(context)
        name = verb.examples[self.index].name
        moved = any(self.offset)
        return f"{verb.name}: '{name}' moved to {self._numbers(context)}" if moved else f"{verb.name}: '{name}' chosen"

    def _numbers(self, context: bpy.types.Context) -> str:
        verb = selection.verb(context)
        numbers = verb.examples[self.index].adverbs
        named = ((verb.adverbs[index].name, numbers[index].value) for index in places.coordinates(verb))
        return ", ".join(f"{name} {value:.3f}" for name, value in named)

    def _give_back(self, context: bpy.types.Context) -> None:
        verb = selection.verb(context)
        verb.active_example = self._chosen_before
        for number, (value, is_typed) in zip(verb.examples[self.index].adverbs, self._before, strict=True):
            number.value = value
            number.is_typed = is_typed

    def _end(self, context: bpy.types.Context) -> None:
        if context.area is not None:
            context.area.header_text_set(None)
