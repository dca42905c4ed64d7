"""The goal: the object that the artist drags, with a slider for each adverb that is no place."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import bpy
from mathutils import Matrix, Vector

from ..core.coordinates import locate
from ..core.errors import VerbError
from . import carriers, leads
from .building import Built
from .dependence import PLACE, Part
from .drivers import MOST_VALUES

if TYPE_CHECKING:
    from .items import ADVERB_PG_adverb
    from .properties import ADVERB_PG_verb

# Blender cuts longer names of custom properties.
_LONGEST_NAME = 63


def of(verb: "ADVERB_PG_verb") -> bpy.types.Object | None:
    """The goal of a verb, if it is still there: a deleted object stays behind in no collection for those who point at
    it. One in a collection that is only instanced stands in no scene either."""
    return verb.goal if verb.goal is not None and verb.goal.users_collection else None


def values(verb: "ADVERB_PG_verb") -> list["ADVERB_PG_adverb"]:
    """The adverbs that are sliders."""
    return [adverb for adverb in verb.adverbs if adverb.kind == "VALUE"]


def slider(adverb: "ADVERB_PG_adverb") -> str:
    """Data path of the goal's property for an adverb."""
    return f'["{bpy.utils.escape_identifier(adverb.name)}"]'


def middle(rig: bpy.types.Object, built: Built, carrier: str = "") -> Vector:
    """The middle of the examples, in the world."""
    return place(rig, built, built.verb.axes.middle.tolist(), carrier)


def place(rig: bpy.types.Object, built: Built, adverbs: Sequence[float], carrier: str = "") -> Vector:
    """Where in the world the goal has these adverbs, for a verb that this bone carries, if one does."""
    seen = Vector(locate(built.coordinates, adverbs, ahead(rig)).tolist())
    return rig.matrix_world @ carriers.moved(rig, carrier) @ seen


def ahead(rig: bpy.types.Object) -> float:
    """How far away a goal stands where only its direction is known: half of the character's height, so that a view of
    the character shows it too. The longest side may be that of a control that lies around the feet."""
    width, depth, height = (max(side) - min(side) for side in zip(*rig.bound_box, strict=True))
    return 0.5 * float(max(height, 0.5 * max(width, depth)))


def check(rig: bpy.types.Object, verb: "ADVERB_PG_verb", goal: bpy.types.Object | None) -> None:
    """Raise if this goal cannot serve this verb, be it only to look at it."""
    sliders = values(verb)
    if len(sliders) > MOST_VALUES:
        raise VerbError(f"'{verb.name}' has {len(sliders)} values, and {MOST_VALUES} can be live: remove some adverbs")
    for adverb in sliders:
        if not adverb.name or len(adverb.name.encode()) > _LONGEST_NAME:
            raise VerbError(f"An adverb needs a name of 1 to {_LONGEST_NAME} letters: rename '{adverb.name[:20]}'")
        if goal is not None and not isinstance(goal.get(adverb.name, 0.0), int | float):
            raise VerbError(f"'{goal.name}' has a property '{adverb.name}' that is no number: rename it or the adverb")
    if goal is not None:
        leads.check_free(rig, verb, Part(goal, PLACE), *(Part(goal, slider(adverb)) for adverb in sliders))


def make(context: bpy.types.Context, rig: bpy.types.Object, verb: "ADVERB_PG_verb", built: Built) -> bpy.types.Object:
    """A goal in the middle of the examples, beside the rig in its collection."""
    goal = bpy.data.objects.new(f"{verb.name} goal", None)
    goal.empty_display_type = "SPHERE"
    goal.empty_display_size = 0.14 * ahead(rig) * max(map(abs, rig.matrix_world.to_scale()))
    goal.show_in_front = True
    # Known at once, where a location waits for the next update.
    goal.matrix_world = Matrix.Translation(middle(rig, built, verb.carrier).to_tuple())
    collection = rig.users_collection[0] if rig.users_collection else context.scene.collection
    collection.objects.link(goal)
    return goal


def add_sliders(verb: "ADVERB_PG_verb", goal: bpy.types.Object) -> None:
    """A property for each value, where the goal has none of that name yet."""
    for adverb in values(verb):
        adverb.is_made = adverb.name not in goal
        if adverb.is_made:
            shown = [example.adverbs[verb.adverbs.find(adverb.name)].value for example in verb.examples]
            if adverb.use_limits:
                shown = [adverb.least, adverb.most]
            goal[adverb.name] = float(adverb.value)
            goal.id_properties_ui(adverb.name).update(
                description=f"How much '{adverb.name}' in '{verb.name}'",
                soft_min=min(shown),
                soft_max=max(shown),
                default=adverb.value,
            )
            goal.property_overridable_library_set(slider(adverb), True)


def remove_sliders(verb: "ADVERB_PG_verb", goal: bpy.types.Object, others: Sequence["ADVERB_PG_verb"]) -> None:
    """Remove the properties that `add_sliders` made; their values stay in the verb. One that another verb shares is
    left to that verb, to be removed with it."""
    for adverb in values(verb):
        if adverb.name in goal:
            adverb.value = goal[adverb.name]
            heir = next((its for other in others for its in values(other) if its.name == adverb.name), None)
            if heir is not None:
                heir.is_made |= adverb.is_made
            elif adverb.is_made:
                del goal[adverb.name]
        adverb.is_made = False
