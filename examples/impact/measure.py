#!/usr/bin/env python3
"""Head-on impacts: coefficient of restitution against the time step and the phase of the first contact, with pair style
contact/hooke (velocity onstep) and with gran/hooke of LAMMPS; keyword restitution of contact/hooke and contact/hertz.

    measure.py [--lmp build/bin/lmp] [--out build/examples/impact] [--reuse]

Runs in.impact, prints a table and draws impact.png. Needs numpy and matplotlib.
"""

import sys
from pathlib import Path

import numpy as np
from matplotlib.ticker import NullFormatter

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import BLUE, GRAY, GREEN, ORANGE, RED, VIOLET, main, order, plt, publish, read_dump, save_panels, three_panels, wide_table

SCRIPT = Path(__file__).parent / "in.impact"
K = 195000.0
GAMMAS = {15: BLUE, 30: GREEN, 60: ORANGE, 150: RED}
STEPS = (16.1, 32.2, 64.4, 160, 322, 644)
STYLES = {"onstep": ("contact/hooke", "o", "-"), "stock": ("gran/hooke", "s", "--")}
SCATTER = (60, 16.1)     # gamma and steps of the picture against the phase
GIVEN = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0)


def exact(gamma):
    """exp(-gamma pi t_g / 2): the linear oscillator, from the first contact to zero overlap."""
    return np.exp(-0.5 * np.pi * gamma / np.sqrt(2 * K - gamma ** 2 / 4))


def impacts(lammps, **variables):
    """Phases and restitution coefficients of the 64 pairs, by the phase."""
    folder = lammps.run(" ".join(f"{name} {value}" for name, value in variables.items()), SCRIPT, **variables)
    phase, e = read_dump(folder / "rebound.dump")[-1, :, 2:4].T
    return np.unique(phase), np.array([e[phase == p].mean() for p in np.unique(phase)])


def tabulate(errors, given):
    table = wide_table("Restitution: mean error over 64 phases", 1 + len(STEPS) + 1)
    heads = [f"tc/{n}" for n in STEPS]
    for style, (name, _, _) in STYLES.items():
        table.section(f"{name}, mean error", *heads, "order")
        for gamma in GAMMAS:
            means = [error.mean() for error in errors[style, gamma]]
            table.row(f"gamma {gamma}, e = {exact(gamma):.5f}", *(f"{mean:+.1e}" for mean in means),
                      f"{order(1 / np.array(STEPS), abs(np.array(means))):.2f}")
        table.section(f"{name}, largest error", *heads)
        for gamma in GAMMAS:
            table.row(f"gamma {gamma}", *(f"{abs(error).max():.1e}" for error in errors[style, gamma]))
    table.section("keyword restitution, mean error with tc/160", *(f"{E:g}" for E in GIVEN[::2]))
    for law, means in given.items():
        table.row(f"contact/{law}", *(f"{mean:+.1e}" for mean in means[::2]))
    return table


def draw(path, errors, phases, given):
    figure, (left, middle, right, _) = three_panels()
    for style, (name, marker, line) in STYLES.items():
        left.plot([], [], line, color=GRAY, marker=marker, label=name)
        for gamma, color in GAMMAS.items():
            left.loglog(1 / np.array(STEPS), [abs(error.mean()) for error in errors[style, gamma]], line, color=color,
                        marker=marker, label=f"gamma {gamma}" if style == "onstep" else None)
    gamma, n = SCATTER
    for style, (_, marker, _) in STYLES.items():
        middle.plot(phases, errors[style, gamma][STEPS.index(n)], marker, markersize=4,
                    color=GAMMAS[gamma] if style == "onstep" else GRAY)
    middle.axhline(0, color="black", linewidth=0.8)
    for law, marker in ("hooke", "o"), ("hertz", "^"):
        right.semilogy(GIVEN[:-1], abs(np.array(given[law][:-1])), color=BLUE if law == "hooke" else VIOLET,
                       marker=marker, label=f"contact/{law}")
    right.legend(loc="lower left")
    left.xaxis.set_minor_formatter(NullFormatter())
    left.set(title="Mean over 64 impacts", xlabel="time step / contact time", ylabel="mean error of the restitution")
    middle.set(title=f"Single impacts, gamma {gamma}, step tc/{n:.0f}", xlabel="phase of the first contact  [time steps]",
               ylabel="error of the restitution")
    right.set(title="Keyword restitution E, step tc/160", xlabel="E", ylabel="mean error of the restitution")
    save_panels(figure, path)


def measure(lammps, out):
    errors = {}
    for style in STYLES:
        for gamma in GAMMAS:
            runs = [impacts(lammps, style=style, gamma=gamma, n=n) for n in STEPS]
            errors[style, gamma] = [e - exact(gamma) for _, e in runs]
    phases = impacts(lammps, style="onstep", gamma=SCATTER[0], n=SCATTER[1])[0]
    given = {law: [impacts(lammps, law=law, E=E, n=160)[1].mean() - E for E in GIVEN] for law in ("hooke", "hertz")}
    publish(out, tabulate(errors, given))
    draw(out / "impact.png", errors, phases, given)


if __name__ == "__main__":
    main("impact", measure)
