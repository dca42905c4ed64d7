"""The table of a verb as text: out, changed in a spreadsheet, and in again. (A clipboard needs a window.)"""

import bpy
import pytest

from adverb.addon import listing
from adverb.core import table
from tests.blender.stick import place


def copied(rig):
    return table.write(listing.read(rig.adverb.verbs[0]))


def state(rig):
    return [
        (place(example), [number.is_typed for number in example.adverbs])
        + tuple((moment.frame, moment.is_set) for moment in example.keytimes)
        for example in rig.adverb.verbs[0].examples
    ]


def test_what_was_copied_changes_nothing_when_pasted(rig):
    before = state(rig)
    assert bpy.ops.adverb.paste_table(text=copied(rig)) == {"FINISHED"}
    assert state(rig) == before


def test_what_was_changed_counts_as_typed_and_nothing_else_does(rig):
    verb = rig.adverb.verbs[0]
    expected = state(rig)
    same = repr(verb.examples[1].adverbs[2].value)
    bpy.ops.adverb.paste_table(text=f"name\tz\ttouch (frame)\r\nreach 2\t0,75\t9\r\nreach 1\t{same}\t\r\n")
    expected[2][0][2], expected[2][1][2] = 0.75, True
    expected[2] = (*expected[2][:2], (9.0, True))
    expected[1] = (*expected[1][:2], (expected[1][2][0], False))
    assert state(rig) == expected
    bpy.ops.adverb.paste_table(text="name\ttouch (frame)\nreach 1\t12.5")
    assert (verb.examples[1].keytimes[0].frame, verb.examples[1].keytimes[0].is_set) == (12.5, True)


def test_measuring_leaves_alone_what_was_pasted(rig):
    bpy.ops.adverb.paste_table(text="name\tz\nreach 2\t0.75")
    bpy.ops.adverb.measure()
    assert rig.adverb.verbs[0].examples[2].adverbs[2].value == 0.75


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("name\tx\nreach 0\t1\nreach 1\tone", "Line 3, column 2: 'one' is no number"),
        ("name\tx\tw\nreach 0\t1\t1", "Line 1, column 3: the verb has no adverb or keytime 'w'"),
        ("name\tx\nreach 0\t1\nwalk\t2", "Line 3, column 1: the verb has no example 'walk'"),
    ],
)
def test_if_anything_is_wrong_nothing_is_pasted(rig, text, sentence):
    before = state(rig)
    with pytest.raises(RuntimeError) as caught:
        bpy.ops.adverb.paste_table(text=text)
    assert sentence in str(caught.value)
    assert state(rig) == before


def said_by(capfd, press):
    capfd.readouterr()
    press()
    return capfd.readouterr().out


def test_markers_that_are_missing_are_told_with_their_examples(rig, capfd):
    verb = rig.adverb.verbs[0]
    assert "Reach: 4 of 4 keytimes found as markers\n" in said_by(capfd, bpy.ops.adverb.read_markers)
    bpy.ops.adverb.add_keytime(name="lift")
    sentence = "still missing: 'lift' in 'reach 0', 'lift' in 'reach 1', 'lift' in 'reach 2', 1 more\n"
    assert sentence in said_by(capfd, bpy.ops.adverb.read_markers)
    for example in verb.examples[:3]:
        example.keytimes[1].frame, example.keytimes[1].is_set = 3.0, True
    assert "still missing: 'lift' in 'reach 3'\n" in said_by(capfd, bpy.ops.adverb.read_markers)
