"""What a new verb can start with."""

import bpy


class ADVERB_MT_presets(bpy.types.Menu):
    """What a new verb starts with."""

    bl_label = "Add Verb"

    def draw(self, _context: bpy.types.Context) -> None:
        self.layout.operator_enum("adverb.add_verb", "preset")
        self.layout.separator()
        self.layout.operator("adverb.read_pose_mesh", icon="IMPORT")
