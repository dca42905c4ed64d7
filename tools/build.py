"""Builds the installable zip with Blender's own extension tool, which the bpy wheel carries, and validates it."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from tools.package import ROOT


def build(folder: Path) -> Path:
    """The zip, made in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("adverb-*.zip"):
        old.unlink()
    blender = Path(find_spec("bpy").origin).parent
    (tool,) = blender.glob("*/scripts/addons_core/bl_pkg/cli/blender_ext.py")
    (tags,) = blender.glob("*/scripts/modules/_bpy_internal/extensions/tags.py")

    def extension(*arguments: str | Path) -> None:
        subprocess.run([sys.executable, tool, *arguments, "--valid-tags", tags], check=True, stdout=sys.stderr)

    extension("build", "--source-dir", ROOT, "--output-dir", folder)
    (package,) = folder.glob("adverb-*.zip")
    extension("validate", package)
    return package


if __name__ == "__main__":
    print(build(ROOT / "build").relative_to(ROOT))
