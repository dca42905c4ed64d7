"""Files are short nouns, tested, silent, and know no version."""

import ast
import tomllib
from collections.abc import Iterator

import pytest

from tests.architecture.source import ROOMS, Source, assert_accepts, assert_obeyed, assert_sees, called, root, sources
from tools.package import ROOT

LONGEST = 400
HOMELESS = {"util", "utils", "utility", "utilities", "misc", "helper", "helpers", "common", "tools", "stuff"}
VERSION = tomllib.loads((ROOT / "blender_manifest.toml").read_text(encoding="utf-8"))["version"]


def is_short(source: Source) -> Iterator[str]:
    length = len(source.text.splitlines())
    if length > LONGEST:
        yield source.complaint(None, f"has {length} lines, more than {LONGEST}", "find the second noun in it")


def is_a_noun(source: Source) -> Iterator[str]:
    for word in HOMELESS & set(source.stem.lower().split("_")):
        yield source.complaint(None, f"'{word}' names no idea", "what has no noun has no home: find the noun")


def is_silent(source: Source) -> Iterator[str]:
    for node in source.walk(ast.Call):
        if called(node) == "print":
            yield source.complaint(node, "prints", "report it to the artist, or keep it for the panel to show")


def knows_no_version(source: Source) -> Iterator[str]:
    for node in source.walk(ast.Name, ast.Constant):
        name = node.id if isinstance(node, ast.Name) else node.value
        if name in ("bl_info", "__version__", VERSION):
            yield source.complaint(node, f"speaks of {name}", "the version is written in blender_manifest.toml only")


def has_behaviour(source: Source) -> bool:
    return any(source.walk(ast.FunctionDef)) and source.stem != "__init__"


def untested(modules: list[Source], tests: set[str]) -> Iterator[str]:
    for source in modules:
        if has_behaviour(source) and f"tests/core/test_{source.stem}.py" not in tests:
            yield source.complaint(None, "has no tests", f"write tests/core/test_{source.stem}.py")


RULES = {
    is_short: (*ROOMS, "tests", "tools"),
    is_a_noun: (*ROOMS, "tests", "tools"),
    is_silent: ROOMS,
    knows_no_version: ROOMS,
}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_every_file(rule):
    assert_obeyed(rule, [root(), *sources(*RULES[rule])])


def test_every_module_of_core_has_its_tests():
    complaints = list(untested(sources("core"), {source.path for source in sources("tests/core")}))
    assert not complaints, "\n" + "\n".join(complaints)


def test_tests_are_no_package():
    found = [source.path for source in sources("tests") if source.stem == "__init__"]
    assert not found, f"{found} can shadow the rooms; remove it, tests are found without it"


def test_the_version_is_written_once():
    for name in ("pyproject.toml", "Makefile"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert VERSION not in text, f"{name} speaks of {VERSION}; the version is written in blender_manifest.toml only"


@pytest.mark.parametrize(
    ("rule", "path", "text"),
    [
        (is_short, "core/verb.py", "x = 1\n" * (LONGEST + 1)),
        (is_a_noun, "core/utils.py", ""),
        (is_a_noun, "addon/verb_helpers.py", ""),
        (is_silent, "addon/live.py", "print('here')"),
        (knows_no_version, "addon/live.py", f"VERSION = {VERSION!r}"),
        (knows_no_version, "__init__.py", "bl_info = {}"),
        (knows_no_version, "__init__.py", "__version__ = '1'"),
    ],
)
def test_a_fault_is_seen(rule, path, text):
    assert_sees(rule, path, text)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_a_good_file_is_accepted(rule):
    assert_accepts(rule, "core/verb.py", "def fit():\n    return 'printed'")


def test_an_untested_module_is_seen():
    module = Source("core/verb.py", "def fit(): ...")
    assert list(untested([module], set()))
    assert not list(untested([module], {"tests/core/test_verb.py"}))
    assert not list(untested([Source("core/errors.py", "class VerbError(Exception): ...")], set()))
