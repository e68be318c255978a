#!/usr/bin/env python3
"""A pyramid of 2,870 rigid spheres falls onto its fixed base: the steps of four solvers, and the compatible forces at rest.

    measure.py [--lmp build/bin/lmp] [--out build/examples/drop] [--reuse]

Runs in.drop with each solver, prints a table and draws drop.png. Half a minute. Needs numpy and matplotlib.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import BLUE, GRAY, main, plt, publish, wide_table

HERE = Path(__file__).resolve().parent
SOLVERS = ("auto", "newton", "apgd", "pgs")
SIDE = 20
WEIGHT = 2000 * np.pi / 6 * 2.5e-3 ** 3 * 9.81
DROP = 0.025      # of a layer relative to that below, in diameters
AT_REST = 1e-6      # kinetic energy in weights times diameters


class Fall:
    """Thermo output of the steps, and upward forces on the base: those of the last step and the compatible ones, in weights."""

    def __init__(self, folder):
        lines = (folder / "log.lammps").read_text().splitlines()
        first = next(k for k, line in enumerate(lines) if line.split()[:2] == ["Step", "KinEng"]) + 1
        last = next(k for k, line in enumerate(lines) if k > first and line.startswith("Loop time"))
        self.step, self.kinetic, self.lost, self.base, self.largest = np.array([line.split() for line in lines[first:last]], float).T
        self.reactions = np.loadtxt(folder / "base.dat", skiprows=9)[:, 3]
        contacts = np.loadtxt(folder / "contacts.dat", skiprows=9)
        self.compatible = np.zeros(len(self.reactions))
        for first, second in ((1, 2), (2, 1)):      # columns of tags; the force is that on the first grain
            on_base = contacts[:, first] <= len(self.reactions)
            sign = -1.0 if first == 1 else 1.0
            np.add.at(self.compatible, contacts[on_base, first].astype(int) - 1, sign * contacts[on_base, 5] / WEIGHT)
        self.most = np.linalg.norm(contacts[:, 3:6], axis=1).max() / WEIGHT

    def rest(self):
        return int(self.step[np.flatnonzero(self.kinetic[1:] > AT_REST)[-1] + 2])

    def error(self):
        return np.linalg.norm(self.reactions - self.compatible) / np.linalg.norm(self.compatible)


def tabulate(falls):
    table = wide_table(f"Pyramid, {SIDE} x {SIDE} spheres in the base, after its fall; steps of 1 ms", 1 + len(SOLVERS))
    table.section("", *SOLVERS)
    potential = DROP * sum((SIDE - k) ** 2 * k for k in range(1, SIDE))

    def row(quantity, form, value):
        table.row(quantity, *(format(value(fall), form) for fall in falls.values()))

    row("at rest after, ms", "d", Fall.rest)
    row("energy lost / energy of the fall", ".7f", lambda fall: fall.lost[-1] / potential)
    row("force on the base, sum", ".4f", lambda fall: fall.reactions.sum())
    row("... largest during the fall", ".2f", lambda fall: fall.largest.max())
    row("... largest at rest", ".5f", lambda fall: fall.reactions.max())
    row("... compatible", ".5f", lambda fall: fall.compatible.max())
    row("relative difference to the compatible ones", ".1e", Fall.error)
    row("largest compatible force of a contact", ".6f", lambda fall: fall.most)
    return table


def draw(path, falls):
    figure = plt.figure(figsize=(15, 3.6), layout="constrained")
    left, *maps = figure.subplots(1, 1 + len(SOLVERS), width_ratios=[1.4] + [1] * len(SOLVERS))
    fall = falls["auto"]
    moving = fall.kinetic > 1e-9
    left.semilogy(fall.step[moving], fall.kinetic[moving], color=BLUE, marker="o", label="kinetic energy")
    left.semilogy(fall.step[1:], np.maximum(fall.base[1:], 1e-9), color=GRAY, marker="s", label="force on the base")
    left.set(title="The fall (in weights and diameters)", xlabel="time / ms", ylim=(1e-9, 1e5))
    left.legend(loc="lower left")
    for axes, (solver, fall) in zip(maps, falls.items()):
        difference = (fall.reactions - fall.compatible).reshape(SIDE, SIDE)
        image = axes.imshow(difference, origin="lower", vmin=-1, vmax=1, cmap="RdBu_r")
        axes.set(title=f"{solver}: {fall.error():.1e}", xticks=[], yticks=[])
        axes.grid(False)
    figure.colorbar(image, ax=maps, label="force on the base - compatible, in weights", shrink=0.9)
    figure.savefig(path, dpi=100, pil_kwargs={"optimize": True})


def measure(lammps, out):
    falls = {solver: Fall(lammps.run(solver, HERE / "in.drop", n=SIDE, solver=solver)) for solver in SOLVERS}
    publish(out, tabulate(falls))
    draw(out / "drop.png", falls)


if __name__ == "__main__":
    main("drop", measure)
