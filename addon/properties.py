"""What is saved in the .blend: what the artist said, all of it under `Object.adverb`.

`schema` counts changes of meaning; `migrations.py` brings older files up to date.
"""

from math import pi

import bpy
from bpy.props import (
    BoolProperty,
    CollectionProperty,
    EnumProperty,
    FloatProperty,
    FloatVectorProperty,
    IntProperty,
    PointerProperty,
    StringProperty,
)

from ..core.coordinates import BONE_AXES, STRAIGHT
from .mesh_properties import CLASSES as MESH_CLASSES
from .mesh_properties import ADVERB_PG_triangle
from .reactions import changed, limited, renamed, seen_from_elsewhere, typed

SCHEMA = 2

# What may differ where the rig is overridden: how it is steered and baked, not what its verbs are made of.
_HERE = {"LIBRARY_OVERRIDABLE"}

_ENDS = (("HEAD", "Head", "Where the bone begins"), ("TAIL", "Tail", "Where the bone ends"))

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
        name="End", description="Which end of the bone is measured; of the effector it is the verb's", items=_ENDS
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


class ADVERB_PG_pseudo(bpy.types.PropertyGroup):
    """A pseudo-example: a point of adverb space where the weights of the examples are prescribed, to remove error."""

    radius: FloatProperty(name="Radius", description="How far it is to its nearest neighbour, in scaled units")
    point: CollectionProperty(type=ADVERB_PG_before, name="Point", description="Its value of each adverb")
    weights: CollectionProperty(type=ADVERB_PG_before, name="Weights", description="How much of each enabled example")


class ADVERB_PG_error(bpy.types.PropertyGroup):
    """How far a verb missed its goals at one stage of its refinement."""

    mean: FloatProperty(name="Mean", description="Mean miss, in percent of the examples' extent")
    most: FloatProperty(name="Most", description="Greatest miss, in percent of the examples' extent")


class ADVERB_PG_verb(bpy.types.PropertyGroup):
    """A family of motions, and how it is steered."""

    name: StringProperty(name="Name", description="What the character does", update=renamed)
    schema: IntProperty(name="Schema", description="Version of the saved data")
    uid: StringProperty(name="Identity", description="Tells this verb from all others, whatever it is called")

    kind: EnumProperty(
        name="Kind",
        description="What an example is",
        items=(
            ("MOTION", "Motions", "Each example is a whole Action with keytimes", "ACTION", 0),
            ("POSE", "Poses", "Each example is one pose", "POSE_HLT", 1),
        ),
        update=changed,
    )
    cycle: EnumProperty(
        name="After the End",
        description="What follows the last frame of a motion",
        items=(
            ("ONCE", "Hold", "The motion plays once and holds its last pose"),
            ("IN_PLACE", "Cycle in Place", "The motion starts over where it was"),
            ("TRAVEL", "Cycle and Travel", "The motion starts over from where it got to, as a walk does"),
        ),
        update=changed,
    )
    root: StringProperty(
        name="Root", description="The bone that carries the character along from cycle to cycle", update=changed
    )
    timing: EnumProperty(
        name="Time",
        description="Which moment of the motion the live rig shows",
        items=(
            ("PLAY", "Play", "The motion runs with the timeline"),
            ("HOLD", "Hold", "The motion stands at the chosen keytime: drag the goal to see all that can be reached"),
        ),
        update=changed,
        override=_HERE,
    )
    start: FloatProperty(
        name="Start",
        description="The frame of the scene at which the motion starts",
        default=1.0,
        step=100,
        update=changed,
        override=_HERE,
    )
    effector: StringProperty(
        name="Effector", description="The bone whose end is to be where the goal is", update=changed
    )
    effector_end: EnumProperty(
        name="End",
        description="Which end of the effector bone is meant",
        items=_ENDS,
    )
    interpolator: EnumProperty(
        name="Weights",
        description="How a point among the adverbs becomes weights of the examples",
        items=(
            ("RADIAL_BASIS", "Radial Basis", "For scattered examples with any number of adverbs; reaches beyond them"),
            ("POSE_MESH", "Pose Mesh", "For two adverbs: triangles between the examples, blended three at a time"),
        ),
        update=changed,
    )
    kernel: EnumProperty(
        name="Kernel",
        description="How the weight of an example falls off around it",
        items=(
            ("B_SPLINE", "B-Spline", "Each example counts up to its neighbours: the paper's way, the one to refine"),
            ("DISTANCE", "Distance", "Weights fall off evenly with the distance: often the best between the examples"),
            ("THIN_PLATE", "Thin Plate", "A plate that bends as little as can be: smooth, for few and even examples"),
            ("AUTOMATIC", "Automatic", "The one that predicts each example best from the others"),
        ),
        update=changed,
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
        update=changed,
    )
    outside: EnumProperty(
        name="Outside",
        description="What a pose mesh does where no triangle is",
        items=(
            ("EDGE", "Stay on Edge", "The blend is that of the nearest point of its border"),
            ("EXTRAPOLATE", "Go On", "The blend goes on beyond the border as it was going towards it"),
        ),
        update=changed,
    )
    triangles: CollectionProperty(
        type=ADVERB_PG_triangle,
        name="Triangles",
        description="Triangles of a pose mesh that were made, or taken out, by hand",
    )
    limit: FloatProperty(
        name="Reach Beyond",
        description="How far beyond the examples a goal still counts, as a part of their extent",
        default=0.5,
        min=0.0,
        soft_max=2.0,
        subtype="FACTOR",
        update=changed,
    )

    landing: EnumProperty(
        name="Meet the Goal",
        description="What is done at each moment so that the effector meets the goal between the examples",
        items=(
            ("BLEND", "Blend", "Nothing more: the blend is where it is"),
            ("SOLVE", "Solve", "The weights change as little as it takes for the effector to be on the goal"),
            ("SEARCH", "Search", "Another point among the adverbs is searched for that leads nearer to the goal"),
        ),
        update=changed,
    )
    weight_least: FloatProperty(
        name="Least Weight",
        description="The least weight that Solve may give to an example; below 0 is away from it",
        default=-0.5,
        max=0.0,
        soft_min=-2.0,
        update=changed,
    )
    weight_most: FloatProperty(
        name="Most Weight",
        description="The greatest weight that Solve may give to an example; over 1 is beyond it",
        default=1.5,
        min=1.0,
        soft_max=3.0,
        update=changed,
    )
    use_polish: BoolProperty(
        name="Polish",
        description="Turn the limb by what is left of the way to the goal, fading in and out around the keytime",
        update=changed,
    )
    tolerance: FloatProperty(
        name="Tolerance",
        description="How far the effector may be off after Refine, in percent of the examples' extent",
        default=0.5,
        min=0.001,
        soft_max=10.0,
        subtype="PERCENTAGE",
    )
    insertions: IntProperty(
        name="At Most", description="How many pseudo-examples Refine may add at a time", default=60, min=1, soft_max=500
    )
    pseudo: CollectionProperty(
        type=ADVERB_PG_pseudo, name="Pseudo-Examples", description="Points where Refine prescribed the weights"
    )
    refined_for: StringProperty(
        name="Refined For", description="What the examples were when Refine worked on them: it tells if they changed"
    )
    errors: CollectionProperty(
        type=ADVERB_PG_error, name="Errors", description="How far off the verb was before Refine and after each insertion"
    )
    unreached: FloatProperty(
        name="Unreached", description="The share of places that no blend can reach, in percent", subtype="PERCENTAGE"
    )
    show_grid: BoolProperty(
        name="Show Grid",
        description="Show where the effector is asked to go, and where it really goes",
        override=_HERE,
    )
    show_heat: BoolProperty(
        name="Show Heat Map", description="Show how far off the effector is, from green to red", override=_HERE
    )
    show_pseudo: BoolProperty(
        name="Show Pseudo-Examples", description="Show where the pseudo-examples are", default=True, override=_HERE
    )
    slice_axis: EnumProperty(
        name="Slice",
        description="Across which goal adverb the heat map is cut where there are three",
        items=tuple((str(index), name, f"Across the {name.lower()} goal adverb") for index, name in enumerate(("First", "Second", "Third"))),
        default="1",
        override=_HERE,
    )
    slice_place: FloatProperty(
        name="Place", description="Where the heat map is cut", default=0.5, min=0.0, max=1.0, subtype="FACTOR", override=_HERE
    )

    bones_from: EnumProperty(
        name="Bones",
        description="Which bones the verb moves",
        items=(
            ("ALL", "All", "Every bone that an example animates"),
            ("COLLECTION", "Collection", "The bones of a bone collection"),
            ("PICKED", "Picked", "The bones that were picked"),
        ),
        update=changed,
    )
    collection: StringProperty(
        name="Collection", description="The bone collection whose bones the verb moves", update=changed
    )
    picked: CollectionProperty(type=ADVERB_PG_bone, name="Picked", description="The bones that the verb moves")
    show_bones: BoolProperty(
        name="Show Bones", description="Show in the viewport which bones the verb moves", override=_HERE
    )
    show_examples: BoolProperty(
        name="Show Examples",
        description="Show in the viewport where the examples are, to be dragged",
        default=True,
        override=_HERE,
    )
    show_chart: BoolProperty(
        name="Show Chart",
        description="Show all examples over canonical time in a corner of the viewport",
        override=_HERE,
    )

    adverbs: CollectionProperty(type=ADVERB_PG_adverb, name="Adverbs", description="The axes of variation")
    keytimes: CollectionProperty(type=ADVERB_PG_keytime, name="Keytimes", description="Moments that correspond")
    examples: CollectionProperty(type=ADVERB_PG_example, name="Examples", description="The motions to blend")
    active_adverb: IntProperty(name="Adverb", description="The chosen adverb", override=_HERE)
    active_keytime: IntProperty(
        name="Keytime",
        description="The chosen keytime, at which the effector is measured",
        update=changed,
        override=_HERE,
    )
    active_example: IntProperty(name="Example", description="The chosen example", override=_HERE)

    goal: PointerProperty(
        name="Goal",
        description="The object to reach for; made when the verb goes live",
        type=bpy.types.Object,
        override=_HERE,
    )
    is_live: BoolProperty(name="Live", description="Whether the rig follows the goal now", override=_HERE)
    was_posing: BoolProperty(
        name="Was Posing",
        description="Whether the artist was in pose mode when the verb went live, to be given back on Release",
        override=_HERE,
    )
    before: CollectionProperty(
        type=ADVERB_PG_before, name="Before", description="What the driven channels had, to be given back on Release"
    )
    action_before: PointerProperty(
        name="Action Before", description="The Action to be given back on Release", type=bpy.types.Action
    )
    slot_before: StringProperty(name="Slot Before", description="The slot to be given back on Release")

    bake_start: IntProperty(name="First", description="First frame to bake", default=1, override=_HERE)
    bake_end: IntProperty(name="Last", description="Last frame to bake", default=60, override=_HERE)
    bake_step: FloatProperty(
        name="Step",
        description="Frames from key to key; less than 1 keys between frames",
        default=1.0,
        min=0.01,
        override=_HERE,
    )
    bake_reduce: BoolProperty(
        name="Reduce Keys", description="Keep only the keys that the motion needs", override=_HERE
    )
    bake_angle: FloatProperty(
        name="Angle",
        description="How far a rotation may be off after keys are reduced",
        default=0.1 * pi / 180.0,
        min=0.0,
        soft_max=0.1,
        subtype="ANGLE",
        override=_HERE,
    )
    bake_distance: FloatProperty(
        name="Distance",
        description="How far a location may be off after keys are reduced; scales and values by as much",
        default=0.0005,
        min=0.0,
        soft_max=0.1,
        precision=4,
        subtype="DISTANCE",
        override=_HERE,
    )
    bake_nla: BoolProperty(
        name="NLA Strip", description="Add the new Action to the NLA as a strip on a new track", override=_HERE
    )
    bake_asset: BoolProperty(name="Asset", description="Mark the new Action as an asset", override=_HERE)
    bake_release: BoolProperty(
        name="Release and Play",
        description="After the bake, release the verb and let the rig play the new Action",
        default=True,
        override=_HERE,
    )


class ADVERB_PG_rig(bpy.types.PropertyGroup):
    """The verbs of one armature."""

    verbs: CollectionProperty(
        type=ADVERB_PG_verb, name="Verbs", description="What this character can do", override=_HERE
    )
    active_verb: IntProperty(name="Verb", description="The chosen verb", override=_HERE)


CLASSES = (
    *MESH_CLASSES,
    ADVERB_PG_number,
    ADVERB_PG_before,
    ADVERB_PG_moment,
    ADVERB_PG_adverb,
    ADVERB_PG_keytime,
    ADVERB_PG_example,
    ADVERB_PG_bone,
    ADVERB_PG_pseudo,
    ADVERB_PG_error,
    ADVERB_PG_verb,
    ADVERB_PG_rig,
)
