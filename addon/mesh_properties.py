"""What is saved of a pose mesh: what the artist said about its triangles. All others are found when it is built."""

import bpy
from bpy.props import BoolProperty, IntVectorProperty

from .reactions import changed


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


CLASSES = (ADVERB_PG_triangle,)
