"""Prints one line a figure: name, value, unit, and the goal beside it. Ratios are taken side by side in one run.

Run it as `make bench`, with nothing else running.
"""

from tests.benchmarks import figures_core, figures_live

for figures in (figures_core.figures, figures_live.figures):
    for name, value, unit, goal in figures():
        print(f"{name} {value:.4g} {unit}  # goal: {goal}", flush=True)
