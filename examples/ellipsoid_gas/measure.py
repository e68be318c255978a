#!/usr/bin/env python3
"""A gas of colliding ellipsoids: where the energy is, and its drift against the step and over 1,000,000 steps.

    measure.py [--lmp build/bin/lmp] [--out build/examples/ellipsoid_gas] [--reuse] [--steps 1000000]

Runs in.ellipsoid_gas, prints a table and draws ellipsoid_gas.png. Some 20 minutes on one core. Needs numpy and
matplotlib.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import BLUE, GRAY, ORANGE, main, plt, publish, save, wide_table

SCRIPT = Path(__file__).parent / "in.ellipsoid_gas"
INTEGRATORS = {"nve/asphere": GRAY, "nve/asphere/fincham": ORANGE, "nve/asphere/variational": BLUE}
SWEEP_TIME = 1000.0
SOFT, SOFT_STEPS = dict(epsilon=0.3, sigma=3.0), (0.01, 0.02, 0.04, 0.06)
STEEP, STEEP_STEPS = dict(epsilon=1.0, sigma=1.0), (0.005, 0.01, 0.02)
LONG_STEP, WINDOWS = 0.02, 5
COLUMNS, TOTAL = ("translation", "rotation", "potential", "total"), 3      # of the energies


def run(lammps, integrator, repulsion, h, steps, lines):
    """Energies [line, column] and angular momenta [line, component]."""
    folder = lammps.run(f"{integrator} sigma {repulsion['sigma']:g} h {h} {steps} steps", SCRIPT, integrator=integrator,
                        **repulsion, h=h, steps=steps, every=steps // lines)
    rows = np.loadtxt(folder / "ellipsoid_gas.dat")
    return rows[:, 2:6], rows[:, 6:]


def drift(energy):
    """Change of the mean of the total energy from the first to the last tenth of a run, relative."""
    total, tenth = energy[:, TOTAL], len(energy) // 10
    return (total[-tenth:].mean() - total[:tenth].mean()) / total[0]


def largest(energy):
    return abs(energy[:, TOTAL] / energy[0, TOTAL] - 1).max()


def sweep_section(table, title, steps, sweep):
    table.section(f"{title}: drift of the mean energy up to t = {SWEEP_TIME:g}, relative (largest error)", *INTEGRATORS)
    for h in steps:
        runs = [sweep[name, h] for name in INTEGRATORS]
        table.row(f"h = {h:g}", *(f"{drift(energy):+.1e} ({largest(energy):.1e})" for energy in runs))


def tabulate(soft, steep, long, steps):
    table = wide_table("33 colliding ellipsoids", 1 + len(INTEGRATORS))
    sweep_section(table, "soft repulsion", SOFT_STEPS, soft)
    sweep_section(table, "steep repulsion", STEEP_STEPS, steep)
    energies = {name: long[name][0] for name in INTEGRATORS}
    table.section(f"total energy - {energies['nve/asphere'][0, TOTAL]:.4f}, mean, h = {LONG_STEP:g}", *INTEGRATORS)
    edges = np.linspace(0, steps, WINDOWS + 1).astype(int)
    parts = {name: np.array_split(energy[1:], WINDOWS) for name, energy in energies.items()}
    for i in range(WINDOWS):
        table.row(f"steps {edges[i]} to {edges[i + 1]}",
                  *(f"{parts[name][i][:, TOTAL].mean() - energies[name][0, TOTAL]:+.4f}" for name in INTEGRATORS))
    table.row("largest error", *(f"{largest(energy):.1e}" for energy in energies.values()))
    table.section(f"energies, mean of the last {steps // WINDOWS} steps", *INTEGRATORS)
    for column, name in enumerate(COLUMNS):
        table.row(name, *(f"{parts[integrator][-1][:, column].mean():.2f}" for integrator in INTEGRATORS))
    table.section(f"after {steps} steps", *INTEGRATORS)
    table.row("relative drift of energy", *(f"{drift(energy):+.1e}" for energy in energies.values()))
    table.row("largest relative change of angular momentum",
              *(f"{(np.linalg.norm(L - L[0], axis=1) / np.linalg.norm(L[0])).max():.0e}" for _, L in long.values()))
    return table


def draw(path, soft, long, steps):
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.6))
    for name, color in INTEGRATORS.items():
        drifts = [abs(drift(soft[name, h])) for h in SOFT_STEPS]
        left.loglog(SOFT_STEPS, drifts, color=color, marker="o", label="fix " + name)
        total = long[name][0][:, TOTAL]
        right.plot(np.linspace(0, steps, len(total)) / 1e6, 100 * (total / total[0] - 1), color=color, linewidth=0.7)
    left.set(title=f"Drift up to t = {SWEEP_TIME:g}", xlabel="time step h", ylabel="relative change of mean energy")
    right.set(title=f"Total energy, h = {LONG_STEP:g}", xlabel="million steps", ylabel="change  [%]")
    save(figure, path)


def sweep(lammps, repulsion, steps):
    """(integrator, step size) -> energies."""
    cases = [(name, h) for h in steps for name in INTEGRATORS]
    return {(name, h): run(lammps, name, repulsion, h, round(SWEEP_TIME / h), 1000)[0] for name, h in cases}


def measure(lammps, out, steps):
    soft, steep = sweep(lammps, SOFT, SOFT_STEPS), sweep(lammps, STEEP, STEEP_STEPS)
    long = {name: run(lammps, name, SOFT, LONG_STEP, steps, 10_000) for name in INTEGRATORS}
    publish(out, tabulate(soft, steep, long, steps))
    draw(out / "ellipsoid_gas.png", soft, long, steps)


if __name__ == "__main__":
    main("ellipsoid_gas", measure, (
        ("steps", dict(type=int, default=1_000_000, help="of the long runs (1000000)")),
    ))
