"""Figures of walks that are blended: how much their feet skate."""

import bpy

from tests.blender.test_rigs import MOCAP
from tests.blender.walks import PAIRS, skate_ratios, walking


def figures():
    """The worst of two pairs of walks, cut where a foot lands and elsewhere, at three weights."""
    if not MOCAP.is_dir():
        return
    ratios = []
    for files in PAIRS:
        for late in ((0, 0), (3, 8)):
            bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
            rig, verb = walking(files, late)
            bpy.ops.adverb.suggest_keytimes()
            ratios.append(skate_ratios(rig, verb).max())
    yield "sync.skate_ratio", max(ratios), "", "1.5 at most"
