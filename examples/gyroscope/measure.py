#!/usr/bin/env python3
"""Heavy tops: errors against the step for six integrators, energy up to t = 2000. Fast gyroscopes: rate of precession.

    measure.py [--lmp build/bin/lmp] [--out build/examples/gyroscope] [--reuse]

Runs in.heavy_top and in.precession, prints a table and draws gyroscope.png. Needs numpy and matplotlib.
"""

import shutil
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import (ASPHERES, angle, conjugate, envelope, main, order, plt, publish, read_dump, rigid_body, rotate,
                     rotational_energy, save_panels, solve, three_panels, wide_table)

HERE = Path(__file__).parent
INERTIA, RHO = (1.0, 1.6, 2.2), np.array([0.2, 0.1, 1.0])
T, STEPS = 10.0, (0.1, 0.05, 0.02, 0.01, 0.005, 0.002)
LONG_STEP, LONG, WINDOWS = 0.05, 2000.0, 5
SPIN, INERTIA_1, INERTIA_3, COS = 20.0, 1.0, 0.5, 0.5      # of in.precession, as the moment of the weight, 1
SHORT, SHORT_STEPS = 100.0, (0.04, 0.02, 0.01, 0.005)
MANY_STEP, MANY_TURNS = 0.02, 2000.0
UP = (0.0, 0.0, 1.0)


def run(lammps, name, h, end, interval):
    """[frame, integrator, column] of attitude, angular momentum and potential energy."""
    job = f"{name} h {h} to {end:g}"
    shutil.copy(HERE / "weight.torque", lammps.folder(job))
    folder = lammps.run(job, HERE / f"in.{name}", h=h, steps=round(end / h), every=round(interval / h))
    return read_dump(folder / f"dump.{name}")


def energy_errors(frames, inertia):
    """Absolute, [frame, integrator]."""
    energy = rotational_energy(frames[..., :4], frames[..., 4:7], inertia) + frames[..., 7]
    return energy - energy[0]


def exact_attitude(start):
    """At time T, from the first frame of a run."""
    q, momentum = start[:4], start[4:7]
    rate = rigid_body(INERTIA, lambda q: np.cross(RHO, rotate(conjugate(q), UP)))
    return solve(rate, np.concatenate([q, rotate(conjugate(q), momentum)]), (0.0, T))[-1, :4]


def sweep(lammps):
    """Attitude errors and largest energy errors, [step size, integrator]."""
    runs = [run(lammps, "heavy_top", h, T, 0.1) for h in STEPS]
    exact = exact_attitude(runs[0][0, 0])
    return (np.array([[angle(exact, q) for q in frames[-1, :, :4]] for frames in runs]),
            np.array([abs(energy_errors(frames, INERTIA)).max(axis=0) for frames in runs]))


def windows(energy):
    """Largest size and mean of the energy error, [window, integrator]."""
    return envelope(energy, WINDOWS), [part.mean(axis=0) for part in np.array_split(energy[1:], WINDOWS)]


def steady_rate():
    """I1 cos Omega^2 - I3 w3 Omega + m g l = 0; for a fast gyroscope m g l / (I3 w3)."""
    momentum = INERTIA_3 * SPIN
    return (momentum - np.sqrt(momentum ** 2 - 4 * INERTIA_1 * COS)) / (2 * INERTIA_1 * COS), 1 / momentum


def precession(frames, time):
    """Mean rate, and changes of the tilt in degrees, [frame, integrator]."""
    axis = rotate(frames[..., :4], UP)
    azimuth = np.unwrap(np.arctan2(axis[..., 1], axis[..., 0]), axis=0)
    tilt = np.degrees(np.arccos(axis[..., 2]))
    return (azimuth[-1] - azimuth[0]) / time, tilt - tilt[0]


def tabulate_tops(table, attitude, energy, long):
    table.section(f"heavy top: orientation error at t = {T:g} [rad]", *ASPHERES)
    for h, errors in zip(STEPS, attitude):
        table.row(f"h = {h:g}", *(f"{error:.1e}" for error in errors))
    table.row("order", *(f"{order(STEPS[1:], errors[1:]):.2f}" for errors in attitude.T))
    table.section(f"heavy top: largest energy error up to t = {T:g}", *ASPHERES)
    for h, errors in zip(STEPS, energy):
        table.row(f"h = {h:g}", *(f"{error:.1e}" for error in errors))
    table.row("order", *(f"{order(STEPS[1:], errors[1:]):.2f}" for errors in energy.T))
    largest, mean = windows(long)
    width = LONG / WINDOWS
    for name, rows, form in (("largest", largest, "{:.1e}"), ("mean", mean, "{:+.1e}")):
        table.section(f"heavy top: {name} energy error, h = {LONG_STEP:g}", *ASPHERES)
        for i, row in enumerate(rows):
            table.row(f"t = {i * width:g} to {(i + 1) * width:g}", *(form.format(error) for error in row))


def tabulate_precession(table, short, many):
    exact, fast = steady_rate()
    results = [precession(frames, SHORT) for frames in short]
    table.section(f"precession up to t = {SHORT:g}: rate / {exact:.7f} - 1", *ASPHERES)
    for h, (rates, _) in zip(SHORT_STEPS, results):
        table.row(f"h = {h:g}", *(f"{rate / exact - 1:+.1e}" for rate in rates))
    table.row("m g l / (I3 w3)", f"{fast / exact - 1:+.1e}")
    table.section(f"precession up to t = {SHORT:g}: largest change of the tilt [degrees]", *ASPHERES)
    for h, (_, tilts) in zip(SHORT_STEPS, results):
        table.row(f"h = {h:g}", *(f"{tilt:.1e}" for tilt in abs(tilts).max(axis=0)))
    rates, tilts = precession(many, MANY_TURNS)
    table.section(f"precession up to t = {MANY_TURNS:g}, h = {MANY_STEP:g}", *ASPHERES)
    table.row("rate / exact - 1", *(f"{rate / exact - 1:+.1e}" for rate in rates))
    table.row("largest change of the tilt [degrees]", *(f"{tilt:.1e}" for tilt in abs(tilts).max(axis=0)))
    energy = energy_errors(many, (INERTIA_1, INERTIA_1, INERTIA_3))
    table.row("energy error at the end", *(f"{error:+.1e}" for error in energy[-1]))
    about_e3 = many[..., 6] - many[0, :, 6]
    table.row("largest change of L about e3", *(f"{change:.0e}" for change in abs(about_e3).max(axis=0)))


def draw(path, attitude, long, tilts):
    figure, (left, middle, right, _) = three_panels()
    for (name, style), errors, energy, tilt in zip(ASPHERES.items(), attitude.T, envelope(long).T, envelope(tilts).T):
        left.loglog(STEPS, errors, label=name, **style)
        middle.semilogy(np.linspace(0, LONG, len(energy)), energy, color=style["color"])
        right.semilogy(np.linspace(0, MANY_TURNS, len(tilt)), tilt, color=style["color"])
    left.set(title="Heavy top: orientation", xlabel="time step h", ylabel=f"error at the time {T:g}  [rad]")
    middle.set(title=f"Heavy top: energy, h = {LONG_STEP:g}", xlabel="time", ylabel="largest error  [weight x arm]")
    right.set(title=f"Fast gyroscope: tilt, h = {MANY_STEP:g}", xlabel="time", ylabel="largest change  [degrees]")
    save_panels(figure, path)


def measure(lammps, out):
    attitude, energy = sweep(lammps)
    long = energy_errors(run(lammps, "heavy_top", LONG_STEP, LONG, 0.5), INERTIA)
    short = [run(lammps, "precession", h, SHORT, 1.0) for h in SHORT_STEPS]
    many = run(lammps, "precession", MANY_STEP, MANY_TURNS, 1.0)
    table = wide_table("Gyroscopes", 1 + len(ASPHERES))
    tabulate_tops(table, attitude, energy, long)
    tabulate_precession(table, short, many)
    publish(out, table)
    draw(out / "gyroscope.png", attitude, long, precession(many, MANY_TURNS)[1])


if __name__ == "__main__":
    main("gyroscope", measure)
