#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""Do fuzz.py and its grammar see what they are for?

test_fuzz.py LMP"""

import re
import sys
import tempfile
import unittest
from pathlib import Path

import between
import fuzz

LMP = sys.argv.pop(1)
STYLES = Path(__file__).resolve().parents[2] / "src" / "VARDEM"
GRAINS = [
    "atom_style sphere",
    "region box block 0 1 0 1 0 1",
    "create_box 1 box",
    "create_atoms 1 single .5 .5 .5",
    "pair_style contact/hooke",
    "pair_coeff * * k 1",
]

# Planted in inputs: the shell kills lmp, jump never ends, 1e300*1e300 is inf, quit says nothing.
PLANTED = {
    "crash": GRAINS + ['shell "kill -SEGV $PPID"'],
    "hang": ["label again", "jump in.fuzz again"],
    "not finite": (
        GRAINS + ["variable x equal 1e300*1e300", "thermo_style custom step v_x", "run 0"]
    ),
    "message": ["quit 3"],
    "refused by VARDEM": GRAINS[:-1] + ["pair_coeff * * k 0"],
    "refused by LAMMPS": ["atom_style cube"],
    "ran": GRAINS + ["run 1"],
}


class Verdicts(unittest.TestCase):
    def setUp(self):
        self.runner = fuzz.Runner(LMP)

    def test_what_is_planted_is_found(self):
        self.addCleanup(setattr, fuzz, "CPU_SECONDS", fuzz.CPU_SECONDS)
        fuzz.CPU_SECONDS = 2
        for kind, lines in PLANTED.items():
            with self.subTest(kind):
                self.assertEqual(self.runner.run(lines, 1)[0], kind)

    def test_processes_that_wait_are_ended(self):
        self.addCleanup(setattr, fuzz, "WALL_SECONDS", fuzz.WALL_SECONDS)
        fuzz.WALL_SECONDS = 2
        self.assertEqual(self.runner.run(["shell sleep 60"], 1)[0], "hang")

    def test_a_message_of_vardem_without_its_style_is_found(self):
        error = "ERROR: Expected a number (src/host/input/keyword_reader.h:51)\n"
        self.assertEqual(fuzz.verdict(1, error)[0], "message")
        self.assertEqual(fuzz.verdict(1, error.replace("src/host", "src"))[0], "refused by LAMMPS")

    def test_shrinking_leaves_what_is_needed(self):
        lines = PLANTED["refused by VARDEM"] + ["run 1"]
        needed = [
            line for line in lines if not line.startswith(("atom_style", "create_atoms", "run"))
        ]
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "in")
            file.write_text("# ranks 1\n" + "\n".join(lines), encoding="utf-8")
            short = fuzz.shrink(self.runner, file)
        self.assertEqual(short[2:], needed)


class Grammar(unittest.TestCase):
    def test_an_input_is_named_by_its_number(self):
        self.assertEqual(between.write(3, 14), between.write(3, 14))
        self.assertNotEqual(between.write(3, 14), between.write(3, 15))

    def test_all_styles_occur(self):
        text = "\n".join("\n".join(between.write(1, index)[0]) for index in range(1000))
        styles = {
            name
            for file in STYLES.glob("*.h")
            for name in re.findall(r"^ *[A-Z]\w+Style\(([a-z/_]+),", file.read_text("utf-8"), re.M)
        }
        self.assertGreater(len(styles), 20)
        self.assertEqual({name for name in styles if not re.search(rf"\b{name}\b", text)}, set())


if __name__ == "__main__":
    unittest.main()
