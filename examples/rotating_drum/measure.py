#!/usr/bin/env python3
"""Rubber balls in a steel drum that turns: its power, what dashpots and friction take, and the angle of the surface.

    measure.py [--lmp build/bin/lmp] [--out build/examples/rotating_drum] [--reuse]

Runs in.rotating_drum with 2,400 balls for four turns, prints a table and draws rotating_drum.png. About eight minutes on one core.
Needs numpy and matplotlib.
"""

import sys
from pathlib import Path

import numpy as np
from matplotlib.collections import EllipseCollection

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import BLUE, GRAY, ORANGE, RED, main, plt, publish, read_dump, wide_table

HERE = Path(__file__).resolve().parent
R, WIDTH, FROUDE, TURNS, STEP, GRAVITY, DENSITY = 0.15, 0.08, 0.02, 4, 5e-5, 9.81, 1000.0
OMEGA = np.sqrt(FROUDE * GRAVITY / R)
TURN = 2 * np.pi / OMEGA


class Drum:
    def __init__(self, folder):
        columns = np.loadtxt(folder / "drum.dat").T
        self.time = STEP * columns[0]
        self.work, self.dashpots, self.friction, self.energy, self.sum, self.x, self.z, self.torque = columns[1:]
        self.grains = read_dump(folder / "end.dat")[0]
        self.weight = GRAVITY * DENSITY * (4 * np.pi / 3 * self.grains[:, 5] ** 3).sum()
        self.steady = self.time > TURN      # the first turn has the start in it

    def power(self, series):
        time, values = self.time[self.steady], series[self.steady]
        return (values[-1] - values[0]) / (time[-1] - time[0])

    def mean(self, series):
        return series[self.steady].mean()

    def angle(self):
        """Of the line from the axis to the center of mass, against the vertical: that of a plane surface."""
        return np.degrees(np.arctan2(abs(self.mean(self.x)), -self.mean(self.z)))

    def surface(self):
        """Slope of the topmost grains in the middle half of the drum."""
        x, z = self.grains[:, 0], self.grains[:, 2]
        edges = np.linspace(-0.5 * R, 0.5 * R, 13)
        tops = [z[(x > low) & (x < high)].max() for low, high in zip(edges[:-1], edges[1:])]
        return np.polyfit(0.5 * (edges[:-1] + edges[1:]), tops, 1)


def tabulate(drum):
    table = wide_table(f"{len(drum.grains)} rubber balls in a steel drum, Froude number {FROUDE:g}, turns 2 to {TURNS}", 2)
    table.section("power", "mW")
    work = drum.power(drum.work)

    def row(name, value):
        table.row(name, f"{1e3 * value:.3f}")

    row("work of the drum (fix wall/contact)", work)
    row("torque on the drum x rate", -drum.mean(drum.torque) * OMEGA)
    row("weight x place of the center of mass x rate", drum.weight * abs(drum.mean(drum.x)) * OMEGA)
    row("taken by friction", drum.power(drum.friction))
    row("taken by dashpots", drum.power(drum.dashpots))
    row("change of the energy of the balls", drum.power(drum.energy))
    row("work - friction - dashpots - change", work - sum(drum.power(s) for s in (drum.friction, drum.dashpots, drum.energy)))
    table.section("surface", "degrees")
    table.row("angle of the center of mass", f"{drum.angle():.1f}")
    table.row("angle of the surface at the end", f"{np.degrees(np.arctan(abs(drum.surface()[0]))):.1f}")
    return table


def draw(path, drum):
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.8))
    turns = drum.time / TURN
    for name, series, color in (("work of the drum", drum.work, BLUE), ("friction", drum.friction, RED),
                                ("dashpots", drum.dashpots, ORANGE), ("energy of the balls", drum.energy, GRAY)):
        left.plot(turns, series - (series[0] if series is drum.energy else 0), color=color, label=name)
    left.set(title="Where the work goes", xlabel="turns", ylabel="J")
    left.legend()
    x, y, z, vx, vz, radius = drum.grains.T
    near = abs(y - WIDTH / 2) < 0.006
    size = 2 * radius[near]
    disks = EllipseCollection(size, size, 0 * size, units="xy", offsets=np.column_stack([x, z])[near], cmap="viridis",
                              array=np.hypot(vx, vz)[near], transOffset=right.transData)
    right.add_collection(disks)
    right.add_artist(plt.Circle((0, 0), R, fill=False))
    slope, height = drum.surface()
    ends = np.array([-0.75, 0.75]) * R
    right.plot(ends, height + slope * ends, color=RED)
    right.set(title="Speed in the middle of the drum", xlim=(-1.05 * R, 1.05 * R), ylim=(-1.05 * R, 1.05 * R), aspect="equal",
              xticks=[], yticks=[])
    right.grid(False)
    figure.colorbar(disks, ax=right, label="m/s")
    figure.tight_layout()
    figure.savefig(path, dpi=100, pil_kwargs={"optimize": True})


def measure(lammps, out):
    drum = Drum(lammps.run("drum", HERE / "in.rotating_drum", R=R, width=WIDTH, froude=FROUDE, turns=TURNS, filling=0.6))
    publish(out, tabulate(drum))
    draw(out / "rotating_drum.png", drum)


if __name__ == "__main__":
    main("rotating_drum", measure)
