"""What a goal may be: any object, a bone, the active camera. The character looks at it in every frame."""

import bpy
import numpy as np
import pytest
from mathutils import Vector

from adverb.addon import hub, leads
from tests.blender.stick import numbers
from tests.blender.test_copies import duplicate
from tests.blender.test_files import append, link, override, save
from tests.blender.watchers import add_camera, add_eye, add_head, add_thing, key, make_watcher, off

# The eye looks exactly where it is asked to, so this is all that a frame of lag could hide in.
NEAR = 0.02


@pytest.fixture
def watcher():
    """A character whose eye looks around; measured, not live."""
    rig = make_watcher()
    add_eye(rig)
    return rig


def verb_of(rig):
    return rig.adverb.verbs["Eye"]


def misses(rig, where, frames):
    """By how many degrees the eye looks past the places that a function tells, frame by frame."""
    found = []
    for frame in frames:
        bpy.context.scene.frame_set(frame)
        found.append(off(rig, verb_of(rig), where(frame)))
    return np.array(found)


def hand(rig, _frame=0):
    shown = rig.evaluated_get(bpy.context.evaluated_depsgraph_get())
    return shown.matrix_world @ shown.pose.bones["hand"].head


def wave(rig):
    """The hand swings before the eyes."""
    key(rig.pose.bones["arm"], "rotation_quaternion", {1: (0.8, 0, 0.3, 0.6), 40: (0.7, 0.1, 0.4, 0.7)})


def look_at_bone(rig, whose, bone):
    verb = verb_of(rig)
    verb.goal_from, verb.goal_rig, verb.goal_bone = "BONE", whose, bone
    go_live(rig)
    return verb


def go_live(rig):
    bpy.context.view_layer.objects.active = rig
    rig.adverb.active_verb = rig.adverb.verbs.find("Eye")
    bpy.ops.adverb.go_live()


@pytest.fixture
def cameras():
    """Two cameras that move, and a scene that is cut to the second and back again."""
    scene = bpy.context.scene
    found = [add_camera("left", (0.9, -2, 1.5)), add_camera("right", (-0.9, -2, 1.8))]
    for camera in found:
        key(camera, "location", {1: camera.location, 60: camera.location + Vector((0, -0.4, 0.3))})
    for frame, camera in ((1, 0), (20, 1), (40, 0)):
        scene.timeline_markers.new(f"cut {frame}", frame=frame).camera = found[camera]
    scene.camera = found[0]
    return found


def look_at_camera(rig):
    verb_of(rig).goal_from = "CAMERA"
    go_live(rig)
    return verb_of(rig)


def shown_at(cameras):
    """Where the camera is that is active at a frame."""
    return lambda frame: cameras[1 if 20 <= frame < 40 else 0].matrix_world.translation


KINDS = {
    "empty": lambda: None,
    "mesh": lambda: bpy.data.meshes.new("cup"),
    "light": lambda: bpy.data.lights.new("lamp", "POINT"),
    "camera": lambda: bpy.data.cameras.new("eye"),
    "curve": lambda: bpy.data.curves.new("path", "CURVE"),
    "armature": lambda: bpy.data.armatures.new("bones"),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("way", ["free", "parented", "constrained", "elsewhere"])
def test_any_object_may_be_the_goal_however_it_is_moved(watcher, kind, way):
    thing = add_thing("thing", (0.3, -1.5, 1.7), KINDS[kind]())
    mover = thing if way in {"free", "elsewhere"} else add_thing("mover", (0.1, -1.5, 1.7))
    if way == "parented":
        thing.parent = mover
        thing.location = (0.2, 0, 0)
    elif way == "constrained":
        thing.constraints.new("COPY_LOCATION").target = mover
    elif way == "elsewhere":
        bpy.context.scene.collection.objects.unlink(thing)
        other = bpy.data.collections.new("Props")
        bpy.context.scene.collection.children.link(other)
        other.objects.link(thing)
    verb = verb_of(watcher)
    verb.goal = thing
    bpy.ops.adverb.go_live()
    for place in ((-0.4, -1.4, 1.5), (0.4, -1.8, 1.9)):
        mover.location = place
        bpy.context.view_layer.update()
        assert off(watcher, verb, thing.matrix_world.translation) < NEAR
    bpy.ops.adverb.release()
    assert set(thing.keys()) <= {"adverb"}  # an armature's own, before Blender 5.0
    assert len(thing.constraints) == (way == "constrained")


def test_the_eye_follows_the_characters_own_hand_in_every_frame(watcher, capfd):
    wave(watcher)
    verb = look_at_bone(watcher, watcher, "hand")
    assert misses(watcher, lambda _: hand(watcher), range(1, 41)).max() < NEAR
    verb.goal.constraints[0].head_tail = 1.0  # Blender's own settings are the artist's
    assert misses(watcher, lambda _: verb.goal.matrix_world.translation, (10, 30)).max() < NEAR
    assert "cycle" not in "".join(capfd.readouterr()).lower()


def test_the_eye_follows_the_head_of_another_character(watcher):
    other = make_watcher("Other")
    other.location = (0.5, -2, -0.2)
    key(other.pose.bones["spine"], "rotation_quaternion", {1: (1, 0, 0, 0), 30: (0.9, 0.3, 0.2, 0)})
    look_at_bone(watcher, other, "head")

    def place(_frame):
        shown = other.evaluated_get(bpy.context.evaluated_depsgraph_get())
        return shown.matrix_world @ shown.pose.bones["head"].head

    assert misses(watcher, place, range(1, 31)).max() < NEAR


@pytest.mark.parametrize("leader", ["bone", "camera"])
def test_a_bake_is_what_the_live_verb_showed(watcher, cameras, leader):
    wave(watcher)
    verb = look_at_camera(watcher) if leader == "camera" else look_at_bone(watcher, watcher, "hand")
    shown = []
    for frame in range(15, 45):
        bpy.context.scene.frame_set(frame)
        shown.append(numbers(watcher))
    verb.bake_start, verb.bake_end, verb.bake_nla = 15, 44, True
    bpy.ops.adverb.bake()
    assert not verb.is_live
    for frame, expected in enumerate(shown, 15):
        bpy.context.scene.frame_set(frame)
        assert np.allclose(numbers(watcher), expected, atol=1e-5)


@pytest.mark.parametrize("leader", ["bone", "camera"])
def test_release_gives_back_the_goal_as_it_was(watcher, cameras, leader):
    verb = verb_of(watcher)
    verb.goal = add_thing("mine", (0.2, -1, 1.6))
    verb.goal.constraints.new("LIMIT_LOCATION").name = "my own"
    before = {thing.name for thing in bpy.data.objects}
    look_at_camera(watcher) if leader == "camera" else look_at_bone(watcher, watcher, "hand")
    assert len(verb.goal.constraints) > 1
    bpy.ops.adverb.release()
    goal = bpy.data.objects["mine"]
    assert verb.goal == goal and {thing.name for thing in bpy.data.objects} == before
    assert [constraint.name for constraint in goal.constraints] == ["my own"]
    assert goal.location == Vector((0.2, -1, 1.6)).copy() and not list(goal.keys())
    assert not goal.animation_data or not goal.animation_data.drivers


def test_a_thing_of_the_artists_is_not_led_away(watcher):
    cup = verb_of(watcher).goal = add_thing("cup", (0.2, -1, 1.6), bpy.data.meshes.new("cup"))
    verb = look_at_bone(watcher, watcher, "hand")
    bpy.context.view_layer.update()
    assert verb.goal != cup and not cup.constraints
    assert cup.matrix_world.translation == Vector((0.2, -1, 1.6)).copy()


def test_a_goal_from_another_file_is_not_led(watcher, cameras, tmp_path):
    library = str(tmp_path / "props.blend")
    prop = add_thing("prop", (0, -1, 1))
    bpy.data.libraries.write(library, {prop})
    bpy.data.objects.remove(prop)
    with bpy.data.libraries.load(library, link=True) as (_, wanted):
        wanted.objects = ["prop"]
    verb_of(watcher).goal = wanted.objects[0]
    bpy.context.scene.collection.objects.link(wanted.objects[0])
    verb = look_at_camera(watcher)
    assert verb.goal.library is None and leads.is_led(verb.goal)


def test_a_verb_that_shares_a_goal_says_who_leads_it(watcher):
    add_head(watcher)
    eye = look_at_bone(watcher, watcher, "hand")
    watcher.adverb.verbs["Look"].goal = eye.goal
    bpy.ops.adverb.switch_live(verb="Look")
    with pytest.raises(RuntimeError, match="is led by the bone 'hand'"):
        bpy.ops.adverb.steer(verb="Look", place=(10, 0))


def test_a_goal_that_two_verbs_share_is_led_as_long_as_one_is_live(watcher):
    add_head(watcher)
    wave(watcher)
    eye = look_at_bone(watcher, watcher, "hand")
    head = watcher.adverb.verbs["Look"]
    head.goal = eye.goal
    bpy.ops.adverb.switch_live(verb="Look")
    bpy.ops.adverb.switch_live(verb="Eye")
    assert leads.is_led(head.goal)
    bpy.ops.adverb.switch_live(verb="Look")
    assert not leads.is_led(head.goal)


@pytest.mark.parametrize("leader", ["bone", "camera"])
def test_it_lives_on_after_loading_and_after_undo(watcher, cameras, leader, tmp_path):
    wave(watcher)
    bpy.ops.ed.undo_push(message="before")
    look_at_camera(watcher) if leader == "camera" else look_at_bone(watcher, watcher, "hand")
    bpy.ops.ed.undo_push(message="live")
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "looks.blend"))

    def is_looking():
        rig = bpy.data.objects["Rig"]
        cameras = [bpy.data.objects[name] for name in ("left", "right")]
        where = shown_at(cameras) if leader == "camera" else (lambda _: hand(rig))
        return misses(rig, where, (18, 19, 20, 21, 40)).max() < NEAR

    assert is_looking()
    bpy.ops.ed.undo()
    assert not verb_of(bpy.data.objects["Rig"]).is_live
    assert not any(leads.is_led(thing) for thing in bpy.data.objects)
    bpy.ops.ed.redo()
    assert is_looking()
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "looks.blend"))
    assert is_looking()
    bpy.context.scene.timeline_markers["cut 20"].frame = 21
    assert is_looking() == (leader == "bone")
    bpy.context.scene.timeline_markers["cut 20"].frame = 20
    assert is_looking()


def test_copies_go_their_own_way(watcher):
    wave(watcher)
    verb = look_at_bone(watcher, watcher, "hand")
    (spare,) = duplicate(verb.goal)
    assert not spare.constraints and leads.is_led(verb.goal)
    twin, goal = duplicate(watcher, verb.goal)
    assert goal.constraints[0].target == twin
    twin.location.x += 3
    for rig in (watcher, twin):
        assert misses(rig, lambda _, rig=rig: hand(rig), (5, 25)).max() < NEAR


@pytest.mark.parametrize("is_live", [True, False])
def test_a_renamed_bone_is_still_looked_at(watcher, is_live):
    other = make_watcher("Other")
    other.location = (0.3, -2, 0)
    bpy.context.view_layer.update()
    verb = look_at_bone(watcher, other, "head")
    if not is_live:
        bpy.ops.adverb.release()
    bpy.context.view_layer.update()
    other.data.bones["head"].name = "skull"
    other.data.update_tag()
    bpy.context.view_layer.update()
    assert verb.goal_bone == "skull"
    if not is_live:
        bpy.ops.adverb.go_live()
    other.location.x = -0.3
    bpy.context.view_layer.update()
    assert off(watcher, verb, other.matrix_world @ other.pose.bones["skull"].head) < NEAR


def test_a_bone_that_is_gone_is_told_and_release_works(watcher):
    other = make_watcher("Other")
    verb = look_at_bone(watcher, other, "hand")
    bpy.context.view_layer.objects.active = other
    bpy.ops.object.mode_set(mode="EDIT")
    other.data.edit_bones.remove(other.data.edit_bones["hand"])
    bpy.ops.object.mode_set(mode="OBJECT")
    bpy.context.view_layer.objects.active = watcher
    verb.start += 0  # any change makes it look again
    bpy.context.view_layer.update()
    assert "looks at 'hand', a bone that 'Other' lacks" in hub.stale[verb.uid]
    bpy.ops.adverb.release()
    assert not verb.is_live


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"goal_from": "CAMERA"}, "looks at the active camera, and 'Scene' has none: choose one there"),
        ({"goal_from": "BONE"}, "looks at a bone of no armature: choose one under Live"),
        ({"goal_from": "BONE", "goal_rig": "Rig"}, "looks at no bone of 'Rig': choose one under Live"),
        ({"goal_from": "BONE", "goal_rig": "Rig", "goal_bone": "tail"}, "looks at 'tail', a bone that 'Rig' lacks"),
        ({"goal_from": "BONE", "goal_rig": "Rig", "goal_bone": "eye"}, "'eye' hangs on 'eye', which 'Eye' moves"),
    ],
)
def test_what_cannot_be_looked_at_is_told_and_nothing_changes(watcher, said, sentence):
    verb = verb_of(watcher)
    for name, value in said.items():
        setattr(verb, name, watcher if name == "goal_rig" else value)
    before = len(bpy.data.objects)
    with pytest.raises(RuntimeError, match=sentence):
        bpy.ops.adverb.go_live()
    assert not verb.is_live and len(bpy.data.objects) == before and watcher.animation_data is None


def test_go_to_tells_that_the_goal_is_led(watcher):
    look_at_bone(watcher, watcher, "hand")
    with pytest.raises(RuntimeError, match="is led by the bone 'hand': Release, and choose Object under Live"):
        bpy.ops.adverb.go_to_example()


@pytest.mark.parametrize("way", [append, override], ids=["appended", "overridden"])
def test_a_character_from_another_file_watches_its_own_hand_there_too(watcher, way, tmp_path):
    wave(watcher)
    look_at_bone(watcher, watcher, "hand")
    rig = way(save(watcher, tmp_path / "character.blend"))
    assert verb_of(rig).carrier == "head"
    rig.location.x = 1.0
    assert misses(rig, lambda _: hand(rig), range(1, 41, 4)).max() < NEAR
    bpy.context.view_layer.objects.active = rig
    bpy.ops.adverb.release()
    assert not verb_of(rig).is_live
    bpy.ops.adverb.go_live()
    assert misses(rig, lambda _: hand(rig), range(1, 41, 4)).max() < NEAR


def test_a_linked_character_watches_its_hand_and_can_be_watched(watcher, tmp_path):
    wave(watcher)
    look_at_bone(watcher, watcher, "hand")
    rig = next(thing for thing in link(save(watcher, tmp_path / "character.blend")).objects if thing.type == "ARMATURE")
    assert misses(rig, lambda _: hand(rig), range(1, 41, 8)).max() < NEAR
    other = make_watcher("Other")
    other.location = (0, 1.5, 0)
    add_eye(other)
    look_at_bone(other, rig, "hand")
    assert misses(other, lambda _: hand(rig), range(1, 41, 8)).max() < NEAR
