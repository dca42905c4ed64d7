"""Copies of live rigs and goals: Blender copies uids, drivers and poses with them, and each copy must get its own.

Undo brings back single objects and leaves others as they are. So nothing here counts on what was done before: it looks
at what there is, and makes it right.
"""

from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import bpy

from . import building, channels, drivers, goals, hub, leads, libraries

if TYPE_CHECKING:
    from .properties import ADVERB_PG_verb


def settle(verbs: Sequence[tuple[bpy.types.Object, "ADVERB_PG_verb"]]) -> None:
    """No two verbs share a uid, and every goal has the hubs of the verbs that follow it and no others.

    A rig copied with its goal follows the copy. A rig copied alone follows the same goal, by a hub of its own. A goal
    copied alone steers nothing.
    """
    ours = [(rig, verb) for rig, verb in verbs if libraries.is_local(rig)]
    uids: set[str] = set()
    for rig, verb in sorted(ours, key=lambda owned: owned[0].session_uid):  # the first one was there before its copies
        if verb.uid in uids:
            old, verb.uid = verb.uid, building.new_uid()
            drivers.rename(rig, old, verb.uid)
        uids.add(verb.uid)

    followed: dict[int, dict[str, tuple[bpy.types.Object, ADVERB_PG_verb]]] = defaultdict(dict)
    for rig, verb in ours:
        if verb.is_live and verb.goal is not None:
            followed[verb.goal.session_uid][verb.uid] = rig, verb
    for goal in filter(libraries.is_local, bpy.data.objects):
        wanted = followed.get(goal.session_uid, {})
        for uid in drivers.hubs(goal):
            if uid not in wanted:
                drivers.detach_hub(goal, uid)
                if not wanted:
                    leads.take_off(goal)
        for uid, (rig, verb) in wanted.items():
            if drivers.hub_rig(goal, uid) != rig:
                drivers.detach_hub(goal, uid)
                goal[hub.pose_property(uid)] = _pose(rig, verb)
                sliders = [goals.slider(adverb) for adverb in goals.values(verb)]
                drivers.attach_hub(goal, rig, uid, sliders, verb.carrier)


def _pose(rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> list[float]:
    """What the goal is to carry, read off the rig as it stands."""
    pose = [1.0] * hub.FIRST + [0.0] * len(verb.before)
    for curve, element in drivers.channel_drivers(rig, verb.uid):
        with suppress(ValueError, KeyError, TypeError, IndexError):  # a bone or property that is gone has no number
            pose[hub.FIRST + element] = channels.read(rig, curve.data_path, drivers.index_of(rig, curve))
    return pose
