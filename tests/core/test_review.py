"""What stands out among examples: each kind of oddity is found where it is, and only there."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adverb.core import quaternion
from adverb.core.channels import Channel, Kind, Layout
from adverb.core.clip import Clip
from adverb.core.review import gather, review
from adverb.core.verb import Options
from tests.core.factories import HIP_LOCATION, TURNING, clip, example, pose, turned

RNG = np.random.default_rng(3)
GOAL = Options(groups=("goal",) * 3)
BOX = [(x, y, z) for x in (0.0, 1.0) for y in (0.0, 1.0) for z in (0.0, 1.0)]


def swing(angle, frames=20):
    """An arm that leaves one stance, turns by an angle and comes back."""
    return turned(angle * np.sin(np.linspace(0.0, np.pi, frames)))


def reaches(points=BOX, frames=20):
    """Swings whose size goes with where they are."""
    return [example(f"reach {index}", point, swing(sum(point), frames)) for index, point in enumerate(points)]


def changed(examples, place, **what):
    return [replace(its, **what) if index == place else its for index, its in enumerate(examples)]


def sentences(examples, options=GOAL, keys=(), adverbs="xyz"):
    return [(found.example, found.sentence) for found in review(examples, list(adverbs), options, keys)]


def only(examples, options=GOAL, keys=(), adverbs="xyz"):
    """The one thing that is found: the example, and what is said."""
    found = sentences(examples, options, keys, adverbs)
    assert len(found) == 1, found
    return found[0]


def test_a_clean_verb_has_nothing_to_look_at():
    assert sentences(reaches()) == []


def test_one_example_or_two_have_nothing_to_be_compared_with():
    assert sentences(reaches(BOX[:1])) == []
    assert sentences(reaches(BOX[::7])) == []


def test_bones_that_one_example_alone_animates():
    layout = Layout.of([*TURNING.channels, *(Channel.of(name, Kind.SCALE) for name in ("a", "b", "c", "d", "e"))])
    examples = reaches()
    rich = examples[2].clip.conform(layout, layout.rest)
    assert only(changed(examples, 2, clip=rich)) == (
        2,
        "'reach 2' animates 'a', 'b', 'c' and 2 more, which most others do not: key them in the others too, or leave "
        "them out of the verb's bones",
    )


def test_a_bone_that_one_example_lacks():
    layout = Layout.of([HIP_LOCATION, *TURNING.channels])
    examples = [replace(its, clip=its.clip.conform(layout, layout.rest)) for its in reaches()]
    place, sentence = only(changed(examples, 5, clip=reaches()[5].clip))
    assert place == 5
    assert "'reach 5' does not animate 'hip', which others do: key them in it too" in sentence


@given(st.integers(2, 60))
def test_a_length_stands_out_beyond_twice_or_half_of_the_usual(frames):
    found = sentences(changed(reaches(), 4, clip=swing(2.0, frames + 1), keytimes=np.array([0.0, frames])))
    assert bool(found) == (frames > 38 or 2 * frames < 19)
    if found:
        assert found == [
            (4, f"'reach 4' is {frames} frames long where 19 are usual: check its first and last frame, or retime it")
        ]


def test_quaternions_that_change_sign_between_keys():
    times = np.array([1.0, 5.0, 9.0, 14.0])
    q = quaternion.exp(np.outer([0.0, 0.3, 0.5, 0.2], (0.0, 0.0, 1.0)))
    smooth, turned_over = {"arm": (times, q)}, {"arm": (times, q * [[1.0], [-1.0], [-1.0], [1.0]]), "leg": (times, -q)}
    assert sentences(reaches(), keys=[smooth] * 8) == []
    place, sentence = only(reaches(), keys=[smooth] * 6 + [turned_over] + [smooth])
    assert place == 6
    assert "'reach 6' has quaternions of 'arm' that change sign" in sentence
    assert sentence.endswith("all four of 'arm' from frame 5 to 9, then Key > Mirror > By Values Over Zero Value")


@given(st.integers(0, 7), st.floats(np.radians(80.0), np.radians(180.0)))
def test_a_first_pose_unlike_the_others_names_its_worst_bone(place, angle):
    turn = quaternion.exp(np.array([0.0, angle, 0.0]))
    examples = reaches()
    other = examples[place].clip
    other = Clip(other.layout, other.times, quaternion.multiply(turn, other.values))
    assert only(changed(examples, place, clip=other)) == (
        place,
        f"'reach {place}' starts unlike the others, 'arm' by {np.degrees(angle):.0f} degrees: check its first frame, "
        "or begin it from their pose",
    )


def test_first_poses_that_all_differ_or_stand_in_two_camps_are_no_exception():
    widely = [example(str(i), point, clip(RNG, range(20), TURNING, 1.0)) for i, point in enumerate(BOX)]
    assert sentences(widely) == []
    camps = [example(str(i), point, turned(np.linspace(2.0 * point[0], sum(point), 20))) for i, point in enumerate(BOX)]
    assert sentences(camps) == []


def test_poses_may_differ_as_they_are_meant_to():
    assert sentences([example(str(i), point, turned([(i == 3) * 3.0])) for i, point in enumerate(BOX)]) == []


def test_values_beyond_the_limits_of_their_adverb():
    options = replace(GOAL, bounds=((-np.inf, np.inf), (0.0, 1.0), (0.0, 2.0)))
    assert sentences(reaches(), options) == []
    high = changed(reaches(), 7, adverbs=np.array([1.0, 1.25, 1.0]))
    assert only(high, options) == (
        7,
        "'reach 7' has 1.25 for 'y', above its limit of 1, and is never reached: change the value or the limit",
    )


@given(st.floats(0.0, 60.0))
def test_a_value_far_outside_the_others(value):
    points = [(0.5,), (1.0,), (2.0,), (4.5,), (value,)]
    found = [its for its in sentences(reaches(points), Options(), adverbs="m") if "nearly the same" not in its[1]]
    sentence = f"'reach 4' has {value:.3g} for 'm' where the others have 0.5 to 4.5: check the number, or add examples"
    assert found == ([(4, f"{sentence} in between")] if value > 4.5 + 2.0 * 4.0 else [])


def test_a_value_far_outside_the_others_does_not_make_these_neighbours_in_a_line():
    assert only(reaches([(0.5,), (1.0,), (2.0,), (4.5,), (400.0,)]), Options(), adverbs="m")[0] == 4
    assert only(changed(reaches(), 1, adverbs=np.array([0.0, 0.0, 100.0])))[0] == 1


def test_examples_may_all_stray():
    points = 100.0 * np.eye(5) + RNG.uniform(0.0, 1.0, (5, 5))
    assert [place for place, _ in sentences(reaches(points), Options(), adverbs="abcde")] == [0, 1, 2, 3, 4]


def test_one_example_with_an_adverb_that_the_others_do_not_have_is_no_stray():
    points = [(*point, float(index == 3)) for index, point in enumerate(BOX)]
    assert sentences(reaches(points), Options(groups=("goal",) * 3 + ("",)), adverbs="xyzm") == []


def test_an_adverb_that_never_changes():
    points = [(*point, 0.25) for point in BOX]
    assert only(reaches(points), Options(groups=("goal",) * 3 + ("",)), adverbs="xyzm") == (
        None,
        "'m' is 0.25 in every example and steers nothing: give the examples their values, or remove the adverb",
    )


def test_neighbours_with_different_poses():
    beside = example("beside", (1.0, 1.0, 0.97), swing(-1.0))
    assert only([*reaches(), beside]) == (
        8,
        "'beside' and 'reach 7' have nearly the same adverbs but different poses: check their values, disable one, or "
        "add an adverb that tells them apart",
    )
    assert sentences([*reaches(), example("beside", (1.0, 1.0, 0.97), swing(2.97))]) == []


def test_neighbours_are_told_by_what_moves_them_even_if_nothing_turns():
    layout = Layout.of([HIP_LOCATION])
    poses = [example(str(i), point, pose(point, layout)) for i, point in enumerate(BOX)]
    assert sentences([*poses, example("beside", (1.0, 1.0, 0.97), pose((1.0, 1.0, 0.95), layout))]) == []
    place, sentence = only([*poses, example("beside", (1.0, 1.0, 0.97), pose((-1.0, -1.0, 0.0), layout))])
    assert place == 8
    assert "'beside' and '7' have nearly the same adverbs" in sentence


@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("depth", [0.0, 0.05, 0.3])
def test_examples_on_a_board_need_no_depth(axis, depth):
    points = [np.insert([u, v], axis, depth * (i % 3)) for i, (u, v) in enumerate(np.argwhere(np.ones((4, 4))) * 1.0)]
    found = sentences(reaches(points))
    assert bool(found) == (depth < 0.2)
    if found:
        name = "xyz"[axis]
        assert found == [
            (
                None,
                "The examples lie on a surface: x, y and z hardly determine the depth; remove the adverb that matters "
                f"least ('{name}'), or add examples off the surface",
            )
        ]


def test_a_board_is_seen_from_any_side():
    """Turned by 30 degrees about z, a board that faces y still mostly faces y."""
    turn = quaternion.exp(np.array([0.0, 0.0, np.radians(30.0)]))
    points = [quaternion.rotate(turn, np.array([u, 0.0, v])) for u, v in np.ndindex(4, 4)]
    assert "matters least ('y')" in only(reaches(points))[1]


def test_examples_on_a_line():
    points = [(float(index), 0.1 * (index % 2)) for index in range(6)]
    two = Options(groups=("goal",) * 2)
    assert only(reaches(points), two, adverbs="xy") == (
        None,
        "The examples lie on a line: x and y hardly determine what is off it; remove the adverb that matters least "
        "('y'), or add examples off the line",
    )
    assert sentences(reaches([(x, 0.5 * (x - 2.5) ** 2) for x in range(6)]), two, adverbs="xy") == []
    sentence = only(reaches([(0.0, 0.0, float(z)) for z in range(6)]))[1]
    assert "the adverbs that matter least (" in sentence
    assert "'z'" not in sentence


def test_degrees_are_not_compared_with_metres():
    """Sixty degrees are more than a metre in numbers only; two angles on a line are told like two lengths."""
    polar = Options(groups=("angle", "angle", "length"))
    around = [(60.0 * u, 40.0 * v, 0.3 + 0.3 * w) for u, v, w in np.ndindex(3, 2, 2)]
    assert sentences(reaches(around), polar, adverbs="aed") == []
    facing = [(60.0 * u, 0.3 + 0.3 * w) for u, w in np.ndindex(3, 3)]
    assert sentences(reaches(facing), Options(groups=("angle", "length")), adverbs="ad") == []
    level = [(60.0 * u, 0.1 * (u % 2), 0.3 + 0.3 * w) for u, w in np.ndindex(4, 2)]
    assert "on a line: a and e hardly determine" in only(reaches(level), polar, adverbs="aed")[1]


def test_a_line_of_values_is_no_goal():
    assert sentences(reaches([(float(i), 2.0 * i) for i in range(6)]), Options(), adverbs="ab") == []


def typed(places, values):
    """What is measured where x of these examples was typed: nan for all others."""
    measured = np.full((len(BOX), 3), np.nan)
    measured[places, 0] = values
    return measured


@given(st.floats(-0.5, 0.5))
def test_a_typed_value_is_odd_beyond_a_twentieth_of_the_extent_from_what_is_measured(off):
    found = review(reaches(), "xyz", GOAL, measured=typed([3], [BOX[3][0] + off]))
    extent = max(1.0, 1.0 - min(0.0, BOX[3][0] + off), BOX[3][0] + off)
    assert bool(found) == (abs(off) > 0.05 * extent)
    for each in found:
        assert each.example == 3
        assert "'reach 3' has 0 typed for 'x' where" in each.sentence
        assert "is measured: take its pin out and Measure" in each.sentence


def test_faults_of_one_kind_are_told_in_one_sentence_and_others_on_their_own():
    examples = changed(reaches(), 6, clip=swing(2.0, 60), keytimes=np.array([0.0, 59.0]))
    found = review(examples, "xyz", GOAL, measured=typed([1, 2, 4, 5], [0.4, 0.6, 0.5, 0.5]))
    assert [each.example for each in found] == [1, 2, 4, 5, 6]
    told = gather(found, [each.name for each in examples])
    assert [each.example for each in told] == [1, 6]
    assert told[0].sentence.startswith("4 examples ('reach 1', 'reach 2', 'reach 4' and 1 more) have typed values far")
    assert told[1] == found[-1]


def test_one_example_with_two_of_a_kind_is_told_once():
    found = review(reaches(), "xyz", Options(groups=("goal",) * 3, bounds=((-1, 2), (0.2, 2), (0.2, 2))))
    names = [each.name for each in reaches()]
    assert len(gather(found[:1] + found[:1], names)) == 1
    assert [each.sentence.split(" are ")[0] for each in gather(found, names)] == [
        "4 examples ('reach 0', 'reach 1', 'reach 4' and 1 more)",
        "4 examples ('reach 0', 'reach 2', 'reach 4' and 1 more)",
    ]
