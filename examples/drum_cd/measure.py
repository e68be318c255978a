#!/usr/bin/env python3
"""A drum of rough walls turns: rigid grains with friction by contact dynamics beside soft grains.

    measure.py [--lmp build/bin/lmp] [--out build/examples/drum_cd] [--reuse]

Runs in.drum_cd from the same places with rigid grains in steps of two lengths and with soft grains, prints a table and draws drum_cd.png.
Needs numpy and matplotlib.
"""

import re
import sys
from pathlib import Path

import numpy as np
from matplotlib.collections import EllipseCollection

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import BLUE, GREEN, ORANGE, main, plt, publish, read_dump, wide_table

HERE = Path(__file__).resolve().parent
R, LAYERS, FROUDE, TURNS, SEEDS = 10, 4, 0.02, 1, 4
TURN = 2 * np.pi / np.sqrt(FROUDE / R)
BEGIN = 0.3      # turns; the start is not counted
RUNS = {"rigid, h = .02": (dict(grains="rigid", step=0.02), BLUE),
        "rigid, h = .01": (dict(grains="rigid", step=0.01), GREEN),
        "soft, k = 1e5": (dict(grains="soft", K=1e5), ORANGE)}


class Drum:
    def __init__(self, folder):
        log = (folder / "log.lammps").read_text()
        wall, steps = re.search(r"Loop time of (\S+) on \d+ procs for (\d+) steps", log).groups()
        self.steps, self.seconds = int(steps), float(wall) * float(re.search(r"(\S+)% CPU use", log).group(1)) / 100
        columns = np.loadtxt(folder / "drum.dat").T
        self.turns = TURNS * columns[0] / self.steps
        self.angles = np.degrees(np.arctan2(abs(columns[1]), -columns[2]))
        steady = self.turns > BEGIN
        self.angle = self.angles[steady].mean()
        losses = columns[3:7, steady][:, [0, -1]]
        self.work, self.friction, self.impacts, self.dashpots = (losses[:, 1] - losses[:, 0]) / (TURNS - BEGIN)
        self.grains = read_dump(folder / "end.dat")[0]


def mean(drums, name):
    """Of several runs, with its standard error."""
    values = np.array([getattr(drum, name) for drum in drums])
    return f"{values.mean():.4g} ± {values.std(ddof=1) / np.sqrt(len(values)):.2g}"


def tabulate(runs):
    drums = next(iter(runs.values()))
    table = wide_table(f"{len(drums[0].grains)} grains in a drum that turns, friction .5, {SEEDS} sets of diameters", 7)
    table.section("grains", "angle of the center of mass [degrees]", "work of the drum in a turn", "friction", "impacts, dashpots",
                  "steps", "processor seconds")
    for name, drums in runs.items():
        lost = "impacts" if "rigid" in name else "dashpots"
        table.row(name, mean(drums, "angle"), mean(drums, "work"), mean(drums, "friction"), mean(drums, lost), str(drums[0].steps),
                  f"{np.mean([drum.seconds for drum in drums]):.0f}")
    return table


def draw(path, runs):
    figure, axes = plt.subplots(1, 3, figsize=(14, 4.6))
    for name, drums in runs.items():
        angles = np.mean([np.interp(drums[0].turns, drum.turns, drum.angles) for drum in drums], axis=0)
        axes[0].plot(drums[0].turns, angles, color=RUNS[name][1], label=name)
    axes[0].set(title="Angle of the center of mass", xlabel="turns", ylabel="degrees", ylim=(0, 60))
    axes[0].legend()
    for panel, name in zip(axes[1:], ("rigid, h = .02", "soft, k = 1e5")):
        x, y, z, vx, vz, radius = runs[name][0].grains.T
        near = y < 1.15
        size = 2 * radius[near]
        disks = EllipseCollection(size, size, 0 * size, units="xy", offsets=np.column_stack([x, z])[near], cmap="viridis",
                                  array=np.hypot(vx, vz)[near], transOffset=panel.transData, edgecolor="black", linewidth=0.3)
        panel.add_collection(disks)
        panel.add_artist(plt.Circle((0, 0), R, fill=False))
        panel.set(title=name, xlim=(-1.05 * R, 1.05 * R), ylim=(-1.05 * R, 1.05 * R), aspect="equal", xticks=[], yticks=[])
        panel.grid(False)
    figure.tight_layout()
    figure.savefig(path, dpi=100, pil_kwargs={"optimize": True})


def measure(lammps, out):
    runs = lammps.run_seeds(HERE / "in.drum_cd", RUNS, SEEDS, Drum, R=R, layers=LAYERS, froude=FROUDE, turns=TURNS)
    publish(out, tabulate(runs))
    draw(out / "drum_cd.png", runs)


if __name__ == "__main__":
    main("drum_cd", measure)
