"""Where `import adverb` leads in tests and tools.

To this checkout, whatever its folder is called; or, where the environment variable ADVERB_PACKAGE names an installed
extension, to the very modules of that extension.
"""

import importlib
import os
import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
INSTALLED = os.environ.get("ADVERB_PACKAGE")


class Alias(MetaPathFinder, Loader):
    """`adverb.x` is the same module object as `<package>.x`."""

    def __init__(self, package: str):
        self.package = package
        self.specs: dict[str, ModuleSpec | None] = {}

    def find_spec(self, name, path=None, target=None):
        return ModuleSpec(name, self) if name.split(".")[0] == "adverb" else None

    def create_module(self, spec):
        module = importlib.import_module(self.package + spec.name.removeprefix("adverb"))
        self.specs[spec.name] = module.__spec__
        return module

    def exec_module(self, module):
        # Python has just put the alias's spec into the module, and relative imports ask the spec who they are.
        module.__spec__ = self.specs[module.__spec__.name]


def provide() -> None:
    if "adverb" in sys.modules:
        return
    if INSTALLED:
        sys.meta_path.insert(0, Alias(INSTALLED))
        return
    spec = spec_from_file_location("adverb", ROOT / "__init__.py", submodule_search_locations=[str(ROOT)])
    module = sys.modules["adverb"] = module_from_spec(spec)
    spec.loader.exec_module(module)
