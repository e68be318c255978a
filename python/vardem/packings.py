# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""Packings from arrays."""
import math
import os

import numpy as np

from .checks import atom_types, positive, refuse, shaped, vectors
from .plugin import cure


def packing(positions, diameters, density=1.0, types=1, box=None, boundary="f f f", units="lj",
            dimension=3, cmdargs=None, comm=None):
    """Opens LAMMPS with the spheres of arrays, and returns it (an object of class lammps.lammps).

    positions (n, 3), diameters (n,), density (n,) in the units of the command units; types (n,)
    from 1 on. A single number is that of all spheres. Atom IDs are 1 to n in the order of the rows.
    box: ((xlo, ylo, zlo), (xhi, yhi, zhi)); without one it is the smallest that has all spheres in
    it, which needs boundaries that are not periodic. boundary, units, dimension: the words of
    these commands of LAMMPS. cmdargs, comm: those of class lammps.lammps.

    On several MPI ranks each calls this with the arrays of all spheres. Raises ValueError for an
    argument, ImportError or RuntimeError where LAMMPS or VARDEM cannot be found."""
    x = vectors("positions", positions)
    d = positive("diameters", diameters, len(x))
    mass = positive("density", density, len(x)) * math.pi / 6 * d**3
    kinds = atom_types("types", types, len(x))
    sides = boundary_words(boundary)
    if dimension == 2:
        refuse("positions", x, (x != 0) & (np.arange(3) == 2), "z must be 0 in two dimensions")
    periodic = np.array(["p" in side for side in sides])
    low, high = box_around(x, d, periodic[:dimension]) if box is None else box_corners(box)
    refuse("positions", x, (x < low) | np.where(periodic, x > high, x >= high),
           f"it is outside of the box, which is from {low.tolist()} to {high.tolist()}")

    lmp = open_lammps(cmdargs, comm)
    edges = " ".join(map(repr, np.column_stack([low, high]).ravel().tolist()))
    lmp.commands_list([f"units {units}", f"dimension {dimension}", "atom_style sphere",
                       "atom_modify map yes", f"boundary {' '.join(sides)}",
                       f"region vardem_box block {edges}",
                       f"create_box {kinds.max()} vardem_box", "region vardem_box delete"])
    create(lmp, x, kinds, d / 2, mass)
    return lmp


def boundary_words(boundary):
    """The three words of command boundary."""
    words = boundary.split()
    if len(words) != 3 or not all(len(word) <= 2 and set(word) <= set("pfsm") for word in words):
        raise ValueError(f"boundary = {boundary!r}: it must be three words of the letters p, f, s, "
                         "m, as in LAMMPS' command boundary")
    return words


def box_around(x, d, periodic):
    """Corners of the smallest box that has all spheres in it."""
    if periodic.any():
        raise ValueError("box = None: a periodic boundary needs a box, since the spheres do not "
                         "tell the period")
    return (x - d[:, None] / 2).min(axis=0), (x + d[:, None] / 2).max(axis=0)


def box_corners(box):
    """Lower and upper corner of the box that was given."""
    corners = shaped("box", box, (2, 3), "xlo ylo zlo and xhi yhi zhi")
    low, high = corners
    refuse("box", corners, np.stack([low >= high] * 2), "a lower edge must be below the upper one")
    return low, high


def open_lammps(cmdargs, comm):
    """LAMMPS with VARDEM loaded, before the first command."""
    try:
        from lammps import lammps
    except ImportError as problem:
        raise ImportError(f"there is no Python module lammps ({problem}). {cure()}") from None
    try:
        opened = lammps(cmdargs=cmdargs, comm=comm)
    except OSError as problem:
        raise ImportError("the Python module lammps cannot load the library of LAMMPS "
                          f"({problem}). {cure()}") from None
    if not opened.has_style("compute", "contact/force"):
        path = os.environ.get("LAMMPS_PLUGIN_PATH", "")
        raise RuntimeError("this LAMMPS has no VARDEM: LAMMPS_PLUGIN_PATH must have the folder with "
                           f"vardemplugin.so, and it is '{path}'. {cure()}")
    return opened


def create(lmp, x, kinds, radii, mass):
    """Creates the atoms. Each MPI rank has the arrays of all of them, and sets those that it owns."""
    lmp.create_atoms(len(x), range(1, len(x) + 1), kinds.tolist(), x.ravel().tolist())
    own = lmp.extract_setting("nlocal")
    if own == 0:
        return
    rows = lmp.numpy.extract_atom("id")[:own] - 1
    lmp.numpy.extract_atom("radius")[:own] = radii[rows]
    lmp.numpy.extract_atom("rmass")[:own] = mass[rows]
