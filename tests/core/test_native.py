"""Numbers as bones write them: the artist's own come back, however many turns they hold."""

import numpy as np
import pytest

from adverb.core import native, quaternion, verb
from adverb.core.channels import Channel, Kind, Layout
from adverb.core.clip import Clip
from tests.core.factories import HIP_LOCATION, SMILE, example

RNG = np.random.default_rng(12)
MODES = (native.QUATERNION, native.AXIS_ANGLE, *native.EULER_ORDERS)
FRAMES = 12


def numbers(mode):
    """A rotation as an artist may have keyed it, frame by frame: some turns away, and swaying by half a radian."""
    sway = 0.5 * np.sin(np.linspace(0, 3, FRAMES)[:, None] + RNG.uniform(0, 6, native.width(mode)))
    path = np.pi * RNG.integers(-6, 7, native.width(mode)) + sway
    if mode == native.QUATERNION:
        return quaternion.normalize(path + 0.1)
    if mode == native.AXIS_ANGLE:
        path[:, 1:] = sway[:, 1:] + (1.0, 2.0, 3.0)
        path[:, 1:] /= np.linalg.norm(path[:, 1:], axis=1, keepdims=True)
        path[:, 0] += 1.5  # a whole turn has no axis
    return path


def sampled(modes, written):
    """A clip of a rig whose bones have these modes, beside a location and a value."""
    parts = [(HIP_LOCATION, RNG.normal(size=(FRAMES, 3))), (SMILE, RNG.normal(size=(FRAMES, 1)))]
    for owner, mode in modes.items():
        parts += native.sampled(owner, mode, written[owner])
    layout = Layout.of(channel for channel, _ in parts)
    values = np.empty((FRAMES, layout.width))
    for channel, its in parts:
        values[:, layout.slices[channel]] = its
    return Clip(layout, np.arange(FRAMES, dtype=np.float64), values)


RIG_MODES = {f"bone {mode}": mode for mode in MODES}


def rig():
    written = {owner: numbers(mode) for owner, mode in RIG_MODES.items()}
    return sampled(RIG_MODES, written), written


def columns(its, owner, kind=Kind.ROTATION):
    return [index for index, entry in enumerate(its.entries) if entry.channel == Channel.of(owner, kind)]


def test_every_mode_comes_back_as_it_was_written():
    clip, written = rig()
    its = native.Native.of(clip.layout, RIG_MODES)
    result = its.numbers(clip.values)
    for owner in RIG_MODES:
        np.testing.assert_allclose(result[:, columns(its, owner)], written[owner], atol=1e-9, err_msg=owner)
    np.testing.assert_array_equal(
        result[:, columns(its, "hip", Kind.LOCATION)], clip.values[:, clip.layout.slices[HIP_LOCATION]]
    )


@pytest.mark.parametrize("mode", MODES)
def test_to_quaternion_and_back(mode):
    written = numbers(mode)
    q = native.to_quaternion(written, mode)
    np.testing.assert_allclose(np.linalg.norm(q, axis=1), 1.0)
    np.testing.assert_allclose(native.from_quaternion(q, mode, written), written, atol=1e-9)
    np.testing.assert_allclose(native.from_quaternion(-q, mode, written), written, atol=1e-9)


def test_entries_are_all_numbers_of_the_bones_and_nothing_else():
    clip, _ = rig()
    its = native.Native.of(clip.layout, RIG_MODES)
    assert len(its.entries) == 3 + 1 + sum(native.width(mode) for mode in MODES)
    assert len(set(its.entries)) == len(its.entries)
    for owner, mode in RIG_MODES.items():
        assert [its.entries[column].index for column in columns(its, owner)] == list(range(native.width(mode)))
        assert not any(entry.channel in native.written(owner, mode) for entry in its.entries)


def test_unused_numbers_are_left_out_and_the_others_keep_their_values():
    clip, _ = rig()
    unused = frozenset({native.Entry(HIP_LOCATION, 1), native.Entry(SMILE, 0)})
    whole, part = native.Native.of(clip.layout, RIG_MODES), native.Native.of(clip.layout, RIG_MODES, unused)
    assert part.entries == tuple(entry for entry in whole.entries if entry not in unused)
    kept = [whole.entries.index(entry) for entry in part.entries]
    np.testing.assert_array_equal(part.numbers(clip.values), whole.numbers(clip.values)[:, kept])


def test_a_batch_is_each_by_itself():
    clip, _ = rig()
    its = native.Native.of(clip.layout, RIG_MODES)
    batch = its.numbers(clip.values.reshape(3, 4, -1))
    for index in np.ndindex(3, 4):
        np.testing.assert_allclose(batch[index], its.numbers(clip.values.reshape(3, 4, -1)[index]), atol=1e-14)


@pytest.mark.parametrize("mode", [mode for mode in MODES if mode != native.QUATERNION])
def test_a_verb_gives_back_the_artists_own_numbers_and_never_jumps_a_turn_between(mode):
    base = numbers(mode)
    shift = np.append(0.4, np.zeros(native.width(mode) - 1))
    clips = [sampled({"bone": mode}, {"bone": base + weight * shift}) for weight in range(2)]
    examples = [example(f"example {index}", [index], clip) for index, clip in enumerate(clips)]
    built = verb.fit(examples, ["mood"])
    its = native.Native.of(built.layout, {"bone": mode})
    for weight in range(2):
        poses = built.poses(np.full((FRAMES, 1), float(weight)), clips[weight].times)
        np.testing.assert_allclose(its.numbers(poses)[:, columns(its, "bone")], base + weight * shift, atol=1e-8)
    times = np.linspace(0, FRAMES - 1, 500)
    path = its.numbers(built.poses(np.full((500, 1), 0.5), times))[:, columns(its, "bone")]
    assert np.abs(np.diff(path, axis=0)).max() < 0.5


@pytest.mark.parametrize("mode", MODES)
def test_a_rotation_that_nobody_wrote_is_still_written_down(mode):
    """As that of the root of a walk whose examples key its location only."""
    layout = Layout.of([HIP_LOCATION, Channel.of("hip", Kind.ROTATION)])
    its = native.Native.of(layout, {"hip": mode})
    pose = np.append((1.0, 2.0, 3.0), quaternion.exp(np.array([0.0, 0.0, 0.7])))
    back = native.to_quaternion(its.numbers(pose)[columns(its, "hip")], mode)
    np.testing.assert_allclose(quaternion.align(back, pose[3:]), pose[3:], atol=1e-12)


@pytest.mark.parametrize("mode", MODES)
def test_at_rest_nothing_is_turned(mode):
    rest = native.rest(mode)
    assert rest.shape == (native.width(mode),)
    np.testing.assert_allclose(native.to_quaternion(rest, mode), quaternion.IDENTITY, atol=1e-15)
    assert len(native.written("bone", mode)) == (0 if mode == native.QUATERNION else native.width(mode))
    if mode not in native.EULER_ORDERS:
        assert rest @ rest == 1.0  # a unit quaternion, or no angle about an axis that blends with others
