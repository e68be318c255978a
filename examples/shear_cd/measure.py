#!/usr/bin/env python3
"""Grains with friction in a cell that shears at constant volume: stresses of rigid grains by contact dynamics beside those of soft grains.

    measure.py [--lmp build/bin/lmp] [--out build/examples/shear_cd] [--reuse]

Runs in.shear_cd from the same states with rigid grains and with soft ones, for three solid fractions, prints a
table and draws shear_cd.png. Needs numpy and matplotlib.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import BLUE, ORANGE, main, plt, publish, wide_table

HERE = Path(__file__).resolve().parent
SIZE = dict(edge=6, strain=10)
SEEDS = 6
START = 2      # strain from which stresses count
SOLIDS = {0.50: dict(K=1e6, step=0.001), 0.54: dict(K=1e6, step=0.001), 0.57: dict(K=1e7, step=0.001)}
GRAINS = {"rigid": BLUE, "soft": ORANGE}
DENSITY = 6 / np.pi


class Shear:
    """Mean pressure over rate^2, and mean shear stress over mean pressure."""

    def __init__(self, folder):
        strain, pressure, shear = np.loadtxt(folder / "shear.dat").T[1:]
        counts = strain > START
        self.pressure = pressure[counts].mean()
        self.ratio = shear[counts].mean() / self.pressure


def mean(values, digits):
    """With its standard error."""
    return f"{np.mean(values):.{digits}f} ± {error(values):.{digits}f}"


def error(values):
    return np.std(values, ddof=1) / np.sqrt(len(values))


def tabulate(runs):
    table = wide_table(f"{SIZE['edge'] ** 3} grains with friction .5 shear at constant volume, {SEEDS} states", 6)
    table.section("solid fraction", "grains", "shear stress / pressure", "minus that of soft grains", "pressure / (m rate²/d)", "minus that of soft grains [%]")
    for solid, cells in runs.items():
        soft = cells["soft"]
        for grains, found in cells.items():
            pairs = list(zip(found, soft)) if found is not soft else []
            level = np.mean([cell.pressure for cell in soft])
            table.row(f"{solid:.2f}", grains, mean([cell.ratio for cell in found], 3), mean([a.ratio - b.ratio for a, b in pairs], 3) if pairs else "",
                      mean([cell.pressure for cell in found], 1), mean([100 * (a.pressure - b.pressure) / level for a, b in pairs], 0) if pairs else "")
    return table


def draw(path, runs):
    figure, axes = plt.subplots(1, 3, figsize=(14, 4))
    for grains, color in GRAINS.items():
        ratios = [[cell.ratio for cell in cells[grains]] for cells in runs.values()]
        pressures = [[cell.pressure for cell in cells[grains]] for cells in runs.values()]
        style = dict(color=color, label=grains, marker="o", capsize=3)
        ratio, pressure = np.mean(ratios, axis=1), np.mean(pressures, axis=1)
        axes[0].errorbar(list(runs), ratio, [error(each) for each in ratios], **style)
        axes[1].errorbar(list(runs), pressure, [error(each) for each in pressures], **style)
        axes[2].errorbar(np.sqrt(DENSITY / pressure), ratio, [error(each) for each in ratios], **style)
    axes[0].set(xlabel="solid fraction", ylabel="shear stress / pressure")
    axes[1].set(xlabel="solid fraction", ylabel="pressure / (m rate$^2$/d)", yscale="log")
    axes[2].set(xlabel="inertial number", ylabel="shear stress / pressure", xscale="log")
    axes[0].legend()
    figure.tight_layout()
    figure.savefig(path, dpi=100, pil_kwargs={"optimize": True})


def measure(lammps, out):
    names = {(solid, grains): dict(grains=grains, solid=solid, **settings) for solid, settings in SOLIDS.items() for grains in GRAINS}
    found = lammps.run_seeds(HERE / "in.shear_cd", {f"{grains} {solid}": (names[solid, grains],) for solid, grains in names}, SEEDS, Shear, **SIZE)
    runs = {solid: {grains: found[f"{grains} {solid}"] for grains in GRAINS} for solid in SOLIDS}
    publish(out, tabulate(runs))
    draw(out / "shear_cd.png", runs)


if __name__ == "__main__":
    main("shear_cd", measure)
