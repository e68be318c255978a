#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""contacts() and grains() on several MPI ranks, by mpi4py.

    build/bin/python test_ranks.py MPIEXEC

Without mpi4py for the MPI of LAMMPS only its message is tested."""
import os
import subprocess
import sys
import unittest

MPIEXEC = sys.argv.pop(1)
CASE = """
import numpy as np, sys, vardem
random = np.random.default_rng(3)
x = random.permutation(np.mgrid[0.5:6:0.999, 0.5:6:0.999, 0.5:6:0.999].reshape(3, -1).T)
d = random.uniform(0.95, 1.1, len(x))
lmp = vardem.packing(x, d, box=[[0] * 3, [6] * 3], boundary="p p p", cmdargs=["-screen", "none", "-log", "none"])
own = lmp.extract_setting("nlocal")
assert own < len(x) or lmp.extract_setting("world_size") == 1
assert (lmp.numpy.extract_atom("radius")[:own] == d[lmp.numpy.extract_atom("id")[:own] - 1] / 2).all()
lmp.commands_list(["pair_style contact/hooke", "pair_coeff * * k 100", "compute contacts all contact/force", "run 0"])
c = vardem.contacts(lmp)
assert (vardem.grains(lmp).diameters == d).all()
push = (np.arange(len(c)) + 1) @ c.pushes       # feels their order
sys.stdout.write(f"{len(c)} {c.pairs.sum()} {push:.9g}\\n")
"""


def start(ranks, script):
    """What so many ranks print, line by line."""
    environment = dict(os.environ)
    environment.pop("OMPI_MCA_orte_create_session_dirs", None)      # see unittest/CMakeLists.txt
    command = [MPIEXEC, "-n", str(ranks), sys.executable, "-B", "-c", script]
    return subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True)


class Ranks(unittest.TestCase):
    def test_all_contacts_on_each_rank(self):
        there = start(1, "from mpi4py import MPI")
        if there.returncode != 0:
            self.skipTest("mpi4py does not work with this MPI: " + there.stderr.strip().splitlines()[-1])
        alone, two = start(1, CASE), start(2, CASE)
        self.assertRegex(alone.stdout, r"^\d{3} \d+ ", alone.stderr)
        self.assertEqual(two.stdout, 2 * alone.stdout, two.stderr)

    def test_without_mpi4py(self):
        run = start(2, "import sys; sys.modules['mpi4py'] = None\n" + CASE)
        self.assertNotEqual(run.returncode, 0)
        self.assertIn("RuntimeError: contacts() on 2 MPI ranks needs the Python module mpi4py", run.stderr)


if __name__ == "__main__":
    unittest.main()
