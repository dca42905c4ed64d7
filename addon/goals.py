"""The goal: an empty that the artist drags."""

from typing import TYPE_CHECKING

import bpy
import numpy as np
from mathutils import Vector

if TYPE_CHECKING:
    from .properties import ADVERB_PG_verb


def make(context: bpy.types.Context, rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> bpy.types.Object:
    """A goal in the middle of the examples, beside the rig in its collection."""
    goal = bpy.data.objects.new(f"{verb.name} goal", None)
    goal.empty_display_type = "SPHERE"
    middle = Vector((0.0, 0.0, 0.0))
    for index, adverb in enumerate(verb.adverbs):
        if adverb.kind == "GOAL":
            axis = "XYZ".index(adverb.axis)
            middle[axis] = float(np.mean([example.adverbs[index].value for example in verb.examples]))
    goal.location = rig.matrix_world @ middle
    goal.empty_display_size = 0.05 * max(rig.dimensions)
    goal.show_in_front = True
    collection = rig.users_collection[0] if rig.users_collection else context.scene.collection
    collection.objects.link(goal)
    return goal
