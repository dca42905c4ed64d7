"""Baked Actions in the NLA: on a track of their own above all others, where nothing hides them."""

import bpy

from ..core.errors import VerbError
from . import actions


def check(rig: bpy.types.Object) -> None:
    """Raise if a new strip could not be made, or could not be seen."""
    data = rig.animation_data
    if data is None:
        return
    if data.use_tweak_mode:
        raise VerbError(f"'{rig.name}' is in tweak mode: leave it in the NLA editor first")
    if not data.use_nla:
        raise VerbError(f"The NLA of '{rig.name}' is switched off: switch it on in the NLA editor, or off for the bake")
    solo = next((track for track in data.nla_tracks if track.is_solo), None)
    if solo is not None:
        raise VerbError(f"The NLA track '{solo.name}' of '{rig.name}' plays solo: end that in the NLA editor first")


def add(rig: bpy.types.Object, action: bpy.types.Action) -> None:
    """A strip with all of an Action, at its own frames. As wherever Blender makes a strip, the first one of a rig holds
    before and after it, and those above others only after."""
    is_first = not rig.animation_data.nla_tracks
    strip = _strip(rig, action, action.slots[0], *action.frame_range)
    strip.extrapolation = "HOLD" if is_first else "HOLD_FORWARD"


def push_down(rig: bpy.types.Object, scene: bpy.types.Scene) -> None:
    """Make the Action that the rig plays a strip on top, which plays as it did, to the ends of the scene."""
    data = rig.animation_data
    span = data.action.frame_range
    first, last = min(span[0], scene.frame_start), max(span[1], scene.frame_end)
    strip = _strip(rig, data.action, data.action_slot, first, last)
    strip.blend_type, strip.extrapolation = data.action_blend_type, data.action_extrapolation
    if data.action_influence < 1.0:
        strip.use_animated_influence, strip.influence = True, data.action_influence
    actions.assign(rig, None)


def _strip(
    rig: bpy.types.Object, action: bpy.types.Action, slot: bpy.types.ActionSlot, first: float, last: float
) -> bpy.types.NlaStrip:
    """These frames of an Action on a new track, at the same frames of the scene."""
    track = rig.animation_data.nla_tracks.new()
    track.name = action.name
    strip = track.strips.new(action.name, int(first), action)
    strip.action_slot = slot
    if last > first:
        strip.use_sync_length = False  # it would cut the strip to its keys
        strip.action_frame_start, strip.action_frame_end = first, last
        strip.frame_start, strip.frame_end = first, last
    return strip
