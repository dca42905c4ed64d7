"""Fewer keys for the same motion: some of its samples, with slopes that lead the curve past all the others.

Between two keys runs the cubic that has their values and slopes, which is what Blender draws between keys whose handles
reach a third of the way (9.1). Numbers that belong together, as those of one rotation, share their keys, and have one
error: an angle, a distance.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from . import native, quaternion
from .arrays import Array, Indices

# How the error of a bundle is measured. That of a rotation is an angle, and its measure is the mode it is written in.
DISTANCE, DIFFERENCE = "DISTANCE", "DIFFERENCE"

# How much the slope of the samples counts beside the samples themselves (9.2).
_GUIDANCE = 1e-3

# Every so many keys one is tried without, all of them at once: neighbours would need each other.
_STRIDE = 4
_TRIALS = 8

# Numbers of a bundle; those that it has less stay 0.
_WIDTH = 4

_Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Bundle:
    """Columns that share their keys, four at most; how their error is measured, and how large it may be."""

    columns: tuple[int, ...]
    measure: str
    tolerance: float  # radians if they are a rotation


@dataclass(frozen=True)
class Keys:
    """Which samples of a bundle become keys, and how steep its columns are there, per frame."""

    places: Indices  # [K]
    slopes: Array  # [K, columns]


def reduce(
    times: Array, numbers: Array, bundles: Sequence[Bundle], held: Sequence[int] = (), room: int = 0
) -> list[Keys]:
    """Keys for each bundle of `numbers` `[F, columns]` at `times` `[F]`, such that at each of the times its error is
    within its tolerance. The first and the last sample are always keys.

    So are those that are `held`, to be changed by hand: so many samples on each side of them as they need `room` do not
    become keys, and are only as near as the curve can come to them.
    """
    if len(times) == 1:
        return [Keys(np.zeros(1, dtype=np.intp), np.zeros((1, len(bundle.columns)))) for bundle in bundles]
    is_room = np.zeros(len(times), dtype=bool)
    for place in held:
        is_room[max(place - room, 0) : place + room + 1] = True
    samples = _Samples.of(times, numbers, bundles, is_room)
    fixed = [0, *held, -1]
    kept = _thin(samples, _split(samples, fixed), fixed)
    slopes = _fit(samples, kept).slopes
    return [
        Keys(np.flatnonzero(kept[:, place]), slopes[: kept[:, place].sum(), place, : len(bundle.columns)])
        for place, bundle in enumerate(bundles)
    ]


@dataclass(frozen=True)
class _Samples:
    """The numbers of all bundles, beside each other: what is done for one is done for all at once."""

    times: Array  # [F]
    values: Array  # [F, B, 4]
    slopes: Array  # [F, B, 4] as neighbouring samples show them
    measures: npt.NDArray[np.str_]  # [B]
    tolerances: Array  # [B]
    is_room: _Flags  # [F] where no more keys may be

    @classmethod
    def of(cls, times: Array, numbers: Array, bundles: Sequence[Bundle], is_room: _Flags) -> "_Samples":
        values = np.zeros((len(times), len(bundles), _WIDTH))
        for place, bundle in enumerate(bundles):
            values[:, place, : len(bundle.columns)] = numbers[:, bundle.columns]
        measures = np.array([bundle.measure for bundle in bundles], dtype=np.str_)
        tolerances = np.array([bundle.tolerance for bundle in bundles], dtype=np.float64)
        return cls(times, values, np.gradient(values, times, axis=0), measures, tolerances, is_room)

    def part(self, bundles: Indices) -> "_Samples":
        return _Samples(
            self.times,
            self.values[:, bundles],
            self.slopes[:, bundles],
            self.measures[bundles],
            self.tolerances[bundles],
            self.is_room,
        )

    def errors(self, curve: Array) -> Array:
        """How far a curve `[F, B, 4]` is off at every sample, `[F, B]`; nothing where no key could mend it."""
        errors = np.empty(curve.shape[:2])
        for measure in np.unique(self.measures):
            those = self.measures == measure
            errors[:, those] = _error(str(measure), curve[:, those], self.values[:, those])
        errors[self.is_room] = 0.0
        return errors


def _error(measure: str, curve: Array, values: Array) -> Array:
    if measure == DISTANCE:
        return np.asarray(np.linalg.norm(curve - values, axis=-1))
    if measure == DIFFERENCE:
        return np.asarray(np.abs(curve - values).max(axis=-1))
    width = native.width(measure)
    one, other = (native.to_quaternion(numbers[..., :width], measure) for numbers in (curve, values))
    between = quaternion.multiply(quaternion.conjugate(one), other)
    return np.asarray(2.0 * np.arctan2(np.linalg.norm(between[..., 1:], axis=-1), np.abs(between[..., 0])))


def _split(samples: _Samples, fixed: Sequence[int]) -> _Flags:
    """From the fixed samples on, the worst sample between two keys becomes a key, until none is off by too much."""
    kept = np.zeros(samples.values.shape[:2], dtype=bool)
    kept[fixed] = True
    pending = np.flatnonzero(kept[0])
    while pending.size:
        part = samples.part(pending)
        fitted = _fit(part, kept[:, pending])
        errors = part.errors(fitted.curve)
        bad = (errors > part.tolerances) & ~kept[:, pending]
        frames, bundles = np.nonzero(bad)
        spans = fitted.spans[frames, bundles] * len(pending) + bundles
        order = np.lexsort((errors[frames, bundles], spans))
        worst = order[np.flatnonzero(np.diff(spans[order], append=-1))]
        kept[frames[worst], pending[bundles[worst]]] = True
        pending = pending[bad.any(axis=0)]
    return kept


def _thin(samples: _Samples, kept: _Flags, fixed: Sequence[int]) -> _Flags:
    """Without the keys that those found after them have made needless: they are left out, and put back where they are
    missed."""
    for trial in range(_TRIALS):
        left_out = kept & (np.cumsum(kept, axis=0) % _STRIDE == trial % _STRIDE)
        left_out[fixed] = False
        pending = np.flatnonzero(left_out.any(axis=0))
        while pending.size:
            part, out = samples.part(pending), left_out[:, pending]
            now = kept[:, pending] & ~out
            fitted = _fit(part, now)
            bad = (part.errors(fitted.curve) > part.tolerances) & ~now
            missing = np.zeros((fitted.slopes.shape[0], len(pending)), dtype=bool)
            frames, bundles = np.nonzero(bad)
            missing[fitted.spans[frames, bundles], bundles] = True
            back = out & np.take_along_axis(missing, fitted.spans, axis=0)
            # A span may also suffer from a key that its neighbour lacks.
            back |= out & (bad.any(axis=0) & ~back.any(axis=0))
            left_out[:, pending] = out & ~back
            pending = pending[bad.any(axis=0)]
        kept = kept & ~left_out
    return kept


@dataclass(frozen=True)
class _Fitted:
    slopes: Array  # [K, B, 4], in the order of each bundle's keys; what is beyond its last means nothing
    curve: Array  # [F, B, 4]
    spans: Indices  # [F, B] how many keys of the bundle end before the one in which a sample lies


def _fit(samples: _Samples, kept: _Flags) -> _Fitted:
    """The curve through the samples `kept` `[F, B]` whose slopes bring it nearest to the others (9.2)."""
    times, values = samples.times, samples.values
    frames, everyone = np.arange(len(times))[:, None], np.arange(kept.shape[1])
    ranks = np.cumsum(kept, axis=0) - 1
    count = int(ranks[-1].max()) + 1
    spans = np.minimum(ranks, ranks[-1] - 1)
    # The keys of each bundle; those of one that has fewer end with its last, again and again.
    keys = np.full((count, kept.shape[1]), len(times) - 1)
    of_frame, of_bundle = np.nonzero(kept)
    keys[ranks[of_frame, of_bundle], of_bundle] = of_frame
    before, after = keys[spans, everyone], keys[spans + 1, everyone]

    gap = times[after] - times[before]
    x = (times[frames] - times[before]) / gap
    share = x * x * (3.0 - 2.0 * x)
    chord = values[before, everyone]
    chord = chord + share[..., None] * (values[after, everyone] - chord)
    leaving, arriving = gap * x * (1.0 - x) ** 2, -gap * x * x * (1.0 - x)
    rest = values - chord

    where = (spans * kept.shape[1] + everyone).ravel()

    def total(weights: Array) -> Array:
        """The sum over the samples of each span, `[K, B]`."""
        return np.bincount(where, weights.ravel(), count * kept.shape[1]).reshape(count, -1).astype(np.float64)

    def pull(shape: Array) -> Array:
        return np.stack([total(shape * rest[..., column]) for column in range(_WIDTH)], axis=-1)

    diagonal = np.full((count, kept.shape[1]), _GUIDANCE * np.mean(np.diff(times)) ** 2)
    right = diagonal[..., None] * samples.slopes[keys, everyone]
    diagonal = diagonal + total(leaving**2)
    diagonal[1:] += total(arriving**2)[:-1]
    right = right + pull(leaving)
    right[1:] += pull(arriving)[:-1]
    slopes = _solve(diagonal, total(leaving * arriving)[:-1], right)
    bent = leaving[..., None] * slopes[spans, everyone] + arriving[..., None] * slopes[spans + 1, everyone]
    return _Fitted(slopes, chord + bent, spans)


def _solve(diagonal: Array, beside: Array, right: Array) -> Array:
    """The solutions `[K, B, 4]` of B symmetric systems `[K, B]` in which only neighbours touch, with 4 right sides."""
    diagonal, right = diagonal.copy(), right.copy()
    for row in range(1, len(diagonal)):
        part = beside[row - 1] / diagonal[row - 1]
        diagonal[row] -= part * beside[row - 1]
        right[row] -= part[:, None] * right[row - 1]
    right /= diagonal[..., None]
    for row in range(len(diagonal) - 2, -1, -1):
        right[row] -= (beside[row] / diagonal[row])[:, None] * right[row + 1]
    return right
