"""Rigs whose live verbs want another look, because the artist changed what they are made of."""

import bpy

_EVERYONE = -1  # no rig has it for its uid

_waiting: set[int] = set()


def fall_asleep() -> None:
    """While Blender switches an add-on on it shows no data: what is live in the file must wake up a little later."""
    _waiting.add(_EVERYONE)


def wakes_up() -> bool:
    """Whether it is time to wake up: once, after `fall_asleep`."""
    was_asleep = _EVERYONE in _waiting
    _waiting.discard(_EVERYONE)
    return was_asleep


def request(rig: bpy.types.ID) -> None:
    """Ask for it; it happens before the next update of the scene, once for any number of changes."""
    _waiting.add(rig.session_uid)


def take() -> list[bpy.types.Object]:
    """The rigs that wait, which then wait no more."""
    rigs = [rig for rig in bpy.data.objects if rig.session_uid in _waiting] if _waiting else []
    _waiting.clear()
    return rigs
