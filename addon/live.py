"""Going live and back: attaching the hub and its channel drivers to a goal and a rig, and removing just these.

A driver of the artist's on a channel that the verb takes is not deleted but parked: muted, under a path that names
nothing, with all that is in it. Release puts it back. What the channels had is kept in the order of the drivers, so
that a bone may be renamed in between.
"""

import re
from typing import TYPE_CHECKING

import bpy
import numpy as np

from ..core.errors import VerbError
from . import actions, building, channels, hub
from .building import Built
from .channels import address
from .hub import Live, lives, pose_property

if TYPE_CHECKING:
    from .properties import ADVERB_PG_verb

_PARKED = "adverb_parked."
_ELEMENT = re.compile(r'^\["(adverb_pose_\w+)"\]\[(\d+)\]$')
_NAMES = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def check_free(rig: bpy.types.Object, verb: "ADVERB_PG_verb", built: Built) -> None:
    """Raise if another live verb already moves one of the bones."""
    wanted = {entry.channel for entry in built.native.entries}
    for other in rig.adverb.verbs:
        if other.is_live and other.uid != verb.uid and other.uid in lives:
            shared = wanted & {entry.channel for entry in lives[other.uid].built.native.entries}
            if shared:
                bone = min(shared).owner
                raise VerbError(
                    f"'{other.name}' is live and moves '{bone}' too: Release it before '{verb.name}' goes live"
                )


def check_room(verb: "ADVERB_PG_verb") -> None:
    """Raise if there are more values than the hub has names for."""
    values = sum(adverb.kind == "VALUE" for adverb in verb.adverbs)
    most = len(_NAMES) - hub.VALUES
    if values > most:
        raise VerbError(f"'{verb.name}' has {values} adverbs that are values, and {most} can be live: remove some")


def attach(rig: bpy.types.Object, verb: "ADVERB_PG_verb", built: Built, goal: bpy.types.Object, frame: float) -> None:
    """Let the rig follow the goal."""
    goal_has = {adverb.name for adverb in verb.adverbs if adverb.kind == "VALUE"}
    for adverb in verb.adverbs:
        if adverb.name in goal_has and adverb.name not in goal:
            _add_slider(goal, verb, adverb.name, adverb.value)
    remember(rig, verb, built)
    live = lives[verb.uid]
    hub.follow(live, frame, _inputs(rig, verb, goal))
    _give_up_action(rig, verb)
    verb.goal = goal
    goal[pose_property(verb.uid)] = hub.carried(live).tolist()
    _attach_hub(rig, verb, goal)
    _attach_channels(rig, verb, built, goal)
    verb.is_live = True


def release(rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> None:
    """Remove what `attach` added, and give back what stood there before: drivers, values, Action."""
    before = [number.value for number in verb.before]
    for driver, element in _channel_drivers(rig, verb.uid):
        path, index = driver.data_path, driver.array_index
        single = not hasattr(rig.path_resolve(path), "__len__")
        rig.animation_data.drivers.remove(driver)
        if element < len(before):
            channels.write(rig, path, -1 if single else index, before[element])
    for driver in list(rig.animation_data.drivers) if rig.animation_data else []:
        if driver.data_path.startswith(_PARKED + verb.uid):
            driver.data_path = driver.data_path.removeprefix(f"{_PARKED}{verb.uid}.")
            driver.mute = False
            driver.is_valid = driver.driver.is_valid = True
    if verb.goal is not None:
        _detach_goal(verb, verb.goal)
    if verb.action_before is not None:
        actions.assign(rig, verb.action_before, verb.slot_before)
    verb.before.clear()
    verb.action_before, verb.slot_before = None, ""
    verb.is_live = False
    lives.pop(verb.uid, None)


def remember(rig: bpy.types.Object, verb: "ADVERB_PG_verb", built: Built) -> None:
    """Give the hub what it needs for this verb."""
    values = [index for index, adverb in enumerate(verb.adverbs) if adverb.kind == "VALUE"]
    sources = tuple(
        3 + values.index(index) if adverb.kind == "VALUE" else "XYZ".index(adverb.axis)
        for index, adverb in enumerate(verb.adverbs)
    )
    known = lives.get(verb.uid)
    numbers = known.numbers if known is not None else np.zeros(len(built.native.entries))
    weights, adverbs = np.zeros(len(built.names)), np.zeros(len(sources))
    lives[verb.uid] = Live(built, verb.start, _held(verb, built), sources, numbers, weights, adverbs)


def _held(verb: "ADVERB_PG_verb", built: Built) -> float | None:
    """The canonical time of the chosen keytime, if the verb is to stand there."""
    if verb.timing == "PLAY" or verb.kind == "POSE":
        return None
    place = building.position(verb, verb.active_keytime)
    return float(built.verb.motion.timewarp.canonical[place])


def refit(rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> bool:
    """Bring a live verb up to date with its examples; whether anything had changed.

    If it cannot be built any more, it stays as it was and says why.
    """
    live = lives.get(verb.uid)
    try:
        built = building.build(rig, verb)
    except VerbError as error:
        if live is not None:
            live.stale = str(error)
        return False
    if live is not None and (live.built, live.start, live.held) == (built, verb.start, _held(verb, built)):
        live.stale = ""
        return False
    if live is not None and live.built.native.entries != built.native.entries:
        # Handlers come here too, and they must not take drivers off or put them on.
        live.stale = f"The examples of '{verb.name}' animate other channels now: Release it and Go Live again"
        return False
    remember(rig, verb, built)
    if verb.goal is not None:
        verb.goal.update_tag()
    return True


def live_verbs() -> list[tuple[bpy.types.Object, "ADVERB_PG_verb"]]:
    """Every live verb in the file, with its rig."""
    return [
        (rig, verb) for rig in bpy.data.objects if rig.type == "ARMATURE" for verb in rig.adverb.verbs if verb.is_live
    ]


def revive() -> None:
    """After loading a file or switching the add-on on: hubs that failed once stay dead until told again."""
    for rig, verb in live_verbs():
        refit(rig, verb)
        driver = _hub_driver(verb)
        if driver is not None:
            driver.driver.expression = driver.driver.expression


def is_running(verb: "ADVERB_PG_verb") -> bool:
    """Whether the hub of a live verb is there and did not fail, as it does where Blender may run no Python."""
    driver = _hub_driver(verb)
    return driver is not None and driver.is_valid and driver.driver.is_valid


def store_poses(depsgraph: bpy.types.Depsgraph) -> None:
    """Keep each live pose in the goal itself, so that the rig stands in it wherever the hub does not run."""
    for _, verb in live_verbs():
        if verb.goal is not None and pose_property(verb.uid) in verb.goal:
            verb.goal[pose_property(verb.uid)] = list(verb.goal.evaluated_get(depsgraph)[pose_property(verb.uid)])


def _inputs(rig: bpy.types.Object, verb: "ADVERB_PG_verb", goal: bpy.types.Object) -> list[float]:
    """What the hub's variables will read."""
    columns = [number for column in rig.matrix_world.col for number in column[:3]]
    values = [goal[adverb.name] for adverb in verb.adverbs if adverb.kind == "VALUE"]
    return [*goal.matrix_world.translation, *columns, *values]


def _slider(name: str) -> str:
    """Data path of the goal's property for an adverb."""
    return f'["{bpy.utils.escape_identifier(name)}"]'


def _add_slider(goal: bpy.types.Object, verb: "ADVERB_PG_verb", name: str, value: float) -> None:
    index = verb.adverbs.find(name)
    values = [example.adverbs[index].value for example in verb.examples]
    goal[name] = float(value)
    goal.id_properties_ui(name).update(
        description=f"How much '{name}' in '{verb.name}'", soft_min=min(values), soft_max=max(values), default=value
    )
    goal.property_overridable_library_set(_slider(name), True)


def _give_up_action(rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> None:
    """An example does not play while its verb is live: keying a bone would change it."""
    action, slot = actions.assigned(rig)
    if action is not None and any(example.action == action for example in verb.examples):
        verb.action_before, verb.slot_before = action, slot
        actions.assign(rig, None)


def _attach_hub(rig: bpy.types.Object, verb: "ADVERB_PG_verb", goal: bpy.types.Object) -> None:
    curve = _clean_driver(goal, f'["{pose_property(verb.uid)}"]', 0)
    driver = curve.driver
    driver.type, driver.use_self = "SCRIPTED", True
    # Elements of matrix_world, not variables of type TRANSFORMS: on the driver's own object those see the last update.
    # A path counts columns first, so [3] is the translation.
    inputs = [(goal, f"matrix_world[3][{axis}]") for axis in range(3)]
    inputs += [(rig, f"matrix_world[{column}][{axis}]") for column in range(4) for axis in range(3)]
    inputs += [(goal, _slider(adverb.name)) for adverb in verb.adverbs if adverb.kind == "VALUE"]
    for name, (target, path) in zip(_NAMES, inputs, strict=False):
        variable = driver.variables.new()
        variable.name = name
        variable.targets[0].id, variable.targets[0].data_path = target, path
    driver.expression = f'{hub.FUNCTION}(self,frame,"{verb.uid}",{",".join(_NAMES[: len(inputs)])})'


def _attach_channels(rig: bpy.types.Object, verb: "ADVERB_PG_verb", built: Built, goal: bpy.types.Object) -> None:
    name = pose_property(verb.uid)
    drivers = rig.animation_data.drivers if rig.animation_data else ()
    standing = {(driver.data_path, driver.array_index): driver for driver in drivers}
    verb.before.clear()
    for element, entry in enumerate(built.native.entries):
        path, index = address(rig, entry)
        verb.before.add().value = channels.read(rig, path, index)
        theirs = standing.get((path, max(index, 0)))
        if theirs is not None:
            theirs.data_path, theirs.mute = f"{_PARKED}{verb.uid}.{path}", True
        driver = _clean_driver(rig, path, index).driver
        driver.type = "SUM"
        target = driver.variables.new().targets[0]
        target.id, target.data_path = goal, f'["{name}"][{element + hub.FIRST}]'


def _clean_driver(owner: bpy.types.Object, path: str, index: int) -> bpy.types.FCurve:
    """A new driver whose curve lets values through: Blender puts keys or a modifier on it that bend them."""
    curve: bpy.types.FCurve = owner.driver_add(path, index)  # type: ignore[assignment]
    curve.keyframe_points.clear()
    while curve.modifiers:
        curve.modifiers.remove(curve.modifiers[0])
    return curve


def _channel_drivers(rig: bpy.types.Object, uid: str) -> list[tuple[bpy.types.FCurve, int]]:
    """The rig's drivers that belong to a verb, with the element of the pose each reads."""
    found = []
    for curve in rig.animation_data.drivers if rig.animation_data else ():
        variables = curve.driver.variables
        match = _ELEMENT.match(variables[0].targets[0].data_path) if len(variables) == 1 else None
        if match and match[1] == pose_property(uid):
            found.append((curve, int(match[2]) - hub.FIRST))
    return found


def _hub_driver(verb: "ADVERB_PG_verb") -> bpy.types.FCurve | None:
    if verb.goal is None or verb.goal.animation_data is None:
        return None
    return verb.goal.animation_data.drivers.find(f'["{pose_property(verb.uid)}"]', index=0)


def _detach_goal(verb: "ADVERB_PG_verb", goal: bpy.types.Object) -> None:
    driver = _hub_driver(verb)
    if driver is not None:
        goal.animation_data.drivers.remove(driver)
    if pose_property(verb.uid) in goal:
        del goal[pose_property(verb.uid)]
    others = {
        adverb.name
        for _, other in live_verbs()
        if other.goal == goal and other.uid != verb.uid
        for adverb in other.adverbs
    }
    for adverb in verb.adverbs:
        if adverb.kind == "VALUE" and adverb.name in goal:
            adverb.value = goal[adverb.name]
            if adverb.name not in others:
                del goal[adverb.name]
