#!/usr/bin/env python3
"""Simple shear of a periodic cell at constant pressure: the friction of rigid grains by contact dynamics beside that of soft grains.

    measure.py [--lmp build/bin/lmp] [--out build/examples/shear_cd] [--reuse]

Runs in.shear_cd at several inertial numbers from the same loose places with rigid grains and with soft ones, prints a table and
draws shear_cd.png. Needs numpy and matplotlib.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import BLUE, ORANGE, main, plt, publish, save, wide_table

HERE = Path(__file__).resolve().parent
SIZE = dict(n=5, strain=5)
SEEDS = 8
FROM = 2      # strain behind which the flow is steady
NUMBERS = (1e-2, 3e-2, 1e-1)
COLORS = dict(rigid=BLUE, soft=ORANGE)


class Flow:
    """The means over the steady flow: friction, inertial number of the pressure that the cell has had, and solid fraction."""

    def __init__(self, folder):
        _, strain, xy, yy, solid = np.loadtxt(folder / "shear.dat").T
        steady = strain > FROM
        self.friction = xy[steady].sum() / yy[steady].sum()
        self.pressure, self.solid = -yy[steady].mean(), solid[steady].mean()


def name_of(grains, number):
    return f"{grains}, I = {number:g}"


def mean(values, digits=3):
    """With its standard error."""
    return f"{np.mean(values):.{digits}f} ± {np.std(values, ddof=1) / np.sqrt(len(values)):.{digits}f}"


def tabulate(flows):
    table = wide_table(f"Grains with friction .5 in simple shear, {SEEDS} sets of diameters", 6)
    table.section("I", "friction, rigid", "friction, soft", "difference", "pressure, rigid and soft", "solid fraction, rigid and soft")
    for number in NUMBERS:
        rigid, soft = (flows[name_of(grains, number)] for grains in ("rigid", "soft"))
        table.row(f"{number:g}", mean([flow.friction for flow in rigid]), mean([flow.friction for flow in soft]),
                  mean([a.friction - b.friction for a, b in zip(rigid, soft)]),
                  ", ".join(mean([flow.pressure for flow in of], 2) for of in (rigid, soft)),
                  ", ".join(mean([flow.solid for flow in of]) for of in (rigid, soft)))
    return table


def draw(path, flows):
    figure, axes = plt.subplots(1, 2, figsize=(9, 3.6))
    for grains, color in COLORS.items():
        for panel, of in zip(axes, ("friction", "solid")):
            values = np.array([[getattr(flow, of) for flow in flows[name_of(grains, number)]] for number in NUMBERS])
            # the cell has had a mean pressure of its own
            places = [number / np.sqrt(np.mean([flow.pressure for flow in flows[name_of(grains, number)]])) for number in NUMBERS]
            panel.errorbar(places, values.mean(axis=1), values.std(axis=1, ddof=1) / np.sqrt(SEEDS), fmt="o-", color=color,
                           capsize=3, label=f"{grains} grains")
            panel.set(xscale="log", xlabel="inertial number")
    axes[0].set(ylabel="shear stress / pressure")
    axes[1].set(ylabel="solid fraction")
    save(figure, path)


def measure(lammps, out):
    runs = {name_of(grains, number): (dict(grains=grains, I=number),) for grains in COLORS for number in NUMBERS}
    flows = lammps.run_seeds(HERE / "in.shear_cd", runs, SEEDS, Flow, **SIZE)
    publish(out, tabulate(flows))
    draw(out / "shear_cd.png", flows)


if __name__ == "__main__":
    main("shear_cd", measure)
