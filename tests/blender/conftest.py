"""Every test starts in an empty scene with Adverb switched on.

Blender is imported inside the fixtures: `make test-blender` reads this file outside Blender too.
"""

import os
from pathlib import Path

import pytest

from tools.package import INSTALLED, ROOT

# Tests on the bpy module must not meet a person's own Blender; bpy reads this when it is imported.
os.environ.setdefault("BLENDER_USER_RESOURCES", str(ROOT / "build" / "user-of-tests"))


@pytest.fixture(scope="session", autouse=True)
def tested_package():
    """What is tested is what was asked for: the installed zip, or this checkout."""
    import adverb

    home = Path(os.environ["BLENDER_USER_RESOURCES"] if INSTALLED else ROOT)
    assert Path(adverb.__file__).resolve().is_relative_to(home.resolve())


@pytest.fixture(autouse=True)
def clean_scene(tested_package):
    import bpy

    import adverb

    # Unlike read_factory_settings, this leaves add-ons switched on.
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    if not hasattr(bpy.types.Object, "adverb"):  # the first test, or one after a test that switched the add-on off
        if INSTALLED:
            bpy.ops.preferences.addon_enable(module=INSTALLED)
        else:
            adverb.register()


@pytest.fixture
def rig():
    """A rig in all rotation modes with a verb of four motions of different lengths, measured but not live."""
    import bpy

    from tests.blender import stick

    rig = stick.make_rig()
    for index in range(4):
        stick.make_action(rig, f"reach {index}", frames=20 + 5 * index, seed=index)
    rig.data.bones.active = rig.data.bones[-1]
    bpy.ops.adverb.add_verb()
    bpy.ops.adverb.add_examples(pattern="reach*")
    rig.adverb.verbs[0].effector_end, rig.adverb.verbs[0].timing = "TAIL", "PLAY"
    bpy.ops.adverb.measure()
    return rig


@pytest.fixture
def live(rig):
    """The same rig with its verb live."""
    import bpy

    bpy.ops.adverb.go_live()
    return rig


@pytest.fixture
def watcher():
    """A character whose eye looks around; measured, not live."""
    from tests.blender import watchers

    rig = watchers.make_watcher()
    watchers.add_eye(rig)
    return rig


@pytest.fixture
def cameras():
    """Two cameras that move, and a scene that is cut to the second and back again."""
    from tests.blender import watchers

    return watchers.add_cameras()
