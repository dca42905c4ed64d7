"""Where examples are in adverb space: the artist's numbers, in which an azimuth goes on across its seam.

Straight behind the character an azimuth jumps by a whole turn. What is there on both sides of the seam is near all the
same: 170 and -170 degrees are 20 apart, however they came to be said.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..core.arrays import Array
from ..core.axes import Axes
from ..core.coordinates import ANGLES, near, together

if TYPE_CHECKING:
    from .items import ADVERB_PG_adverb, ADVERB_PG_example
    from .properties import ADVERB_PG_verb


def of(verb: "ADVERB_PG_verb", examples: Iterable["ADVERB_PG_example"]) -> list[Array]:
    """The points `[D]` of examples."""
    return joined(verb, ([number.value for number in example.adverbs] for example in examples))


def joined(verb: "ADVERB_PG_verb", values: Iterable[Sequence[float]]) -> list[Array]:
    """Values of the verb's adverbs as points `[D]` whose azimuths follow each other across the seam."""
    points = [np.array(its, dtype=np.float64) for its in values]
    for index, adverb in enumerate(verb.adverbs):
        column = _column(points, index) if is_round(adverb) else None
        if column is not None:
            for point, azimuth in zip(points, together(column), strict=True):
                point[index] = azimuth
    return points


def scaled(verb: "ADVERB_PG_verb", examples: Sequence["ADVERB_PG_example"]) -> Array | None:
    """The points `[N, D]` of examples in the scaled space in which they are compared; None while some have no number
    for an adverb."""
    values = of(verb, examples)
    if not values or any(len(its) != len(verb.adverbs) or not np.isfinite(its).all() for its in values):
        return None
    numbers = np.array(values)
    groups = tuple(map(group, verb.adverbs))
    axes = Axes.fit(("",) * len(groups), groups, numbers, [adverb.scale for adverb in verb.adverbs])
    return axes.scale(numbers)


def group(adverb: "ADVERB_PG_adverb") -> str:
    """Adverbs of one group share a scale: a metre is a metre in every direction, a degree a degree."""
    if adverb.kind == "VALUE":
        return ""
    return "angle" if adverb.axis in ANGLES else "length"


def bounds(verb: "ADVERB_PG_verb", examples: Iterable["ADVERB_PG_example"]) -> tuple[tuple[float, float], ...]:
    """Least and most of each adverb. Limits of an azimuth count turns as the examples do."""
    points = of(verb, examples)
    found = []
    for index, adverb in enumerate(verb.adverbs):
        least, most = (adverb.least, adverb.most) if adverb.use_limits else (-np.inf, np.inf)
        column = _column(points, index) if is_round(adverb) and adverb.use_limits else None
        if column is not None:
            middle = 0.5 * (least + most)
            turned = float(near(np.array(middle), float(column.mean()))) - middle
            least, most = least + turned, most + turned
        found.append((least, most))
    return tuple(found)


def is_round(adverb: "ADVERB_PG_adverb") -> bool:
    """Whether an adverb is back where it was after a whole turn."""
    return bool(adverb.kind == "GOAL" and adverb.axis == "AZIMUTH")


def _column(points: Sequence[Array], index: int) -> Array | None:
    """The values of one adverb; None where one is missing or no number, which the core tells in a sentence."""
    column = np.array([point[index] if index < len(point) else np.nan for point in points])
    return column if len(column) and np.isfinite(column).all() else None
