#!/usr/bin/env python3
"""2,000 grains in a silo: the pressure on its wall, with friction (soft grains) and without (soft grains and compatible forces).

    measure.py [--lmp build/bin/lmp] [--out build/examples/silo_walls] [--reuse]

Fills the silo without friction (fill.silo) and finds the forces (in.silo_walls), fills it with friction and raises its side (raise.silo), prints
a table and draws silo_walls.png. About five minutes on one core. Needs numpy and matplotlib.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import BLUE, GRAY, ORANGE, RED, main, plt, publish, wide_table

HERE = Path(__file__).resolve().parent
R, MU = 5.0, 0.5
SILO = {"R": R, "columns": 58, "K": 1e5}
RING = 2.0      # height of the rings in which the pressure is averaged


class Contacts:
    """Of a file of raise.silo, with several times, or of in.silo_walls."""

    def __init__(self, path):
        frames = path.read_text().split("ITEM: TIMESTEP\n")[1:]
        self.times = len(frames)
        rows = np.array([line.split() for frame in frames for line in frame.split("\n")[8:-1]], float)
        self.tags, kind, up, self.points, self.forces = rows[:, 1:3].astype(int), rows[:, 3], rows[:, 4], rows[:, 5:8], rows[:, 8:11]
        self.floor = (kind == 1) & (up < -0.5)
        self.side = (kind == 1) & ~self.floor

    def floor_force(self):
        return self.forces[self.floor, 2].sum() / self.times

    def side_forces(self):
        """Height, pressure force and upward force of each contact with the side."""
        x, F = self.points[self.side], self.forces[self.side] / self.times
        return x[:, 2], -(F[:, :2] * x[:, :2]).sum(axis=1) / np.hypot(x[:, 0], x[:, 1]), F[:, 2]

    def pressure(self, edges):
        height, push, _ = self.side_forces()
        return np.histogram(height, edges, weights=push)[0] / (2 * np.pi * R * np.diff(edges))

    def by_pair(self):
        """Sizes of all forces; a grain may touch floor and side."""
        keys = zip(self.tags[:, 0], self.tags[:, 1], self.floor)
        return dict(zip(keys, np.linalg.norm(self.forces, axis=1)))


class Silo:
    def __init__(self, folder):
        text = (folder / "silo.grains").read_text().split("Atoms # sphere")[1].split("Velocities")[0]
        grains = np.array([row.split()[2:7] for row in text.split("\n") if row.split()], float)
        self.height, self.mass = grains[:, 4], np.pi / 6 * grains[:, 0] ** 3 * grains[:, 1]
        self.weight = self.mass.sum()
        middle = (self.height > 3) & (self.height < 18)
        self.density = self.mass[middle].sum() / (np.pi * R ** 2 * 15)
        self.top = self.weight / (self.density * np.pi * R ** 2)
        self.edges = np.arange(0, self.top, RING)
        self.rings = 0.5 * (self.edges[:-1] + self.edges[1:])

    def hydrostatic(self):
        return self.density * (self.top - self.rings)


def difference(forces, others):
    """L2 norm of the difference over that of the second."""
    keys = set(forces) | set(others)
    return np.sqrt(sum((forces.get(k, 0.0) - others.get(k, 0.0)) ** 2 for k in keys) / sum(f ** 2 for f in others.values()))


def janssen(silo, friction, K, depth):
    """p = K rho g l (1 - exp(-depth/l)) with l = R/(2 friction K)."""
    length = R / (2 * friction * K)
    return K * silo.density * length * (1 - np.exp(-depth / length))


def fit_janssen(silo, contacts):
    """K by least squares, with the friction that the wall really has: upward force over pressure force."""
    _, push, up = contacts.side_forces()
    friction, pressure = up.sum() / push.sum(), contacts.pressure(silo.edges)
    candidates = np.linspace(0.1, 2.0, 1901)
    errors = [((janssen(silo, friction, K, silo.top - silo.rings) - pressure) ** 2).sum() for K in candidates]
    return friction, candidates[np.argmin(errors)]


def tabulate(smooth, rough, sets, friction, ratio):
    table = wide_table(f"{len(smooth.mass)} grains in a silo of radius {R:g}", 5)
    table.section("", "soft, no friction", "... overlap yes", "rigid", f"soft, friction {MU:g}, raised")
    silos = [smooth, smooth, smooth, rough]

    def row(name, value):
        table.row(name, *(value(silo, contacts) for silo, contacts in zip(silos, sets)))

    row("floor / weight", lambda silo, c: f"{c.floor_force() / silo.weight:.6f}")
    row("upward force of the side / weight", lambda silo, c: f"{c.side_forces()[2].sum() / silo.weight + 0.0:.6f}")
    low = 5      # rings: 1 to 5 have the heights 2 to 12
    row("mean pressure of heights 2 to 12", lambda silo, c: f"{c.pressure(silo.edges)[1:low + 1].mean():.2f}")
    table.row("... hydrostatic", *(f"{silo.hydrostatic()[1:low + 1].mean():.2f}" for silo in silos))
    table.row("... Janssen", "", "", "", f"{janssen(rough, friction, ratio, rough.top - rough.rings)[1:low + 1].mean():.2f}")
    row("largest force", lambda silo, c: f"{np.linalg.norm(c.forces, axis=1).max():.3f}")
    soft = sets[0].by_pair()
    table.row("difference of all forces from the first column", "", *(f"{difference(c.by_pair(), soft):.1e}" for c in sets[1:3]), "")
    table.row("friction of the side that is used", "", "", "", f"{friction:.3f}")
    table.row("K of Janssen's law", "", "", "", f"{ratio:.2f}")
    return table


def draw(path, smooth, rough, sets, friction, ratio):
    figure, axes = plt.subplots(figsize=(7.5, 5.2))
    looks = (("soft, no friction", BLUE, "o"), None, ("rigid, no friction (compatible/cd)", ORANGE, "x"), (f"soft, friction {MU:g}", RED, "s"))
    for silo, contacts, look in zip((smooth, smooth, smooth, rough), sets, looks):
        if look:
            axes.plot(contacts.pressure(silo.edges), silo.top - silo.rings, look[2], color=look[1], label=look[0])
    depth = np.linspace(0, rough.top, 100)
    axes.plot(smooth.density * np.array([0, smooth.top]), [0, smooth.top], color=GRAY, label="hydrostatic")
    axes.plot(janssen(rough, friction, ratio, depth), depth, color=RED, linewidth=1, label=f"Janssen, K = {ratio:.2f}, friction {friction:.2f}")
    axes.set(title="Pressure on the wall of a silo", xlabel="pressure / (weight of a grain / d^2)", ylabel="depth / d")
    axes.invert_yaxis()
    axes.legend()
    figure.tight_layout()
    figure.savefig(path, dpi=100, pil_kwargs={"optimize": True})


def measure(lammps, out):
    filled = lammps.run("smooth", HERE / "fill.silo", time=400, rest=1e-20, **SILO)
    raised = lammps.run(lammps.provide("rough", HERE / "fill.silo"), HERE / "raise.silo", mu=MU, **SILO)
    smooth, rough = Silo(filled), Silo(raised)
    folder = lammps.run(lammps.provide("forces", filled / "silo.grains"), HERE / "in.silo_walls", R=R, K=SILO["K"])
    sets = [*(Contacts(folder / f"{name}.dat") for name in ("soft", "overlap", "rigid")), Contacts(raised / "raised.dat")]
    friction, ratio = fit_janssen(rough, sets[-1])
    publish(out, tabulate(smooth, rough, sets, friction, ratio))
    draw(out / "silo_walls.png", smooth, rough, sets, friction, ratio)


if __name__ == "__main__":
    main("silo_walls", measure)
