#!/usr/bin/env python3
"""A screw of triangles mixes the lower and the upper half of a packing: heights of both, and where the work of the screw goes.

    measure.py [--lmp build/bin/lmp] [--out build/examples/mixer] [--reuse]

Runs in.mixer with 362 grains for five turns, prints a table and draws mixer.png. Half a minute on one core.
Needs numpy and matplotlib.
"""

import sys
from pathlib import Path

import numpy as np
from matplotlib.collections import EllipseCollection

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import BLUE, GRAY, ORANGE, RED, main, plt, publish, read_dump, wide_table

HERE = Path(__file__).resolve().parent
R, DEPTH, D, TURNS, STEP = 0.06, 0.08, 0.01, 5, 5e-5


class Mixer:
    def __init__(self, folder):
        columns = np.loadtxt(folder / "mixer.dat").T
        self.turns = STEP * columns[0]          # one turn per second
        self.low, self.high, self.work, self.dashpots, self.friction, self.energy, self.sum = columns[1:]
        self.grains = read_dump(folder / "end.dat")[0]

    def apart(self, turn):
        return float(np.interp(turn, self.turns, self.high - self.low)) / D


def tabulate(mixer):
    table = wide_table(f"{len(mixer.grains)} rubber balls, a screw of steel, one turn per second", 2)
    table.section("distance of the centers of mass of both halves", "diameters")
    for turn in (0, 1, 2, 4, TURNS):
        table.row(f"after {turn} turns", f"{mixer.apart(turn):.2f}")
    table.section("energy", "mJ")

    def row(name, series):
        table.row(name, f"{1e3 * (series[-1] - series[0]):.2f}")

    row("work of the screw (fix wall/contact)", mixer.work)
    row("taken by friction", mixer.friction)
    row("taken by dashpots", mixer.dashpots)
    row("change of the energy of the balls", mixer.energy)
    row("change of the sum of the ledger", mixer.sum)
    return table


def draw(path, mixer):
    figure, (left, middle, right) = plt.subplots(1, 3, figsize=(12, 4.4))
    left.plot(mixer.turns, (mixer.high - mixer.low) / D, color=BLUE)
    left.axhline(0, color=GRAY, linewidth=0.8)
    left.set(title="Distance of the two halves", xlabel="turns", ylabel="diameters")
    for name, series, color in (("work of the screw", mixer.work, BLUE), ("friction", mixer.friction, RED), ("dashpots", mixer.dashpots, ORANGE)):
        middle.plot(mixer.turns, 1e3 * (series - series[0]), color=color, label=name)
    middle.set(title="Where the work goes", xlabel="turns", ylabel="mJ")
    middle.legend()
    kind, x, y, z, radius = mixer.grains.T
    near = abs(y) < 0.6 * D
    for one, color in ((1, BLUE), (2, ORANGE)):
        shown = near & (kind == one)
        size = 2 * radius[shown]
        right.add_collection(EllipseCollection(size, size, 0 * size, units="xy", offsets=np.column_stack([x, z])[shown], facecolors=color,
                                               edgecolors="white", linewidths=0.3, transOffset=right.transData))
    right.plot([-R, -R, R, R], [2 * DEPTH, 0, 0, 2 * DEPTH], color=GRAY)
    right.set(title="A section at the end", xlim=(-1.1 * R, 1.1 * R), ylim=(-0.1 * DEPTH, 1.7 * DEPTH), aspect="equal", xticks=[], yticks=[])
    right.grid(False)
    figure.tight_layout()
    figure.savefig(path, dpi=100, pil_kwargs={"optimize": True})


def measure(lammps, out):
    mixer = Mixer(lammps.run("mixer", HERE / "in.mixer", R=R, depth=DEPTH, turns=TURNS, filling=0.5))
    publish(out, tabulate(mixer))
    draw(out / "mixer.png", mixer)


if __name__ == "__main__":
    main("mixer", measure)
