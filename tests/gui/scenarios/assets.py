"""Actions selected in an Asset Browser, of this file and of a library, become examples; presets drop down from +."""

import tempfile
from pathlib import Path

import bpy


def play(artist):
    folder = Path(tempfile.mkdtemp())
    rig = make_rig()
    for name in ("wave far", "wave near", "wave old"):
        make_action(rig, name).asset_mark()
    bpy.data.libraries.write(str(folder / "library.blend"), {bpy.data.actions["wave old"]})
    bpy.data.actions.remove(bpy.data.actions["wave old"])
    library = bpy.context.preferences.filepaths.asset_libraries.new(name="Waves", directory=str(folder))
    with artist.override():
        bpy.ops.adverb.add_verb(preset="STYLE", name="Wave")

    artist.area("DOPESHEET_EDITOR").ui_type = "ASSETS"
    for name, expected in (("LOCAL", ["wave far", "wave near"]), (library.name, ["wave far", "wave near", "wave old"])):
        yield 0.5
        browser = artist.area("FILE_BROWSER").spaces.active
        browser.params.asset_library_reference = name
        yield from artist.move(*artist.centre("WINDOW", "FILE_BROWSER"))
        yield 2.0
        with artist.override("FILE_BROWSER"):
            bpy.ops.file.select_all(action="SELECT")
        yield 0.5
        with artist.override():
            bpy.ops.adverb.add_selected()
        assert [example.name for example in bpy.context.object.adverb.verbs[0].examples] == expected
    copied = bpy.data.actions["wave old"]
    assert copied.library is None and copied.asset_data is None

    with artist.override():
        try:
            bpy.ops.adverb.add_selected()
        except RuntimeError as error:
            assert "has what is selected already" in str(error)
        else:
            raise AssertionError("an Action of a library was copied twice")
    assert len(bpy.data.actions) == 3

    yield from artist.show_sidebar("Adverb")
    with artist.override():
        bpy.ops.wm.call_menu(name="ADVERB_MT_presets")
    yield 0.5
    yield from artist.photograph("assets")
    yield from artist.press("ESC")


def make_rig():
    bpy.ops.object.armature_add()
    return bpy.context.object


def make_action(rig, name):
    for frame in (1, 20):
        rig.pose.bones[0].location.x = frame / 20
        rig.pose.bones[0].keyframe_insert("location", frame=frame)
    action = rig.animation_data.action
    action.name = name
    rig.animation_data.action = None
    return action
