# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""Grains as arrays: positions, velocities, sizes and masses of the atoms."""
from dataclasses import dataclass

import numpy as np

from .contact_rows import of_all_ranks
from .dumps import Step

DUMPED = "id x y z vx vy vz radius mass"


@dataclass(frozen=True, eq=False)
class Grains:
    """n grains. grains() has them in the order of their atom IDs."""
    ids: np.ndarray         # (n,) atom IDs
    positions: np.ndarray   # (n, 3) centers [distance]
    velocities: np.ndarray  # (n, 3) [velocity]
    diameters: np.ndarray   # (n,) [distance]
    masses: np.ndarray      # (n,) [mass]

    def __len__(self):
        return len(self.ids)

    def by_id(self, name):
        """One of the arrays of numbers, in the order of the atom IDs from 1 on; 1 where no grain has
        the ID."""
        values = np.ones(np.max(self.ids, initial=0))
        values[self.ids - 1] = getattr(self, name)
        return values


def grains(source):
    """All grains of LAMMPS, or of a step of read_dump() with the columns id x y z vx vy vz radius
    mass. On several MPI ranks all call this, and each gets all grains; that needs mpi4py."""
    if isinstance(source, Step):
        missing = [name for name in DUMPED.split() if name not in source.rows.dtype.names]
        if missing:
            raise ValueError(f"the dump has no column {missing[0]}; it needs those that "
                             f"`dump ID all custom N FILE {DUMPED}` writes")
        rows = np.column_stack([source.rows[name] for name in DUMPED.split()])
    else:
        rows = of_all_ranks(source, atom_rows(source), "grains()")
    rows = rows[np.argsort(rows[:, 0])]
    return Grains(rows[:, 0].astype(int), rows[:, 1:4], rows[:, 4:7], 2 * rows[:, 7], rows[:, 8])


def atom_rows(lmp):
    """The columns of the dump, of the atoms that this MPI rank owns."""
    if not (lmp.extract_setting("radius_flag") and lmp.extract_setting("rmass_flag")):
        raise ValueError("the atoms of LAMMPS have no radius or no mass of their own; grains() needs "
                         "an atom style such as sphere")
    own = lmp.extract_setting("nlocal")
    if own == 0:
        return np.empty((0, 9))
    names = ("id", "x", "v", "radius", "rmass")
    return np.column_stack([lmp.numpy.extract_atom(name)[:own] for name in names])
