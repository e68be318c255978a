#!/usr/bin/env python3
"""Contact forces of 1,000 grains in a bowl: of soft spheres at rest, and the compatible ones of the same heap. Then those of 10,000 grains.

    measure.py [--lmp build/bin/lmp] [--out build/examples/settled_heap] [--reuse] [--grains 10000] [--large FILE]

Runs settle.heap, and in.settled_heap with each of its four heaps; prints a table and draws settled_heap.png. Some minutes. Then lets a
larger heap settle (../heap_scaling/settle.heap, a quarter of an hour), unless there is a FILE of it, and draws its force chains
(chains.png) and the distribution of its forces (distribution.png). Needs numpy and matplotlib.
"""

import shutil
import sys
from pathlib import Path

import numpy as np
from matplotlib.collections import EllipseCollection, LineCollection
from matplotlib.patches import Circle

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import BLUE, EXAMPLES, GRAY, RED, main, plt, publish, read_forces, relative_difference, wide_table

HERE = Path(__file__).resolve().parent
SCALING = EXAMPLES / "heap_scaling"
STIFFNESS = ("1e3", "1e4", "1e5", "1e6")
LOADED = 1e-9
TAIL, WEAK = 2.0, 0.1                      # beyond and below these parts of the mean force, the distribution is fitted


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


class LargeHeap:
    """The forces and centres of in.heap_scaling; the floor is periodic along x and y."""

    def __init__(self, folder):
        tags, forces = read_forces(folder / "forces.dat")
        pushing = forces > LOADED
        self.tags, self.forces = tags[pushing] - 1, forces[pushing]
        lines = (folder / "grains.dat").read_text().splitlines()
        self.period = np.array([float(lines[5].split()[1]), float(lines[6].split()[1]), np.inf])
        columns = np.array([line.split() for line in lines[9:]], float)
        self.fixed, self.positions, self.radii = columns[:, 1] == 2, columns[:, 2:5], columns[:, 5]

    def branches(self):
        """First ends and vectors to the second ones, across the boundary where this is nearer."""
        first, second = self.positions[self.tags[:, 0]], self.positions[self.tags[:, 1]]
        vectors = second - first
        vectors[:, :2] -= self.period[:2] * np.round(vectors[:, :2] / self.period[:2])
        return first, vectors

    def bearing(self):
        """Contacts between grains that carry more than their own weight. A grain with three contacts carries nothing else, and so does one
        with three contacts besides those with such grains. Without gravity they would be loose."""
        kept = np.ones(len(self.tags), bool)
        while True:
            contacts = np.bincount(self.tags[kept].ravel(), minlength=len(self.radii))
            loose = (contacts <= 3) & ~self.fixed
            still = kept & ~loose[self.tags].any(axis=1)
            if (still == kept).all():
                return kept & ~self.fixed[self.tags].any(axis=1)
            kept = still

    def relative_forces(self, layers=16):
        """Forces as parts of the mean one at the same depth, in layers of equal numbers of contacts."""
        first, vectors = self.branches()
        bearing = self.bearing()
        heights, forces = (first + vectors / 2)[bearing, 2], self.forces[bearing]
        parts = np.array_split(np.argsort(heights), layers)
        return np.concatenate([forces[part] / forces[part].mean() for part in parts])


def tail(x):
    """beta of exp(-beta x) beyond TAIL by maximum likelihood, and its standard error."""
    beyond = x[x > TAIL] - TAIL
    return 1 / beyond.mean(), 1 / beyond.mean() / np.sqrt(len(beyond))


def weak(x):
    """theta of x^theta below WEAK by maximum likelihood, and its standard error."""
    growth = 1 / np.log(WEAK / x[x < WEAK]).mean()
    return growth - 1, growth / np.sqrt((x < WEAK).sum())


def draw_chains(path, heap, thickness=1.5):
    """A slice: a line between the centres of each contact, as wide as its force is large."""
    first, vectors = heap.branches()
    middle = heap.period[1] / 2
    near = abs(heap.positions[:, 1] - middle) < thickness
    inside = near[heap.tags].all(axis=1)
    figure, panel = plt.subplots(figsize=(9, 6))
    sizes = 2 * heap.radii[near]
    panel.add_collection(EllipseCollection(sizes, sizes, 0, units="xy", offsets=heap.positions[near][:, ::2], transOffset=panel.transData,
                                           facecolors=np.where(heap.fixed[near], "#c9ced4", "#eceef0"), edgecolors="white", linewidths=0.4))
    ends = np.stack([first[inside], (first + vectors)[inside]], axis=1)[:, :, ::2]
    panel.add_collection(LineCollection(ends, colors=BLUE, linewidths=1.2 * heap.forces[inside] / heap.forces.mean(), capstyle="round"))
    top = heap.positions[:, 2].max()
    panel.set(title=f"Compatible forces of {(~heap.fixed).sum():,} grains: a slice of {2 * thickness:g} diameters", aspect="equal",
              xlim=(0, heap.period[0]), ylim=(-0.8, top + 0.8))
    panel.set_axis_off()
    figure.tight_layout()
    figure.savefig(path, dpi=90, pil_kwargs={"optimize": True})


def draw_distribution(path, x):
    figure, (left, right) = plt.subplots(1, 2, figsize=(9.5, 4.2))
    (beta, _), (theta, _) = tail(x), weak(x)
    density, edges = np.histogram(x, np.linspace(0, 8, 41), density=True)
    left.semilogy((edges[1:] + edges[:-1]) / 2, density, color=BLUE, marker="o", linestyle="", label="heap")
    forces, beyond = np.linspace(0, 8, 200), np.linspace(TAIL, 8, 2)
    left.semilogy(beyond, (x > TAIL).mean() * beta * np.exp(-beta * (beyond - TAIL)), color=RED, label=f"exp(-{beta:.2f} f/<f>)")
    left.semilogy(forces, 3 * (1 - 0.75 * np.exp(-forces ** 2)) * np.exp(-1.5 * forces), color=GRAY, linestyle="--",
                  label="glass beads (Mueth, Jaeger, Nagel)")
    left.set(title="Distribution of the forces", xlabel="force / mean force at that depth")
    left.legend()
    density, edges = np.histogram(x, np.geomspace(1e-3, 8, 31), density=True)
    right.loglog(np.sqrt(edges[1:] * edges[:-1]), density, color=BLUE, marker="o", linestyle="")
    below = np.array([1e-3, WEAK])
    right.loglog(below, (x < WEAK).mean() * (theta + 1) / WEAK * (below / WEAK) ** theta, color=RED, label=f"(f/<f>)^{theta:.2f}")
    right.set(title="Weak forces", xlabel="force / mean force at that depth")
    right.legend()
    figure.tight_layout()
    figure.savefig(path, dpi=100, pil_kwargs={"optimize": True})


def solve_large(lammps, grains, file):
    """Forces of a heap of so many grains, settled now or read from a file."""
    if not file:
        file = lammps.run("settle large", SCALING / "settle.heap", grains=grains) / f"heap.{grains}.data"
    shutil.copy(file, lammps.folder("large") / "heap.data")
    return LargeHeap(lammps.run("large", SCALING / "in.heap_scaling", heap="heap.data", solver="auto", dump="yes"))


def tabulate_large(heap):
    x = heap.relative_forces()
    table = wide_table(f"Heap of {(~heap.fixed).sum():,} grains: distribution of its forces", 2)
    table.section("forces / mean force at the same depth", "")
    table.row("contacts between grains that bear others", f"{len(x):,}")
    table.row("largest", f"{x.max():.2f}")
    table.row("second moment", f"{(x ** 2).mean():.2f}")
    table.row(f"tail exp(-beta x) beyond {TAIL:g}: beta", "{:.2f} +- {:.2f}".format(*tail(x)))
    table.row(f"weak forces x^theta below {WEAK:g}: theta", "{:.2f} +- {:.2f}".format(*weak(x)))
    return table


def measure_large(lammps, out, grains, file):
    heap = solve_large(lammps, grains, file)
    draw_chains(out / "chains.png", heap)
    draw_distribution(out / "distribution.png", heap.relative_forces())
    (out / "large.md").write_text(tabulate_large(heap).markdown())
    print("\n" + tabulate_large(heap).text())


def measure(lammps, out, grains, large):
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
    measure_large(lammps, out, grains, large)


if __name__ == "__main__":
    main("settled_heap", measure, (
        ("grains", dict(type=int, default=10000, help="of the larger heap (10000)")),
        ("large", dict(type=Path, help="file of the larger heap, written by ../heap_scaling/settle.heap")),
    ))
