"""What the lists of a verb hold, as saved in the .blend: adverbs, keytimes, examples, pseudo-examples."""

import bpy
from bpy.props import (
    BoolProperty,
    CollectionProperty,
    EnumProperty,
    FloatProperty,
    FloatVectorProperty,
    IntVectorProperty,
    PointerProperty,
    StringProperty,
)

from ..core.coordinates import BONE_AXES, STRAIGHT
from .reactions import changed, limited, renamed, seen_from_elsewhere, typed

ENDS = (("HEAD", "Head", "Where the bone begins"), ("TAIL", "Tail", "Where the bone ends"))

# How a place is told in numbers; angles are in degrees.
COORDINATES = (
    *((axis, axis, f"How far along {axis}") for axis in STRAIGHT),
    ("AZIMUTH", "Azimuth", "Degrees to the character's left of straight ahead"),
    ("ELEVATION", "Elevation", "Degrees above the horizon"),
    ("DISTANCE", "Distance", "How far away"),
)


class ADVERB_PG_number(bpy.types.PropertyGroup):
    """An adverb value of an example."""

    value: FloatProperty(name="Value", description="How much of this adverb the example shows", update=typed)
    is_typed: BoolProperty(
        name="Typed", description="Whether the value was given by hand: measuring then leaves it alone"
    )


class ADVERB_PG_before(bpy.types.PropertyGroup):
    """A number to give back on Release."""

    value: FloatProperty(name="Value", description="What the channel had before the verb went live")


class ADVERB_PG_moment(bpy.types.PropertyGroup):
    """When a keytime happens in one example."""

    frame: FloatProperty(
        name="Frame", description="Frame of the Action at which this keytime happens", step=100, update=changed
    )
    is_set: BoolProperty(
        name="Set", description="Whether this keytime has been given a frame in this example", update=changed
    )


class ADVERB_PG_adverb(bpy.types.PropertyGroup):
    """One axis along which examples differ."""

    name: StringProperty(name="Name", description="What varies along this axis", update=renamed)
    kind: EnumProperty(
        name="Kind",
        description="Where the value comes from while the verb is live",
        items=(
            ("GOAL", "Goal", "A coordinate of the goal, in the space of the rig", "EMPTY_AXIS", 0),
            ("VALUE", "Value", "A property of the goal that can be typed, keyed and driven", "PROPERTIES", 1),
        ),
        default="VALUE",
        update=changed,
    )
    axis: EnumProperty(
        name="Axis",
        description="Which coordinate of the goal, or of what is measured, this adverb is",
        items=COORDINATES,
        update=changed,
    )
    measure: EnumProperty(
        name="Measure",
        description="How the examples tell their values of this adverb",
        items=(
            ("NONE", "By Hand", "The values are typed"),
            ("PLACE", "Place", "Where the end of a bone is at the keytime"),
            ("DIRECTION", "Direction", "Where an axis of a bone points at the keytime"),
            ("ANGLE", "Angle", "Degrees between two bones at the keytime"),
            ("SPEED", "Speed", "How far the bone gets in a second, over the whole motion"),
            ("RADIUS", "Turning Radius", "Radius of the bone's path seen from above: positive to the left"),
            ("TURN", "Turning", "Degrees for each unit of the bone's path seen from above: 0 is straight on"),
            ("SLOPE", "Slope", "Degrees by which the ground rises, from where the two feet stand"),
        ),
        update=changed,
    )
    bone: StringProperty(
        name="Bone", description="The bone that is measured; the verb's effector if none is named", update=changed
    )
    bone_end: EnumProperty(
        name="End", description="Which end of the bone is measured; of the effector it is the verb's", items=ENDS
    )
    other_bone: StringProperty(
        name="Other Bone", description="The second bone of an angle, or the second foot of a slope", update=changed
    )
    bone_axis: EnumProperty(
        name="Bone Axis",
        description="Which axis of the bone tells its direction; Y runs along the bone",
        items=tuple((axis, axis, f"The bone's {axis} axis") for axis in BONE_AXES),
        update=changed,
    )
    reference: StringProperty(
        name="Seen From",
        description="The bone from whose place at the start it is measured; the armature's own space if none is named",
        update=seen_from_elsewhere,
    )
    stand: FloatVectorProperty(
        name="Stand",
        description="Where that bone stands at the start of the examples, as measured: its place, then its axes",
        size=12,
        update=changed,
    )
    scale: FloatProperty(
        name="Scale",
        description="The difference that counts as 1 when examples are compared; 0 takes the range of the examples",
        min=0.0,
        update=changed,
    )
    use_limits: BoolProperty(
        name="Limits", description="Draw the value back to where it is allowed to be", update=limited
    )
    least: FloatProperty(name="Least", description="The least value that is allowed", update=changed)
    most: FloatProperty(name="Most", description="The greatest value that is allowed", default=1.0, update=changed)
    value: FloatProperty(name="Value", description="The value to start with when the verb goes live")
    is_made: BoolProperty(name="Made", description="Whether going live made the goal's property for this adverb")


class ADVERB_PG_keytime(bpy.types.PropertyGroup):
    """A moment that corresponds between examples."""

    name: StringProperty(name="Name", description="What happens at that moment", update=renamed)


class ADVERB_PG_example(bpy.types.PropertyGroup):
    """An Action, or one frame of it, with its adverb values and keytimes in the order of the verb's."""

    action: PointerProperty(
        name="Action", description="The motion of this example", type=bpy.types.Action, update=changed
    )
    slot: StringProperty(name="Slot", description="The slot of the Action that animates this rig", update=changed)
    is_enabled: BoolProperty(
        name="Enabled", description="Whether the verb uses this example", default=True, update=changed
    )
    frame: FloatProperty(
        name="Frame", description="The frame of the Action that holds the pose", default=1.0, step=100, update=changed
    )
    use_range: BoolProperty(name="Range", description="Whether only a part of the Action is meant", update=changed)
    first: FloatProperty(
        name="First", description="The first frame of that part", default=1.0, step=100, update=changed
    )
    last: FloatProperty(name="Last", description="The last frame of that part", default=60.0, step=100, update=changed)
    adverbs: CollectionProperty(type=ADVERB_PG_number, name="Adverbs", description="One value for each adverb")
    keytimes: CollectionProperty(type=ADVERB_PG_moment, name="Keytimes", description="One frame for each keytime")


class ADVERB_PG_bone(bpy.types.PropertyGroup):
    """A bone that was picked; its name is what matters."""


class ADVERB_PG_triangle(bpy.types.PropertyGroup):
    """A triangle of a pose mesh that was made by hand, or taken out by hand."""

    corners: IntVectorProperty(
        name="Corners",
        description="The three examples between which it lies, by their places in the list",
        size=3,
        min=0,
        update=changed,
    )
    is_hole: BoolProperty(
        name="Hole", description="Whether there is to be no triangle between these examples", update=changed
    )


class ADVERB_PG_pseudo(bpy.types.PropertyGroup):
    """A pseudo-example: a point of adverb space where the weights of the examples are prescribed, to remove error."""

    radius: FloatProperty(name="Radius", description="How far it is to its nearest neighbour, in scaled units")
    point: CollectionProperty(type=ADVERB_PG_before, name="Point", description="Its value of each adverb")
    weights: CollectionProperty(type=ADVERB_PG_before, name="Weights", description="How much of each enabled example")


class ADVERB_PG_error(bpy.types.PropertyGroup):
    """How far a verb missed its goals at one stage of its refinement."""

    mean: FloatProperty(name="Mean", description="Mean miss, in percent of the examples' extent")
    most: FloatProperty(name="Worst", description="Greatest miss, in percent of the examples' extent")


CLASSES = (
    ADVERB_PG_number,
    ADVERB_PG_before,
    ADVERB_PG_moment,
    ADVERB_PG_adverb,
    ADVERB_PG_keytime,
    ADVERB_PG_example,
    ADVERB_PG_bone,
    ADVERB_PG_triangle,
    ADVERB_PG_pseudo,
    ADVERB_PG_error,
)
