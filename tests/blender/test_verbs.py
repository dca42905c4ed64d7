"""Verbs as a list: named, duplicated, moved and removed; examples from what is selected in other editors."""

from contextlib import contextmanager

import bpy
import numpy as np
import pytest

from adverb.addon import browsing
from tests.blender.stick import make_action, make_rig, numbers, place


def said(group, skip=frozenset()):
    """All that a group holds, as plain values."""
    found = {}
    for known in group.bl_rna.properties:
        if known.identifier in skip | {"rna_type"}:
            continue
        value = getattr(group, known.identifier)
        if known.type == "COLLECTION":
            value = [said(item) for item in value]
        elif known.type == "POINTER" and known.is_readonly:  # a group within the group
            value = said(value)
        found[known.identifier] = tuple(value) if getattr(known, "is_array", False) else value
    return found


def names(items):
    return [item.name for item in items]


def test_a_duplicate_says_the_same_and_is_another(live):
    rig = live
    verb = rig.adverb.verbs[0]
    verb.cycle, verb.examples[1].is_enabled = "IN_PLACE", False
    verb.examples[2].adverbs[0].value = 3.0
    assert bpy.ops.adverb.duplicate_verb() == {"FINISHED"}
    first, second = rig.adverb.verbs
    assert (first.name, second.name, rig.adverb.active_verb) == ("Reach", "Reach.001", 1)
    assert first.uid != second.uid and first.is_live and not second.is_live
    own = {"name", "uid", "is_live", "before", "action_before", "slot_before"}
    assert said(second, own) == said(first, own)
    assert [number.is_typed for number in second.examples[2].adverbs] == [True, False, False]


def test_a_duplicate_stands_after_the_verb_it_is_made_from(rig):
    bpy.ops.adverb.add_verb(name="Nod")
    rig.adverb.active_verb = 0
    bpy.ops.adverb.duplicate_verb()
    assert names(rig.adverb.verbs) == ["Reach", "Reach.001", "Nod"]


def test_a_duplicate_does_what_the_verb_does(live):
    rig = live
    pose = numbers(rig)
    bpy.ops.adverb.duplicate_verb()
    with pytest.raises(RuntimeError, match="'Reach' is live and moves"):
        bpy.ops.adverb.go_live()
    rig.adverb.active_verb = 0
    bpy.ops.adverb.release()
    rig.adverb.active_verb = 1
    bpy.ops.adverb.go_live()
    bpy.context.view_layer.update()
    assert np.allclose(numbers(rig), pose, atol=1e-6)


def test_no_two_of_a_list_have_the_same_name(rig):
    bpy.ops.adverb.add_verb(name="Reach")
    first, second = rig.adverb.verbs
    assert (first.name, second.name) == ("Reach", "Reach.001")
    second.name = "Wave"
    second.name = "Reach"
    assert (first.name, second.name) == ("Reach", "Reach.001")
    second.name = "Reach.001"
    assert second.name == "Reach.001"
    first.adverbs[1].name = "x"
    assert names(first.adverbs) == ["x", "x.001", "z"]
    first.keytimes[0].name = "grab"
    bpy.ops.adverb.add_keytime(name="lift")


def test_a_live_verb_is_not_removed(live):
    with pytest.raises(RuntimeError, match="Release the verb first"):
        bpy.ops.adverb.remove_verb()
    bpy.ops.adverb.release()
    bpy.ops.adverb.remove_verb()
    assert not live.adverb.verbs


def test_a_verb_moves_in_the_list_and_what_is_live_goes_on(live):
    rig = live
    verb = rig.adverb.verbs[0]
    goal, uid = verb.goal, verb.uid
    for name in ("Nod", "Wave"):
        bpy.ops.adverb.add_verb(name=name)
    bpy.ops.adverb.move_verb(direction="UP")
    bpy.ops.adverb.move_verb(direction="UP")
    assert (names(rig.adverb.verbs), rig.adverb.active_verb) == (["Wave", "Reach", "Nod"], 0)
    with pytest.raises(RuntimeError, match="at the top of the list already"):
        bpy.ops.adverb.move_verb(direction="UP")
    bpy.ops.adverb.move_verb(direction="DOWN")
    assert (names(rig.adverb.verbs), rig.adverb.active_verb) == (["Reach", "Wave", "Nod"], 1)
    verb = rig.adverb.verbs[0]
    assert verb.is_live and verb.uid == uid
    poses = []
    for example in verb.examples[:2]:
        goal.location = place(example)
        bpy.context.view_layer.update()
        poses.append(numbers(rig))
    assert not np.allclose(*poses, atol=1e-2)


def test_an_adverb_moves_with_its_values_and_a_keytime_with_its_frames(rig):
    verb = rig.adverb.verbs[0]
    bpy.ops.adverb.add_keytime(name="back")
    for example in verb.examples:
        example.keytimes[1].frame, example.keytimes[1].is_set = example.keytimes[0].frame + 2, True
    values = [place(example) for example in verb.examples]
    frames = [[moment.frame for moment in example.keytimes] for example in verb.examples]
    verb.active_adverb = 2
    bpy.ops.adverb.move_adverb(direction="UP")
    bpy.ops.adverb.move_keytime(direction="UP")
    assert names(verb.adverbs) == ["x", "z", "y"] and verb.active_adverb == 1
    assert names(verb.keytimes) == ["back", "touch"] and verb.active_keytime == 0
    assert [place(example) for example in verb.examples] == [[x, z, y] for x, y, z in values]
    assert [[moment.frame for moment in example.keytimes] for example in verb.examples] == [
        list(reversed(moments)) for moments in frames
    ]


def test_the_order_of_examples_changes_nothing_but_the_list(rig):
    verb = rig.adverb.verbs[0]
    bpy.ops.adverb.go_live()
    pose = numbers(rig)
    with pytest.raises(RuntimeError, match="Release the verb first"):
        bpy.ops.adverb.move_example(direction="DOWN")
    bpy.ops.adverb.release()
    verb.active_example = 0
    bpy.ops.adverb.move_example(direction="DOWN")
    assert names(verb.examples) == ["reach 1", "reach 0", "reach 2", "reach 3"] and verb.active_example == 1
    bpy.ops.adverb.go_live()
    bpy.context.view_layer.update()
    assert np.allclose(numbers(rig), pose, atol=1e-5)


@contextmanager
def editor(ui_type):
    """One of the areas of the window as another editor, with the mouse over the 3D view."""
    areas = bpy.context.window.screen.areas
    area = next(area for area in areas if area.type == "PROPERTIES")
    area.ui_type = ui_type
    view = next(area for area in areas if area.type == "VIEW_3D")
    with bpy.context.temp_override(area=view, region=next(region for region in view.regions if region.type == "UI")):
        yield area
    area.ui_type = "PROPERTIES"


def window(area):
    return {"area": area, "region": next(region for region in area.regions if region.type == "WINDOW")}


@pytest.fixture
def stick():
    """A rig with a verb that has no examples, and two Actions, of which it plays the second."""
    rig = make_rig()
    rig.select_set(True)
    bpy.ops.adverb.add_verb(preset="STYLE")
    rig.animation_data_create()
    for index in range(2):
        rig.animation_data.action = make_action(rig, f"step {index}", seed=index)
        rig.animation_data.action_slot = rig.animation_data.action.slots[0]
    return rig


def test_the_action_shown_in_an_open_action_editor_is_added_from_the_sidebar_once(stick):
    with editor("DOPESHEET") as area:
        area.spaces.active.mode = "ACTION"
        bpy.ops.adverb.add_selected()
        assert names(stick.adverb.verbs[0].examples) == ["step 1"]
        with pytest.raises(RuntimeError, match="'Style' has what is selected already"):
            bpy.ops.adverb.add_selected()
    assert len(stick.adverb.verbs[0].examples) == 1


def test_an_action_editor_adds_what_it_shows(stick):
    with editor("DOPESHEET") as area:
        area.spaces.active.mode = "ACTION"
        with bpy.context.temp_override(**window(area)):
            bpy.ops.adverb.add_selected()
    assert names(stick.adverb.verbs[0].examples) == ["step 1"]


def test_where_nothing_is_selected_one_is_told_where_to_select(stick):
    with (
        editor("PROPERTIES"),
        pytest.raises(RuntimeError, match="select some in an Asset Browser, an Action editor or the Outliner"),
    ):
        bpy.ops.adverb.add_selected()


def test_an_action_of_another_rig_is_refused_by_name(stick):
    other = bpy.data.actions.new("alien")
    slot = other.slots.new("OBJECT", stick.name)
    bag = other.layers.new("Layer").strips.new(type="KEYFRAME").channelbag(slot, ensure=True)
    bag.fcurves.new('pose.bones["wing"].location', index=0).keyframe_points.insert(1, 4.0)
    stick.animation_data.action, stick.animation_data.action_slot = other, slot
    with editor("DOPESHEET") as area:
        area.spaces.active.mode = "ACTION"
        with pytest.raises(RuntimeError, match="'alien' moves no bone of 'Rig'"):
            bpy.ops.adverb.add_selected()
    assert not stick.adverb.verbs[0].examples


def test_actions_of_a_library_are_copied_once(stick, tmp_path):
    path = str(tmp_path / "library.blend")
    bpy.data.actions["step 0"].asset_mark()
    bpy.data.libraries.write(path, {bpy.data.actions["step 0"]})
    origin = (path, "step 0")
    assert not browsing.known([origin])
    (copied,) = browsing.append([origin, (path, "no such Action")])
    assert copied.library is None and copied.asset_data is None and copied != bpy.data.actions["step 0"]
    assert browsing.known([origin]) == {origin: copied}


def test_menus_of_other_editors_offer_it_while_the_add_on_is_on():
    import adverb
    from adverb.panels.menus import MENUS

    def entries():
        return [draw in getattr(bpy.types, menu)._dyn_ui_initialize() for menu, draw in MENUS]

    assert all(entries()) and len(entries()) == 3
    adverb.unregister()
    assert not any(entries())
    adverb.register()
    assert all(entries())
