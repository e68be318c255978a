# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""Packings, contacts, fields, clumps and dumps of LAMMPS with VARDEM as numpy arrays.

packing()          opens LAMMPS with the spheres of arrays
contacts()         contacts and their forces, of a compute contact/force or of a dump of it
grains()           positions, velocities, sizes and masses, of LAMMPS or of a dump
Grid, fields()     coarse-grained density, velocity, stress and fabric of grains and contacts
graded()           diameters of spheres with a grading curve; scattered() finds places for them
clump_molecule()   writes the molecule file of a clump of spheres
write_vtk()        writes grains, contacts, walls and fields for ParaView
walls()            surfaces of fixes wall/contact as triangles; force_chains() draws contacts
read_dump()        reads dump files, step by step

LAMMPS itself is the Python module `lammps`; only packing() needs it. The page Python_vardem of the
manual says how to start, and what the functions take and return."""
from .clumps import Body, clump_molecule
from .contact_rows import Contacts, contacts
from .dumps import Step, read_dump
from .fields import Fields, fields
from .gradings import graded, scattered
from .grain_rows import Grains, grains
from .grids import Grid
from .meshes import read_stl
from .packings import packing
from .pictures import force_chains
from .surfaces import walls
from .vtk_files import write_vtk

__all__ = ["Body", "Contacts", "Fields", "Grains", "Grid", "Step", "clump_molecule", "contacts",
           "fields", "force_chains", "graded", "grains", "packing", "read_dump", "read_stl", "scattered",
           "walls", "write_vtk"]
