"""Names in a list."""

from collections.abc import Iterable

import bpy


def unique(name: str, taken: Iterable[bpy.types.PropertyGroup]) -> str:
    """The name, or the name with a number as Blender adds them."""
    names = {item.name for item in taken}
    candidates = (name, *(f"{name}.{number:03d}" for number in range(1, len(names) + 2)))
    return next(candidate for candidate in candidates if candidate not in names)


def plain(name: str) -> str:
    """The name without the number that Blender or `unique` added."""
    head, _, tail = name.rpartition(".")
    return head if head and len(tail) == 3 and tail.isdigit() else name
