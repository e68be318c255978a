#!/usr/bin/env python3
"""Contact forces of a pyramid of 2,870 rigid spheres, for three materials, and those of soft spheres.

    measure.py [--lmp build/bin/lmp] [--out build/examples/pyramid] [--reuse]

Runs in.pyramid and in.soft, prints a table and draws chains.png, histogram.png and base.png. Half a minute. Needs numpy and
matplotlib.
"""

import shutil
import sys
from pathlib import Path

import numpy as np
from matplotlib.collections import EllipseCollection

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import BLUE, GRAY, ORANGE, RED, main, plt, publish, read_forces, relative_difference, save, save_panels, three_panels, wide_table, widths_of

HERE = Path(__file__).resolve().parent
MATERIALS = {"hooke": ("Hooke", BLUE), "hertz": ("Hertz", ORANGE), "species": ("two species", RED)}
SOFT = {"hooke": (1e6, 1e7), "hertz": (1e8, 1e9), "species": (1e6, 1e7)}      # force/overlap, force/overlap^1.5
SIDE = 20
LOADED = 1e-9


def run(lammps, name, script, **variables):
    shutil.copy(HERE / "pyramid.grains", lammps.folder(name))
    return lammps.run(name, HERE / script, n=SIDE, **variables)


def read_grains(path):
    """Type and positions, in the order of the tags."""
    columns = np.loadtxt(path, skiprows=9)
    return columns[:, 1], columns[:, 2:5]


def base_reactions(contacts, positions):
    """Upward forces of the base on its contacts, as a map: row y, column x."""
    tags, forces = contacts
    direction = positions[tags[:, 1] - 1] - positions[tags[:, 0] - 1]
    upward = forces * direction[:, 2] / np.linalg.norm(direction, axis=1)
    return np.bincount(tags[:, 0] - 1, upward, len(positions))[:SIDE ** 2].reshape(SIDE, SIDE)


def asymmetry(base):
    """Largest change of a map if the square is turned or mirrored, relative to its mean."""
    images = [np.rot90(image, k) for image in (base, base.T) for k in range(4)]
    return max(abs(image - base).max() for image in images) / base.mean()


def tabulate(rigid, soft, positions):
    table = wide_table(f"Pyramid, {SIDE} x {SIDE} grains of weight 1 in the base", 1 + len(MATERIALS))
    table.section("", *(name for name, _ in MATERIALS.values()))
    bases = {material: base_reactions(contacts, positions) for material, contacts in rigid.items()}
    level = positions[:, 2]

    def row(quantity, form, value):
        table.row(quantity, *(format(value(material), form) for material in MATERIALS))

    def loaded(material):
        tags, forces = rigid[material]
        return tags[forces > LOADED]

    def mean(material):
        forces = rigid[material][1]
        return forces[forces > LOADED].mean()

    def in_layer(material):
        tags = loaded(material)
        return (level[tags[:, 0] - 1] == level[tags[:, 1] - 1]).sum()

    row("closed contacts", "d", lambda material: len(rigid[material][0]))
    row("loaded contacts", "d", lambda material: len(loaded(material)))
    row("... of them in a layer", "d", in_layer)
    row("largest force", ".7f", lambda material: rigid[material][1].max())
    row("mean loaded force", ".4f", mean)
    row("base reaction, sum", ".6f", lambda material: bases[material].sum())
    row("... at the center", ".4f", lambda material: bases[material][SIDE // 2, SIDE // 2])
    row("... in a corner", ".4f", lambda material: bases[material][0, 0])
    row("... smallest", ".4f", lambda material: bases[material].min())
    row("... largest", ".4f", lambda material: bases[material].max())
    row("... asymmetry", ".1g", lambda material: asymmetry(bases[material]))
    for i in range(2):
        row("soft grains, K", ".0e", lambda material: SOFT[material][i])
        row("... relative difference of the forces", ".1e",
            lambda material: relative_difference(soft[material, SOFT[material][i]], rigid[material]))
    return table


def draw_grains(axes, positions, color):
    one = np.ones(len(positions))
    axes.add_collection(EllipseCollection(one, one, 0 * one, units="xy", offsets=positions[:, ::2], facecolor=color,
                                          edgecolor="white", linewidth=0.3, transOffset=axes.transData, zorder=0))


def draw_chains(path, rigid, types, positions):
    """The grains next to the middle plane, seen along y; a line is as wide as the force is large."""
    figure, panels = three_panels()
    middle = abs(positions[:, 1]) < 0.6
    for axes, (material, (tags, forces)) in zip(panels, rigid.items()):
        soft = (types == 2) & (material == "species")
        draw_grains(axes, positions[middle & ~soft], "#eceef0")
        draw_grains(axes, positions[middle & soft], "#f6d9c0")
        shown = middle[tags - 1].all(axis=1) & (forces > LOADED)
        name, color = MATERIALS[material]
        for (i, j), force in zip(tags[shown] - 1, forces[shown]):
            axes.plot(*positions[[i, j]][:, ::2].T, color=color, linewidth=0.6 * force, solid_capstyle="round")
        axes.set(title=f"{name}: largest force {forces.max():.3f}", aspect="equal", xlabel="x  [diameters]", ylabel="z  [diameters]")
        axes.grid(False)
    grains = [plt.Line2D([], [], linestyle="", marker="o", markersize=10, color=color, label=label)
              for color, label in (("#dfe2e5", "grain"), ("#f6d9c0", "soft grain of the third pyramid"))]
    save_panels(figure, path, widths_of((1, 3, 5), 0.6, GRAY, "times the weight of a grain") + grains)


def draw_histogram(path, rigid):
    figure, axes = plt.subplots(figsize=(7, 4.6))
    for material, (_, forces) in rigid.items():
        name, color = MATERIALS[material]
        axes.hist(forces[forces > LOADED], bins=np.linspace(0, 7.5, 61), histtype="step", color=color, linewidth=1.6, label=name)
    axes.set(title="Loaded contacts", xlabel="force / weight of a grain", ylabel="contacts", yscale="log")
    save(figure, path)


def draw_base(path, rigid, positions):
    figure, panels = plt.subplots(1, len(rigid), figsize=(13, 4.2), layout="constrained")
    for axes, (material, contacts) in zip(panels, rigid.items()):
        image = axes.imshow(base_reactions(contacts, positions), origin="lower", vmin=2, vmax=9, cmap="viridis")
        axes.set(title=MATERIALS[material][0], xticks=[], yticks=[])
        axes.grid(False)
    figure.colorbar(image, ax=panels, label="force on the base / weight of a grain", shrink=0.9)
    figure.savefig(path, dpi=100, pil_kwargs={"optimize": True})


def measure(lammps, out):
    folder = run(lammps, "rigid", "in.pyramid")
    rigid = {material: read_forces(folder / f"{material}.dat") for material in MATERIALS}
    types, positions = read_grains(folder / "grains.dat")
    soft = {(material, K): read_forces(run(lammps, f"{material} {K:.0e}", "in.soft", material=material, K=K) / "soft.dat")
            for material in MATERIALS for K in SOFT[material]}
    publish(out, tabulate(rigid, soft, positions))
    draw_chains(out / "chains.png", rigid, types, positions)
    draw_histogram(out / "histogram.png", rigid)
    draw_base(out / "base.png", rigid, positions)


if __name__ == "__main__":
    main("pyramid", measure)
