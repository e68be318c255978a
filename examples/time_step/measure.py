#!/usr/bin/env python3
"""Estimates of the stable time step against the step at which the run blows up: two spheres, a chain, a packing, dashpots.

    measure.py [--lmp build/bin/lmp] [--out build/examples/time_step] [--reuse]

Runs in.packing, and in.time_step some 15 times for each system; prints a table and draws time_step.png. Needs numpy and
matplotlib.
"""

import math
import re
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import BLUE, GRAY, GREEN, ORANGE, RED, VIOLET, main, plt, publish, save, wide_table

HERE = Path(__file__).parent
SYSTEMS = {      # variables of in.time_step
    "two spheres, kt = kn": dict(system="pair", kt=1.0),
    "chain, kt = 0": dict(system="chain", kt=0.0),
    "packing, kt = 0": dict(system="packing", kt=0.0),
    "packing, kt = 2/7 kn": dict(system="packing", kt=0.2857142857142857),
    "packing, kt = kn": dict(system="packing", kt=1.0),
    "chain, dashpots": dict(system="chain", kt=0.0, gamma=0.5),
}
ESTIMATES = {      # columns of the thermo output, or functions of the smallest radius, density, and E = kn/R
    "bound": dict(color=BLUE, marker="o"),
    "bound, sweeps 0, dashpots no": dict(color=GREEN, marker="^"),
    "dyndt": dict(color=ORANGE, marker="D"),
    "wave speed": dict(color=GRAY, marker="s"),
    "Rayleigh": dict(color=VIOLET, marker="v"),
}
BLOWN_UP = 1e4      # growth of the kinetic energy
PRECISION = 1e-3
POISSON = 0.25
SPHERES = {"packing": (0.4, 1.9), "other": (0.5, 6 / math.pi)}      # smallest radius, density


def run(lammps, name, h, **variables):
    """Columns of the thermo output of a run with this step."""
    job = f"{name} h {h:.6g}"
    for file in ("system.row", "system.packing"):
        shutil.copy(HERE / file, lammps.folder(job))
    if variables["system"] == "packing":
        shutil.copy(lammps.folder("packing") / "packing.grains", lammps.folder(job))
    folder = lammps.run(job, HERE / "in.time_step", h=h, **variables)
    log = (folder / "log.lammps").read_text()
    body = re.search(r"^ +Step.*?\n(.*?)^Loop time", log, re.M | re.S).group(1)
    return list(zip(*[[float(word) for word in line.split()] for line in body.splitlines()]))


def grows(columns):
    return not max(columns[2]) < BLOWN_UP * columns[2][0]      # true for NaN


def limit(lammps, name, start, **variables):
    """The step at which the run blows up, by bisection."""
    low, high = 0.7 * start, 1.3 * start
    while high - low > PRECISION * start:
        h = 0.5 * (low + high)
        if grows(run(lammps, name, h, **variables)):
            high = h
        else:
            low = h
    return 0.5 * (low + high)


def estimates(columns, system):
    """In the order of ESTIMATES."""
    R, density = SPHERES.get(system, SPHERES["other"])
    E = 1.0 / 0.5      # kn/R with the mean radius
    shear = E / (2 * (1 + POISSON))
    rayleigh = math.pi * R * math.sqrt(density / shear) / (0.1631 * POISSON + 0.8766)
    return [columns[3][0], columns[5][0], columns[6][0], R * math.sqrt(density / E), rayleigh]


def tabulate(table, results):
    table.section("estimate / step that blows up", *ESTIMATES, "that step")
    for name, (ratios, step) in results.items():
        table.row(name, *(f"{ratio:.3f}" for ratio in ratios), f"{step:.4f}")


def draw(path, results):
    figure, axes = plt.subplots(figsize=(9, 4.4))
    for k, (name, style) in enumerate(ESTIMATES.items()):
        axes.plot(range(len(results)), [ratios[k] for ratios, _ in results.values()], label=name, linestyle="", **style)
    axes.axhline(1.0, color=RED)
    axes.text(-0.4, 1.01, "blows up above", color=RED, va="bottom")
    axes.set(xlim=(-0.5, len(results) - 0.5), ylabel="estimate / step that blows up", yscale="log", yticks=[0.5, 0.7, 1, 1.5, 2, 3])
    axes.set_yticks([], minor=True)
    axes.set_yticklabels(["0.5", "0.7", "1", "1.5", "2", "3"])
    axes.set_xticks(range(len(results)), [name.replace(", ", "\n") for name in results])
    save(figure, path)


def measure(lammps, out):
    lammps.run("packing", HERE / "in.packing")
    results = {}
    for name, variables in SYSTEMS.items():
        first = run(lammps, name, 0.05, **{**variables, "steps": 0})
        step = limit(lammps, name, first[3][0], **variables)
        results[name] = ([estimate / step for estimate in estimates(first, variables["system"])], step)
        print(name, *(f"{ratio:.3f}" for ratio in results[name][0]), flush=True)
    table = wide_table("Stable time step", 2 + len(ESTIMATES))
    tabulate(table, results)
    publish(out, table)
    draw(out / "time_step.png", results)


if __name__ == "__main__":
    main("time_step", measure)
