"""Which bones a verb moves: all that its examples animate, those of a collection, or those that were picked."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import bpy

from ..core.errors import VerbError
from . import actions
from .channels import Property

if TYPE_CHECKING:
    from .properties import ADVERB_PG_verb


def mask(rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> frozenset[str] | None:
    """The bones that a verb may move; None for all that its examples animate."""
    if verb.bones_from == "ALL":
        return None
    names = claimed(rig, verb)
    if verb.bones_from == "PICKED":
        lost = [bone.name for bone in verb.picked if bone.name not in rig.pose.bones]
        if lost:
            raise VerbError(f"'{verb.name}' moves '{lost[0]}', a bone that '{rig.name}' lacks: pick its bones again")
        if not names:
            raise VerbError(f"'{verb.name}' has no bones: select some in pose mode and press Pick")
    elif verb.collection not in rig.data.collections_all:
        missing = f"'{verb.collection}', a bone collection that '{rig.data.name}' lacks"
        raise VerbError(f"'{verb.name}' moves {missing if verb.collection else 'no bone collection'}: choose another")
    elif not names:
        raise VerbError(f"The bone collection '{verb.collection}' of '{verb.name}' is empty: choose another")
    return names


def claimed(rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> frozenset[str]:
    """The bones of the rig that a verb means, whether or not it can be built; a collection has those of its children.

    Collections are asked through the bones: in edit mode they themselves say that they have none.
    """
    if verb.bones_from == "PICKED":
        return frozenset(bone.name for bone in verb.picked) & frozenset(rig.pose.bones.keys())
    if verb.bones_from == "ALL":
        return _animated(verb) & frozenset(rig.pose.bones.keys())
    collections = rig.data.collections_all
    wanted = {collections[verb.collection]} if verb.collection in collections else set()
    grown = wanted
    while grown:
        grown = {child for collection in grown for child in collection.children} - wanted
        wanted |= grown
    return frozenset(bone.name for bone in rig.data.bones if not wanted.isdisjoint(bone.collections))


def measured(rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> frozenset[str] | None:
    """What is posed to see where an effector is: all there is, for it hangs on bones that the verb does not move.

    A verb with bones of its own takes no offence at others that the rig lacks.
    """
    return None if verb.bones_from == "ALL" else frozenset(("", *rig.pose.bones.keys()))


# By verb, the bones that its examples animate and what they were read from: the viewport asks at every redraw.
_known: dict[str, tuple[object, frozenset[str]]] = {}


def _animated(verb: "ADVERB_PG_verb") -> frozenset[str]:
    """The bones that enabled examples animate."""
    curves = []
    for example in verb.examples:
        slot = actions.slot_of(example.action, example.slot) if example.is_enabled and example.action else None
        if slot is not None:
            curves.append((example.action, slot))
    read_from = [(action.session_uid, slot.handle, actions.curve_count(action, slot)) for action, slot in curves]
    known = _known.get(verb.uid)
    if known is None or known[0] != read_from:
        found = (curve.data_path for source in curves for curve in actions.curves(*source))
        known = _known[verb.uid] = read_from, frozenset(Property.of(path).owner for path in found)
    return known[1]


def forget() -> None:
    """Drop what is known of examples, as when another file is loaded."""
    _known.clear()


def pick(verb: "ADVERB_PG_verb", names: Iterable[str]) -> None:
    """These bones and no others are the verb's."""
    verb.picked.clear()
    for name in names:
        verb.picked.add().name = name
    verb.bones_from = "PICKED"


def select(rig: bpy.types.Object, names: frozenset[str]) -> int:
    """Select these bones and no others; how many of them can be seen."""
    for bone in rig.pose.bones:
        selected = bone if hasattr(bone, "select") else bone.bone  # before Blender 5.0 it was the bone's
        selected.select = bone.name in names
    return sum(_is_visible(rig.pose.bones[name]) for name in names)


def _is_visible(bone: bpy.types.PoseBone) -> bool:
    hidden = bone.hide if hasattr(bone, "hide") else bone.bone.hide
    collections = bone.bone.collections
    return not hidden and (not collections or any(collection.is_visible_effectively for collection in collections))
