"""Rigs whose live verbs want another look, because the artist changed what they are made of."""

import bpy

_waiting: set[int] = set()


def request(rig: bpy.types.ID) -> None:
    """Ask for it; it happens before the next update of the scene, once for any number of changes."""
    _waiting.add(rig.session_uid)


def take() -> list[bpy.types.Object]:
    """The rigs that wait, which then wait no more."""
    rigs = [rig for rig in bpy.data.objects if rig.session_uid in _waiting] if _waiting else []
    _waiting.clear()
    return rigs
