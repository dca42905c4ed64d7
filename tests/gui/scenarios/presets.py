"""An artist starts a verb from the menu of presets, and the panel says what to do next."""

import bpy

from tools.package import ROOT


def hero():
    return bpy.data.objects["Hero"]


def plus(artist):
    """Where the button beside the list of verbs is."""
    sidebar = artist.region("UI")
    return sidebar.x + sidebar.width - 48, sidebar.y + sidebar.height - 45


def play(artist):
    yield from artist.open(ROOT / "build" / "demo.blend")
    yield from artist.show_sidebar("Adverb")
    bpy.context.view_layer.objects.active = hero()
    hero().data.bones.active = None
    yield 0.3
    yield from artist.click(*plus(artist))
    yield 0.5
    yield from artist.photograph("presets_menu")
    yield from artist.press("R")  # Reach 3D
    yield from artist.wait_until(lambda: len(hero().adverb.verbs) == 2)
    verb = hero().adverb.verbs[1]
    assert (verb.effector, verb.effector_end) == ("DEF-hand.R", "TAIL")
    yield 0.3
    yield from artist.photograph("presets_new")

    with artist.override():
        bpy.ops.adverb.add_examples(pattern="reach*")
    yield 0.3
    yield from artist.photograph("presets_not_measured")
