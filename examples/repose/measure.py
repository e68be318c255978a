#!/usr/bin/env python3
"""A box of grains that resist rolling loses one side: the angle of repose against the coefficient of rolling friction, beside LAMMPS' own law.

    measure.py [--lmp build/bin/lmp] [--out build/examples/repose] [--reuse]

Runs in.repose with pair style contact/hooke and with LAMMPS' granular from the same loose places, prints a table and draws
repose.png. Needs numpy and matplotlib.
"""

import sys
from pathlib import Path

import numpy as np
from matplotlib.collections import EllipseCollection

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import BLUE, GRAY, main, plt, publish, read_dump, wide_table

HERE = Path(__file__).resolve().parent
SIZE = dict(length=20, height=20, depth=10, settle=12, time=35)
SEEDS = 3
FIRST, LAST = 11, 19      # the surface between these places counts: nearer to the wall it is still as it was filled
ROLLING = (0.0, 0.05, 0.1, 0.2)
LAWS = {"vardem": ("contact/hooke, rolling", BLUE, "o"), "stock": ("granular, rolling sds", GRAY, "s")}


class Heap:
    """What is left at the end: the mean height of the surface in columns as wide as a grain, and its slope."""

    def __init__(self, folder):
        self.grains = read_dump(folder / "end.dat")[0]
        x, y, z, _, _, radius = self.grains.T
        top = np.full((SIZE["length"], SIZE["depth"]), -np.inf)
        inside = (x > 0) & (x < SIZE["length"])
        np.maximum.at(top, (x[inside].astype(int), y[inside].astype(int) % SIZE["depth"]), (z + radius)[inside])
        heights = top.mean(axis=1)[FIRST:LAST]
        self.angle = np.degrees(np.arctan(-np.polyfit(np.arange(FIRST, LAST), heights, 1)[0]))
        self.left = inside.sum() - SIZE["depth"] * SIZE["length"]


def mean(values):
    """With its standard error."""
    return np.mean(values), np.std(values, ddof=1) / np.sqrt(len(values))


def text(values):
    return "{:.1f} ± {:.1f}".format(*mean(values))


def tabulate(runs):
    table = wide_table(f"2,048 grains with friction .5 lose a side of their box, {SEEDS} sets of diameters", 5)
    table.section("rolling friction", "angle [degrees]", "with granular", "grains that stay", "with granular")
    for mur in ROLLING:
        ours, stock = (runs[law, mur] for law in LAWS)
        table.row(f"{mur:g}", text([h.angle for h in ours]), text([h.angle for h in stock]), text([h.left for h in ours]), text([h.left for h in stock]))
    return table


def draw(path, runs):
    figure, axes = plt.subplots(1, 3, figsize=(14, 3.6))
    for law, (name, color, marker) in LAWS.items():
        angles = np.array([mean([heap.angle for heap in runs[law, mur]]) for mur in ROLLING])
        axes[0].errorbar(ROLLING, angles[:, 0], angles[:, 1], fmt=marker + "-", color=color, capsize=3, label=name)
    axes[0].set(title=f"Angle of repose, mean of {SEEDS}", xlabel="coefficient of rolling friction", ylabel="degrees")
    axes[0].legend()
    for panel, mur in zip(axes[1:], (ROLLING[0], ROLLING[-1])):
        x, y, z, _, _, radius = runs["vardem", mur][0].grains.T
        front = np.argsort(-y)
        front = front[(y[front] < 2) & (x[front] < SIZE["length"])]
        size = 2 * radius[front]
        panel.add_collection(EllipseCollection(size, size, 0 * size, units="xy", offsets=np.column_stack([x, z])[front], array=y[front], cmap="viridis_r",
                                               transOffset=panel.transData, edgecolor="black", linewidth=0.3))
        panel.set(title=f"Rolling friction {mur:g}", xlim=(-0.5, SIZE["length"] + 0.5), ylim=(-1, 15), aspect="equal", xticks=[], yticks=[])
        panel.grid(False)
    figure.tight_layout()
    figure.savefig(path, dpi=100, pil_kwargs={"optimize": True})


def measure(lammps, out):
    names = {(law, mur): f"{law}-{mur:g}" for law in LAWS for mur in ROLLING}
    settings = {name: (dict(law=law, mur=mur), None) for (law, mur), name in names.items()}
    heaps = lammps.run_seeds(HERE / "in.repose", settings, SEEDS, Heap, **SIZE)
    runs = {key: heaps[name] for key, name in names.items()}
    publish(out, tabulate(runs))
    draw(out / "repose.png", runs)


if __name__ == "__main__":
    main("repose", measure)
