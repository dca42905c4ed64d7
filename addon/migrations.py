"""Verbs of older files, brought to what their words mean now. Each step leads from one schema to the next.

Nothing is asked but the verb itself, so it matters not how it came: opened, appended, linked or overridden. What is
linked is brought up to date again after every load.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import bpy

from .properties import SCHEMA

if TYPE_CHECKING:
    from .properties import ADVERB_PG_verb


def migrate(verbs: Iterable["ADVERB_PG_verb"]) -> None:
    for verb in verbs:
        if verb.schema < SCHEMA:
            for step in _STEPS[max(verb.schema - 1, 0) :]:
                step(verb)
            verb.schema = SCHEMA


def _from_1(verb: "ADVERB_PG_verb") -> None:
    """Adverbs say how they are measured: before, those of the goal were the place of the effector. From a version that
    asked, the answer is in the file even where it is By Hand. A bone of an adverb's own has an end of its own. The step
    of a bake may lie between frames: Blender does not read a whole number as such a number."""
    for adverb in verb.adverbs:
        if adverb.kind == "GOAL" and not adverb.is_property_set("measure"):
            adverb.measure = "PLACE"
        if adverb.bone and not adverb.is_property_set("bone_end"):
            adverb.bone_end = verb.effector_end
    step = _stored(verb).get("bake_step")
    if isinstance(step, int):
        verb.property_unset("bake_step")
        verb.bake_step = step


def _stored(group: bpy.types.PropertyGroup) -> Any:
    """What is in the file for a group, in the types it was written in."""
    is_apart = hasattr(group, "bl_system_properties_get")  # before Blender 5.0 all stood among the custom properties
    return (group.bl_system_properties_get() if is_apart else group) or {}


_STEPS = (_from_1,)
