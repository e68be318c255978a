#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""Pictures of contacts, python/vardem/pictures.py, and files for ParaView, python/vardem/vtk_files.py, which pyvista reads back where it
is there.

    build/bin/python test_pictures.py"""
import importlib.util
import math
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import matplotlib
import numpy as np

import vardem

matplotlib.use("Agg")
HAS_PYVISTA = importlib.util.find_spec("pyvista") is not None
ROW = vardem.Grains(np.array([3, 5, 6]), np.array([[0, 0, 0.5], [1, 0, 0.5], [2, 0, 0.5]]), np.arange(9.0).reshape(3, 3), np.ones(3),
                    np.full(3, 2.0))


def contacts():
    """Of three spheres in a row, and of the first with the wall below: pushes of 1, -1 and 3."""
    pairs, points = np.array([[3, 5], [5, 6], [3, 0]]), np.array([[0.5, 0, 0.5], [1.5, 0, 0.5], [0, 0, 0]])
    normals, zero = np.array([[1.0, 0, 0], [1, 0, 0], [0, 0, -1]]), np.zeros((3, 3))
    forces = -normals * [[1], [-1], [3]]
    return vardem.Contacts(pairs, np.array([0, 2, 1]), normals, points, np.zeros(3), forces, zero, zero + [0, 0, 7], zero + [0, 1, 0])


class ForceChains(unittest.TestCase):
    def test_lines(self):
        axes = vardem.force_chains(ROW, contacts(), "xz", 6)
        lines, = axes.collections
        np.testing.assert_allclose(lines.get_segments(), [[[0, 0.5], [1, 0.5]], [[0, 0.5], [0, 0]]], 0, 1e-15)
        np.testing.assert_allclose(lines.get_linewidths(), [2, 6], 1e-15)
        self.assertEqual((axes.get_xlabel(), axes.get_ylabel()), ("x", "z"))
        self.assertIs(vardem.force_chains(ROW, contacts()[:0], axes=axes), axes)

    def test_plane(self):
        with self.assertRaisesRegex(ValueError, "plane = 'xx': it must be two of the letters x, y and z"):
            vardem.force_chains(ROW, contacts(), "xx")


class WithoutPyvista(unittest.TestCase):
    def test_message(self):
        with mock.patch.dict("sys.modules", pyvista=None), self.assertRaisesRegex(ImportError, "pyvista .*: pip install pyvista"):
            vardem.write_vtk("a.pvd", ROW)


@unittest.skipUnless(HAS_PYVISTA, "no pyvista")
class Vtk(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.file = Path(temporary.name) / "row.pvd"

    def read(self, time=0.0):
        import pyvista
        reader = pyvista.get_reader(self.file)
        reader.set_active_time_value(time)
        return reader.time_values, reader.read()

    def test_grains_and_contacts(self):
        vardem.write_vtk(self.file, ROW, contacts(), orientation=[[1, 0, 0, 0]] * 3)
        (grains, lines) = self.read()[1]
        np.testing.assert_allclose(grains.points, ROW.positions)
        for name, expected in dict(radius=[0.5] * 3, id=[3, 5, 6], velocity=ROW.velocities, orientation=[[1, 0, 0, 0]] * 3).items():
            np.testing.assert_allclose(grains[name], expected)
        ends = lines.points[lines.lines.reshape(-1, 3)[:, 1:]]
        np.testing.assert_allclose(ends[0], [[0, 0, 0.5], [1, 0, 0.5]])
        np.testing.assert_allclose(ends[2], [[0, 0, 0.5], [0, 0, 0]])
        for name, expected in dict(force=contacts().forces, push=[1, -1, 3], kind=[0, 2, 1], torque=[[0, 1, 7]] * 3).items():
            np.testing.assert_allclose(lines.cell_data[name], expected)

    def test_walls(self):
        first, second = np.arange(18.0).reshape(2, 3, 3), np.ones((1, 3, 3))
        vardem.write_vtk(self.file, walls={"drum": first, "floor": second})
        data = self.read()[1][0]
        np.testing.assert_allclose(data.points[data.faces.reshape(-1, 4)[:, 1:]], np.concatenate([first, second]))
        self.assertEqual(data.cell_data["wall"].tolist(), [0, 0, 1])
        vardem.write_vtk(self.file, walls={"drum": (first, 2 * first[:, 0]), "floor": second})
        force = self.read()[1][0].cell_data["force"]
        self.assertEqual(abs(force - np.concatenate([2 * first[:, 0], 0 * second[:, 0]])).max(), 0)
        vardem.write_vtk(self.file, walls={})
        self.assertEqual(self.read()[1][0].n_cells, 0)

    def test_fields(self):
        """Each value is at its point, in a box and in a triclinic one."""
        for tilt in (0, 0, 0), (0.5, 0.2, 0.1):
            grid = vardem.Grid((8, 9, 10), 2.2, [[-2, -2, -2], [3, 3, 3]], boundary="p p f", tilt=tilt)
            found = vardem.fields(grid, ROW, contacts())
            vardem.write_vtk(self.file, fields=found)
            data = self.read()[1][0]
            nearest = [data.find_closest_point(point) for point in grid.points.reshape(-1, 3)]
            np.testing.assert_allclose(data.points[nearest], grid.points.reshape(-1, 3), 0, 1e-6)
            for name, size in dict(density=(), velocity=(3,), stress=(9,), contact_stress=(9,)).items():
                np.testing.assert_allclose(data.point_data[name][nearest], getattr(found, name).reshape(-1, *size), 0, 1e-12)

    def test_series(self):
        """A run that is repeated from some time on replaces what is there."""
        for time in 0, 0.5, 1, 0.5:
            vardem.write_vtk(self.file, ROW, time=time)
        self.assertEqual(self.read()[0], [0, 0.5])
        vardem.write_vtk(self.file, ROW, contacts()[:0], time=2)
        self.assertEqual(self.read(2)[1][1].n_cells, 0)

    def test_bad_input(self):
        for arguments, more, message in (
                (("a.vtk", ROW), {}, "path = 'a.vtk': it must end in .pvd"), ((self.file,), {}, "there is nothing to write"),
                ((self.file,), dict(walls={"floor": np.ones((2, 3))}), r"walls\['floor'\] has the shape \(2, 3\): it must be \(m, 3, 3\)"),
                ((self.file, None, contacts()), {}, "grains = None: the lines of contacts need"),
                ((self.file, ROW), dict(time=math.nan), "time = nan: it must be finite"),
                ((self.file, ROW), dict(spin=[1, 2]), r"spin has the shape \(2,\): its first number must be 3"),
                ((self.file, ROW), dict(spin=[1, 2, math.inf]), r"spin\[2\] = inf: it must be finite")):
            with self.assertRaisesRegex(ValueError, message):
                vardem.write_vtk(*arguments, **more)
        self.assertFalse(self.file.exists())


if __name__ == "__main__":
    unittest.main()
