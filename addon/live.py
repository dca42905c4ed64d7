"""Going live and back: what is attached to a goal and a rig, and how it is given back.

What the channels had is kept in the order of their drivers, so that a bone may be renamed in between.
"""

from contextlib import suppress
from typing import TYPE_CHECKING

import bpy
import numpy as np
from mathutils import Matrix

from ..core.arrays import Array
from ..core.coordinates import HOME, STRAIGHT, Coordinate
from ..core.errors import VerbError
from . import (
    actions,
    aiming,
    building,
    carriers,
    channels,
    copies,
    drivers,
    goals,
    hub,
    leads,
    libraries,
    migrations,
)
from .building import Built
from .channels import Property, address
from .hub import Live, View, lives, pose_property

if TYPE_CHECKING:
    from .properties import ADVERB_PG_verb


def attach(context: bpy.types.Context, rig: bpy.types.Object, verb: "ADVERB_PG_verb", built: Built) -> bpy.types.Object:
    """Let the rig follow the goal, which is made if there is none. Raises before anything is written."""
    if libraries.is_override(rig):
        return _resume(rig, verb, built)
    goal = goals.of(verb)
    if goal is not None and verb.goal_from != "OBJECT" and not leads.can_lead(verb, goal):
        goal = None
    _check_free(rig, verb, built)
    goals.check(rig, verb, goal)
    leads.check(context.scene, rig, verb)
    if goal is not None and not libraries.is_local(goal):
        raise VerbError(f"'{goal.name}' comes from '{libraries.file_of(goal)}': choose a goal of this file")
    if rig.animation_data and rig.animation_data.use_tweak_mode:
        raise VerbError(f"'{rig.name}' is in tweak mode: leave it in the NLA editor first")
    copies.settle(all_verbs())
    carrier = carriers.find(rig, verb)
    live = _make(rig, verb, built, np.zeros(len(built.native.entries)), carrier)
    try:
        hub.follow(live, context.scene.frame_current_final, _inputs(context.scene, rig, verb, built, goal, carrier))
    except ValueError as error:
        raise VerbError(str(error)) from error

    verb.carrier = carrier
    goal = goal or goals.make(context, rig, verb, built)
    leads.put(context.scene, verb, goal)
    goals.add_sliders(verb, goal)
    action, slot = actions.assigned(rig)
    if action is not None and any(example.action == action for example in verb.examples):
        # An example does not play while its verb is live: keying a bone would change it.
        for other in rig.adverb.verbs:  # what the artist put on last is what comes back: one verb keeps it
            other.action_before, other.slot_before = None, ""
        verb.action_before, verb.slot_before = action, slot
        actions.assign(rig, None)
    addresses = [address(rig, entry) for entry in built.native.entries]
    verb.before.clear()
    for path, index in addresses:
        verb.before.add().value = channels.read(rig, path, index)
    verb.goal, verb.is_live, verb.map.is_enabled = goal, True, True
    goal[pose_property(verb.uid)] = hub.carried(live).tolist()
    drivers.attach_hub(goal, rig, verb.uid, [goals.slider(adverb) for adverb in goals.values(verb)], carrier)
    drivers.attach_channels(rig, verb.uid, goal, addresses)
    lives[verb.uid] = live
    hub.stale.pop(verb.uid, None)
    return goal


def release(rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> None:
    """Remove what `attach` added, and give back what stood there before: drivers, values, Action.

    On an override, drivers are muted, and all else stays as its library has it.
    """
    before = [number.value for number in verb.before]
    for curve, element in drivers.channel_drivers(rig, verb.uid):
        # A bone or property that was deleted meanwhile needs nothing back.
        with suppress(ValueError, KeyError, AttributeError, TypeError, IndexError):
            channels.write(rig, curve.data_path, drivers.index_of(rig, curve), before[element])
        if libraries.is_override(rig):
            curve.mute = True
        else:
            rig.animation_data.drivers.remove(curve)
    verb.is_live = False
    lives.pop(hub.key(verb), None)
    hub.stale.pop(hub.key(verb), None)
    _give_back_action(rig, verb)
    if libraries.is_override(rig):
        return
    drivers.unpark(rig, verb.uid)
    if verb.goal is not None and libraries.is_local(verb.goal):
        _detach_goal(verb, verb.goal)
    verb.goal = goals.of(verb)
    verb.before.clear()
    verb.carrier = ""


def refit(rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> None:
    """Bring a live verb up to date with its examples. If that cannot be, it stays as it was and says why.

    Handlers come here too, so it takes no drivers off and puts none on.
    """
    goal, key = goals.of(verb), hub.key(verb)
    if goal is None:
        return
    try:
        _follow_lead(rig, verb, goal)
        built = building.build(rig, verb)
        if not _drivers_fit(rig, verb, built):
            raise VerbError(
                f"'{verb.name}' would animate other channels now, as its examples or bones changed: Release it and "
                "Go Live again"
            )
    except VerbError as error:
        hub.stale[key] = str(error)
        return
    hub.stale.pop(key, None)
    known = lives.get(key)
    numbers = known.numbers if known is not None else _stored(verb, goal, len(built.native.entries))
    made = _make(rig, verb, built, numbers, verb.carrier)
    if known is None or not known.is_like(made):
        lives[key] = made
        goal.update_tag()


def _follow_lead(rig: bpy.types.Object, verb: "ADVERB_PG_verb", goal: bpy.types.Object) -> None:
    """Let the goal follow where its scene is cut differently; raise if what leads it, or carries the verb, is gone."""
    scene = leads.scene_of(goal)
    if scene is not None and libraries.is_local(goal):
        leads.follow(scene, rig, verb, goal)
        leads.check_there(scene, verb)
    if verb.carrier and verb.carrier not in rig.data.bones:
        raise VerbError(f"'{verb.carrier}', which carries '{verb.name}', is gone: Release it and Go Live again")


def settle() -> None:
    """Objects or Actions came or went: what is old is brought up to date, copies get their own, what is new wakes up,
    what is gone is forgotten."""
    migrations.migrate(verb for _, verb in all_verbs())
    copies.settle(all_verbs())
    alive = live_verbs()
    for key in set(lives) - {hub.key(verb) for _, verb in alive}:
        del lives[key]
    for rig, verb in alive:
        if hub.key(verb) not in lives:
            _wake(rig, verb)
        elif any(example.action is None for example in building.enabled(verb)):
            refit(rig, verb)  # which tells that it was lost


def revive() -> None:
    """After loading a file or switching the add-on on: all that is live in it wakes up."""
    settle()
    for rig, verb in live_verbs():
        _wake(rig, verb)


def live_verbs() -> list[tuple[bpy.types.Object, "ADVERB_PG_verb"]]:
    """Every live verb in the file, with its rig."""
    return [(rig, verb) for rig, verb in all_verbs() if verb.is_live]


def is_running(verb: "ADVERB_PG_verb") -> bool:
    """Whether the hub of a live verb is there and did not fail, as it does where Blender may run no Python."""
    curve = drivers.find_hub(verb.goal, verb.uid)
    return curve is not None and curve.is_valid and curve.driver.is_valid


def store_poses(depsgraph: bpy.types.Depsgraph) -> None:
    """Keep each live pose in the goal itself, so that the rig stands in it wherever the hub does not run."""
    for _, verb in live_verbs():
        name = pose_property(verb.uid)
        if verb.goal is not None and name in verb.goal and libraries.is_local(verb.goal):
            verb.goal[name] = list(verb.goal.evaluated_get(depsgraph).get(name, verb.goal[name]))


def all_verbs() -> list[tuple[bpy.types.Object, "ADVERB_PG_verb"]]:
    return [(rig, verb) for rig in bpy.data.objects if rig.type == "ARMATURE" for verb in rig.adverb.verbs]


def _wake(rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> None:
    """A hub that failed once stays dead until told again. Nothing that is saved changes: linked ones are told too."""
    refit(rig, verb)
    curve = drivers.find_hub(verb.goal, verb.uid)
    if curve is not None:
        curve.driver.expression = curve.driver.expression


def _resume(rig: bpy.types.Object, verb: "ADVERB_PG_verb", built: Built) -> bpy.types.Object:
    """Let an override follow its goal again by the drivers that its library brings."""
    goal, file = goals.of(verb), libraries.file_of(rig)
    if goal is None or not drivers.channel_drivers(rig, verb.uid):
        raise VerbError(
            f"'{rig.name}' is an override, and Blender keeps no new drivers on it: Go Live in '{file}', save it, and "
            "reload it here"
        )
    if goal.library is not None:
        raise VerbError(libraries.linked(goal))
    if not _drivers_fit(rig, verb, built):
        raise VerbError(f"'{verb.name}' animates other channels than in '{file}': Release it and Go Live again there")
    for curve, _ in drivers.channel_drivers(rig, verb.uid):
        curve.mute = False
    verb.is_live = True
    refit(rig, verb)
    return goal


def _make(rig: bpy.types.Object, verb: "ADVERB_PG_verb", built: Built, numbers: Array, carrier: str) -> Live:
    """What the hub needs for this verb; `numbers` are driven until it has seen its inputs."""
    sliders = [adverb.name for adverb in goals.values(verb)]
    sources: list[int] = []
    sights: list[Coordinate] = []
    for adverb, coordinate in zip(verb.adverbs, built.coordinates, strict=True):
        if coordinate is None:
            sources.append(len(STRAIGHT) + sliders.index(adverb.name))
        elif coordinate.frame is HOME and coordinate.axis in STRAIGHT:
            sources.append(STRAIGHT.index(coordinate.axis))
        else:
            sources.append(len(STRAIGHT) + len(sliders) + len(sights))
            sights.append(coordinate)
    weights = np.zeros(len(built.verb.hull.vertices))
    held = aiming.moment(verb, built) if verb.timing == "HOLD" and verb.kind == "MOTION" else None
    landing = aiming.landing(rig, verb, built)
    view = View(carriers.rest(rig, carrier))
    return Live(built, verb.start, held, tuple(sources), tuple(sights), numbers, weights, [], landing, view=view)


def _stored(verb: "ADVERB_PG_verb", goal: bpy.types.Object, count: int) -> Array:
    """The pose that was stored in the goal."""
    stored = np.array(goal.get(pose_property(verb.uid), ()))[hub.FIRST :]
    return stored if len(stored) == count else np.zeros(count)


def _drivers_fit(rig: bpy.types.Object, verb: "ADVERB_PG_verb", built: Built) -> bool:
    """Whether the drivers on the rig are those of this verb, number by number. A renamed bone may have changed their
    order, which they then follow."""
    found = drivers.channel_drivers(rig, verb.uid)
    there = {(curve.data_path, curve.array_index): place for place, (curve, _) in enumerate(found)}
    wanted = [(path, max(index, 0)) for path, index in (address(rig, entry) for entry in built.native.entries)]
    if there.keys() != set(wanted):
        return False
    order = [found[there[where]][1] for where in wanted]
    if order != sorted(order):
        if not libraries.is_local(rig):
            return False
        _reorder(verb, [found[there[where]][0].driver for where in wanted], order)
    return True


def _reorder(verb: "ADVERB_PG_verb", ordered: list[bpy.types.Driver], order: list[int]) -> None:
    """Bring drivers, and all that is kept in their order, to a new one; `order` tells where each was."""
    before = [number.value for number in verb.before]
    for element, (driver, old) in enumerate(zip(ordered, order, strict=True)):
        drivers.point_at(driver, verb.uid, element)
        verb.before[element].value = before[old]
    moved = [*range(hub.FIRST), *(hub.FIRST + old for old in order)]
    pose = list(verb.goal[pose_property(verb.uid)])
    verb.goal[pose_property(verb.uid)] = [pose[place] for place in moved]
    if verb.uid in lives:
        lives[verb.uid].numbers = lives[verb.uid].numbers[order]


def _give_back_action(rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> None:
    """Let the rig play what stepped aside; if it is an example of another live verb, that one keeps it from now on."""
    action, slot = verb.action_before, verb.slot_before
    if not libraries.is_override(rig):
        verb.action_before, verb.slot_before = None, ""
    if action is None or actions.assigned(rig)[0] is not None:
        return
    for other in rig.adverb.verbs:
        if other.is_live and any(example.action == action for example in other.examples):
            other.action_before, other.slot_before = action, slot
            return
    actions.assign(rig, action, slot)


def _check_free(rig: bpy.types.Object, verb: "ADVERB_PG_verb", built: Built) -> None:
    """Raise if another live verb already moves one of the bones, whether or not its hub is at work."""
    wanted = {_claim(address(rig, entry)[0]) for entry in built.native.entries}
    for other in rig.adverb.verbs:
        if other.is_live and other.uid != verb.uid:
            shared = wanted & {_claim(curve.data_path) for curve, _ in drivers.channel_drivers(rig, other.uid)}
            if shared:
                owner = min(owned.owner for owned in shared)
                raise VerbError(
                    f"'{other.name}' is live and moves '{owner or rig.name}' too: Release it, or give '{verb.name}' "
                    "other bones under Bones"
                )


def _claim(path: str) -> Property:
    """What a verb claims by a driver: all of a bone, whatever it moves of it; of the rig itself just that property."""
    owned = Property.of(path)
    return Property(owned.owner, "") if owned.owner else owned


def _inputs(
    scene: bpy.types.Scene,
    rig: bpy.types.Object,
    verb: "ADVERB_PG_verb",
    built: Built,
    goal: bpy.types.Object | None,
    carrier: str,
) -> list[float]:
    """What the hub's variables will read; for a goal that is still to be made, what it will have."""
    if verb.goal_from != "OBJECT":
        place = leads.where(scene, verb)
    else:
        place = goal.matrix_world.translation if goal is not None else goals.middle(rig, built, carrier)
    values = [
        goal[adverb.name] if goal is not None and adverb.name in goal else adverb.value for adverb in goals.values(verb)
    ]
    carried = _columns(rig.pose.bones[carrier].matrix) if carrier else []
    return [*place, *_columns(rig.matrix_world), *values, *carried]


def _columns(matrix: Matrix) -> list[float]:
    return [number for column in matrix.col for number in column[:3]]


def _detach_goal(verb: "ADVERB_PG_verb", goal: bpy.types.Object) -> None:
    others = [other for _, other in live_verbs() if other.goal == goal and other != verb]
    drivers.detach_hub(goal, verb.uid)
    goals.remove_sliders(verb, goal, others)
    if not others:
        leads.take_off(goal)
