#!/usr/bin/env python3
"""A grain that slides, then rolls: where its energy goes, by the parts of fix energy/ledger.

    measure.py [--lmp build/bin/lmp] [--out build/examples/rolling] [--reuse]

Runs in.rolling, prints a table and draws rolling.png. Needs numpy and matplotlib.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import BLUE, GRAY, GREEN, ORANGE, RED, main, plt, publish, wide_table

SCRIPT = Path(__file__).parent / "in.rolling"
STEPS = (1e-3, 5e-4, 2.5e-4, 1.25e-4)
VELOCITIES = {"onstep": dict(color=BLUE, marker="o"), "mid": dict(color=GRAY, marker="s")}
MU, T_ROLL = 0.3, 2 / (7 * 0.3)      # a rigid sphere with v = 1 rolls after 2 v / (7 mu g)
STEP, TRANSLATION, ROTATION, ELASTIC, GRAVITY, DASHPOTS, FRICTION, SUM = range(8)
PARTS = {TRANSLATION: ("translation", BLUE), ROTATION: ("rotation", GREEN), FRICTION: ("friction", ORANGE), DASHPOTS: ("dashpots", RED)}


def thermo(log):
    """Rows of the thermo output."""
    lines = log.read_text().split("   Step ")[1].split("Loop time")[0].splitlines()[1:]
    return np.array([line.split() for line in lines], float)


def change(rows):
    """Largest change of the sum."""
    return abs(rows[:, SUM] - rows[0, SUM]).max()


def tabulate(runs):
    table = wide_table("A grain of mass 1 slides with v = 1, mu = 0.3, until it rolls", 1 + len(STEPS))
    last = runs["onstep"][STEPS[-1]][-1]
    table.section("", "measured", "rigid sphere")
    table.row("kinetic energy of translation at the end", f"{last[TRANSLATION]:.5f}", f"{25 / 98:.5f}")
    table.row("kinetic energy of rotation at the end", f"{last[ROTATION]:.5f}", f"{10 / 98:.5f}")
    table.row("taken by friction", f"{last[FRICTION]:.5f}", f"{1 / 7:.5f}")
    table.row("taken by dashpots", f"{last[DASHPOTS]:.5f}", "0")
    table.section("largest change of the sum, step", *(f"{h:g}" for h in STEPS))
    for velocity, of_steps in runs.items():
        table.row(f"velocity {velocity}", *(f"{change(of_steps[h]):.2g}" for h in STEPS))
    return table


def draw(path, runs):
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.6), gridspec_kw={"width_ratios": (1.5, 1)})
    rows = runs["onstep"][5e-4]
    t = 5e-4 * rows[:, STEP]
    left.stackplot(t, *(rows[:, k] for k in PARTS), labels=[name for name, _ in PARTS.values()], colors=[color for _, color in PARTS.values()],
                   alpha=0.85)
    left.axvline(T_ROLL, color="black", linewidth=1, linestyle="--")
    left.text(T_ROLL + 0.02, 0.52, "a rigid sphere rolls", va="bottom")
    left.set(title="Where the energy is", xlabel="time", ylabel="energy", xlim=(0, t[-1]), ylim=(0, 0.56))
    left.legend(loc="lower left", frameon=True)
    for velocity, of_steps in runs.items():
        right.loglog(STEPS, [change(of_steps[h]) for h in STEPS], label=f"velocity {velocity}", **VELOCITIES[velocity])
    right.set(title="Largest change of the sum", xlabel="time step")
    right.set_xticks(STEPS, [f"{h:g}" for h in STEPS])
    right.minorticks_off()
    right.legend()
    figure.tight_layout()
    figure.savefig(path, dpi=100, pil_kwargs={"optimize": True})


def measure(lammps, out):
    runs = {velocity: {h: thermo(lammps.run(f"{velocity} {h:g}", SCRIPT, velocity=velocity, h=h) / "log.lammps") for h in STEPS}
            for velocity in VELOCITIES}
    publish(out, tabulate(runs))
    draw(out / "rolling.png", runs)


if __name__ == "__main__":
    main("rolling", measure)
