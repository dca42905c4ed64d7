"""What the tests of the core work on: a small rig's channels, clips, examples, walks."""

from collections.abc import Sequence

import numpy as np

from adverb.core import quaternion, travel
from adverb.core.channels import Channel, Kind, Layout
from adverb.core.clip import Clip
from adverb.core.example import Example
from adverb.core.verb import Verb

HIP_LOCATION = Channel.of("hip", Kind.LOCATION)
HIP_ROTATION = Channel.of("hip", Kind.ROTATION)
ARM_SCALE = Channel.of("arm", Kind.SCALE)
ARM_ROTATION = Channel.of("arm", Kind.ROTATION)
SMILE = Channel.of("", Kind.VALUE, "smile")

RIG = Layout.of([HIP_LOCATION, HIP_ROTATION, ARM_SCALE, ARM_ROTATION, SMILE])
ROOTED = Layout.of([HIP_LOCATION, HIP_ROTATION])
TURNING = Layout.of([ARM_ROTATION])


def unit_quaternions(rng: np.random.Generator, *shape: int) -> np.ndarray:
    q = rng.normal(size=(*shape, 4))
    return q / np.linalg.norm(q, axis=-1, keepdims=True)


def clip(rng: np.random.Generator, times: Sequence[float], layout: Layout = RIG, spread: float = 0.5) -> Clip:
    """A smooth motion; `spread` is about how far, in radians, its rotations are from those of its siblings."""
    times = np.asarray(times, dtype=np.float64)
    s = (times - times[0])[:, None] / max(times[-1] - times[0], 1.0)
    values = np.empty((len(times), layout.width))
    start, swing, drift, delay = rng.normal(size=(4, layout.linear_width))
    values[:, : layout.linear_width] = start + swing * np.sin(4.0 * s + delay) + drift * s
    s = s[..., None]
    start, swing, drift, delay = spread * rng.normal(size=(4, layout.rotation_count, 3))
    layout.rotations(values)[...] = quaternion.exp(start + swing * np.sin(4.0 * s + delay) + drift * s)
    return Clip(layout, times, values)


def pose(values: Sequence[float], layout: Layout) -> Clip:
    return Clip(layout, np.zeros(1), np.array([values], dtype=np.float64))


def example(name: str, adverbs: Sequence[float], its: Clip, keytimes: Sequence[float] | None = None) -> Example:
    """Without keytimes, those at the ends of a motion, none for a pose."""
    if keytimes is None:
        keytimes = [] if its.is_pose else [its.times[0], its.times[-1]]
    return Example(name, np.array(adverbs, dtype=np.float64), its, np.array(keytimes, dtype=np.float64))


def line(clips: Sequence[Clip]) -> list[Example]:
    """Examples at 0, 1, 2... of one adverb."""
    return [example(f"example {index}", [index], its) for index, its in enumerate(clips)]


def turned(angles: Sequence[float], axis: Sequence[float] = (0.0, 0.0, 1.0)) -> Clip:
    """An arm that turns about one axis, an angle for each frame."""
    values = quaternion.exp(np.outer(angles, axis))
    return Clip(TURNING, np.arange(len(values), dtype=np.float64), values)


def phrased(rng: np.random.Generator, count: int, segments: int, dimension: int = 2) -> list[Example]:
    """Motions that start at different frames, with segments of 4 to 12 frames between their keytimes."""
    examples = []
    for index in range(count):
        keytimes = rng.integers(-9, 10) + np.concatenate(([0], rng.integers(4, 13, segments).cumsum()))
        its = clip(rng, np.arange(keytimes[0], keytimes[-1] + 1))
        examples.append(example(f"example {index}", rng.uniform(-1.0, 1.0, dimension), its, keytimes))
    return examples


def walk(twist: Sequence[float], frames: int = 21, up: Sequence[float] = (0.0, 0.0, 1.0), sway: float = 0.2) -> Clip:
    """One cycle of a root that sways and leans in a closed way and is carried along by a twist."""
    up = np.array(up)
    s = np.linspace(0.0, 1.0, frames)
    wave = np.stack((np.sin(2 * np.pi * s), np.cos(2 * np.pi * s), np.cos(4 * np.pi * s)), axis=-1)
    closed = np.concatenate((sway * wave + (0.0, 0.4, 1.0), quaternion.exp(sway * wave + (0.3, 0.0, 0.1))), axis=1)
    root = travel.Root(ROOTED.slices[HIP_LOCATION], ROOTED.slices[HIP_ROTATION], up)
    return Clip(ROOTED, np.arange(frames, dtype=np.float64), travel.move(root, np.array(twist), s, closed))


def duration(verb: Verb, *adverbs: float) -> float:
    """Frames from the first keytime to the last; 0 for poses."""
    return float(verb.motion.keytimes(verb.weights(np.array(adverbs)))[-1])


def difference(layout: Layout, one: np.ndarray, other: np.ndarray) -> float:
    """The largest difference of two arrays of poses; a quaternion and its negative are the same rotation."""
    numbers = np.abs(one - other)[..., : layout.linear_width]
    one, other = layout.rotations(one), layout.rotations(other)
    turns = np.minimum(np.abs(one - other).max(axis=-1), np.abs(one + other).max(axis=-1))
    return max(numbers.max(initial=0.0), turns.max(initial=0.0))
