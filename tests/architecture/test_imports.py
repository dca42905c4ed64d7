"""Who may import whom: core <- addon <- operators, panels."""

import ast
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

import pytest

from tests.architecture.source import (
    ROOMS,
    Source,
    assert_accepts,
    assert_obeyed,
    assert_sees,
    called,
    root,
    sources,
)

BLENDER = {
    *("addon_utils", "aud", "bgl", "bl_math", "blf", "bmesh", "bpy", "bpy_extras", "bl_ui", "gpu", "gpu_extras"),
    *("idprop", "imbuf", "mathutils", "rna_prop_ui"),
}
MAY_IMPORT = {
    "core": {"core", "numpy"},
    "addon": {"addon", "core", "numpy", *BLENDER},
    "operators": {"operators", "addon", "core", *BLENDER},
    "panels": {"panels", "addon", *BLENDER},
}


def imported(source: Source) -> Iterator[tuple[ast.stmt, str]]:
    """Every import as a path: `core/quaternion` for the house's own, `numpy/linalg` for others."""
    here = source.path.split("/")[:-1]
    for node in source.walk(ast.Import, ast.ImportFrom):
        if isinstance(node, ast.Import):
            yield from ((node, alias.name.replace(".", "/")) for alias in node.names)
            continue
        start = here[: len(here) - node.level + 1] if node.level else []
        start = [*start, *(node.module.split(".") if node.module else [])]
        for alias in node.names:
            yield node, "/".join([*start, alias.name])


def stays_in_bounds(source: Source) -> Iterator[str]:
    allowed = MAY_IMPORT[source.room]
    for node, name in imported(source):
        package = name.split("/")[0]
        own = isinstance(node, ast.ImportFrom) and node.level
        if package not in allowed and (own or package not in sys.stdlib_module_names):
            friends = sorted(allowed - BLENDER) + ["Blender"] * (allowed >= BLENDER)
            cure = f"{source.room} imports only the standard library, {', '.join(friends)}"
            yield source.complaint(node, f"imports {name.replace('/', '.')}", cure)
        elif package in ROOMS and not own:
            yield source.complaint(node, f"imports {package} by an absolute name", "write `from ..room import name`")


def stands_at_the_top(source: Source) -> Iterator[str]:
    for function in source.walk(ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda):
        for node in ast.walk(function):
            if isinstance(node, ast.Import | ast.ImportFrom) or called(node) in ("import_module", "__import__"):
                yield source.complaint(node, "imports inside a function", "move it up; a cycle is a fault of design")


def imports_nothing_at_module_level(source: Source) -> Iterator[str]:
    for node in source.tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield source.complaint(node, "the root imports at module level", "import inside register and unregister")


def cycle(house: list[Source]) -> list[str]:
    modules = {source.path.removesuffix(".py").removesuffix("/__init__"): source for source in house}

    def needs(source: Source) -> set[str]:
        names = {name for _, name in imported(source)}
        return {name if name in modules else name.rpartition("/")[0] for name in names} & modules.keys()

    try:
        TopologicalSorter({name: needs(source) - {name} for name, source in modules.items()}).prepare()
    except CycleError as error:
        return error.args[1]
    return []


def test_every_room_imports_only_what_it_may():
    assert_obeyed(stays_in_bounds, sources(*ROOMS))


def test_imports_stand_at_the_top():
    assert_obeyed(stands_at_the_top, sources(*ROOMS))


def test_the_root_imports_nothing_at_module_level():
    assert_obeyed(imports_nothing_at_module_level, [root()])


def test_no_module_needs_itself():
    assert cycle(sources(*ROOMS)) == []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("core/verb.py", "import bpy"),
        ("core/verb.py", "from scipy.spatial import Delaunay"),
        ("core/verb.py", "from ..addon import actions"),
        ("core/verb.py", "from .. import addon"),
        ("core/verb.py", "from adverb.core import quaternion"),
        ("core/verb.py", "from core import quaternion"),
        ("addon/live.py", "from ..operators.build import ADVERB_OT_build"),
        ("addon/live.py", "import scipy"),
        ("operators/build.py", "import numpy as np"),
        ("operators/build.py", "from ..panels import verb"),
        ("panels/verb.py", "from ..core import verb"),
        ("panels/verb.py", "from ..operators import build"),
    ],
)
def test_an_import_out_of_bounds_is_seen(path, text):
    assert_sees(stays_in_bounds, path, text)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("core/verb.py", "import math\nimport numpy.typing\nfrom . import quaternion\nfrom .clip import Clip"),
        ("addon/live.py", "import bpy\nfrom ..core import verb\nfrom .. import core\nfrom .actions import sample"),
        ("operators/build.py", "import bpy.types\nfrom ..addon import live\nfrom ..core.errors import VerbError"),
        ("panels/verb.py", "import bpy\nfrom ..addon import live\nfrom . import weights"),
    ],
)
def test_an_import_within_bounds_is_accepted(path, text):
    assert_accepts(stays_in_bounds, path, text)


@pytest.mark.parametrize(
    "text",
    ["def f():\n    import math", "def f():\n    importlib.import_module('.x')", "lambda: __import__('x')"],
)
def test_an_import_inside_a_function_is_seen(text):
    assert_sees(stands_at_the_top, "addon/live.py", text)


def test_a_root_that_imports_is_seen():
    assert_sees(imports_nothing_at_module_level, "__init__.py", "import bpy")


def test_a_cycle_is_seen():
    assert cycle([Source("core/a.py", "from .b import x"), Source("core/b.py", "from . import a")])
    assert not cycle([Source("core/a.py", "from .b import x"), Source("core/b.py", "import math")])
