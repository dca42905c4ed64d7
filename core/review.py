"""What is odd about the examples of a verb that can well be built: for the artist to look at, each with a cure.

A finding is no error. It is told from what the other examples do, by medians, so that one odd example does not pass
for the rule.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from . import quaternion
from .arrays import Array
from .axes import Axes
from .channels import Kind, Layout
from .example import Example
from .verb import Options
from .wording import counted, listed

# An example is as long as the others within this factor.
_LONGER = 2.0
# A joint starts elsewhere if it is this far (radians) from where most others have it, and so many times further than
# is usual for it. Captured reaches from one stance are up to 1.0 apart in a hip.
_ELSEWHERE = np.radians(75)
_UNUSUAL = 3.0
# An adverb value strays if it is so many ranges of the others away from them.
_STRAY = 2.0
# Examples are neighbours within this scaled distance.
_NEAR = 0.05
# Poses that differ by less (radians, the mean of all joints) are no different poses.
_ALIKE = np.radians(5)
# A typed value is far from what is measured beyond this part of the examples' extent.
_OFF = 0.05
# A direction is flat if the examples reach less than this part of their extent along it.
_FLAT = 0.1

# Of one example, the keys of a bone: frames [K] and quaternions as they were keyed [K, 4].
Keys = Mapping[str, tuple[Array, Array]]


@dataclass(frozen=True)
class Finding:
    """One sentence about one example, by its place among the examples, or about the verb; and what is said of several
    examples with the same fault."""

    example: int | None
    sentence: str
    many: str = ""


def review(
    examples: Sequence[Example],
    adverbs: Sequence[str],
    options: Options,
    keys: Sequence[Keys] = (),
    measured: Array | None = None,
) -> list[Finding]:
    """All that stands out, first what concerns the whole verb, then example by example.

    `measured` `[N, D]` is what examples tell of adverbs that were typed, nan for all others.
    """
    groups = options.groups or ("",) * len(adverbs)
    points = np.array([example.adverbs for example in examples])
    strays = list(_strays(examples, adverbs, groups, points))
    # Seen from one number that strays, all the others are neighbours in a line.
    steady = np.delete(points, [found.example for found in strays if found.example is not None], axis=0)
    steady = steady if len(steady) else points
    axes = Axes.fit(tuple(adverbs), groups, steady, options.scales)
    needless = [(goal, _needless(goal, steady)) for goal in _goals(groups)]
    findings = [
        *_surface(adverbs, needless),
        *_dead(adverbs, points, [axis for _, axes in needless for axis in axes]),
        *_bones(examples),
        *_lengths(examples),
        *_flips(examples, keys),
        *_starts(examples),
        *_limits(examples, adverbs, options.bounds),
        *strays,
        *(_off(examples, adverbs, groups, points, measured) if measured is not None else ()),
        *_twins(examples, axes.scale(points)),
    ]
    return sorted(findings, key=lambda finding: -1 if finding.example is None else finding.example)


def gather(findings: Sequence[Finding], names: Sequence[str]) -> list[Finding]:
    """The same in fewer sentences: one for all examples with the same fault, where the first of them stands."""
    told: dict[object, list[Finding]] = {}
    for place, finding in enumerate(findings):
        told.setdefault(finding.many or place, []).append(finding)
    return [alike[0] if len(alike) == 1 else _together(alike, names) for alike in told.values()]


def _together(alike: Sequence[Finding], names: Sequence[str]) -> Finding:
    places = list(dict.fromkeys(finding.example for finding in alike if finding.example is not None))
    if len(places) == 1:  # one example with two of a kind: the first is enough to look at it
        return alike[0]
    who = f"{counted(len(places), 'example')} ({listed([names[place] for place in places])})"
    return Finding(places[0], f"{who} {alike[0].many}", alike[0].many)


def _of(examples: Sequence[Example], place: int, words: str, many: str) -> Finding:
    return Finding(place, f"'{examples[place].name}' {words}", many)


def _goals(groups: Sequence[str]) -> list[list[int]]:
    """The axes of each group: degrees and metres are not to be compared."""
    return [[axis for axis, its in enumerate(groups) if its == group] for group in dict.fromkeys(groups) if group]


def _needless(goal: Sequence[int], points: Array) -> list[int]:
    """Axes of a goal that might be removed, because the examples do not fill the space of its coordinates (5.6)."""
    if len(goal) < 2 or len(points) < 3:
        return []
    places = points[:, goal] - points[:, goal].mean(axis=0)
    sizes, directions = np.linalg.svd(places.T @ places)[1:]
    flat = directions[np.sqrt(sizes) <= _FLAT * np.sqrt(sizes[0])]
    # Each flat direction is best told by the axis that runs most along it and was not taken yet.
    taken: list[int] = []
    for direction in flat[::-1] if sizes[0] > 0.0 else ():
        taken.append(int(np.argmax([-1.0 if axis in taken else abs(part) for axis, part in enumerate(direction)])))
    return [goal[axis] for axis in taken]


def _surface(adverbs: Sequence[str], needless: Sequence[tuple[list[int], list[int]]]) -> Iterator[Finding]:
    for axes, flat in needless:
        if not flat:
            continue
        goal, names = [adverbs[axis] for axis in axes], [adverbs[axis] for axis in flat]
        shape, unknown = ("surface", "the depth") if len(goal) - len(names) == 2 else ("line", "what is off it")
        least = "the adverb that matters least" if len(names) == 1 else "the adverbs that matter least"
        yield Finding(
            None,
            f"The examples lie on a {shape}: {', '.join(goal[:-1])} and {goal[-1]} hardly determine {unknown}; remove "
            f"{least} ({listed(names)}), or add examples off the {shape}",
        )


def _dead(adverbs: Sequence[str], points: Array, needless: Sequence[int]) -> Iterator[Finding]:
    """Adverbs that no examples differ in, but for those that were told to be needless already."""
    ranges, rounding = np.ptp(points, axis=0), 1e-6 * np.abs(points).max(axis=0)
    for axis in np.flatnonzero(ranges <= rounding).tolist():
        if len(points) > 1 and axis not in needless:
            yield Finding(
                None,
                f"'{adverbs[axis]}' is {points[0, axis]:.3g} in every example and steers nothing: give the examples "
                "their values, or remove the adverb",
            )


def _bones(examples: Sequence[Example]) -> Iterator[Finding]:
    """Bones that only some examples animate: whoever is in the minority is named."""
    owned = [dict.fromkeys(channel.owner for channel in example.clip.layout.channels) for example in examples]
    counts = {bone: sum(bone in bones for bones in owned) for bones in owned for bone in bones}
    for place, bones in enumerate(owned):
        extra = [bone for bone in bones if 2 * counts[bone] < len(examples)]
        missing = [bone for bone, count in counts.items() if bone not in bones and 2 * count >= len(examples)]
        if extra:
            cure = "key them in the others too, or leave them out of the verb's bones"
            many = f"animate bones that most others do not: {cure}"
            yield _of(examples, place, f"animates {listed(extra)}, which most others do not: {cure}", many)
        if missing:
            cure = "key them in it too, or leave them out of the verb's bones"
            many = "do not animate bones that others do: key them there too, or leave them out of the verb's bones"
            yield _of(examples, place, f"does not animate {listed(missing)}, which others do: {cure}", many)


def _lengths(examples: Sequence[Example]) -> Iterator[Finding]:
    if examples[0].clip.is_pose:
        return
    lengths = np.array([example.keytimes[-1] - example.keytimes[0] for example in examples])
    usual = float(np.median(lengths))
    for place in np.flatnonzero((lengths > _LONGER * usual) | (_LONGER * lengths < usual)).tolist():
        words = f"is {lengths[place]:g} frames long where {usual:g} are usual"
        many = f"are more than twice or less than half of the usual {usual:g} frames long: check their first and last "
        yield _of(examples, place, f"{words}: check its first and last frame, or retime it", f"{many}frames")


def _flips(examples: Sequence[Example], keys: Sequence[Keys]) -> Iterator[Finding]:
    """Quaternions keyed with the other sign than their neighbours: the same rotation, but a spin on the way."""
    for place, keyed in enumerate(keys):
        turned: dict[str, str] = {}
        for bone, (times, quaternions) in keyed.items():
            flips = np.flatnonzero(np.einsum("ki,ki->k", quaternions[1:], quaternions[:-1]) < 0.0)
            if flips.size:
                last = flips[1] if flips.size > 1 else len(times) - 1
                turned[bone] = f"from frame {times[flips[0] + 1]:g} to {times[last]:g}"
        if turned:
            bone, frames = next(iter(turned.items()))
            yield _of(
                examples,
                place,
                f"has quaternions of {listed(list(turned))} that change sign from key to key: the verb does not mind, "
                "but between these keys the Action itself spins; in the Graph Editor select the keys of all four of "
                f"'{bone}' {frames}, then Key > Mirror > By Values Over Zero Value",
                "have quaternions that change sign from key to key: the verb does not mind, but between these keys the "
                "Actions themselves spin; in the Graph Editor, Key > Mirror > By Values Over Zero Value",
            )


def _starts(examples: Sequence[Example]) -> Iterator[Finding]:
    """Motions whose first pose is unlike the others'. Each joint is seen from most of the other examples."""
    if len(examples) < 3 or examples[0].clip.is_pose:
        return
    layout = _layout(examples)
    starts = np.array([_poses(example, layout, example.keytimes[:1])[0] for example in examples])
    apart = np.array([_angles(layout, start, starts) for start in starts])  # [N, N, R]
    # Sorted, an example itself comes first; then the middle of the others, the lower one of two.
    away = np.sort(apart, axis=1)[:, len(examples) // 2]
    odd = (away > _ELSEWHERE) & (away > _UNUSUAL * np.median(away, axis=0))
    owners = [channel.owner for channel in layout.channels if channel.kind is Kind.ROTATION]
    for place in np.flatnonzero(odd.any(axis=1)).tolist():
        worst = int(np.argmax(np.where(odd[place], away[place], 0.0)))
        yield _of(
            examples,
            place,
            f"starts unlike the others, '{owners[worst]}' by {np.degrees(away[place, worst]):.0f} degrees: check its "
            "first frame, or begin it from their pose",
            "start unlike the others: check their first frames, or begin them from the pose of the others",
        )


def _limits(
    examples: Sequence[Example], adverbs: Sequence[str], bounds: Sequence[tuple[float, float]]
) -> Iterator[Finding]:
    for axis, (least, most) in enumerate(bounds):
        for place, example in enumerate(examples):
            value = example.adverbs[axis]
            if not least <= value <= most:
                side, limit = ("below", least) if value < least else ("above", most)
                yield _of(
                    examples,
                    place,
                    f"has {value:.3g} for '{adverbs[axis]}', {side} its limit of {limit:.3g}, and is never reached: "
                    "change the value or the limit",
                    f"are outside the limits of '{adverbs[axis]}' and never reached: change their values or the limits",
                )


def _strays(
    examples: Sequence[Example], adverbs: Sequence[str], groups: Sequence[str], points: Array
) -> Iterator[Finding]:
    """Values far outside those of all other examples, by the range of the others (for a goal, in any direction)."""
    for place in range(len(examples) if len(examples) > 3 else 0):
        others = np.delete(points, place, axis=0)
        least, most = others.min(axis=0), others.max(axis=0)
        scales = Axes.fit(tuple(adverbs), tuple(groups), others).scales
        beyond = np.maximum(least - points[place], points[place] - most)
        for axis in np.flatnonzero((beyond > _STRAY * scales) & (most > least)).tolist():
            yield _of(
                examples,
                place,
                f"has {points[place, axis]:.3g} for '{adverbs[axis]}' where the others have {least[axis]:.3g} to "
                f"{most[axis]:.3g}: check the number, or add examples in between",
                f"have values for '{adverbs[axis]}' far from the others: check the numbers, or add examples in between",
            )


def _off(
    examples: Sequence[Example], adverbs: Sequence[str], groups: Sequence[str], points: Array, measured: Array
) -> Iterator[Finding]:
    """Typed values far from what the example tells of itself: one for each example, the worst. The extent is that of
    the examples as they are measured, for a typed number may be out of all measure."""
    is_typed = np.isfinite(measured)
    scales = Axes.fit(tuple(adverbs), tuple(groups), np.where(is_typed, measured, points)).scales
    off = np.where(is_typed, np.abs(points - np.where(is_typed, measured, 0.0)) / scales, 0.0)
    for place in np.flatnonzero((off > _OFF).any(axis=1)).tolist():
        axis = int(np.argmax(off[place]))
        yield _of(
            examples,
            place,
            f"has {points[place, axis]:.3g} typed for '{adverbs[axis]}' where {measured[place, axis]:.3g} is measured: "
            "take its pin out and Measure, or leave it if you mean it",
            "have typed values far from what is measured: take their pins out and Measure, or leave them if you mean "
            "it",
        )


def _twins(examples: Sequence[Example], points: Array) -> Iterator[Finding]:
    """Neighbours in adverb space whose poses differ as much as those of examples far apart."""
    apart = np.linalg.norm(points[:, None] - points, axis=2)
    pairs = np.argwhere(np.triu(apart < _NEAR, 1)).tolist()
    if not pairs or len(examples) < 3:
        return
    layout = _layout(examples)
    poses = np.array([_poses(example, layout, _moments(example)) for example in examples])
    numbers = poses[..., : layout.linear_width]
    extent = max(float(np.ptp(numbers, axis=(0, 1)).max(initial=0.0)), 1e-9)
    for first, second in pairs:
        turned = _angles(layout, poses[first], poses)
        moved = (numbers - numbers[first]) / extent  # as far as anything goes counts as a radian
        unlike = np.sqrt(np.mean(np.concatenate((turned, moved), axis=2) ** 2, axis=(1, 2)))
        if unlike[second] > max(_ALIKE, float(np.median(np.delete(unlike, [first, second])))):
            yield _of(
                examples,
                second,
                f"and '{examples[first].name}' have nearly the same adverbs but different poses: check their values, "
                "disable one, or add an adverb that tells them apart",
                "have nearly the same adverbs as another but different poses: check their values, disable some, "
                "or add an adverb that tells them apart",
            )


def _layout(examples: Sequence[Example]) -> Layout:
    return Layout.of(channel for example in examples for channel in example.clip.layout.channels)


def _poses(example: Example, layout: Layout, times: Array) -> Array:
    return example.clip.conform(layout, layout.rest).at(times)


def _moments(example: Example) -> Array:
    """The keytimes and the middles between them: frames that correspond between examples."""
    if example.clip.is_pose:
        return example.clip.times
    keytimes = example.keytimes
    return np.interp(np.arange(2 * len(keytimes) - 1) / 2.0, np.arange(len(keytimes)), keytimes)


def _angles(layout: Layout, one: Array, others: Array) -> Array:
    """Angles `[..., R]` between the rotations of one pose and of others."""
    one, others = quaternion.normalize(layout.rotations(one)), quaternion.normalize(layout.rotations(others))
    return np.asarray(2.0 * np.arccos(np.minimum(np.abs(np.einsum("...i,...i->...", one, others)), 1.0)))
