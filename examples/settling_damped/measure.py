#!/usr/bin/env python3
"""Grains that settle: fix damping/cundall/onstep in its forms, LAMMPS' fix damping/cundall, and no damping.

    measure.py [--lmp build/bin/lmp] [--out build/examples/settling_damped] [--reuse]

Runs in.settling_damped, prints a table and draws settling_damped.png. Needs numpy and matplotlib; LAMMPS needs package GRANULAR.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import BLUE, GRAY, GREEN, ORANGE, RED, main, plt, publish, save, wide_table

SCRIPT = Path(__file__).parent / "in.settling_damped"
RUNS = {
    "onstep": dict(color=BLUE),
    "regular": dict(color=GREEN),
    "free": dict(color=RED),
    "stock": dict(color=ORANGE, linestyle="--"),
    "none": dict(color=GRAY),
}
OURS = ("onstep", "regular", "free")
NAMES = {"onstep": "onstep", "regular": "regular", "free": "gravity no", "stock": "damping/cundall", "none": "none"}
H, STEPS, GRAINS, HEIGHT, SEEDS = 0.002, 50_000, 392, 13.2, (4711, 4712, 4713, 4714, 4715)
STEP, KINETIC, POTENTIAL, CONSERVED, BOOKS, DISSIPATED, MEAN_HEIGHT, FLOOR, NET = range(9)


def thermo(log):
    """Rows of the thermo output."""
    lines = log.read_text().split("   Step ")[1].split("Loop time")[0].splitlines()[1:]
    return np.array([line.split() for line in lines], float)


def first_time(rows, below):
    """When the kinetic energy has fallen below a value for good; infinite, if it has not."""
    above = np.nonzero(rows[:, KINETIC] >= below)[0]
    after = above[-1] + 1 if len(above) else 0
    return H * rows[after, STEP] if after < len(rows) else np.inf


def touch_down(rows):
    """First time with a force on the floor."""
    return H * rows[np.nonzero(rows[:, FLOOR])[0][0], STEP]


def lost(rows):
    return rows[0, KINETIC] + rows[0, POTENTIAL] - rows[-1, KINETIC] - rows[-1, POTENTIAL]


def late(rows):
    return rows[rows[:, STEP] > 0.9 * STEPS]


def tabulate(runs):
    table = wide_table(f"{GRAINS} elastic grains of weight 1 fall from a mean height of {HEIGHT}, GL = 0.3; medians of {len(SEEDS)} runs",
                       1 + len(runs))
    table.section("", *(NAMES[name] for name in runs))

    def row(name, form, quantity):
        values = (np.median([quantity(rows) for rows in several]) for several in runs.values())
        table.row(name, *(format(value, form) if np.isfinite(value) else "not" for value in values))

    row("first on the floor at t", ".1f", touch_down)
    for energy in (1e-1, 1e-3, 1e-5):
        row(f"kinetic energy per grain < {energy:g} from t", ".0f", lambda rows: first_time(rows, energy * GRAINS))
    row("energy lost", ".1f", lost)
    table.row("dissipated, as the fix says", *(f"{np.median([rows[-1, DISSIPATED] for rows in several]):.1f}" if name in OURS else "-"
                                               for name, several in runs.items()))
    row("force on the floor / weight, last tenth", ".4f", lambda rows: -late(rows)[:, FLOOR].mean())
    row("largest force on a grain / its weight, last tenth", ".2g", lambda rows: late(rows)[:, NET].mean())
    return table


def draw(path, runs):
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.6))
    for name, (rows, *_) in runs.items():
        t = H * rows[:, STEP]
        left.semilogy(t, rows[:, KINETIC] / GRAINS + 1e-9, label=NAMES[name], **RUNS[name])
        right.plot(t, rows[:, MEAN_HEIGHT], **RUNS[name])
    left.set(title="Kinetic energy per grain", xlabel="time", ylim=(1e-7, 20))
    right.set(title="Mean height", xlabel="time", xlim=(0, 15))
    save(figure, path)


def measure(lammps, out):
    runs = {name: [thermo(lammps.run(f"{name} {seed}", SCRIPT, damping=name, steps=STEPS, seed=seed) / "log.lammps")
                   for seed in SEEDS] for name in RUNS}
    publish(out, tabulate(runs))
    draw(out / "settling_damped.png", runs)


if __name__ == "__main__":
    main("settling_damped", measure)
