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
SIZE = dict(edge=6, mix=20, strain=10)
SEEDS = 6
START = 2      # strain from which stresses count
SOLIDS = {0.50: dict(K=1e6, step=0.001), 0.54: dict(K=1e6, step=0.001), 0.57: dict(K=1e7, step=0.001)}
GRAINS = {"rigid": BLUE, "soft": ORANGE}
DENSITY = 6 / np.pi
PRESSURES = (1, 3, 8, 20, 50, 120, 300, 800)      # limits between which strains of 0.1 are taken together, from all cells


class Shear:
    """Pressure over rate^2 and shear stress in strains of 0.1; mean and median pressure, mean shear stress over mean pressure."""

    def __init__(self, folder):
        strain, *stresses = np.loadtxt(folder / "shear.dat").T[1:]
        self.pressures, self.shears = (stress[strain > START] for stress in stresses)
        self.pressure, self.median = self.pressures.mean(), np.median(self.pressures)
        self.ratio = self.shears.mean() / self.pressure


def mean(values, digits):
    """With its standard error."""
    return f"{np.mean(values):.{digits}f} ± {error(values):.{digits}f}"


def error(values):
    return np.std(values, ddof=1) / np.sqrt(len(values))


def by_inertial_number(runs, grains):
    """Of strains of 0.1 whose pressures are alike: inertial number, shear stress over pressure, and its standard error."""
    pressure, shear = (np.concatenate([getattr(cell, name) for cells in runs.values() for cell in cells[grains]]) for name in ("pressures", "shears"))
    rows = []
    for low, high in zip(PRESSURES, PRESSURES[1:]):
        here = (low <= pressure) & (pressure < high)
        rows.append((np.sqrt(DENSITY / pressure[here].mean()), shear[here].sum() / pressure[here].sum(), error(shear[here] / pressure[here])))
    return np.array(rows).T


def tabulate(runs):
    table = wide_table(f"{SIZE['edge'] ** 3} grains with friction .5 shear at constant volume, {SEEDS} states", 6)
    table.section("solid fraction", "grains", "shear stress / pressure", "minus that of soft grains", "pressure / (m rate²/d)", "its median")
    for solid, cells in runs.items():
        for grains, found in cells.items():
            pairs = zip(found, cells["soft"])
            table.row(f"{solid:.2f}", grains, mean([cell.ratio for cell in found], 3), mean([a.ratio - b.ratio for a, b in pairs], 3) if grains != "soft" else "",
                      mean([cell.pressure for cell in found], 1), mean([cell.median for cell in found], 1))
    table.section("inertial number", "rigid", "soft", "difference", "", "")
    for (number, rigid, a), (_, soft, b) in zip(by_inertial_number(runs, "rigid").T, by_inertial_number(runs, "soft").T):
        table.row(f"{number:.2f}", f"{rigid:.3f} ± {a:.3f}", f"{soft:.3f} ± {b:.3f}", f"{rigid - soft:.3f} ± {np.hypot(a, b):.3f}", "", "")
    return table


def draw(path, runs):
    figure, axes = plt.subplots(1, 3, figsize=(14, 4))
    for grains, color in GRAINS.items():
        style = dict(color=color, label=grains, marker="o", capsize=3)
        for panel, name in zip(axes, ("ratio", "median")):
            values = [[getattr(cell, name) for cell in cells[grains]] for cells in runs.values()]
            panel.errorbar(list(runs), np.mean(values, axis=1), [error(each) for each in values], **style)
        axes[2].errorbar(*by_inertial_number(runs, grains), **style)
    axes[0].set(xlabel="solid fraction", ylabel="shear stress / pressure")
    axes[1].set(xlabel="solid fraction", ylabel="median of pressure / (m rate$^2$/d)", yscale="log")
    axes[2].set(xlabel="inertial number", ylabel="shear stress / pressure", xscale="log")
    axes[2].set_xticks([0.1, 0.3, 1], ["0.1", "0.3", "1"])
    axes[2].minorticks_off()
    axes[0].legend()
    figure.tight_layout()
    figure.savefig(path, dpi=100, pil_kwargs={"optimize": True})


def measure(lammps, out):
    cases = {f"{grains} {solid}": (dict(grains=grains, solid=solid, **settings),) for solid, settings in SOLIDS.items() for grains in GRAINS}
    found = lammps.run_seeds(HERE / "in.shear_cd", cases, SEEDS, Shear, **SIZE)
    runs = {solid: {grains: found[f"{grains} {solid}"] for grains in GRAINS} for solid in SOLIDS}
    publish(out, tabulate(runs))
    draw(out / "shear_cd.png", runs)


if __name__ == "__main__":
    main("shear_cd", measure)
