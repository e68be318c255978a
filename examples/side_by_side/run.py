#!/usr/bin/env python3
"""VARDEM side by side with stock LAMMPS: runs three experiments with both, writes one table and the pictures.

    run.py --lmp build/bin/lmp --lammps-source LAMMPS --out build/demo

The LAMMPS source is needed for bench/in.chute only.  Needs numpy and matplotlib.
"""

import argparse
import sys
import time
from pathlib import Path

import chute
import colliding
import pictures
import tumbling
from runner import Failed, Lammps
from table import Table


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lmp", required=True, help="LAMMPS with VARDEM loaded")
    parser.add_argument("--lammps-source", required=True, help="LAMMPS source tree")
    parser.add_argument("--out", required=True, type=Path, help="folder of the results; the runs are in its folder runs")
    return parser.parse_args()


def main():
    args = arguments()
    begin = time.monotonic()
    lammps = Lammps(args.lmp, args.out / "runs")
    tumble = tumbling.measure(lammps)
    chutes = chute.measure(lammps, args.lammps_source)
    collide = colliding.measure(lammps)

    table = Table(f"VARDEM side by side with stock LAMMPS {lammps.version()}")
    tumbling.tabulate(table, tumble)
    chute.tabulate(table, chutes)
    colliding.tabulate(table, collide)
    (args.out / "table.txt").write_text(table.text())
    (args.out / "table.md").write_text(table.markdown())
    pictures.summary(args.out / "side_by_side.png", tumble, chutes, collide)
    pictures.energy(args.out / "tumbling_energy.png", tumble)

    print("\n" + table.text())
    print(f"Written to {args.out}: table.txt, table.md, side_by_side.png, tumbling_energy.png ({time.monotonic() - begin:.0f} s)")


if __name__ == "__main__":
    try:
        main()
    except (Failed, OSError) as problem:
        sys.exit(f"error: {problem}")
