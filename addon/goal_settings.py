"""What is saved of a verb for its goal: what that is, and while it is live, what is given back."""

import bpy
from bpy.props import BoolProperty, CollectionProperty, EnumProperty, FloatProperty, PointerProperty, StringProperty

from .items import ADVERB_PG_before
from .libraries import HERE
from .reactions import is_armature


class GoalSettings:
    """What the verb follows."""

    goal: PointerProperty(
        name="Goal",
        description="The object to reach for; made when the verb goes live",
        type=bpy.types.Object,
        override=HERE,
    )
    goal_from: EnumProperty(
        name="Look At",
        description="What the character looks at or reaches for",
        items=(
            ("OBJECT", "Object", "An object that you choose, or one that is made for it and goes where you put it"),
            ("BONE", "Bone", "A bone of any armature, also of this one"),
            ("CAMERA", "Camera", "The active camera, also where markers of the timeline switch it"),
        ),
    )
    goal_rig: PointerProperty(
        name="Armature",
        description="The armature whose bone leads the goal",
        type=bpy.types.Object,
        poll=is_armature,
    )
    goal_bone: StringProperty(name="Bone", description="The bone that leads the goal")
    goal_along: FloatProperty(
        name="Along",
        description="Which point of the bone leads the goal: 0 is its head, 1 its tail",
        min=0.0,
        max=1.0,
        subtype="FACTOR",
    )
    is_carried: BoolProperty(
        name="Carried by the Body",
        description="See the goal from the body as other verbs, Actions or you yourself move it, as eyes sit in a head "
        "that turns; otherwise from where the body rests. Measure again after a change",
    )
    carrier: StringProperty(
        name="Carrier", description="While live: the bone that carries what the verb moves, if it is carried"
    )
    is_live: BoolProperty(name="Live", description="Whether the rig follows the goal now", override=HERE)
    was_posing: BoolProperty(
        name="Was Posing",
        description="Whether the artist was in pose mode when the verb went live, to be given back on Release",
        override=HERE,
    )
    before: CollectionProperty(
        type=ADVERB_PG_before, name="Before", description="What the driven channels had, to be given back on Release"
    )
    action_before: PointerProperty(
        name="Action Before", description="The Action to be given back on Release", type=bpy.types.Action
    )
    slot_before: StringProperty(name="Slot Before", description="The slot to be given back on Release")
