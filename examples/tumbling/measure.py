#!/usr/bin/env python3
"""Free tumbling ellipsoids: errors against the step for six integrators, energy over 100,000 steps.

    measure.py [--lmp build/bin/lmp] [--out build/examples/tumbling] [--reuse]

Runs in.tumbling, prints a table and draws tumbling.png. Needs numpy and matplotlib.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import (ASPHERES, angle, main, order, plt, publish, read_dump, relative_errors, rigid_body,
                     rotational_energy, save, solve, wide_table)

SCRIPT = Path(__file__).parent / "in.tumbling"
INERTIA, SPIN = (1.0, 1.6, 2.2), (0.3, 1.0, 0.5)
T = 20.0
STEPS = (0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002)
LONG_STEP, LONG, EVERY = 0.1, 100_000, 100


def exact_attitude():
    start = np.concatenate([[1, 0, 0, 0], np.multiply(INERTIA, SPIN)])
    return solve(rigid_body(INERTIA, lambda q: np.zeros(3)), start, (0.0, T))[-1, :4]


def run(lammps, h, steps, every):
    """Attitudes and relative errors of energy, [frame, integrator]."""
    frames = read_dump(lammps.run(f"h {h} {steps} steps", SCRIPT, h=h, steps=steps, every=every) / "dump.tumbling")
    attitude = frames[..., :4]
    return attitude, relative_errors(rotational_energy(attitude, frames[..., 4:7], INERTIA))


def sweep(lammps):
    """Largest attitude and energy errors, [step size, integrator]."""
    exact = exact_attitude()
    runs = [run(lammps, h, round(T / h), max(1, round(0.1 / h))) for h in STEPS]
    return (np.array([[angle(exact, q) for q in attitude[-1]] for attitude, _ in runs]),
            np.array([abs(energy).max(axis=0) for _, energy in runs]))


def tabulate(attitude, energy, drift):
    table = wide_table("Free ellipsoid, inertia 1 : 1.6 : 2.2, spin (0.3, 1, 0.5)", 1 + len(ASPHERES))
    table.section(f"orientation error at t = {T:g} [rad]", *ASPHERES)
    for h, errors in zip(STEPS, attitude):
        table.row(f"h = {h:g}", *(f"{error:.1e}" for error in errors))
    table.row("order", *(f"{order(STEPS, errors):.2f}" for errors in attitude.T))
    table.section(f"largest relative error of energy up to t = {T:g}", *ASPHERES)
    for h, errors in zip(STEPS, energy):
        table.row(f"h = {h:g}", *(f"{error:.0e}" for error in errors))
    table.section(f"relative error of energy, h = {LONG_STEP:g}", *ASPHERES)
    for steps in (LONG // 100, LONG // 10, LONG):
        table.row(f"after {steps} steps", *(f"{error:+.1e}" for error in drift[steps // EVERY]))
    table.row(f"largest in {LONG} steps", *(f"{error:.1e}" for error in abs(drift).max(axis=0)))
    return table


def draw(path, attitude, drift):
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.6))
    for (name, style), errors, energy in zip(ASPHERES.items(), attitude.T, drift.T):
        left.loglog(STEPS, errors, label=name, **style)
        right.semilogy(np.linspace(0, LONG, len(drift)), abs(energy) + 1e-16, color=style["color"])
    left.set(title="Orientation", xlabel="time step h", ylabel=f"error at t = {T:g}  [rad]")
    right.set(title=f"Energy, h = {LONG_STEP:g}", xlabel="steps", ylabel="relative error")
    save(figure, path)


def measure(lammps, out):
    attitude, energy = sweep(lammps)
    _, drift = run(lammps, LONG_STEP, LONG, EVERY)
    publish(out, tabulate(attitude, energy, drift))
    draw(out / "tumbling.png", attitude, drift)


if __name__ == "__main__":
    main("tumbling", measure)
