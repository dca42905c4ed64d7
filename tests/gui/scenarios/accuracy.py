"""The Accuracy panel before and after Refine, with its plot; Esc stops Refine and changes nothing."""

import bpy

from adverb.addon import accuracy, plots
from tests.blender.arms import make_arm


def panel(artist):
    """Open the panel over the view, whole."""
    yield from artist.move(*artist.centre())
    with artist.override():
        bpy.ops.wm.call_panel(name="ADVERB_PT_accuracy", keep_open=True)
    yield 0.5


def verb():
    return bpy.data.objects["Arm"].adverb.verbs[0]


def refine(artist):
    yield from artist.move(*artist.centre())
    with artist.override():
        bpy.ops.adverb.refine("INVOKE_DEFAULT")


def play(artist):
    with artist.override():
        make_arm()
        bpy.ops.adverb.measure_error()
    yield from artist.show_sidebar("Adverb")
    yield from panel(artist)
    yield from artist.photograph("accuracy_before")
    yield from artist.press("ESC")

    verb().insertions, verb().tolerance = 400, 0.02
    yield from refine(artist)
    yield 0.5
    yield from artist.press("ESC")
    yield 0.5
    assert not verb().pseudo

    verb().insertions, verb().tolerance, verb().landing = 60, 0.8, "SOLVE"
    yield from refine(artist)
    yield from artist.wait_until(lambda: len(verb().pseudo) > 20, 100)
    yield 0.5
    assert plots.icon(verb())
    assert not accuracy.is_outdated(verb())
    yield from panel(artist)
    yield from artist.photograph("accuracy_after")
    yield from artist.press("ESC")
    verb().examples[0].adverbs[0].value += 0.1
    yield 0.5
    assert accuracy.is_outdated(verb())
    yield from panel(artist)
    yield from artist.photograph("accuracy_changed")
