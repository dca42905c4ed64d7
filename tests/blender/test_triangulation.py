"""The triangles of a pose mesh: found by Blender, and what is said by hand."""

import bpy
import numpy as np
import pytest

from adverb.addon import building, tagging, triangulation
from adverb.core.errors import VerbError
from tests.blender.stick import make_action, make_rig

#  6 7 8
#  3 4 5
#  0 1 2
GRID = [(x, y) for y in (-30.0, 0.0, 30.0) for x in (-60.0, 0.0, 60.0)]


def put(verb, place, values):
    for number, value in zip(verb.examples[place].adverbs, values, strict=True):
        number.value = value


def make_verb(places):
    rig = make_rig(count=2)
    verb = tagging.add_verb(rig, "Look")
    verb.kind, verb.interpolator = "POSE", "POSE_MESH"
    for name in ("left", "up"):
        tagging.add_adverb(verb, name).scale = 120.0
    for place, values in enumerate(places):
        tagging.add_example(verb, make_action(rig, f"look {place}", seed=place, keys=2))
        put(verb, place, values)
    return verb


@pytest.fixture
def verb():
    """Nine looks on a grid."""
    return make_verb(GRID)


def corners(verb):
    """The triangles, by the places of their examples in the list."""
    mesh = triangulation.of(verb)
    return {frozenset(mesh.places[corner] for corner in triangle) for triangle in mesh.triangles.tolist()}


def made(verb):
    mesh = triangulation.of(verb)
    return {frozenset(mesh.places[corner] for corner in each) for each in mesh.triangles[mesh.is_made].tolist()}


def area(verb):
    mesh = triangulation.of(verb)
    places = mesh.points[mesh.triangles]
    first, second = places[:, 1] - places[:, 0], places[:, 2] - places[:, 0]
    return np.abs(first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]).sum() / 2


def build(verb):
    return building.build(verb.id_data, verb).verb


def split(verb):
    """The edge that parts the square of the first two columns and rows, and the other diagonal."""
    is_rising = frozenset((0, 1, 4)) in corners(verb)
    return ((0, 4), (1, 3)) if is_rising else ((1, 3), (0, 4))


def test_blender_fills_the_hull(verb):
    assert len(corners(verb)) == 8
    assert area(verb) == pytest.approx(0.5)
    assert not made(verb)
    np.testing.assert_allclose(build(verb).weights(np.array(GRID)), np.eye(9), atol=1e-6)


def test_examples_that_are_nearly_on_a_side_are_on_the_border(verb):
    put(verb, 7, (0.0, 29.999))
    assert len(corners(verb)) == 8
    np.testing.assert_allclose(build(verb).weights(np.array((0.0, 40.0))), np.eye(9)[7], atol=1e-3)


def test_a_disabled_example_is_no_corner(verb):
    verb.examples[4].is_enabled = False
    assert all(4 not in triangle for triangle in corners(verb))
    assert area(verb) == pytest.approx(0.5)
    assert build(verb).weights(np.zeros(2)).shape == (8,)


def test_a_flipped_edge_stays_flipped_when_an_example_is_added_elsewhere(verb):
    edge, other = split(verb)
    triangulation.flip(verb, *edge)
    flipped = {frozenset((*other, corner)) for corner in edge}
    assert flipped <= corners(verb)
    assert made(verb) == flipped
    tagging.add_example(verb, make_action(verb.id_data, "look 9", seed=9, keys=2))
    put(verb, 9, (30.0, 15.0))
    assert flipped <= corners(verb)
    assert area(verb) == pytest.approx(0.5)
    assert build(verb).weights(np.array((30.0, 15.0)))[9] == pytest.approx(1.0)
    triangulation.flip(verb, *other)
    assert {frozenset((*edge, corner)) for corner in other} <= corners(verb)


def test_an_example_put_into_a_triangle_made_by_hand_divides_it(verb):
    triangulation.flip(verb, *split(verb)[0])
    tagging.add_example(verb, make_action(verb.id_data, "look 9", seed=9, keys=2))
    put(verb, 9, (-50.0, -20.0))
    assert area(verb) == pytest.approx(0.5)
    np.testing.assert_allclose(build(verb).weights(np.array((-50.0, -20.0))), np.eye(10)[9], atol=1e-6)


def test_a_border_cannot_be_flipped(verb):
    with pytest.raises(VerbError, match="'look 0' and 'look 1' do not part two triangles"):
        triangulation.flip(verb, 0, 1)
    assert not verb.triangles


def test_a_removed_triangle_is_a_hole_until_it_is_added_again(verb):
    before = corners(verb)
    removed = next(triangle for triangle in before if triangle <= {0, 1, 3, 4} and 4 in triangle)
    triangulation.remove(verb, sorted(removed))
    assert corners(verb) == before - {removed}
    build(verb)
    tagging.add_example(verb, make_action(verb.id_data, "look 9", seed=9, keys=2))
    put(verb, 9, (30.0, 15.0))
    assert removed not in corners(verb)
    triangulation.add(verb, sorted(removed))
    assert made(verb) == {removed}
    assert not any(triangle.is_hole for triangle in verb.triangles)


def test_an_example_put_into_a_hole_closes_it(verb):
    removed = next(triangle for triangle in corners(verb) if triangle <= {0, 1, 3, 4} and 4 in triangle)
    triangulation.remove(verb, sorted(removed))
    assert area(verb) == pytest.approx(0.5 - 0.0625)
    tagging.add_example(verb, make_action(verb.id_data, "look 9", seed=9, keys=2))
    put(verb, 9, np.mean([GRID[corner] for corner in removed], axis=0))
    assert area(verb) == pytest.approx(0.5)
    build(verb)


def test_a_triangle_waits_while_one_of_its_examples_is_disabled(verb):
    triangulation.flip(verb, *split(verb)[0])
    before = made(verb)
    verb.examples[4].is_enabled = False
    build(verb)
    assert made(verb) == {triangle for triangle in before if 4 not in triangle}
    verb.examples[4].is_enabled = True
    assert made(verb) == before


def test_the_last_triangle_of_an_example_is_not_removed():
    verb = make_verb([(0, 0), (60, 0), (0, 30), (60, 30.0)])
    triangulation.add(verb, (0, 1, 2))
    with pytest.raises(VerbError, match="'look 0' is in no triangle"):
        triangulation.remove(verb, (0, 1, 2))
    assert made(verb) == {frozenset((0, 1, 2))}


def test_what_is_found_makes_room_for_what_is_added(verb):
    triangulation.add(verb, (0, 4, 5))
    assert made(verb) == {frozenset((0, 4, 5))}
    assert area(verb) == pytest.approx(0.5)
    build(verb)


@pytest.mark.parametrize(
    ("added", "sentence"),
    [
        ((0, 0, 1), "names 'look 0' twice"),
        ((0, 1, 2), "lie on one line"),
        ((0, 2, 8), "'look 1' lies in the triangle"),
        ((0, 1, 12), "no enabled example 13"),
    ],
)
def test_what_cannot_be_a_triangle_is_refused(verb, added, sentence):
    with pytest.raises(VerbError, match=sentence):
        triangulation.add(verb, added)
    assert not verb.triangles


def test_triangles_made_by_hand_do_not_overlap(verb):
    edge, other = split(verb)
    triangulation.add(verb, (*edge, other[0]))
    with pytest.raises(VerbError, match="overlap"):
        triangulation.add(verb, (*other, edge[0]))
    assert len(verb.triangles) == 1


def test_examples_dragged_across_a_triangle_made_by_hand_say_so(verb):
    triangulation.add(verb, (0, 1, 3))
    triangulation.add(verb, (1, 3, 4))
    put(verb, 0, (-20.0, -10.0))
    with pytest.raises(VerbError, match="overlap: move these examples back, or press Reset Triangles"):
        build(verb)
    triangulation.clear(verb)
    build(verb)


def test_triangles_follow_their_examples_through_the_list(verb):
    triangulation.flip(verb, *split(verb)[0])
    names = {frozenset(verb.examples[place].name for place in triangle) for triangle in made(verb)}

    def named():
        return {frozenset(verb.examples[place].name for place in triangle) for triangle in made(verb)}

    verb.active_example = 4
    tagging.move_example(verb, -1)
    assert named() == names
    tagging.remove_example(verb, 8)
    tagging.move_example(verb, -1)
    assert named() == names
    tagging.remove_example(verb, [example.name for example in verb.examples].index("look 4"))
    assert named() == {each for each in names if "look 4" not in each}


def test_a_copy_of_a_verb_has_its_triangles(verb):
    triangulation.flip(verb, *split(verb)[0])
    rig = verb.id_data
    expected = made(verb)
    tagging.duplicate_verb(rig, 0)
    assert made(rig.adverb.verbs[1]) == expected


def test_a_line_of_examples_needs_no_triangle():
    verb = make_verb([(-60, -30), (0, 0), (60, 30)])
    assert not corners(verb)
    np.testing.assert_allclose(build(verb).weights(np.array((30.0, 15.0))), (0, 0.5, 0.5), atol=1e-6)


def test_what_is_said_of_triangles_is_part_of_what_is_built(verb):
    before = building.build(verb.id_data, verb)
    assert building.build(verb.id_data, verb) is before
    triangulation.flip(verb, *split(verb)[0])
    flipped = building.build(verb.id_data, verb)
    assert flipped.verb.motion is before.verb.motion  # nothing is sampled again
    assert flipped is not before
    verb.outside = "EXTRAPOLATE"
    assert building.build(verb.id_data, verb) is not flipped


@pytest.mark.parametrize("values", [(np.nan, 0.0), GRID[1]])
def test_examples_that_cannot_be_told_apart_are_told_as_ever(verb, values):
    put(verb, 0, values)
    with pytest.raises(VerbError, match=r"has no number|have the same adverbs"):
        build(verb)


def test_other_than_two_adverbs_are_refused_with_the_cure(verb):
    tagging.add_adverb(verb, "mood")
    with pytest.raises(VerbError, match="two adverbs and this verb has 3: choose Radial Basis"):
        build(verb)


def test_all_triangles_at_once_leave_nothing_to_be_found(verb):
    left = [triangle for triangle in corners(verb) if triangle <= {0, 1, 3, 4, 6, 7}]
    for place in (2, 5, 8):
        verb.examples[place].is_enabled = False
    put(verb, 1, (-30.0, -30.0))
    put(verb, 4, (-40.0, 0.0))
    put(verb, 7, (-30.0, 30.0))
    triangulation.replace_all(verb, map(sorted, left))
    assert corners(verb) == set(left)  # the notch between 1, 4 and 7 stays open
    assert sum(triangle.is_hole for triangle in verb.triangles) == 1
    assert build(verb).weights(np.array((0.0, 0.0)))[2:].max() <= 1.0


def test_a_mesh_is_the_same_after_saving_and_loading(verb, tmp_path):
    triangulation.flip(verb, *split(verb)[0])
    expected = corners(verb)
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "mesh.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "mesh.blend"))
    verb = bpy.data.objects["Rig"].adverb.verbs[0]
    assert corners(verb) == expected
    assert len(made(verb)) == 2
