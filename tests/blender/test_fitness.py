"""Leave one out in Blender: the button, the numbers in the list, the sentence, and the kernel that is found."""

import bpy
import numpy as np
import pytest

from adverb.addon import actions, building, kernels, review, units
from adverb.core import radial_basis
from tests.blender.stick import make_action, make_rig
from tests.blender.test_rigs import captured
from tools import captured as takes


@pytest.fixture
def bows():
    """A rig that bows deeper and deeper, in nine examples at 0, 1, 2... of one adverb."""
    rig = make_rig()
    for index in range(9):
        action = make_action(rig, f"bow {index}", seed=0)
        curve = next(
            its for its in actions.curves(action, action.slots[0]) if its.data_path.endswith('1"].rotation_euler')
        )
        curve.keyframe_points[2].co.y = 0.2 * index
        curve.update()
    bpy.ops.adverb.add_verb(name="Bow", preset="STYLE")
    bpy.ops.adverb.add_examples(pattern="bow*")
    for index, example in enumerate(rig.adverb.verbs[0].examples):
        example.adverbs[0].value = index
    return rig


def test_what_agrees_is_close_to_what_the_others_predict(bows):
    verb = bows.adverb.verbs[0]
    assert review.distances(verb) == {}
    assert bpy.ops.adverb.leave_one_out() == {"FINISHED"}
    assert list(review.distances(verb)) == list(range(9))
    assert max(review.distances(verb).values()) < 0.005
    assert review.fit_of(verb).nearest.min() > 0.02
    assert review.findings(verb) == ()


@pytest.mark.parametrize("button", ["build", "leave_one_out"])
def test_a_wrong_value_stands_out_with_its_place_in_the_list(bows, button):
    verb = bows.adverb.verbs[0]
    verb.examples[0].is_enabled = False
    verb.examples[2].adverbs[0].value = 4.5
    assert getattr(bpy.ops.adverb, button)() == {"FINISHED"}
    assert list(review.distances(verb)) == list(range(1, 9))
    ((place, sentence),) = [(found.example, found.sentence) for found in review.findings(verb)]
    away = units.length(bpy.context.scene, review.distances(verb)[2])
    assert place == 2
    assert sentence == f"'bow 2' is {away} from what the others predict: check its adverbs or keytimes"
    assert away.endswith("cm")


@pytest.mark.parametrize(
    "change",
    [
        lambda verb: setattr(verb, "kernel", "DISTANCE"),
        lambda verb: setattr(verb, "degree", "2"),
        lambda verb: setattr(verb.examples[1].adverbs[0], "value", 1.5),
    ],
)
def test_numbers_count_until_the_verb_changes(bows, change):
    verb = bows.adverb.verbs[0]
    bpy.ops.adverb.leave_one_out()
    assert review.distances(verb)
    change(verb)
    assert review.distances(verb) == {}
    assert review.fit_of(verb) is None


def test_one_example_cannot_be_predicted(bows):
    for example in list(bows.adverb.verbs[0].examples)[1:]:
        example.is_enabled = False
    with pytest.raises(RuntimeError, match="'Bow' has one example: add more, to predict it from"):
        bpy.ops.adverb.leave_one_out()


def test_where_constraints_stand_in_between_blender_is_asked_for_what_deforms(bows):
    verb = bows.adverb.verbs[0]
    bpy.ops.adverb.leave_one_out()
    plain = np.array(list(review.distances(verb).values()))
    copies = bows.pose.bones["bone 4"].constraints.new("COPY_ROTATION")
    copies.target, copies.subtarget = bows, "bone 1"
    before = [tuple(bone.matrix_basis.to_quaternion()) for bone in bows.pose.bones]
    bpy.ops.adverb.build()
    assert review.distances(verb) == {}  # Check does not take the time
    bpy.ops.adverb.leave_one_out()
    bound = np.array(list(review.distances(verb).values()))
    assert len(bound) == 9
    assert np.abs(bound - plain).max() < 0.01  # bone 4 has no bone on its end
    assert [tuple(bone.matrix_basis.to_quaternion()) for bone in bows.pose.bones] == before
    for bone in list(bows.data.bones)[:4]:
        bone.use_deform = False
    bpy.ops.adverb.leave_one_out()
    assert review.fit_of(verb).nearest.mean() > 1.2 * np.mean(bound + 0.02)  # the end of the chain gets furthest
    bpy.ops.adverb.go_live()
    with pytest.raises(RuntimeError, match="'Rig' is live, and its constraints must be asked"):
        bpy.ops.adverb.leave_one_out()


def test_the_kernel_is_the_papers_unless_the_artist_says_otherwise(bows):
    verb = bows.adverb.verbs[0]
    assert not verb.is_property_set("kernel")  # as in a file from before there was a choice
    assert verb.kernel == "B_SPLINE"
    built = building.build(bows, verb)
    assert built.choice is None
    assert built.verb.interpolator.kernel is radial_basis.KERNELS["B_SPLINE"]


@pytest.mark.parametrize("kernel", radial_basis.KERNELS)
def test_the_kernel_reaches_the_verb_and_its_examples_stay(bows, kernel):
    verb = bows.adverb.verbs[0]
    before = building.build(bows, verb)
    verb.kernel = kernel
    built = building.build(bows, verb)
    assert built.verb.interpolator.kernel is radial_basis.KERNELS[kernel]
    assert built.verb.motion is before.verb.motion  # nothing was sampled again
    assert np.allclose(built.verb.weights(np.arange(9.0)[:, None]), np.eye(9), atol=1e-9)


def test_automatic_takes_the_best_and_says_so(bows):
    verb = bows.adverb.verbs[0]
    verb.kernel = "AUTOMATIC"
    assert building.known_choice(verb) is None
    bpy.ops.adverb.build()
    choice = building.known_choice(verb)
    assert set(choice.errors) == set(radial_basis.KERNELS)
    assert choice.errors[choice.kernel] == min(choice.errors.values())
    assert building.build(bows, verb).verb.interpolator.kernel is radial_basis.KERNELS[choice.kernel]
    told = kernels.told(bpy.context.scene, verb, choice)
    assert told.startswith("Automatic: ")
    assert all(name in told for name in ("B-Spline", "Distance", "Thin Plate"))
    verb.kernel = "THIN_PLATE"
    assert building.known_choice(verb) is None


def test_automatic_is_the_papers_where_examples_are_few(bows):
    verb = bows.adverb.verbs[0]
    verb.kernel = "AUTOMATIC"
    for example in list(verb.examples)[3:]:
        example.is_enabled = False
    bpy.ops.adverb.build()
    assert kernels.told(bpy.context.scene, verb, building.known_choice(verb)) == "Automatic: B-Spline (few examples)"


def test_automatic_works_live_even_on_a_rig_with_constraints(bows):
    verb = bows.adverb.verbs[0]
    bows.pose.bones["bone 4"].constraints.new("LIMIT_ROTATION")
    verb.kernel = "AUTOMATIC"
    bpy.ops.adverb.go_live()
    verb.examples[3].adverbs[0].value = 3.4
    bpy.context.scene.frame_set(5)
    assert building.build(bows, verb).choice.errors


@captured
def test_captured_reaches_agree_and_a_wrong_height_stands_out():
    rig = takes.reach(23, "LeftHand")
    verb = rig.adverb.verbs[0]
    bpy.ops.adverb.suggest_keytimes(replace=True)
    bpy.ops.adverb.measure()
    bpy.ops.adverb.leave_one_out()
    assert review.findings(verb) == ()
    assert review.fit_of(verb).distances.mean() < review.fit_of(verb).nearest.mean()
    verb.adverbs[2].measure = "NONE"  # a value that is typed and measured is told by itself
    verb.examples[6].adverbs[2].value -= 0.6
    bpy.ops.adverb.leave_one_out()
    (found,) = review.findings(verb)
    assert found.example == 6
    assert found.sentence.endswith("cm from what the others predict: check its adverbs or keytimes")


def test_lengths_are_told_as_the_scene_tells_them():
    settings = bpy.context.scene.unit_settings
    assert units.length(bpy.context.scene, 0.1412) == "14 cm"
    settings.scale_length = 0.01
    assert units.length(bpy.context.scene, 14.12) == "14 cm"
    settings.system = "NONE"
    assert units.length(bpy.context.scene, 0.1412) == "0.14"


def test_tiny_numbers_are_told_without_zeros_and_exponents():
    scene = bpy.context.scene
    assert units.length(scene, 7.3e-6) == "7.3 µm"
    assert units.length(scene, 6e-7) == "0 m"
    assert units.length(scene, -6e-7) == "0 m"
    scene.unit_settings.system = "IMPERIAL"
    assert units.length(scene, 1e-5) == "0'"
    scene.unit_settings.system = "NONE"
    assert units.length(scene, 5.7e-5) == "0.000057"
    assert [units.percent(value) for value in (0.0, 5.7e-5, 0.0012, 4.3, 123.0)] == [
        "0 %",
        "< 0.001 %",
        "0.0012 %",
        "4.3 %",
        "120 %",
    ]
    assert units.degrees(5.7e-5) == "< 0.001°"
