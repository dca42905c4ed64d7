"""The panel follows the goal that is selected: whoever drags it works on its verb."""

from typing import Any

import bpy

from . import drivers

_owner = object()


def register() -> None:
    """Loading a file ends all subscriptions: call it after every load."""
    bpy.msgbus.clear_by_owner(_owner)
    key: Any = (bpy.types.LayerObjects, "active")
    bpy.msgbus.subscribe_rna(key=key, owner=_owner, args=(), notify=follow)


def unregister() -> None:
    bpy.msgbus.clear_by_owner(_owner)


def follow() -> None:
    """Choose the verb whose goal became active, unless the chosen one has that goal too."""
    goal = bpy.context.object
    rig = drivers.rig_of(goal) if goal is not None else None
    if rig is None:
        return
    steered = [place for place, verb in enumerate(rig.adverb.verbs) if verb.is_live and verb.goal == goal]
    if steered and rig.adverb.active_verb not in steered:
        rig.adverb.active_verb = steered[0]
