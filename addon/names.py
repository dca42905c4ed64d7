"""Names of bones in what the artist said follow when a bone is renamed.

Blender renames drivers, constraints and the Actions that play, but neither our properties nor Actions that only wait
as examples, and it tells nobody. So bones are compared with what they were. Where all are at the very same places, in
the same order, whoever has another name was renamed, even if two changed names. Otherwise one that is gone, and one
that came at its place, are the same bone. All names that a bone had are kept while no other bone has one of them: undo
brings back any.
"""

from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

import bpy
import numpy as np

from . import actions, bones, libraries

if TYPE_CHECKING:
    from .properties import ADVERB_PG_verb


class _Bones(NamedTuple):
    """The bones of a rig, in their order. Cheap to take and to compare: a rig is looked at whenever it is posed."""

    names: list[str]
    ends: bytes  # heads and tails at rest
    modes: bytes  # how they rotate


_seen: dict[int, _Bones] = {}  # by rig
_names: dict[int, list[set[str]]] = defaultdict(list)  # by rig: names of one and the same bone; none is in two


def look(rig: bpy.types.Object) -> bool:
    """Let names follow bones that were renamed since the rig was last looked at.

    Whether its bones have other names or rotation modes than then."""
    known, now = _seen.get(rig.session_uid), _take(rig)
    _seen[rig.session_uid] = now
    if known is None or (known.names == now.names and known.modes == now.modes):
        return False
    renamed = _renamed(known, now)
    came = set(now.names).difference(known.names, renamed.values())
    _names[rig.session_uid] = [same for same in _names[rig.session_uid] if same.isdisjoint(came)]
    _remember(rig, renamed, now.names)
    _follow(rig, renamed)
    return True


def look_back(rig: bpy.types.Object) -> bool:
    """The same after a step in history, which may bring back a name that a bone had long ago, or leave a later one.

    Whether two bones have changed names cannot be told then: what was brought back has the right ones."""
    known, now = _seen.get(rig.session_uid), _take(rig)
    _seen[rig.session_uid] = now
    if known is not None:
        _remember(rig, _renamed(known, now), now.names)
    present = set(now.names)
    _follow(rig, {old: name for same in _names[rig.session_uid] for name in same & present for old in same - present})
    return known is not None and (known.names != now.names or known.modes != now.modes)


def forget() -> None:
    _seen.clear()
    _names.clear()


def _renamed(known: _Bones, now: _Bones) -> dict[str, str]:
    """What bones are called now, by their former names."""
    if known.ends == now.ends:
        return {old: new for old, new in zip(known.names, now.names, strict=True) if old != new}
    gone, new = _by_place(known, set(now.names)), _by_place(now, set(known.names))
    pairs = (zip(names, new[place], strict=True) for place, names in gone.items() if len(names) == len(new[place]))
    return {old: name for pair in pairs for old, name in pair}


def _remember(rig: bpy.types.Object, renamed: Mapping[str, str], present: list[str]) -> None:
    """Names of one bone belong together until another bone has one of them."""
    known = _names[rig.session_uid]
    for old, new in renamed.items():
        its = next((same for same in known if old in same), {old})
        its.add(new)
        known = [same for same in known if same is not its and new not in same] + [its]
    _names[rig.session_uid] = [same for same in known if len(same.intersection(present)) < 2]


def _follow(rig: bpy.types.Object, renamed: Mapping[str, str]) -> None:
    """Let the verbs of the rig, the Actions of their examples, and verbs that look at the rig, name its bones as they
    are called now."""
    if not renamed:
        return
    for other in (other for other in bpy.data.objects if other.type == "ARMATURE" and libraries.is_local(other)):
        for verb in other.adverb.verbs:
            if verb.goal_rig == rig and verb.goal_bone in renamed:
                verb.goal_bone = renamed[verb.goal_bone]
    if not libraries.is_local(rig):
        return
    has_swapped = not renamed.keys().isdisjoint(rig.data.bones.keys())
    for verb in rig.adverb.verbs:
        _follow_in(verb, renamed)
    examples = {example.action for verb in rig.adverb.verbs for example in verb.examples if example.action is not None}
    for action in examples:
        is_done = has_swapped and actions.is_played(action)  # by Blender, and a second time would swap them back
        if libraries.is_local(action) and not is_done and not _is_anothers(action, rig, renamed):
            actions.rename_bones(action, renamed)
    bones.forget()


def _follow_in(verb: "ADVERB_PG_verb", renamed: Mapping[str, str]) -> None:
    fields = [(verb, "effector"), (verb, "root"), (verb, "carrier"), *((bone, "name") for bone in verb.picked)]
    fields += [(adverb, field) for adverb in verb.adverbs for field in ("bone", "other_bone", "reference")]
    for owner, field in fields:
        if getattr(owner, field) in renamed:
            stand = tuple(owner.stand) if field == "reference" else None
            setattr(owner, field, renamed[getattr(owner, field)])
            if stand is not None:
                owner.stand = stand  # it is the same bone: where it stands is still known


def _is_anothers(action: bpy.types.Action, rig: bpy.types.Object, renamed: Mapping[str, str]) -> bool:
    """Whether the Action is an example of another rig as well, where a bone still has its old name.

    Of rigs that share their bones, the first renames: names that are swapped twice are as before."""
    return any(
        example.action == action
        for other in bpy.data.objects
        if other.type == "ARMATURE" and other != rig
        if (_is_before(other, rig) if other.data == rig.data else any(name in other.data.bones for name in renamed))
        for verb in other.adverb.verbs
        for example in verb.examples
    )


def _is_before(other: bpy.types.Object, rig: bpy.types.Object) -> bool:
    return libraries.is_local(other) and other.session_uid < rig.session_uid


def _take(rig: bpy.types.Object) -> _Bones:
    names = rig.data.bones.keys()
    ends = np.empty((2, len(names) * 3), dtype=np.float32)
    rig.data.bones.foreach_get("head_local", ends[0])
    rig.data.bones.foreach_get("tail_local", ends[1])
    return _Bones(names, ends.tobytes(), _modes(rig))


def _modes(rig: bpy.types.Object) -> bytes:
    if rig.pose is None:  # nobody has seen it yet
        return b""
    modes = np.empty(len(rig.pose.bones), dtype=np.int32)
    rig.pose.bones.foreach_get("rotation_mode", modes)
    return modes.tobytes()


def _by_place(these: _Bones, others: set[str]) -> dict[bytes, list[str]]:
    """The names that the others lack, by place."""
    found: dict[bytes, list[str]] = defaultdict(list)
    ends = np.frombuffer(these.ends, dtype=np.float32).reshape(2, -1, 3).swapaxes(0, 1)
    for name, place in zip(these.names, ends, strict=True):
        if name not in others:
            found[place.tobytes()].append(name)
    return found
