"""Registration: explicit, ordered, reversed on the way out, and loud."""

from collections.abc import Callable

import bpy

from . import chart, error_view, handlers, legend, live, map_keys, map_overlay, overlay, plots, refit
from .properties import CLASSES, ADVERB_PG_rig

# A menu of Blender's, and what is drawn at its end.
Entry = tuple[str, Callable[[bpy.types.Menu, bpy.types.Context], None]]


def register(interface: tuple[type, ...], menus: tuple[Entry, ...]) -> None:
    """Register everything; if one part fails, take back what was registered and raise."""
    done: list[type] = []
    try:
        for cls in (*CLASSES, *interface):
            bpy.utils.register_class(cls)
            done.append(cls)
        bpy.types.Object.adverb = bpy.props.PointerProperty(
            type=ADVERB_PG_rig,
            name="Adverb",
            description="The verbs of this armature",
            override={"LIBRARY_OVERRIDABLE"},
        )
        for menu, draw in menus:
            getattr(bpy.types, menu).append(draw)
        handlers.register()
        error_view.register()
        overlay.register()
        chart.register()
        legend.register()
        map_overlay.register()
        plots.register()
        refit.fall_asleep()
        if hasattr(bpy.data, "objects"):
            handlers.wake_up()
        elif not bpy.app.background:
            bpy.app.timers.register(handlers.wake_up, first_interval=0.0)
    except Exception:
        _take_back(done, menus)
        raise


def unregister(interface: tuple[type, ...], menus: tuple[Entry, ...]) -> None:
    if hasattr(bpy.data, "objects"):
        live.store_poses(bpy.context.evaluated_depsgraph_get())
    _take_back([*CLASSES, *interface], menus)


def _take_back(classes: list[type], menus: tuple[Entry, ...]) -> None:
    plots.unregister()
    map_overlay.unregister()
    legend.unregister()
    chart.unregister()
    overlay.unregister()
    error_view.unregister()
    handlers.unregister()
    for menu, draw in reversed(menus):
        getattr(bpy.types, menu).remove(draw)
    if hasattr(bpy.types.Object, "adverb"):
        del bpy.types.Object.adverb
    for cls in reversed(classes):
        bpy.utils.unregister_class(cls)
    map_keys.remove()  # after the gizmos that use them
