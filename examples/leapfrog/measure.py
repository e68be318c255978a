#!/usr/bin/env python3
"""Spheres that spin, beside their exact orientation; grains that settle, continued from a restart
file with and without restart exact.

    measure.py [--lmp build/bin/lmp] [--out build/examples/leapfrog] [--reuse]

Runs in.leapfrog.spin and in.leapfrog.settle, prints a table and draws leapfrog.png. A few seconds.
Needs numpy and matplotlib.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import (BLUE, GRAY, GREEN, ORANGE, main, plt, publish, read_dump, run_changed, thermo,
                     wide_table)

HERE = Path(__file__).resolve().parent
SPINS = np.array([(0, 0, np.pi / 10), (np.pi / 20, 0, 0), (0.1, -0.2, 0.3)])
EVERY, H = 50, 0.01                     # steps of the output and time step of in.leapfrog.spin
FINE = ("thermo          500", "thermo          20"), ("norm no", "format float %.17g norm no")
WITHOUT = ("leapfrog restart exact", "leapfrog"),
FORMS = {"restart exact": ((), BLUE), "without": (WITHOUT, GRAY)}


def spin(lammps):
    """Orientations [frame, sphere, component]."""
    changes = [("custom 500", f"custom {EVERY}")]
    folder = run_changed(lammps, "spin", HERE / "in.leapfrog.spin", changes)
    return read_dump(folder / "dump.spin")[..., 3:]


def exact(time):
    """Those of spheres that turn about their spins; time may be an array."""
    size = np.linalg.norm(SPINS, axis=1)
    half = 0.5 * size * np.asarray(time)[..., None]
    vectors = np.sin(half)[..., None] * SPINS / size[:, None]
    return np.concatenate([np.cos(half)[..., None], vectors], axis=-1)


def height_differences(lammps, name, changes):
    """Steps after the restart file, and by how much the mean heights of the run that it continues
    and of the unbroken run differ."""
    script, changes = HERE / "in.leapfrog.settle", [*FINE, *changes]
    start = lammps.provide(f"settle {name}", HERE / "settle.grains")
    unbroken = run_changed(lammps, start, script, changes)
    continued = run_changed(lammps, f"settle {name}, continued", script, changes,
                            **{"from": unbroken / "settle.2000.restart"})
    heights = thermo(continued)[:, -1]
    return 20 * np.arange(len(heights)), abs(heights - thermo(unbroken)[-len(heights):, -1])


def draw(path, times, attitudes, restarts):
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 4.2), layout="constrained")
    fine = np.linspace(0, times[-1], 200)
    for k, color in enumerate((BLUE, ORANGE, GREEN)):
        left.plot(fine, exact(fine)[:, k, 0], color=color, label=f"sphere {k + 1}")
        left.plot(times, attitudes[:, k, 0], color=color, marker="o", markersize=4, linestyle="")
    left.set(title="Spheres that spin: quaternion", xlabel="time",
             ylabel="w  (dots; lines: exact)")
    left.legend()
    for name, (steps, differences) in restarts.items():
        right.semilogy(steps, differences + 1e-18, color=FORMS[name][1], label=name)
    right.set(title="Grains that settle, from a restart file", ylim=(5e-19, 1e-2),
              xlabel="steps after the restart file", ylabel="difference of the mean height")
    right.text(10, 2e-18, "the same bits", color=BLUE, va="bottom")
    right.legend(loc="center right")
    figure.savefig(path, dpi=100, pil_kwargs={"optimize": True})


def measure(lammps, out):
    attitudes = spin(lammps)
    times = H * EVERY * np.arange(len(attitudes))
    restarts = {name: height_differences(lammps, name, changes)
                for name, (changes, _) in FORMS.items()}
    table = wide_table("fix nve/sphere/leapfrog", 1 + len(FORMS))
    table.section("mean height of the grains, continued less unbroken", *FORMS)
    table.row("1,000 steps after the restart file",
              *(f"{differences[-1]:.1e}" for _, differences in restarts.values()))
    table.section("spheres that spin", "", "")
    table.row("largest error of a quaternion", f"{abs(attitudes - exact(times)).max():.0e}", "")
    publish(out, table)
    draw(out / "leapfrog.png", times, attitudes, restarts)


if __name__ == "__main__":
    main("leapfrog", measure)
