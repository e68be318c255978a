#!/usr/bin/env python3
"""10,000 grains flow out of a hopper: the rate against the outlet, beside Beverloo's law and beside LAMMPS' own styles.

    measure.py [--lmp build/bin/lmp] [--out build/examples/hopper] [--reuse]

Fills the hopper once, lets the grains flow out of four outlets with contact/hooke and wall/contact, and with gran/hooke/history and
wall/gran/region; prints a table and draws hopper.png. About ten minutes on one core. Needs numpy and matplotlib.
"""

import sys
from pathlib import Path

import numpy as np
from matplotlib.collections import EllipseCollection

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import BLUE, GRAY, main, plt, publish, read_dump, wide_table

HERE = Path(__file__).resolve().parent
HOPPER = {"R": 10, "top": 60}
FLOWS = {6: 40, 7: 30, 8: 25, 10: 15}      # outlet: time
BEGIN = 5                                  # the flow is steady then
STEP = 1e-3
CODES = {"vardem": ("contact/hooke, wall/contact", BLUE, "o"), "stock": ("gran/hooke/history, wall/gran/region", GRAY, "s")}


def rate(folder):
    """Grains per unit of time, and the scatter of its mean over spans of 2.5."""
    rows = np.loadtxt(folder / "flow.dat")
    time, out = STEP * rows[:, 0], rows[:, 1]
    ends = np.arange(BEGIN, time[-1] + 1e-9, 2.5)
    rates = np.diff(np.interp(ends, time, out)) / 2.5
    return rates.mean(), rates.std(ddof=1) / np.sqrt(len(rates))


def bulk_density(path):
    """Mass over volume in the cylinder, from a layer above the cone to one below the free surface."""
    rows = path.read_text().split("Atoms # sphere")[1].split("Velocities")[0].split("\n")
    grains = np.array([row.split()[2:7] for row in rows if row.split()], float)      # diameter, density, x, y, z
    low, high = 12.0, 28.0
    inside = (grains[:, 4] > low) & (grains[:, 4] < high)
    mass = np.pi / 6 * grains[:, 0] ** 3 * grains[:, 1]
    return mass[inside].sum() / (np.pi * HOPPER["R"] ** 2 * (high - low))


def fit(rates):
    """Beverloo's law, rate^(2/5) = (C bulk density)^(2/5) (D - k d): k and C times the density."""
    slope, shift = np.polyfit(list(rates), [r ** 0.4 for r, _ in rates.values()], 1)
    return -shift / slope, slope ** 2.5


def tabulate(rates, density):
    table = wide_table("10,000 grains flow out of a hopper: grains per unit of time", 3)
    table.section("outlet D", *(name for name, _, _ in CODES.values()))
    for outlet in FLOWS:
        table.row(str(outlet), *("{:.1f} +- {:.1f}".format(*rates[code][outlet]) for code in CODES))
    fits = [fit(rates[code]) for code in CODES]
    table.row("Beverloo's law, C", *(f"{c / density:.2f}" for _, c in fits))
    table.row("... k", *(f"{k:.2f}" for k, _ in fits))
    return table


def draw(path, rates, grains):
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 5.2))
    D = np.linspace(5, 10.5, 50)
    for code, (name, color, marker) in CODES.items():
        k, c = fit(rates[code])
        left.plot(list(FLOWS), [r for r, _ in rates[code].values()], marker, color=color, label=name, zorder=3)
        if code == "vardem":
            left.plot(D, c * (D - k) ** 2.5, color=color, linewidth=1, label="Beverloo's law")
    left.set(title="Rate of flow", xlabel="outlet / diameter of a grain", ylabel="grains / sqrt(d/g)")
    left.legend()
    x, y, z, vz, radius = grains.T
    near = abs(y) < 0.6
    right.plot([-10, -10, -3, np.nan, 3, 10, 10], [40, 10, 3, np.nan, 3, 10, 40], color="black")
    size = 2 * radius[near]
    disks = EllipseCollection(size, size, 0 * size, units="xy", offsets=np.column_stack([x, z])[near], array=-vz[near],
                              cmap="viridis", transOffset=right.transData)
    disks.set_clim(0, 3)
    right.add_collection(disks)
    right.set(title="Outlet 6, in the middle plane", xlim=(-12, 12), ylim=(-4, 40), aspect="equal")
    right.grid(False)
    figure.colorbar(disks, ax=right, label="downward velocity")
    figure.tight_layout()
    figure.savefig(path, dpi=100, pil_kwargs={"optimize": True})


def measure(lammps, out):
    lammps.provide("fill", HERE / "fill.hopper")
    filled = lammps.run("fill", HERE / "in.hopper", outlet=6, columns=45, filling=15, time=0.01, **HOPPER) / "hopper.grains"
    folders = {code: {D: lammps.run(lammps.provide(f"{code} {D}", filled), HERE / "in.hopper", code=code, outlet=D, time=time,
                                    grains="hopper.grains", **HOPPER) for D, time in FLOWS.items()} for code in CODES}
    rates = {code: {D: rate(folder) for D, folder in of_code.items()} for code, of_code in folders.items()}
    publish(out, tabulate(rates, bulk_density(filled)))
    draw(out / "hopper.png", rates, read_dump(folders["vardem"][6] / "end.dat")[0])


if __name__ == "__main__":
    main("hopper", measure)
