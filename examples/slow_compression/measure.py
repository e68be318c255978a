#!/usr/bin/env python3
"""Slow compression of a bed with strong dashpots: fix nve/sphere/implicit beside fix nve/sphere.

    measure.py [--lmp build/bin/lmp] [--out build/examples/slow_compression] [--reuse]

Runs in.slow_compression, prints a table and draws slow_compression.png.  About two minutes.  Needs numpy and matplotlib.
"""
import re
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from helpers import BLUE, GRAY, ORANGE, main, plt, publish, save, wide_table

SCRIPT = Path(__file__).parent / "in.slow_compression"
CASES = {"implicit, 50 steps": (dict(form="implicit", n=50), BLUE, "o"),
         "implicit, 200 steps": (dict(form="implicit", n=200), ORANGE, "^"),
         "fix nve/sphere": (dict(form="verlet"), GRAY, "s")}


def run_of(lammps, name, variables):
    """Strain and stress at the lines of the thermo output of the last run, and its processor seconds."""
    log = (lammps.run(name, SCRIPT, **variables) / "log.lammps").read_text()
    last = log[log.rindex("Strain"):]
    lines = re.findall(r"^ +\d+ +\S+ +(\S+) +(\S+) +\S+ *$", last, re.MULTILINE)
    seconds = float(re.search(r"Loop time of (\S+)", last).group(1)) * float(re.search(r"(\S+)% CPU use", last).group(1)) / 100
    return np.array(lines, float), seconds


def measure(lammps, out):
    found = {name: run_of(lammps, name, variables) for name, (variables, _, _) in CASES.items()}
    curve, explicit = found["fix nve/sphere"]
    table = wide_table("1 % of compression, dashpots 9.6 sqrt(k/m), inertial number 3e-4", 4)
    table.section("", "processor seconds", "less than fix nve/sphere by", "stress at the end, against fix nve/sphere")
    for name, (result, seconds) in found.items():
        table.row(name, f"{seconds:.2f}", f"{explicit / seconds:.0f}", f"{100 * (result[-1, 1] / curve[-1, 1] - 1):+.3f} %")
    publish(out, table)

    figure, axis = plt.subplots(figsize=(6.4, 4.8))
    for name, (_, color, marker) in CASES.items():
        result, seconds = found[name]
        axis.plot(100 * result[:, 0], result[:, 1], color=color, marker=marker, linestyle="--" if name.startswith("fix") else "-",
                  markerfacecolor="none", label=f"{name}: {seconds:.1f} s")
    axis.set(xlabel="strain [%]", ylabel="stress on the lid [force/area]", title="The same curve in a fraction of the time")
    save(figure, out / "slow_compression.png")


if __name__ == "__main__":
    main("slow_compression", measure)
