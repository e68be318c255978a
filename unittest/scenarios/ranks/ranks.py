#!/usr/bin/env python3
"""Runs on 1 and 4 MPI ranks, in `make soak` also on 2, and compares the ends of the runs, atom by atom.

    ranks.py CASE --lmp LMP --mpiexec MPIEXEC --lammps LAMMPS_SOURCE

Cases are the functions of ranks_bodies.py, ranks_contacts.py, ranks_walls.py, ranks_implicit.py,
ranks_bonds.py, ranks_bond_input.py and ranks_bond_values.py whose names begin with case_. Exit status 0 if all that a case claims is so."""
import argparse
import sys

import ranks_bodies
import ranks_bond_input
import ranks_bond_values
import ranks_bonds
import ranks_contacts
import ranks_implicit
import ranks_runner
import ranks_walls


def main():
    cases = {name[5:]: function for module in (ranks_bodies, ranks_contacts, ranks_walls, ranks_implicit, ranks_bonds, ranks_bond_input,
                                                         ranks_bond_values) for name, function in vars(module).items() if name.startswith("case_")}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("case", choices=cases)
    parser.add_argument("--lmp", required=True)
    parser.add_argument("--mpiexec", required=True)
    parser.add_argument("--lammps", required=True, help="source tree, for its bench folder")
    args = parser.parse_args()
    cases[args.case](ranks_runner.Runner(args.lmp, args.mpiexec, args.lammps))
    sys.exit(1 if ranks_runner.failures else 0)


if __name__ == "__main__":
    main()
