"""Channels of the core and data paths of Blender: which F-curve is which number of which bone."""

import re
from dataclasses import dataclass
from typing import Any

import bpy
import numpy as np

from ..core import native
from ..core.arrays import Array
from ..core.channels import Channel, Kind, Layout

ROTATIONS = {"rotation_quaternion": native.QUATERNION, "rotation_axis_angle": native.AXIS_ANGLE}
_TRANSFORMS = {"location": Kind.LOCATION, "scale": Kind.SCALE}
_BONE = re.compile(r'^pose\.bones\["((?:[^"\\]|\\.)*)"\]\.?(.*)$')


@dataclass(frozen=True)
class Property:
    """What a data path names: a property of a bone, or of the rig itself where `owner` is ""."""

    owner: str
    name: str

    @classmethod
    def of(cls, path: str) -> "Property":
        match = _BONE.match(path)
        return cls(bpy.utils.unescape_identifier(match[1]), match[2]) if match else cls("", path)

    @property
    def path(self) -> str:
        if not self.owner:
            return self.name
        bone = f'pose.bones["{bpy.utils.escape_identifier(self.owner)}"]'
        return bone + self.name if self.name.startswith("[") else f"{bone}.{self.name}"

    @property
    def transform(self) -> Kind | None:
        """Which part of a transform this is, if it is one, whoever owns it."""
        return Kind.ROTATION if self.name in ROTATIONS or self.name == "rotation_euler" else _TRANSFORMS.get(self.name)

    @property
    def kind(self) -> Kind | None:
        """Kind of channel, or None for what a verb leaves alone: where the rig stands in the scene is the artist's."""
        if self.owner:
            return self.transform or Kind.VALUE
        return Kind.VALUE if self.name.startswith("[") else None


def mode_of(rig: bpy.types.Object, owner: str) -> str:
    """How the bone writes its rotation."""
    return str(rig.pose.bones[owner].rotation_mode)


def rotation_property(mode: str) -> str:
    return next((name for name, its in ROTATIONS.items() if its == mode), "rotation_euler")


def address(rig: bpy.types.Object, entry: native.Entry) -> tuple[str, int]:
    """Data path and index of one number, as drivers and F-curves want them; index -1 for a single value."""
    channel = entry.channel
    if channel.kind is Kind.VALUE:
        name, index = split_value(channel.name)
        return Property(channel.owner, name).path, index
    name = channel.kind.value
    if channel.kind is Kind.ROTATION:
        name = rotation_property(mode_of(rig, channel.owner))
    return Property(channel.owner, name).path, entry.index


def value_channel(owner: str, name: str, index: int, is_array: bool) -> Channel:
    """The channel of one number of a property that is no transform."""
    return Channel.of(owner, Kind.VALUE, f"{name}#{index}" if is_array else name)


def split_value(name: str) -> tuple[str, int]:
    """Property and index of a value channel's name; index -1 where the property is one number."""
    head, mark, tail = name.rpartition("#")
    return (head, int(tail)) if mark else (name, -1)


@dataclass(frozen=True)
class Facts:
    """What a value has before anyone touched it, and the bounds that Blender keeps it in."""

    default: float
    least: float
    most: float


def facts(rig: bpy.types.Object, channel: Channel) -> Facts:
    """The facts of a value channel, from Blender's own property or the settings of a custom one."""
    name, index = split_value(channel.name)
    owner = rig.pose.bones[channel.owner] if channel.owner else rig
    if name.startswith('["') and name.endswith('"]'):
        known = owner.id_properties_ui(bpy.utils.unescape_identifier(name[2:-2])).as_dict()
        default, least, most = known.get("default", 0.0), known.get("min", -np.inf), known.get("max", np.inf)
    else:
        head, _, identifier = name.rpartition(".")
        rna = (owner.path_resolve(head) if head else owner).bl_rna.properties[identifier]
        default, least, most = rna.default_array if rna.is_array else rna.default, rna.hard_min, rna.hard_max
    return Facts(float(default if index < 0 else default[index]), float(least), float(most))


def read(rig: bpy.types.Object, path: str, index: int) -> float:
    value: Any = rig.path_resolve(path)
    return float(value if index < 0 else value[index])


def write(rig: bpy.types.Object, path: str, index: int, value: float) -> None:
    """Set one number by its path, whether a property of Blender's or a custom one."""
    if index >= 0:
        rig.path_resolve(path)[index] = value
        return
    head, custom, key = path.rpartition('["')
    if custom and path.endswith('"]'):
        owned = Property.of(path)
        if owned.name.startswith('["'):  # the whole name, as a key may hold brackets itself
            head, key = path.removesuffix(owned.name), owned.name[2:]
        (rig.path_resolve(head) if head else rig)[bpy.utils.unescape_identifier(key[:-2])] = value
        return
    head, _, name = path.rpartition(".")
    setattr(rig.path_resolve(head) if head else rig, name, value)


def rest(rig: bpy.types.Object, layout: Layout) -> dict[Channel, Array]:
    """What values stand at where an example does not animate them: the default of a custom property."""
    standing: dict[Channel, Array] = {}
    for channel in layout.channels:
        if channel.kind is not Kind.VALUE:
            continue
        mode = mode_of(rig, channel.owner) if channel.owner else native.QUATERNION
        written = native.written(channel.owner, mode)
        value = native.rest(mode)[written.index(channel)] if channel in written else facts(rig, channel).default
        standing[channel] = np.array([value])
    return standing
