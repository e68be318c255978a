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
NAMES = {"onstep": "onstep", "regular": "regular", "free": "gravity no", "stock": "damping/cundall", "none": "none"}
H, STEPS, GRAINS, HEIGHT = 0.002, 50_000, 392, 13.2
STEP, KINETIC, POTENTIAL, CONSERVED, DISSIPATED, MEAN_HEIGHT, FLOOR, NET = range(8)


def thermo(log):
    """Rows of the thermo output."""
    lines = log.read_text().split("   Step ")[1].split("Loop time")[0].splitlines()[1:]
    return np.array([line.split() for line in lines], float)


def first_time(rows, below):
    """When the kinetic energy has fallen below a value for good, or None."""
    above = np.nonzero(rows[:, KINETIC] >= below)[0]
    after = above[-1] + 1 if len(above) else 0
    return f"{H * rows[after, STEP]:.0f}" if after < len(rows) else "not"


def touch_down(rows):
    """First time with a force on the floor."""
    return f"{H * rows[np.nonzero(rows[:, FLOOR])[0][0], STEP]:.1f}"


def tabulate(runs):
    table = wide_table(f"{GRAINS} elastic grains of weight 1 fall from a mean height of {HEIGHT}, GL = 0.3", 1 + len(runs))
    table.section("", *(NAMES[name] for name in runs))
    late = [rows[rows[:, STEP] > 0.9 * STEPS] for rows in runs.values()]
    table.row("first on the floor at t", *(touch_down(rows) for rows in runs.values()))
    for energy in (1e-1, 1e-3, 1e-5):
        table.row(f"kinetic energy per grain < {energy:g} from t", *(first_time(rows, energy * GRAINS) for rows in runs.values()))
    table.row("energy lost", *(f"{rows[0, KINETIC] + rows[0, POTENTIAL] - rows[-1, KINETIC] - rows[-1, POTENTIAL]:.1f}"
                               for rows in runs.values()))
    table.row("dissipated, as the fix says", *(f"{rows[-1, DISSIPATED]:.1f}" if name in ("onstep", "regular", "free") else "-"
                                               for name, rows in runs.items()))
    table.row("force on the floor / weight, last tenth", *(f"{-rows[:, FLOOR].mean():.4f}" for rows in late))
    table.row("largest force on a grain / its weight, last tenth", *(f"{rows[:, NET].mean():.2g}" for rows in late))
    return table


def draw(path, runs):
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.6))
    for name, rows in runs.items():
        t = H * rows[:, STEP]
        left.semilogy(t, rows[:, KINETIC] / GRAINS + 1e-9, label=NAMES[name], **RUNS[name])
        right.plot(t, rows[:, MEAN_HEIGHT], **RUNS[name])
    left.set(title="Kinetic energy per grain", xlabel="time", ylim=(1e-7, 20))
    right.set(title="Mean height", xlabel="time", xlim=(0, 15))
    save(figure, path)


def measure(lammps, out):
    runs = {name: thermo(lammps.run(name, SCRIPT, damping=name, steps=STEPS) / "log.lammps") for name in RUNS}
    publish(out, tabulate(runs))
    draw(out / "settling_damped.png", runs)


if __name__ == "__main__":
    main("settling_damped", measure)
