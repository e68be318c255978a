# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""Contacts and their forces as arrays: the rows of compute contact/force."""
from dataclasses import dataclass, fields, replace

import numpy as np

from .checks import positive
from .dumps import Step
from .surfaces import walls_of_triangles

COLUMNS = 22    # of compute contact/force


@dataclass(frozen=True, eq=False)
class Contacts:
    """n contacts, in the order of their atom IDs. contacts[mask] are those that the mask selects."""
    pairs: np.ndarray       # (n, 2) atom IDs, the lower one first; the second is 0 for a wall
    kinds: np.ndarray       # (n,) 0: two particles, 1: a particle and a wall, 2: a bond
    normals: np.ndarray     # (n, 3) unit vectors from the first to the second
    points: np.ndarray      # (n, 3) in the middle of the gap or overlap [distance]
    gaps: np.ndarray        # (n,) negative if there is an overlap [distance]
    forces: np.ndarray      # (n, 3) on the first particle [force]
    classic: np.ndarray     # (n, 3) those of contact dynamics beside compatible ones, else 0 [force]
    moments: np.ndarray     # (n, 3) of bonds, on the first particle, else 0 [force*distance]
    couples: np.ndarray     # (n, 3) of rolling and twisting, on the first particle [force*distance]
    # (n,) number in the file of a wall of triangles, from 1 on; or 0. None: several walls have some
    triangles: np.ndarray = None

    @classmethod
    def of(cls, rows):
        """From rows of compute contact/force, (n, 22)."""
        order = np.lexsort(rows.T[[8, 7, 6, 2, 1, 0]])      # by atom IDs, kind and point
        pairs, kinds, *rest = np.split(rows[order], [2, 3, 6, 9, 10, 13, 16, 19], axis=1)
        normals, points, gaps, forces, classic, moments, couples = rest
        pairs = pairs.astype(int)       # of triangles of walls there are numbers below 0
        return cls(np.maximum(pairs, 0), kinds[:, 0].astype(int), normals, points, gaps[:, 0],
                   forces, classic, moments, couples, np.maximum(-pairs[:, 1], 0))

    def __len__(self):
        return len(self.pairs)

    def __getitem__(self, mask):
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        return Contacts(**{name: a if a is None else a[mask] for name, a in given.items()})

    @property
    def overlaps(self):
        """(n,) negative if there is a gap [distance]"""
        return -self.gaps

    @property
    def pushes(self):
        """(n,) normal forces, positive if the two repel each other [force]"""
        return -np.einsum("ij,ij->i", self.forces, self.normals)

    def on_triangles(self, count):
        """(count, 3) forces on the triangles of the file of the wall."""
        if self.triangles is None:
            raise ValueError("several fixes wall/contact have triangles, and the rows of compute "
                             "contact/force do not say to which of them a triangle belongs; make "
                             "them of one STL file")
        hit = self.triangles > 0
        if count < self.triangles.max(initial=0):
            raise ValueError(f"count = {count}: there are contacts with triangle {self.triangles.max()}")
        forces = np.zeros((count, 3))
        np.subtract.at(forces, self.triangles[hit] - 1, self.forces[hit])
        return forces

    def segments(self, diameters):
        """(n, 2, 3) centers of both spheres; of a wall the point that is nearest. For force chains.

        diameters: one number, or an array in the order of the atom IDs from 1 on. The segment of a
        contact across a periodic boundary leaves the box on one side."""
        radii = positive("diameters", diameters, np.size(diameters)) / 2
        if np.ndim(diameters) == 0:
            radii = np.broadcast_to(radii, self.pairs.max(initial=0))
        elif len(radii) < self.pairs.max(initial=0):
            raise ValueError(f"diameters has the length {len(radii)}: there are contacts of atom "
                             f"{self.pairs.max()}")
        radii = np.append(0.0, radii)                       # of a wall, whose ID is 0
        lengths = radii[self.pairs] + self.gaps[:, None] / 2
        return self.points[:, None] + [[[-1], [1]]] * lengths[:, :, None] * self.normals[:, None]


def contacts(source, compute="contacts"):
    """Contacts of a compute contact/force with this ID.

    source: LAMMPS, behind a run that had the compute; or a step of a file that `dump ID group local
    N FILE index c_contacts[*]` has written, see read_dump(). On several MPI ranks all call this,
    and each gets all contacts; that needs mpi4py."""
    if isinstance(source, Step):
        return Contacts.of(dumped_rows(source, compute))
    found = Contacts.of(of_all_ranks(source, local_rows(source, compute), "contacts()"))
    if found.triangles.any() and len(walls_of_triangles(source)) > 1:
        return replace(found, triangles=None)
    return found


def of_all_ranks(lmp, rows, name):
    """The rows of all MPI ranks, one after another."""
    ranks = lmp.extract_setting("world_size")
    if ranks == 1:
        return rows
    comm = lmp.get_mpi_comm()
    if comm is None:
        raise RuntimeError(f"{name} on {ranks} MPI ranks needs the Python module mpi4py")
    return np.concatenate(comm.allgather(rows))


def local_rows(lmp, compute):
    """Copy of the rows that this MPI rank has."""
    from lammps import LMP_SIZE_COLS, LMP_STYLE_LOCAL, LMP_TYPE_ARRAY
    cure = f"use, before the run: compute {compute} all contact/force"
    if not lmp.has_id("compute", compute):
        raise ValueError(f"compute = {compute!r}: there is no compute with this ID; {cure}")
    columns = lmp.extract_compute(compute, LMP_STYLE_LOCAL, LMP_SIZE_COLS)
    if columns != COLUMNS:
        raise ValueError(f"compute = {compute!r}: it has {columns} columns of local values, and "
                         f"compute contact/force has {COLUMNS}; {cure}")
    rows = lmp.numpy.extract_compute(compute, LMP_STYLE_LOCAL, LMP_TYPE_ARRAY)
    return np.empty((0, COLUMNS)) if rows is None else np.array(rows).reshape(-1, COLUMNS)


def dumped_rows(step, compute):
    """The rows of a step of a dump."""
    names = [f"c_{compute}[{column}]" for column in range(1, COLUMNS + 1)]
    missing = [name for name in names if name not in step.rows.dtype.names]
    if missing:
        raise ValueError(f"compute = {compute!r}: the dump has no column {missing[0]}; it needs all "
                         f"{COLUMNS}, as `dump ID all local N FILE index c_{compute}[*]` writes them")
    return np.column_stack([step.rows[name] for name in names]).reshape(-1, COLUMNS)
