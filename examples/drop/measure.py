#!/usr/bin/env python3
"""A pyramid of 2,870 rigid spheres falls onto its fixed base: the forces of four solvers beside the compatible ones.

    measure.py [--lmp build/bin/lmp] [--out build/examples/drop] [--reuse]

Runs in.drop with each solver, prints two tables and draws fall.png, chains.png and base.png. Half a minute. Needs numpy and matplotlib.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import BLUE, GRAY, ORANGE, RED, main, plt, publish, save_panels, three_panels, wide_table, widths_of

HERE = Path(__file__).resolve().parent
SOLVERS = ("auto", "newton", "apgd", "pgs")
CLASSIC = ("apgd", "pgs")
STARTS = {"no": "each step from zero", "yes": "from the last step"}
MATERIALS = {"hooke": "Hooke", "hertz": "Hertz", "species": "two species"}
SIDE = 20
WEIGHT = 2000 * np.pi / 6 * 2.5e-3 ** 3 * 9.81
DROP = 0.025      # of a layer relative to that below, in diameters
AT_REST = 1e-6      # kinetic energy in weights times diameters

# Olsen & Kamrin (arXiv:1805.07437): what the largest force is too large by, and errors of the base
PRINTED = {"apgd": ("14 %", "0.17", "0.17", "0.22"), "pgs": ("41 %", "0.19", "-", "-")}


class Forces:
    """Forces of a material at rest: tags, and the compatible and the classic forces on the first sphere, in weights."""

    def __init__(self, path):
        columns = np.loadtxt(path, skiprows=9)
        self.tags = columns[:, 1:3].astype(int)
        self.compatible, self.classic = columns[:, 3:6] / WEIGHT, columns[:, 6:9] / WEIGHT

    def largest(self, forces):
        return np.linalg.norm(forces, axis=1).max()

    def reactions(self, forces):
        """Upward forces of the base on its contacts, as a map: row y, column x. The first sphere is the lower one."""
        return np.bincount(self.tags[:, 0] - 1, -forces[:, 2], SIDE ** 2)[:SIDE ** 2].reshape(SIDE, SIDE)

    def error_of_base(self):
        compatible = self.reactions(self.compatible)
        return np.linalg.norm(self.reactions(self.classic) - compatible) / np.linalg.norm(compatible)


class Run:
    """Thermo output of the fall, and the forces after it."""

    def __init__(self, folder):
        lines = (folder / "log.lammps").read_text().splitlines()
        first = next(k for k, line in enumerate(lines) if line.split()[:2] == ["Step", "KinEng"]) + 1
        last = next(k for k, line in enumerate(lines) if k > first and line.startswith("Loop time"))
        rows = [line.split() for line in lines[first:last] if line.split()[0].isdigit()]      # a slow step has a line of its own
        self.step, self.kinetic, self.lost, self.base, self.largest = np.array(rows, float).T
        self.forces = {material: Forces(folder / f"{material}.dat") for material in MATERIALS}

    def rest(self):
        return int(self.step[np.flatnonzero(self.kinetic[1:] > AT_REST)[-1] + 2])


def tabulate_fall(falls):
    table = wide_table(f"Pyramid, {SIDE} x {SIDE} spheres in the base, after its fall; steps of 1 ms", 1 + len(SOLVERS))
    table.section("", *SOLVERS)
    potential = DROP * sum((SIDE - k) ** 2 * k for k in range(1, SIDE))

    def row(quantity, form, value):
        table.row(quantity, *(format(value(fall), form) for fall in falls.values()))

    def of_hooke(value):
        return lambda fall: value(fall.forces["hooke"])

    row("at rest after, ms", "d", Run.rest)
    row("energy lost / energy of the fall", ".7f", lambda fall: fall.lost[-1] / potential)
    row("force on the base, sum", ".4f", of_hooke(lambda at_rest: at_rest.reactions(at_rest.classic).sum()))
    row("largest force on a sphere of the base, during the fall", ".2f", lambda fall: fall.largest.max())
    row("... at rest", ".5f", of_hooke(lambda at_rest: at_rest.reactions(at_rest.classic).max()))
    row("... compatible", ".5f", of_hooke(lambda at_rest: at_rest.reactions(at_rest.compatible).max()))
    row("relative difference to the compatible ones", ".1e", of_hooke(Forces.error_of_base))
    row("largest force of a contact, at rest", ".5f", of_hooke(lambda at_rest: at_rest.largest(at_rest.classic)))
    row("... compatible, Hooke", ".6f", of_hooke(lambda at_rest: at_rest.largest(at_rest.compatible)))
    for material in ("hertz", "species"):
        row(f"... compatible, {MATERIALS[material]}", ".6f",
            lambda fall: fall.forces[material].largest(fall.forces[material].compatible))
    return table


def tabulate_classic(falls):
    table = wide_table("Classic forces of the pyramid after its fall", 1 + 2 * len(CLASSIC))
    table.section("", *(f"{solver}, {start}" for start in STARTS.values() for solver in CLASSIC))
    runs = [falls[solver, warm] for warm in STARTS for solver in CLASSIC]

    def excess(run):
        at_rest = run.forces["hooke"]
        return at_rest.largest(at_rest.classic) / at_rest.largest(at_rest.compatible) - 1

    def printed(k):
        return [PRINTED[solver][k] for solver in CLASSIC] + ["", ""]

    table.row("largest force is too large by", *(f"{100 * excess(run):.1f} %" for run in runs))
    table.row("... printed in the paper", *printed(0))
    for k, (material, name) in enumerate(MATERIALS.items()):
        table.row(f"error of the base, {name}", *(f"{run.forces[material].error_of_base():.3f}" for run in runs))
        table.row("... printed in the paper", *printed(1 + k))
    return table


def draw_fall(path, fall):
    figure, axes = plt.subplots(figsize=(6, 4), layout="constrained")
    moving = fall.kinetic > 1e-9
    axes.semilogy(fall.step[moving], fall.kinetic[moving], color=BLUE, marker="o", label="kinetic energy")
    axes.semilogy(fall.step[1:], np.maximum(fall.base[1:], 1e-9), color=GRAY, marker="s", label="force on the base")
    axes.set(title="The fall (in weights and diameters)", xlabel="time / ms", ylim=(1e-9, 1e5))
    axes.legend(loc="lower left")
    figure.savefig(path, dpi=100, pil_kwargs={"optimize": True})


def positions():
    """Of the spheres at rest, by tags, in diameters."""
    layers = []
    for level in range(SIDE):
        side = SIDE - level
        place = np.arange(side * side)
        layers.append(np.column_stack([place % side - 0.5 * (side - 1), place // side - 0.5 * (side - 1),
                                       np.full(side * side, level * np.sqrt(0.5))]))
    return np.concatenate(layers)


def draw_chains(path, falls):
    """The spheres next to the middle plane, seen along y; a line is as wide as the force is large."""
    figure, (*panels, right, _) = three_panels()
    at_rest = falls["apgd", "yes"].forces["hooke"]
    x = positions()
    middle = (abs(x[:, 1]) < 0.6)[at_rest.tags - 1].all(axis=1)
    for axes, name, forces, color in ((panels[0], "compatible", at_rest.compatible, BLUE),
                                      (panels[1], "apgd, from the last step", at_rest.classic, RED)):
        for (i, j), force in zip(at_rest.tags[middle] - 1, np.linalg.norm(forces[middle], axis=1)):
            axes.plot(*x[[i, j]][:, ::2].T, color=color, linewidth=0.5 * force, solid_capstyle="round")
        axes.set(title=f"{name}: largest force {at_rest.largest(forces):.2f}", aspect="equal", xlabel="x  [diameters]", ylabel="z  [diameters]")
        axes.grid(False)
    kinds = {"compatible": (at_rest.compatible, BLUE), "apgd": (falls["apgd", "no"].forces["hooke"].classic, ORANGE),
             "apgd, from the last step": (at_rest.classic, RED)}
    for name, (forces, color) in kinds.items():
        right.hist(np.linalg.norm(forces, axis=1), bins=np.linspace(1e-6, 16, 65), histtype="step", color=color, linewidth=1.6, label=name)
    right.set(title="Forces of all contacts", xlabel="force  [weights of a sphere]", ylabel="contacts in a class", yscale="log")
    save_panels(figure, path, right.get_legend_handles_labels()[0] + widths_of((1, 4, 8), 0.5, GRAY, "times the weight of a sphere"))


def draw_base(path, falls):
    figure, panels = plt.subplots(1, len(falls), figsize=(13, 3.4), layout="constrained")
    for axes, (solver, fall) in zip(panels, falls.items()):
        at_rest = fall.forces["hooke"]
        difference = at_rest.reactions(at_rest.classic) - at_rest.reactions(at_rest.compatible)
        image = axes.imshow(difference, origin="lower", vmin=-2, vmax=2, cmap="RdBu_r")
        axes.set(title=f"{solver}: {at_rest.error_of_base():.1e}", xticks=[], yticks=[])
        axes.grid(False)
    figure.colorbar(image, ax=panels, label="force on the base - compatible, in weights", shrink=0.9)
    figure.savefig(path, dpi=100, pil_kwargs={"optimize": True})


def measure(lammps, out):
    falls = {solver: Run(lammps.run(solver, HERE / "in.drop", n=SIDE, solver=solver)) for solver in SOLVERS}
    starts = {(solver, "no"): falls[solver] for solver in CLASSIC}
    for solver in CLASSIC:
        starts[solver, "yes"] = Run(lammps.run(f"{solver} warm", HERE / "in.drop", n=SIDE, solver=solver, warm="yes"))
    publish(out, tabulate_fall(falls))
    classic = tabulate_classic(starts)
    (out / "classic.md").write_text(classic.markdown())
    print("\n" + classic.text())
    draw_fall(out / "fall.png", falls["auto"])
    draw_chains(out / "chains.png", starts)
    draw_base(out / "base.png", falls)


if __name__ == "__main__":
    main("drop", measure)
