#!/usr/bin/env python3
"""Fincham's rotation of a free ellipsoid, at second order and in the printed form; ellipsoids that
fall.

    measure.py [--lmp build/bin/lmp] [--out build/examples/fincham] [--reuse]

Runs in.fincham.tumble with both forms, and in.fincham.fall until the ellipsoids are at rest; prints
a table and draws fincham.png. Ten seconds. Needs numpy and matplotlib.
"""

import sys
from pathlib import Path

import numpy as np
from matplotlib.collections import EllipseCollection

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import (GRAY, ORANGE, angle, main, plt, publish, read_dump, rigid_body, rotate,
                     run_changed, solve, thermo, wide_table)

HERE = Path(__file__).resolve().parent
STYLE = "nve/asphere/fincham "
HALVES = {"half orient": ORANGE, "half current": GRAY}
INERTIA, MOMENTUM = (1.0, 1.6, 2.2), (0.3, 1.6, 1.1)
AXES = {1: (0.5, 0.5, 0.5), 2: (0.8, 0.6, 0.4)}      # half of the diameters, by type
DUMP = """compute q all property/atom quatw quati quatj quatk
dump grains all custom 1000 fall.dump id type x y z c_q[*]
"""


def tumble(lammps, half):
    """Time, energy, error of the orientation."""
    changes = (STYLE, f"{STYLE}{half} "), ("thermo          200", "thermo          20")
    rows = thermo(run_changed(lammps, half, HERE / "in.fincham.tumble", changes))
    start = np.concatenate([[1, 0, 0, 0], MOMENTUM])
    exact = solve(rigid_body(INERTIA, lambda q: np.zeros(3)), start, rows[:, 0])
    return rows[:, 0], rows[:, 1], np.array([angle(p[:4], q) for p, q in zip(exact, rows[:, 2:])])


def fall(lammps):
    """Type, place and attitude of each body at the end."""
    changes = ("thermo  ", DUMP + "thermo  "), ("run             2000", "run             12000")
    folder = run_changed(lammps, "fall", HERE / "in.fincham.fall", changes)
    return read_dump(folder / "fall.dump")[-1]


def outline(axes, q):
    """Of an ellipsoid, seen along y: width, height, angle in degrees."""
    turned = rotate(q, np.diag(axes))[:, [0, 2]]      # rows: half axes in the plane of the picture
    squares, directions = np.linalg.eigh(turned.T @ turned)
    height, width = 2 * np.sqrt(squares)
    return width, height, np.degrees(np.arctan2(directions[1, 1], directions[0, 1]))


def draw_fall(axes, bodies):
    bodies = bodies[np.argsort(-bodies[:, 2])]      # those in front last
    width, height, turn = np.transpose([outline(AXES[int(body[0])], body[4:]) for body in bodies])
    falling, depth = bodies[:, 0] == 2, bodies[:, 2] / 8
    orange, grey = plt.cm.Oranges(0.75 - 0.5 * depth), plt.cm.Greys(0.6 - 0.3 * depth)
    axes.add_collection(EllipseCollection(
        width, height, turn, units="xy", offsets=bodies[:, [1, 3]], transOffset=axes.transData,
        facecolors=np.where(falling[:, None], orange, grey), edgecolors="black", linewidths=0.4))
    axes.set(title="Ellipsoids at rest on frozen spheres", xlabel="x", aspect="equal",
             xlim=(-0.5, 8.5), ylim=(-0.7, bodies[:, 3].max() + 1))
    axes.grid(False)


def measure(lammps, out):
    runs = {half: tumble(lammps, half) for half in HALVES}
    table = wide_table("Free ellipsoid, fix nve/asphere/fincham, h = 0.01", 1 + len(runs))
    table.section("", *runs)
    errors = [(error[-1], energy[-1] / energy[0] - 1) for _, energy, error in runs.values()]
    table.row("orientation error at t = 20 [rad]", *(f"{error:.1e}" for error, _ in errors))
    table.row("relative error of energy at t = 20", *(f"{error:+.1e}" for _, error in errors))
    publish(out, table)
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 4.2), layout="constrained")
    for half, (time, _, error) in runs.items():
        left.semilogy(time[1:], error[1:], color=HALVES[half], label=half)
    left.set(title="Free ellipsoid: error of the orientation", xlabel="time", ylabel="rad",
             ylim=(1e-7, 1))
    left.legend(loc="lower right")
    draw_fall(right, fall(lammps))
    figure.savefig(out / "fincham.png", dpi=100, pil_kwargs={"optimize": True})


if __name__ == "__main__":
    main("fincham", measure)
