#!/usr/bin/env python3
"""Head-on impacts: coefficient of restitution against the time step, with fix nve/sphere/implicit and with fix nve/sphere.

    measure.py [--lmp build/bin/lmp] [--out build/examples/impact_implicit] [--reuse]

Runs in.impact_implicit, prints a table and draws impact_implicit.png. Needs numpy and matplotlib.
"""
import sys
from pathlib import Path

import numpy as np
from matplotlib.ticker import NullFormatter

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from helpers import BLUE, GRAY, GREEN, ORANGE, main, plt, publish, read_dump, save, wide_table

SCRIPT = Path(__file__).parent / "in.impact_implicit"
K = 195000.0
STEPS = (1.6, 3.2, 8.1, 16.1, 32.2, 64.4, 160)
GAMMAS = (0, 30)
FORMS = {"zero": ("alpha 0", BLUE, "o"), "half": ("alpha 0.5", ORANGE, "^"), "energy": ("scheme energy", GREEN, "D"),
         "verlet": ("fix nve/sphere", GRAY, "s")}


def exact(gamma):
    """exp(-gamma pi t_g / 2): the linear oscillator, from the first contact to zero overlap."""
    return np.exp(-0.5 * np.pi * gamma / np.sqrt(2 * K - gamma ** 2 / 4))


def errors(lammps, form, gamma, n):
    """Of the 64 phases."""
    folder = lammps.run(f"{form} {gamma} {n}", SCRIPT, form=form, gamma=gamma, n=n)
    return read_dump(folder / "rebound.dump")[-1, ::2, 3] - exact(gamma)


def rms(values):
    return np.sqrt((values ** 2).mean())


def measure(lammps, out):
    found = {(form, gamma): [errors(lammps, form, gamma, n) for n in STEPS] for form in FORMS for gamma in GAMMAS}
    table = wide_table("Restitution over 64 phases", 1 + len(STEPS))
    for gamma in GAMMAS:
        for what, value in ("rms error", lambda e: f"{rms(e):.1e}"), ("mean error", lambda e: f"{e.mean():+.0e}"):
            table.section(f"gamma {gamma}, e = {exact(gamma):.5f}, {what}", *(f"tc/{n}" for n in STEPS))
            for form, (name, _, _) in FORMS.items():
                table.row(name, *map(value, found[form, gamma]))
    publish(out, table)

    figure, axes = plt.subplots(1, 2, figsize=(9.0, 4.6), sharey=True)
    for axis, gamma in zip(axes, GAMMAS):
        for form, (name, color, marker) in FORMS.items():
            axis.loglog(1 / np.array(STEPS), [max(rms(e), 1e-16) for e in found[form, gamma]], color=color, marker=marker,
                        label=name, linestyle="--" if form == "verlet" else "-")
        axis.xaxis.set_minor_formatter(NullFormatter())
        axis.set(title=f"{'Without dashpots' if gamma == 0 else f'Dashpots, gamma {gamma}'}: e = {exact(gamma):.3f}",
                 xlabel="time step / contact time", xlim=(4e-3, 1.0), ylim=(1e-16, 10))
    axes[0].set(ylabel="error of the restitution e, rms")
    save(figure, out / "impact_implicit.png")


if __name__ == "__main__":
    main("impact_implicit", measure)
