#!/usr/bin/env python3
"""The pendulum of arXiv:2112.01623: errors of energy and attitude against the step for the maps of fix
nve/sphere/rodrigues, the same with a torque that is one step late, and energy up to t = 2000.

    measure.py [--lmp build/bin/lmp] [--out build/examples/pendulum] [--reuse]

Runs in.pendulum, prints a table and draws pendulum.png. Needs numpy and matplotlib.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import (BLUE, GRAY, GREEN, ORANGE, RED, angle, conjugate, envelope, main, order, plt, publish,
                     relative_errors, rigid_body, rotate, save_panels, solve, three_panels, wide_table)

SCRIPT = Path(__file__).parent / "in.pendulum"
RHO, SPIN = np.array([1.0, 0.0, -1.0]) / np.sqrt(2), (0.2, 0.0, 0.2)
T = 10.0
STEPS = (0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001)
CASES = {      # map and torque
    "newmark": ("newmark", "now", dict(color=BLUE, marker="o")),
    "exact": ("exact", "now", dict(color=GREEN, marker="^")),
    "exponential": ("exponential", "now", dict(color=ORANGE, marker="D")),
    "euler": ("euler", "now", dict(color=GRAY, marker="s")),
    "newmark, late torque": ("newmark", "late", dict(color=RED, marker="v")),
}
MAPS = tuple(CASES)[:4]
LONG_STEP, LONG, WINDOWS = 0.1, 2000.0, 5


def exact_attitude():
    def torque(q):
        return np.cross(RHO, rotate(conjugate(q), (0.0, 0.0, 1.0)))
    return solve(rigid_body((1, 1, 1), torque), np.concatenate([[1, 0, 0, 0], SPIN]), (0.0, T))[-1, :4]


def run(lammps, case, h, end):
    """Relative errors of energy, attitudes, spins at all steps."""
    rotation, torque, _ = CASES[case]
    folder = lammps.run(f"{case} h {h} to {end:g}", SCRIPT, map=rotation, torque=torque, h=h, steps=round(end / h),
                        every=1)
    rows = np.loadtxt(folder / "pendulum.dat")
    return relative_errors(rows[:, 2]), rows[:, 3:7], rows[:, 7:10]


def mean_square(energy):
    """Equation (38): root of the mean square over time, by the trapezoidal rule."""
    squares = energy ** 2
    return np.sqrt((squares.sum() - (squares[0] + squares[-1]) / 2) / (len(squares) - 1))


def invariants(attitude, spin):
    """Largest changes of the spins about e3 and about rho."""
    about_rho = (rotate(attitude, RHO) * spin).sum(axis=1)
    return abs(spin[:, 2] - spin[0, 2]).max(), abs(about_rho - about_rho[0]).max()


def error_section(table, title, errors, digits):
    table.section(title, *CASES)
    for i, h in enumerate(STEPS):
        table.row(f"h = {h:g}", *(f"{errors[case][i]:.{digits}e}" for case in CASES))
    table.row("order", *(f"{order(STEPS[2:], errors[case][2:]):.2f}" for case in CASES))


def tabulate(attitude, energy, largest, long):
    table = wide_table("Pendulum (39)-(42) of arXiv:2112.01623", 1 + len(CASES))
    error_section(table, f"orientation error at t = {T:g} [rad]", attitude, 2)
    error_section(table, f"energy error (38) up to t = {T:g}", energy, 3)
    error_section(table, f"largest relative error of energy up to t = {T:g}", largest, 2)
    table.section(f"largest relative error of energy, h = {LONG_STEP:g}", *MAPS)
    width = LONG / WINDOWS
    columns = [envelope(long[case][0], WINDOWS) for case in MAPS]
    for i, row in enumerate(zip(*columns)):
        table.row(f"t = {i * width:g} to {(i + 1) * width:g}", *(f"{error:.2e}" for error in row))
    table.section(f"largest change up to t = {LONG:g}", *MAPS)
    for name, row in zip(("spin about e3", "spin about rho"), zip(*(invariants(*long[case][1:]) for case in MAPS))):
        table.row(name, *(f"{change:.0e}" for change in row))
    return table


def draw(path, attitude, largest, long):
    figure, (left, middle, right, _) = three_panels()
    for case, (_, _, style) in CASES.items():
        left.loglog(STEPS, attitude[case], label=case, **style)
        middle.loglog(STEPS, largest[case], **style)
    for case in MAPS:
        errors = envelope(long[case][0])
        right.semilogy(np.linspace(0, LONG, len(errors)), errors, color=CASES[case][2]["color"])
    left.set(title="Orientation", xlabel="time step h", ylabel=f"error at the time {T:g}  [rad]")
    middle.set(title="Energy", xlabel="time step h", ylabel=f"largest relative error until {T:g}")
    right.set(title=f"Energy in a long run, h = {LONG_STEP:g}", xlabel="time", ylabel="largest relative error")
    save_panels(figure, path)


def measure(lammps, out):
    exact = exact_attitude()
    runs = {case: [run(lammps, case, h, T) for h in STEPS] for case in CASES}
    attitude = {case: [angle(exact, attitudes[-1]) for _, attitudes, _ in runs[case]] for case in CASES}
    energy = {case: [mean_square(errors) for errors, _, _ in runs[case]] for case in CASES}
    largest = {case: [abs(errors).max() for errors, _, _ in runs[case]] for case in CASES}
    long = {case: run(lammps, case, LONG_STEP, LONG) for case in MAPS}
    publish(out, tabulate(attitude, energy, largest, long))
    draw(out / "pendulum.png", attitude, largest, long)


if __name__ == "__main__":
    main("pendulum", measure)
