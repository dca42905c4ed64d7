"""How the map of a verb is shown, as saved in the .blend."""

import bpy
from bpy.props import BoolProperty, FloatProperty, FloatVectorProperty, IntVectorProperty

from ..core.map_layout import SIZE
from ..core.map_view import MOST_ZOOM
from .libraries import HERE
from .reactions import changed

# A map that was never moved stands where there is a free place.
UNPLACED = (-1.0, -1.0)

# No example was picked.
UNPICKED = -1


class ADVERB_PG_map(bpy.types.PropertyGroup):
    """The map of a verb with two adverbs, drawn over the viewport."""

    is_shown: BoolProperty(
        name="Show Map",
        description="Show the examples on a map of the two adverbs over the viewport: click or drag on it to steer",
        update=changed,
        override=HERE,
    )
    is_enabled: BoolProperty(
        name="Enabled", description="Whether clicks on the map steer the character", default=True, override=HERE
    )
    corner: FloatVectorProperty(
        name="Corner",
        description="Where the map stands: its lower left corner in the viewport, in points; negative for a free place",
        size=2,
        default=UNPLACED,
        override=HERE,
    )
    size: FloatVectorProperty(
        name="Size", description="Width and height of the map, in points", size=2, default=SIZE, override=HERE
    )
    middle: FloatVectorProperty(
        name="Middle", description="The adverbs in the middle of the map, where it is zoomed", size=2, override=HERE
    )
    zoom: FloatProperty(
        name="Zoom",
        description="How many times larger than with all examples in view; 0 shows them all",
        min=0.0,
        max=MOST_ZOOM,
        override=HERE,
    )
    show_edges: BoolProperty(
        name="Edges",
        description="Show the triangles between the examples; of a radial basis, the border of its examples",
        default=True,
        override=HERE,
    )
    show_error: BoolProperty(
        name="Error",
        description="Show how far off the effector is, from blue to red",
        update=changed,
        override=HERE,
    )
    error_least: FloatProperty(
        name="Blue", description="The error that is blue, in degrees or units of the rig", min=0.0, override=HERE
    )
    error_most: FloatProperty(
        name="Red",
        description="The error that is red, in degrees or units of the rig; 0 is automatic: 7.5 degrees, or for "
        "lengths the greatest there is",
        min=0.0,
        override=HERE,
    )
    picked: IntVectorProperty(
        name="Picked",
        description="Examples that were picked on the map for a triangle, by their places in the list; -1 for none",
        size=3,
        default=(UNPICKED,) * 3,
        override=HERE,
    )
