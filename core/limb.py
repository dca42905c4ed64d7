"""Two bones and what hangs on them: an arm, a leg. Lee and Shin 1999, section 5.3, in closed form.

The elbow opens or closes until the wrist is as far from the shoulder as the goal, then the shoulder brings it there by
the smallest turn. So the elbow keeps its side, and nothing twists.
"""

from collections.abc import Sequence
from itertools import pairwise

from .tuples import (
    TINY,
    Maths,
    Number,
    Vector,
    across,
    between,
    choose,
    cross,
    dot,
    exp,
    length,
    minus,
    plus,
    rotate,
    scaled,
)

# A limb bent by less than this many radians does not tell which way it bends: its usual hinge does.
STRAIGHT = 1e-3

# Two neighbours are as much of a limb as the shorter one is long. This part of the best in the chain is good enough.
_AS_GOOD = 0.75


def find(lengths: Sequence[float]) -> int | None:
    """Which of bones with these lengths, from the root on to the effector, is an upper arm to the next one: the last
    with a good neighbour. A hand or a finger is too short to be one of them, a spine is further up."""
    pairs = [min(pair) for pair in pairwise(lengths)]
    least = _AS_GOOD * max(pairs, default=0.0)
    return max((place for place, pair in enumerate(pairs) if pair >= least), default=None) if least > 0.0 else None


def reach(
    maths: Maths, shoulder: Vector, elbow: Vector, wrist: Vector, goal: Vector, hinge: Vector
) -> tuple[Vector, Vector, Number]:
    """Turns of the upper bone about the shoulder and of the lower bone about the elbow, the latter to be made first;
    and how far the wrist then is from the goal (13.1), (13.2).

    `hinge` is the axis about which a straight limb bends: positive turns of the lower bone open it.
    """
    upper, lower, way = minus(shoulder, elbow), minus(wrist, elbow), minus(goal, shoulder)
    one, other = length(maths, upper), length(maths, lower)
    product = one * other + TINY
    along = scaled(upper, 1.0 / (one + TINY))

    normal = scaled(cross(upper, lower), 1.0 / product)
    sine = length(maths, normal)
    angle = maths.atan2(sine, dot(upper, lower) / product)
    cosine = 0.5 * (one * one + other * other - dot(way, way)) / product
    cosine = maths.most(-1.0, maths.least(1.0, cosine))
    wanted = maths.sqrt((1.0 - cosine) * (1.0 + cosine))

    # A straight limb has no normal. The hinge decides then, the more so the more there is to bend.
    usual = across(maths, hinge, along)
    lean = maths.least(abs(maths.atan2(wanted, cosine) - angle), maths.most(STRAIGHT - sine, 0.0))
    normal = plus(normal, scaled(usual, lean))
    size = length(maths, normal)
    normal = choose(maths, size > 1e-12, scaled(normal, 1.0 / (size + TINY)), usual)

    bent = plus(scaled(along, other * cosine), scaled(cross(normal, along), other * wanted))
    bent = choose(maths, one > 0.0, bent, lower)
    opening = between(maths, lower, bent, normal)
    arm = minus(bent, upper)
    swing = between(maths, arm, way, normal)
    return swing, opening, length(maths, minus(rotate(exp(maths, swing), arm), way))
