#!/usr/bin/env python3
"""A ball of about 1500 bonded spheres breaks between two plates: force, broken bonds, pieces, energies.

    measure.py [--lmp build/bin/lmp] [--out build/examples/bonded_crush] [--reuse]

Runs in.bonded_crush with a larger ball, prints a table and draws bonded_crush.png. About two minutes on one core. Needs numpy and matplotlib.
"""

import sys
from pathlib import Path

import numpy as np
from matplotlib.collections import EllipseCollection

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import BLUE, GRAY, ORANGE, RED, main, plt, publish, read_dump, wide_table

HERE = Path(__file__).resolve().parent
BALL = {"start": 6.6, "packing": 12000, "speed": 0.2, "depth": 2.1, "frames": 7}
SHOWN = (0, "xz"), (4, "xz"), (7, "xz"), (7, "xy")        # frames and planes
WAY, BELOW, ABOVE, BROKEN, ENERGIES = 1, 2, 3, 4, 4      # columns of crush.dat; energy number k of the ledger is in ENERGIES + k


def smooth(values, width=25):
    """Means over 0.5 % of the run: without the waves in the ball."""
    return np.convolve(values, np.ones(width) / width, mode="same")


def pieces_of(frame):
    """Numbers of spheres of the pieces, and the place of the piece of each sphere in this list. The largest piece comes first."""
    _, piece, number = np.unique(frame[:, 4], return_inverse=True, return_counts=True)
    place = np.empty(len(number), int)
    place[np.argsort(-number, kind="stable")] = np.arange(len(number))
    return np.sort(number)[::-1], place[piece]


def bonds_of(folder):
    log = (folder / "log.lammps").read_text()
    return int(log.split("Added ")[1].split()[0])


def tabulate(rows, frames, bonds):
    force = smooth(0.5 * (rows[:, BELOW] + rows[:, ABOVE]))
    peak = force[:-25].argmax()
    end = rows[-1]
    ledger = dict(work=6, bonds=4, contacts=3, dashpots=8, friction=9, fracture=13)
    diameter = np.ptp(frames[0][:, 2]) + 1
    table = wide_table(f"A ball of {len(frames[0])} spheres with {bonds} bonds between two plates", 3)
    table.section("", "at the largest force", "at the end")
    for name, values in (("way of the plates", rows[:, WAY]), ("broken bonds", rows[:, BROKEN])):
        table.row(name, f"{values[peak]:.4g}", f"{values[-1]:.4g}")
    table.row("force", f"{force[peak]:.0f}", f"{force[-26]:.0f}")
    table.row("0.9 force / diameter^2", f"{0.9 * force[peak] / diameter ** 2:.2f}", "")
    table.row("spheres in the largest piece", "", str(pieces_of(frames[-1])[0][0]))
    table.row("pieces of 10 spheres or more", "", str(sum(pieces_of(frames[-1])[0] >= 10)))
    for name, k in ledger.items():
        table.row(f"energy: {name}", f"{rows[peak, ENERGIES + k]:.3g}", f"{end[ENERGIES + k]:.3g}")
    table.row("drift of the sum / work", "", f"{abs(end[-1] - rows[0, -1]) / end[ENERGIES + 6]:.1e}")
    return table


def draw_ball(axes, frame, plane):
    """The slice |y| < 0.5 or |z| < 0.5. Each piece of 10 spheres or more has a color."""
    numbers, place = pieces_of(frame)
    colors = np.array([plt.get_cmap("tab10")(k % 7) if n >= 10 else plt.matplotlib.colors.to_rgba(GRAY) for k, n in enumerate(numbers)])
    across, up = frame[:, 0], frame[:, "xyz".index(plane[1])]
    near = abs(frame[:, 1 if plane == "xz" else 2]) < 0.5
    size = 2 * frame[near, 3]
    axes.add_collection(EllipseCollection(size, size, 0 * size, units="xy", offsets=np.column_stack([across, up])[near],
                                          facecolors=colors[place[near]], transOffset=axes.transData))
    axes.set(aspect="equal", xlim=(-9.5, 9.5), ylim=(-9.5, 9.5), xlabel=plane[0], ylabel=plane[1])
    axes.grid(False)


def draw(path, rows, frames):
    figure = plt.figure(figsize=(12, 7.5), layout="constrained")
    upper, lower = figure.subfigures(2, 1)
    left, right = upper.subplots(1, 2)
    balls = lower.subplots(1, len(SHOWN))
    way = rows[:, WAY]
    for column, name, color in (BELOW, "lower plate", GRAY), (ABOVE, "upper plate", BLUE):
        left.plot(way[:-25], smooth(rows[:, column])[:-25], color=color, linewidth=1.2, label=name)
    left.set(title="Force on the plates", xlabel="way of the plates / mean diameter", ylabel="force")
    left.legend()
    right.plot(way, rows[:, BROKEN], color=RED, label="broken bonds")
    energies = right.twinx()
    energies.plot(way, rows[:, ENERGIES + 13], color=ORANGE, label="energy of fracture")
    energies.grid(False)
    energies.set_ylabel("energy")
    right.set(title="Broken bonds and their energy", xlabel="way of the plates / mean diameter", ylabel="broken bonds")
    right.legend(loc="upper left")
    energies.legend(loc="lower right")
    for axes, (n, plane) in zip(balls, SHOWN):
        draw_ball(axes, frames[n], plane)
        axes.set_title(f"way {BALL['depth'] * n / BALL['frames']:.1f}, {'from the side' if plane == 'xz' else 'from above'}")
    figure.savefig(path, dpi=100, pil_kwargs={"optimize": True})


def measure(lammps, out):
    folder = lammps.run(lammps.provide("crush", HERE / "pack.ball"), HERE / "in.bonded_crush", **BALL)
    rows = np.loadtxt(folder / "crush.dat")
    frames = read_dump(folder / "grains.dump")
    publish(out, tabulate(rows, frames, bonds_of(folder)))
    draw(out / "bonded_crush.png", rows, frames)


if __name__ == "__main__":
    main("bonded_crush", measure)
