"""Prints one line a figure: name, value, unit, and the goal beside it. Ratios are taken side by side in one run.

Run it as `make bench`, with nothing else running.
"""

import os
import sys
from importlib import import_module
from pathlib import Path

import bpy

import adverb

# Buttons and Rigify tell what they do; here only figures are wanted.
figures_out = os.fdopen(os.dup(1), "w")
sys.stdout.flush()
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)

adverb.register()
for file in sorted(Path(__file__).parent.glob("figures_*.py")):
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    for name, value, unit, goal in import_module(f"tests.benchmarks.{file.stem}").figures():
        print(f"{name} {value:.4g} {unit}".strip(), f" # goal: {goal}", file=figures_out, flush=True)
