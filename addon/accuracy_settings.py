"""What is saved of a verb for its accuracy: how it meets its goal, how it is refined, and what is shown of that."""

from math import pi

from bpy.props import BoolProperty, CollectionProperty, EnumProperty, FloatProperty, IntProperty, StringProperty

from .items import ADVERB_PG_error, ADVERB_PG_pseudo
from .libraries import HERE
from .reactions import changed


class AccuracySettings:
    """How near the effector comes to the goal."""

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
    tolerance_angle: FloatProperty(
        name="Tolerance",
        description="How far the effector may point past its goal after Refine, where nothing but angles is asked for",
        default=0.5 * pi / 180.0,
        min=0.001 * pi / 180.0,
        soft_max=10.0 * pi / 180.0,
        subtype="ANGLE",
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
        override=HERE,
    )
    show_heat: BoolProperty(
        name="Show Heat Map",
        description="Show how far off the effector is, from green to red",
        update=changed,
        override=HERE,
    )
    show_pseudo: BoolProperty(
        name="Show Pseudo-Examples", description="Show where the pseudo-examples are", default=True, override=HERE
    )
    slice_axis: EnumProperty(
        name="Slice",
        description="Across which goal adverb grid and heat map are cut where there are three",
        items=tuple(
            (str(index), name, f"Across the {name.lower()} goal adverb")
            for index, name in enumerate(("First", "Second", "Third"))
        ),
        default="1",
        override=HERE,
    )
    slice_place: FloatProperty(
        name="Place",
        description="Where grid and heat map are cut",
        default=0.5,
        min=0.0,
        max=1.0,
        subtype="FACTOR",
        override=HERE,
    )
