"""A contact sheet to judge the motion by: the nine reaches at their touch, then two of them over time.

python tools/demo/preview.py OUT.png [degrees around the character]
"""

import math
import os
import sys
from pathlib import Path

import bpy
import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

from character import make_character
from reaches import make_reaches, targets
from stage import make_marker, make_stage, render_contact_sheet

STRIPS = ("reach high left far", "reach low right far")


def main(path: str, degrees: str | None = None) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    rig = make_character()
    actions = {action.name: action for action in make_reaches(rig)}
    stage, marker = make_stage(), make_marker()
    if degrees is not None:
        stage.rotation_euler.z = math.radians(float(degrees))
    animation = rig.animation_data_create()

    def tile(name, frame):
        def show():
            animation.action = actions[name]
            animation.action_slot = actions[name].slots[0]
            marker.location = targets()[name]
            bpy.context.scene.frame_set(frame)

        return show

    frames = {name: [marker.frame for marker in action.pose_markers] for name, action in actions.items()}
    tiles = [tile(name, touch) for name, (_, _, touch, _, _) in frames.items()]
    for name in STRIPS:
        tiles += [tile(name, round(frame)) for frame in np.linspace(frames[name][0], frames[name][-1], len(actions))]
    render_contact_sheet(path, tiles, columns=len(actions), size=(240, 300))


if __name__ == "__main__":
    main(*sys.argv[1:])
    sys.stdout.flush()
    os._exit(0)  # bpy 4.5 can hang at a normal exit
