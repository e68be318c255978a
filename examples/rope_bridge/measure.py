#!/usr/bin/env python3
"""A rope bridge hangs, is loaded until the bonds at one end break, and swings to the other bank: pictures and energies.

    measure.py [--lmp build/bin/lmp] [--out build/examples/rope_bridge] [--reuse]

Runs in.rope_bridge, prints a table and draws bridge.png. Half a minute. Needs numpy and matplotlib.
"""

import sys
from pathlib import Path

import numpy as np
from matplotlib.collections import EllipseCollection

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import BLUE, GRAY, GREEN, ORANGE, RED, VIOLET, main, plt, publish, wide_table

SCRIPT = Path(__file__).parent / "in.rope_bridge"
STEPS = (0.004, 0.002, 0.001)
TIME, HANG = 35, 60
LENGTH, KA = 59, 8000
TIMES = (0, 7, 10, 14, 18, 24)       # of the pictures
COLUMNS = ("time", "translation", "rotation", "elastic", "bonds", "gravity", "dashpots", "friction", "fracture", "sum", "strain", "broken")


def run(lammps, h):
    folder = lammps.run(f"h {h:g}", SCRIPT, h=h, time=TIME, hang=HANG)
    return folder, dict(zip(COLUMNS, np.loadtxt(folder / "bridge.dat")[:, 1:].T))


def frames(path):
    """Rows type, x, y, z, radius by time; their number may change."""
    found = {}
    for frame in path.read_text().split("ITEM: TIMESTEP\n")[1:]:
        lines = frame.split("\n")
        found[int(lines[0])] = np.array([line.split()[1:] for line in lines[8:-1]], float)
    return found


def tabulate(runs):
    table = wide_table("A rope bridge", 1 + len(STEPS))
    table.section("time step", *(f"{h:g}" for h in STEPS))
    table.row("largest strain of the bridge that hangs", *(f"{run['strain'][0]:.4f}" for run in runs))
    table.row("   of an elastic cable: (w^2 L^2/(24 KA^2))^(1/3)", *(f"{(LENGTH ** 2 / 24 / KA ** 2) ** (1 / 3):.4f}" for _ in runs))
    table.row("the bonds of the right end break at t =", *(f"{run['time'][np.argmax(run['broken'] > 0)]:.1f}" for run in runs))
    table.row("bonds that have broken", *(f"{run['broken'][-1]:.0f}" for run in runs))
    table.row("energy that gravity gave", *(f"{run['gravity'][0] - run['gravity'][-1]:.0f}" for run in runs))
    table.row("   dashpots took", *(f"{run['dashpots'][-1]:.0f}" for run in runs))
    table.row("   friction took", *(f"{run['friction'][-1]:.0f}" for run in runs))
    table.row("   broken bonds took", *(f"{run['fracture'][-1]:.1f}" for run in runs))
    table.row("largest change of the sum", *(f"{abs(run['sum'] - run['sum'][0]).max():.1f}" for run in runs))
    return table


def draw(path, folder, h, run):
    figure, axes = plt.subplots(2, 4, figsize=(15, 8))
    places = frames(folder / "bridge.dump")
    for axis, time in zip(axes[:, :3].ravel(), TIMES):
        rows = places[min(places, key=lambda step: abs(step * h - time))]
        size = 2 * rows[:, 4]
        colors = np.where(rows[:, 0] == 1, BLUE, ORANGE)
        axis.add_collection(EllipseCollection(size, size, 0 * size, units="xy", offsets=rows[:, [1, 3]], facecolors=colors,
                                              transOffset=axis.transData))
        axis.plot([-0.6, -0.6, 100], [0, -84, -84], color="black", linewidth=1)
        axis.set(title=f"t = {time}", xlabel="x", ylabel="z", xlim=(-5, 75), ylim=(-86, 22), aspect="equal")
    gs = axes[0, 3].get_gridspec()
    for axis in axes[:, 3]:
        axis.remove()
    axis = figure.add_subplot(gs[:, 3])
    for name, color in (("translation", BLUE), ("bonds", GREEN), ("dashpots", RED), ("friction", VIOLET)):
        axis.plot(run["time"], run[name], color=color, label=name)
    for name, color in (("sum", "black"), ("gravity", GRAY)):    # without the work of gravity before t = 0
        axis.plot(run["time"], run[name] - run["gravity"][0], color=color, label=name)
    axis.set(title="Energies", xlabel="time", ylabel="energy")
    axis.legend(fontsize="small")
    figure.tight_layout()
    figure.savefig(path, dpi=100, pil_kwargs={"optimize": True})


def measure(lammps, out):
    found = [run(lammps, h) for h in STEPS]
    publish(out, tabulate([rows for _, rows in found]))
    draw(out / "bridge.png", found[1][0], STEPS[1], found[1][1])


if __name__ == "__main__":
    main("rope_bridge", measure)
