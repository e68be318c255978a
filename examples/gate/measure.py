#!/usr/bin/env python3
"""A hinged gate that a flow of grains opens: its angle and the flow for gates of three masses.

    measure.py [--lmp build/bin/lmp] [--out build/examples/gate] [--reuse]

Runs in.gate with three masses, prints a table and draws gate.png. Half a minute on one core. Needs numpy and matplotlib.
"""

import sys
from pathlib import Path

import numpy as np
from matplotlib.collections import EllipseCollection

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import BLUE, ORANGE, RED, main, plt, publish, read_dump, thermo, wide_table

HERE = Path(__file__).resolve().parent
MASSES = {10: ORANGE, 40: BLUE, 160: RED}
SHOWN, SEEN = 40, 5      # mass of the gate in the picture, and when
HINGE, LENGTH = (15, 12), 11.7


class Gate:
    def __init__(self, folder):
        self.folder = folder
        self.time, self.angle, self.passed, self.sum = np.loadtxt(folder / "gate.dat").T
        losses = thermo(folder)[:, 6:8].sum(axis=1)      # by dashpots and by friction
        self.drift = np.ptp(self.sum) / (losses[-1] - losses[0])


def tabulate(gates):
    table = wide_table("A hinged gate that a flow opens", len(gates) + 1)
    table.section("mass of the gate", *map(str, gates))
    table.row("largest angle (degrees)", *(f"{np.degrees(g.angle.max()):.0f}" for g in gates.values()))
    table.row("angle at the end", *(f"{np.degrees(g.angle[-1]):.0f}" for g in gates.values()))
    table.row("grains that have passed by time 5", *(f"{np.interp(5, g.time, g.passed):.0f}" for g in gates.values()))
    table.row("... at the end", *(f"{g.passed[-1]:.0f}" for g in gates.values()))
    table.row("change of the ledger's sum / what was lost", *(f"{g.drift:.1e}" for g in gates.values()))
    return table


def draw(path, gates):
    figure, (left, right) = plt.subplots(1, 2, figsize=(12, 4.6), width_ratios=(1, 1.6))
    for mass, gate in gates.items():
        left.plot(gate.time, np.degrees(gate.angle), color=MASSES[mass], label=f"mass {mass}")
    left.set(xlabel="time since the latch has opened", ylabel="angle of the gate / degrees")
    left.legend()
    gate = gates[SHOWN]
    x, _, z, vx, radius = read_dump(gate.folder / "see.dat")[0].T
    size = 2 * radius
    disks = EllipseCollection(size, size, 0 * size, units="xy", offsets=np.column_stack([x, z]), array=vx, cmap="viridis",
                              transOffset=right.transData)
    right.add_collection(disks)
    angle = np.interp(SEEN, gate.time, gate.angle)
    right.plot([HINGE[0], HINGE[0] + LENGTH * np.sin(angle)], [HINGE[1], HINGE[1] - LENGTH * np.cos(angle)], color=RED, linewidth=3)
    right.plot([0, 0, 45], [14, 0, 0], color="black")
    right.set(title=f"mass {SHOWN}, time {SEEN}", xlim=(-1, 45), ylim=(-1, 14), aspect="equal")
    right.grid(False)
    figure.colorbar(disks, ax=right, label="velocity to the right", shrink=0.6)
    figure.tight_layout()
    figure.savefig(path, dpi=100, pil_kwargs={"optimize": True})


def measure(lammps, out):
    gates = {mass: Gate(lammps.run(f"mass{mass}", HERE / "in.gate", M=mass, settle=10, flow=30, seen=SEEN)) for mass in MASSES}
    publish(out, tabulate(gates))
    draw(out / "gate.png", gates)


if __name__ == "__main__":
    main("gate", measure)
