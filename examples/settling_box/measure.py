#!/usr/bin/env python3
"""Spheres that settle in a box: mean height and kinetic energy against time, with fix nve/sphere/implicit and with fix nve/sphere;
work and processor time.

    measure.py [--lmp build/bin/lmp] [--out build/examples/settling_box] [--reuse] [--time 20] [--members 4]

Runs in.settling_box, prints a table and draws settling_box.png. Needs numpy and matplotlib.
"""
import re
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from helpers import BLUE, GRAY, GREEN, ORANGE, main, plt, publish, save, wide_table

SCRIPT = Path(__file__).parent / "in.settling_box"
GRAINS = 218
FORMS = {"verlet": ("fix nve/sphere", GRAY), "zero": ("alpha 0", BLUE), "half": ("alpha 0.5", ORANGE), "energy": ("scheme energy", GREEN)}


def thermo(log):
    """Rows of the thermo output, and the processor time of a step in microseconds."""
    text = log.read_text()
    table = text[text.index("   Step"):text.index("Loop time")].splitlines()[1:]
    seconds, steps = re.search(r"Loop time of (\S+) on .* for (\d+) steps", text).groups()
    use = re.search(r"(\S+)% CPU use", text).group(1)
    rows = [line.split() for line in table if line.strip() and line.split()[0].isdigit()]      # the fix adds a line at the end
    return np.array(rows, float), 1e4 * float(seconds) * float(use) / int(steps)


def distance(a, b):
    """Relative L2 norm of the difference of two curves."""
    return np.linalg.norm(a - b) / np.linalg.norm(b)


def measure(lammps, out, time, members):
    job = {(form, seed): (f"{form} {time} {seed}", SCRIPT, dict(form=form, time=time, seed=seed)) for form in FORMS for seed in range(1, members + 1)}
    cost = {}
    for form in FORMS:      # one after the other, for the processor time
        cost[form] = thermo(lammps.run(*job[form, 1][:2], **job[form, 1][2]) / "log.lammps")[1]
    lammps.run_all([job[key] for key in job if key[1] > 1])
    rows = {key: thermo(lammps.folder(job[key][0]) / "log.lammps")[0] for key in job}
    curves = {form: np.array([rows[form, seed] for seed in range(1, members + 1)]) for form in FORMS}
    t = curves["verlet"][0, :, 1]
    kinetic = {form: (curve[:, :, 2] / GRAINS).mean(axis=0) for form, curve in curves.items()}
    height = {form: curve[:, :, 4].mean(axis=0) for form, curve in curves.items()}

    table = wide_table(f"{GRAINS} spheres settle until t = {time:g}; means of {members} runs", 1 + len(FORMS))
    table.section("", *(name for name, _ in FORMS.values()))
    table.row("mean height at the end", *(f"{height[form][-1]:.3f}" for form in FORMS))
    table.row("... standard deviation of a run", *(f"{curves[form][:, -1, 4].std(ddof=1):.3f}" if members > 1 else "-" for form in FORMS))
    table.row("kinetic energy per sphere at the end", *(f"{kinetic[form][-1]:.1e}" for form in FORMS))
    table.row("K(t), relative difference to fix nve/sphere", *("-" if form == "verlet" else f"{distance(kinetic[form], kinetic['verlet']):.2%}" for form in FORMS))
    table.row("height(t), the same", *("-" if form == "verlet" else f"{distance(height[form], height['verlet']):.2%}" for form in FORMS))
    table.row("Newton steps in a step", *("-" if form == "verlet" else f"{curves[form][:, 1:, 5].mean():.2f}" for form in FORMS))
    table.row("products in a step", *("-" if form == "verlet" else f"{curves[form][:, 1:, 6].mean():.2f}" for form in FORMS))
    table.row("processor time of a step, microseconds", *(f"{cost[form]:.0f}" for form in FORMS))
    table.row("... over that of fix nve/sphere", *(f"{cost[form] / cost['verlet']:.1f}" for form in FORMS))
    publish(out, table)

    figure, (left, right) = plt.subplots(1, 2, figsize=(9.0, 4.4), width_ratios=(1.5, 1))
    for n, (form, (name, color)) in enumerate(FORMS.items()):
        if form == "verlet":
            left.plot(t, kinetic[form], color=color, linewidth=2, label=name)
        else:      # the curves coincide: each has markers of its own on the same line
            left.plot(t[2 * n::8], kinetic[form][2 * n::8], "os^D"[n], color=color, label=name)
        right.barh(name, cost[form] / cost["verlet"], color=color)
        right.text(cost[form] / cost["verlet"] + 0.3, n, f"{cost[form] / cost['verlet']:.0f}", va="center")
    left.set(title="The same motion", xlabel="time  [sqrt(d/g)]", ylabel="kinetic energy of a sphere  [m g d]")
    right.set(title="The price of a step", xlabel="processor time / that of fix nve/sphere")
    right.margins(x=0.15)
    right.invert_yaxis()
    save(figure, out / "settling_box.png")


if __name__ == "__main__":
    main("settling_box", measure, [("time", dict(type=float, default=20.0)), ("members", dict(type=int, default=4))])
