# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""Grains, contacts, walls and fields as files for ParaView and OVITO, written by pyvista."""
import dataclasses
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np

from .checks import numbers, shaped
from .meshes import triangles


def write_vtk(path, grains=None, contacts=None, fields=None, time=0.0, walls=None, **of_grains):
    """Writes what it is given of a time, and adds it to the time series `path`, a .pvd file.

    The files are in a folder beside it, with its name: grains as points with their radii, contacts
    as lines between the centers or to the wall, with force, torque, kind and overlap, fields on
    their grid, and walls, {name: triangles}, as walls() and read_stl() return them, or
    {name: (triangles, forces)} with Contacts.on_triangles(). Further arrays of the grains, of the shape (n,) or (n, m), are keyword arguments: orientation=... Times of the
    series that are not before this one are taken out, so that a run can be repeated. contacts need
    the grains of the same step."""
    series, pyvista = Path(path), library()
    if series.suffix != ".pvd":
        raise ValueError(f"path = {str(path)!r}: it must end in .pvd, which ParaView opens")
    when = float(shaped("time", time, (), "one number"))
    parts = {}
    if grains is not None:
        parts["grains.vtp"] = points(pyvista, grains, of_grains)
    if contacts is not None:
        if grains is None:
            raise ValueError("grains = None: the lines of contacts need the sizes of their grains")
        parts["contacts.vtp"] = lines(pyvista, grains, contacts)
    if fields is not None:
        parts["fields.vti" if orthogonal(fields.grid) else "fields.vts"] = image(pyvista, fields)
    if walls is not None:
        parts["walls.vtp"] = surfaces(pyvista, walls)
    if not parts:
        raise ValueError("there is nothing to write: give grains, contacts, fields or walls")
    root = earlier(series, when)
    number = len({item.get("timestep") for item in root.iter("DataSet")})
    series.with_suffix("").mkdir(parents=True, exist_ok=True)
    for part, (name, data) in enumerate(parts.items()):
        stem, kind = name.split(".")
        file = series.with_suffix("") / f"{stem}.{number:06d}.{kind}"
        data.save(file)
        item = ET.SubElement(root[0], "DataSet", timestep=repr(when), part=str(part), name=stem,
                             file=f"{series.stem}/{file.name}")
        item.tail = "\n"
    ET.ElementTree(root).write(series, "utf-8", xml_declaration=True)


def library():
    try:
        import pyvista
    except ImportError as problem:
        raise ImportError(f"write_vtk() needs the Python package pyvista ({problem}): "
                          "pip install pyvista") from None
    return pyvista


def earlier(series, time):
    """The time series as it is before this time."""
    root = ET.Element("VTKFile", type="Collection", version="0.1")
    collection = ET.SubElement(root, "Collection")
    if series.exists():
        for item in ET.parse(series).getroot().iter("DataSet"):
            if float(item.get("timestep")) < time:
                collection.append(item)
    return root


def points(pyvista, grains, more):
    """Grains, with what they have of one number or vector each."""
    data = pyvista.PolyData(np.array(numbers("grains.positions", grains.positions)))
    data["id"], data["radius"], data["mass"] = grains.ids, grains.diameters / 2, grains.masses
    data["velocity"] = grains.velocities
    for name, value in more.items():
        array = numbers(name, value)
        if array.ndim not in (1, 2) or len(array) != len(grains):
            raise ValueError(f"{name} has the shape {array.shape}: its first number must be "
                             f"{len(grains)}, since there are {len(grains)} grains")
        data[name] = array
    return data


def lines(pyvista, grains, contacts):
    """Contacts, with forces and torques on the first particle."""
    n = len(contacts)
    if n == 0:                          # pyvista refuses arrays without rows
        return pyvista.PolyData()
    ends = contacts.segments(grains.by_id("diameters")).reshape(-1, 3)
    cells = np.column_stack([np.full(n, 2), np.arange(0, 2 * n, 2), np.arange(1, 2 * n, 2)])
    data = pyvista.PolyData(ends, lines=cells.ravel())
    values = {"force": contacts.forces, "push": contacts.pushes, "kind": contacts.kinds,
              "torque": contacts.moments + contacts.couples, "overlap": contacts.overlaps,
              "ids": contacts.pairs}
    for name, value in values.items():
        data.cell_data[name] = value
    return data


def surfaces(pyvista, walls):
    """Triangles of all walls, which have the numbers 0, 1, ... in their order."""
    pairs = [one if isinstance(one, tuple) else (one, None) for one in walls.values()]
    meshes = [triangles(f"walls[{name!r}]", mesh) for name, (mesh, _) in zip(walls, pairs)]
    corners = np.concatenate([np.empty((0, 3, 3)), *meshes])
    if not len(corners):
        return pyvista.PolyData()
    ends = np.arange(3 * len(corners)).reshape(-1, 3)
    data = pyvista.PolyData(corners.reshape(-1, 3), np.insert(ends, 0, 3, axis=1).ravel())
    data.cell_data["wall"] = np.repeat(np.arange(len(meshes)), [len(mesh) for mesh in meshes])
    if any(force is not None for _, force in pairs):
        data.cell_data["force"] = np.concatenate(
            [np.zeros((len(mesh), 3)) if force is None else
             shaped(f"walls[{name!r}][1]", force, (len(mesh), 3), "a force on each triangle")
             for name, mesh, (_, force) in zip(walls, meshes, pairs)])
    return data


def orthogonal(grid):
    return np.count_nonzero(grid.edges) == 3


def image(pyvista, fields):
    """Fields as values at the points of their grid, whose first index runs fastest in such files."""
    grid = fields.grid
    if orthogonal(grid):
        data = pyvista.ImageData(dimensions=grid.shape, spacing=np.diag(grid.edges),
                                 origin=grid.points[0, 0, 0])
    else:
        data = pyvista.StructuredGrid(*np.moveaxis(grid.points, -1, 0))
    names = [field.name for field in dataclasses.fields(fields)[1:]] + ["velocity", "stress"]
    for name in names:
        value = np.swapaxes(getattr(fields, name), 0, 2)
        data.point_data[name] = value.reshape(data.n_points, -1).squeeze()
    return data
