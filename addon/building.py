"""From what the artist said to a verb of the core, kept until something it depends on changes."""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import bpy
import numpy as np
from mathutils import Vector

from ..core import native
from ..core.arrays import Array
from ..core.channels import Kind, Layout
from ..core.coordinates import HOME, Coordinate, Frame
from ..core.errors import ExampleError, KeytimeError, VerbError
from ..core.example import Example, check
from ..core.fitness import Choice
from ..core.motion import Cycle
from ..core.native import Native
from ..core.pose_mesh import PoseMesh
from ..core.verb import Options, Verb, fit, move
from . import actions, bones, channels, kernels, points, pseudo, sampling, triangulation
from .channels import mode_of

if TYPE_CHECKING:
    from .items import ADVERB_PG_adverb, ADVERB_PG_example
    from .properties import ADVERB_PG_verb

# Bytes of a digest.
_DIGEST = 16

# Frames nearer than this are one.
_CLOSE = 1e-3


@dataclass(frozen=True)
class Phrasing:
    """When things happen in the examples: first and last frame of each, and which keytimes lie between them.

    A keytime at the very start or end of every example is that end and not a second one.
    """

    spans: tuple[tuple[float, float], ...]  # in the order of the enabled examples: names need not differ
    inner: tuple[int, ...]
    first: tuple[int, ...]  # those at the very start; what is neither is at the very end

    @classmethod
    def of(cls, verb: "ADVERB_PG_verb") -> "Phrasing":
        examples = enabled(verb)
        spans = tuple(span(example) for example in examples)

        def is_at(index: int, end: int) -> bool:
            if any(index >= len(example.keytimes) or not example.keytimes[index].is_set for example in examples):
                return False
            frames = [(example.keytimes[index].frame, ends[end]) for example, ends in zip(examples, spans, strict=True)]
            return bool(frames) and all(abs(frame - its) < _CLOSE for frame, its in frames)

        first, last = (tuple(index for index in range(len(verb.keytimes)) if is_at(index, end)) for end in (0, -1))
        return cls(spans, tuple(index for index in range(len(verb.keytimes)) if index not in first + last), first)

    def keytimes(self, verb: "ADVERB_PG_verb", place: int) -> Array:
        """The keytimes of an enabled example with the ends of its motion before and after them, in frames."""
        example = enabled(verb)[place]
        for index in self.inner:
            if index >= len(example.keytimes) or not example.keytimes[index].is_set:
                raise KeytimeError(
                    example.name,
                    f"has no keytime '{verb.keytimes[index].name}': go to its frame and set it, or read it from a "
                    "marker",
                )
            check_within(example, verb.keytimes[index].name, example.keytimes[index].frame)
        start, end = self.spans[place]
        return np.array([start, *(example.keytimes[index].frame for index in self.inner), end])

    def position(self, index: int) -> int:
        """Where a keytime of the artist's stands among those of the built verb, whose first and last are its ends."""
        if index in self.inner:
            return 1 + self.inner.index(index)
        return 0 if index in self.first else -1


@dataclass(frozen=True, eq=False)
class Built:
    """A verb ready to be evaluated, how places become its adverbs, and how its poses become numbers of bones."""

    fingerprint: bytes
    places: tuple[int, ...]  # of the enabled examples, in the artist's list
    verb: Verb
    native: Native
    phrasing: Phrasing
    coordinates: tuple[Coordinate | None, ...]  # for each adverb, what it is of the goal's place; None for a value
    examples: tuple[Example, ...]
    choice: Choice | None = None  # the kernel that was found, where the artist leaves it to us


_built: dict[tuple[int, str], Built] = {}  # by rig and verb: overrides of one rig share the uid


def build(rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> Built:
    """The verb as its examples are now; built again only if something it depends on has changed."""
    fingerprint = _fingerprint(rig, verb)
    known = _built.get(key(verb))
    if known is None or known.fingerprint != fingerprint:
        is_moved = known is not None and known.fingerprint[:_DIGEST] == fingerprint[:_DIGEST]
        known = _move(rig, verb, known, fingerprint) if known and is_moved else _build(rig, verb, fingerprint)
        _built[key(verb)] = known
    return known


def key(verb: "ADVERB_PG_verb") -> tuple[int, str]:
    """Under what name things are kept that belong to a verb."""
    return verb.id_data.session_uid, verb.uid


def is_current(rig: bpy.types.Object, verb: "ADVERB_PG_verb", fingerprint: bytes) -> bool:
    """Whether nothing that a built verb depends on has changed since it had this fingerprint."""
    try:
        return _fingerprint(rig, verb) == fingerprint
    except VerbError:
        return False


def is_refined(rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> bool:
    """Whether the pseudo-examples of a verb were found for its examples as they are now."""
    try:
        return bool(verb.pseudo) and verb.refined_for == examples_of(_fingerprint(rig, verb))
    except VerbError:
        return False


def known_scales(verb: "ADVERB_PG_verb") -> Array | None:
    """What counted as 1 along each adverb when the verb was last built, if it was."""
    known = _built.get(key(verb))
    return known.verb.axes.scales if known is not None and len(known.verb.axes.scales) == len(verb.adverbs) else None


def known_choice(verb: "ADVERB_PG_verb") -> Choice | None:
    """Which kernel was found to suit the verb when it was last built, if it was to be found."""
    known = _built.get(key(verb))
    return known.choice if known is not None and verb.kernel == "AUTOMATIC" else None


def known_mesh(verb: "ADVERB_PG_verb") -> tuple[bytes, PoseMesh, Verb] | None:
    """The pose mesh with pseudo-vertices of a verb as it was last built, if it has such, with its fingerprint first."""
    known = _built.get(key(verb))
    its = known.verb.interpolator if known is not None else None
    return (known.fingerprint, its, known.verb) if isinstance(its, PoseMesh) and len(its.prescribed) else None


def new_uid() -> str:
    """What tells a verb from all others."""
    return secrets.token_hex(4)


def forget() -> None:
    """Drop all that was built, as when another file is loaded."""
    _built.clear()
    bones.forget()


def enabled(verb: "ADVERB_PG_verb") -> list["ADVERB_PG_example"]:
    return [example for example in verb.examples if example.is_enabled]


def source(example: "ADVERB_PG_example") -> tuple[bpy.types.Action, bpy.types.ActionSlot]:
    """The Action and slot of an example."""
    if example.action is None:
        raise ExampleError(example.name, "has lost its Action: choose another one or remove the example")
    return example.action, actions.require_slot(example.action, example.slot, example.name)


def span(example: "ADVERB_PG_example") -> tuple[float, float]:
    """First and last frame of an example: those of its Action, or of the part of it that is meant."""
    action, slot = source(example)
    if not example.use_range:
        return sampling.frame_range(action, slot)
    check_range(example.name, action, slot, example.first, example.last)
    return float(example.first), float(example.last)


def check_range(name: str, action: bpy.types.Action, slot: bpy.types.ActionSlot, first: float, last: float) -> None:
    """Raise if these frames are no part of an Action."""
    if last <= first:
        raise ExampleError(name, f"has a range from frame {first:g} to {last:g}: let Last come after First")
    start, end = sampling.whole_range(action, slot)
    if first < start - _CLOSE or last > end + _CLOSE:
        raise ExampleError(
            name,
            f"has a range from frame {first:g} to {last:g}, but '{action.name}' goes from {start:g} to {end:g}: set "
            "First and Last within that",
        )


def check_within(example: "ADVERB_PG_example", keytime: str, frame: float) -> None:
    """Raise if a keytime is not in the part of the Action that is meant."""
    if example.use_range and not example.first - _CLOSE <= frame <= example.last + _CLOSE:
        raise KeytimeError(
            example.name,
            f"has keytime '{keytime}' at frame {frame:g}, outside its range from {example.first:g} to "
            f"{example.last:g}: set it again, or widen the range",
        )


def check_frame(example: "ADVERB_PG_example", keytime: str, frame: float) -> None:
    """Raise if a keytime cannot be set to a frame, being none of the example."""
    first, last = span(example)
    if not first - _CLOSE <= frame <= last + _CLOSE:
        raise KeytimeError(
            example.name,
            f"goes from frame {first:g} to {last:g}, and '{keytime}' cannot be at frame {frame:g}: move the timeline "
            "there, or press Go To",
        )


def sample(rig: bpy.types.Object, verb: "ADVERB_PG_verb", times: Sequence[Array]) -> tuple[Layout, list[Array]]:
    """The poses `[F, width]` of each enabled example at its own `times`, all in one layout, to be measured."""
    clips = []
    posed = bones.measured(rig, verb)
    for example, its in zip(enabled(verb), times, strict=True):
        action, slot = source(example)
        clips.append(sampling.sample(rig, example.name, action, slot, its, posed)[0])
    layout = Layout.of(channel for clip in clips for channel in clip.layout.channels)
    standing = layout.rest
    for channel, value in channels.rest(rig, layout).items():
        standing[layout.slices[channel]] = value
    return layout, [clip.conform(layout, standing).values for clip in clips]


def _build(rig: bpy.types.Object, verb: "ADVERB_PG_verb", fingerprint: bytes) -> Built:
    examples: list[Example] = []
    animated: set[native.Entry] = set()
    phrasing = Phrasing.of(verb)
    mask, values = bones.mask(rig, verb), points.of(verb, enabled(verb))
    for place, example in enumerate(enabled(verb)):
        action, slot = source(example)
        keys = phrasing.keytimes(verb, place) if verb.kind == "MOTION" else np.zeros(0)
        times = sampling.frames(keys[0], keys[-1]) if verb.kind == "MOTION" else np.array([example.frame])
        if verb.kind == "MOTION" and keys[-1] <= keys[0]:
            raise ExampleError(
                example.name, "is a single frame: key a motion in it, or make this a verb of poses under Kind"
            )
        clip, numbers = sampling.sample(rig, example.name, action, slot, times, mask)
        if mask is not None and not numbers:
            raise ExampleError(
                example.name, f"animates none of the bones of '{verb.name}': choose others under Bones, or disable it"
            )
        animated |= numbers
        examples.append(Example(example.name, values[place], clip, keys))
    layout = Layout.of(channel for example in examples for channel in example.clip.layout.channels)
    verb_of_core = fit(examples, _names(verb), options(rig, verb), channels.rest(rig, layout))
    verb_of_core, choice = _suited(rig, verb, verb_of_core, examples)
    verb_of_core = _refined(verb, verb_of_core, fingerprint)
    layout = verb_of_core.layout
    modes = {c.owner: mode_of(rig, c.owner) for c in layout.channels if c.kind is Kind.ROTATION}
    unused = frozenset(
        native.Entry(channel, index)
        for channel in layout.channels
        if channel.kind in {Kind.LOCATION, Kind.SCALE} and channel.owner != _root(rig, verb)
        for index in range(3)
        if native.Entry(channel, index) not in animated
    )
    places = tuple(place for place, example in enumerate(verb.examples) if example.is_enabled)
    written, seen = Native.of(layout, modes, unused), _coordinates(verb, verb_of_core)
    return Built(fingerprint, places, verb_of_core, written, phrasing, seen, tuple(examples), choice)


def _move(rig: bpy.types.Object, verb: "ADVERB_PG_verb", known: Built, fingerprint: bytes) -> Built:
    """What was built, with its examples at other places: nothing is sampled, so an example can be dragged live."""
    moved_to = zip(known.examples, enabled(verb), points.of(verb, enabled(verb)), strict=True)
    examples = tuple(replace(example, name=said.name, adverbs=its) for example, said, its in moved_to)
    check(examples, _names(verb))
    moved = move(known.verb.motion, examples, _names(verb), options(rig, verb))
    moved, choice = _suited(rig, verb, moved, examples)
    moved = _refined(verb, moved, fingerprint)
    seen = _coordinates(verb, moved)
    return replace(known, fingerprint=fingerprint, verb=moved, coordinates=seen, examples=examples, choice=choice)


def _suited(
    rig: bpy.types.Object, verb: "ADVERB_PG_verb", made: Verb, examples: Sequence[Example]
) -> tuple[Verb, Choice | None]:
    """The verb with the kernel that suits its examples best, if the artist leaves it to us."""
    if verb.kernel != "AUTOMATIC" or verb.interpolator != "RADIAL_BASIS":
        return made, None
    choice = kernels.choose(rig, made, examples, options(rig, verb))
    return move(made.motion, examples, _names(verb), options(rig, verb, choice)), choice


def _refined(verb: "ADVERB_PG_verb", plain: Verb, fingerprint: bytes) -> Verb:
    """A verb with its pseudo-examples, if they were found for these examples."""
    is_meant = verb.pseudo and verb.refined_for == examples_of(fingerprint)
    return pseudo.refined(verb, plain) if is_meant else plain


def examples_of(fingerprint: bytes) -> str:
    """What a fingerprint tells of the examples and where they are put, whatever pseudo-examples there are."""
    return fingerprint[: 2 * _DIGEST].hex()


def _names(verb: "ADVERB_PG_verb") -> list[str]:
    return [adverb.name for adverb in verb.adverbs]


def _coordinates(verb: "ADVERB_PG_verb", built: Verb) -> tuple[Coordinate | None, ...]:
    middle = built.axes.middle.tolist()
    return tuple(coordinate(adverb, its) for adverb, its in zip(verb.adverbs, middle, strict=True))


def coordinate(adverb: "ADVERB_PG_adverb", middle: float = 0.0) -> Coordinate | None:
    """What an adverb is of the goal's place; None for a value. The frame is as it was measured, since the verb itself
    may move the bone that it is seen from."""
    if adverb.kind != "GOAL":
        return None
    if not adverb.reference:
        return Coordinate(adverb.axis, HOME, middle)
    if not any(adverb.stand):
        raise VerbError(f"'{adverb.name}' is seen from '{adverb.reference}': Measure, to tell where that bone stands")
    return Coordinate(adverb.axis, Frame.of_numbers(np.array(adverb.stand)), middle)


def options(rig: bpy.types.Object, verb: "ADVERB_PG_verb", choice: Choice | None = None) -> Options:
    """How the core is to make the verb; with the kernel that was found, where it is to be found."""
    kernel = verb.kernel if verb.kernel != "AUTOMATIC" else choice.kernel if choice is not None else "B_SPLINE"
    root = _root(rig, verb)
    up = rig.data.bones[root].matrix_local.to_3x3().inverted() @ Vector((0.0, 0.0, 1.0)) if root else Vector((0, 0, 1))
    return Options(
        interpolator=verb.interpolator,
        settings=_mesh(verb) if verb.interpolator == "POSE_MESH" else {"degree": verb.degree, "kernel": kernel},
        groups=tuple(map(points.group, verb.adverbs)),
        scales=tuple(adverb.scale for adverb in verb.adverbs),
        bounds=points.bounds(verb, enabled(verb)),
        cycle=Cycle(verb.cycle),
        limit=verb.limit,
        root=root,
        up=(up.x, up.y, up.z),
    )


def _mesh(verb: "ADVERB_PG_verb") -> dict[str, object]:
    """What the core must know of a pose mesh."""
    mesh = triangulation.of(verb)
    return {"triangles": mesh.triangles, "made": mesh.made, "names": mesh.names, "outside": verb.outside}


def _root(rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> str:
    """The bone that carries a cycle along, "" for a verb that is none."""
    if verb.kind == "POSE" or verb.cycle == "ONCE" or not verb.root:
        if verb.kind == "MOTION" and verb.cycle == "TRAVEL":
            raise VerbError(f"'{verb.name}' travels but has no root: choose the bone that carries the character")
        return ""
    if verb.root not in rig.pose.bones:
        raise VerbError(f"'{verb.name}' has '{verb.root}' for its root, a bone '{rig.name}' lacks: choose another")
    mask = bones.mask(rig, verb)
    if mask is not None and verb.root not in mask:
        raise VerbError(f"'{verb.name}' is carried by '{verb.root}', which is none of its bones: add it under Bones")
    return str(verb.root)


def _fingerprint(rig: bpy.types.Object, verb: "ADVERB_PG_verb") -> bytes:
    """Three digests: of what motions are made of, of where they are put in adverb space, then of names, which may
    change, and of pseudo-examples."""
    motions, space, layer = (hashlib.blake2b(digest_size=_DIGEST) for _ in range(3))
    root = [tuple(row) for row in rig.data.bones[verb.root].matrix_local] if verb.root in rig.data.bones else ()
    modes = [(bone.name, bone.rotation_mode) for bone in rig.pose.bones]
    said = (
        (verb.kind, verb.cycle, verb.root, root, modes, sorted(bones.mask(rig, verb) or ())),
        len(verb.keytimes),
        [example.is_enabled for example in verb.examples],
    )
    motions.update(repr(said).encode())
    curves: dict[tuple[int, int], bytes] = {}  # one Action may give many examples
    for example in enabled(verb):
        action, slot = source(example)
        moments = [(moment.frame, moment.is_set) for moment in example.keytimes]
        whole = (action.use_frame_range, action.frame_start, action.frame_end)
        part = (example.use_range, example.first, example.last)
        motions.update(repr((example.frame, moments, whole, part)).encode())
        its = (action.session_uid, slot.handle)
        if its not in curves:
            curves[its] = actions.fingerprint(action, slot)
        motions.update(curves[its])
        space.update(repr([value.value for value in example.adverbs]).encode())
    space.update(repr((verb.interpolator, verb.degree, verb.kernel, verb.limit, triangulation.said(verb))).encode())
    for adverb in verb.adverbs:
        place = (adverb.kind, adverb.axis, adverb.reference, tuple(adverb.stand))
        space.update(repr((place, adverb.scale, adverb.use_limits, adverb.least, adverb.most)).encode())
    names = [[its.name for its in named] for named in (enabled(verb), verb.keytimes, verb.adverbs)]
    layer.update(repr(names).encode() + pseudo.told(verb))
    return motions.digest() + space.digest() + layer.digest()
