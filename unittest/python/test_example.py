#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""The example examples/python: its script has at most 15 lines, the page shows it as it is, and it finds what it should.

    build/bin/python test_example.py LMP"""
import re
import subprocess
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path

LMP = sys.argv.pop(1)
ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "python"
SCRIPT = (EXAMPLE / "force_chains.py").read_text(encoding="utf-8")


class Example(unittest.TestCase):
    def test_lines_of_code(self):
        code = [line for line in SCRIPT.splitlines() if line and not line.startswith("#")]
        self.assertLessEqual(len(code), 15)

    def test_page(self):
        page = (ROOT / "doc" / "src" / "Python_vardem.rst").read_text(encoding="utf-8")
        self.assertIn(textwrap.indent(SCRIPT, "   "), page)

    def test_run(self):
        """An isostatic packing in the plane has two contacts for each disc, and the walls carry the weight."""
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run([sys.executable, "-B", EXAMPLE / "measure.py", "--lmp", LMP, "--out", folder],
                                 stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            self.assertEqual(run.returncode, 0, run.stdout[-2000:])
            rows = dict(re.findall(r"(?m)^\| (.+?) \| (\S+) \|$", (Path(folder) / "table.md").read_text()))
            self.assertTrue((Path(folder) / "python.png").exists())
        self.assertEqual((rows["discs"], rows["contacts"]), ("210", "420"))
        self.assertLess(float(rows["largest overlap"]), 1e-7)       # of solver newton, of a diameter
        self.assertLess(float(rows["force on the walls, less the weight / weight"]), 1e-5)
        self.assertLess(float(rows["compatible forces, difference to those of the step"]), 1e-5)


if __name__ == "__main__":
    unittest.main()
