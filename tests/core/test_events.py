"""What happens in a path: laws of arrivals and contacts, on reaches and steps that are known exactly."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adverb.core import events
from adverb.core.events import Contact

SCALES = st.sampled_from([0.01, 1.0, 100.0])
JITTER = st.sampled_from([0.0, 0.002])


def reach(frames, peak, hold=0):
    """Out along a curve to its furthest point, at rest there for `hold` frames, and back."""
    times = np.arange(1.0, frames + 1.0)
    out = np.clip((times - 1.0) / (peak - 1.0), 0.0, 1.0)
    back = np.clip((times - peak - hold) / (frames - peak - hold), 0.0, 1.0)
    part = 0.5 - 0.5 * np.cos(np.pi * (out - back))
    return times, np.stack((0.6 * part, 0.1 * np.sin(np.pi * part), 0.4 * part), axis=1)


def walk(frames, rounds=1.0, stance=0.6, land=0.25, stride=1.4, lift=0.15, belt=0.0, slope=0.0):
    """A foot that stands for a part of each cycle and swings for the rest, landing at `land`; with a belt of 1 the
    character stays where it is and the ground runs."""
    times = np.arange(0.0, rounds * frames + 0.5)
    cycle = times / frames - land
    part = np.clip((cycle % 1.0 - stance) / (1.0 - stance), 0.0, 1.0)
    swing = part - np.sin(2.0 * np.pi * part) / (2.0 * np.pi)
    forward = stride * (np.floor(cycle) + swing - belt * times / frames)
    return times, np.stack((np.zeros_like(times), forward, lift * np.sin(np.pi * part) ** 2 + slope * forward), axis=1)


def shaken(places, jitter, seed=0):
    return places + jitter * np.random.default_rng(seed).normal(size=places.shape)


@given(frames=st.integers(24, 90), share=st.floats(0.3, 0.7), scale=SCALES, jitter=JITTER)
def test_a_reach_arrives_at_its_furthest_point(frames, share, scale, jitter):
    times, places = reach(frames, 1.0 + share * (frames - 1.0))
    found = events.arrival(times, scale * shaken(places, jitter), 1.7 * scale, times[0], times[-1])
    assert abs(found - (1.0 + share * (frames - 1.0))) < (1.0 if not jitter else 0.06 * frames)


@given(frames=st.integers(40, 90), peak=st.integers(8, 25), hold=st.integers(4, 12), scale=SCALES)
def test_a_reach_that_holds_arrives_on_the_first_frame_of_the_hold(frames, peak, hold, scale):
    times, places = reach(frames, float(peak), hold)
    assert abs(events.arrival(times, scale * places, 1.7 * scale, 1.0, float(frames)) - peak) <= 1.0


def test_a_hold_that_lasts_to_the_end_is_reached_where_it_begins():
    times, places = reach(50, 20.0, hold=10)
    assert events.arrival(times[:30], places[:30], 1.7, 1.0, 30.0) == 20.0


def test_a_hold_that_drifts_a_little_is_a_hold():
    times, places = reach(50, 20.0, hold=10)
    places += 0.001 * np.clip(times - 20.0, 0.0, 10.0)[:, None]
    assert abs(events.arrival(times, places, 1.7, 1.0, 50.0) - 20.0) <= 1.0


def test_a_hold_that_begins_before_the_keytime_before_it_is_met_within_it():
    times, places = reach(50, 20.0, hold=10)
    assert 22.0 < events.arrival(times, places, 1.7, 21.0, 50.0) <= 30.0


def test_a_motion_that_ends_where_it_was_going_arrives_at_its_end():
    times, places = reach(50, 25.0)
    assert events.arrival(times[:25], places[:25], 1.7, 1.0, 25.0) == 25.0


def test_who_hardly_moves_arrives_nowhere():
    times, places = reach(40, 20.0)
    assert events.arrival(times, 0.01 * places, 1.7, 1.0, 40.0) is None
    assert not events.candidates(times, np.zeros_like(places), 1.7)


def test_what_is_found_lies_between_its_neighbours():
    times = np.arange(0.0, 81.0)
    part = np.sin(np.pi * times / 20.0) ** 2  # out and back four times over
    places = np.outer(part, (1.0, 0.0, 0.0))
    for after, before, moment in ((0.0, 80.0, 10.0), (15.0, 80.0, 30.0), (35.0, 60.0, 50.0)):
        assert events.arrival(times, places, 1.7, after, before) == pytest.approx(moment, abs=0.5)
    assert events.arrival(times, places, 1.7, 12.0, 28.0) is None


def test_a_sharp_turn_stands_out_from_a_path_that_runs_on():
    times = np.arange(0.0, 41.0)
    corner = np.stack((np.minimum(times, 20.0), np.maximum(times - 20.0, 0.0), np.zeros(41)), axis=1)
    assert any(abs(found.time - 20.0) < 1.0 for found in events.candidates(times, corner, 10.0))


@given(
    frames=st.integers(20, 60),
    stance=st.floats(0.45, 0.7),
    land=st.floats(0.1, 0.9),
    ground=st.sampled_from([(0.0, 0.0), (1.0, 0.0), (0.0, 0.15), (0.0, -0.15)]),
    scale=SCALES,
    jitter=JITTER,
)
def test_a_cycle_has_one_contact_that_begins_where_the_foot_lands(frames, stance, land, ground, scale, jitter):
    belt, slope = ground
    times, places = walk(frames, stance=stance, land=land, belt=belt, slope=slope)
    noise = shaken(places, jitter)
    noise[-1] = noise[0] + places[-1] - places[0]
    found = events.contacts(times, scale * noise, 1.7 * scale, closed=True)
    assert len(found) == 1
    late = (found[0].start / frames - land + 0.5) % 1.0 - 0.5
    assert abs(late * frames) < 0.1 * frames + 1.0
    assert abs((found[0].end - found[0].start) / frames - stance) < 0.2 + 2.0 / frames


@given(shift=st.integers(0, 29))
def test_where_a_cycle_is_cut_changes_no_contact(shift):
    times, places = walk(30, rounds=2.0)
    cut = slice(shift, shift + 31)
    (found,) = events.contacts(times[cut], places[cut], 1.7, closed=True)
    (known,) = events.contacts(times[:31], places[:31], 1.7, closed=True)
    assert (found.start - known.start + 15.0) % 30.0 - 15.0 == pytest.approx(0.0, abs=0.3)
    assert found.end - found.start == pytest.approx(known.end - known.start, abs=0.3)


def test_contacts_of_a_long_walk_come_once_a_cycle():
    times, places = walk(30, rounds=4.0)
    found = events.contacts(times, places, 1.7)
    assert np.diff([contact.start for contact in found][1:]) == pytest.approx(30.0, abs=0.3)


def test_a_foot_that_never_lifts_has_no_contacts():
    times, places = walk(30, lift=0.01)
    assert not events.contacts(times, places, 1.7, closed=True)


def test_a_foot_that_stands_does_not_skate_and_one_on_a_belt_does():
    times, places = walk(30, rounds=3.0, land=0.0)
    stands = [Contact(30.0 * turn + 2.0, 30.0 * turn + 16.0) for turn in range(3)]
    assert events.skate(times, places, stands) == pytest.approx(0.0, abs=1e-12)
    assert events.skate(times, walk(30, 3.0, land=0.0, belt=1.0)[1], stands) == pytest.approx(1.4 / 30.0)
    assert events.skate(times, places, []) == 0.0


def test_steps_come_in_the_order_of_most_cycles():
    usual = {"L": [0.2], "R": [0.7]}
    order, parts = events.steps([usual, {"L": [0.8], "R": [0.3]}, {"L": [0.25], "R": [0.72]}, {"L": [], "R": [0.5]}])
    assert order == ("L", "R")
    assert [None if row is None else row.tolist() for row in parts] == [[0.2, 0.7], None, [0.25, 0.72], None]


def test_cycles_cut_where_a_foot_lands_have_it_at_their_start():
    order, parts = events.steps([{"L": [0.99], "R": [0.5]}, {"L": [0.02], "R": [0.48]}])
    assert order == ("L", "R")
    assert [row.tolist() for row in parts] == [[0.0, 0.5], [0.0, 0.48]]


def test_a_landing_before_the_start_is_no_moment_of_the_cycle():
    _, parts = events.steps([{"L": [0.1]}, {"L": [0.15]}, {"L": [0.97]}])
    assert parts[0] is not None
    assert parts[2] is None


def test_nothing_lands_in_cycles_without_contacts():
    assert events.steps([{"L": [], "R": []}]) == ((), [None])
