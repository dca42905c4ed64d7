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
    IntProperty,
    PointerProperty,
    StringProperty,
)

from . import items
from .items import (
    ENDS,
    ADVERB_PG_adverb,
    ADVERB_PG_before,
    ADVERB_PG_bone,
    ADVERB_PG_error,
    ADVERB_PG_example,
    ADVERB_PG_keytime,
    ADVERB_PG_pseudo,
    ADVERB_PG_triangle,
)
from .map_settings import ADVERB_PG_map
from .reactions import changed, renamed

SCHEMA = 2

# What may differ where the rig is overridden: how it is steered and baked, not what its verbs are made of.
_HERE = {"LIBRARY_OVERRIDABLE"}


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
        items=ENDS,
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
            (
                "SEARCH",
                "Search",
                "Another point among the adverbs is searched for that leads nearer to the goal: the paper's way; "
                "on captured motion Solve gets further",
            ),
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
        name="At Most", description="How many pseudo-examples one press of Refine adds", default=60, min=1, soft_max=500
    )
    pseudo: CollectionProperty(
        type=ADVERB_PG_pseudo, name="Pseudo-Examples", description="Points where Refine prescribed the weights"
    )
    refined_for: StringProperty(
        name="Refined For", description="What the examples were when Refine worked on them: it tells if they changed"
    )
    errors: CollectionProperty(
        type=ADVERB_PG_error, name="Errors", description="How far off the verb was before Refine and after each step"
    )
    unreached: FloatProperty(
        name="Unreached", description="The share of places that no blend can reach, in percent", subtype="PERCENTAGE"
    )
    unreached_at: StringProperty(
        name="Unreached At", description="Which samples no blend could reach while refining, one bit for each"
    )
    show_grid: BoolProperty(
        name="Show Grid",
        description="Show where the effector is asked to go, and where it really goes",
        update=changed,
        override=_HERE,
    )
    show_heat: BoolProperty(
        name="Show Heat Map",
        description="Show how far off the effector is, from green to red",
        update=changed,
        override=_HERE,
    )
    show_pseudo: BoolProperty(
        name="Show Pseudo-Examples", description="Show where the pseudo-examples are", default=True, override=_HERE
    )
    slice_axis: EnumProperty(
        name="Slice",
        description="Across which goal adverb grid and heat map are cut where there are three",
        items=tuple(
            (str(index), name, f"Across the {name.lower()} goal adverb")
            for index, name in enumerate(("First", "Second", "Third"))
        ),
        default="1",
        override=_HERE,
    )
    slice_place: FloatProperty(
        name="Place",
        description="Where grid and heat map are cut",
        default=0.5,
        min=0.0,
        max=1.0,
        subtype="FACTOR",
        override=_HERE,
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

    map: PointerProperty(
        type=ADVERB_PG_map,
        name="Map",
        description="The examples over two adverbs, seen in the viewport",
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


CLASSES = (*items.CLASSES, ADVERB_PG_map, ADVERB_PG_verb, ADVERB_PG_rig)
