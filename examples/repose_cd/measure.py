#!/usr/bin/env python3
"""A box of rough grains loses one side: the angle of repose of rigid grains by contact dynamics beside that of soft grains.

    measure.py [--lmp build/bin/lmp] [--out build/examples/repose_cd] [--reuse]

Runs in.repose_cd from the same loose places with rigid grains and with soft ones, prints a table and draws
repose_cd.png. Needs numpy and matplotlib.
"""

import sys
from pathlib import Path

import numpy as np
from matplotlib.collections import EllipseCollection

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import BLUE, ORANGE, main, plt, publish, read_dump, wide_table

HERE = Path(__file__).resolve().parent
SIZE = dict(length=12, height=16, settle=12, time=35)
SEEDS = 8
FIRST, LAST = 2, 11      # the surface between these places counts
RUNS = {"rigid, h = .02": (dict(grains="rigid", step=0.02), BLUE),
        "soft, k = 1e5": (dict(grains="soft", K=1e5), ORANGE)}


class Heap:
    """What is left at the end: the mean height of the surface in strips as wide as a grain, and its slope."""

    def __init__(self, folder):
        self.grains = read_dump(folder / "end.dat")[0]
        x, y, z, _, _, radius = self.grains.T
        top = np.full((SIZE["length"], 5), -np.inf)
        inside = (x > 0) & (x < SIZE["length"])
        np.maximum.at(top, (x[inside].astype(int), y[inside].astype(int) % 5), (z + radius)[inside])
        self.places, self.heights = np.arange(SIZE["length"]) + 0.5, top.mean(axis=1)
        slope = np.polyfit(self.places[FIRST:LAST], self.heights[FIRST:LAST], 1)[0]
        self.angle, self.left = np.degrees(np.arctan(-slope)), inside.sum() - 5 * SIZE["length"]


def mean(values):
    """With its standard error."""
    return f"{np.mean(values):.1f} ± {np.std(values, ddof=1) / np.sqrt(len(values)):.1f}"


def tabulate(runs):
    reference = runs["soft, k = 1e5"]
    table = wide_table(f"A box of grains with friction .5 loses one side, {SEEDS} sets of diameters", 5)
    table.section("grains", "angle [degrees]", "minus that of soft grains", "grains that stay", "minus those of soft grains")
    for name, heaps in runs.items():
        pairs = list(zip(heaps, reference))
        table.row(name, mean([heap.angle for heap in heaps]), mean([a.angle - b.angle for a, b in pairs]) if heaps is not reference else "",
                  mean([heap.left for heap in heaps]), mean([a.left - b.left for a, b in pairs]) if heaps is not reference else "")
    return table


def draw(path, runs):
    figure, axes = plt.subplots(1, 3, figsize=(14, 3.4))
    for name, heaps in runs.items():
        axes[0].plot(heaps[0].places, np.mean([heap.heights for heap in heaps], axis=0), "o-", color=RUNS[name][1], label=name)
    axes[0].set(title=f"Surface, mean of {SEEDS}", xlabel="place", ylabel="height", xlim=(0, SIZE["length"]), aspect="equal")
    axes[0].legend()
    for panel, name in zip(axes[1:], ("rigid, h = .02", "soft, k = 1e5")):
        x, y, z, _, _, radius = runs[name][0].grains.T
        front = np.argsort(-y)
        front = front[(y[front] < 2) & (x[front] < SIZE["length"])]
        size = 2 * radius[front]
        panel.add_collection(EllipseCollection(size, size, 0 * size, units="xy", offsets=np.column_stack([x, z])[front], array=y[front], cmap="viridis_r",
                                               transOffset=panel.transData, edgecolor="black", linewidth=0.3))
        panel.set(title=name, xlim=(-0.5, SIZE["length"] + 0.5), ylim=(-1, 7), aspect="equal", xticks=[], yticks=[])
        panel.grid(False)
    figure.tight_layout()
    figure.savefig(path, dpi=100, pil_kwargs={"optimize": True})


def measure(lammps, out):
    runs = lammps.run_seeds(HERE / "in.repose_cd", RUNS, SEEDS, Heap, **SIZE)
    publish(out, tabulate(runs))
    draw(out / "repose_cd.png", runs)


if __name__ == "__main__":
    main("repose_cd", measure)
