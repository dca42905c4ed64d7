"""Pose meshes as XML: figure 10 of Guerrero and Darken.

A file holds meshes. Each has a name, the bone that points somewhere, the direction in that bone's own space that is
its forward, and triangles that name three animations each. Where the poses are is not in the file: they tell it
themselves.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import PurePath
from xml.etree import ElementTree

from .errors import VerbError
from .wording import listed

# What a declaration of entities, inner or outside ones, begins with. A pose mesh needs none.
_DECLARATIONS = ("<!DOCTYPE", "<!ENTITY")


@dataclass(frozen=True)
class PoseMeshEntry:
    """One mesh of a file, as it is told there."""

    name: str
    bone: str
    forward: tuple[float, float, float]
    triangles: tuple[tuple[str, str, str], ...]  # names of animations

    @property
    def poses(self) -> list[str]:
        """The animations that the triangles name, in the order in which they come."""
        return list(dict.fromkeys(pose for triangle in self.triangles for pose in triangle))


def parse(data: bytes) -> list[PoseMeshEntry]:
    """The meshes of a file. Raises if it is no such file, or if its triangles cannot be those of a mesh."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise VerbError("The file is no text in UTF-8: save it as such") from error
    for declaration in _DECLARATIONS:
        if declaration in text.upper():
            raise VerbError(f"The file has a {declaration[2:]}, which a pose mesh does not need: remove it")
    try:
        root = ElementTree.fromstring(text)
    except (ElementTree.ParseError, ValueError) as error:
        raise VerbError(f"The file is broken XML ({error}): mend it there") from error
    if root.tag != "PoseMeshFile":
        raise VerbError(f"The file is a '{root.tag}' and no 'PoseMeshFile': choose a file of pose meshes")
    meshes = [_mesh(element, number) for number, element in enumerate(root.findall("PoseMesh"), 1)]
    if not meshes:
        raise VerbError("The file has no 'PoseMesh': choose another one")
    return meshes


def write(meshes: Iterable[PoseMeshEntry]) -> bytes:
    """The file that holds these meshes. Raises if it could not be read as the same."""
    root = ElementTree.Element("PoseMeshFile")
    for mesh in meshes:
        for name in (mesh.name, mesh.bone, *mesh.poses):
            if not _can_be_told(name):
                raise VerbError(f"'{name}' has a space at an end, or a letter that no file can hold: rename it")
        forward = " ".join(f"{number:.7g}" if number % 1.0 else f"{number:.1f}" for number in mesh.forward)
        element = ElementTree.SubElement(root, "PoseMesh", name=mesh.name, bone=mesh.bone, forward=forward)
        for triangle in mesh.triangles:
            inner = ElementTree.SubElement(element, "Triangle")
            for pose in triangle:
                ElementTree.SubElement(inner, "Animation").text = pose
    ElementTree.indent(root)
    return bytes(ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)) + b"\n"


def _can_be_told(name: str) -> bool:
    """Whether a name is the same after it was written and read: XML lacks some letters, and space around is none."""
    element = ElementTree.Element("Animation")
    element.text = name
    try:
        return (ElementTree.fromstring(ElementTree.tostring(element)).text or "").strip() == name
    except ElementTree.ParseError:
        return False


def match(poses: Iterable[str], names: Sequence[str]) -> dict[str, str]:
    """Which of the known names each pose of a file means: the same, or the same without the ending of a file."""
    known = set(names)
    found = {}
    for pose in poses:
        means = next((name for name in (pose, _bare(pose)) if name in known), None)
        if means is None:
            raise VerbError(f"There is no Action '{_bare(pose)}': import it, or give it that name")
        found[pose] = means
    twice = [name for name, count in Counter(found.values()).items() if count > 1]
    if twice:
        both = [pose for pose, name in found.items() if name == twice[0]]
        raise VerbError(f"{listed(both)} are all the Action '{twice[0]}': rename one of them in the file")
    return found


def _bare(pose: str) -> str:
    """A pose without the ending of a file; what Blender counts names with is none."""
    path = PurePath(pose)
    return path.stem if path.suffix[1:2].isalpha() else pose


def _mesh(element: ElementTree.Element, number: int) -> PoseMeshEntry:
    name, bone = element.get("name", ""), element.get("bone", "")
    told = f"Pose mesh '{name}'" if name else f"Pose mesh {number}"
    if not name:
        raise VerbError(f"{told} has no name: give it one in the file")
    if not bone:
        raise VerbError(f"{told} names no bone: say which one points forward")
    triangles = [_triangle(each, told) for each in element.findall("Triangle")]
    if not triangles:
        raise VerbError(f"{told} has no triangle: give it one of three animations at the least")
    _check_edges(triangles, told)
    return PoseMeshEntry(name, bone, _forward(element.get("forward", ""), told), tuple(triangles))


def _triangle(element: ElementTree.Element, told: str) -> tuple[str, str, str]:
    poses = [(animation.text or "").strip() for animation in element.findall("Animation")]
    if len(poses) != 3 or not all(poses):
        raise VerbError(f"{told} has a triangle with {len([*filter(None, poses)])} animations: name three")
    first, second, third = poses
    for pose in poses:
        if poses.count(pose) > 1:
            raise VerbError(f"{told} has a triangle that names '{pose}' twice: name three different animations")
    return first, second, third


def _check_edges(triangles: Sequence[tuple[str, str, str]], told: str) -> None:
    """Raise if triangles must overlap wherever the poses are: one comes twice, or three share an edge."""
    for triangle, count in Counter(map(frozenset, triangles)).items():
        if count > 1:
            raise VerbError(
                f"{told} has the triangle of {listed(sorted(triangle))} twice, and they overlap: remove one"
            )
    edges = Counter(frozenset(triangle) - {corner} for triangle in triangles for corner in triangle)
    for edge, count in edges.items():
        if count > 2:
            raise VerbError(
                f"{told} has {count} triangles on the edge from {listed(sorted(edge))}, and they overlap: leave it two"
            )


def _forward(text: str, told: str) -> tuple[float, float, float]:
    try:
        x, y, z = map(float, text.split())
    except ValueError:
        x = y = z = float("nan")
    if not all(map(isfinite, (x, y, z))) or x == y == z == 0.0:
        raise VerbError(f"{told} has '{text}' for its forward: give it three numbers, such as '0.0 1.0 0.0'")
    return x, y, z
