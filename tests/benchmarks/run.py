"""Prints one figure a line: name, value, unit, and the goal beside it. Ratios are taken side by side in one run.

Run with `make bench`, with nothing else running.
"""

import os
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2]), str(Path(__file__).resolve().parent)]

from tools import package

package.provide()

import figures_core
import figures_live

GROUPS = (figures_core.figures, figures_live.figures)


def main() -> None:
    for figures in GROUPS:
        for name, value, unit, goal in figures():
            print(f"{name} {value:.4g} {unit}   # goal: {goal}", flush=True)


main()
os._exit(0)  # bpy 4.5 may hang while the interpreter exits
