"""What the buttons of the map share: whose map it is, and how something is dragged on it."""

from contextlib import suppress

import bpy

from ..addon import accuracy, live, map_content, maps, selection
from ..addon.maps import Hit
from ..core.errors import VerbError
from .base import VerbOperator


class MapOperator(VerbOperator):
    """A button that works on the map of a verb, which becomes the chosen one."""

    works_on_overrides = True

    verb: bpy.props.StringProperty(
        name="Verb", description="The verb whose map is meant; the chosen one if it is empty", options={"SKIP_SAVE"}
    )

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        found = self.seen(context, event)
        if found is not None:
            self.aim(context, found)
        return self.execute(context)

    def seen(self, context: bpy.types.Context, event: bpy.types.Event) -> Hit | None:
        """What of which map is under the mouse; that map's verb is meant."""
        if not isinstance(context.space_data, bpy.types.SpaceView3D):
            return None
        found = maps.hit(context, event.mouse_region_x, event.mouse_region_y)
        if found is not None and not self.properties.is_property_set("verb"):
            self.verb = selection.rig(context).adverb.verbs[found.index].name
        return found

    def aim(self, context: bpy.types.Context, found: Hit) -> None:
        """Take from under the mouse what is meant."""

    def chosen(self, context: bpy.types.Context):
        """The rig and the verb, chosen from now on."""
        rig = selection.rig(context)
        if rig is None:
            raise VerbError("Select an armature first")
        index = rig.adverb.verbs.find(self.verb) if self.verb else rig.adverb.active_verb
        verb = selection.chosen(rig.adverb.verbs, index)
        if verb is None:
            raise VerbError(f"'{rig.name}' has no verb '{self.verb}': choose one of its list")
        if not map_content.can_have(verb):
            raise VerbError(f"A map has two adverbs, and '{verb.name}' has {len(verb.adverbs)}: add or remove some")
        rig.adverb.active_verb = index
        return rig, verb


class DragOperator(MapOperator):
    """A button that is dragged on a map: Esc or the right button gives back what was."""

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        found = self.seen(context, event)
        if found is None:
            return self.execute(context)
        self._button, self._mouse = event.type, (event.mouse_region_x, event.mouse_region_y)
        self._scale = context.preferences.system.ui_scale
        try:
            self.begin(context, found)
        except VerbError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        maps.leave(context.region)  # what is dragged is shown, and no more what it was dragged from
        context.window_manager.modal_handler_add(self)  # type: ignore[arg-type]
        return {"RUNNING_MODAL"}

    def modal(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        """What an event does; if something took away what is dragged, that is the end of it."""
        try:
            return self._feel(context, event)
        except VerbError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}

    def _feel(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        if event.type == "ESC" or (event.type == "RIGHTMOUSE" and self._button != "RIGHTMOUSE"):
            self.give_back(context)
            self._redraw(context)
            return {"CANCELLED"}
        if event.type == self._button and event.value == "RELEASE":
            return self.finish(context, self.end)
        if event.type == "MOUSEMOVE":
            x, y = event.mouse_region_x, event.mouse_region_y
            self.drag(context, x - self._mouse[0], y - self._mouse[1])
            self._redraw(context)
        return {"RUNNING_MODAL"}

    def cancel(self, context: bpy.types.Context) -> None:
        """Blender closes the window or the file, where there may be nothing any more to be given back."""
        with suppress(VerbError):
            self.give_back(context)

    def _redraw(self, context: bpy.types.Context) -> None:
        if context.area is not None:
            context.area.tag_redraw()

    def begin(self, context: bpy.types.Context, found: Hit) -> None:
        """The mouse was pressed there."""
        raise NotImplementedError

    def drag(self, context: bpy.types.Context, across: float, up: float) -> None:
        """The mouse is so many pixels from where it was pressed."""
        raise NotImplementedError

    def end(self, context: bpy.types.Context) -> str:
        """The mouse was released; a sentence about it."""
        raise NotImplementedError

    def give_back(self, context: bpy.types.Context) -> None:
        """Let all be as it was when the mouse was pressed."""
        raise NotImplementedError


class MeshOperator(MapOperator):
    """A button that changes the triangles of a pose mesh by hand."""

    works_on_overrides = False

    def run(self, context: bpy.types.Context) -> str:
        rig, verb = self.chosen(context)
        if verb.interpolator != "POSE_MESH":
            raise VerbError("Only a pose mesh has triangles: choose it for Weights, under Settings")
        sentence = self.reshape(verb)
        if verb.is_live:
            live.refit(rig, verb)
        accuracy.follow(rig, verb)
        return sentence

    def reshape(self, verb) -> str:
        """Change the triangles; a sentence about it."""
        raise NotImplementedError
