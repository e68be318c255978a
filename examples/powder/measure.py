#!/usr/bin/env python3
"""A cohesive powder in a drum that turns slowly: its angle and its avalanches against the Bond number.

    measure.py [--lmp build/bin/lmp] [--out build/examples/powder] [--reuse]

Runs in.powder for a turn at each Bond number, and for half a turn at one with which the powder sticks to the drum, prints a table and
draws powder.png. Needs numpy and matplotlib.
"""

import sys
from pathlib import Path

import numpy as np
from matplotlib.collections import EllipseCollection

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import BLUE, GRAY, GREEN, RED, main, plt, publish, read_dump, wide_table

HERE = Path(__file__).resolve().parent
R, E, FROUDE, FILL = 10, 5e3, 2e-3, 15
STEP, OMEGA = 0.175 / np.sqrt(E), np.sqrt(FROUDE / R)
BEGIN = 0.3      # turns; the start is not counted
SMALLEST = 3     # degrees of a fall that counts as an avalanche
RUNS = {("jkr", 0): GRAY, ("jkr", 1): GREEN, ("jkr", 5): RED, ("dmt", 5): BLUE}
STICKS = ("jkr", 20)


def falls(angles):
    """From each peak of a series to the valley behind it, without those below SMALLEST; a rise of SMALLEST ends a fall."""
    found, peak, valley = [], angles[0], angles[0]
    for angle in angles:
        if angle > min(peak, valley + SMALLEST):
            found.append(peak - valley)
            peak = valley = angle
        valley = min(valley, angle)
    return [fall for fall in found if fall >= SMALLEST]


class Drum:
    def __init__(self, folder):
        steps, x, z, self.work, self.dashpots, self.friction, self.sum = np.loadtxt(folder / "drum.dat").T
        self.turns = OMEGA * (STEP * steps - FILL) / (2 * np.pi)
        self.angles = np.degrees(np.unwrap(np.arctan2(-x, -z)))
        self.steady = self.turns > BEGIN
        self.frames = read_dump(folder / "grains.dat")
        self.falls = falls(self.angles[self.steady])

    def steepest(self):
        """The frame with the largest angle that counts."""
        return self.frames[(self.angles * self.steady).argmax() * len(self.frames) // len(self.angles)]

    def change(self, series):
        first, *_, last = series[self.steady]
        return last - first


def tabulate(drums, block):
    table = wide_table(f"{len(block.frames[0])} grains in a drum of {2 * R} diameters, the last {1 - BEGIN:g} of a turn", 6)
    table.section("law, Bond number", "angle of the center of mass [degrees]", "avalanches", "mean fall [degrees]", "largest fall [degrees]")
    for (law, bond), drum in drums.items():
        angles = drum.angles[drum.steady]
        table.row(f"{law}, {bond}", f"{angles.mean():.1f} ± {angles.std():.1f}", str(len(drum.falls)),
                  f"{np.mean(drum.falls or 0):.1f}", f"{max(drum.falls, default=0):.1f}")
    table.section("energies", "work of the drum", "dashpots and adhesion", "friction", "change of the sum", "over what was lost")
    for (law, bond), drum in drums.items():
        work, dashpots, friction, change = (drum.change(series) for series in (drum.work, drum.dashpots, drum.friction, drum.sum))
        table.row(f"{law}, {bond}", f"{work:.0f}", f"{dashpots:.0f}", f"{friction:.0f}", f"{change:.2f}", f"{change / (dashpots + friction):.1e}")
    table.section(", ".join(map(str, STICKS)), "turn of the drum [degrees]", "of the center of mass [degrees]", "lost", "change of the sum")
    lost = block.dashpots + block.friction
    table.row("half a turn", f"{360 * block.turns[-1]:.1f}", f"{block.angles[-1] - block.angles[0]:.1f}", f"{lost[-1]:.2f}", f"{block.sum[-1] - block.sum[0]:.2f}")
    return table


def show(panel, grains, title):
    x, y, z, radius = grains.T
    front = np.argsort(-y)
    front = front[y[front] < 2.3]
    size = 2 * radius[front]
    panel.add_collection(EllipseCollection(size, size, 0 * size, units="xy", offsets=np.column_stack([x, z])[front], array=y[front], cmap="viridis_r",
                                           transOffset=panel.transData, edgecolor="black", linewidth=0.3))
    panel.add_artist(plt.Circle((0, 0), R, fill=False))
    panel.set(title=title, xlim=(-1.05 * R, 1.05 * R), ylim=(-1.05 * R, 1.05 * R), aspect="equal", xticks=[], yticks=[])
    panel.grid(False)


def draw(path, drums, block):
    """The angles, the powder at the largest ones, and the powder that hangs in the drum."""
    figure, axes = plt.subplots(1, 4, figsize=(16, 4), gridspec_kw={"width_ratios": (1.6, 1, 1, 1)})
    for (law, bond), drum in drums.items():
        if law == "jkr":
            axes[0].plot(drum.turns, drum.angles, color=RUNS[law, bond], label=str(bond))
    axes[0].set(title="Angle of the center of mass (jkr)", xlabel="turns", ylabel="degrees", ylim=(0, 95))
    axes[0].legend(title="Bond number", loc="upper right", ncol=3)
    for panel, bond in zip(axes[1:], (0, 5)):
        show(panel, drums["jkr", bond].steepest(), f"Bond number {bond}, largest angle")
    show(axes[3], block.frames[-1], f"Bond number {STICKS[1]}, half a turn")
    figure.tight_layout()
    figure.savefig(path, dpi=100, pil_kwargs={"optimize": True})


def measure(lammps, out):
    def job(law, bond, turns):
        return f"{law} {bond}", HERE / "in.powder", dict(law=law, bond=bond, R=R, E=E, froude=FROUDE, layers=4, fill=FILL, turns=turns)
    *folders, last = lammps.run_all([job(*key, 1) for key in RUNS] + [job(*STICKS, 0.5)])
    drums, block = {key: Drum(folder) for key, folder in zip(RUNS, folders)}, Drum(last)
    publish(out, tabulate(drums, block))
    draw(out / "powder.png", drums, block)


if __name__ == "__main__":
    main("powder", measure)
