"""Where Hero stands: floor, light, camera; the goal's path; and the pictures taken there."""

import math
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import bmesh
import bpy
import numpy as np
from character import make_material
from mathutils import Vector

Point = tuple[float, float, float]
WALL, GLOW = (0.64, 0.53, 0.45), (1.0, 0.20, 0.01)
CENTRE = Vector((-0.08, -0.22, 1.03))  # what the camera frames: the character with its reach


def make_stage() -> bpy.types.Object:
    """Floor with a curved backdrop, soft three-point light, world and camera, all on one empty: turning it turns the
    view with its light."""
    scene = bpy.context.scene
    scene.render.fps = 24
    turntable = add("Stage", None, CENTRE * Vector((1, 1, 0)))
    turntable.empty_display_size = 0.3

    world = scene.world = bpy.data.worlds.new("Stage")
    world.use_nodes = True
    sky = world.node_tree.nodes["Background"].inputs
    sky["Color"].default_value, sky["Strength"].default_value = (0.75, 0.82, 1.0, 1), 0.30
    make_light(turntable, "Key", (-2.2, -3.4, 3.6), 260, 1.8, (1.0, 0.93, 0.85))
    make_light(turntable, "Fill", (3.2, -2.6, 1.6), 35, 3.0, (0.80, 0.88, 1.0))
    make_light(turntable, "Rim", (1.8, 2.0, 3.2), 90, 1.0, (1.0, 0.88, 0.74), 90)
    make_backdrop(turntable)
    scene.view_settings.look = "AgX - Medium High Contrast"

    lens = bpy.data.cameras.new("Camera")
    lens.lens, lens.sensor_fit, lens.sensor_height = 80, "VERTICAL", 26
    scene.camera = add("Camera", lens, (0, -7.0, 1.45), turntable)
    aim(scene.camera, (0, 0, CENTRE.z))
    turntable.rotation_euler.z = math.radians(-52)
    return turntable


def add(name, data, location, parent=None) -> bpy.types.Object:
    thing = bpy.data.objects.new(name, data)
    thing.location, thing.parent = location, parent
    bpy.context.scene.collection.objects.link(thing)
    return thing


def aim(thing, at):
    thing.rotation_euler = (Vector(at) - thing.location).to_track_quat("-Z", "Y").to_euler()


def make_light(parent, name, location, power, size, colour, spread=180):
    light = bpy.data.lights.new(name, "AREA")
    light.energy, light.size, light.color, light.spread = power, size, colour, math.radians(spread)
    lamp = add(name, light, location, parent)
    aim(lamp, (0, 0, 1.1))
    lamp.hide_set(True)  # its lines would cross the viewport; it still lights the render


def make_backdrop(parent):
    bend = [(math.sin(angle), 1 - math.cos(angle)) for angle in np.linspace(0, math.pi / 2, 16)]
    profile = [(-8.0, 0.0), *((1.8 + 1.8 * y, 1.8 * z) for y, z in bend), (3.6, 7.0)]
    mesh = bpy.data.meshes.new("Backdrop")
    points = [(x, y, z) for y, z in profile for x in (-9, 9)]
    mesh.from_pydata(points, [], [(i, i + 1, i + 3, i + 2) for i in range(0, len(points) - 2, 2)])
    mesh.shade_smooth()
    mesh.materials.append(make_material("Backdrop", WALL, 0.9))
    add("Backdrop", mesh, (0, 0, 0), parent).hide_select = True


def make_marker(parent: bpy.types.Object | None = None, radius: float = 0.045) -> bpy.types.Object:
    """A small glowing ball that shows the goal in pictures; with a parent it sits on it."""
    mesh, ball = bpy.data.meshes.new("Marker"), bmesh.new()
    bmesh.ops.create_uvsphere(ball, u_segments=24, v_segments=12, radius=radius)
    ball.to_mesh(mesh)
    ball.free()
    mesh.shade_smooth()
    mesh.materials.append(make_material("Glow", GLOW, 0.5, glow=0.9))
    marker = add("Marker", mesh, (0, 0, 0), parent)
    marker.hide_select = True
    return marker


def make_goal_path(points: Iterable[Point], frames: int = 120, share: float = 0.8) -> list[Point]:
    """A smooth closed path inside the box around some points: once around sideways and in depth, twice up and down.

    The last frame comes just before the first again, so that it loops. `share` of the box is used."""
    time = np.arange(frames) * 2 * np.pi / frames
    unit = np.stack([np.cos(time), np.sin(time + 0.6), np.sin(2 * time)], 1)
    corners = np.array(list(points))
    low, high = corners.min(0), corners.max(0)
    return [tuple(point) for point in ((low + high) / 2 + share * (high - low) / 2 * unit).tolist()]


def render_contact_sheet(
    path: str | Path,
    tiles: Sequence[int | Callable[[], object]],
    columns: int,
    size: tuple[int, int] = (320, 400),
    samples: int = 4,
    gap: int = 4,
    shades: int = 256,
) -> None:
    """Renders each tile, a frame to go to or a call that sets the scene up, and puts them together into one PNG.

    Fewer `shades` of each colour make a smaller file."""
    set_up_render(size, samples)
    scene = bpy.context.scene
    output = scene.render.filepath
    rows = -(-len(tiles) // columns)
    width, height = size
    sheet = np.ones((rows * (height + gap) - gap, columns * (width + gap) - gap, 4), np.float32)
    with tempfile.TemporaryDirectory() as folder:
        scene.render.filepath = str(Path(folder) / "tile.png")
        for index, tile in enumerate(tiles):
            if callable(tile):
                tile()
            else:
                scene.frame_set(tile)
            bpy.ops.render.render(write_still=True)
            image = bpy.data.images.load(scene.render.filepath)
            pixels = np.empty(width * height * 4, np.float32)
            image.pixels.foreach_get(pixels)
            bpy.data.images.remove(image)
            # Pictures are stored from the bottom up, sheets are read from the top down.
            row, column = rows - 1 - index // columns, index % columns
            bottom, left = row * (height + gap), column * (width + gap)
            sheet[bottom : bottom + height, left : left + width] = pixels.reshape(height, width, 4)
    scene.render.filepath = output
    image = bpy.data.images.new("Contact sheet", sheet.shape[1], sheet.shape[0])
    image.pixels.foreach_set((np.round(sheet * (shades - 1)) / (shades - 1)).ravel())
    image.filepath_raw, image.file_format = str(path), "PNG"
    image.save()
    bpy.data.images.remove(image)


def set_up_render(size, samples):
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.render.resolution_x, scene.render.resolution_y = size
    scene.render.resolution_percentage = 100
    scene.render.image_settings.file_format = "PNG"
    cycles = scene.cycles
    cycles.device, cycles.samples, cycles.use_adaptive_sampling = "CPU", samples, False
    cycles.use_denoising, cycles.denoiser, cycles.denoising_prefilter = True, "OPENIMAGEDENOISE", "FAST"
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 2, 2, 1
    cycles.caustics_reflective = cycles.caustics_refractive = False
