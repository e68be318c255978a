#!/usr/bin/env python3
"""The torus of arXiv:2112.01623: energies against time, beside those of an independent implementation, and which time steps are stable.

    measure.py [--lmp build/bin/lmp] [--out build/examples/torus] [--reuse]

Runs in.torus, prints a table and draws torus.png. A few seconds. Needs numpy and matplotlib.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import BLUE, GRAY, GREEN, ORANGE, RED, VIOLET, main, plt, publish, read_dump, wide_table

SCRIPT = Path(__file__).parent / "in.torus"
PARTS = {"translation": BLUE, "rotation": GREEN, "bending": ORANGE, "axial": RED, "shear": VIOLET, "contacts": GRAY}
# translation, rotation, bending, axial, shear, contacts: independent implementation in numpy, map (25), h = 1e-3
EXPECTED = {10: (34.52, 0.54, 3.65, 0.69, 0.56, 0.04), 25: (28.46, 1.81, 7.68, 0.70, 1.18, 0.14)}
STEPS = {"large": (1e-2, 1e-3), "printed": (1e-2, 5e-3, 2e-3, 1e-3)}
END = 2.5


def run(lammps, size, h, time, every, rotation="newmark"):
    """Folder, and rows: time, six energies, that of the wall, their sum, stable step."""
    folder = lammps.run(f"{size} {rotation} h {h:g} to {time:g}", SCRIPT, size=size, h=h, map=rotation, time=time, every=every)
    return folder, np.atleast_2d(np.loadtxt(folder / "torus.dat"))[:, 1:]


def at(rows, time):
    return rows[np.argmin(abs(rows[:, 0] - time))]


def stability(rows):
    """Stable step at the start and the least one, largest error of the energy, or when it was beyond any sense."""
    stable, energy = rows[:, 9], rows[:, 8]
    burst = np.flatnonzero(abs(energy / energy[0] - 1) > 0.5)
    sane = rows[:burst[0]] if len(burst) else rows
    error = f"bursts at t = {rows[burst[0], 0]:.2f}" if len(burst) else f"{abs(energy / energy[0] - 1).max():.1e}"
    return f"{stable[0]:.4f}", f"{sane[:, 9].min():.4f}", error


def tabulate(long, runs):
    table = wide_table("Torus of arXiv:2112.01623", 1 + len(PARTS))
    table.section("energies, spheres of diameter 3, h = 1e-3", *PARTS)
    for time, expected in EXPECTED.items():
        table.row(f"t = {time}", *(f"{value:.2f}" for value in at(long, time)[1:7]))
        table.row("   independent implementation", *(f"{value:.2f}" for value in expected))
    table.section(f"time step, until t = {END:g}", "compute timestep/contact at the start", "its least value", "largest error of the energy")
    for (size, h), rows in runs.items():
        table.row(f"{'diameter 3' if size == 'large' else 'printed diameter'}, h = {h:g}", *stability(rows))
    return table


def draw(path, folder, long, euler, runs):
    figure, (left, middle, right) = plt.subplots(1, 3, figsize=(15, 4.8))
    for n, ring in enumerate(read_dump(folder / "ring.dump")[::2]):
        x, y = np.vstack([ring, ring[:1]]).T
        left.plot(x, y, color=plt.cm.viridis(n / 5), label=f"t = {5 * n}")
    left.axvline(0, color="black")
    left.set(title="The ring", xlabel="x", ylabel="y", aspect="equal")
    left.legend(loc="upper right", fontsize="small")
    for k, (name, color) in enumerate(PARTS.items()):
        middle.plot(long[:, 0], long[:, 1 + k], color=color, label=name)
    middle.plot(long[:, 0], long[:, 8], color="black", linewidth=1, label="sum")
    middle.set(title="Energies, diameter 3, h = 1e-3", xlabel="time")
    middle.legend(fontsize="small")
    for rows, name, color in ((long, "diameter 3, map newmark", BLUE), (euler, "diameter 3, map euler", GRAY),
                              (runs["printed", 1e-3], "printed diameter", GREEN), (runs["printed", 1e-2], "printed diameter, h = 1e-2", RED)):
        right.semilogy(rows[1:, 0], abs(rows[1:, 8] / rows[0, 8] - 1) + 1e-10, color=color, label=name)
    right.set(title="|E/E(0) - 1|, h = 1e-3", xlabel="time", xlim=(0, 25), ylim=(1e-9, 1e2))
    right.legend(fontsize="small")
    figure.tight_layout()
    figure.savefig(path, dpi=100, pil_kwargs={"optimize": True})


def measure(lammps, out):
    folder, long = run(lammps, "large", 1e-3, 25, 0.1)
    _, euler = run(lammps, "large", 1e-3, 25, 0.1, "euler")
    runs = {(size, h): run(lammps, size, h, END, 0.02)[1] for size, steps in STEPS.items() for h in steps}
    publish(out, tabulate(long, runs))
    draw(out / "torus.png", folder, long, euler, runs)


if __name__ == "__main__":
    main("torus", measure)
