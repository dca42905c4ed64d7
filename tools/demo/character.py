"""Hero: a figurine on a Rigify human.

The body is a table of tapered capsules, each owned by a deform bone. The capsules are melted into one smooth surface,
and the table also skins it: every vertex belongs to the nearest capsule's bone, and the borders are blurred along the
surface, so that joints bend like rubber.
"""

import addon_utils
import bpy
import numpy as np
from mathutils import Matrix, Vector

TOP, TROUSERS, SKIN, DARK, SOLE = "Top", "Trousers", "Skin", "Hair", "Shoes"
SURFACES = {  # colour, roughness
    TOP: ((0.020, 0.190, 0.200), 0.8),
    TROUSERS: ((0.030, 0.040, 0.075), 0.9),
    SKIN: ((0.46, 0.20, 0.105), 0.6),
    DARK: ((0.020, 0.013, 0.012), 0.5),
    SOLE: ((0.72, 0.66, 0.56), 0.6),
}
WAIST = 1.085  # the hem of the top, metres above the floor
SHOWN = ("Torso", "Arm.L (FK)", "Arm.R (IK)", "Leg.L (IK)", "Leg.R (IK)", "Root")

# bone, ends of the axis, radius at each end, scale of the radius along x and y. Lengths in metres; what lies on the
# left side is mirrored. The ends of a limb's capsule are those of its bone.
TORSO = (
    ("DEF-spine", (-0.055, 0.030, 1.020), (0.055, 0.030, 1.020), 0.108, 0.108, 1.0, 1.04),
    ("DEF-spine", (0, 0.026, 1.06), (0, 0.018, 1.14), 0.118, 0.110, 1.34, 0.98),
    ("DEF-spine.001", (0, 0.012, 1.16), (0, 0.002, 1.27), 0.108, 0.110, 1.28, 1.0),
    ("DEF-spine.002", (0, 0.000, 1.31), (0, 0.000, 1.42), 0.114, 0.124, 1.30, 1.0),
    ("DEF-spine.003", (-0.045, 0.004, 1.48), (0.045, 0.004, 1.48), 0.124, 0.124, 1.0, 0.98),
    ("DEF-spine.003", (0, 0.014, 1.50), (0, 0.012, 1.63), 0.110, 0.070, 1.35, 1.0),
    ("DEF-spine.004", (0, 0.010, 1.64), (0, -0.004, 1.690), 0.064, 0.060, 1.0, 1.0),
    ("DEF-thigh.L", (0.098, 0.010, 0.985), (0.098, -0.008, 0.805), 0.088, 0.082, 1.0, 1.0),
    ("DEF-shoulder.L", (0.06, 0.018, 1.565), (0.165, 0.022, 1.572), 0.074, 0.066, 1.0, 1.0),
)
LIMBS = (
    ("DEF-upper_arm.L", 0.066, 0.058),
    ("DEF-upper_arm.L.001", 0.058, 0.050),
    ("DEF-forearm.L", 0.050, 0.048),
    ("DEF-forearm.L.001", 0.048, 0.045),
    ("DEF-thigh.L.001", 0.082, 0.068),
    ("DEF-shin.L", 0.067, 0.064),
    ("DEF-shin.L.001", 0.064, 0.052),
)
HEAD = (
    ("DEF-spine.006", (0, -0.024, 1.890), (0, -0.030, 1.925), 0.122, 0.120, 0.97, 1.06),
    ("DEF-spine.006", (0, -0.044, 1.818), (0, -0.036, 1.880), 0.088, 0.116, 1.0, 1.0),
    ("DEF-spine.006", (0, -0.150, 1.868), (0, -0.162, 1.860), 0.020, 0.021, 1.0, 1.0),
    ("DEF-spine.006", (0.115, -0.022, 1.855), (0.121, -0.014, 1.885), 0.018, 0.023, 0.7, 1.0),
    ("DEF-spine.005", (0, -0.010, 1.715), (0, -0.025, 1.79), 0.052, 0.052, 1.0, 1.0),
    ("DEF-spine.004", (0, 0.008, 1.64), (0, -0.006, 1.70), 0.054, 0.052, 1.0, 1.0),
)
HAIR = (
    ("DEF-spine.006", (0, 0.000, 1.915), (0, -0.008, 1.958), 0.130, 0.124, 0.985, 1.05),
    ("DEF-spine.006", (0, 0.098, 2.015), (0, 0.108, 2.025), 0.064, 0.064, 1.0, 1.0),
)
FACE = (
    ("DEF-spine.006", (0.046, -0.143, 1.897), (0.046, -0.144, 1.912), 0.0135, 0.0135, 1.0, 0.7),
    ("DEF-spine.006", (0.000, -0.1345, 1.8130), (0.014, -0.1335, 1.8150), 0.0045, 0.0045, 1.0, 1.0),
    ("DEF-spine.006", (0.014, -0.1335, 1.8150), (0.026, -0.1300, 1.8215), 0.0045, 0.0045, 1.0, 1.0),
)
SHOES = (
    ("DEF-foot.L", (0.098, 0.030, 0.052), (0.098, -0.040, 0.046), 0.056, 0.054, 0.95, 1.0),
    ("DEF-foot.L", (0.098, 0.020, 0.070), (0.098, 0.014, 0.115), 0.058, 0.056, 1.0, 1.0),
    ("DEF-foot.L", (0.098, -0.020, 0.064), (0.102, -0.100, 0.034), 0.054, 0.050, 1.0, 1.0),
    ("DEF-toe.L", (0.102, -0.100, 0.030), (0.105, -0.170, 0.028), 0.054, 0.048, 1.08, 1.0),
)
# In the hand's own frame: x to the thumb, y to the fingers, z out of the back.
HAND = (
    ((0, -0.10, 0), (0, 0.30, 0), 0.33, 0.40),
    ((0.22, 0.35, 0), (0.30, 1.05, 0), 0.27, 0.25),
    ((-0.18, 0.30, 0), (-0.26, 1.00, 0), 0.25, 0.22),
    ((0.02, 0.35, 0.02), (0.02, 1.05, 0.02), 0.27, 0.25),
    ((0.38, 1.00, 0.02), (0.45, 1.85, -0.20), 0.155, 0.125),
    ((0.13, 1.05, 0.03), (0.15, 2.02, -0.22), 0.160, 0.130),
    ((-0.11, 1.05, 0.02), (-0.14, 1.92, -0.24), 0.155, 0.125),
    ((-0.33, 0.98, 0.00), (-0.40, 1.68, -0.24), 0.140, 0.115),
    ((0.24, 0.20, -0.06), (0.62, 0.72, -0.22), 0.22, 0.18),
    ((0.62, 0.72, -0.22), (0.76, 1.18, -0.34), 0.175, 0.14),
)


def make_character() -> bpy.types.Object:
    """The rig "Hero" with its body, in a scene that may be empty."""
    rig = make_rig()
    body = [
        melt("Suit", TOP, mirrored(TORSO + limbs(rig)), 0.012, 10),
        melt("Head", SKIN, mirrored(HEAD), 0.008, 4),
        melt("Hair", DARK, mirrored(HAIR), 0.008, 4),
        melt("Face", DARK, mirrored(FACE), 0.0025, 1),
        melt("Hands", SKIN, mirrored(hand(rig)), 0.0045, 4),
        melt("Shoes", SOLE, mirrored(SHOES), 0.007, 6, floor=0.0),
    ]
    dress(body[0])
    for part in body:
        part.parent = rig
        part.modifiers.new("Armature", "ARMATURE").object = rig
        part.hide_select = True  # a click on the body falls through to the controls
    bpy.context.view_layer.objects.active = rig
    return rig


def make_rig() -> bpy.types.Object:
    addon_utils.enable("rigify", default_set=True)
    bpy.ops.object.armature_basic_human_metarig_add()
    metarig = bpy.context.object
    bpy.ops.object.mode_set(mode="EDIT")
    for side in "LR":
        metarig.data.edit_bones.remove(metarig.data.edit_bones[f"breast.{side}"])
    bpy.ops.object.mode_set(mode="OBJECT")
    # With its own pivot the right hand can turn about the palm, so that the palm stays where hand_ik.R puts it.
    metarig.pose.bones["upper_arm.R"].rigify_parameters.make_custom_pivot = True
    bpy.ops.pose.rigify_generate()
    rig = metarig.data.rigify_target_rig
    bpy.data.armatures.remove(metarig.data)

    rig.name = rig.data.name = "Hero"
    rig.show_in_front = True
    for collection in rig.data.collections_all:
        collection.is_visible = collection.name in SHOWN
    rig.pose.bones["upper_arm_parent.L"]["IK_FK"] = 1.0
    rig.pose.bones["upper_arm_parent.R"]["pole_vector"] = True
    return rig


def limbs(rig):
    bones = ((rig.data.bones[name], radii) for name, *radii in LIMBS)
    return tuple((bone.name, tuple(bone.head_local), tuple(bone.tail_local), *radii, 1, 1) for bone, radii in bones)


def hand(rig):
    bone = rig.data.bones["DEF-hand.L"]
    unit = 1.2 * bone.length
    # A little to the back, so that the bone's end lies on the palm and not inside the hand.
    place = Matrix.Translation(bone.head_local) @ hand_frame(bone).to_4x4() @ Matrix.Scale(unit, 4)
    place @= Matrix.Translation((0, 0, 0.15))
    return tuple(
        ("DEF-hand.L", tuple(place @ Vector(a)), tuple(place @ Vector(b)), r * unit, s * unit, 1, 1)
        for a, b, r, s in HAND
    )


def hand_frame(bone) -> Matrix:
    """Columns: to the thumb (forward when the arms are spread), along the hand, out of its back."""
    along = (bone.tail_local - bone.head_local).normalized()
    back = Vector((0, -1, 0)).cross(along) * (1 if bone.head_local.x > 0 else -1)
    thumb = along.cross(back) * (1 if bone.head_local.x > 0 else -1)
    return Matrix((thumb.normalized(), along, back.normalized())).transposed()


def mirrored(pieces):
    flip = [
        (bone.replace(".L", ".R"), (-a[0], *a[1:]), (-b[0], *b[1:]), *shape)
        for bone, a, b, *shape in pieces
        if max(a[0], b[0]) > 0 and min(a[0], b[0]) >= 0
    ]
    return [*pieces, *flip]


def melt(name, material, pieces, voxel, smooth, floor=None) -> bpy.types.Object:
    """One smooth skinned mesh from capsules; `floor` flattens what would sink below it."""
    rough = bpy.data.meshes.new(name)
    shapes = [capsule(*piece[1:]) for piece in pieces]
    offsets = np.cumsum([0] + [len(points) for points, _ in shapes])
    rough.from_pydata(
        np.concatenate([points for points, _ in shapes]),
        [],
        [[i + offset for i in face] for (_, faces), offset in zip(shapes, offsets) for face in faces],
    )
    body = bpy.data.objects.new(name, rough)
    bpy.context.scene.collection.objects.link(body)
    remesh = body.modifiers.new("Remesh", "REMESH")
    remesh.mode, remesh.voxel_size = "VOXEL", voxel
    relax = body.modifiers.new("Smooth", "SMOOTH")
    relax.factor, relax.iterations = 0.5, smooth
    body.data = bpy.data.meshes.new_from_object(body.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    bpy.data.meshes.remove(rough)
    body.modifiers.clear()
    body.data.name = name

    points = np.empty((len(body.data.vertices), 3), np.float32)
    body.data.vertices.foreach_get("co", points.ravel())
    if floor is not None:
        points[:, 2] = np.maximum(points[:, 2], floor)
        body.data.vertices.foreach_set("co", points.ravel())
    body.data.shade_smooth()
    body.data.materials.append(paint(material))
    skin(body, pieces, points, blur=int(0.05 / voxel) ** 2)
    return body


def dress(suit):
    """Trousers below the waist; the top hangs a little over them, with a straight hem."""
    mesh = suit.data
    mesh.materials.append(paint(TROUSERS))
    below = [face.center.z < WAIST for face in mesh.polygons]
    mesh.polygons.foreach_set("material_index", np.array(below, np.int32))
    top, trousers = ({v for face in mesh.polygons if face.material_index == i for v in face.vertices} for i in (0, 1))
    points = np.array([v.co + v.normal * (0.006 if v.index in top else 0) for v in mesh.vertices])
    points[list(top & trousers), 2] = WAIST
    mesh.vertices.foreach_set("co", points.ravel())


def capsule(a, b, radius_a, radius_b, scale_x, scale_y):
    """Points and faces of the hull of two spheres, from a sphere cut at its equator across the axis."""
    a, b = np.array(a, float), np.array(b, float)
    turn = np.array((Vector(b - a).to_track_quat("Z", "Y")).to_matrix())
    around, along = np.meshgrid(np.linspace(0, 2 * np.pi, 32, endpoint=False), np.linspace(0, np.pi, 18))
    ball = np.stack([np.sin(along) * np.cos(around), np.sin(along) * np.sin(around), np.cos(along)], -1).reshape(-1, 3)
    top = ball[:, 2:] > 0
    points = np.where(top, b, a) + np.where(top, radius_b, radius_a) * (ball @ turn.T) * (scale_x, scale_y, 1)
    ring = np.arange(17)[:, None] * 32
    here, there = np.arange(32), (np.arange(32) + 1) % 32
    faces = np.stack([ring + here, ring + 32 + here, ring + 32 + there, ring + there], -1).reshape(-1, 4)
    return points, faces.tolist()


def skin(body, pieces, points, blur):
    distance = np.stack([depth(points, *piece[1:5]) for piece in pieces], 1)
    bones = sorted({piece[0] for piece in pieces})
    owner = np.array([bones.index(piece[0]) for piece in pieces])[distance.argmin(1)]
    weights = np.eye(len(bones))[owner]

    edges = np.empty((len(body.data.edges), 2), np.int32)
    body.data.edges.foreach_get("vertices", edges.ravel())
    here, there = np.concatenate([edges, edges[:, ::-1]]).T
    count = np.bincount(here, minlength=len(points))
    for column in range(len(bones)):
        for _ in range(blur):
            mean = np.bincount(here, weights[there, column], len(points)) / count
            weights[:, column] = (weights[:, column] + mean) / 2
    for column, bone in enumerate(bones):
        group = body.vertex_groups.new(name=bone)
        for vertex in np.flatnonzero(weights[:, column] > 0.01):
            group.add([int(vertex)], weights[vertex, column], "REPLACE")


def depth(points, a, b, radius_a, radius_b):
    """Distance of each point outside a tapered capsule."""
    a, axis = np.array(a), np.array(b) - np.array(a)
    along = np.clip((points - a) @ axis / (axis @ axis), 0, 1)[:, None]
    return np.linalg.norm(points - a - along * axis, axis=1) - (radius_a + (radius_b - radius_a) * along[:, 0])


def paint(name) -> bpy.types.Material:
    return bpy.data.materials.get(name) or make_material(name, *SURFACES[name])


def make_material(name, colour, roughness, glow=0.0) -> bpy.types.Material:
    material = bpy.data.materials.new(name)
    material.diffuse_color = (*colour, 1)
    material.use_nodes = True
    shader = material.node_tree.nodes["Principled BSDF"].inputs
    shader["Base Color"].default_value = shader["Emission Color"].default_value = (*colour, 1)
    shader["Roughness"].default_value, shader["Emission Strength"].default_value = roughness, glow
    return material
