#!/usr/bin/env python3
"""Contact forces of 1,000 grains in a bowl: of soft spheres at rest, and the compatible ones of the same heap.

    measure.py [--lmp build/bin/lmp] [--out build/examples/settled_heap] [--reuse]

Runs settle.heap, and in.settled_heap with each of its four heaps; prints a table and draws settled_heap.png. Some minutes.
Needs numpy and matplotlib.
"""

import shutil
import sys
from pathlib import Path

import numpy as np
from matplotlib.patches import Circle

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import BLUE, GRAY, RED, main, plt, publish, read_forces, relative_difference, wide_table

HERE = Path(__file__).resolve().parent
STIFFNESS = ("1e3", "1e4", "1e5", "1e6")
LOADED = 1e-9


class Heap:
    def __init__(self, folder, stiffness):
        self.stiffness = float(stiffness)
        self.soft, self.compatible = read_forces(folder / "soft.dat"), read_forces(folder / "compatible.dat")
        columns = np.loadtxt(folder / "grains.dat", skiprows=9)
        self.fixed, self.positions, self.radii = columns[:, 1] == 2, columns[:, 2:5], columns[:, 5]

    def loaded(self, name):
        tags, forces = getattr(self, name)
        return tags[forces > LOADED]

    def redundant(self, name):
        """Loaded contacts that are more than the weights need: contacts minus the rank of their unit normals."""
        first, second = (self.loaded(name) - 1).T
        normals = self.positions[second] - self.positions[first]
        normals /= np.linalg.norm(normals, axis=1)[:, None]
        rows = np.zeros((len(first), len(self.radii), 3))
        rows[np.arange(len(first)), first] = -normals
        rows[np.arange(len(first)), second] = normals
        rows = rows[:, ~self.fixed].reshape(len(first), -1)
        eigenvalues = np.linalg.eigvalsh(rows @ rows.T)
        return (eigenvalues < 1e-10 * eigenvalues[-1]).sum()

    def difference(self):
        return relative_difference(self.soft, self.compatible)


def tabulate(heaps, redundant):
    table = wide_table("Heap of 1,000 grains, settled with contacts of stiffness K", 1 + len(heaps))
    table.section("K d / weight", *(f"{heap.stiffness:.0e}" for heap in heaps))
    table.row("largest overlap / mean diameter", *(f"{heap.soft[1].max() / heap.stiffness:.1e}" for heap in heaps))
    for name, title in (("soft", "soft spheres"), ("compatible", "compatible")):
        table.row(f"{title}: loaded contacts", *(str(len(heap.loaded(name))) for heap in heaps))
        table.row("... of them redundant", *map(str, redundant[name]))
        table.row("... largest force", *(f"{getattr(heap, name)[1].max():.3f}" for heap in heaps))
    table.row("relative difference of the forces", *(f"{heap.difference():.3f}" for heap in heaps))
    return table


def draw(path, heaps, redundant):
    figure, (left, right) = plt.subplots(1, 2, figsize=(12.5, 4.8), width_ratios=(1.5, 1))
    heap = heaps[-1]
    tags, forces = heap.compatible
    near = abs(heap.positions[:, 1]) < 1.5
    for position, radius, fixed in zip(heap.positions[near], heap.radii[near], heap.fixed[near]):
        left.add_patch(Circle(position[::2], radius, facecolor="#c9ced4" if fixed else "#eceef0", edgecolor="white", linewidth=0.5))
    for (i, j), force in zip(tags - 1, forces):
        if near[i] and near[j] and force > LOADED:
            left.plot(*heap.positions[[i, j]][:, ::2].T, color=BLUE, linewidth=0.25 * force, solid_capstyle="round")
    left.set(title="Compatible forces, K = 1e6: a slice of 3 diameters", aspect="equal", xlim=(-9.6, 9.6), ylim=(-0.6, 9))
    left.set_axis_off()

    stiffness = [heap.stiffness for heap in heaps]
    right.loglog(stiffness, [heap.difference() for heap in heaps], color=RED, marker="o", label="relative difference of the forces")
    share = [count / len(heap.loaded("soft")) for heap, count in zip(heaps, redundant["soft"])]
    right.loglog(stiffness, share, color=GRAY, marker="s", label="share of redundant contacts")
    right.set(title="Soft spheres against compatible forces", xlabel="K d / weight")
    right.legend()
    figure.tight_layout()
    figure.savefig(path, dpi=100, pil_kwargs={"optimize": True})


def measure(lammps, out):
    shutil.copy(HERE / "bowl.grains", lammps.folder("settle"))
    made = lammps.run("settle", HERE / "settle.heap")
    heaps = []
    for stiffness in STIFFNESS:
        name = f"K {stiffness}"
        shutil.copy(HERE / "bowl.grains", lammps.folder(name))
        folder = lammps.run(name, HERE / "in.settled_heap", heap=made / f"heap.{stiffness}", K=stiffness)
        heaps.append(Heap(folder, stiffness))
    redundant = {name: [heap.redundant(name) for heap in heaps] for name in ("soft", "compatible")}
    publish(out, tabulate(heaps, redundant))
    draw(out / "settled_heap.png", heaps, redundant)


if __name__ == "__main__":
    main("settled_heap", measure)
