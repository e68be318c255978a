#!/usr/bin/env python3
"""Contact forces of disordered heaps by three solvers: how their work grows with the number of grains.

    measure.py [--lmp build/bin/lmp] [--out build/examples/heap_scaling] [--reuse] [--sizes 300 1000 3000 10000] [--heaps FOLDER]

Lets heaps of these sizes settle (settle.heap), unless the folder of --heaps has them already, finds their forces (in.heap_scaling), prints
a table and draws heap_scaling.png. About half an hour on one core, most of it for the largest heap. Needs numpy and matplotlib.
"""

import re
import resource
import shutil
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import BLUE, GRAY, ORANGE, main, plain, plt, publish, read_forces, relative_difference, wide_table

HERE = Path(__file__).resolve().parent
SIZES = (300, 1000, 3000, 10000)
TOLERANCE = 1e-8
SOLVERS = {                                # color, marker, and the largest heap: beyond it, minutes become hours
    "newton": (GRAY, "s", 3000),
    "direct": (ORANGE, "D", 3000),
    "ipm": (BLUE, "o", 1e9),
}
REPORT = re.compile(r"(\d+) steps, (\d+) products or factors, .* s, balance (\S+)")


class Solution:
    """Of one run: steps, products or factors, CPU seconds with the start of LAMMPS, and the forces."""

    def __init__(self, folder, seconds):
        log = (folder / "log.lammps").read_text()
        self.steps, self.products = map(int, REPORT.findall(log)[-1][:2])
        self.forces = read_forces(folder / "forces.dat")
        self.closed, self.loaded = map(int, re.findall(r"Closed +Loaded +Largest *\n +\d+ +(\d+) +(\d+)", log)[0])
        self.seconds = seconds


def cpu_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def timed(lammps, name, script, **variables):
    """Folder and CPU seconds of a run; they are kept in the folder for --reuse."""
    kept, before = lammps.folder(name) / "seconds", cpu_seconds()
    folder = lammps.run(name, script, **variables)
    if cpu_seconds() > before:
        kept.write_text(f"{cpu_seconds() - before:.3f}\n")
    return folder, float(kept.read_text())


def settle(lammps, size, heaps):
    """The file of a heap, settled now or before."""
    name = f"heap.{size}.data"
    for folder in (heaps, HERE):
        if folder and (folder / name).exists():
            return folder / name
    return lammps.run(f"settle {size}", HERE / "settle.heap", grains=size) / name


def solve(lammps, size, heap):
    """Solutions by those solvers that take no hours."""
    solutions = {}
    for solver, (_, _, largest) in SOLVERS.items():
        if size <= largest:
            name = f"{size} {solver}"
            shutil.copy(heap, lammps.folder(name))
            run = timed(lammps, name, HERE / "in.heap_scaling", grains=size, solver=solver, tol=TOLERANCE, dump="yes")
            solutions[solver] = Solution(*run)
    return solutions


def tabulate(found):
    table = wide_table("Heaps of spheres without friction, settled with K = 1e5: work for forces to 1e-8", 1 + len(found))
    table.section("grains", *(f"{size:,}" for size in found))

    def row(title, solver, text):
        table.row(title, *(text(size, each[solver]) if solver in each else "-" for size, each in found.items()))

    row("closed contacts", "ipm", lambda size, it: f"{it.closed:,}")
    row("loaded contacts", "ipm", lambda size, it: f"{it.loaded:,}")
    row("... more than three per grain", "ipm", lambda size, it: str(it.loaded - 3 * size))
    row("largest force", "ipm", lambda size, it: f"{it.forces[1].max():.2f}")
    for solver in SOLVERS:
        row(f"{solver}: steps", solver, lambda size, it: str(it.steps))
        row("... factors" if solver == "direct" else "... products", solver, lambda size, it: f"{it.products:,}")
        row("... seconds", solver, lambda size, it: f"{it.seconds:.2f}" if it.seconds < 10 else f"{it.seconds:.0f}")
        if solver != "ipm":
            row("... relative difference from ipm", solver,
                lambda size, it: f"{relative_difference(it.forces, found[size]['ipm'].forces):.0e}")
    return table


def draw(path, found):
    figure, panels = plt.subplots(1, 2, figsize=(9.0, 4.6))
    for panel, quantity, title in zip(panels, ("products", "seconds"), ("Products (direct: factors)", "Processor time  [s]")):
        for solver, (color, marker, _) in SOLVERS.items():
            points = [(size, getattr(each[solver], quantity)) for size, each in found.items() if solver in each]
            panel.loglog(*zip(*points), color=color, marker=marker, label=solver)
        panel.set(title=title, xlabel="number of grains N", xlim=(0.8 * min(found), 1.7 * max(found)))
    sizes = np.array([min(found), max(found)], float)
    first = next(iter(found.values()))
    for panel, quantity, powers in zip(panels, ("products", "seconds"), (((1, 3), (2, 3)), ((1, 1), (4, 3)))):
        for p, q in powers:
            line = getattr(first["ipm"], quantity) * (sizes / sizes[0]) ** (p / q)
            panel.loglog(sizes, line, color="#8a949e", linewidth=0.8, linestyle=":")
            panel.annotate(f"N$^{{{p}/{q}}}$" if q > 1 else "N", (1.05 * sizes[-1], line[-1]), fontsize=10, color="#5f6b76", va="center")
        plain(panel.xaxis, list(found))
    panels[0].legend()
    figure.tight_layout()
    figure.savefig(path, dpi=100, pil_kwargs={"optimize": True})


def measure(lammps, out, sizes, heaps):
    found = {size: solve(lammps, size, settle(lammps, size, heaps)) for size in sorted(sizes)}
    publish(out, tabulate(found))
    draw(out / "heap_scaling.png", found)


if __name__ == "__main__":
    main("heap_scaling", measure, (
        ("sizes", dict(nargs="+", type=int, default=SIZES, help="numbers of grains (300 1000 3000 10000)")),
        ("heaps", dict(type=Path, help="a folder with heaps of settle.heap: heap.1000.data and so on")),
    ))
