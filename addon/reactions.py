"""What follows at once when the artist changes a saved value, and what may be chosen for one."""

from typing import Any

import bpy
import numpy as np

from ..core.coordinates import together
from . import naming, refit


def changed(self: bpy.types.PropertyGroup, _context: bpy.types.Context) -> None:
    """A live verb follows what the artist types."""
    refit.request(self.id_data)


def typed(self: bpy.types.PropertyGroup, context: bpy.types.Context) -> None:
    """What the artist types is not measured away. Measuring takes the mark off again."""
    self.is_typed = True
    changed(self, context)


def seen_from_elsewhere(self: bpy.types.PropertyGroup, context: bpy.types.Context) -> None:
    """Where the new bone stands is not known before it is measured."""
    self.property_unset("stand")
    changed(self, context)


def renamed(self: bpy.types.PropertyGroup, _context: bpy.types.Context) -> None:
    """No two of a list have the same name: the second gets a number."""
    path = self.path_from_id()
    others = [item for item in self.id_data.path_resolve(path[: path.rindex("[")]) if item != self]
    name = naming.unique(self.name, others)
    if name != self.name:
        self.name = name


def limited(self: bpy.types.PropertyGroup, context: bpy.types.Context) -> None:
    """Limits that nobody has set yet are those of the examples."""
    if self.use_limits and not (self.is_property_set("least") or self.is_property_set("most")):
        verb: Any = self.id_data.path_resolve(self.path_from_id().rpartition(".adverbs[")[0])
        index = list(verb.adverbs).index(self)
        values = np.array([example.adverbs[index].value for example in verb.examples])
        if self.kind == "GOAL" and self.axis == "AZIMUTH":
            values = together(values)
        if len(values):
            self.least, self.most = values.min(), values.max()
    changed(self, context)


def is_armature(_self: bpy.types.PropertyGroup, thing: bpy.types.Object) -> bool:
    return thing.type == "ARMATURE"
