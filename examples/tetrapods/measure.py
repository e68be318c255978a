#!/usr/bin/env python3
"""Tetrapods that are poured onto a floor, with and without friction: a table, and pictures of both heaps.

    measure.py [--lmp build/bin/lmp] [--out build/examples/tetrapods] [--reuse]

Runs in.tetrapods and in.tetrapods.heap, prints a table and draws tetrapods.png and heap.png. Half a minute. Needs numpy and matplotlib.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import main, plt, publish, wide_table

HERE = Path(__file__).resolve().parent


def places(path):
    """Molecule and place of each particle at the end."""
    end = path.read_text().split("ITEM: ATOMS")[-1].splitlines()[1:]
    return np.array([line.split()[1:5] for line in end], float)


def colors_of(spheres):
    """Colors of the bodies in front."""
    front = {mol: spheres[spheres[:, 0] == mol, 2].mean() for mol in np.unique(spheres[:, 0])}
    colors = plt.get_cmap("tab10").colors
    return dict(zip(sorted(front, key=front.get), colors[:7] + colors[8:]))      # without gray


def draw(path, spheres):
    figure, axes = plt.subplots(figsize=(9.0, 5.6), layout="constrained")
    color = colors_of(spheres)
    for mol, x, y, z in spheres[np.argsort(-spheres[:, 2])]:      # those in front last
        axes.add_patch(plt.Circle((x, z), 0.5, facecolor=color.get(mol, "#e3e6e9"), edgecolor="white" if mol in color else "#c3c9cf", linewidth=0.8))
    axes.set(xlim=(-4, 4), ylim=(0, spheres[:, 3].max() + 1), aspect="equal", xlabel="x  [diameters of a sphere]", ylabel="z  [diameters of a sphere]",
             title=f"The {len(color)} tetrapods in front, each with a color of its own; those behind them are gray")
    axes.grid(False)
    figure.savefig(path, dpi=100, pil_kwargs={"optimize": True})


def draw_heaps(path, heaps):
    """Both seen from above."""
    figure, panels = plt.subplots(1, len(heaps), figsize=(9.0, 5.0), layout="constrained")
    for axes, (mu, spheres) in zip(panels, heaps.items()):
        for mol, x, y, z in spheres[np.argsort(spheres[:, 3])]:
            axes.add_patch(plt.Circle((x, y), 0.5, facecolor=plt.get_cmap("viridis")(z / 4.0), edgecolor="white", linewidth=0.4))
        axes.set(xlim=(-20, 20), ylim=(-20, 20), aspect="equal", title=f"friction {mu}", xlabel="x  [diameters of a sphere]")
        axes.grid(False)
    figure.savefig(path, dpi=100, pil_kwargs={"optimize": True})


def heap(lammps, table, mu):
    """Adds a row for tetrapods that have left their tube, and returns their places."""
    folder = lammps.run(f"heap {mu}", HERE / "in.tetrapods.heap", file=HERE / "tetrapod.mol", mu=mu)
    spheres = places(folder / "heap.dump")
    lines = (folder / "log.lammps").read_text().splitlines()
    last = max(k for k, line in enumerate(lines) if line.startswith("Loop time"))
    top, spread = (float(word) for word in lines[last - 1].split()[-2:])
    table.row(f"heap with friction {mu}: height; radius of gyration", f"{top + 0.5:.2f}; {spread:.1f}")
    return spheres


def measure(lammps, out):
    folder = lammps.run("tetrapods", HERE / "in.tetrapods", file=HERE / "tetrapod.mol")
    spheres = places(folder / "tetrapods.dump")
    lines = (folder / "log.lammps").read_text().splitlines()
    last = next(k for k, line in enumerate(lines) if line.startswith("Loop time"))
    step, atoms, near, pushing, overlap, lost, missed, top = (float(word) for word in lines[last - 1].split())
    table = wide_table("Tetrapods that have been poured", 2)
    table.section("", "")
    table.row("bodies", f"{atoms / 4:.0f}")
    table.row("contacts that push", f"{pushing:.0f}")
    table.row("largest overlap of the last step", f"{overlap:.1e}")
    table.row("steps above the tolerance, of " + f"{step:.0f}", f"{missed:.0f}")
    table.row("height of the heap", f"{top + 0.5:.2f}")
    heaps = {mu: heap(lammps, table, mu) for mu in (0.6, 0)}
    publish(out, table)
    draw(out / "tetrapods.png", spheres)
    draw_heaps(out / "heap.png", heaps)


if __name__ == "__main__":
    main("tetrapods", measure)
