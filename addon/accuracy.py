"""How far a verb is off its goal, as panels and the viewport show it: made by buttons and handlers, never while drawing.

`map_of` is all that drawing needs. Places are in the space of the rig: `rig.matrix_world @ place` is where to draw.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ..core.arrays import Array

if TYPE_CHECKING:
    from .properties import ADVERB_PG_verb


@dataclass(frozen=True, eq=False)
class Map:
    """A verb over a regular grid of its adverbs: S samples, the last adverb running fastest.

    Two maps are the same only if they are one object: what is drawn from a map can be kept until there is another.
    """

    shape: tuple[int, ...]  # [D] samples along each adverb; 1 where the examples do not differ
    goal_axes: tuple[int, ...]  # the adverbs that ask for a place or direction; the others are moods and the like
    adverbs: Array  # [S, D] what was asked for
    asked: Array  # [S, 3] the places that were asked for; what no adverb asks for is as it is in `seen`
    seen: Array  # [S, 3] where the effector really is; of a direction, where it leads at the distance of the goal
    misses: Array  # [S] in units of the rig, or in degrees
    counts: npt.NDArray[np.bool_]  # [S] whether the verb serves it: what is drawn back to bounds or limit is not
    mean: float  # of those that count
    most: float
    worst: Array  # [D] the adverbs where it misses most
    diagonal: float  # of the examples' extent, in the unit of the misses
    is_angle: bool  # whether misses are in degrees

    def percent(self, miss: float) -> float:
        """A miss in percent of the diagonal."""
        return 100.0 * miss / self.diagonal if self.diagonal > 0.0 else 0.0


def map_of(verb: "ADVERB_PG_verb") -> Map | None:
    """The map of a verb as it is now, None if none was made or the verb has changed since. Quick: ask at every redraw."""
    return _known.get(verb.uid)


_known: dict[str, Map] = {}
