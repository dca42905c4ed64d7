"""The error map in the viewport: its shapes follow the map and the switches, and are kept while these stay."""

from dataclasses import replace

import bpy
import numpy as np
import pytest
from mathutils import Matrix

from adverb.addon import accuracy, error_map, error_view, legend, overlay, places, units
from adverb.addon.error_map import Slice
from adverb.core import lattice
from tests.blender.stick import place

MIDDLE = Slice(1, 0.5)


@pytest.fixture
def measured(rig):
    """The rig with its verb of three goal adverbs, whose error is measured and shown."""
    verb = rig.adverb.verbs[0]
    bpy.ops.adverb.measure_error()
    verb.show_grid = verb.show_heat = True
    error_map.forget()
    return rig


def without(rig, *names):
    verb = rig.adverb.verbs[0]
    for name in names:
        verb.active_adverb = verb.adverbs.find(name)
        bpy.ops.adverb.remove_adverb()
    bpy.ops.adverb.measure_error()
    return accuracy.map_of(verb)


def volume(known):
    return known.asked.reshape(*known.shape, 3), known.seen.reshape(*known.shape, 3), known.misses.reshape(known.shape)


def all_of(known):
    """The map with nothing left out."""
    return replace(known, counts=np.ones(len(known.counts), dtype=bool))


def has_all(points, among):
    """Whether each of the points [K, 3] is one of those."""
    gaps = np.linalg.norm(np.reshape(points, (-1, 1, 3)) - np.reshape(among, (1, -1, 3)), axis=-1)
    return gaps.min(axis=1).max() < 1e-9


def test_what_is_switched_off_is_not_made(rig):
    verb = rig.adverb.verbs[0]
    bpy.ops.adverb.measure_error()
    assert accuracy.map_of(verb) is not None
    assert error_map.shapes(rig, verb) == error_map.Shapes()
    assert not error_map._kept
    verb.show_heat = True
    only = error_map.shapes(rig, verb)
    assert only.heat is not None and only.grid is None and only.pseudo is None


def test_without_a_map_there_is_nothing_to_show(rig):
    verb = rig.adverb.verbs[0]
    accuracy.forget()
    verb.show_grid = verb.show_heat = True
    accuracy.forget()
    assert error_map.shapes(rig, verb) == error_map.Shapes()


def test_shapes_are_kept_until_the_map_or_the_slice_changes(measured):
    verb = measured.adverb.verbs[0]
    first = error_map.shapes(measured, verb)
    again = error_map.shapes(measured, verb)
    assert again.heat is first.heat and again.grid is first.grid
    bpy.ops.adverb.measure_error()
    measured_again = error_map.shapes(measured, verb)
    assert measured_again.heat is not first.heat and measured_again.grid is not first.grid
    assert np.array_equal(measured_again.heat.points, first.heat.points)
    verb.slice_place = 0.25
    moved = error_map.shapes(measured, verb)
    assert moved.grid is not measured_again.grid
    assert not np.allclose(moved.heat.points, first.heat.points)


@pytest.mark.parametrize("axis", range(3))
@pytest.mark.parametrize("end", [0, 1])
def test_three_adverbs_give_a_slice_and_the_cage_of_all(measured, axis, end):
    known = all_of(accuracy.map_of(measured.adverb.verbs[0]))
    asked, seen, misses = volume(known)
    cut = Slice(axis, float(end))
    lines = error_map.grid(known, cut)
    corners = np.ix_((0, -1), (0, -1))
    assert has_all(asked[np.ix_(*[(0, -1)] * 3)], lines.asked)
    assert has_all(seen.take(-end, axis)[corners], lines.reached)
    assert not has_all(seen.take(end - 1, axis)[corners], lines.reached), "the slice alone is bent"
    heat = error_map.heat(known, cut, known.most)
    assert has_all(asked.take(-end, axis), heat.points)
    worst = misses.take(-end, axis)
    place = np.unravel_index(np.argmax(worst), worst.shape)
    nearest = np.linalg.norm(heat.points - asked.take(-end, axis)[place], axis=1).argmin()
    assert np.allclose(heat.colours[nearest, :3], lattice.heat(worst[place] / known.most))


def test_two_adverbs_give_a_sheet_coloured_by_the_misses(rig):
    known = all_of(without(rig, rig.adverb.verbs[0].adverbs[1].name))
    asked, seen, misses = volume(known)
    assert misses.ndim == 2
    heat = error_map.heat(known, MIDDLE, known.most)
    assert heat.parts.shape[1] == 3 and heat.parts.max() == len(heat.points) - 1
    fine = [4 * (count - 1) + 1 for count in known.shape]
    assert np.allclose(heat.points.reshape(*fine, 3)[::4, ::4], asked)
    assert np.allclose(heat.colours.reshape(*fine, 4)[::4, ::4, :3], lattice.heat(misses / known.most))
    lines = error_map.grid(known, MIDDLE)
    corners = np.ix_((0, -1), (0, -1))
    assert has_all(asked[corners], lines.asked) and has_all(seen[corners], lines.reached)


def test_one_adverb_gives_a_line(rig):
    known = without(rig, *(rig.adverb.verbs[0].adverbs[index].name for index in (1, 2)))
    heat = error_map.heat(known, MIDDLE, known.most)
    assert heat.parts.shape == (len(heat.points) - 1, 2)
    assert np.allclose(heat.points[::4], known.asked)
    assert np.allclose(heat.colours[::4, :3], lattice.heat(known.misses / known.most))


def test_what_does_not_count_fades_and_has_no_lines(rig):
    known = without(rig, rig.adverb.verbs[0].adverbs[1].name)
    counts = np.ones(known.shape, dtype=bool)
    counts[: known.shape[0] // 2] = False
    half = replace(known, counts=counts.ravel())
    fine = [4 * (count - 1) + 1 for count in known.shape]
    alpha = error_map.heat(half, MIDDLE, 1.0).colours[:, 3].reshape(fine)[::4, ::4]
    assert np.array_equal(alpha, counts)
    whole, rest = error_map.grid(all_of(known), MIDDLE), error_map.grid(half, MIDDLE)
    assert 0 < len(rest.reached) < len(whole.reached)


def test_after_refine_red_is_what_was_missed_before(measured):
    verb = measured.adverb.verbs[0]
    before = accuracy.map_of(verb)
    assert error_map.scale_top(before, verb) == before.most
    bpy.ops.adverb.refine()
    after = accuracy.map_of(verb)
    assert error_map.is_refined(verb)
    assert error_map.scale_top(after, verb) == pytest.approx(max(before.most, after.most), rel=1e-5)


def test_pseudo_examples_are_balls_at_their_places(measured):
    verb = measured.adverb.verbs[0]
    assert error_map.shapes(measured, verb).pseudo is None
    bpy.ops.adverb.refine()
    count = len(verb.pseudo)
    assert count
    balls = error_map.shapes(measured, verb).pseudo
    centres = balls.points.reshape(count, -1, 3)
    middles = 0.5 * (centres.max(axis=1) + centres.min(axis=1))
    assert np.allclose(middles, [[number.value for number in pseudo.point] for pseudo in verb.pseudo], atol=1e-5)
    assert (balls.colours[:, 1] > 2.0 * balls.colours[:, 0]).all(), "green"
    assert error_map.shapes(measured, verb).pseudo is balls
    verb.show_pseudo = False
    assert error_map.shapes(measured, verb).pseudo is None
    bpy.ops.adverb.clear_refinement()
    verb.show_pseudo = True
    assert error_map.shapes(measured, verb).pseudo is None


def test_examples_of_two_adverbs_stand_on_the_sheet(rig):
    verb = rig.adverb.verbs[0]
    known = without(rig, verb.adverbs[1].name)
    low, high = known.adverbs[0], known.adverbs[-1]
    for example, spot in zip(verb.examples, places.places(rig, verb), strict=True):
        along = (np.array(place(example)) - low) / (high - low)
        on_sheet = lattice.at(known.asked.reshape(*known.shape, 3), along[None])[0]
        assert spot.y == pytest.approx(on_sheet[1], abs=1e-6)
        assert np.allclose((spot.x, spot.z), place(example), atol=1e-6)


def test_the_legend_tells_numbers_with_units_of_the_scene(measured):
    verb, scene = measured.adverb.verbs[0], bpy.context.scene
    known = accuracy.map_of(verb)
    content = legend.Content.of(scene, measured, verb, known)
    assert content.ends[0] == "0"
    assert content.rows[1][1] == accuracy.told(scene, measured, known.most, known.is_angle)
    assert content.rows[1][2] == units.percent(known.percent(known.most))
    measured.matrix_world = Matrix.Scale(2.0, 4)
    larger = legend.Content.of(scene, measured, verb, known)
    assert larger.rows[1][1] == accuracy.told(scene, measured, known.most, known.is_angle) != content.rows[1][1]
    verb.show_heat = False
    assert legend.Content.of(scene, measured, verb, known).ends is None


def test_the_legend_tells_whose_error_it_is(measured):
    verb, scene = measured.adverb.verbs[0], bpy.context.scene
    known = accuracy.map_of(verb)

    def title():
        return legend.Content.of(scene, measured, verb, known).title

    verb.landing, verb.use_polish = "BLEND", False
    assert title() == f"{verb.name}: how far off"
    said = legend._said(scene, measured, verb, known)
    verb.landing = "SEARCH"
    assert title() == f"{verb.name}: how far the blend is off"
    assert legend._said(scene, measured, verb, known) != said, "it is written anew"


def test_without_a_viewport_nothing_is_drawn_and_nothing_raises(measured):
    assert overlay.watched(bpy.context) is None
    error_view.draw()
    legend.draw()
    assert not error_map._kept
