"""A pose mesh to a file and back, and what is said where a file does not fit the rig."""

import bpy
import numpy as np
import pytest
from mathutils import Matrix

from adverb.addon import actions, building, triangulation
from adverb.core import pose_mesh_file
from tests.blender.stick import make_rig, place

LOOKS = {
    "DownRight": (-60, -25),
    "DownLeft": (60, -25),
    "Right": (-60, 5),
    "Left": (60, 5),
    "UpRight": (-60, 30),
    "UpLeft": (60, 30),
}
FIGURE_10 = (
    ("DownRight", "DownLeft", "Right"),
    ("Right", "DownLeft", "Left"),
    ("Right", "Left", "UpRight"),
    ("UpRight", "Left", "UpLeft"),
)


@pytest.fixture
def head():
    """A head on a neck, with the six looks of figure 3 as Actions; no verb."""
    rig = make_rig(count=1, length=1.0)
    bpy.ops.object.mode_set(mode="EDIT")
    bone = rig.data.edit_bones.new("Bip01 Head")
    bone.head, bone.tail, bone.parent = (0, 0, 1), (0, -0.2, 1), rig.data.edit_bones["bone 0"]
    bpy.ops.object.mode_set(mode="OBJECT")
    rig.pose.bones["Bip01 Head"].rotation_mode = "QUATERNION"
    rest = rig.data.bones["Bip01 Head"].matrix_local.to_3x3()
    written = [('pose.bones["Bip01 Head"].rotation_quaternion', index, "Bip01 Head") for index in range(4)]
    for name, (left, up) in LOOKS.items():
        turned = Matrix.Rotation(np.radians(left), 3, "Z") @ Matrix.Rotation(np.radians(-up), 3, "X")
        basis = (rest.inverted() @ turned @ rest).to_quaternion()
        actions.write(f"EHead{name}", rig, written, np.array([1.0]), np.array([basis]))
    return rig


def text_of(triangles=FIGURE_10, bone="Bip01 Head", forward="0.0 1.0 0.0"):
    inner = "".join(
        "<Triangle>" + "".join(f"<Animation>EHead{pose}.XAF</Animation>" for pose in triangle) + "</Triangle>"
        for triangle in triangles
    )
    mesh = f'<PoseMesh name="Poses_Head" bone="{bone}" forward="{forward}">{inner}</PoseMesh>'
    return f"<PoseMeshFile>{mesh}</PoseMeshFile>"


@pytest.fixture
def read(tmp_path):
    def read(text):
        path = tmp_path / "gaze.xml"
        path.write_text(text, encoding="utf-8")
        return bpy.ops.adverb.read_pose_mesh(filepath=str(path))

    return read


def triangles(verb):
    mesh = triangulation.of(verb)
    return {frozenset(mesh.names[corner] for corner in triangle) for triangle in mesh.triangles.tolist()}


EXPECTED = {frozenset(f"EHead{pose}" for pose in triangle) for triangle in FIGURE_10}


def test_a_file_becomes_a_measured_verb(head, read):
    assert read(text_of()) == {"FINISHED"}
    (verb,) = head.adverb.verbs
    assert (verb.name, verb.effector, verb.kind, verb.interpolator) == ("Poses_Head", "Bip01 Head", "POSE", "POSE_MESH")
    for example in verb.examples:
        assert place(example) == pytest.approx(LOOKS[example.name.removeprefix("EHead")], abs=1e-2)
    assert triangles(verb) == EXPECTED
    assert building.build(head, verb).verb.weights(np.array((0.0, -25.0))) == pytest.approx(
        np.array((0.5, 0.5, 0, 0, 0, 0)), abs=1e-3
    )


def test_what_is_written_is_read_back(head, read, tmp_path):
    read(text_of())
    path = tmp_path / "written.xml"
    assert bpy.ops.adverb.write_pose_mesh(filepath=str(path)) == {"FINISHED"}
    (entry,) = pose_mesh_file.parse(path.read_bytes())
    assert (entry.name, entry.bone, entry.forward) == ("Poses_Head", "Bip01 Head", (0.0, 1.0, 0.0))
    assert {frozenset(triangle) for triangle in entry.triangles} == EXPECTED
    bpy.ops.adverb.read_pose_mesh(filepath=str(path))
    assert [verb.name for verb in head.adverb.verbs] == ["Poses_Head", "Poses_Head.001"]
    assert triangles(head.adverb.verbs[1]) == EXPECTED


def test_a_file_may_hold_several_meshes(head, read):
    mesh = text_of().removeprefix("<PoseMeshFile>").removesuffix("</PoseMeshFile>")
    assert read(f"<PoseMeshFile>{mesh}{mesh.replace('Poses_Head', 'Aim')}</PoseMeshFile>") == {"FINISHED"}
    assert [verb.name for verb in head.adverb.verbs] == ["Poses_Head", "Aim"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (text_of(bone="Bip01 Tail"), "needs 'Bip01 Tail', a bone that 'Rig' does not have"),
        (text_of([("DownRight", "Nowhere", "Right")]), "no Action 'EHeadNowhere'"),
        (text_of(forward="1 1 0"), "no axis of 'Bip01 Head': take the nearest"),
        (text_of([("DownRight", "DownLeft", "DownLeft")]), "names 'EHeadDownLeft.XAF' twice"),
        (text_of([("DownRight", "DownLeft", "UpRight"), ("Right", "Left", "UpLeft")]), "overlap|lies in"),
        (text_of([("DownRight", "Right", "UpRight")]), "lie on one line"),
        (text_of()[:-3], "broken XML"),
        ('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + text_of(), "has a DOCTYPE"),
    ],
)
def test_a_file_that_does_not_fit_changes_nothing(head, read, text, sentence):
    bpy.ops.adverb.add_verb(name="before")
    with pytest.raises(RuntimeError, match=sentence):
        read(text)
    assert [verb.name for verb in head.adverb.verbs] == ["before"]
    assert head.adverb.active_verb == 0


def test_a_file_that_is_not_there_says_so(head, tmp_path):
    with pytest.raises(RuntimeError, match=r"'none\.xml' cannot be read"):
        bpy.ops.adverb.read_pose_mesh(filepath=str(tmp_path / "none.xml"))


def test_what_a_file_cannot_tell_is_not_written(head, read, tmp_path):
    path = tmp_path / "written.xml"

    def refuses(sentence):
        with pytest.raises(RuntimeError, match=sentence):
            bpy.ops.adverb.write_pose_mesh(filepath=str(path))
        assert not path.exists()

    read(text_of())
    verb = head.adverb.verbs[0]
    verb.interpolator = "RADIAL_BASIS"
    refuses("is no pose mesh: choose that for its Weights")
    verb.interpolator = "POSE_MESH"
    verb.adverbs[1].measure = "NONE"
    refuses("'elevation' is not where a bone points")
    verb.adverbs[1].measure = "DIRECTION"
    verb.examples[1].action = verb.examples[0].action
    refuses("2 examples are of the Action 'EHeadDownRight'")
