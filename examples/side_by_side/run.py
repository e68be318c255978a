#!/usr/bin/env python3
"""VARDEM side by side with stock LAMMPS and with a published method: runs the experiments, writes one table and the pictures.

    run.py --lmp build/bin/lmp --out build/demo

Needs numpy and matplotlib.  To add a panel, write a module with measure(lammps, say), tabulate(table, letter, result) and
draw(figure, letter, result), and add it to PANELS.
"""

import argparse
import sys
import time
from functools import partial
from pathlib import Path

import colliding
import pictures
import pyramid
import triaxial
import tumbling
from runner import Failed, Lammps
from table import Table

PANELS = (tumbling, colliding, pyramid, triaxial)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lmp", required=True, help="LAMMPS with VARDEM loaded")
    parser.add_argument("--out", required=True, type=Path, help="folder of the results; the runs are in its folder runs")
    return parser.parse_args()


def measure(lammps):
    """Results of all panels; each says what it measures when it begins."""
    begin, results = time.monotonic(), []
    for number, panel in enumerate(PANELS, 1):
        def say(what, panel=number):
            print(f"[{panel}/{len(PANELS)}, {time.monotonic() - begin:3.0f} s] {what}", flush=True)

        results.append(panel.measure(lammps, say))
    return results


def publish(out, version, results):
    """Writes table and pictures; returns the table as text."""
    table, draws = Table(f"VARDEM side by side with stock LAMMPS {version}"), []
    for panel, letter, result in zip(PANELS, "abcdefghijkl", results):
        panel.tabulate(table, letter, result)
        draws.append(partial(panel.draw, result=result))
    (out / "table.txt").write_text(table.text())
    (out / "table.md").write_text(table.markdown())
    pictures.summary(out / "side_by_side.png", draws)
    for panel, result in zip(PANELS, results):
        for name, draw in getattr(panel, "MORE_PICTURES", {}).items():
            pictures.alone(out / name, partial(draw, result=result))
    return table.text()


def main():
    args = arguments()
    begin = time.monotonic()
    lammps = Lammps(args.lmp, args.out / "runs")
    results = measure(lammps)
    text = publish(args.out, lammps.version(), results)
    print("\n" + text)
    print(f"Written to {args.out}: table.txt, table.md and pictures ({time.monotonic() - begin:.0f} s)")


if __name__ == "__main__":
    try:
        main()
    except (Failed, OSError) as problem:
        sys.exit(f"error: {problem}")
