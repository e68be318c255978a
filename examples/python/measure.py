#!/usr/bin/env python3
"""Discs settle in a box, set up from numpy arrays in Python, and their force chains.

    measure.py [--lmp build/bin/lmp] [--out build/examples/python]

Runs force_chains.py, a script in the style of a notebook, prints a table of its arrays and draws
python.png. Ten seconds. Needs the launcher python beside lmp, numpy and matplotlib.
"""

import importlib.util
import os
import runpy
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import main, publish, wide_table

HERE = Path(__file__).resolve().parent
GRAVITY = np.array([0.1, -1, 0]) / np.hypot(0.1, 1)


def tabulate(diameters, contacts):
    walls, size = contacts.kinds == 1, np.linalg.norm(contacts.classic)
    weight = np.pi / 6 * (diameters ** 3).sum() * GRAVITY
    held = -contacts.forces[walls].sum(axis=0)
    difference = np.linalg.norm(contacts.forces - contacts.classic)
    table = wide_table("Discs that have settled in a box", 2)
    table.section("", "")
    table.row("discs", str(len(diameters)))
    table.row("contacts", str(len(contacts)))
    table.row("... with the walls", str(walls.sum()))
    table.row("largest overlap", f"{contacts.overlaps.max():.0e}")
    table.row("force on the walls, less the weight / weight",
              f"{np.linalg.norm(held - weight) / np.linalg.norm(weight):.0e}")
    table.row("largest force / mean force", f"{contacts.pushes.max() / contacts.pushes.mean():.2f}")
    table.row("compatible forces, difference to those of the step", f"{difference / size:.0e}")
    return table


def measure(lammps, out):
    if not importlib.util.find_spec("vardem"):
        python = str(lammps.binary.with_name("python"))
        os.execv(python, [python, "-B", *sys.argv])     # begins anew, with the modules
    os.chdir(lammps.folder("python"))
    run = runpy.run_path(str(HERE / "force_chains.py"))
    publish(out, tabulate(run["d"], run["contacts"]))
    os.replace("force_chains.png", out / "python.png")


if __name__ == "__main__":
    main("python", measure)
