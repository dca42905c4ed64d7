"""What comes from another file: a linked rig is only looked at, an override can be steered, released and baked.

Blender keeps of an override only what may be overridden. Drivers that are put on it or taken off are as the library has
them after the next load, but whether one is muted is kept: so a verb that is live in the library is released by muting.
"""

from pathlib import Path

import bpy

# What a property may say: that it may differ where the rig is overridden. So may all that steers and bakes a verb, and
# nothing that it is made of.
HERE = {"LIBRARY_OVERRIDABLE"}


def is_local(owner: bpy.types.ID) -> bool:
    """Whether all that is written to it is kept."""
    return owner.library is None and owner.override_library is None


def is_override(owner: bpy.types.ID) -> bool:
    return owner.library is None and owner.override_library is not None


def file_of(owner: bpy.types.ID) -> str:
    """Name of the file that it comes from."""
    library = owner.library or owner.override_library.reference.library
    return Path(bpy.path.abspath(library.filepath)).name


def linked(owner: bpy.types.ID) -> str:
    """Why nothing can be done to it, or "" if something can."""
    if owner.library is None:
        return ""
    return f"'{owner.name}' is linked from '{file_of(owner)}': make a library override to steer it"


def overridden(owner: bpy.types.ID) -> str:
    """Why what it is made of cannot be changed, or "" if it can."""
    if not is_override(owner):
        return ""
    return f"'{owner.name}' is an override: change its verbs in '{file_of(owner)}'"
