"""An artist opens the demo, drags the goal, undoes, plays and bakes; the hand follows all the time."""

import bpy
from mathutils import Euler

from adverb.addon import hub
from tools.package import ROOT

SECONDS = 240


def hero():
    return bpy.data.objects["Hero"]


def verb():
    return hero().adverb.verbs[0]


def hand():
    """Where the palm is, in the world, as the window shows it."""
    shown = hero().evaluated_get(bpy.context.evaluated_depsgraph_get())
    return shown.matrix_world @ shown.pose.bones[verb().effector].tail


def goal():
    return verb().goal.evaluated_get(bpy.context.evaluated_depsgraph_get()).matrix_world.translation.copy()


def miss():
    return (hand() - goal()).length


def play(artist):
    path = ROOT / "build" / "demo.blend"
    assert path.exists(), "make demo first"
    yield from artist.open(path)
    yield from artist.show_sidebar("Adverb")
    view = artist.area().spaces.active
    view.region_3d.view_perspective = "PERSP"
    view.region_3d.view_rotation = Euler((1.45, 0.0, -0.75)).to_quaternion()
    view.region_3d.view_location, view.region_3d.view_distance, view.lens = (-0.25, -0.1, 0.98), 3.6, 70
    view.overlay.show_bones = view.overlay.show_relationship_lines = False
    view.shading.color_type = "MATERIAL"
    yield 0.5
    assert miss() < 0.02, f"the hand starts {miss():.3f} m from the goal"
    yield from artist.photograph("demo_open")

    # The goal is keyed in the demo; an artist who drags it frees it first.
    verb().goal.animation_data.action = None
    yield 0.2
    start = goal()
    yield from artist.move(*artist.locate(start))
    yield from artist.press("G")
    x, y = artist.x, artist.y
    way = ((15, 10), (30, 30), (40, 60), (35, 100), (20, 130), (-10, 120), (-30, 90), (-40, 50))
    for step, (right, up) in enumerate(way):
        yield from artist.move(x + right, y + up, steps=4)
        yield 0.1
        assert (goal() - start).length > 0.02
        assert miss() < 0.02, f"the hand is {miss():.3f} m from the goal after move {step}"
        if step == 4:
            yield from artist.photograph("drag")
    yield from artist.click()
    yield 0.3
    assert miss() < 0.02
    end = goal()

    yield from artist.press("Z", ctrl=True)
    yield 0.5
    assert (goal() - start).length < 1e-4, "undo brought the goal back"
    assert miss() < 0.02, "and the hand with it"
    yield from artist.press("Z", ctrl=True, shift=True)
    yield 0.5
    assert (goal() - end).length < 1e-4, "redo"
    assert miss() < 0.02

    verb().timing = "PLAY"
    yield 0.3
    before = hand()
    with artist.override():
        bpy.ops.screen.animation_play()
    yield 2.0
    with artist.override():
        bpy.ops.screen.animation_cancel(restore_frame=False)
    yield 0.3
    assert bpy.context.scene.frame_current > 2, "the timeline ran"
    assert (hand() - before).length > 0.02, "and the hand moved with it"
    assert not hub.lives[verb().uid].trouble

    bpy.context.view_layer.objects.active = hero()
    verb().bake_end = 60
    with artist.override():
        bpy.ops.adverb.bake("INVOKE_DEFAULT", name="By hand")
    yield from artist.wait_until(lambda: not verb().is_live, 60)
    yield 0.3
    assert hero().animation_data.action.name == "By hand"
    assert bpy.data.scenes.keys() == ["Scene"]
    yield from artist.photograph("baked")
