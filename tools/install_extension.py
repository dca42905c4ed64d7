"""Runs inside Blender: installs and enables the zip named after `--`, as a person would, and saves the preferences."""

import sys

import addon_utils
import bpy

PACKAGE = "bl_ext.user_default.adverb"

addon_utils.enable("bl_pkg", default_set=True)
bpy.ops.extensions.package_install_files(filepath=sys.argv[-1], repo="user_default", enable_on_install=True)
if PACKAGE not in bpy.context.preferences.addons or PACKAGE not in sys.modules:
    sys.exit(f"Blender did not enable {PACKAGE} from {sys.argv[-1]}")
bpy.context.preferences.view.show_splash = False
bpy.ops.wm.save_userpref()
print(f"Installed {sys.modules[PACKAGE].__file__}")
