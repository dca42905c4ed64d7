"""Figures of several verbs live on one rig."""

from tests.benchmarks.clock import ratio
from tests.benchmarks.figures_live import animate, make_verb, player
from tests.blender.stick import make_rig

BONES, VERBS = 63, 3


def figures():
    many, one = (_rig(f"{count} verbs", count) for count in (VERBS, 1))
    yield "live.three_verbs_ratio", ratio(player([many]), player([one]), rounds=61), "", "3 at most"


def _rig(name, count):
    """A rig whose first thirds have a live verb each."""
    rig = make_rig(name, BONES, ("QUATERNION",), 0.1)
    names = [bone.name for bone in rig.pose.bones]
    third = BONES // VERBS
    for index in range(count):
        bones = names[index * third : (index + 1) * third]
        animate(make_verb(rig, bones, bones[-1], f"{name} {index}").goal)
    return rig
