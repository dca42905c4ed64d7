"""What is saved of a verb for its bake."""

from math import pi

from bpy.props import BoolProperty, FloatProperty, IntProperty

from .libraries import HERE


class BakeSettings:
    """How the verb becomes keyframes."""

    bake_start: IntProperty(name="First", description="First frame to bake", default=1, override=HERE)
    bake_end: IntProperty(name="Last", description="Last frame to bake", default=60, override=HERE)
    bake_step: FloatProperty(
        name="Step",
        description="Frames from key to key; less than 1 keys between frames",
        default=1.0,
        min=0.01,
        override=HERE,
    )
    bake_reduce: BoolProperty(name="Reduce Keys", description="Keep only the keys that the motion needs", override=HERE)
    bake_angle: FloatProperty(
        name="Angle",
        description="How far a rotation may be off after keys are reduced",
        default=0.1 * pi / 180.0,
        min=0.0,
        soft_max=0.1,
        subtype="ANGLE",
        override=HERE,
    )
    bake_distance: FloatProperty(
        name="Distance",
        description="How far a location may be off after keys are reduced; scales and values by as much",
        default=0.0005,
        min=0.0,
        soft_max=0.1,
        precision=4,
        subtype="DISTANCE",
        override=HERE,
    )
    bake_nla: BoolProperty(
        name="NLA Strip", description="Add the new Action to the NLA as a strip on a new track", override=HERE
    )
    bake_asset: BoolProperty(name="Asset", description="Mark the new Action as an asset", override=HERE)
    bake_release: BoolProperty(
        name="Release and Play",
        description="After the bake, release the verb and let the rig play the new Action",
        default=True,
        override=HERE,
    )
