"""Whatever an artist may get wrong comes back as a sentence that names the example and the cure."""

import numpy as np
import pytest

from adverb.core.axes import Axes
from adverb.core.channels import Layout
from adverb.core.clip import Clip
from adverb.core.errors import ExampleError, KeytimeError, VerbError
from adverb.core.example import check, check_distinct
from tests.core.factories import HIP_LOCATION, RIG, ROOTED, SMILE, clip, example, pose

RNG = np.random.default_rng(11)
MOTION = clip(RNG, np.arange(21))
POSE = pose(RIG.rest, RIG)
GOOD = example("good", [0.0, 0.0], MOTION, [0.0, 8.0, 20.0])
EMPTY = Layout.of([])


def moving(keytimes):
    return example("bad", [1.0, 0.0], MOTION, keytimes)


def broken(value):
    values = MOTION.values.copy()
    values[7, RIG.slices[HIP_LOCATION].start + 1] = value
    return example("bad", [1.0, 0.0], Clip(RIG, MOTION.times + 100, values), [100, 108, 120])


def with_adverbs(*adverbs):
    return example("bad", adverbs, MOTION, [0.0, 8.0, 20.0])


ONE_FAULT = {
    "too few adverbs": (with_adverbs(1.0), "1 adverb values where the verb has 2: set them again"),
    "too many adverbs": (with_adverbs(1.0, 2.0, 3.0), "3 adverb values where the verb has 2: set them again"),
    "no number": (with_adverbs(1.0, np.nan), "no number for 'height': type or measure it"),
    "no finite number": (with_adverbs(np.inf, 0.0), "no number for 'side': type or measure it"),
    "no frames": (
        example("bad", [1, 0], Clip(RIG, np.zeros(0), np.zeros((0, RIG.width))), []),
        "animates nothing: key",
    ),
    "no channels": (example("bad", [1, 0], Clip(EMPTY, np.arange(3.0), np.zeros((3, 0)))), "animates nothing: key"),
    "a NaN": (broken(np.nan), "broken value for 'hip' at frame 107: delete that key"),
    "infinity": (broken(-np.inf), "broken value for 'hip' at frame 107: delete that key"),
    "a pose among motions": (example("bad", [1, 0], POSE), "is one pose but 'good' is a motion"),
    "too few keytimes": (moving([0.0, 20.0]), "2 keytimes but 'good' has 3: set the missing ones"),
    "no keytimes": (moving([]), "0 keytimes but 'good' has 3: set the missing ones"),
    "keytimes out of order": (moving([0.0, 20.0, 8.0]), "keytimes out of order (frame 20, then 8)"),
    "two keytimes in one place": (moving([0.0, 0.0, 8.0]), "keytimes out of order (frame 0, then 0)"),
    "a keytime that is no number": (moving([0.0, np.nan, 8.0]), "keytimes"),
    "an endless keytime": (moving([0.0, 8.0, np.inf]), "keytimes"),
}


@pytest.mark.parametrize("fault", ONE_FAULT)
def test_a_fault_of_one_example_names_it_and_the_cure(fault):
    bad, sentence = ONE_FAULT[fault]
    with pytest.raises(ExampleError) as caught:
        check([GOOD, bad], ["side", "height"])
    assert str(caught.value).startswith("'bad' ")
    assert sentence in str(caught.value)
    assert ":" in str(caught.value)  # what is wrong: what to do
    assert caught.value.example == "bad"
    assert isinstance(caught.value, KeytimeError) == ("keytime" in fault)


@pytest.mark.parametrize("keytimes", [[], [5.0]])
def test_motions_without_a_beginning_and_an_end(keytimes):
    """Every example has the same number of keytimes, but too few to say where the motion starts and stops."""
    with pytest.raises(KeytimeError, match=r"^'bad' .*: "):
        check([moving(keytimes)], ["side", "height"])


def test_a_fault_of_the_rig_itself_does_not_name_nothing():
    """The owner of the rig's own channels is the empty text."""
    bad = example("bad", [1.0], pose([np.nan], Layout.of([SMILE])))
    with pytest.raises(ExampleError, match="broken value") as caught:
        check([bad], ["side"])
    assert "''" not in str(caught.value)


def test_nothing_to_build_from():
    with pytest.raises(VerbError, match="no examples: add"):
        check([], ["side"])
    with pytest.raises(VerbError, match="no adverbs: add"):
        check([GOOD], [])


def distinct(*adverbs):
    examples = [example(f"take {index}", its, POSE) for index, its in enumerate(adverbs)]
    points = np.array(adverbs, dtype=np.float64)
    axes = Axes.fit(("side", "height"), ("", ""), points)
    check_distinct(examples, axes, axes.scale(points))


@pytest.mark.parametrize("offset", [0.0, 1e-7])
def test_two_examples_at_one_place_are_both_named(offset):
    with pytest.raises(ExampleError) as caught:
        distinct((0.0, 2.0), (1.0, 0.5), (4.0, 7.0), (1.0 + offset, 0.5))
    assert str(caught.value).startswith(
        "'take 3' and 'take 1' have the same adverbs (side 1, height 0.5): measure or type others"
    )
    assert caught.value.example == "take 3"


def test_examples_that_differ_in_one_adverb_are_distinct():
    distinct((0.0, 2.0), (0.0, 2.1))
    distinct((1e5, 2.0), (1e5 + 1.0, 2.0), (1e5 + 0.5, 2.0))
    distinct((0.0, 0.0), (1e-6, 0.0), (2e-6, 0.0))


def test_what_is_right_passes():
    check([GOOD, moving([3.0, 3.5, 14.25])], ["side", "height"])
    check([example("one", [0.0], POSE), example("other", [1.0], pose(ROOTED.rest, ROOTED))], ["side"])
