"""The map of a verb without a window: what it shows, and what its buttons do."""

import bpy
import numpy as np
import pytest

import adverb
from adverb.addon import accuracy, actions, building, hub, map_content, map_keys, tagging, triangulation
from adverb.core.map_view import LEAST_ZOOM, MOST_ZOOM
from tests.blender.arms import make_arm
from tests.blender.stick import make_rig, place
from tests.blender.test_files import library, override, reopen  # noqa: F401
from tests.blender.test_gaze import LOOKS, gaze, looking  # noqa: F401
from tests.blender.test_triangulation import GRID, corners, make_verb, put, split


@pytest.fixture
def look(gaze):  # noqa: F811
    """The verb of a gaze by pose mesh, its map shown."""
    verb = gaze.adverb.verbs[0]
    verb.interpolator, verb.map.is_shown = "POSE_MESH", True
    return verb


@pytest.fixture
def grid():
    """Nine looks on a grid of sliders."""
    return make_verb(GRID)


def point(verb):
    bpy.context.view_layer.update()
    return map_content.point(verb)


def names(verb, *places):
    return tuple(verb.examples[each].name for each in places)


# What it shows.


def test_the_content_is_the_same_object_until_something_changes(look):
    known = map_content.of(look)
    assert map_content.of(look) is known
    for change in (
        lambda: setattr(look.examples[1].adverbs[0], "value", 50.0),
        lambda: setattr(look.examples[2], "is_enabled", False),
        lambda: setattr(look.examples[0], "name", "straight"),
        lambda: setattr(look, "interpolator", "RADIAL_BASIS"),
        lambda: bpy.ops.adverb.measure_error(),
    ):
        change()
        after = map_content.of(look)
        assert after is not known
        assert map_content.of(look) is after
        known = after


def test_it_shows_enabled_examples_by_their_places_in_the_list(look):
    look.examples[1].is_enabled = False
    content = map_content.of(look)
    assert content.places == (0, 2, 3, 4)
    assert content.names == names(look, 0, 2, 3, 4)
    assert content.axes == ("azimuth", "elevation")
    assert content.are_angles == (True, True)
    assert content.is_even
    np.testing.assert_allclose(content.points, [place(look.examples[each]) for each in content.places])


def test_the_triangles_of_a_mesh_are_its_own_and_a_radial_basis_shows_its_border(look):
    content = map_content.of(look)
    mesh = triangulation.of(look)
    assert content.triangles.tolist() == mesh.triangles.tolist()
    edges, can_flip = content.edges
    assert len(edges) == 8
    assert can_flip.sum() == 4
    look.interpolator = "RADIAL_BASIS"
    border, can_flip = map_content.of(look).edges
    assert sorted(sorted(edge) for edge in border.tolist()) == [[1, 3], [1, 4], [2, 3], [2, 4]]
    assert not can_flip.any()


def test_triangles_that_are_no_mesh_are_told_and_the_examples_still_shown(grid):
    edge, other = split(grid)
    triangulation.flip(grid, *edge)
    across = 0.8 * np.array(GRID[edge[1]]) + 0.1 * (np.array(GRID[other[0]]) + GRID[other[1]])
    put(grid, edge[0], across.tolist())  # over the edge that both triangles have now
    content = map_content.of(grid)
    assert len(content.points) == 9
    assert not len(content.triangles)
    assert "overlap" in content.trouble


def test_only_verbs_of_two_adverbs_have_a_map(look):
    assert map_content.can_have(look)
    tagging.add_adverb(look, "mood")
    assert not map_content.can_have(look)
    with pytest.raises(RuntimeError, match="A map has two adverbs, and 'Gaze' has 3"):
        bpy.ops.adverb.steer(place=(1, 1))


def test_the_error_is_measured_as_soon_as_it_is_to_be_seen(look):
    assert accuracy.map_of(look) is None
    look.map.show_error = True
    bpy.context.view_layer.update()
    known = accuracy.map_of(look)
    assert known is not None
    assert map_content.of(look).error is known
    assert map_content.ends(look, known) == (0.0, 7.5)
    look.map.error_least, look.map.error_most = 1.0, 3.0
    assert map_content.ends(look, known) == (1.0, 3.0)
    assert map_content.miss_at(map_content.of(look), (0.0, 0.0)) < 0.2
    assert map_content.miss_at(map_content.of(look), (59.0, 39.0)) is None  # beside the mesh


def test_lengths_are_red_where_they_are_worst():
    rig = make_arm()
    verb = rig.adverb.verbs[0]
    bpy.ops.adverb.measure_error()
    known = accuracy.map_of(verb)
    assert map_content.ends(verb, known) == (0.0, known.most)
    assert map_content.of(verb).are_angles == (False, False)


def test_a_copy_has_the_look_of_the_map_but_not_its_place(look):
    look.map.corner, look.map.zoom, look.map.show_edges = (10, 20), 2.0, False
    bpy.ops.adverb.duplicate_verb()
    copy = look.id_data.adverb.verbs[1]
    assert not copy.map.is_shown
    assert min(copy.map.corner) < 0
    assert copy.map.zoom == 2.0
    assert not copy.map.show_edges


# Steering.


def test_a_click_goes_live_and_there_and_keeps_the_distance_of_the_goal(look):
    assert bpy.ops.adverb.steer(place=(20, 10)) == {"FINISHED"}
    assert look.is_live
    assert point(look) == pytest.approx((20, 10), abs=1e-3)
    head = look.id_data.data.bones["head"].head_local
    distance = (look.goal.matrix_world.translation - head).length
    bpy.ops.adverb.steer(place=(-45, -12))
    assert point(look) == pytest.approx((-45, -12), abs=1e-3)
    assert (look.goal.matrix_world.translation - head).length == pytest.approx(distance, rel=1e-4)


def test_a_click_on_an_example_goes_to_it_exactly_and_chooses_it(look):
    for index, expected in enumerate(LOOKS.values()):
        bpy.ops.adverb.steer(example=index)
        assert point(look) == pytest.approx(expected, abs=1e-2)
        assert hub.lives[look.uid].weights == pytest.approx(np.eye(5)[index], abs=1e-3)
        assert looking(look.id_data) == pytest.approx(expected, abs=2e-2)
        assert look.active_example == index
    with pytest.raises(RuntimeError, match="no example 8"):
        bpy.ops.adverb.steer(example=7)


def test_sliders_go_where_the_map_was_clicked_and_stay_within_their_limits(grid):
    bpy.ops.adverb.steer(place=(30, -12))
    assert point(grid) == pytest.approx((30, -12), abs=1e-4)
    assert grid.goal["left"] == pytest.approx(30)
    bpy.ops.adverb.release()
    grid.adverbs[0].use_limits = True
    bpy.ops.adverb.steer(place=(95, 5))
    assert grid.goal["left"] == pytest.approx(60)
    assert grid.goal["up"] == pytest.approx(5)


def test_a_goal_with_a_parent_goes_there_too(look):
    bpy.ops.adverb.steer(place=(0, 0))
    parent = bpy.data.objects.new("Parent", None)
    bpy.context.scene.collection.objects.link(parent)
    parent.location, parent.rotation_euler, parent.scale = (1, 2, 3), (0.3, 0.2, 0.9), (2, 2, 2)
    look.goal.parent = parent
    bpy.context.view_layer.update()
    bpy.ops.adverb.steer(place=(25, -8))
    assert point(look) == pytest.approx((25, -8), abs=1e-2)


@pytest.mark.parametrize("holding", ["constraint", "driver"])
def test_a_goal_that_is_held_is_told_and_nothing_changes(look, holding):
    goal = bpy.data.objects.new("Held", None)
    bpy.context.scene.collection.objects.link(goal)
    goal.location = (0, -2, 1)
    look.goal = goal
    if holding == "constraint":
        goal.constraints.new("LIMIT_LOCATION").use_min_x = True
        goal.constraints[0].min_x, goal.constraints[0].use_max_x, goal.constraints[0].max_x = 0.0, True, 0.0
    else:
        goal.driver_add("location", 0).driver.expression = "0.0"
    bpy.context.view_layer.update()
    before = goal.matrix_world.copy()
    with pytest.raises(RuntimeError, match="'Held' does not go where it is put"):
        bpy.ops.adverb.steer(place=(40, 10))
    bpy.context.view_layer.update()
    assert not look.is_live
    assert np.allclose(goal.matrix_world, before, atol=1e-6)


def test_keys_of_the_goal_are_told_or_made(look, capfd):
    bpy.ops.adverb.steer(place=(0, 0))
    look.goal.keyframe_insert("location", frame=1)
    capfd.readouterr()
    bpy.ops.adverb.steer(place=(20, 0))
    assert "until the keys of" in capfd.readouterr().out
    bpy.context.scene.tool_settings.use_keyframe_insert_auto = True
    bpy.context.scene.frame_set(10)
    bpy.ops.adverb.steer(place=(30, 0))
    assert "keyed" in capfd.readouterr().out
    bpy.context.scene.frame_set(1)
    assert point(look) == pytest.approx((0, 0), abs=1e-2)
    bpy.context.scene.frame_set(10)
    assert point(look) == pytest.approx((30, 0), abs=1e-2)


def test_a_verb_that_cannot_go_live_says_why_and_stays(look):
    look.examples[0].action = None
    with pytest.raises(RuntimeError, match="has lost its Action"):
        bpy.ops.adverb.steer(place=(0, 0))
    assert not look.is_live


def test_a_button_of_another_map_chooses_its_verb(look):
    bpy.ops.adverb.duplicate_verb()
    rig = look.id_data
    rig.adverb.verbs[1].name = "Other"
    assert rig.adverb.active_verb == 1
    bpy.ops.adverb.steer(verb="Gaze", place=(10, 0))
    assert rig.adverb.active_verb == 0
    assert rig.adverb.verbs[0].is_live
    with pytest.raises(RuntimeError, match="has no verb 'Nobody'"):
        bpy.ops.adverb.steer(verb="Nobody")


def test_disabled_it_is_released_and_out_of_reach_until_it_is_enabled(look):
    bpy.ops.adverb.steer(place=(20, 10))
    bpy.ops.adverb.enable_map()
    assert not look.is_live
    assert not look.map.is_enabled
    with pytest.raises(RuntimeError, match="is disabled"):
        bpy.ops.adverb.steer(place=(0, 0))
    assert not look.is_live
    bpy.ops.adverb.enable_map()
    bpy.ops.adverb.steer(place=(0, 0))
    assert look.is_live


def test_undo_takes_a_click_back(look):
    rig = look.id_data.name
    bpy.ops.adverb.steer(place=(20, 10))
    bpy.ops.ed.undo_push(message="before")
    bpy.ops.adverb.steer(place=(-30, 0))
    bpy.ops.ed.undo_push(message="after")
    bpy.ops.ed.undo()
    assert point(bpy.data.objects[rig].adverb.verbs[0]) == pytest.approx((20, 10), abs=1e-2)


# What is seen of it.


def test_zooming_keeps_what_it_is_about_and_has_ends(look):
    bpy.ops.adverb.zoom_map(direction="IN", about=(30, 10))
    assert look.map.zoom == pytest.approx(1.2)
    for _ in range(60):
        bpy.ops.adverb.zoom_map(direction="IN", about=(30, 10))
    assert look.map.zoom == pytest.approx(MOST_ZOOM)
    assert tuple(look.map.middle) == pytest.approx((30, 10), abs=2.0)
    for _ in range(60):
        bpy.ops.adverb.zoom_map(direction="OUT")
    assert look.map.zoom == pytest.approx(LEAST_ZOOM)
    bpy.ops.adverb.zoom_map(direction="EXTENTS")
    assert look.map.zoom == 0.0


def test_switches_moves_and_sizes_are_buttons_too(look):
    for switch, name in (("EDGES", "show_edges"), ("ERROR", "show_error"), ("MAP", "is_shown")):
        was = getattr(look.map, name)
        bpy.ops.adverb.switch_map(switch=switch)
        assert getattr(look.map, name) is not was
    bpy.ops.adverb.move_map(corner=(30, 40))
    assert tuple(look.map.corner) == (30, 40)
    bpy.ops.adverb.size_map(size=(500, 10))
    assert look.map.size[0] == 500
    assert look.map.size[1] > 100
    bpy.ops.adverb.pan_map(middle=(5, 6))
    assert tuple(look.map.middle) == (5, 6)
    assert look.map.zoom == 1.0


# Triangles by hand.


def test_an_edge_is_flipped_and_all_is_forgotten_again(grid):
    edge, other = split(grid)
    before = corners(grid)
    bpy.ops.adverb.flip_edge(one=edge[0], other=edge[1])
    assert {frozenset((*other, corner)) for corner in edge} <= corners(grid)
    assert map_content.of(grid).is_made.sum() == 2
    bpy.ops.adverb.reset_triangles()
    assert corners(grid) == before
    with pytest.raises(RuntimeError, match="No triangle was made or taken out by hand"):
        bpy.ops.adverb.reset_triangles()


def test_a_live_verb_follows_a_flipped_edge_at_once(grid):
    edge, other = split(grid)
    bpy.ops.adverb.steer(place=(-30, -15))  # in the middle of the square, on the edge
    bpy.context.view_layer.update()
    weights = dict(zip(hub.lives[grid.uid].built.places, hub.lives[grid.uid].weights, strict=True))
    assert {place for place, weight in weights.items() if weight > 0.01} == set(edge)
    bpy.ops.adverb.flip_edge(one=edge[0], other=edge[1])
    bpy.context.view_layer.update()
    weights = dict(zip(hub.lives[grid.uid].built.places, hub.lives[grid.uid].weights, strict=True))
    assert {place for place, weight in weights.items() if weight > 0.01} == set(other)
    bpy.ops.adverb.reset_triangles()
    bpy.context.view_layer.update()
    weights = dict(zip(hub.lives[grid.uid].built.places, hub.lives[grid.uid].weights, strict=True))
    assert {place for place, weight in weights.items() if weight > 0.01} == set(edge)


def test_three_that_are_picked_become_a_triangle(grid):
    edge, other = split(grid)
    new = (*other, edge[0])
    with pytest.raises(RuntimeError, match="Pick three examples first"):
        bpy.ops.adverb.add_triangle()
    bpy.ops.adverb.pick_corner(example=8)
    for each in new:
        bpy.ops.adverb.pick_corner(example=each)
    assert set(grid.map.picked) == set(new), "the first of four is dropped"
    bpy.ops.adverb.add_triangle()
    assert frozenset(new) in corners(grid)
    assert set(grid.map.picked) == {-1}
    bpy.ops.adverb.pick_corner(example=2)
    bpy.ops.adverb.pick_corner(example=5)
    bpy.ops.adverb.pick_corner(example=2)
    assert tuple(grid.map.picked) == (5, -1, -1)
    bpy.ops.adverb.pick_corner()
    assert set(grid.map.picked) == {-1}
    bpy.ops.adverb.pick_corner(example=5)
    tagging.remove_example(grid, 0)
    assert set(grid.map.picked) == {-1}, "places in the list are others now"


def test_a_triangle_is_taken_out_and_what_is_none_is_told(grid):
    out = next(iter(corners(grid)))
    bpy.ops.adverb.remove_triangle(corners=sorted(out))
    assert out not in corners(grid)
    with pytest.raises(RuntimeError, match="have no triangle between them"):
        bpy.ops.adverb.remove_triangle(corners=sorted(out))
    with pytest.raises(RuntimeError, match="do not part two triangles"):
        bpy.ops.adverb.flip_edge(one=0, other=8)


def test_only_a_pose_mesh_has_triangles(look):
    look.interpolator = "RADIAL_BASIS"
    with pytest.raises(RuntimeError, match="Only a pose mesh has triangles"):
        bpy.ops.adverb.flip_edge(one=0, other=1)


# Pose Here.


def test_pose_here_makes_an_example_where_the_verb_is(look):
    rig = look.id_data
    bpy.ops.adverb.steer(place=(30, 20))
    bpy.ops.adverb.pose_here()
    example = look.examples[-1]
    assert not look.is_live
    assert place(example) == pytest.approx((30, 20), abs=1e-2)
    assert rig.animation_data.action == example.action
    assert len(look.examples) - 1 in {corner for triangle in corners(look) for corner in triangle}
    assert example.keytimes[0].is_set
    bpy.context.view_layer.update()
    assert looking(rig) == pytest.approx((30, 20), abs=1.0)  # the best blend there
    bpy.ops.adverb.steer(example=len(look.examples) - 1)
    assert hub.lives[look.uid].weights[-1] == pytest.approx(1.0, abs=1e-3)


def test_pose_here_at_a_place_that_was_pointed_at(look):
    bpy.ops.adverb.pose_here(place=(-20, -15))
    assert place(look.examples[-1]) == pytest.approx((-20, -15), abs=1e-4)


def test_pose_here_works_for_sliders_too(grid):
    bpy.ops.adverb.pose_here(place=(30, 15))
    assert place(grid.examples[-1]) == pytest.approx((30, 15))
    weights = building.build(grid.id_data, grid).verb.weights(np.array((30.0, 15.0)))
    assert weights[-1] == pytest.approx(1.0)
    made = actions.curves(grid.examples[-1].action, grid.examples[-1].action.slots[0])
    assert len(made) > 5


def test_pose_here_says_what_is_in_its_way_and_changes_nothing(look):
    known, count = set(bpy.data.actions), len(look.examples)
    with pytest.raises(RuntimeError, match="is at no point yet"):
        bpy.ops.adverb.pose_here()
    with pytest.raises(RuntimeError, match="'look left' is there already"):
        bpy.ops.adverb.pose_here(place=(60.2, 0.1))
    assert len(look.examples) == count
    assert set(bpy.data.actions) == known


def test_a_rig_of_nobody_is_told():
    make_rig()
    with pytest.raises(RuntimeError, match="Add a verb first"):
        bpy.ops.adverb.steer()


def test_a_map_lives_on_after_loading(look, tmp_path):
    look.map.corner, look.map.size, look.map.show_error = (15, 25), (420, 300), True
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "map.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "map.blend"))
    verb = bpy.data.objects["Rig"].adverb.verbs[0]
    assert (tuple(verb.map.corner), tuple(verb.map.size)) == ((15, 25), (420, 300))
    assert accuracy.map_of(verb) is not None
    assert map_content.of(verb).error is not None


def test_an_override_keeps_a_map_of_its_own(library, tmp_path):  # noqa: F811
    rig = override(library)
    its = rig.adverb.verbs[0].map
    its.is_shown, its.corner, its.size, its.zoom, its.show_edges = True, (12, 34), (500, 300), 2.0, False
    its = reopen(tmp_path / "shot.blend").adverb.verbs[0].map
    assert (its.is_shown, its.show_edges, its.zoom) == (True, False, 2.0)
    assert (tuple(its.corner), tuple(its.size)) == ((12, 34), (500, 300))


def test_the_keys_of_the_map_go_with_the_add_on():
    keyconfig = bpy.context.window_manager.keyconfigs.default
    for _ in range(2):
        keys = map_keys.make(keyconfig)  # as its gizmos do in a window
        assert len(keys.keymap_items) == len(map_keys.make(keyconfig).keymap_items)
        adverb.unregister()
        assert map_keys.NAME not in keyconfig.keymaps
        adverb.register()
