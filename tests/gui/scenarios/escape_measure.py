"""Esc stops a measure that takes long, and everything is as it was."""

import bpy

from tools.package import ROOT


def play(artist):
    yield from artist.open(ROOT / "build" / "demo.blend")
    yield from artist.show_sidebar("Adverb")
    rig = bpy.data.objects["Hero"]
    bpy.context.view_layer.objects.active = rig
    verb = rig.adverb.verbs[0]
    with artist.override():
        bpy.ops.adverb.release()
        bpy.ops.adverb.add_adverb(name="speed")
    verb.adverbs["speed"].measure = "SPEED"
    for example in verb.examples:  # the hand hangs on constraints: Blender is asked at every frame
        example.action.use_frame_range, example.action.frame_end = True, 300

    def said():
        rig = bpy.data.objects["Hero"]
        poses = [[number for row in bone.matrix_basis for number in row] for bone in rig.pose.bones]
        return poses, [[number.value for number in example.adverbs] for example in rig.adverb.verbs[0].examples]

    before = said()
    yield from artist.move(*artist.centre())
    with artist.override():
        assert bpy.ops.adverb.measure("INVOKE_DEFAULT") == {"RUNNING_MODAL"}
    yield 1.0
    assert said() != before, "it is at work"
    yield from artist.press("ESC")
    yield 0.5
    assert said() == before
    verb = bpy.data.objects["Hero"].adverb.verbs[0]
    for example in verb.examples:
        example.is_enabled, example.action.frame_end = example == verb.examples[0], 30
    with artist.override():
        bpy.ops.adverb.measure("INVOKE_DEFAULT")
    yield from artist.wait_until(lambda: verb.examples[0].adverbs[-1].value > 0.0, 60)
