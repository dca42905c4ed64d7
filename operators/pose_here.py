import bpy

from ..addon import accuracy, building, map_content, proposing
from ..core.errors import VerbError
from .mapping import MapOperator


class ADVERB_OT_pose_here(MapOperator, bpy.types.Operator):
    """Make an example at the point of the map: the best blend there in a new Action, to be corrected by hand"""

    bl_idname = "adverb.pose_here"
    bl_label = "Pose Here"
    bl_options = {"REGISTER", "UNDO"}
    works_on_overrides = False

    place: bpy.props.FloatVectorProperty(
        name="Place",
        description="The values of the two adverbs; where the live verb is if none are given",
        size=2,
        options={"SKIP_SAVE"},
    )

    def invoke(self, context: bpy.types.Context, _event: bpy.types.Event) -> set[str]:
        return self.execute(context)  # wherever its button is pressed

    def run(self, context: bpy.types.Context) -> str:
        rig, verb = self.chosen(context)
        place = tuple(self.place) if self.properties.is_property_set("place") else map_content.point(verb)
        if place is None:
            raise VerbError(f"'{verb.name}' is at no point yet: click on its map where the pose is to be")
        built = building.build(rig, verb)
        found = proposing.at(context, rig, verb, built, place)
        example = proposing.take(context, rig, verb, built, found, releases=True)
        self.place = place
        missed = f", {found.told(context.scene, rig)}" if found.diagonal > 0.0 else ""
        aside = "; the refinement steps aside until you press Refine again" if accuracy.is_refined(built) else ""
        where = f"'{example.name}' at {accuracy.near(verb, found.adverbs)}{missed}"
        return f"{verb.name}: {where}: correct the pose, press I to key it{aside}"
