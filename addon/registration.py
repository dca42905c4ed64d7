"""Registration: explicit, ordered, reversed on the way out, and loud."""

import bpy

from . import handlers, live
from .properties import CLASSES, ADVERB_PG_rig


def register(interface: tuple[type, ...]) -> None:
    """Register everything; if one class fails, take back what was registered and raise."""
    done: list[type] = []
    try:
        for cls in (*CLASSES, *interface):
            bpy.utils.register_class(cls)
            done.append(cls)
    except Exception:
        for cls in reversed(done):
            bpy.utils.unregister_class(cls)
        raise
    bpy.types.Object.adverb = bpy.props.PointerProperty(
        type=ADVERB_PG_rig,
        name="Adverb",
        description="The verbs of this armature",
        override={"LIBRARY_OVERRIDABLE"},
    )
    handlers.register()
    # While Blender starts there is no file yet; when an add-on is switched on in an open one, its verbs wake up.
    if hasattr(bpy.data, "objects"):
        live.revive()


def unregister(interface: tuple[type, ...]) -> None:
    if hasattr(bpy.data, "objects"):
        live.store_poses(bpy.context.evaluated_depsgraph_get())
    handlers.unregister()
    del bpy.types.Object.adverb
    for cls in reversed((*CLASSES, *interface)):
        bpy.utils.unregister_class(cls)
