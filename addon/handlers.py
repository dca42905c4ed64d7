"""What Blender calls by itself. Handlers read the scene and refresh what is kept in memory; none of them raises."""

from collections.abc import Callable

import bpy
from bpy.app.handlers import persistent

from . import accuracy, bones, building, choosing, error_map, hub, leads, live, maps, names, profiles, refit, review


@persistent
def loaded(_path: str) -> None:
    """Another file: nothing of the old one counts, and the driver namespace is empty."""
    hub.lives.clear()
    hub.stale.clear()
    building.forget()
    review.forget()
    profiles.forget()
    error_map.forget()
    maps.forget()
    names.forget()
    leads.forget()
    accuracy.forget()
    hub.register()
    choosing.register()
    live.revive()
    _look_at_bones()
    _look_at_accuracy()


@persistent
def imported(_context: object) -> None:
    """Verbs that were live in the file they come from wake up here."""
    live.revive()


@persistent
def before_save(_path: str) -> None:
    live.store_poses(bpy.context.evaluated_depsgraph_get())


@persistent
def stepped_in_history(_scene: bpy.types.Scene) -> None:
    """Undo and redo may change examples, and bring objects back, or verbs to life, or end them."""
    profiles.forget()
    error_map.forget()
    maps.forget()
    bones.forget()
    live.settle()
    _look_at_bones(names.look_back)
    for rig, verb in live.live_verbs():
        live.refit(rig, verb)
    _look_at_accuracy()


def wake_up() -> None:
    """What was live in the file when the add-on was switched on goes on."""
    if refit.wakes_up():
        live.revive()


@persistent
def before_update(scene: bpy.types.Scene, depsgraph: bpy.types.Depsgraph | None = None) -> None:
    """The artist changed a verb, or what it hangs on: before it is seen again, it is made again."""
    wake_up()
    # Before an update Blender does not say which graph it is for.
    for graph in (depsgraph,) if depsgraph is not None else [layer.depsgraph for layer in scene.view_layers]:
        if graph is None:
            continue
        is_other = graph.id_type_updated("COLLECTION")  # so it is when anything came or went
        if is_other:
            live.settle()
        if is_other or graph.id_type_updated("ARMATURE"):  # a copy is seen before a bone of it is renamed
            _look_at_bones()
    if leads.is_late(scene):
        for rig, verb in live.live_verbs():
            if verb.goal_from == "CAMERA":
                live.refit(rig, verb)
        leads.drop_late(scene)
    for rig in refit.take():
        for verb in rig.adverb.verbs:
            if verb.is_live:
                live.refit(rig, verb)
            accuracy.follow(rig, verb)


def _look_at_accuracy() -> None:
    for rig, verb in live.all_verbs():
        accuracy.follow(rig, verb)


def _look_at_bones(look: Callable[[bpy.types.Object], bool] = names.look) -> None:
    """Bones may have been renamed, or rotate in another mode."""
    looked_at = {verb.goal_rig for _, verb in live.all_verbs() if verb.goal_from == "BONE" and verb.goal_rig}
    for rig in looked_at | {rig for rig, _ in live.all_verbs()}:
        if look(rig):
            refit.request(rig)


@persistent
def after_update(_scene: bpy.types.Scene, depsgraph: bpy.types.Depsgraph) -> None:
    """An example's Action was edited: live verbs, the chart and the error map follow, findings may be so no more."""
    if not depsgraph.id_type_updated("ACTION"):
        return
    profiles.forget()
    if not (hub.lives or review.is_any() or accuracy.is_any()):
        return
    edited = {update.id.original for update in depsgraph.updates if isinstance(update.id, bpy.types.Action)}
    review.look_again(edited)
    for rig, verb in live.all_verbs():
        if any(example.action in edited for example in verb.examples):
            if verb.is_live:
                live.refit(rig, verb)
            accuracy.follow(rig, verb)


_HANDLERS = (
    ("load_post", loaded),
    ("blend_import_post", imported),
    ("save_pre", before_save),
    ("undo_post", stepped_in_history),
    ("redo_post", stepped_in_history),
    ("depsgraph_update_pre", before_update),
    ("frame_change_pre", before_update),
    ("depsgraph_update_post", after_update),
)


def register() -> None:
    hub.register()
    choosing.register()
    for name, function in _HANDLERS:
        getattr(bpy.app.handlers, name).append(function)


def unregister() -> None:
    for name, function in reversed(_HANDLERS):
        functions = getattr(bpy.app.handlers, name)
        if function in functions:
            functions.remove(function)
    choosing.unregister()
    hub.unregister()
    building.forget()
    review.forget()
    names.forget()
    leads.forget()
    accuracy.forget()
