#!/usr/bin/env python3
"""Triaxial compression at constant confining pressure of 2,000 spheres, in a dense and in a loose packing.

    measure.py [--lmp build/bin/lmp] [--out build/examples/triaxial] [--reuse]

Runs in.triaxial, prints a table and draws triaxial.png. Some two minutes on two cores. Needs numpy and matplotlib.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import BLUE, RED, main, plt, publish, save, wide_table

FOLDER = Path(__file__).resolve().parent
PACKINGS = {"dense": dict(slippery=0.0), "loose": dict(slippery=0.5)}
COLORS = {"dense": BLUE, "loose": RED}
SIZE = dict(packing=FOLDER / "packing.grains", grains=2000, prepare=20_000, steps=80_000, every=10)
PRESSURE, START = 1000.0, 100      # lines: 1000 steps, in which the grains begin to move
COLUMNS = ("step", "strain", "volume", "solid", "Sxx", "Syy", "Szz", "Lxx", "Lyy", "work")


def read(folder):
    return dict(zip(COLUMNS, np.loadtxt(folder / "triaxial.dat").T))


def smooth(values, window=20):
    return values[:len(values) // window * window].reshape(-1, window).mean(axis=1)


def deviation(run):
    """Of the stresses that are held from their target, relative, after the start."""
    return np.stack([run[name][START:] for name in ("Sxx", "Syy")]) / PRESSURE + 1


def ratio(run):
    return 2 * smooth(run["Szz"]) / smooth(run["Sxx"] + run["Syy"])


def friction_angle(stress_ratio):
    return np.degrees(np.arcsin((stress_ratio - 1) / (stress_ratio + 1)))


def tabulate(runs):
    table = wide_table("Triaxial compression of 2,000 spheres", 1 + len(runs))
    table.section("", *runs)
    last = slice(-len(ratio(runs["dense"])) // 10, None)

    def row(quantity, form, value):
        table.row(quantity, *(format(value(run), form) for run in runs.values()))

    row("solid fraction at the start", ".4f", lambda run: run["solid"][0])
    row("stress held, deviation of single steps, rms", ".2%", lambda run: deviation(run).std())
    row("the same, largest", ".2%", lambda run: abs(deviation(run)).max())
    row("the same, mean over the test", ".3%", lambda run: deviation(run).mean())
    row("largest stress ratio", ".2f", lambda run: ratio(run).max())
    row("... angle of friction", ".1f", lambda run: friction_angle(ratio(run).max()))
    row("... at strain", ".3f", lambda run: smooth(run["strain"])[ratio(run).argmax()])
    row("stress ratio, last tenth", ".2f", lambda run: ratio(run)[last].mean())
    row("... angle of friction", ".1f", lambda run: friction_angle(ratio(run)[last].mean()))
    row("solid fraction at the end", ".4f", lambda run: smooth(run["solid"])[-1])
    return table


def draw(path, runs):
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.6))
    for name, run in runs.items():
        strain = 100 * smooth(run["strain"])
        left.plot(strain, ratio(run), color=COLORS[name], linewidth=1.4, label=f"{name} packing")
        right.plot(strain, smooth(run["solid"]), color=COLORS[name], linewidth=1.8)
    left.set(title="Stress along z / confining stress", xlabel="strain along z  [%]")
    right.set(title="Solid fraction", xlabel="strain along z  [%]")
    save(figure, path)


def measure(lammps, out):
    jobs = [(name, FOLDER / "in.triaxial", {**SIZE, **packing}) for name, packing in PACKINGS.items()]
    runs = dict(zip(PACKINGS, map(read, lammps.run_all(jobs))))
    publish(out, tabulate(runs))
    draw(out / "triaxial.png", runs)


if __name__ == "__main__":
    main("triaxial", measure)
