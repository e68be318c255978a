#!/usr/bin/env python3
"""Clumps with fix rigid/small and fix rigid/small/variational: energy of free ones and of poured ones; free ones also with LAMMPS' fix
rigid/nve/small.

    measure.py [--lmp build/bin/lmp] [--out build/examples/clumps] [--reuse]

Runs in.clumps.tumble and in.clumps.pour, prints a table and draws clumps.png. Needs numpy and matplotlib.
"""

import re
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import BLUE, GRAY, ORANGE, main, plt, publish, run_changed, save, wide_table

FOLDER = Path(__file__).resolve().parent
STOCK, NVE, OURS = "rigid/small", "rigid/nve/small", "rigid/small/variational"
STYLES = {STOCK: dict(color=GRAY, linewidth=4.5, alpha=0.55), OURS: dict(color=BLUE, linewidth=1.8)}
FREE = {STOCK: STYLES[STOCK], NVE: dict(color=ORANGE, linewidth=1.8), OURS: STYLES[OURS]}
STEPS, LONG = (0.2, 0.1, 0.05), 100_000


def thermo(folder):
    """Columns of the thermo output of the last run."""
    text = (folder / "log.lammps").read_text()
    head, *rows = re.findall(r"^ +(Step .*?)^Loop time", text, re.M | re.S)[-1].splitlines()
    rows = [row.split() for row in rows if re.match(r" *\d", row)]
    return dict(zip(head.split(), np.array(rows, float).T))


def tumble(lammps, h):
    """Relative errors of the energy, of all three styles."""
    script = FOLDER / "in.clumps.tumble"
    log = thermo(lammps.run(f"tumble {h}", script, h=h, steps=LONG))
    nve = thermo(run_changed(lammps, f"tumble nve {h}", script, [("stock rigid/small molecule", "stock rigid/nve/small molecule")], h=h, steps=LONG))
    energies = {STOCK: log["Stock"], NVE: nve["Stock"], OURS: log["LGVI4"]}
    return {fix: energy / energy[0] - 1 for fix, energy in energies.items()}


def pour(lammps, fix):
    return thermo(lammps.run(f"pour {fix}", FOLDER / "in.clumps.pour", fix=fix, file=FOLDER / "angle.mol", steps=8000))


def percent(error):
    return f"{100 * error:+.2f} %" if abs(error) > 1e-6 else f"{error:+.0e}"


def tabulate(tumbling, poured):
    table = wide_table("Clumps", 4)
    table.section("free, relative error of the energy", *FREE)
    for h, errors in tumbling.items():
        for part in (10, 1):
            table.row(f"h = {h:g}, after {LONG // part:,} steps", *(percent(errors[fix][10 // part]) for fix in FREE))
        table.row(f"h = {h:g}, largest at ten times", *(percent(max(errors[fix], key=abs)) for fix in FREE))
    table.section("poured", STOCK, OURS)
    for step in (500, 2000, 4000, 8000):
        table.row(f"energy after {step:,} steps", *(f"{log['Energy'][log['Step'] == step][0]:.3f}"
                                                    for log in poured.values()))
    table.row("kinetic energy at the end", *(f"{log['KinEng'][-1] + log['RotEng'][-1]:.0e}" for log in poured.values()))
    table.row("mean height at the end", *(f"{log['Height'][-1]:.3f}" for log in poured.values()))
    return table


def draw(path, tumbling, poured):
    figure, (left, right) = plt.subplots(1, 2, figsize=(9.0, 4.4))
    for fix, style in FREE.items():
        left.semilogy(np.linspace(0, LONG, 11)[1:], abs(tumbling[0.1][fix][1:]), label=f"fix {fix}", **style)
    for fix, style in STYLES.items():
        right.plot(poured[fix]["Step"][1:], poured[fix]["Energy"][1:], **style)
    left.set(title="Free clump, h = 0.1", xlabel="steps", ylabel="relative error of the energy", ylim=(1e-16, 10))
    right.set(title="Poured clumps come to rest", xlabel="steps", ylabel="kinetic and potential energy")
    save(figure, path)


def measure(lammps, out):
    tumbling = {h: tumble(lammps, h) for h in STEPS}
    poured = {fix: pour(lammps, fix) for fix in STYLES}
    publish(out, tabulate(tumbling, poured))
    draw(out / "clumps.png", tumbling, poured)


if __name__ == "__main__":
    main("clumps", measure)
