"""Odd examples stand out in the sidebar, and the whole table goes through the clipboard and comes back."""

import bpy

from adverb.addon import actions, review
from tests.blender.stick import make_action, make_rig


def play(artist):
    with artist.override():
        rig = make_rig()
        for index in range(6):
            make_action(rig, f"nod {index}", frames=70 if index == 3 else 24, seed=0)
        for name in ("nod 1", "nod 4"):
            action = bpy.data.actions[name]
            for curve in actions.curves(action, action.slots[0])[:4]:
                for key in list(curve.keyframe_points)[2:]:
                    key.co.y = -key.co.y
        bpy.ops.adverb.add_verb(name="Nod", preset="STYLE")
        bpy.ops.adverb.add_examples(pattern="nod*")
        verb = rig.adverb.verbs[0]
        for index, example in enumerate(verb.examples):
            example.adverbs[0].value = 0.5 * index
        verb.adverbs[0].use_limits, verb.adverbs[0].most = True, 2.0
        bpy.ops.adverb.build()
        assert [found.example for found in review.findings(verb)] == [1, 3, 4, 5]
        assert [found.example for found in review.told(verb)] == [1, 3, 5], "two of a kind in one line"
        bpy.ops.adverb.choose_example(index=3)
    yield from artist.show_sidebar("Adverb")
    yield 0.5
    yield from artist.photograph("review")
    yield from artist.move(*artist.centre("UI"))
    for _ in range(12):
        yield from artist.press("WHEELDOWNMOUSE")
    yield from artist.photograph("review_adverbs")

    with artist.override():
        bpy.ops.adverb.copy_table()
        clipboard = bpy.context.window_manager.clipboard
        assert clipboard.splitlines()[:2] == ["name\tstyle", "nod 0\t0"], clipboard
        bpy.context.window_manager.clipboard = clipboard.replace("nod 2\t1\n", "nod 2\t1,25\n")
        bpy.ops.adverb.paste_table()
    verb = bpy.data.objects["Rig"].adverb.verbs[0]
    assert [example.adverbs[0].value for example in verb.examples] == [0.0, 0.5, 1.25, 1.5, 2.0, 2.5]
    assert not review.findings(verb)
    yield from artist.photograph("review_changed")
