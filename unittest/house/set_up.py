#!/usr/bin/env python3
"""What the set-up does to the machine of a user: which packages it installs, what it says before, and where it takes Kokkos from.
Nothing is installed: apt-get, id and get-lammps are stand-ins in a copy of cmake/.

    set_up.py VARDEM_ROOT"""
import importlib.machinery
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from argparse import Namespace
from pathlib import Path
from unittest import TestCase, main, mock

ROOT = Path(sys.argv.pop(1)).resolve()
LEFT_OUT = {"ninja", "id", "apt-get", "df", "python3"}


def script(path, text):
    path.write_text("#!/bin/sh\n" + text, encoding="utf-8")
    path.chmod(0o755)


def programs(folder):
    """A folder with all programs of this machine but those left out, for PATH. python3 may be found by a script there."""
    folder.mkdir()
    for place in os.environ["PATH"].split(os.pathsep):
        for program in Path(place).glob("*") if place else ():
            link = folder / program.name
            if program.name not in LEFT_OUT and not link.is_symlink():
                link.symlink_to(program)
    (folder / "python3").symlink_to(sys.executable)
    return folder


class SetUp(TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        self.tree = self.folder / "tree"
        shutil.copytree(ROOT / "cmake", self.tree / "cmake")


class Requirements(SetUp):
    """ninja is missing, and disks are large. apt-get notes how it was called and what had been said by then, and brings it."""

    def setUp(self):
        super().setUp()
        self.bin = programs(self.folder / "bin")
        self.calls, self.output, self.said_before = (self.folder / name for name in ("calls", "output", "said_before"))
        self.calls.touch()
        script(self.bin / "df", "printf 'head\\ndisk 90000 0 90000\\n'\n")
        script(self.bin / "apt-get", f'echo "$*" >> {self.calls}\ncp {self.output} {self.said_before}\nln -sf /bin/true {self.bin}/ninja\n')

    def run_as(self, user, **variables):
        """Exit status, output, and the calls of apt-get"""
        script(self.bin / "id", f"echo {user}\n")
        env = {key: value for key, value in os.environ.items() if key not in ("VARDEM_NO_INSTALL", "CXX")}
        env.update(PATH=str(self.bin), VARDEM_CACHE=str(self.folder), **variables)
        with open(self.output, "w", encoding="utf-8") as out:
            status = subprocess.run(["bash", self.tree / "cmake" / "requirements", "build"], env=env, stdin=subprocess.DEVNULL,
                                    stdout=out, stderr=out).returncode
        return status, self.output.read_text(encoding="utf-8"), self.calls.read_text(encoding="utf-8")

    def test_root_is_told_before_what_is_installed_and_how_to_prevent_it(self):
        status, output, calls = self.run_as(0)
        self.assertEqual(status, 0, output)
        self.assertRegex(calls, "install .*ninja-build")
        said = self.said_before.read_text(encoding="utf-8")
        self.assertIn("missing: ninja;", said)
        self.assertRegex(said, "will now install: .*ninja-build")
        self.assertIn("VARDEM_NO_INSTALL=1", said)

    def test_nothing_is_installed_where_root_prevents_it(self):
        status, output, calls = self.run_as(0, VARDEM_NO_INSTALL="1")
        self.assertEqual((status, calls), (1, ""), output)
        self.assertIn("Cure: apt-get update", output)

    def test_nothing_is_installed_for_a_user(self):
        status, output, calls = self.run_as(1000)
        self.assertEqual((status, calls), (1, ""), output)
        self.assertIn("Cure: sudo apt-get update", output)
        self.assertNotIn("will now install", output)

    def test_a_complete_machine_is_left_alone(self):
        (self.bin / "ninja").symlink_to("/bin/true")
        self.assertEqual(self.run_as(0), (0, "", ""))


class KokkosLeg(SetUp):
    """get-lammps is a stand-in: LAMMPS has come without Kokkos, and there is no archive of Debian. A leg is not built, only told of."""

    def setUp(self):
        super().setUp()
        self.lammps = self.folder / "lammps"
        self.lammps.mkdir()
        script(self.tree / "cmake" / "get-lammps",
               f'case $1 in --cache) echo {self.folder} ;; --mirrors) ;; *) echo {self.lammps} ;; esac\n')
        loader = importlib.machinery.SourceFileLoader("run_tests", str(self.tree / "cmake" / "run-tests"))
        self.run_tests = importlib.util.module_from_spec(importlib.util.spec_from_loader("run_tests", loader))
        with mock.patch.object(sys, "dont_write_bytecode", True):
            loader.exec_module(self.run_tests)
        self.run_tests.build = mock.Mock()
        for variable in ("Kokkos_ROOT", "VARDEM_REQUIRE_KOKKOS"):
            os.environ.pop(variable, None)

    def leg(self):
        return self.run_tests.kokkos(Namespace(leg=None, build_only=True))

    def test_a_user_without_kokkos_is_told_in_one_line_how_to_get_it(self):
        result, = self.leg()
        self.assertEqual(result.status, "skipped")
        for part in ("no Debian archive", "LAMMPS release of GitHub", "LAMMPS_DIR", "Kokkos_ROOT"):
            self.assertIn(part, result.note)
        self.assertNotIn("\n", result.note)
        self.run_tests.build.assert_not_called()

    def test_ci_fails_without_it(self):
        with mock.patch.dict(os.environ, VARDEM_REQUIRE_KOKKOS="1"):
            with self.assertRaisesRegex(self.run_tests.LegFailed, "VARDEM_REQUIRE_KOKKOS.*no Debian archive"):
                self.leg()

    def test_kokkos_that_came_with_lammps_is_taken(self):
        (self.lammps / "lib" / "kokkos").mkdir(parents=True)
        self.assertEqual(self.run_tests.device_source("threads"), (str(self.lammps), ""))
        self.assertEqual(self.leg(), [])
        self.run_tests.build.assert_called_once()

    def test_kokkos_that_the_user_names_is_taken(self):
        with mock.patch.dict(os.environ, Kokkos_ROOT="/opt/kokkos"):
            self.assertEqual(self.leg(), [])
        self.run_tests.build.assert_called_once()


if __name__ == "__main__":
    main()
