"""How far each example is from what the others predict stands in the list, and the settings say which kernel suits."""

import bpy

from adverb.addon import building, review
from tests.blender.stick import make_action, make_rig


def play(artist):
    with artist.override():
        rig = make_rig()
        for index in range(8):
            action = make_action(rig, f"bow {index}", seed=0)
            bag = action.layers[0].strips[0].channelbag(action.slots[0])
            curve = next(its for its in bag.fcurves if its.data_path.endswith('1"].rotation_euler'))
            curve.keyframe_points[2].co.y = 0.3 * index
            curve.update()
        bpy.ops.adverb.add_verb(name="Bow", preset="STYLE")
        bpy.ops.adverb.add_examples(pattern="bow*")
        verb = rig.adverb.verbs[0]
        for index, example in enumerate(verb.examples):
            example.adverbs[0].value = 6.5 if index == 2 else index
        verb.kernel = "AUTOMATIC"
        bpy.ops.adverb.leave_one_out()
        assert [found.example for found in review.findings(verb)] == [2]
        assert building.known_choice(verb) is not None
    yield from artist.show_sidebar("Adverb")
    yield 0.5
    yield from artist.photograph("fitness")
    with artist.override():
        bpy.ops.adverb.go_live()
    yield 0.5
    yield from artist.photograph("fitness_live")
    yield from artist.move(*artist.centre("UI"))
    for _ in range(40):
        yield from artist.press("WHEELDOWNMOUSE")
    x, _ = artist.centre("UI")
    yield from artist.move(x, artist.region("UI").y + 18)  # Settings, the last of the panels
    yield from artist.click()
    for _ in range(40):
        yield from artist.press("WHEELDOWNMOUSE")
    yield from artist.photograph("fitness_settings")
