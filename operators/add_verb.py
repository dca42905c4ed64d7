import bpy

from ..addon import presets, selection
from .base import VerbOperator


class ADVERB_OT_add_verb(VerbOperator, bpy.types.Operator):
    """Add a verb to the armature: a family of motions that can be steered"""

    bl_idname = "adverb.add_verb"
    bl_label = "Add Verb"
    bl_options = {"REGISTER", "UNDO"}

    preset: bpy.props.EnumProperty(
        name="Preset", description="What the verb starts with; all of it can be changed later", items=presets.ITEMS
    )
    name: bpy.props.StringProperty(
        name="Name", description="What the character does; if nothing is said, the preset's own name"
    )

    @classmethod
    def description(cls, _context: bpy.types.Context, properties: bpy.types.OperatorProperties) -> str:
        return presets.PRESETS[properties.preset].description

    @classmethod
    def lacking(cls, context: bpy.types.Context) -> str:
        return "" if selection.rig(context) is not None else "Select an armature first"

    def run(self, context: bpy.types.Context) -> str:
        rig = selection.rig(context)
        active = selection.bone(context)
        verb, bones = presets.add(rig, presets.PRESETS[self.preset], self.name, active)
        taken = [f"{role} '{bone}'" for role, bone in bones.items() if bone]
        lacking = [role for role, bone in bones.items() if not bone]
        said = [f"{', '.join(taken)} taken"] if taken else []
        said += [f"no bone found for the {' and '.join(lacking)}, choose it"] if lacking else []
        return f"{verb.name}: {'; '.join([*said, 'now add examples'])}"
