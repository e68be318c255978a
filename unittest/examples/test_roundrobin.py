#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""The inputs of bench/roundrobin run with soft, stock and rigid contacts, and its page and picture are made.

    test_roundrobin.py LMP

`make soak` runs the small size, and compares its results with those of the other codes. Needs numpy and matplotlib."""
import os
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

import numpy as np

LMP = sys.argv.pop()
SOAK = bool(os.environ.get("VARDEM_SOAK"))
sys.dont_write_bytecode = True      # nothing but what git knows is to be in bench and examples
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench" / "roundrobin"))
import roundrobin  # noqa: E402


class RoundRobin(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.out = Path(cls.folder.name)
        size = "small" if SOAK else "try"
        found = roundrobin.measure(roundrobin.arguments(["--lmp", LMP, "--out", str(cls.out), "--size", size]))
        cls.runs = {case: runs for case, (_, runs) in found.items()}

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_page_has_each_case_by_each_code(self):
        page = (self.out / "roundrobin.md").read_text()
        for runs in self.runs.values():
            self.assertEqual({name.split(",")[0] for name in runs}, {"soft", "stock", "rigid"})
            for name in runs:
                self.assertIn(f"| {name} |", page)
        self.assertGreater((self.out / "roundrobin.png").stat().st_size, 10000)

    def test_other_codes_have_a_row_where_a_machine_has_them(self):
        """A LIGGGHTS that stands in for the true one, and a Yade that fails."""
        programs = self.out / "programs"
        programs.mkdir()
        for name, lines in ("liggghts", "echo way -0.1"), ("yade", "exit 1"):
            (programs / name).write_text(f"#!/bin/sh\n{lines}\n")
            (programs / name).chmod(0o755)
        lammps = roundrobin.Lammps(LMP, self.out / "runs")
        with unittest.mock.patch.dict(os.environ, PATH=f"{programs}:{os.environ['PATH']}"), unittest.mock.patch.object(roundrobin.peers, "STEPS", 10):
            os.environ.pop("OMPI_MCA_orte_create_session_dirs", None)      # for mpiexec, see unittest/CMakeLists.txt
            page = roundrobin.peers.tabulate(lammps, roundrobin.bed_of(lammps, "impact"), 1001).markdown()
        self.assertRegex(page, r"\| soft \| [\d.]+ \| [\d.]+ \| -0\.1\d{4} \|")
        self.assertRegex(page, r"\| LIGGGHTS \|.*\| -0\.10000 \|")
        self.assertIn("| Yade | failed | failed |", page)

    def test_ball_falls_freely_before_it_hits(self):
        """With 5 m/s and 9.81 m/s2. Steps of contact dynamics are symplectic Euler's, whose path is known, too. Time and way have 8 digits."""
        for name, run in self.runs["impact"].items():
            time, way = run.columns[[roundrobin.TIME, roundrobin.SEEN]]
            euler = run.step if "rigid" in name else 0
            exact = -(5 * time + 9.81 / 2 * (time ** 2 + euler * (time - time[0])))
            self.assertLess(abs(way - exact)[time < (0.0208 if SOAK else 0.0262)].max(), 1e-8, name)

    @unittest.skipIf(SOAK, "the small size has only the speed of stock grains")
    def test_stock_grains_have_the_law_of_soft_ones(self):
        """The ball squeezes one layer of grains on the floor. A modulus between ball and grains that is 5 % smaller makes a difference of 2.5e-5 m."""
        soft, stock = (self.runs["impact"][code].columns[roundrobin.SEEN].min() for code in ("soft", "stock"))
        self.assertLess(abs(soft - stock), 3e-6)

    def test_sum_of_the_ledger_is_constant(self):
        """For rigid grains to round-off and the 8 digits of the output, whatever their step is; for soft ones to the
        order of the step: 3e-4 in silo and drum, 2e-3 where the ball squeezes grains on the floor."""
        for case, runs in self.runs.items():
            for name, run in runs.items():
                energy = run.columns[roundrobin.SUM]
                scale = abs(energy).max() + run.columns[roundrobin.LOST][-1]
                if name == "stock":
                    self.assertEqual(abs(energy).max(), 0, (case, name))
                else:
                    bound = 1e-8 if "rigid" in name else 3e-3
                    self.assertLess(abs(energy - energy[0]).max(), bound * scale, (case, name))

    @unittest.skipUnless(SOAK, "for make soak: it needs the small size")
    def test_results_are_those_of_the_comparison(self):
        """Bounds: rates of one silo by two soft codes of 2026 differ by 7 %, 7.74 and 8.26 thousand per second; the deepest point of the ball is
        -0.1384 m with a standard deviation of 0.1 % in 69 runs of the comparison. A slice of the drum has no ends, and so no published peak."""
        silo, drum, ball = ({name.split(",")[0]: run.columns for name, run in self.runs[case].items()} for case in ("silo", "drum", "impact"))
        rates = {code: roundrobin.rate(columns, (0.06, 0.3)) for code, columns in silo.items()}
        self.assertLess(abs(rates["soft"] / 8000 - 1), 0.1, rates)
        self.assertLess(max(abs(rates[code] / rates["soft"] - 1) for code in ("stock", "rigid")), 0.05, rates)
        self.assertLess(abs(drum["rigid"][roundrobin.SEEN].max() / drum["soft"][roundrobin.SEEN].max() - 1), 0.05)
        for code in ("soft", "rigid"):
            self.assertLess(abs(ball[code][roundrobin.SEEN].min() / -0.1384 - 1), 0.02, code)

    def test_packing_of_the_comparison_becomes_a_data_file(self):
        """Rows of radius, x, y, z; the head and the ball with its velocity are left out."""
        text = self.out / "packing.txt"
        text.write_text("Radius[m] X Y Z\n 0.002 -0.01 0.02 -0.03\n0.001 0.01 0 0\n5 0.01 0.01 0 0 0.06\n")
        lines = roundrobin.packing("drum", text, self.out / "packing.data").read_text().splitlines()
        self.assertIn("2 atoms", lines)
        self.assertEqual(lines[-2:], ["1 2 0.004 2000 -0.01 0.02 -0.03", "2 1 0.002 2500 0.01 0 0"])


if __name__ == "__main__":
    unittest.main()
