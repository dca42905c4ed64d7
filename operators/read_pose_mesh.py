from pathlib import Path

import bpy
from bpy_extras.io_utils import ImportHelper

from ..addon import mesh_files, selection
from ..core.wording import counted, listed
from .base import VerbOperator


class ADVERB_OT_read_pose_mesh(VerbOperator, ImportHelper, bpy.types.Operator):
    """Add a verb for each pose mesh of an XML file; its animations are Actions of this file, by name"""

    bl_idname = "adverb.read_pose_mesh"
    bl_label = "Read Pose Mesh"
    bl_options = {"REGISTER", "UNDO"}

    filename_ext = ".xml"
    filter_glob: bpy.props.StringProperty(
        name="Filter", description="Which files are shown", default="*.xml", options={"HIDDEN"}
    )

    @classmethod
    def lacking(cls, context: bpy.types.Context) -> str:
        return "" if selection.rig(context) is not None else "Select an armature first"

    def run(self, context: bpy.types.Context) -> str:
        rig = selection.rig(context)
        path = Path(bpy.path.abspath(self.filepath))
        names = mesh_files.read(rig, path, context.view_layer)
        poses = sum(len(rig.adverb.verbs[name].examples) for name in names)
        return f"{path.name}: {listed(names)} added, with {counted(poses, 'pose')}"
