"""The paper's file: what is written is read back, and what is no pose mesh says why."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adverb.core.errors import VerbError
from adverb.core.pose_mesh_file import PoseMeshEntry, match, parse, write

FIGURE_10 = b"""<PoseMeshFile>
  <PoseMesh name="Poses_Head" bone="Bip01 Head" forward="0.0 1.0 0.0">
    <Triangle>
      <Animation>EHeadDownRight.XAF</Animation>
      <Animation>EHeadDownLeft.XAF</Animation>
      <Animation>EHeadRight.XAF</Animation>
    </Triangle>
    <Triangle>
      <Animation>EHeadRight.XAF</Animation>
      <Animation>EHeadDownLeft.XAF</Animation>
      <Animation>EHeadLeft.XAF</Animation>
    </Triangle>
    <Triangle>
      <Animation>EHeadRight.XAF</Animation>
      <Animation>EHeadLeft.XAF</Animation>
      <Animation>EHeadUpRight.XAF</Animation>
    </Triangle>
    <Triangle>
      <Animation>EHeadUpRight.XAF</Animation>
      <Animation>EHeadLeft.XAF</Animation>
      <Animation>EHeadUpLeft.XAF</Animation>
    </Triangle>
  </PoseMesh>
</PoseMeshFile>
"""


def file_of(*triangles, attributes='name="Head" bone="head" forward="0 1 0"'):
    inner = "".join(
        f"<Triangle>{''.join(f'<Animation>{pose}</Animation>' for pose in triangle)}</Triangle>"
        for triangle in triangles
    )
    return f"<PoseMeshFile><PoseMesh {attributes}>{inner}</PoseMesh></PoseMeshFile>".encode()


def test_figure_10():
    (mesh,) = parse(FIGURE_10)
    assert (mesh.name, mesh.bone, mesh.forward) == ("Poses_Head", "Bip01 Head", (0.0, 1.0, 0.0))
    assert len(mesh.triangles) == 4
    assert mesh.triangles[3] == ("EHeadUpRight.XAF", "EHeadLeft.XAF", "EHeadUpLeft.XAF")
    assert mesh.poses == [
        f"EHead{place}.XAF" for place in ("DownRight", "DownLeft", "Right", "Left", "UpRight", "UpLeft")
    ]


def test_figure_10_is_written_as_it_stands():
    assert write(parse(FIGURE_10)).split(b"\n", 1)[1] == FIGURE_10


# What XML cannot hold, and white space at the ends, is in no name.
NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=8)


@given(st.lists(st.tuples(NAMES, NAMES, st.lists(NAMES, min_size=5, max_size=5, unique=True)), min_size=1, max_size=3))
def test_what_is_written_is_read_back(said):
    meshes = [
        PoseMeshEntry(name, bone, (0.0, -1.0, 0.25), ((a, b, c), (b, c, d), (c, d, e)))
        for name, bone, (a, b, c, d, e) in said
    ]
    assert parse(write(meshes)) == meshes


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "broken XML"),
        (b"<PoseMeshFile>", "broken XML .*line 1"),
        (b"<PoseMeshFile>&gaze;</PoseMeshFile>", "broken XML .*undefined entity"),
        (b"\xff\xfe<\x00", "no text in UTF-8"),
        (b"<Mesh/>", "a 'Mesh' and no 'PoseMeshFile'"),
        (b"<PoseMeshFile/>", "no 'PoseMesh'"),
        (file_of(), "'Head' has no triangle"),
        (file_of("abc", attributes='bone="head" forward="0 1 0"'), "Pose mesh 1 has no name"),
        (file_of("abc", attributes='name="Head" forward="0 1 0"'), "'Head' names no bone"),
        (file_of("abc", attributes='name="Head" bone="head"'), "has '' for its forward"),
        (file_of("abc", attributes='name="Head" bone="head" forward="0 up 0"'), "has '0 up 0' for its forward"),
        (file_of("abc", attributes='name="Head" bone="head" forward="0 0 0"'), "three numbers"),
        (file_of("abc", attributes='name="Head" bone="head" forward="0 nan 0"'), "three numbers"),
        (file_of("ab"), "a triangle with 2 animations"),
        (file_of("abcd"), "a triangle with 4 animations"),
        (file_of(["a", "b", " "]), "a triangle with 2 animations"),
        (file_of("aba"), "names 'a' twice"),
        (file_of("abc", "cab"), "triangle of 'a', 'b' and 'c' twice, and they overlap"),
        (file_of("abc", "abd", "bae"), "3 triangles on the edge from 'a' and 'b', and they overlap"),
    ],
)
def test_what_is_no_pose_mesh_says_why(data, sentence):
    with pytest.raises(VerbError, match=sentence):
        parse(data)


LAUGHS = b"""<?xml version="1.0"?>
<!DOCTYPE PoseMeshFile [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>
<PoseMeshFile><PoseMesh name="&b;" bone="head" forward="0 1 0"/></PoseMeshFile>"""
OUTSIDE = b"""<!DOCTYPE PoseMeshFile [<!ENTITY secret SYSTEM "file:///etc/passwd">]>
<PoseMeshFile><PoseMesh name="&secret;" bone="head" forward="0 1 0"/></PoseMeshFile>"""


@pytest.mark.parametrize("data", [LAUGHS, OUTSIDE, b"\xef\xbb\xbf" + OUTSIDE, b"<!doctype x><PoseMeshFile/>"])
def test_entities_are_refused_before_anything_is_parsed(data):
    with pytest.raises(VerbError, match="has a DOCTYPE"):
        parse(data)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-7", "cp037"])
def test_entities_cannot_hide_in_another_encoding(encoding):
    text = f'<?xml version="1.0" encoding="{encoding}"?>' + OUTSIDE.decode()
    with pytest.raises(VerbError):
        parse(text.encode(encoding))
    with pytest.raises(VerbError):
        parse(text.encode())


def test_poses_are_found_by_name_with_or_without_the_ending_of_a_file():
    assert match(["EHeadUp.XAF", "b.001", "c"], ["EHeadUp", "b", "b.001", "c", "c.XAF"]) == {
        "EHeadUp.XAF": "EHeadUp",
        "b.001": "b.001",
        "c": "c",
    }
    with pytest.raises(VerbError, match=r"no Action 'b\.001'"):  # a number is how Blender tells two of a name apart
        match(["b.001"], ["b"])
    with pytest.raises(VerbError, match="no Action 'EHeadDown'"):
        match(["EHeadDown.XAF"], ["EHeadUp"])
    with pytest.raises(VerbError, match=r"'a' and 'a\.XAF' are all the Action 'a'"):
        match(["a", "a.XAF"], ["a"])


@pytest.mark.parametrize("name", [" look", "look ", "look\n", "lo\x01ok", "lo\rok", "\udcff"])
def test_a_name_that_would_be_read_as_another_is_not_written(name):
    with pytest.raises(VerbError, match="rename it"):
        write([PoseMeshEntry("Head", "head", (0.0, 1.0, 0.0), (("a", "b", name),))])


@pytest.mark.parametrize("name", ["look left", "'look' \"up\"", "a<b&c>", "\U0001f469\u200d\U0001f680", "\u00fc"])
def test_unusual_names_are_read_back(name):
    entry = PoseMeshEntry(name, name, (0.0, 1.0, 0.0), (("a", "b", name),))
    assert parse(write([entry])) == [entry]
