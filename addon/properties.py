"""What is saved in the .blend: what the artist said, all of it under `Object.adverb`.

`schema` counts changes of meaning; a reader that finds an older one migrates it.
"""

import bpy
from bpy.props import (
    BoolProperty,
    CollectionProperty,
    EnumProperty,
    FloatProperty,
    IntProperty,
    PointerProperty,
    StringProperty,
)

from . import refit

SCHEMA = 1

AXES = ("X", "Y", "Z")


def _changed(self: bpy.types.PropertyGroup, _context: bpy.types.Context) -> None:
    """A live verb follows what the artist types."""
    refit.request(self.id_data)


class ADVERB_PG_number(bpy.types.PropertyGroup):
    """An adverb value of an example."""

    value: FloatProperty(name="Value", description="How much of this adverb the example shows", update=_changed)


class ADVERB_PG_before(bpy.types.PropertyGroup):
    """A number to give back on Release."""

    value: FloatProperty(name="Value", description="What the channel had before the verb went live")


class ADVERB_PG_moment(bpy.types.PropertyGroup):
    """When a keytime happens in one example."""

    frame: FloatProperty(
        name="Frame", description="Frame of the Action at which this keytime happens", step=100, update=_changed
    )
    is_set: BoolProperty(
        name="Set", description="Whether this keytime has been given a frame in this example", update=_changed
    )


class ADVERB_PG_adverb(bpy.types.PropertyGroup):
    """One axis along which examples differ."""

    kind: EnumProperty(
        name="Kind",
        description="Where the value comes from while the verb is live",
        items=(
            ("GOAL", "Goal", "A coordinate of the goal, in the space of the rig", "EMPTY_AXIS", 0),
            ("VALUE", "Value", "A property of the goal that can be typed, keyed and driven", "PROPERTIES", 1),
        ),
        default="VALUE",
        update=_changed,
    )
    axis: EnumProperty(
        name="Axis",
        description="Which coordinate of the goal this adverb is",
        items=tuple((axis, axis, f"{axis} in the space of the rig") for axis in AXES),
        update=_changed,
    )
    value: FloatProperty(name="Value", description="The value to start with when the verb goes live")
    is_made: BoolProperty(name="Made", description="Whether going live made the goal's property for this adverb")


class ADVERB_PG_keytime(bpy.types.PropertyGroup):
    """A moment that corresponds between examples; its name is what matters."""


class ADVERB_PG_example(bpy.types.PropertyGroup):
    """An Action, or one frame of it, with its adverb values and keytimes in the order of the verb's."""

    action: PointerProperty(
        name="Action", description="The motion of this example", type=bpy.types.Action, update=_changed
    )
    slot: StringProperty(name="Slot", description="The slot of the Action that animates this rig", update=_changed)
    is_enabled: BoolProperty(
        name="Enabled", description="Whether the verb uses this example", default=True, update=_changed
    )
    frame: FloatProperty(
        name="Frame", description="The frame of the Action that holds the pose", default=1.0, step=100, update=_changed
    )
    adverbs: CollectionProperty(type=ADVERB_PG_number, name="Adverbs", description="One value for each adverb")
    keytimes: CollectionProperty(type=ADVERB_PG_moment, name="Keytimes", description="One frame for each keytime")


class ADVERB_PG_verb(bpy.types.PropertyGroup):
    """A family of motions, and how it is steered."""

    schema: IntProperty(name="Schema", description="Version of the saved data")
    uid: StringProperty(name="Identity", description="Tells this verb from all others, whatever it is called")

    kind: EnumProperty(
        name="Kind",
        description="What an example is",
        items=(
            ("MOTION", "Motions", "Each example is a whole Action with keytimes", "ACTION", 0),
            ("POSE", "Poses", "Each example is one pose", "POSE_HLT", 1),
        ),
        update=_changed,
    )
    cycle: EnumProperty(
        name="After the End",
        description="What follows the last frame of a motion",
        items=(
            ("ONCE", "Hold", "The motion plays once and holds its last pose"),
            ("IN_PLACE", "Cycle in Place", "The motion starts over where it was"),
            ("TRAVEL", "Cycle and Travel", "The motion starts over from where it got to, as a walk does"),
        ),
        update=_changed,
    )
    root: StringProperty(
        name="Root", description="The bone that carries the character along from cycle to cycle", update=_changed
    )
    timing: EnumProperty(
        name="Time",
        description="Which moment of the motion the live rig shows",
        items=(
            ("PLAY", "Play", "The motion runs with the timeline"),
            ("HOLD", "Hold", "The motion stands at the chosen keytime: drag the goal to see all that can be reached"),
        ),
        update=_changed,
    )
    start: FloatProperty(
        name="Start",
        description="The frame of the scene at which the motion starts",
        default=1.0,
        step=100,
        update=_changed,
    )
    effector: StringProperty(
        name="Effector", description="The bone whose end is to be where the goal is", update=_changed
    )
    effector_end: EnumProperty(
        name="End",
        description="Which end of the effector bone is meant",
        items=(("HEAD", "Head", "Where the bone begins"), ("TAIL", "Tail", "Where the bone ends")),
    )
    interpolator: EnumProperty(
        name="Weights",
        description="How a point among the adverbs becomes weights of the examples",
        items=(
            ("RADIAL_BASIS", "Radial Basis", "For scattered examples with any number of adverbs; reaches beyond them"),
        ),
        update=_changed,
    )
    degree: EnumProperty(
        name="Trend",
        description="What the weights follow between and beyond the examples",
        items=(
            ("0", "Constant", "Beyond the examples, a mean of them all"),
            ("1", "Linear", "A plane through the examples: goes on evenly beyond them"),
            ("2", "Quadratic", "A curved sheet through the examples: needs many of them"),
        ),
        default="1",
        update=_changed,
    )
    limit: FloatProperty(
        name="Reach Beyond",
        description="How far beyond the examples a goal still counts, as a part of their extent",
        default=0.5,
        min=0.0,
        soft_max=2.0,
        subtype="FACTOR",
        update=_changed,
    )

    adverbs: CollectionProperty(type=ADVERB_PG_adverb, name="Adverbs", description="The axes of variation")
    keytimes: CollectionProperty(type=ADVERB_PG_keytime, name="Keytimes", description="Moments that correspond")
    examples: CollectionProperty(type=ADVERB_PG_example, name="Examples", description="The motions to blend")
    active_adverb: IntProperty(name="Adverb", description="The chosen adverb")
    active_keytime: IntProperty(
        name="Keytime", description="The chosen keytime, at which the effector is measured", update=_changed
    )
    active_example: IntProperty(name="Example", description="The chosen example")

    goal: PointerProperty(
        name="Goal", description="The object to reach for; made when the verb goes live", type=bpy.types.Object
    )
    is_live: BoolProperty(name="Live", description="Whether the rig follows the goal now")
    before: CollectionProperty(
        type=ADVERB_PG_before, name="Before", description="What the driven channels had, to be given back on Release"
    )
    action_before: PointerProperty(
        name="Action Before", description="The Action to be given back on Release", type=bpy.types.Action
    )
    slot_before: StringProperty(name="Slot Before", description="The slot to be given back on Release")

    bake_start: IntProperty(name="First", description="First frame to bake", default=1)
    bake_end: IntProperty(name="Last", description="Last frame to bake", default=60)
    bake_step: IntProperty(name="Step", description="Frames from key to key", default=1, min=1)
    bake_release: BoolProperty(
        name="Release and Play",
        description="After the bake, release the verb and let the rig play the new Action",
        default=True,
    )


class ADVERB_PG_rig(bpy.types.PropertyGroup):
    """The verbs of one armature."""

    verbs: CollectionProperty(type=ADVERB_PG_verb, name="Verbs", description="What this character can do")
    active_verb: IntProperty(name="Verb", description="The chosen verb")


CLASSES = (
    ADVERB_PG_number,
    ADVERB_PG_before,
    ADVERB_PG_moment,
    ADVERB_PG_adverb,
    ADVERB_PG_keytime,
    ADVERB_PG_example,
    ADVERB_PG_verb,
    ADVERB_PG_rig,
)
