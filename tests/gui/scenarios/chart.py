"""The chart of all examples in the corner of the viewport: shown, with a wrong keytime, with many rows, and gone."""

import bpy

from adverb.addon import chart, profiles
from tools.package import ROOT

SECONDS = 240


def verb():
    return bpy.data.objects["Hero"].adverb.verbs[0]


def shown():
    return profiles.profiles(bpy.data.objects["Hero"], verb())


def troubled():
    return [row.name for row in shown().rows if row.trouble]


def play(artist):
    yield from artist.open(ROOT / "build" / "demo.blend")
    yield from artist.show_sidebar("Adverb")
    bpy.context.view_layer.objects.active = bpy.data.objects["Hero"]
    yield 0.3
    assert not chart._drawn, "nothing is drawn that was not asked for"
    verb().show_chart = True
    verb().active_example = 2
    yield 0.5
    assert chart._drawn
    assert not troubled(), "the demo's examples go well together"
    yield from artist.photograph("chart")

    before = chart._drawn[verb().uid]
    yield from artist.move(*artist.centre())
    artist.area().tag_redraw()
    yield 0.3
    assert chart._drawn[verb().uid] is before, "a redraw makes nothing anew"

    wrong = verb().examples[4]
    touch = wrong.keytimes[verb().keytimes.find("touch")]
    right = touch.frame
    touch.frame = right - 8
    yield 0.5
    assert troubled() == [wrong.name], "a wrong keytime is seen at once"
    yield from artist.photograph("chart_wrong")
    touch.is_set = False
    yield 0.5
    assert troubled() == [wrong.name]
    yield from artist.photograph("chart_not_set")
    touch.frame, touch.is_set = right, True

    bpy.context.preferences.view.ui_scale = 1.5
    artist.area().spaces.active.show_region_ui = False
    yield 0.5
    yield from artist.photograph("chart_large")
    verb().show_chart = False
    yield from artist.photograph("chart_gone")
