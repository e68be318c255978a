#!/usr/bin/env python3
"""cmake/cuda-kit/run-on-gpu without a GPU, and with stand-ins for LAMMPS and the tests.

    gpu_kit.py VARDEM_ROOT"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from unittest import TestCase, main

ROOT = Path(sys.argv.pop(1)).resolve()
PARTS = ("tests", "memcheck", "bench")
NO_DRIVER = "lmp: error while loading shared libraries: libcuda.so.1: cannot open shared object file: No such file or directory"
# As GoogleTest lists and runs cases: Suite.Good passes, Suite.Bad fails, Suite.Skipped is skipped, Suite.Slow takes a minute
PROGRAM = r"""
case $1 in
  --gtest_list_tests) printf 'Suite.\n  Good\n  %s\n' $CASES ;;
  --gtest_filter=*Bad) echo no; exit 1 ;;
  --gtest_filter=*Skipped) echo '[  SKIPPED ] Suite.Skipped' ;;
  --gtest_filter=*Slow) sleep 60 ;;
  --gtest_filter=*None) echo '[==========] Running 0 tests from 0 test suites.' ;;
esac
"""


def script(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n" + text, encoding="utf-8")
    path.chmod(0o755)


class RunOnGPU(TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.kit, self.out = Path(temporary.name) / "kit", Path(temporary.name) / "out"
        shutil.copytree(ROOT / "cmake" / "cuda-kit", self.kit)
        (self.kit / "built").write_text("VARDEM of the test\n")
        script(self.kit / "tests" / "program", PROGRAM)
        (self.kit / "tests" / "list").write_text("kokkos|program|TRUE||\nscenarios-kk/one|program|FALSE|-Suite.Other|-k on t 2\n")
        (self.kit / "tests" / "memcheck").write_text("Suite.Good\n")

    def run_it(self, lammps, *parts, cases=""):
        script(self.kit / "lib" / "lmp", lammps)
        env = {**os.environ, "OUT": str(self.out), "CASES": cases}
        done = subprocess.run([self.kit / "run-on-gpu", *parts], env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
        return done.returncode, done.stdout

    def result(self, part):
        return (self.out / f"{part}.txt").read_text()

    def test_without_a_gpu_each_part_says_so(self):
        for lammps, why in ((f"echo '{NO_DRIVER}' >&2; exit 127\n", "libcuda.so.1"),
                            ("echo 'cudaGetDeviceCount(&n) error( cudaErrorNoDevice): no CUDA-capable device' >&2; exit 1\n", "no CUDA-capable device")):
            status, output = self.run_it(lammps)
            self.assertEqual(status, 1, output)
            for part in PARTS:
                self.assertRegex(output, f"{part}: failed, because LAMMPS found no device that it can use: .*{why}")
                self.assertIn("found no device", self.result(part))
                self.assertIn("VARDEM of the test", self.result(part))

    def test_tests_are_counted(self):
        status, output = self.run_it("", "tests", cases="Skipped")
        self.assertEqual(status, 0, output)
        self.assertIn("tests: 2 passed, 0 failed, 1 skipped, 0 not run in 300 s", self.result("tests"))
        self.assertIn("passed kokkos/Suite.Good", self.result("tests"))
        for bad in ("Bad", "None"):
            status, output = self.run_it("", "tests", cases=bad)
            self.assertEqual(status, 1, output)
            self.assertIn("tests: 2 passed, 1 failed, 0 skipped, 0 not run in 300 s", self.result("tests"))
        self.assertEqual((self.out / "tests.logs" / "kokkos.Suite.None").read_text().count("Running 0 tests"), 1)

    def test_what_is_not_run_in_time_is_counted(self):
        path = self.kit / "run-on-gpu"
        path.write_text(path.read_text().replace("[tests]=300", "[tests]=2"))
        status, output = self.run_it("", "tests", cases="Slow")
        self.assertEqual(status, 1, output)
        self.assertIn("tests: 2 passed, 0 failed, 0 skipped, 1 not run in 2 s", self.result("tests"))

    def test_memcheck_runs_its_list_under_compute_sanitizer(self):
        sanitizer = self.kit / "bin" / "compute-sanitizer"
        script(sanitizer, 'while [ "${1#--tool}" != "$1" ] || [ "$1" = memcheck ] || [ "$1" = 9 ] || [ "$1" = --error-exitcode ]; do shift; done\n"$@"\n')
        os.environ["PATH"] = f"{sanitizer.parent}:{os.environ['PATH']}"
        status, output = self.run_it("", "memcheck", cases="Bad")
        self.assertEqual(status, 0, output)
        self.assertIn("memcheck: 1 passed, 0 failed, 0 skipped, 0 not run in 120 s", self.result("memcheck"))

    def test_benchmark_compares_with_the_copy_and_with_lammps(self):
        script(self.kit / "tests" / "bench_device_copy", "echo 3000\n")
        (self.kit / "lammps" / "bench").mkdir(parents=True)
        (self.kit / "lammps" / "bench" / "in.chute").write_text("read_data data.chute\npair_style gran/hooke/history\npair_coeff * *\nrun 100\n")
        status, output = self.run_it('time=4; case "$*" in *nothing*) time=3 ;; *in.ours*) time=2; grep -q "^pair_style contact/hooke" in.ours || exit 1 ;; esac\n'
                                     'echo "Loop time of $time on 1 procs for 500 steps"\n', "bench")
        self.assertEqual(status, 0, output)
        # 4.096e6 grains, 500 steps in a second, 212 bytes
        self.assertIn("fix nve/sphere/leapfrog/kk, 4096000 grains: 2.000 ms a step, 212 bytes a grain, 434 GB/s, 14 % of the copy", output)
        self.assertIn("contact/hooke/kk 2.000 s, gran/hooke/history/kk 4.000 s, 2.00 times as fast", output)
        status, output = self.run_it("case \"$*\" in *in.free*) echo 'ERROR: out of memory'; exit 1 ;; esac\n", "bench")
        self.assertEqual(status, 1, output)
        self.assertIn("failed: integrators, see bench.err", output)


main()
