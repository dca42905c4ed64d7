from pathlib import Path

import bpy
from bpy_extras.io_utils import ExportHelper

from ..addon import mesh_files, selection
from ..core.wording import counted
from .base import VerbOperator


class ADVERB_OT_write_pose_mesh(VerbOperator, ExportHelper, bpy.types.Operator):
    """Write the triangles of a pose mesh to an XML file that names the Actions of its examples"""

    bl_idname = "adverb.write_pose_mesh"
    bl_label = "Write Pose Mesh"
    bl_options = {"REGISTER"}  # no undo: writes to a file and changes nothing here

    works_on_overrides = True
    filename_ext = ".xml"
    filter_glob: bpy.props.StringProperty(
        name="Filter", description="Which files are shown", default="*.xml", options={"HIDDEN"}
    )

    def run(self, context: bpy.types.Context) -> str:
        verb = selection.verb(context)
        path = Path(bpy.path.abspath(self.filepath))
        count = mesh_files.write(selection.rig(context), verb, path)
        return f"{verb.name}: {counted(count, 'triangle')} written to {path.name}"
