#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""What the wheel of VARDEM is made of: pyproject.toml, and the entry point that LAMMPS calls, python/vardem/plugin.py."""
import os
import re
import sys
import unittest
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "python"))
from vardem import plugin  # noqa: E402

PROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
PIN = re.search(r'"(lammps\[mpi\]==([0-9.]+))"', PROJECT)
ALONE = "mpirun of Open MPI has started 2 processes.* Call {} in place of this mpirun"


class Project(unittest.TestCase):
    def test_one_lammps(self):
        """What the plugin is built with is what pip installs."""
        self.assertEqual(re.findall(r"lammps(?:\[mpi\])?==([0-9.]+)", PROJECT), [PIN[2]] * 2)

    def test_one_version(self):
        versions = [re.search(pattern, (ROOT / file).read_text(encoding="utf-8"))[1] for file, pattern in
                    (("pyproject.toml", '\nversion = "(.*)"'), ("python/pyproject.toml", '\nversion = "(.*)"'),
                     ("cmake/CMakeLists.txt", r"project\(VARDEM VERSION ([0-9.]+)"), ("CITATION.cff", "\nversion: (.*)"))]
        self.assertEqual(len(set(versions)), 1, versions)

    def test_entry_point(self):
        module, function = re.search(r'lammps.plugins"\]\nvardem = "(.*):(.*)"', PROJECT).groups()
        self.assertEqual((module, callable(getattr(plugin, function))), ("vardem.plugin", True))


class EntryPoint(unittest.TestCase):
    def folder(self, **variables):
        with mock.patch.dict(os.environ, variables):
            for name in {"OMPI_COMM_WORLD_SIZE", "LAMMPS_POTENTIALS"} - set(variables):
                os.environ.pop(name, None)
            return plugin.folder(), os.environ["LAMMPS_POTENTIALS"]

    def test_folders(self):
        here = ROOT / "python" / "vardem"
        self.assertEqual(self.folder(), (str(here / "lib"), str(here / "potentials")))
        self.assertEqual(self.folder(LAMMPS_POTENTIALS="/mine")[1], f"/mine:{here}/potentials")

    def test_mpirun_of_another_mpi(self):
        self.folder(OMPI_COMM_WORLD_SIZE="1")
        with self.assertRaisesRegex(SystemExit, ALONE.format(r".*mpiexec.*")):
            self.folder(OMPI_COMM_WORLD_SIZE="2")


if __name__ == "__main__":
    unittest.main()
