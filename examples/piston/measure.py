#!/usr/bin/env python3
"""An oedometer with a lid that moves by forces: how well a servo and a mass under a pressure hold their target, and the curve of the bed.

    measure.py [--lmp build/bin/lmp] [--out build/examples/piston] [--reuse]

Runs in.piston with servos of three masses, and with a mass under a pressure, prints a table and draws piston.png. About a minute on one core.
Needs numpy and matplotlib.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import BLUE, GRAY, ORANGE, RED, main, plt, publish, wide_table

HERE = Path(__file__).resolve().parent
PERIOD, CYCLES, HIGH = 10, 1, 100
RUNS = [("servo", 5), ("servo", 50), ("servo", 500), ("pressure", 50)]
COLORS = {("servo", 5): ORANGE, ("servo", 50): BLUE, ("servo", 500): GRAY, ("pressure", 50): RED}


class Lid:
    def __init__(self, folder):
        self.time, self.target, self.pressure, self.height = np.loadtxt(folder / "lid.dat").T[:4]
        self.error = self.pressure / self.target - 1

    def rms(self, cycle):
        return np.sqrt(np.mean(self.error[self.time // PERIOD == cycle] ** 2))


def tabulate(lids):
    table = wide_table(f"rms of (pressure / target - 1), {CYCLES} cycles of period {PERIOD}", CYCLES + 1)
    table.section("lid", *[f"cycle {n + 1}" for n in range(CYCLES)])
    for (kind, mass), lid in lids.items():
        table.row(f"{kind}, mass {mass}", *[f"{lid.rms(n):.5f}" for n in range(CYCLES)])
    return table


def draw(path, lids):
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.8))
    lid = lids["servo", 50]
    left.plot(-(lid.height - lid.height[0]), lid.pressure, color=BLUE, lw=1)
    left.set(xlabel="way of the lid / mean diameter", ylabel="pressure", title="servo, mass 50")
    for key, one in reversed(lids.items()):
        right.semilogy(one.time / PERIOD, np.abs(one.error), color=COLORS[key], lw=0.6, label=f"{key[0]}, mass {key[1]}")
    right.axhline(1e-3, color="black", lw=0.8, ls=":")
    right.set(xlabel="cycles", ylabel="|pressure / target - 1|", ylim=(1e-7, 1))
    right.legend(loc="lower right", fontsize=8)
    figure.tight_layout()
    figure.savefig(path, dpi=100, pil_kwargs={"optimize": True})


def measure(lammps, out):
    lids = {(kind, mass): Lid(lammps.run(f"{kind}{mass}", HERE / "in.piston", lid=kind, M=mass, press=4, period=PERIOD, cycles=CYCLES, high=HIGH))
            for kind, mass in RUNS}
    publish(out, tabulate(lids))
    draw(out / "piston.png", lids)


if __name__ == "__main__":
    main("piston", measure)
