"""What the artist said, said again: one group of settings copied into another."""

import bpy

# What a verb has for itself alone, what it has only while it is live, and where its map stands: a copy starts without.
OWN = frozenset(
    ("uid", "is_live", "was_posing", "before", "action_before", "slot_before", "is_made", "carrier")
    + ("is_shown", "corner")
)


def copy(source: bpy.types.PropertyGroup, target: bpy.types.PropertyGroup, skip: frozenset[str]) -> None:
    """Copy all that is saved in a group, with its name and the groups within it, but what `skip` names on any level.

    Properties are copied in the order in which they were declared: a mark that says whether a number was typed stands
    after the number, since writing the number sets it.
    """
    for known in source.bl_rna.properties:
        name = known.identifier
        if name in skip or name == "rna_type":
            continue
        if known.type == "COLLECTION":
            items = getattr(target, name)
            items.clear()
            for item in getattr(source, name):
                copy(item, items.add(), skip)
        elif known.type == "POINTER" and known.is_readonly:
            copy(getattr(source, name), getattr(target, name), skip)
        elif not known.is_readonly and source.is_property_set(name):
            setattr(target, name, getattr(source, name))
        elif not known.is_readonly:  # what was never said stays unsaid: a number without it is not measured yet
            target.property_unset(name)
