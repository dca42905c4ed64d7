"""Examples of a verb, and everything that may be wrong with them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .arrays import Array
from .axes import Axes
from .clip import Clip
from .errors import ExampleError, KeytimeError, VerbError

# Scaled distance below which two examples are the same point.
_SAME = 1e-4


@dataclass(frozen=True)
class Example:
    """One motion or pose with its adverb values `[D]` and keytimes `[M]`.

    Keytimes are in the clip's frames and rise; the first and the last are the ends of the motion. A pose has none.
    """

    name: str
    adverbs: Array
    clip: Clip
    keytimes: Array


def check(examples: Sequence[Example], adverbs: Sequence[str]) -> None:
    """Raise for the first example that cannot be used, naming it and the cure."""
    if not examples:
        raise VerbError("The verb has no examples: add an Action or the current pose first")
    if not adverbs:
        raise VerbError("The verb has no adverbs: add one, so that there is something to steer")
    for example in examples:
        _check_numbers(example, adverbs)
    _check_keytimes(examples)


def check_distinct(examples: Sequence[Example], axes: Axes, points: Array) -> None:
    """Raise if two examples stand at the same point of adverb space: which of them is it to be there?"""
    for index, point in enumerate(points):
        place = twin(points[:index], point)
        if place is not None:
            values = ", ".join(
                f"{name} {value:.3g}" for name, value in zip(axes.names, examples[index].adverbs, strict=True)
            )
            raise ExampleError(
                examples[index].name,
                f"and '{examples[place].name}' have the same adverbs ({values}): measure or type others, disable "
                "one, or add an adverb that tells them apart",
            )


def twin(points: Array, point: Array) -> int | None:
    """Which of the scaled points `[N, D]` is the same as this one `[D]`, if any is."""
    apart = np.linalg.norm(points - point, axis=1)
    return int(np.argmin(apart)) if (apart < _SAME).any() else None


def _check_numbers(example: Example, adverbs: Sequence[str]) -> None:
    if len(example.adverbs) != len(adverbs):
        raise ExampleError(
            example.name, f"has {len(example.adverbs)} adverb values where the verb has {len(adverbs)}: set them again"
        )
    for name, value in zip(adverbs, example.adverbs, strict=True):
        if not np.isfinite(value):
            raise ExampleError(example.name, f"has no number for '{name}': type or measure it")
    clip = example.clip
    if not len(clip.times) or not clip.layout.width:
        raise ExampleError(example.name, "animates nothing: key at least one bone in it, or remove it")
    broken = ~np.isfinite(clip.values)
    if broken.any():
        frame, column = np.argwhere(broken)[0]
        owner = next(c.owner for c, where in clip.layout.slices.items() if where.start <= column < where.stop)
        of = f"'{owner}'" if owner else "the rig itself"
        raise ExampleError(example.name, f"has a broken value for {of} at frame {clip.times[frame]:g}: delete that key")


def _check_keytimes(examples: Sequence[Example]) -> None:
    still = [example for example in examples if example.clip.is_pose]
    if still and len(still) < len(examples):
        moving = next(example for example in examples if not example.clip.is_pose)
        raise ExampleError(
            still[0].name,
            f"is one pose but '{moving.name}' is a motion: a verb has either poses or motions, remove one of them",
        )
    if still:
        return
    most = max(examples, key=lambda example: len(example.keytimes))
    for example in examples:
        keytimes = example.keytimes
        if len(keytimes) < len(most.keytimes):
            raise KeytimeError(
                example.name,
                f"has {len(keytimes)} keytimes but '{most.name}' has {len(most.keytimes)}: set the missing ones",
            )
        if len(keytimes) < 2:
            raise KeytimeError(
                example.name, "has no beginning and end: set a keytime at its first frame and one at its last"
            )
        if not np.isfinite(keytimes).all():
            raise KeytimeError(example.name, "has keytimes that are no frames: set them again")
        late = np.flatnonzero(~(np.diff(keytimes) > 0.0))
        if late.size:
            first, second = keytimes[late[0]], keytimes[late[0] + 1]
            raise KeytimeError(
                example.name,
                f"has keytimes out of order (frame {first:g}, then {second:g}): each must come after the one before it",
            )
