"""A verb's settings copied into another."""

import bpy

from adverb.addon import copying


def test_a_copy_says_all_that_was_said_and_nothing_that_was_to_be_skipped(rig):
    source = rig.adverb.verbs[0]
    source.cycle, source.effector_end, source.bake_angle = "TRAVEL", "TAIL", 0.25
    source.examples[1].adverbs[0].value = 7.0
    source.examples[2].is_enabled = False
    source.picked.add().name = "bone 1"
    target = rig.adverb.verbs.add()
    source = rig.adverb.verbs[0]  # a collection that grows may move what it holds
    copying.copy(source, target, frozenset({"uid"}))
    assert target.uid == ""
    assert target.name == f"{source.name}.001"  # no two of a list have one name
    own = frozenset({"uid", "name"})
    assert _said(target, own) == _said(source, own)
    assert [number.is_typed for number in target.examples[1].adverbs] == [True, False, False]


def _said(group: bpy.types.PropertyGroup, skip: frozenset[str] = frozenset()):
    """All that a group holds, as plain values."""
    said = {}
    for known in group.bl_rna.properties:
        value = getattr(group, known.identifier)
        if known.type == "COLLECTION":
            said[known.identifier] = [_said(item) for item in value]
        elif known.type == "POINTER" and known.is_readonly and known.identifier != "rna_type":  # a group within it
            said[known.identifier] = _said(value)
        elif known.identifier not in {"rna_type", *skip}:
            said[known.identifier] = tuple(value) if getattr(known, "is_array", False) else value
    return said
