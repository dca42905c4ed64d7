"""An artist duplicates a live character with its goal, drags the copy's goal, and takes it all back."""

import bpy

from adverb.addon import drivers, hub
from tools.package import ROOT

SECONDS = 240


def rigs():
    return [thing for thing in bpy.data.objects if thing.type == "ARMATURE"]


def miss(rig):
    """How far the palm is from the goal, as the window shows it."""
    depsgraph = bpy.context.evaluated_depsgraph_get()
    shown, verb = rig.evaluated_get(depsgraph), rig.adverb.verbs[0]
    palm = shown.matrix_world @ shown.pose.bones[verb.effector].tail
    return (palm - verb.goal.evaluated_get(depsgraph).matrix_world.translation).length


def play(artist):
    path = ROOT / "build" / "demo.blend"
    assert path.exists(), "make demo first"
    yield from artist.open(path)
    yield from artist.show_sidebar("Adverb")
    (hero,) = rigs()
    first = hero.adverb.verbs[0]
    first.goal.animation_data.action = None
    for thing in bpy.context.view_layer.objects:
        thing.select_set(thing in (hero, first.goal))
    bpy.context.view_layer.objects.active = hero
    with artist.override():
        bpy.ops.ed.undo_push(message="ready")
    yield 0.3
    uid, place = first.uid, first.goal.location.copy()

    yield from artist.move(*artist.centre())
    yield from artist.press("D", shift=True)
    yield from artist.move(artist.x + 120, artist.y, steps=6)
    yield from artist.click()
    yield 0.5
    assert len(rigs()) == 2
    hero, twin = sorted(rigs(), key=lambda rig: rig.name)
    assert hero.adverb.verbs[0].uid == uid != twin.adverb.verbs[0].uid
    assert twin.adverb.verbs[0].goal != hero.adverb.verbs[0].goal
    assert (twin.location - hero.location).length > 0.05
    assert max(map(miss, rigs())) < 0.02

    goal = twin.adverb.verbs[0].goal
    for thing in bpy.context.view_layer.objects:
        thing.select_set(thing == goal)
    bpy.context.view_layer.objects.active = goal
    yield 0.2
    yield from artist.press("G")
    yield from artist.move(artist.x + 15, artist.y + 15, steps=5)
    assert max(map(miss, rigs())) < 0.03, "each hand is at its own goal, while one is dragged"
    yield from artist.photograph("duplicate")
    yield from artist.click()
    yield 0.3
    assert (hero.adverb.verbs[0].goal.location - place).length < 1e-6

    for _ in range(6):
        if len(rigs()) == 1:
            break
        yield from artist.press("Z", ctrl=True)
        yield 0.5
    (hero,) = rigs()
    verb = hero.adverb.verbs[0]
    assert drivers.hubs(verb.goal) == [verb.uid] == [uid]
    assert set(hub.lives) == {uid}
    assert miss(hero) < 0.02

    yield from artist.press("Z", ctrl=True, shift=True)
    yield 0.5
    assert len(rigs()) == 2
    assert len({rig.adverb.verbs[0].uid for rig in rigs()}) == 2
    assert max(map(miss, rigs())) < 0.03
