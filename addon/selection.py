"""Which rig, verb and example the artist is working on."""

from typing import TYPE_CHECKING

import bpy

from ..core.errors import VerbError
from . import drivers

if TYPE_CHECKING:
    from .items import ADVERB_PG_example
    from .properties import ADVERB_PG_verb


def rig(context: bpy.types.Context) -> bpy.types.Object | None:
    """The active armature; or the one whose goal or body is active, so that the panel stays while a goal is dragged.
    An armature that has no verbs may be a goal too."""
    active = context.object
    if active is None or (active.type == "ARMATURE" and active.adverb.verbs):
        return active
    return drivers.rig_of(active) or (active if active.type == "ARMATURE" else active.find_armature())


def verb(context: bpy.types.Context) -> "ADVERB_PG_verb | None":
    owner = rig(context)
    return chosen(owner.adverb.verbs, owner.adverb.active_verb) if owner is not None else None


def example(context: bpy.types.Context) -> "ADVERB_PG_example | None":
    owner = verb(context)
    return chosen(owner.examples, owner.active_example) if owner is not None else None


def keytime(verb: "ADVERB_PG_verb") -> int:
    """Where in its list the chosen keytime of a verb stands; a script may have chosen one that is not there."""
    if chosen(verb.keytimes, verb.active_keytime) is None:
        raise VerbError(f"'{verb.name}' has no chosen keytime: click one in its list")
    return int(verb.active_keytime)


def bone(context: bpy.types.Context) -> str:
    """The bone of the rig that is active, "" if none is."""
    owner, posed = rig(context), context.active_pose_bone
    if posed is not None and posed.id_data == owner:
        return str(posed.name)
    active = owner.data.bones.active if owner is not None else None
    return str(active.name) if active is not None else ""


def choose(context: bpy.types.Context, thing: bpy.types.Object) -> None:
    """Make an object the one that is selected and active, in object mode: ready to be dragged."""
    if context.mode != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")
    for other in context.view_layer.objects.selected:
        other.select_set(False)
    if thing.name in context.view_layer.objects:
        thing.select_set(True)
        context.view_layer.objects.active = thing


def give_back(context: bpy.types.Context, owner: bpy.types.Object, verb: "ADVERB_PG_verb") -> None:
    """After a verb was released: where its goal was at hand, or its rig, the rig is, in the mode it had before."""
    if context.object not in {owner, verb.goal}:
        return
    if context.object != owner:
        choose(context, owner)
    if verb.was_posing and context.object == owner and owner.visible_get() and context.mode == "OBJECT":
        bpy.ops.object.mode_set(mode="POSE")


def chosen(items, index):
    """The item a list points at, or None."""
    return items[index] if 0 <= index < len(items) else None
