"""The whole bake panel is seen; an artist bakes at three empties with fewer keys, undoes it, and bakes to the NLA."""

import bpy

from tools.package import ROOT

SECONDS = 240


def hero():
    return bpy.data.objects["Hero"]


def verb():
    return hero().adverb.verbs[0]


def bake(artist, operator):
    with artist.override():
        operator("INVOKE_DEFAULT")


def play(artist):
    yield from artist.open(ROOT / "build" / "demo.blend")
    yield from artist.show_sidebar("Adverb")
    start = verb().goal.matrix_world.translation.copy()
    for number, name in enumerate(("Cup", "Door", "Shelf")):
        empty = bpy.data.objects.new(name, None)
        bpy.context.scene.collection.objects.link(empty)
        empty.location = start
        empty.location.z += 0.1 * number
        empty.empty_display_size = 0.1
    for thing in bpy.context.view_layer.objects:
        thing.select_set(thing.name in {"Cup", "Door", "Shelf", "Hero"})
    bpy.context.view_layer.objects.active = hero()
    verb().timing, verb().bake_end, verb().bake_reduce = "PLAY", 60, True
    bpy.ops.ed.undo_push(message="Empties")
    yield 0.3
    yield from artist.scroll_sidebar()
    yield from artist.photograph("bake_panel")
    verb().timing = "HOLD"
    yield 0.5
    yield from artist.scroll_sidebar()
    yield from artist.photograph("bake_hold")
    verb().timing = "PLAY"
    before = len(bpy.data.actions)
    yield from artist.move(*artist.centre())
    bake(artist, bpy.ops.adverb.bake_at_goals)
    yield from artist.wait_until(lambda: len(bpy.data.actions) == before + 3, 60)
    assert {"Cup", "Door", "Shelf"} <= set(bpy.data.actions.keys())
    assert verb().is_live
    yield 0.3
    yield from artist.photograph("bake_at_goals")
    yield from artist.press("Z", ctrl=True)
    yield 0.5
    assert len(bpy.data.actions) == before, "one step takes them all back"

    verb().bake_nla = True
    bake(artist, bpy.ops.adverb.bake)
    yield from artist.wait_until(lambda: not verb().is_live, 60)
    yield 0.3
    assert hero().animation_data.action is None
    assert len(hero().animation_data.nla_tracks) == 1
