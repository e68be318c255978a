#!/usr/bin/env python3
"""A cantilever under loads beside the elastica, and a free ring: bond style binder beside bpm/rotational of stock LAMMPS.

    measure.py [--lmp build/bin/lmp] [--out build/examples/cantilever] [--reuse]

Runs in.cantilever and in.ring, prints a table and draws elastica.png. A minute. Needs numpy and matplotlib.
"""

import re
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import BLUE, GRAY, main, plt, publish, read_dump, wide_table

HERE = Path(__file__).resolve().parent
CODES = {"binder": "bond binder", "bpm": "bond bpm/rotational"}
LOADS = (1, 5, 10)       # P L^2/EI
STEPS = (0.02, 0.01, 0.005)
TIME, LONG = 100, 1000
REPEATS = 3              # of the ring with the step 0.01, for the time of the bonds
SPHERES = 80


def elastica(q, n=1000):
    """Shape x, y of a cantilever of length 1 under a load q across its tip: theta'' = -q cos theta, theta(0) = theta'(1) = 0."""
    def angles(tip):
        """From the tip to the clamped end, by the rule of Runge and Kutta."""
        y, h, found = np.array([tip, 0.0]), 1 / n, [tip]
        def rate(y):
            return np.array([-y[1], q * np.cos(y[0])])
        for _ in range(n):
            a = rate(y)
            b = rate(y + h / 2 * a)
            c = rate(y + h / 2 * b)
            y = y + h / 6 * (a + 2 * b + 2 * c + rate(y + h * c))
            found.append(y[0])
        return np.array(found)

    low, high = 0.0, np.pi / 2
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if angles(middle)[-1] < 0 else (low, middle)
    theta = angles(low)[::-1]
    mean = (theta[1:] + theta[:-1]) / 2
    return np.vstack([[0, 0], np.cumsum(np.column_stack([np.cos(mean), np.sin(mean)]), axis=0) / n])


def shape(lammps, code, q):
    name = lammps.provide(f"{code} load {q}", HERE / "bonds.cantilever")
    return read_dump(lammps.run(name, HERE / "in.cantilever", bonds=code, q=q, rest=10) / "shape.dump")[0] / 30


def ring(lammps, code, h, time, repeat=0):
    """Rows: time, kinetic energy, energy, L, P; and the time of the bonds per bond and step."""
    name = lammps.provide(f"{code} ring h {h} to {time} run {repeat}", HERE / "bonds.cantilever")
    folder = lammps.run(name, HERE / "in.ring", bonds=code, h=h, time=time)
    log = (folder / "log.lammps").read_text()
    steps = int(re.search(r"procs for (\d+) steps", log).group(1))
    seconds = float(re.search(r"\nBond +\| ([\d.e+-]+)", log).group(1))
    return np.loadtxt(folder / "ring.dat")[:, 1:], seconds / (steps * SPHERES)


def energy_change(rows, time):
    if rows[-1, 0] < time - 1:
        return f"bursts at t = {rows[-1, 0]:.0f}"
    return f"{abs(rows[:, 2] / rows[0, 2] - 1).max():.1e}"


def momentum_change(rows, first):
    """Largest change of L or P over its size at the start."""
    start = rows[0, first:first + 3]
    return f"{np.linalg.norm(rows[:, first:first + 3] - start, axis=1).max() / np.linalg.norm(start):.0e}"


def tabulate(exact, shapes, rings, long, times):
    table = wide_table("A cantilever and a ring", 2 + len(CODES))
    table.section("tip of the cantilever, across/L and along/L", "elastica", *CODES.values())
    for q in LOADS:
        tips = (exact[q][-1], *(shapes[code, q][-1] for code in CODES))
        table.row(f"P L^2/EI = {q}", *(f"{y:.4f}  {1 - x:.4f}" for x, y in tips))
    table.section("free ring that tumbles and swings", "", *CODES.values())
    for h in STEPS:
        table.row(f"largest change of the energy until t = {TIME}, h = {h:g}", "", *(energy_change(rings[code, h], TIME) for code in CODES))
    table.row(f"   until t = {LONG}, h = 0.01", "", *(energy_change(long[code], LONG) for code in CODES))
    table.row("largest change of the angular momentum, h = 0.01", "", *(momentum_change(rings[code, 0.01], 3) for code in CODES))
    table.row("   of the momentum", "", *(momentum_change(rings[code, 0.01], 6) for code in CODES))
    table.row("time of the bonds, over that of bpm/rotational", "", *(f"{times[code] / times['bpm']:.2f}" for code in CODES))
    return table


def draw(path, exact, shapes, rings):
    figure, (left, right) = plt.subplots(1, 2, figsize=(12, 5))
    for q in LOADS:
        left.plot(*exact[q].T, color="black", linewidth=1, label="elastica" if q == 1 else None)
        left.plot(*shapes["binder", q].T, "o", markersize=4, color=BLUE, label="spheres, bond binder" if q == 1 else None)
        left.annotate(f"P L^2/EI = {q}", exact[q][-1], xytext=(6, 0), textcoords="offset points")
    left.set(title="30 bonds under a load at the tip", xlabel="x/L", ylabel="y/L", aspect="equal", xlim=(-0.05, 1.3))
    left.legend()
    for code, color in zip(CODES, (BLUE, GRAY)):
        for h, style in zip(STEPS, (":", "--", "-")):
            rows = rings[code, h]
            right.semilogy(rows[1:, 0], abs(rows[1:, 2] / rows[0, 2] - 1), style, color=color, label=f"{CODES[code]}, h = {h:g}")
    right.set(title="Free ring: |E/E(0) - 1|", xlabel="time")
    right.legend(fontsize="small")
    figure.tight_layout()
    figure.savefig(path, dpi=100, pil_kwargs={"optimize": True})


def measure(lammps, out):
    exact = {q: elastica(q) for q in LOADS}
    shapes = {(code, q): shape(lammps, code, q) for code in CODES for q in LOADS}
    rings = {(code, h): ring(lammps, code, h, TIME)[0] for code in CODES for h in STEPS}
    times = {code: min(ring(lammps, code, 0.01, TIME, 1 + n)[1] for n in range(REPEATS)) for code in CODES}
    long = {code: ring(lammps, code, 0.01, LONG)[0] for code in CODES}
    publish(out, tabulate(exact, shapes, rings, long, times))
    draw(out / "elastica.png", exact, shapes, rings)


if __name__ == "__main__":
    main("cantilever", measure)
