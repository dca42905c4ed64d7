"""Files of older versions: what the artist said in them means the same."""

import shutil
from pathlib import Path

import bpy
import numpy as np
import pytest

import adverb
from adverb.addon.live import is_running
from adverb.addon.properties import SCHEMA
from tests.blender.stick import numbers, place, played
from tests.blender.test_files import append, link, override, reopen
from tools.package import INSTALLED


@pytest.fixture
def old(tmp_path):
    """A file of the first schema, which knew no other way to measure than the place of the effector."""
    return Path(shutil.copy(Path(__file__).parent / "data" / "schema_1.blend", tmp_path))


def check(rig):
    verb = rig.adverb.verbs[0]
    assert verb.schema == SCHEMA
    assert [(each.name, each.measure) for each in verb.adverbs] == [
        ("x", "PLACE"),
        ("y", "PLACE"),
        ("z", "PLACE"),
        ("heavy", "NONE"),
    ]


def opened(path):
    bpy.ops.wm.open_mainfile(filepath=str(path))
    rig = bpy.data.objects["Rig"]
    bpy.context.view_layer.objects.active = rig
    return rig


def test_an_old_file_is_measured_as_before(old):
    rig = opened(old)
    check(rig)
    verb = rig.adverb.verbs[0]
    before = [place(example) for example in verb.examples]
    bpy.ops.adverb.measure()
    assert np.allclose([place(example) for example in verb.examples], before, atol=1e-6)
    assert verb.bake_step == 2.0


def test_a_live_verb_of_an_old_file_goes_on(old):
    rig = opened(old)
    verb = rig.adverb.verbs[0]
    assert is_running(verb)
    example = verb.examples[2]
    verb.goal.location, verb.goal["heavy"] = place(example)[:3], place(example)[3]
    verb.goal.update_tag()
    bpy.context.scene.frame_set(5)
    assert np.allclose(numbers(rig), played(rig, example.action, 5), atol=2e-6)


def test_it_is_brought_up_to_date_wherever_it_comes_in(old):
    check(append(old))
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    check(next(thing for thing in link(old).objects if thing.type == "ARMATURE"))
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    rig = override(old)
    check(rig)
    bpy.ops.wm.save_as_mainfile(filepath=str(old.parent / "shot.blend"))
    check(reopen(old.parent / "shot.blend"))


@pytest.mark.skipif(bool(INSTALLED), reason="the installed extension is switched on by Blender itself")
def test_it_is_brought_up_to_date_when_adverb_is_switched_on_in_an_open_file(old):
    adverb.unregister()
    bpy.ops.wm.open_mainfile(filepath=str(old))
    adverb.register()
    check(bpy.data.objects["Rig"])


def test_what_is_typed_on_purpose_stays_by_hand(rig, tmp_path):
    """Files of the first schema that already knew measures say so."""
    verb = rig.adverb.verbs[0]
    verb.schema = 1
    verb.adverbs["y"].measure = "NONE"
    path = tmp_path / "typed.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(path))
    verb = opened(path).adverb.verbs[0]
    assert verb.schema == SCHEMA
    assert [each.measure for each in verb.adverbs] == ["PLACE", "NONE", "PLACE"]


def test_an_adverb_with_a_bone_of_its_own_keeps_the_end_that_the_verb_gave_it(rig, tmp_path):
    verb = rig.adverb.verbs[0]
    verb.adverbs["x"].bone, verb.adverbs["x"].bone_end = "bone 2", "TAIL"
    bpy.ops.adverb.measure()
    verb.schema = 1
    verb.adverbs["x"].property_unset("bone_end")
    path = tmp_path / "ends.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(path))
    verb = opened(path).adverb.verbs[0]
    before = [place(example) for example in verb.examples]
    bpy.ops.adverb.measure()
    assert np.allclose([place(example) for example in verb.examples], before, atol=1e-6)
