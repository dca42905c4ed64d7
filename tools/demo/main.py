"""The first verb from end to end, with the buttons an artist presses: tag, measure, build, go live, bake.

    make demo

Leaves demo.blend (live, to be dragged) and demo.png (a contact sheet) in build/.
"""

import sys
from pathlib import Path
from time import perf_counter

import bpy

sys.path.insert(0, str(Path(__file__).parent))

from character import make_character
from reaches import EFFECTOR, make_reaches
from stage import make_goal_path, make_marker, make_stage, render_contact_sheet

import adverb
from adverb.addon import building, goals
from adverb.addon.hub import lives
from tools.package import ROOT

BUILD = ROOT / "build"
FRAMES = 192
KEYTIMES = ("start", "lift", "touch", "return", "end")
TOUCH = KEYTIMES.index("touch")


def main() -> None:
    BUILD.mkdir(exist_ok=True)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    adverb.register()
    rig = make_character()
    reaches = make_reaches(rig)
    make_stage()
    tell(f"A Rigify human with {len(rig.pose.bones)} bones and {len(reaches)} reaches keyed on its controls")

    verb = tag(rig)
    bpy.ops.adverb.measure()
    bpy.ops.adverb.build()
    bpy.ops.adverb.go_live()
    verb.goal.show_in_front = True
    make_marker(verb.goal)
    keyed = follow_path(verb)
    tell(f"'{verb.goal.name}' goes round the examples in {FRAMES} frames; {keyed} keys")

    misses = [miss(rig, verb, frame) for frame in touches(verb)]
    tell(f"At its touches the hand is {', '.join(f'{1000 * metres:.1f}' for metres in misses)} mm from the goal")

    verb.bake_start, verb.bake_end = 1, FRAMES
    start = perf_counter()
    bpy.ops.adverb.bake(name="Reach baked", release=False)
    tell(f"Baked {FRAMES} frames in {perf_counter() - start:.2f} s")

    save(verb)
    verb.cycle = "IN_PLACE"
    verb.goal.animation_data.action = bpy.data.actions["Goal path"]
    if "--without-picture" in sys.argv:
        return
    start = perf_counter()
    render_contact_sheet(BUILD / "demo.png", tiles(verb), columns=6)
    tell(f"build/demo.png: rendered in {perf_counter() - start:.0f} s")


def tag(rig: bpy.types.Object) -> bpy.types.PropertyGroup:
    """A verb steered by a goal, its keytimes named as the markers of the Actions, and all reaches as examples."""
    bpy.context.view_layer.objects.active = rig
    bpy.ops.adverb.add_verb(name="Reach", preset="REACH")
    verb = rig.adverb.verbs[0]
    assert (verb.effector, verb.effector_end) == (EFFECTOR, "TAIL"), "the preset knows the hand of a Rigify rig"
    bpy.ops.adverb.remove_keytime()
    for name in KEYTIMES:
        bpy.ops.adverb.add_keytime(name=name)
    verb.active_keytime = TOUCH
    bpy.ops.adverb.add_examples(pattern="reach*")
    verb.cycle, verb.timing = "IN_PLACE", "PLAY"  # reach after reach while the goal goes round; see `save`
    return verb


def follow_path(verb: bpy.types.PropertyGroup) -> int:
    """Key the goal along a smooth path among the examples, so that every reach goes somewhere else."""
    places = [[number.value for number in example.adverbs] for example in verb.examples]
    path = make_goal_path(places, FRAMES, share=0.75)
    step = 12
    for frame in range(1, FRAMES + 1, step):
        verb.goal.location = path[frame - 1]
        verb.goal.keyframe_insert("location", frame=frame)
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end = 1, FRAMES
    return FRAMES // step


def touches(verb: bpy.types.PropertyGroup) -> list[float]:
    """Frames, with fractions, at which the hand is to be on the goal."""
    found = []
    for frame in range(1, FRAMES + 1):
        bpy.context.scene.frame_set(frame)
        keytimes = lives[verb.uid].built.verb.motion.keytimes(lives[verb.uid].weights)
        since = (frame - verb.start - keytimes[TOUCH]) % keytimes[-1]
        if since < 1.0:
            found.append(frame - since)
    return found


def miss(rig: bpy.types.Object, verb: bpy.types.PropertyGroup, frame: float) -> float:
    """Metres from the hand to the goal."""
    go_to(frame)
    posed = rig.evaluated_get(bpy.context.evaluated_depsgraph_get())
    hand = posed.matrix_world @ posed.pose.bones[EFFECTOR].tail
    return (hand - verb.goal.evaluated_get(bpy.context.evaluated_depsgraph_get()).matrix_world.translation).length


def go_to(frame: float) -> None:
    bpy.context.scene.frame_set(int(frame), subframe=frame % 1.0)


def tiles(verb: bpy.types.PropertyGroup) -> list:
    """Above, the reach held at its touch with the goal in six places; below, a reach from start to end."""

    def at(frame, timing):
        def show():
            verb.timing = timing
            go_to(frame)

        return show

    places = [1 + share * (FRAMES - 1) / 6 for share in range(6)]
    length = lives[verb.uid].built.verb.motion.keytimes(lives[verb.uid].weights)[-1]
    moments = [1 + share * length for share in (0.02, 0.2, 0.32, 0.45, 0.7, 0.95)]
    return [at(place, "HOLD") for place in places] + [at(moment, "PLAY") for moment in moments]


def save(verb: bpy.types.PropertyGroup) -> None:
    """The file an artist opens: the goal selected, the hand on it wherever it is dragged."""
    for text in bpy.data.texts:
        text.use_module = False  # Rigify's own panel would ask for trust when the file is opened
    bpy.ops.object.select_all(action="DESELECT")
    verb.goal.select_set(True)
    bpy.context.view_layer.objects.active = verb.goal
    verb.cycle, verb.timing = "ONCE", "HOLD"  # a reach, and what it can reach
    verb.bake_end = round(lives[verb.uid].built.verb.motion.keytimes(lives[verb.uid].weights)[-1]) + 1
    path = verb.goal.animation_data.action
    path.name, path.use_fake_user = "Goal path", True
    verb.goal.animation_data.action = None  # free to be dragged; assign 'Goal path' to see it travel
    hero = bpy.data.objects["Hero"]
    verb.goal.location = goals.middle(hero, building.build(hero, verb))
    for space in (area.spaces.active for screen in bpy.data.screens for area in screen.areas if area.type == "VIEW_3D"):
        space.region_3d.view_perspective, space.show_region_ui = "CAMERA", True
    bpy.context.scene.frame_set(1)
    bpy.ops.wm.save_as_mainfile(filepath=str(BUILD / "demo.blend"))
    tell("build/demo.blend: open it and drag the goal")


def tell(sentence: str) -> None:
    print(f"demo: {sentence}", flush=True)


main()
