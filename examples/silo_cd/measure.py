#!/usr/bin/env python3
"""Grains without friction flow out of a hopper: the discharge of rigid grains by contact dynamics and of soft ones.

    measure.py [--lmp build/bin/lmp] [--out build/examples/silo_cd] [--reuse]

Runs in.silo_cd with rigid grains in steps of three lengths and with soft grains of two stiffnesses, prints a table and draws silo_cd.png. Needs numpy
and matplotlib.
"""

import re
import sys
from pathlib import Path

import numpy as np
from matplotlib.collections import EllipseCollection

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import BLUE, GRAY, GREEN, ORANGE, RED, main, plt, publish, read_dump, wide_table

HERE = Path(__file__).resolve().parent
SILO = {"R": 7, "top": 24, "outlet": 6, "time": 12}
BEGIN, END = 3, 9      # of the span in which the rate is measured
RUNS = {"rigid, h = 1/8": (dict(grains="rigid", step=0.125, skin=1.2), RED, "-"),
        "rigid, h = 1/16": (dict(grains="rigid", step=0.0625, skin=0.6), BLUE, "-"),
        "rigid, h = 1/32": (dict(grains="rigid", step=0.03125, skin=0.3), GREEN, "-"),
        "soft, k = 1e4": (dict(grains="soft", K=1e4), GRAY, "--"),
        "soft, k = 1e5": (dict(grains="soft", K=1e5), ORANGE, "--")}


class Flow:
    """Mass that has left against time; steps and processor seconds of the run."""

    def __init__(self, folder):
        self.folder = folder
        log = (folder / "log.lammps").read_text()
        wall, self.steps = re.search(r"Loop time of (\S+) on \d+ procs for (\d+) steps", log).groups()
        self.time, self.out = np.loadtxt(folder / "flow.dat").T
        self.time = self.time * SILO["time"] / float(self.steps)
        self.seconds = float(wall) * float(re.search(r"(\S+)% CPU use", log).group(1)) / 100

    def rate(self):
        left = np.interp((BEGIN, END), self.time, self.out)
        return (left[1] - left[0]) / (END - BEGIN)


def tabulate(flows):
    table = wide_table("1,800 grains without friction flow out of a hopper", 5)
    table.section("grains", "mass per time", f"mass that has left at t = {SILO['time']}", "steps", "processor seconds")
    for name, flow in flows.items():
        table.row(name, f"{flow.rate():.1f}", f"{flow.out[-1]:.0f}", flow.steps, f"{flow.seconds:.1f}")
    return table


def snapshot(axes, title, folder):
    x, y, z, vz, radius = read_dump(folder / "end.dat")[0].T
    near = abs(y) < 0.6
    R, low, top = SILO["R"], SILO["outlet"] / 2, SILO["top"]
    axes.plot([-R, -R, -low, np.nan, low, R, R], [top, R, low, np.nan, low, R, top], color="black")
    size = 2 * radius[near]
    disks = EllipseCollection(size, size, 0 * size, units="xy", offsets=np.column_stack([x, z])[near], array=-vz[near], cmap="viridis",
                              transOffset=axes.transData)
    disks.set_clim(0, 6)
    axes.add_collection(disks)
    axes.set(title=title, xlim=(-R - 2, R + 2), ylim=(-11, top), aspect="equal")
    axes.grid(False)
    return disks


def draw(path, flows):
    figure, axes = plt.subplots(1, 3, figsize=(12, 5.2), width_ratios=(1.4, 1, 1))
    for name, flow in flows.items():
        _, color, line = RUNS[name]
        axes[0].plot(flow.time, flow.out, line, color=color, label=name)
    axes[0].set(title="Mass that has left", xlabel="time / sqrt(d/g)", ylabel="mass / mass of a grain")
    axes[0].legend()
    snapshot(axes[1], "rigid, h = 1/16", flows["rigid, h = 1/16"].folder)
    disks = snapshot(axes[2], "soft, k = 1e5", flows["soft, k = 1e5"].folder)
    figure.colorbar(disks, ax=axes[2], label="downward velocity")
    figure.tight_layout()
    figure.savefig(path, dpi=100, pil_kwargs={"optimize": True})


def measure(lammps, out):
    flows = {name: Flow(lammps.run(re.sub(r"\W+", "_", name), HERE / "in.silo_cd", **SILO, **settings)) for name, (settings, _, _) in RUNS.items()}
    publish(out, tabulate(flows))
    draw(out / "silo_cd.png", flows)


if __name__ == "__main__":
    main("silo_cd", measure)
