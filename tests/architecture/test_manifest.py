"""The zip that artists install: Blender accepts it, and it carries the rooms and nothing else."""

import shutil
from zipfile import ZipFile

import pytest

from tests.architecture.source import ROOMS
from tools import build
from tools.package import ROOT

SHIPPED = {"blender_manifest.toml", "__init__.py", "LICENSE", *ROOMS}


@pytest.fixture
def package(tmp_path) -> list[str]:
    with ZipFile(build.build(tmp_path)) as archive:
        return archive.namelist()


def test_the_zip_carries_the_rooms_and_nothing_else(package):
    strangers = [name for name in package if name.split("/")[0] not in SHIPPED or "__pycache__" in name]
    assert not strangers, f"{strangers} would be installed; see [build] in blender_manifest.toml"


def test_the_zip_carries_every_file_of_the_rooms(package):
    expected = {path.relative_to(ROOT).as_posix() for room in ROOMS for path in (ROOT / room).rglob("*.py")}
    assert not expected - set(package), "these would be missing; see [build] in blender_manifest.toml"


def test_a_stranger_at_the_root_stays_out(tmp_path, monkeypatch):
    """The manifest names what goes in, so a new folder or file stays out by itself."""
    house = tmp_path / "house"
    house.mkdir()
    for name in SHIPPED:
        source = ROOT / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, house / name)
    for name in ("tests/core/test_verb.py", "notes.txt", ".venv/bpy.py", "core/.secret", "core/__pycache__/verb.pyc"):
        (house / name).parent.mkdir(parents=True, exist_ok=True)
        (house / name).touch()
    monkeypatch.setattr(build, "ROOT", house)
    with ZipFile(build.build(tmp_path / "zip")) as archive:
        assert {name.split("/")[0] for name in archive.namelist()} == SHIPPED
        assert not [name for name in archive.namelist() if ".secret" in name or "__pycache__" in name]
