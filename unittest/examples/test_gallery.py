#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""The runner of the examples, examples/gallery.py, with small examples that draw, fail, or draw
nothing.

    test_gallery.py

Needs pillow and no LAMMPS."""
import contextlib
import io
import os
import re
import sys
import tempfile
import unittest
from pathlib import Path

from PIL import Image

TOOL = Path(__file__).resolve().parents[2] / "examples" / "gallery.py"
sys.dont_write_bytecode = True      # nothing but what git knows is to be in examples
sys.path.insert(0, str(TOOL.parent))
import gallery  # noqa: E402

OUT = "import sys\nout = sys.argv[sys.argv.index('--out') + 1]\n"
DRAW = OUT + "from PIL import Image\nImage.new('RGB', (1800, 400), 'teal').save(f'{out}/%s.png')\n"
NOISE = OUT + """import os
from PIL import Image
Image.frombytes('L', (460, 460), os.urandom(460 ** 2)).save(f'{out}/noise.png')
"""
BAD_INPUT = OUT + """import subprocess
sys.exit(subprocess.run([sys.argv[sys.argv.index('--lmp') + 1]]).returncode)
"""
LMP = """#!/bin/sh
echo 'ERROR: Unknown command: atom_stile sphere (src/input.cpp:313)'
echo 'more words'
exit 1
"""


class Gallery(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = Path(self.folder.name)
        self.lmp = self.root / "lmp"
        self.lmp.write_text(LMP)
        self.lmp.chmod(0o755)
        os.environ.pop("ONLY", None)

    def tearDown(self):
        self.folder.cleanup()

    def example(self, name, script, file="measure.py"):
        folder = self.root / "examples" / name
        folder.mkdir(parents=True)
        (folder / file).write_text(script)

    def gallery(self, *arguments):
        """Number of failures, and what was printed."""
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            failures = gallery.main(["--examples", str(self.root / "examples"), "--lmp",
                                     str(self.lmp), "--out", str(self.root / "out"), *arguments])
        return failures, said.getvalue()

    def small(self, name):
        return self.root / "out" / "gallery" / f"{name}.png"

    def test_pictures_and_times(self):
        self.example("ring", DRAW % "ring")
        self.example("row", DRAW % "row", "run.py")
        (self.root / "examples" / "no_example").mkdir()
        failures, said = self.gallery()
        self.assertEqual(failures, 0)
        line = r"(?m)^\[ [12]/2\] (?:ring|row)  +\d+ s, +\d+ s of processor time$"
        self.assertEqual(len(re.findall(line, said)), 2, said)
        self.assertIn("2 of 2 examples made their picture", said)
        for name in ("ring", "row"):
            with Image.open(self.small(name)) as picture:
                self.assertEqual(picture.size, (gallery.WIDTHS[0], 200))
            self.assertLess(self.small(name).stat().st_size, gallery.BYTES)

    def test_one(self):
        self.example("ring", DRAW % "ring")
        self.example("row", DRAW % "row")
        self.assertEqual(self.gallery("--only", "row")[0], 0)
        os.environ["ONLY"] = "row"
        self.assertEqual(self.gallery()[0], 0)
        self.assertTrue(self.small("row").exists())
        self.assertFalse(self.small("ring").exists())

    def test_goes_on_after_a_failure(self):
        self.example("a_bad_input", BAD_INPUT)
        self.example("b_no_picture", OUT)
        self.example("c_raises", "x = 1 / 0\n")
        self.example("noise", NOISE)
        self.example("ring", DRAW % "ring")
        failures, said = self.gallery()
        self.assertEqual(failures, 4)
        self.assertTrue(self.small("ring").exists())
        self.assertRegex(said, r"a_bad_input +failed: measure.py ended with status 1; .*screen\n"
                               r"    ERROR: Unknown command: atom_stile sphere")
        self.assertNotIn("more words", said)
        self.assertRegex(said, "b_no_picture +failed: it made no picture .*b_no_picture.png")
        self.assertRegex(said, r"c_raises +failed: .*\n    ZeroDivisionError: division by zero")
        self.assertRegex(said, r"noise +failed: .* bytes; at most \d+ are small")
        self.assertEqual(said.splitlines()[-1], "4 failed: a_bad_input b_no_picture c_raises noise")

    def test_no_picture_of_an_earlier_run(self):
        self.example("ring", DRAW % "ring")
        self.gallery()
        (self.root / "examples" / "ring" / "measure.py").write_text(OUT)
        failures, said = self.gallery("--reuse")
        self.assertEqual(failures, 0)
        self.assertIn("not run again", said)
        self.assertEqual(self.gallery()[0], 1)

    def test_unknown_example(self):
        self.example("ring", DRAW % "ring")
        refusal = "there is no example rings, row. The examples are: ring"
        with self.assertRaisesRegex(gallery.BadRequest, refusal):
            self.gallery("--only", "rings ring row")

    def test_no_lammps(self):
        self.example("ring", DRAW % "ring")
        with self.assertRaisesRegex(gallery.BadRequest, "there is no /no/lmp: `make` builds"):
            self.gallery("--lmp", "/no/lmp")

    def test_part_of_a_picture(self):
        whole = Image.new("RGB", (300, 100), "white")
        whole.paste("black", (200, 0, 300, 100))
        whole.save(self.root / "whole.png")
        gallery.shrink(self.root / "whole.png", self.root / "part.png", (2 / 3, 0, 1, 1))
        with Image.open(self.root / "part.png") as part:
            self.assertEqual((part.size, part.convert("L").getextrema()), ((100, 100), (0, 0)))

    def test_every_folder_is_an_example(self):
        names = {folder.name for folder in TOOL.parent.iterdir() if any(folder.glob("README.md"))}
        self.assertEqual(names, set(gallery.names_in(TOOL.parent)))
        self.assertLessEqual({*gallery.SHOWN, *gallery.PARTS, *gallery.SMALLER}, names)


if __name__ == "__main__":
    unittest.main()
