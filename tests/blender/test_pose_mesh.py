"""A gaze as a pose mesh: live, bake, check and Go On are as for any verb."""

import bpy
import numpy as np
import pytest

from adverb.addon import building, hub
from tests.blender.stick import place
from tests.blender.test_gaze import LOOKS, gaze, look_at, looking  # noqa: F401


@pytest.fixture
def mesh(gaze):  # noqa: F811
    verb = gaze.adverb.verbs[0]
    verb.interpolator = "POSE_MESH"
    return gaze


def barycentric(verb, corners, left, up):
    """Shares of three looks, by their names, that give back a direction; one for each example."""
    names = [example.name.removeprefix("look ") for example in verb.examples]
    places = np.array([LOOKS[corner] for corner in corners], dtype=float)
    shares = np.linalg.solve(np.vstack((places.T, np.ones(3))), (left, up, 1.0))
    weights = np.zeros(len(names))
    weights[[names.index(corner) for corner in corners]] = shares
    return weights


def test_a_live_gaze_blends_the_three_looks_around_its_goal(mesh):
    verb = mesh.adverb.verbs[0]
    bpy.ops.adverb.go_live()
    live = hub.lives[verb.uid]
    for number, look in enumerate(LOOKS.values()):
        look_at(mesh, verb.goal, *look, 2.0)
        assert looking(mesh) == pytest.approx(look, abs=1e-2)
        assert live.weights == pytest.approx(np.eye(5)[number], abs=1e-4)
    for left, up in ((20, 10), (45, 5), (10, 30)):
        for across, side in ((1, "left"), (-1, "right")):
            for above, height in ((1, "up"), (-1, "down")):
                look_at(mesh, verb.goal, across * left, above * up, 2.0)
                expected = barycentric(verb, ("ahead", side, height), across * left, above * up)
                assert live.weights == pytest.approx(expected, abs=1e-4)


def test_outside_it_stays_on_the_nearest_edge_or_goes_on(mesh):
    verb = mesh.adverb.verbs[0]
    verb.limit = 2.0
    bpy.ops.adverb.go_live()
    look_at(mesh, verb.goal, 75, 0, 2.0)
    assert looking(mesh) == pytest.approx((60, 0), abs=1e-2)
    verb.outside = "EXTRAPOLATE"
    bpy.context.view_layer.update()
    assert looking(mesh) == pytest.approx((75, 0), abs=1e-2)


@pytest.mark.parametrize("outside", ["EDGE", "EXTRAPOLATE"])
def test_a_bake_is_what_the_live_verb_showed(mesh, outside):
    verb = mesh.adverb.verbs[0]
    verb.outside = outside
    bpy.ops.adverb.go_live()
    scene, shown = bpy.context.scene, []
    for frame, (left, up) in enumerate(((0, 0), (20, 15), (40, -20), (-50, 30), (-10, -35), (70, 0)), 1):
        look_at(mesh, verb.goal, left, up, 2.0)
        verb.goal.keyframe_insert("location", frame=frame)
    for frame in range(1, 7):
        scene.frame_set(frame)
        shown.append(looking(mesh))
    verb.bake_start, verb.bake_end = 1, 6
    bpy.ops.adverb.bake()
    assert not verb.is_live
    for frame, expected in enumerate(shown, 1):
        scene.frame_set(frame)
        assert looking(mesh) == pytest.approx(expected, abs=1e-3)


def test_check_predicts_each_look_from_the_others(mesh):
    verb = mesh.adverb.verbs[0]
    verb.kernel = "AUTOMATIC"  # of no use here, and in nobody's way
    bpy.ops.adverb.build()
    bpy.ops.adverb.leave_one_out()
    assert building.build(mesh, verb).choice is None


def test_an_example_dragged_live_takes_its_triangles_along(mesh):
    verb = mesh.adverb.verbs[0]
    bpy.ops.adverb.go_live()
    verb.examples[0].adverbs[0].value = 10.0
    look_at(mesh, verb.goal, 10, 0, 2.0)
    assert place(verb.examples[0])[0] == 10.0
    assert hub.lives[verb.uid].weights == pytest.approx(np.eye(5)[0], abs=1e-4)


def test_a_gaze_by_mesh_lives_on_after_loading(mesh, tmp_path):
    verb = mesh.adverb.verbs[0]
    bpy.ops.adverb.go_live()
    look_at(mesh, verb.goal, 20, 10, 2.0)
    before = looking(mesh)
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "gaze.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "gaze.blend"))
    rig = bpy.data.objects["Rig"]
    assert looking(rig) == pytest.approx(before, abs=1e-3)
    look_at(rig, rig.adverb.verbs[0].goal, 0, 40, 2.0)
    assert looking(rig) == pytest.approx((0, 40), abs=1e-2)
