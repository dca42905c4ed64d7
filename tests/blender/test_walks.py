"""Walks of different length blend without stumbling, once their steps correspond."""

import bpy
import pytest

from tests.blender.test_rigs import captured
from tests.blender.walks import PAIRS, skate_ratios, walking

# The one walk is cut 3 frames after the left foot lands, the other 8: as people cut cycles, and no two alike.
LATE = (3, 8)
MOST = 1.5


@captured
@pytest.mark.parametrize("files", PAIRS, ids=lambda files: files[0][-5:])
def test_suggested_keytimes_keep_the_feet_where_they_stand(files):
    rig, verb = walking(files, LATE)
    without = skate_ratios(rig, verb).max()
    assert bpy.ops.adverb.suggest_keytimes() == {"FINISHED"}
    assert verb.keytimes.keys() == ["right down", "left down"]
    assert all(moment.is_set for example in verb.examples for moment in example.keytimes)
    assert skate_ratios(rig, verb).max() < MOST < without


@captured
def test_aligned_keytimes_keep_the_feet_where_they_stand():
    rig, verb = walking(PAIRS[0], LATE)
    bpy.ops.adverb.suggest_keytimes()
    found = [moment.frame for moment in verb.examples[1].keytimes]
    for moment in verb.examples[1].keytimes:
        moment.is_set = False
    verb.active_example = 0
    assert bpy.ops.adverb.align_keytimes() == {"FINISHED"}
    assert [moment.frame for moment in verb.examples[1].keytimes] == pytest.approx(found, abs=2.0)
    assert skate_ratios(rig, verb).max() < MOST


@captured
@pytest.mark.parametrize("files", PAIRS, ids=lambda files: files[0][-5:])
def test_cycles_cut_where_a_foot_lands_need_only_the_other_one(files):
    rig, verb = walking(files, (0, 0))
    bpy.ops.adverb.suggest_keytimes()
    assert verb.keytimes.keys() == ["left down", "right down"]
    for example in verb.examples:
        assert example.keytimes[0].frame == example.action.frame_start
    assert skate_ratios(rig, verb).max() < MOST


@captured
def test_a_cycle_that_starts_on_the_other_foot_is_named():
    _, verb = walking(PAIRS[0], LATE)
    action = verb.examples[1].action
    action.frame_start, action.frame_end = action.frame_start + 12, action.frame_end + 12
    bpy.ops.adverb.suggest_keytimes()
    assert all(moment.is_set for moment in verb.examples[0].keytimes)
    assert not any(moment.is_set for moment in verb.examples[1].keytimes)
