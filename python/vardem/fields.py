# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""Coarse-grained fields of grains and their contacts. See doc/notes/fields.md."""
import dataclasses

import numpy as np

from .checks import positive, refuse, shaped, vectors, whole
from .contact_rows import COLUMNS, Contacts
from .grids import Grid

EMPTY = 1e-9        # of the largest density: there is no velocity where it is less


@dataclasses.dataclass(frozen=True, eq=False)
class Fields:
    """Arrays (*grid.shape, ...). Stress is positive in compression; its last index is the direction
    of the branch vectors, by which grid.divergence() differentiates."""
    grid: Grid
    density: np.ndarray         # (...) [mass/volume]
    momentum: np.ndarray        # (..., 3) [mass velocity/volume]
    kinetic: np.ndarray         # (..., 3, 3) of mass, v and v [mass velocity^2/volume]
    momentum_flux: np.ndarray   # (..., 3, 3) the same, so that its divergence is exact
    contact_stress: np.ndarray  # (..., 3, 3) [force/distance^2]
    couple_stress: np.ndarray   # (..., 3, 3) of contacts [force/distance]
    wall_force: np.ndarray      # (..., 3) on the grains [force/volume]
    fabric: np.ndarray          # (..., 3, 3) of the normals of contacts [1/volume]

    @property
    def velocity(self):
        """(..., 3), 0 where there are no grains [velocity]"""
        there = self.density > EMPTY * self.density.max()
        found = np.zeros_like(self.momentum)
        found[there] = self.momentum[there] / self.density[there, None]
        return found

    @property
    def kinetic_stress(self):
        """(..., 3, 3) of the velocities about their mean [mass velocity^2/volume]"""
        return self.kinetic - self.momentum[..., :, None] * self.velocity[..., None, :]

    @property
    def stress(self):
        """(..., 3, 3) kinetic_stress + contact_stress, in units lj, si, cgs, micro and nano"""
        return self.kinetic_stress + self.contact_stress

    @classmethod
    def mean(cls, several):
        """Average of the fields of several steps, such as those of a list or of a generator."""
        total, number = None, 0
        for number, one in enumerate(several, 1):
            arrays = [getattr(one, field.name) for field in dataclasses.fields(cls)[1:]]
            if total is None:
                grid, total = one.grid, [array.copy() for array in arrays]
            elif one.grid.shape != grid.shape:
                raise ValueError(f"fields on grids of the shapes {grid.shape} and {one.grid.shape} "
                                 "have no mean; use one grid for all steps")
            else:
                for array, more in zip(total, arrays):
                    array += more
        if total is None:
            raise ValueError("there are no fields to average")
        return cls(grid, *(array / number for array in total))


def fields(grid, grains, contacts=None):
    """Fields of grains and contacts, see grains() and contacts(), on a grid. Without contacts their
    stress, forces and fabric are 0."""
    x, v, mass = checked_grains(grains)
    sums = grid.of_points("grains.positions", x,
                          np.column_stack([np.ones_like(mass), v, products(v)]) * mass[:, None])
    flux = grid.of_motion("grains.positions", x, v * mass[:, None], v)
    return Fields(grid, sums[..., 0], sums[..., 1:4], symmetric(sums[..., 4:]), flux,
                  *of_contacts(grid, grains, Contacts.of(np.empty((0, COLUMNS))) if contacts is None
                               else contacts))


def of_contacts(grid, grains, contacts):
    """Contact stress, couple stress, forces of walls and fabric."""
    checked_contacts(contacts, grains.ids)
    ends, force, normals = contacts.segments(grains.by_id("diameters")), contacts.forces, contacts.normals
    bond, wall = contacts.kinds == 2, contacts.kinds == 1
    first = np.cross(contacts.points - ends[:, 0], force) * ~bond[:, None] + contacts.moments + contacts.couples
    change = np.cross(ends[:, 1] - ends[:, 0], force)
    stress = grid.of_lines("ends of contacts", ends, -np.hstack([force, first]), change)
    on_walls = grid.of_points("ends of contacts", ends[wall, 1], force[wall])
    fabric = grid.of_points("ends of contacts", ends.mean(axis=1), products(normals))
    return stress[..., :3, :], stress[..., 3:, :], on_walls, symmetric(fabric)


def checked_grains(grains):
    """Positions, velocities and masses."""
    x = vectors("grains.positions", grains.positions)
    v = shaped("grains.velocities", grains.velocities, x.shape, "as the positions")
    positive("grains.diameters", grains.diameters, len(x))
    if len(np.unique(whole("grains.ids", grains.ids, (len(x),), "an ID for each grain"))) < len(x):
        raise ValueError("grains.ids has an ID twice")
    return x, v, positive("grains.masses", grains.masses, len(x))


def checked_contacts(contacts, ids):
    for name in ("normals", "points", "forces", "moments", "couples"):
        shaped(f"contacts.{name}", getattr(contacts, name), (len(contacts), 3),
               f"since there are {len(contacts)} contacts")
    shaped("contacts.gaps", contacts.gaps, (len(contacts),), "a gap for each contact")
    refuse("contacts.pairs", contacts.pairs, ~np.isin(contacts.pairs, np.append(ids, 0)),
           "grains has no atom with this ID; grains and contacts must be those of one step")


def products(v):
    """(n, 6) xx, yy, zz, yz, xz, xy of vectors."""
    return np.hstack([v * v, v[:, [1, 0, 0]] * v[:, [2, 2, 1]]])


def symmetric(six):
    """Tensors (..., 3, 3) of what products() returns."""
    return six[..., [[0, 5, 4], [5, 1, 3], [4, 3, 2]]]
