#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""The notebook examples/python/grading.ipynb: its code has at most 40 lines, and its flow carries the weight. nbclient runs it where it is
there, else its cells are run one after another.

    build/bin/python test_notebook.py"""
import importlib.util
import json
import math
import os
import tempfile
import unittest
from pathlib import Path

import matplotlib
import numpy as np

FILE = Path(__file__).resolve().parents[2] / "examples" / "python" / "grading.ipynb"
NOTEBOOK = json.loads(FILE.read_text(encoding="utf-8"))
CODE = ["".join(cell["source"]) for cell in NOTEBOOK["cells"] if cell["cell_type"] == "code"]


class Notebook(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(temporary.name)

    def test_file(self):
        self.assertLessEqual(sum(bool(line.strip()) for cell in CODE for line in cell.splitlines()), 40)
        self.assertFalse(any(cell.get("outputs") for cell in NOTEBOOK["cells"]))

    @unittest.skipUnless(importlib.util.find_spec("nbclient"), "no nbclient")
    def test_as_a_notebook(self):
        import nbclient
        import nbformat
        nbclient.NotebookClient(nbformat.read(FILE, 4), timeout=300).execute()
        self.assertTrue(Path("grading.png").exists())

    @unittest.skipIf(importlib.util.find_spec("nbclient"), "nbclient runs it")
    def test_cells(self):
        """Between the base and the surface the shear stress is the pressure times tan 26 degrees, but for what the mean over a short time
        leaves; the pressure at the base is the weight on it across the slope."""
        matplotlib.use("Agg")
        names = {}
        for cell in CODE:
            exec(cell, names)
        self.assertTrue(Path("grading.png").exists())
        z, stress = names["z"], names["stress"]
        inside = (z > 2) & (z < 4)
        np.testing.assert_allclose(-stress[inside, 0, 2] / stress[inside, 2, 2], math.tan(math.radians(26)), 0.05)
        above = names["mean"].density[0, 0, z > 2] * (z[1] - z[0]) * math.cos(math.radians(26))
        self.assertLess(abs(stress[z > 2][0, 2, 2] / (above.sum() - above[0] / 2) - 1), 0.02)
        self.assertGreater(names["velocity"][inside, 0].min(), 0)


if __name__ == "__main__":
    unittest.main()
