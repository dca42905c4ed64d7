"""What a verb is to meet: coordinates of its effector, as they are and as the adverbs want them.

Everything that removes error works on this interface: the solver, the search, refinement, the error map. It is served
by forward kinematics on arrays (`reach`) where the chain is plain, and by Blender's own evaluation elsewhere.
"""

from typing import Protocol

from .arrays import Array


class Aim(Protocol):
    """K coordinates that a blend of N examples has at the keytime of the goal, and D adverbs that ask for them.

    The coordinates are in units of the scene, or in degrees. There may be fewer of them than adverbs (a mood asks for
    none), or one more (examples on a board also ask for the hand to stay on it).
    """

    @property
    def asks(self) -> tuple[int, ...]:
        """Which adverbs ask for the first of the coordinates, in their order."""

    def see(self, weights: Array) -> Array:
        """The coordinates `[B, K]` of the effector in blends with weights `[B, N]`."""

    def slopes(self, weights: Array) -> tuple[Array, Array]:
        """The same, and how they change with each weight, `[B, K, N]`."""

    def wanted(self, adverbs: Array) -> Array:
        """What the coordinates should be, `[B, K]`, at adverbs `[B, D]`."""

    def misses(self, seen: Array, wanted: Array) -> Array:
        """How far off `[B]` the effector is: a distance in units of the scene, or degrees for a direction."""


def extent(aim: Aim, coordinates: Array) -> float:
    """From corner to corner of the box about coordinates `[S, K]`, as a miss is told: a box may have degrees along one
    side and metres along another."""
    least, most = coordinates.min(axis=0), coordinates.max(axis=0)
    return 2.0 * float(aim.misses(most[None], 0.5 * (least + most)[None])[0])
