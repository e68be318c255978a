#!/usr/bin/env python3
"""A swinging beam of stiff bonds: implicit steps beside an explicit integrator.

    measure.py [--lmp build/bin/lmp] [--out build/examples/bonded_chain] [--reuse]

Runs in.bonded_chain, prints a table and draws bonded_chain.png.  About half a minute.  Needs numpy and matplotlib.
"""
import re
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from helpers import BLUE, GRAY, ORANGE, main, plt, publish, save, wide_table

SCRIPT = Path(__file__).parent / "in.bonded_chain"
CASES = {"implicit, 100 steps in a period": (dict(form="implicit", periods=5), BLUE),
         "implicit, 200 steps": (dict(form="implicit", n=200, periods=5), ORANGE),
         "fix nve/sphere/rodrigues": (dict(form="explicit", periods=5), GRAY)}


def run_of(lammps, name, variables):
    """Phase, tip and energy at the lines of output, and processor seconds."""
    log = (lammps.run(name.replace(" ", "_").replace("/", "_"), SCRIPT, **variables) / "log.lammps").read_text()
    last = log[log.rindex("Phase "):]
    lines = re.findall(r"^ +\d+ +(\S+) +(\S+) +\S+ +\S+ +(\S+) *$", last, re.MULTILINE)
    seconds = float(re.search(r"Loop time of (\S+)", last).group(1)) * float(re.search(r"(\S+)% CPU use", last).group(1)) / 100
    return np.array(lines, float), seconds


def period(result):
    """Mean time between the passages of the tip upwards through the straight beam."""
    phase, tip = result[:, 0], result[:, 1]
    up = [k for k in range(1, len(tip)) if tip[k - 1] < 0 <= tip[k]]
    times = [phase[k - 1] + (phase[k] - phase[k - 1]) * tip[k - 1] / (tip[k - 1] - tip[k]) for k in up]
    return (times[-1] - times[0]) / (len(times) - 1)


def measure(lammps, out):
    found = {name: run_of(lammps, name, variables) for name, (variables, _) in CASES.items()}
    exact, explicit = found["fix nve/sphere/rodrigues"]
    table = wide_table("Five periods of a beam of 100 bonds", 5)
    table.section("", "processor seconds", "less than explicit by", "period, against explicit", "largest change of the energy")
    for name, (result, seconds) in found.items():
        table.row(name, f"{seconds:.2f}", f"{explicit / seconds:.0f}", f"{100 * (period(result) / period(exact) - 1):+.3f} %",
                  f"{100 * np.abs(result[:, 2] / result[0, 2] - 1).max():.2f} %")
    publish(out, table)

    figure, (left, right) = plt.subplots(1, 2, figsize=(9.0, 4.4))
    left.plot(exact[:, 0], exact[:, 1], color=GRAY, label=f"fix nve/sphere/rodrigues: {explicit:.1f} s")
    for name, (_, color) in list(CASES.items())[:2]:
        result, seconds = found[name]
        seen = result[::len(result) // 60]
        if color == BLUE:
            left.plot(seen[:, 0], seen[:, 1], "o", color=color, markersize=4)
        left.plot([], [], "o", color=color, label=f"{name}: {seconds:.1f} s")
        right.plot(result[:, 0], result[:, 1] - np.interp(result[:, 0], exact[:, 0], exact[:, 1]), color=color)
    left.set(xlabel="time  [periods of a slender beam]", ylabel="deflection of the tip  [diameters]", title="Motion of the tip")
    right.set(xlabel="time  [periods of a slender beam]", ylabel="difference of the deflections  [diameters]",
              title="Implicit less explicit steps")
    save(figure, out / "bonded_chain.png")


if __name__ == "__main__":
    main("bonded_chain", measure)
