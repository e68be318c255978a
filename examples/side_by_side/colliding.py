"""(c) Ellipsoids that collide in a spherical box: total energy and angular momentum."""

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from runner import ASPHERES

SCRIPT = Path(__file__).parent / "in.colliding"
STEPS = (0.01, 0.005)
T = 20.0
LINES = 250      # of output in each run


@dataclass
class Result:
    bodies: int
    time: dict        # (integrator, step size) -> times of output
    energy: dict      # the same -> relative errors of the total energy
    momentum: dict    # the same -> relative changes of the total angular momentum


def read(folder):
    rows = np.loadtxt(folder / "colliding.dat")
    energy, momentum = rows[:, 2], rows[:, 3:]
    return rows[:, 1], energy / energy[0] - 1, np.linalg.norm(momentum - momentum[0], axis=1) / np.linalg.norm(momentum[0])


def measure(lammps):
    print(f"(c) colliding ellipsoids up to t = {T:g}: step sizes {STEPS}, three integrators each", flush=True)
    cases = [(integrator, h) for h in reversed(STEPS) for integrator in ASPHERES]      # the longest runs first
    folders = lammps.run_all([(f"colliding {integrator} h {h}", SCRIPT, dict(integrator=integrator, h=h, steps=round(T / h),
                                                                              every=round(T / h / LINES))) for integrator, h in cases])
    bodies = int(re.search(r"steps with (\d+) atoms", (folders[0] / "log.lammps").read_text()).group(1))
    columns = zip(*map(read, folders))
    return Result(bodies, *(dict(zip(cases, column)) for column in columns))


def tabulate(table, result):
    table.section(f"(c) {result.bodies} colliding ellipsoids (pair_style gayberne)", *("fix " + name for name in ASPHERES))
    for h in STEPS:
        table.row(f"total energy at t = {T:g}, h = {h:g}", *(f"{100 * result.energy[name, h][-1]:+.3f} %" for name in ASPHERES))
        table.row("   largest error until then", *(f"{100 * abs(result.energy[name, h]).max():.3f} %" for name in ASPHERES))
    table.row(f"largest relative change of angular momentum, h = {STEPS[0]:g}",
              *(f"{result.momentum[name, STEPS[0]].max():.0e}" for name in ASPHERES))
