"""Names of bones in what the artist said follow when a bone is renamed.

Blender renames drivers, constraints and the Action that plays, but neither our properties nor Actions that only wait
as examples, and it tells nobody. So bones are compared with what they were: one that is gone, and one that came at the
very same place, are the same bone. All names that a bone had are kept while the file is open: undo brings back any.
"""

from collections import defaultdict
from typing import TYPE_CHECKING

import bpy
import numpy as np

from . import actions, libraries

if TYPE_CHECKING:
    from .properties import ADVERB_PG_verb

_Places = dict[str, bytes]

_seen: dict[int, tuple[_Places, bytes]] = {}  # by rig: where its bones are at rest, and how they rotate
_names: dict[int, list[set[str]]] = defaultdict(list)  # by rig: names of one and the same bone


def look(rig: bpy.types.Object) -> bool:
    """Whether the bones of the rig have other names or rotation modes than when it was last looked at."""
    places, modes = _places(rig), _modes(rig)
    known, _seen[rig.session_uid] = _seen.get(rig.session_uid), (places, modes)
    if known is None or (known[0].keys() == places.keys() and known[1] == modes):
        return False
    gone, new = _by_place(known[0], places), _by_place(places, known[0])
    for place, names in gone.items():
        if len(names) == len(new.get(place, ())):
            _names[rig.session_uid] += (set(pair) for pair in zip(names, new[place], strict=True))
    return True


def follow(rig: bpy.types.Object) -> None:
    """Let the verbs of the rig, and the Actions of their examples, name its bones as they are called now."""
    if not libraries.is_local(rig):
        return
    bones = rig.data.bones
    now = {
        old: name
        for same in _names[rig.session_uid]
        for old in same
        if old not in bones
        for name in same
        if name in bones
    }
    for verb in rig.adverb.verbs if now else ():
        _follow(verb, now)
        for action in {example.action for example in verb.examples if example.action is not None}:
            if libraries.is_local(action) and not _serves_another(action, rig, now):
                actions.rename_bones(action, now)


def forget() -> None:
    _seen.clear()
    _names.clear()


def _follow(verb: "ADVERB_PG_verb", now: dict[str, str]) -> None:
    fields = [(verb, "effector"), (verb, "root"), *((bone, "name") for bone in verb.picked)]
    fields += [(adverb, field) for adverb in verb.adverbs for field in ("bone", "other_bone", "reference")]
    stands = [tuple(adverb.stand) for adverb in verb.adverbs]
    for owner, field in fields:
        if getattr(owner, field) in now:
            setattr(owner, field, now[getattr(owner, field)])
    for adverb, stand in zip(verb.adverbs, stands, strict=True):
        adverb.stand = stand  # it is the same bone: where it stands is still known


def _serves_another(action: bpy.types.Action, rig: bpy.types.Object, now: dict[str, str]) -> bool:
    """Whether the Action is an example of another rig as well, where a bone still has its old name."""
    return any(
        example.action == action and any(name in other.data.bones for name in now)
        for other in bpy.data.objects
        if other.type == "ARMATURE" and other.data != rig.data
        for verb in other.adverb.verbs
        for example in verb.examples
    )


def _places(rig: bpy.types.Object) -> _Places:
    bones = rig.data.bones
    ends = np.empty((2, len(bones) * 3), dtype=np.float32)
    bones.foreach_get("head_local", ends[0])
    bones.foreach_get("tail_local", ends[1])
    rows = ends.reshape(2, -1, 3).swapaxes(0, 1)
    return {bone.name: row.tobytes() for bone, row in zip(bones, rows, strict=True)}


def _modes(rig: bpy.types.Object) -> bytes:
    if rig.pose is None:  # nobody has seen it yet
        return b""
    modes = np.empty(len(rig.pose.bones), dtype=np.int32)
    rig.pose.bones.foreach_get("rotation_mode", modes)
    return modes.tobytes()


def _by_place(these: _Places, others: _Places) -> dict[bytes, list[str]]:
    """The names that only the first have, by place."""
    found: dict[bytes, list[str]] = defaultdict(list)
    for name, place in these.items():
        if name not in others:
            found[place].append(name)
    return found
