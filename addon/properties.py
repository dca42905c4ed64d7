"""What is saved in the .blend: what the artist said, all of it under `Object.adverb`.

`schema` counts changes of meaning; `migrations.py` brings older files up to date.
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

from . import items
from .accuracy_settings import AccuracySettings
from .bake_settings import BakeSettings
from .goal_settings import GoalSettings
from .items import (
    ENDS,
    ADVERB_PG_adverb,
    ADVERB_PG_bone,
    ADVERB_PG_example,
    ADVERB_PG_keytime,
    ADVERB_PG_triangle,
)
from .libraries import HERE
from .map_settings import ADVERB_PG_map
from .reactions import changed, renamed

SCHEMA = 2


class ADVERB_PG_verb(AccuracySettings, GoalSettings, BakeSettings, bpy.types.PropertyGroup):
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
        override=HERE,
    )
    start: FloatProperty(
        name="Start",
        description="The frame of the scene at which the motion starts",
        default=1.0,
        step=100,
        update=changed,
        override=HERE,
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
        name="Show Bones", description="Show in the viewport which bones the verb moves", override=HERE
    )
    show_examples: BoolProperty(
        name="Show Examples",
        description="Show in the viewport where the examples are, to be dragged",
        default=True,
        override=HERE,
    )
    show_chart: BoolProperty(
        name="Show Chart",
        description="Show all examples over canonical time in a corner of the viewport",
        override=HERE,
    )

    map: PointerProperty(
        type=ADVERB_PG_map,
        name="Map",
        description="The examples over two adverbs, seen in the viewport",
        override=HERE,
    )

    adverbs: CollectionProperty(type=ADVERB_PG_adverb, name="Adverbs", description="The axes of variation")
    keytimes: CollectionProperty(type=ADVERB_PG_keytime, name="Keytimes", description="Moments that correspond")
    examples: CollectionProperty(type=ADVERB_PG_example, name="Examples", description="The motions to blend")
    active_adverb: IntProperty(name="Adverb", description="The chosen adverb", override=HERE)
    active_keytime: IntProperty(
        name="Keytime",
        description="The chosen keytime, at which the effector is measured",
        update=changed,
        override=HERE,
    )
    active_example: IntProperty(name="Example", description="The chosen example", override=HERE)


class ADVERB_PG_rig(bpy.types.PropertyGroup):
    """The verbs of one armature."""

    verbs: CollectionProperty(
        type=ADVERB_PG_verb, name="Verbs", description="What this character can do", override=HERE
    )
    active_verb: IntProperty(name="Verb", description="The chosen verb", override=HERE)


CLASSES = (*items.CLASSES, ADVERB_PG_map, ADVERB_PG_verb, ADVERB_PG_rig)
