"""Keytimes: written as markers and read again, suggested, aligned, and shown in the chart."""

import bpy
import numpy as np
import pytest

from adverb.addon import actions, chart, profiles, suggesting, tracing
from adverb.addon.stepwise import finish
from tests.blender.stick import make_rig
from tests.blender.test_rigs import MOCAP, bvh_verb, captured


def frames(verb, keytime=0):
    return [example.keytimes[keytime].frame for example in verb.examples]


def markers(action):
    return sorted((marker.name, marker.frame) for marker in action.pose_markers)


def test_markers_written_and_read_are_the_keytimes(rig):
    verb = rig.adverb.verbs[0]
    for index, example in enumerate(verb.examples):
        example.action.pose_markers.new("mine").frame = 3
        example.keytimes[0].frame = 5 + index
    assert bpy.ops.adverb.write_markers() == {"FINISHED"}
    for index, example in enumerate(verb.examples):
        assert markers(example.action) == [("mine", 3), ("touch", 5 + index)]
        example.keytimes[0].is_set = False
    bpy.ops.adverb.read_markers()
    assert frames(verb) == [5, 6, 7, 8]


def test_a_keytime_that_is_not_set_is_not_written_and_a_new_one_is_added(rig):
    verb = rig.adverb.verbs[0]
    bpy.ops.adverb.add_keytime(name="return")
    verb.examples[0].keytimes[1].frame, verb.examples[0].keytimes[1].is_set = 15.4, True
    before = markers(verb.examples[1].action)
    bpy.ops.adverb.write_markers()
    assert ("return", 15) in markers(verb.examples[0].action)
    assert markers(verb.examples[1].action) == before


def test_examples_that_share_an_action_have_their_markers_in_their_ranges(rig):
    verb = rig.adverb.verbs[0]
    verb.active_example = 3
    action = verb.examples[3].action  # 35 frames
    bpy.ops.adverb.remove_example()
    parts = ((1, 12, 11), (10, 22, 15), (20, 30, 25))
    for example, (first, last, frame) in zip(verb.examples, parts, strict=True):
        example.action, example.use_range, example.first, example.last = action, True, first, last
        example.keytimes[0].frame, example.keytimes[0].is_set = frame, True
    action.pose_markers.remove(action.pose_markers["touch"])
    for _ in range(2):  # and again, without more of them
        bpy.ops.adverb.write_markers()
        assert markers(action) == [("touch", 11), ("touch", 15), ("touch", 25)]
        for example in verb.examples:
            example.keytimes[0].frame = 1
        bpy.ops.adverb.read_markers()
        assert frames(verb) == [11, 15, 25]


@pytest.mark.parametrize("count", [1, 2])
def test_two_examples_that_are_one_whole_action_have_a_marker_each(rig, count):
    """They take the markers of a name in turn; where there are too few, they share the first."""
    verb = rig.adverb.verbs[0]
    action = verb.examples[3].action
    for index in (3, 2):
        verb.examples.remove(index)
    for example, frame in zip(verb.examples, (15, 5), strict=True):
        example.action, example.keytimes[0].frame, example.keytimes[0].is_set = action, frame, True
    bpy.ops.adverb.write_markers()
    assert markers(action) == [("touch", 5), ("touch", 15)]
    if count == 1:
        action.pose_markers.remove(action.pose_markers[-1])
    bpy.ops.adverb.read_markers()
    assert frames(verb) == [15, 5][:count] + [15] * (2 - count)
    bpy.ops.adverb.add_keytime(name="lift")
    action.pose_markers.new("lift").frame = 2
    action.pose_markers.new("lift").frame = 4
    bpy.ops.adverb.read_markers()
    assert frames(verb, 1) == [2, 4]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_part_and_the_whole_of_one_action_have_a_marker_each(rig, order):
    verb = rig.adverb.verbs[0]
    action = verb.examples[3].action
    for index in (3, 2):
        verb.examples.remove(index)
    part, whole = (verb.examples[index] for index in order)
    for example, frame in ((part, 5), (whole, 15)):
        example.action, example.keytimes[0].frame, example.keytimes[0].is_set = action, frame, True
    part.use_range, part.first, part.last = True, 1, 8
    action.pose_markers.remove(action.pose_markers["touch"])
    for _ in range(3):
        bpy.ops.adverb.write_markers()
        assert markers(action) == [("touch", 5), ("touch", 15)]
        bpy.ops.adverb.read_markers()
        assert sorted(frames(verb)) == [5, 15]
        verb.examples.move(0, 1)


@pytest.mark.parametrize(
    ("first", "last", "frame", "marker"), [(10.5, 19, 10.5, 11), (3, 9.5, 9.5, 9), (10.2, 10.8, 10.3, 10)]
)
def test_a_marker_of_a_part_between_frames_is_found_again(rig, first, last, frame, marker):
    example = rig.adverb.verbs[0].examples[0]
    example.use_range, example.first, example.last = True, first, last
    example.keytimes[0].frame = frame
    example.action.pose_markers.remove(example.action.pose_markers["touch"])
    for _ in range(3):
        bpy.ops.adverb.write_markers()
        assert markers(example.action) == [("touch", marker)]
    bpy.ops.adverb.read_markers()
    assert example.first <= example.keytimes[0].frame <= example.last


def test_markers_of_a_linked_action_are_refused_before_anything_is_written(rig, tmp_path):
    verb = rig.adverb.verbs[0]
    path = str(tmp_path / "library.blend")
    bpy.data.libraries.write(path, {verb.examples[2].action})
    with bpy.data.libraries.load(path, link=True) as (_, wanted):
        wanted.actions = [verb.examples[2].action.name]
    verb.examples[3].action = wanted.actions[0]
    verb.examples[0].keytimes[0].frame = 9
    before = markers(verb.examples[0].action)
    with pytest.raises(RuntimeError, match="linked from another file: make it local"):
        bpy.ops.adverb.write_markers()
    assert markers(verb.examples[0].action) == before


def test_poses_have_no_keytimes(rig):
    rig.adverb.verbs[0].kind = "POSE"
    for button in (bpy.ops.adverb.suggest_keytimes, bpy.ops.adverb.align_keytimes, bpy.ops.adverb.write_markers):
        assert not button.poll()


def bow(rig, name, frames, peak, hold=0):
    """The chain bends forward until `peak`, stays there for some frames and comes back."""
    bones = [bone.name for bone in rig.pose.bones]
    channels = [(f'pose.bones["{bone}"].rotation_euler', index, bone) for bone in bones for index in range(3)]
    times = np.arange(1.0, frames + 1.0)
    back = np.clip((times - peak - hold) / (frames - peak - hold), 0.0, 1.0)
    part = np.where(times < peak, (times - 1.0) / (peak - 1.0), 1.0 - back)
    values = np.zeros((frames, len(channels)))
    values[:, ::3] = 0.3 * np.sin(0.5 * np.pi * part)[:, None] ** 2
    return actions.write(name, rig, channels, times, values)


@pytest.fixture
def bowing():
    rig = make_rig(modes=("XYZ",))
    for index, (length, peak) in enumerate(((30, 15), (40, 14), (50, 33))):
        bow(rig, f"bow {index}", length, peak)
    bpy.ops.adverb.add_verb(preset="STYLE")
    bpy.ops.adverb.add_examples(pattern="bow*")
    rig.adverb.verbs[0].effector, rig.adverb.verbs[0].effector_end = "bone 4", "TAIL"
    return rig


def test_a_verb_without_keytimes_gets_a_touch_where_the_effector_arrives(bowing):
    verb = bowing.adverb.verbs[0]
    assert not verb.keytimes
    assert bpy.ops.adverb.suggest_keytimes() == {"FINISHED"}
    assert verb.keytimes.keys() == ["touch"]
    assert frames(verb) == pytest.approx([15, 14, 33], abs=1.0)


def test_a_keytime_is_suggested_on_the_first_frame_of_a_hold(bowing):
    verb = bowing.adverb.verbs[0]
    for index, (length, peak) in enumerate(((40, 15), (50, 14), (60, 33))):
        verb.examples[index].action = bow(bowing, f"held {index}", length, peak, hold=10)
    bpy.ops.adverb.suggest_keytimes()
    assert frames(verb) == pytest.approx([15, 14, 33], abs=1.0)


def test_what_is_set_is_replaced_only_on_request(bowing):
    verb = bowing.adverb.verbs[0]
    bpy.ops.adverb.suggest_keytimes()
    verb.examples[1].keytimes[0].frame = 20
    bpy.ops.adverb.suggest_keytimes()
    assert frames(verb)[1] == 20
    bpy.ops.adverb.suggest_keytimes(replace=True)
    assert frames(verb)[1] == pytest.approx(14, abs=1.0)


def test_an_example_in_which_nothing_convinces_is_named(bowing):
    verb = bowing.adverb.verbs[0]
    verb.examples[2].use_range, verb.examples[2].first, verb.examples[2].last = True, 1, 3
    found = finish(suggesting.suggest(bowing, verb, True, bpy.context.view_layer))
    assert (found.count, found.doubtful) == (2, ("bow 2",))
    assert not verb.examples[2].keytimes[0].is_set


def test_an_effector_that_goes_nowhere_is_said(bowing):
    bowing.adverb.verbs[0].effector, bowing.adverb.verbs[0].effector_end = "bone 0", "HEAD"
    with pytest.raises(RuntimeError, match="arrives nowhere"):
        bpy.ops.adverb.suggest_keytimes()
    assert not bowing.adverb.verbs[0].keytimes


def test_keytimes_of_the_chosen_example_are_carried_to_the_others(bowing):
    verb = bowing.adverb.verbs[0]
    bpy.ops.adverb.add_keytime(name="touch")
    verb.active_example = 0
    verb.examples[0].keytimes[0].frame, verb.examples[0].keytimes[0].is_set = 15, True
    verb.examples[1].keytimes[0].frame, verb.examples[1].keytimes[0].is_set = 20, True
    bpy.ops.adverb.align_keytimes()
    assert frames(verb) == pytest.approx([15, 20, 33], abs=1.0)
    bpy.ops.adverb.align_keytimes(replace=True)
    assert frames(verb) == pytest.approx([15, 14, 33], abs=1.0)


def test_a_reference_without_its_keytimes_is_refused(bowing):
    bpy.ops.adverb.add_keytime(name="touch")
    bowing.adverb.verbs[0].active_example = 1
    with pytest.raises(RuntimeError, match="'bow 1' has no keytime 'touch'"):
        bpy.ops.adverb.align_keytimes()


def test_a_reference_with_a_keytime_outside_its_range_is_refused(bowing):
    verb = bowing.adverb.verbs[0]
    bpy.ops.adverb.suggest_keytimes()
    verb.active_example = 0
    verb.examples[0].use_range, verb.examples[0].first, verb.examples[0].last = True, 1, 10
    before = frames(verb)
    with pytest.raises(RuntimeError, match=r"'bow 0' has keytime 'touch' at frame .*, outside its range from 1 to 10"):
        bpy.ops.adverb.align_keytimes(replace=True)
    assert frames(verb) == before


def test_bones_that_are_not_the_verbs_may_be_lacking(bowing):
    verb = bowing.adverb.verbs[0]
    action = verb.examples[0].action
    lacking = [('pose.bones["ghost"].location', 0, "ghost")]
    actions.add(action, action.slots[0], lacking, np.array([1.0, 30.0]), np.zeros((2, 1)))
    for bone in ("bone 3", "bone 4"):
        verb.picked.add().name = bone
    verb.bones_from = "PICKED"
    bpy.ops.adverb.suggest_keytimes()
    assert frames(verb) == pytest.approx([15, 14, 33], abs=1.0)
    verb.active_example = 0
    bpy.ops.adverb.align_keytimes(replace=True)
    assert frames(verb) == pytest.approx([15, 14, 33], abs=1.0)
    shown = profiles.profiles(bowing, verb)
    assert [shown.trouble, *(row.trouble for row in shown.rows)] == ["", "", "", ""]


@pytest.fixture
def sliding():
    """Two motions that slide a bone to and fro while its keyed rotation stays as it is."""
    rig = make_rig(modes=("QUATERNION",))
    written = [('pose.bones["bone 0"].location', index, "bone 0") for index in range(3)]
    written += [('pose.bones["bone 0"].rotation_quaternion', index, "bone 0") for index in range(4)]
    for index, peak in enumerate((10.0, 14.0)):
        values = np.tile([0.0, 0.0, 0.0, 0.9, 0.1, 0.2, 0.3], (3, 1))
        values[1, :3] = 1.0, 0.2, 0.5
        actions.write(f"slide {index}", rig, written, np.array([1.0, peak, 20.0]), values)
    bpy.ops.adverb.add_verb(preset="STYLE")
    bpy.ops.adverb.add_keytime(name="touch")
    bpy.ops.adverb.add_examples(pattern="slide*")
    rig.adverb.verbs[0].effector, rig.adverb.verbs[0].active_example = "", 0
    bpy.context.scene.frame_set(10)
    bpy.ops.adverb.set_keytime()
    return rig


def test_a_motion_by_location_only_is_aligned_and_charted(sliding):
    verb = sliding.adverb.verbs[0]
    bpy.ops.adverb.align_keytimes()
    assert frames(verb) == pytest.approx([10, 14], abs=1.0)
    assert all(row.speeds.max() == pytest.approx(1.0) for row in profiles.profiles(sliding, verb).rows)


def test_examples_in_which_nothing_moves_are_said(sliding):
    verb = sliding.adverb.verbs[0]
    for example in verb.examples:
        for curve in actions.curves(example.action, example.action.slots[0]):
            for key in curve.keyframe_points:
                key.co.y = curve.keyframe_points[0].co.y
            curve.update()
    with pytest.raises(RuntimeError, match="Nothing moves in the examples"):
        bpy.ops.adverb.align_keytimes()
    assert "Nothing moves in the examples" in profiles.profiles(sliding, verb).trouble


def test_a_chosen_keytime_that_is_none_is_said(bowing):
    verb = bowing.adverb.verbs[0]
    bpy.ops.adverb.suggest_keytimes()
    verb.adverbs[0].measure = "ANGLE"
    verb.adverbs[0].bone, verb.adverbs[0].other_bone = "bone 3", "bone 4"
    verb.active_keytime = 7
    buttons = ("measure", "suggest_keytimes", "set_keytime", "remove_keytime")
    for button in buttons:
        with pytest.raises(RuntimeError, match="has no chosen keytime: click one in its list"):
            getattr(bpy.ops.adverb, button)()
    assert verb.keytimes.keys() == ["touch"]


def test_the_chart_shows_which_keytime_is_wrong(bowing):
    verb = bowing.adverb.verbs[0]
    bpy.ops.adverb.suggest_keytimes()
    shown = profiles.profiles(bowing, verb)
    assert [row.trouble for row in shown.rows] == ["", "", ""]
    assert [name for name, _ in shown.keytimes] == ["touch"]
    assert profiles.profiles(bowing, verb) is shown, "nothing is made anew while nothing changes"
    right = verb.examples[1].keytimes[0].frame
    verb.examples[1].keytimes[0].frame = 35
    assert [row.trouble for row in profiles.profiles(bowing, verb).rows] == ["", "unlike the others", ""]
    verb.examples[1].keytimes[0].is_set = False
    assert [row.trouble for row in profiles.profiles(bowing, verb).rows] == ["", "no 'touch'", ""]
    verb.examples[1].keytimes[0].frame, verb.examples[1].keytimes[0].is_set = right, True
    verb.examples[0].is_enabled = False
    assert [row.index for row in profiles.profiles(bowing, verb).rows] == [1, 2]
    verb.examples[1].action = None
    assert "has lost its Action" in profiles.profiles(bowing, verb).trouble


def test_the_chart_says_that_a_keytime_is_outside_its_range(bowing):
    verb = bowing.adverb.verbs[0]
    bpy.ops.adverb.suggest_keytimes()
    verb.examples[1].use_range, verb.examples[1].first, verb.examples[1].last = True, 1, 10
    assert profiles.profiles(bowing, verb).rows[1].trouble == "outside its range"


def test_the_chart_follows_the_rotation_modes_and_the_rest_pose(bowing):
    verb = bowing.adverb.verbs[0]
    bpy.ops.adverb.suggest_keytimes()
    shown = profiles.profiles(bowing, verb)
    bowing.pose.bones["bone 1"].rotation_mode = "ZYX"
    turned = profiles.profiles(bowing, verb)
    assert turned is not shown
    bpy.ops.object.mode_set(mode="EDIT")
    bowing.data.edit_bones["bone 4"].tail = (2.0, 0.0, 5.0)
    bpy.ops.object.mode_set(mode="OBJECT")
    assert profiles.profiles(bowing, verb) is not turned


def test_the_chart_follows_an_edit_of_an_action(bowing):
    verb = bowing.adverb.verbs[0]
    bpy.ops.adverb.suggest_keytimes()
    actions.assign(bowing, verb.examples[0].action)
    bpy.context.view_layer.update()
    shown = profiles.profiles(bowing, verb)
    verb.examples[0].action.update_tag()
    bpy.context.view_layer.update()
    assert profiles.profiles(bowing, verb) is not shown


@pytest.mark.parametrize("count", [0, 1, 9, 200])
@pytest.mark.parametrize("scale", [1.0, 2.5])
def test_the_chart_stays_in_its_corner(count, scale):
    left, right, high = 60.0, 1100.0, 800.0
    frame = chart.Frame.of((left, right, high), scale, count, active=count // 2)
    assert frame.x >= left
    assert frame.x + frame.width <= right
    assert frame.y + frame.height <= high
    assert frame.first <= count // 2 < frame.first + frame.shown or not count
    assert left < frame.plot[0] < frame.plot[1] <= frame.x + frame.width


@captured
def test_the_touch_of_captured_reaches_is_found_and_aligned():
    rig, verb = bvh_verb(sorted((MOCAP / "cmu" / "reach_one_hand").glob("144_23_r*.bvh")), "Reach")
    verb.effector = "LeftHand"
    bpy.ops.adverb.suggest_keytimes()
    traces = tracing.trace(rig, verb, ["LeftHand"], bpy.context.view_layer)
    paths = [trace.paths["LeftHand"] for trace in traces]
    furthest = [1.0 + np.argmax(np.linalg.norm(path - path[0], axis=1)) for path in paths]
    assert np.abs(np.array(frames(verb)) - furthest).max() < 2.0
    found = np.array(frames(verb))
    assert not any(row.trouble for row in profiles.profiles(rig, verb).rows)
    verb.active_example = 5
    bpy.ops.adverb.align_keytimes(replace=True)
    assert np.abs(np.array(frames(verb)) - found).max() < 4.0
