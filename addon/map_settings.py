"""How the map of a verb is shown, as saved in the .blend."""

import bpy
from bpy.props import BoolProperty, FloatProperty, FloatVectorProperty, IntVectorProperty

from ..core.map_layout import SIZE
from ..core.map_view import MOST_ZOOM
from .reactions import changed

# A map that was never moved stands where there is a free place.
UNPLACED = (-1.0, -1.0)

# No example was picked.
UNPICKED = -1

# It is how a verb is looked at, which may differ wherever its rig is overridden.
_HERE = {"LIBRARY_OVERRIDABLE"}


class ADVERB_PG_map(bpy.types.PropertyGroup):
    """The map of a verb with two adverbs, drawn over the viewport."""

    is_shown: BoolProperty(
        name="Show Map",
        description="Show the examples on a map of the two adverbs over the viewport: click or drag on it to steer",
        update=changed,
        override=_HERE,
    )
    is_enabled: BoolProperty(
        name="Enabled", description="Whether clicks on the map steer the character", default=True, override=_HERE
    )
    corner: FloatVectorProperty(
        name="Corner",
        description="Where the map stands: its lower left corner in the viewport, in points; negative for a free place",
        size=2,
        default=UNPLACED,
        override=_HERE,
    )
    size: FloatVectorProperty(
        name="Size", description="Width and height of the map, in points", size=2, default=SIZE, override=_HERE
    )
    middle: FloatVectorProperty(
        name="Middle", description="The adverbs in the middle of the map, where it is zoomed", size=2, override=_HERE
    )
    zoom: FloatProperty(
        name="Zoom",
        description="How many times larger than with all examples in view; 0 shows them all",
        min=0.0,
        max=MOST_ZOOM,
        override=_HERE,
    )
    show_edges: BoolProperty(
        name="Edges",
        description="Show the triangles between the examples; of a radial basis, the border of its examples",
        default=True,
        override=_HERE,
    )
    show_error: BoolProperty(
        name="Error",
        description="Show how far off the effector is, from blue to red",
        update=changed,
        override=_HERE,
    )
    error_least: FloatProperty(
        name="Blue", description="The error that is blue, in degrees or units of the rig", min=0.0, override=_HERE
    )
    error_most: FloatProperty(
        name="Red",
        description="The error that is red, in degrees or units of the rig; 0 is automatic: 7.5 degrees, or for "
        "lengths the greatest there is",
        min=0.0,
        override=_HERE,
    )
    picked: IntVectorProperty(
        name="Picked",
        description="Examples that were picked on the map for a triangle, by their places in the list; -1 for none",
        size=3,
        default=(UNPICKED,) * 3,
        override=_HERE,
    )
