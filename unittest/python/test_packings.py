#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""Packings from arrays, and their contacts as arrays: python/vardem/packings.py, contact_rows.py.

    build/bin/python test_packings.py"""
import math
import unittest

import numpy as np

import vardem

QUIET = ["-screen", "none", "-log", "none"]
UNIT_MASS = 6 / math.pi         # density of a sphere of diameter 1 and mass 1


def packing(*arrays, **keywords):
    return vardem.packing(*arrays, cmdargs=QUIET, **keywords)


def loose(n=40):
    """Positions, diameters, densities and types of spheres that are anywhere."""
    random = np.random.default_rng(20)
    return (random.uniform(-3, 5, (n, 3)), random.uniform(0.1, 2, n), random.uniform(1, 3, n),
            random.integers(1, 4, n))


class Atoms(unittest.TestCase):
    def gather(self, lmp, name, columns=1, whole=False):
        """A property of all atoms, in the order of their IDs."""
        values = np.array(lmp.gather_atoms(name, 0 if whole else 1, columns))
        return values.reshape(-1, columns) if columns > 1 else values

    def test_are_those_of_the_arrays(self):
        x, d, density, types = loose()
        lmp = packing(x, d, density, types)
        self.assertTrue((self.gather(lmp, "x", 3) == x).all())
        self.assertTrue((self.gather(lmp, "radius") == d / 2).all())
        self.assertTrue((self.gather(lmp, "type", whole=True) == types).all())
        np.testing.assert_allclose(self.gather(lmp, "rmass"), density * math.pi / 6 * d**3, 1e-15)

    def test_one_number_is_that_of_all(self):
        lmp = packing([[0, 0, 0], [2, 0, 0]], 1.5, 2)
        self.assertEqual(self.gather(lmp, "radius").tolist(), [0.75, 0.75])
        np.testing.assert_allclose(self.gather(lmp, "rmass"), math.pi / 3 * 1.5**3, 1e-15)
        self.assertEqual(lmp.extract_global("ntypes"), 1)

    def test_smallest_box(self):
        low, high, *_ = packing([[0, 0, 0], [3, 1, 0]], [1, 3]).extract_box()
        self.assertEqual((low, high), ([-0.5, -0.5, -1.5], [4.5, 2.5, 1.5]))

    def test_smallest_box_in_two_dimensions(self):
        low, high, *_ = packing([[0, 0, 0], [3, 1, 0]], 1, boundary="f f p", dimension=2).extract_box()
        self.assertEqual((low, high), ([-0.5] * 3, [3.5, 1.5, 0.5]))

    def test_box_and_boundary(self):
        lmp = packing([[0, 1, 1], [3, 1, 1]], 1, box=[[0, 0, -1], [3, 4, 5.1]], boundary="p f f")
        low, high, *_, periodic, _ = lmp.extract_box()
        self.assertEqual((low, high, periodic), ([0, 0, -1], [3, 4, 5.1], [1, 0, 0]))
        # the upper edge of a period is the lower one
        self.assertEqual(self.gather(lmp, "x", 3).tolist(), [[0, 1, 1], [0, 1, 1]])

    def test_units_and_dimension(self):
        lmp = packing([[0, 0, 0]], 1e-3, 2500, box=[[-1] * 3, [1] * 3], units="si", boundary="f f p",
                      dimension=2)
        self.assertEqual(lmp.extract_global("units"), "si")
        self.assertEqual(lmp.extract_setting("dimension"), 2)

    def test_two_at_the_same_time(self):
        one, other = packing([[0, 0, 0]], 1), packing([[0, 0, 0], [1, 0, 0]], 1)
        self.assertEqual((one.get_natoms(), other.get_natoms()), (1, 2))


class BadArrays(unittest.TestCase):
    """Each message names the argument and the value, and LAMMPS is not opened."""

    def refused(self, message, **changed):
        arguments = {"positions": [[0, 0, 0], [1, 0, 0], [2, 0, 0]], "diameters": [1, 1, 0.5], **changed}
        with self.assertRaisesRegex(ValueError, message):
            packing(**arguments)

    def test_shapes(self):
        self.refused(r"positions has the shape \(3, 2\): it must be \(n, 3\)", positions=np.ones((3, 2)))
        self.refused(r"positions has the shape \(3,\)", positions=[1, 2, 3])
        for nothing in ([], np.ones((0, 3))):
            self.refused("positions is empty: there must be at least one sphere", positions=nothing)
        self.refused(r"diameters has the shape \(2,\): it must be one number, or \(3,\), since there "
                     "are 3 spheres", diameters=[1, 1])
        self.refused(r"diameters has the shape \(3, 1\)", diameters=np.ones((3, 1)))
        self.refused(r"density has the shape \(4,\)", density=np.ones(4))
        self.refused(r"types has the shape \(1,\)", types=[1])
        self.refused(r"box has the shape \(6,\): it must be \(2, 3\)", box=[0, 0, 0, 5, 5, 5])

    def test_no_numbers(self):
        self.refused("positions is no array of numbers", positions=[["a", 0, 0]])
        self.refused("positions is no array of numbers", positions=[[0, 0, 0], [1, 0]])
        self.refused("diameters is no array of numbers", diameters="large")

    def test_not_finite(self):
        self.refused(r"positions\[1, 2\] = nan: it must be finite", positions=[[0, 0, 0], [1, 0, np.nan]])
        self.refused(r"positions\[0, 0\] = inf \(and 1 more of 6\)", positions=[[np.inf, 0, 0], [1, 0, -np.inf]])
        self.refused(r"diameters\[2\] = nan", diameters=[1, 1, np.nan])
        self.refused("density = nan: it must be finite", density=np.nan)
        self.refused(r"box\[1, 0\] = inf", box=[[0, 0, 0], [np.inf, 1, 1]])

    def test_values(self):
        self.refused(r"diameters\[0\] = 0.0 \(and 1 more of 3\): it must be positive", diameters=[0, 1, -2])
        self.refused("density = -1.0: it must be positive", density=-1)
        self.refused(r"types\[1\] = 0.0: types are whole numbers from 1 on", types=[1, 0, 2])
        self.refused(r"types\[2\] = 1.5", types=[1, 2, 1.5])
        self.refused(r"positions\[2, 2\] = 0.5: z must be 0", positions=[[0, 0, 0], [1, 0, 0], [1, 1, 0.5]],
                     dimension=2, boundary="f f p", box=[[-1] * 3, [3] * 3])

    def test_box(self):
        edges = r"it is outside of the box, which is from \[-1.0, -1.0, -1.0\] to \[2.0, 1.0, 1.0\]"
        self.refused(r"positions\[2, 0\] = 2.0: " + edges, box=[[-1] * 3, [2, 1, 1]])
        self.refused(r"positions\[0, 0\] = 0.0", box=[[0.5, -1, -1], [3, 1, 1]])
        self.refused(r"positions\[2, 0\] = 2.0", box=[[-1] * 3, [1.9, 1, 1]], boundary="p p p")
        self.refused(r"box\[0, 1\] = 1.0 \(and 1 more of 6\): a lower edge must be below the upper",
                     box=[[-1, 1, -1], [3, 1, 1]])
        self.refused("box = None: a periodic boundary needs a box", boundary="f p f")

    def test_boundary(self):
        for boundary in ("f f", "ppp", "f f q", "f f fsm"):
            self.refused(f"boundary = '{boundary}': it must be three words", boundary=boundary)


class KnownForces(unittest.TestCase):
    def contacts(self, lmp, *commands):
        lmp.commands_list([*commands, "compute contacts all contact/force", "run 0"])
        return vardem.contacts(lmp)

    def test_two_spheres(self):
        """Pressed together by .05 in the direction (2, 3, 6)/7; F = K d by Hooke's law."""
        normal = np.array([2, 3, 6]) / 7
        lmp = packing([[0, 0, 0], 1.2 * normal], [1.0, 1.5])
        found = self.contacts(lmp, "pair_style contact/hooke", "pair_coeff * * k 100")
        self.assertEqual((found.pairs.tolist(), found.kinds.tolist(), len(found)), ([[1, 2]], [0], 1))
        for value, expected in ((found.overlaps, [0.05]), (found.pushes, [5]), (found.normals, [normal]),
                                (found.forces, [-5 * normal]), (found.points, [0.475 * normal]),
                                (found.segments([1.0, 1.5]), [[0 * normal, 1.2 * normal]])):
            np.testing.assert_allclose(value, expected, 0, 1e-13)

    def test_hertz(self):
        """F = 4/3 E* sqrt(R*) d^(3/2) with E* = E/(2 (1 - nu^2)), R* = 1/4."""
        lmp = packing([[0, 0, 0], [0.99, 0, 0]], 1)
        found = self.contacts(lmp, "pair_style contact/hertz", "pair_coeff * * E 1e6 nu 0.25")
        expected = 4 / 3 * 1e6 / 2 / (1 - 0.25**2) * 0.5 * 0.01**1.5
        np.testing.assert_allclose(found.pushes, [expected], 1e-12)

    def test_wall_and_order(self):
        """By atom IDs, whatever the order of the atoms in LAMMPS; the wall stands second, as 0."""
        lmp = packing([[0, 0, 2.3], [0, 0, 0.45], [0, 0, 1.4]], 1, box=[[-1, -1, 0], [1, 1, 4]])
        found = self.contacts(lmp, "pair_style contact/hooke", "pair_coeff * * k 100",
                              "fix floor all wall/contact plane 0 0 0 0 0 1 k 10")
        self.assertEqual(found.pairs.tolist(), [[1, 3], [2, 0], [2, 3]])
        self.assertEqual(found.kinds.tolist(), [0, 1, 0])
        np.testing.assert_allclose(found.pushes, [10, 0.5, 5], 1e-12)
        ends = [[2.3, 1.4], [0.45, 0], [0.45, 1.4]]
        np.testing.assert_allclose(found.segments(1.0)[:, :, 2], ends, 0, 1e-13)
        strong = found[found.pushes > 1]
        self.assertEqual((len(strong), strong.pairs.tolist()), (2, [[1, 3], [2, 3]]))

    def test_periodic_boundary(self):
        """The segment leaves the box, and has the distance of the spheres."""
        lmp = packing([[0.2, 1, 1], [3.3, 1, 1]], 1, box=[[0, 0, 0], [4, 2, 2]], boundary="p f f")
        found = self.contacts(lmp, "pair_style contact/hooke", "pair_coeff * * k 1")
        first, second = found.segments(1)[0]
        np.testing.assert_allclose(second - first, [-0.9, 0, 0], 0, 1e-13)

    def test_compatible_forces(self):
        """One support below and one at 30 degrees on each side: 2/3 and 1/3 of the weight, by hand."""
        x = [[0, 0, 0], [0, 0, -1], [math.sqrt(0.75), 0, -0.5], [-math.sqrt(0.75), 0, -0.5]]
        lmp = packing(x, 1, UNIT_MASS, box=[[-2] * 3, [2] * 3])
        found = self.contacts(lmp, "group supports id 2:4", "neighbor 0.01 bin", "pair_style contact/rigid",
                              "pair_coeff * * stiffness 1", "fix weight all gravity 1 vector 0 0 -1",
                              "fix hold supports freeze", "fix forces all compatible/cd 1 tol 1e-12")
        self.assertEqual(found.pairs.tolist(), [[1, 2], [1, 3], [1, 4]])
        np.testing.assert_allclose(found.pushes, [2 / 3, 1 / 3, 1 / 3], 0, 1e-11)

    def test_no_contacts(self):
        lmp = packing([[0, 0, 0], [2, 0, 0]], 1)
        found = self.contacts(lmp, "pair_style contact/hooke", "pair_coeff * * k 1")
        self.assertEqual((len(found), found.segments(1).shape, found.pushes.shape), (0, (0, 2, 3), (0,)))


class BadContacts(unittest.TestCase):
    def setUp(self):
        self.lmp = packing([[0, 0, 0], [0.9, 0, 0]], 1)
        self.lmp.commands_list(["pair_style contact/hooke", "pair_coeff * * k 100",
                                "compute contacts all contact/force", "compute ids all property/local patom1 patom2"])
        self.lmp.command("run 0")

    def test_compute(self):
        cure = "use, before the run: compute {} all contact/force"
        with self.assertRaisesRegex(ValueError, "compute = 'nil': there is no .* ID; " + cure.format("nil")):
            vardem.contacts(self.lmp, "nil")
        with self.assertRaisesRegex(ValueError, "compute = 'ids': it has 2 columns .* 22; " + cure.format("ids")):
            vardem.contacts(self.lmp, "ids")

    def test_diameters(self):
        found = vardem.contacts(self.lmp)
        with self.assertRaisesRegex(ValueError, "diameters has the length 1: there are contacts of atom 2"):
            found.segments([1.0])
        with self.assertRaisesRegex(ValueError, r"diameters\[1\] = -1.0: it must be positive"):
            found.segments([1.0, -1.0])

    def test_compute_that_comes_too_late(self):
        """The error of the compute is passed on."""
        lmp = packing([[0, 0, 0], [0.9, 0, 0]], 1)
        lmp.commands_list(["pair_style contact/hooke", "pair_coeff * * k 100", "run 0",
                           "compute contacts all contact/force"])
        with self.assertRaisesRegex(Exception, "Compute contact/force: .* has computed no forces"):
            vardem.contacts(lmp)


if __name__ == "__main__":
    unittest.main()
