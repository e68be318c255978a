#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""Readers of dump files, python/vardem/dumps.py, of what LAMMPS writes and of files that are wrong.

    build/bin/python test_dumps.py"""
import tempfile
import unittest
from pathlib import Path

import numpy as np

import vardem

QUIET = ["-screen", "none", "-log", "none"]
STEP = "ITEM: TIMESTEP\n{}\nITEM: NUMBER OF ENTRIES\n2\nITEM: BOX BOUNDS ff ff ff\n" + 3 * "-1 1\n" + \
    "ITEM: ENTRIES index c_a[1]\n1 0.5\n2 -3\n"


class TestCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "some.dump"

    def steps(self, text):
        self.path.write_text(text)
        return list(vardem.read_dump(self.path))


class OfLammps(TestCase):
    def grains(self):
        """A column of three grains, the lowest of which is pressed into the floor."""
        lmp = vardem.packing([[0, 0, 0.45], [0, 0, 1.4], [0, 0, 2.5]], 1, types=[1, 2, 1],
                             box=[[-1, -1, 0], [1, 1, 4]], cmdargs=QUIET)
        lmp.commands_list(["pair_style contact/hooke", "pair_coeff * * k 100 rolling 10 0.5", "set type 1 omega 0.5 0 0", "fix move all nve/sphere",
                           "fix floor all wall/contact plane 0 0 0 0 0 1 k 100",
                           "fix weight all gravity 1 vector 0 0 -1", "compute contacts all contact/force"])
        return lmp

    def test_contacts(self):
        """Several steps, with different numbers of rows; the last one is that of contacts() in LAMMPS."""
        lmp = self.grains()
        lmp.commands_list([f"dump d all local 20 {self.path} index c_contacts[*]",
                           "dump_modify d format float %.17g", "run 100"])
        steps = list(vardem.read_dump(self.path))
        self.assertEqual([step.timestep for step in steps], [0, 20, 40, 60, 80, 100])
        self.assertEqual(len(steps[0].rows), 2)
        self.assertGreater(len({len(step.rows) for step in steps}), 1)
        self.assertEqual(steps[0].rows["index"].dtype.kind, "i")
        here, there = vardem.contacts(lmp), vardem.contacts(steps[-1])
        self.assertGreater(len(here), 0)
        self.assertGreater(abs(np.vstack([vardem.contacts(step).couples for step in steps])).max(), 0.01)
        for name in ("pairs", "kinds", "normals", "points", "gaps", "forces", "classic", "moments", "couples"):
            np.testing.assert_array_equal(getattr(here, name), getattr(there, name), name)

    def test_custom(self):
        lmp = self.grains()
        lmp.commands_list([f"dump d all custom 10 {self.path} id type element x y z",
                           "dump_modify d sort id element Si Fe units yes time yes format float %.17g", "run 0"])
        step, = vardem.read_dump(self.path)
        self.assertEqual(step.rows["id"].tolist(), [1, 2, 3])
        self.assertEqual((step.rows["type"].tolist(), step.rows["type"].dtype.kind), ([1, 2, 1], "i"))
        self.assertEqual(step.rows["element"].tolist(), ["Si", "Fe", "Si"])
        self.assertEqual(step.rows["z"].tolist(), [0.45, 1.4, 2.5])
        self.assertEqual((step.box.tolist(), step.tilt.tolist()), ([[-1, -1, 0], [1, 1, 4]], [0, 0, 0]))

    def test_tilted_box(self):
        """The corners and the tilt, not the bounds that LAMMPS writes."""
        for tilt in ((1.5, -2.5, -0.5), (-1.5, -2.5, 0.5), (1.5, 2.5, 0.5), (-1.5, 2.5, 0)):
            lmp = vardem.packing([[0, 0, 0]], 1, box=[[-4, -3, -2], [4, 5, 6]], boundary="p p p", cmdargs=QUIET)
            lmp.commands_list(["pair_style zero 1", "pair_coeff * *", "change_box all triclinic",
                               "change_box all xy final {} xz final {} yz final {}".format(*tilt),
                               f"dump d all custom 1 {self.path} id", "run 0"])
            step, = vardem.read_dump(self.path)
            np.testing.assert_allclose(step.box, [[-4, -3, -2], [4, 5, 6]], 0, 1e-14)
            np.testing.assert_allclose(step.tilt, tilt, 0, 1e-14)

    def test_general_triclinic_box(self):
        with self.assertRaisesRegex(ValueError, "some.dump: its box is a general triclinic one"):
            self.steps(STEP.format(0).replace("BOX BOUNDS ff ff ff", "BOX BOUNDS abc origin pp pp pp")
                       .replace("-1 1\n", "1 0 0 0\n"))


class OfFiles(TestCase):
    def test_columns(self):
        one, other = self.steps(STEP.format(7) + STEP.format(9))
        self.assertEqual((one.timestep, other.timestep), (7, 9))
        self.assertEqual(other.rows["c_a[1]"].tolist(), [0.5, -3])

    def test_long_words(self):
        step, = self.steps(STEP.format(7).replace("c_a[1]", "typelabel").replace("1 0.5", "1 glass_beads_coarse_1")
                           .replace("2 -3", "2 steel"))
        self.assertEqual(step.rows["typelabel"].tolist(), ["glass_beads_coarse_1", "steel"])

    def test_no_rows(self):
        step, = self.steps(STEP.format(0).replace("\n2\nITEM", "\n0\nITEM").replace("1 0.5\n2 -3\n", ""))
        self.assertEqual((step.rows.shape, step.rows.dtype.names), ((0,), ("index", "c_a[1]")))

    def test_file_that_ends_early(self):
        """The steps before are read; the message says where the file ends."""
        whole = STEP.format(100) + STEP.format(200)
        self.path.write_text(whole[:-len("2 -3\n")])
        steps = vardem.read_dump(self.path)
        self.assertEqual(next(steps).timestep, 100)
        with self.assertRaisesRegex(ValueError, "some.dump: step 200 has 1 rows in place of 2; the run that "
                                    "writes the file goes on, or was stopped"):
            next(steps)
        for end in ("ITEM: NUMBER", "ITEM: BOX", "-1 1\nITEM: ENTRIES"):
            with self.assertRaisesRegex(ValueError, "ends within the head of a step"):
                self.steps(whole[:whole.rindex(end)])

    def test_no_dump(self):
        for text in ("LAMMPS data file\n\n3 atoms\n", "\n", STEP.format(0) + "3 1.5\n", "ITEM: ENTRIES a\n"):
            with self.assertRaisesRegex(ValueError, "some.dump: this is no text file of LAMMPS' command dump"):
                self.steps(text)
        with self.assertRaises(FileNotFoundError):
            next(vardem.read_dump("no/such.dump"))

    def test_row_with_another_number_of_columns(self):
        with self.assertRaisesRegex(ValueError, "some.dump: "):
            self.steps(STEP.format(0).replace("2 -3", "2"))

    def test_contacts_need_all_columns(self):
        step, = self.steps(STEP.format(0).replace("c_a[1]", "c_contacts[1]"))
        with self.assertRaisesRegex(ValueError, r"compute = 'contacts': the dump has no column c_contacts\[2\]; "
                                    r"it needs all 22, as `dump ID all local N FILE index c_contacts\[\*\]`"):
            vardem.contacts(step)
        with self.assertRaisesRegex(ValueError, r"no column c_nil\[1\]"):
            vardem.contacts(step, "nil")


if __name__ == "__main__":
    unittest.main()
