#!/usr/bin/env python3
"""Oedometer test of 2,000 spheres: driven by the stress, by the strain, and by stock fix deform.

    measure.py [--lmp build/bin/lmp] [--out build/examples/oedometer] [--reuse]

Runs in.oedometer, prints a table and draws oedometer.png. Some two minutes on two cores. Needs numpy and matplotlib.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import BLUE, GRAY, RED, main, plt, publish, save, wide_table

FOLDER = Path(__file__).resolve().parent
STEPS, RATE = 40_000, 0.03
SIZE = dict(packing=FOLDER.parent / "triaxial" / "packing.grains", grains=2000, prepare=20_000, steps=STEPS, rate=RATE, every=10,
            profiles=10, load=10)
DRIVES = {
    "stress": dict(color=RED, linewidth=1.6, label="deform/gradv, stress"),
    "stock": dict(color=GRAY, linewidth=4.5, alpha=0.55, label="deform (stock LAMMPS)"),
    "rate": dict(color=BLUE, linewidth=1.6, label="deform/gradv, rate"),
}
COLUMNS = ("step", "strain", "solid", "Sxx", "Syy", "Szz", "target")
START = 100       # lines: 1000 steps, in which the grains begin to move
EARLY = (30, 100, 300)


def read(folder):
    run = dict(zip(COLUMNS, np.loadtxt(folder / "oedometer.dat").T))
    run["profiles"] = read_profiles(folder / "velocity.dat")
    return run


def read_profiles(path):
    """step -> array [layer; z, v_z]"""
    profiles = {}
    for line in path.read_text().splitlines():
        words = line.split()
        if words[0] == "#":
            continue
        if len(words) == 3:
            rows = profiles[int(words[0])] = []
        else:
            rows.append((float(words[3]), float(words[4])))
    return {step: np.array(rows) for step, rows in profiles.items()}


def lag(run, step):
    """rms of the velocities of the layers relative to the flow, relative to that of the flow."""
    z, v = run["profiles"][step].T
    flow = -RATE * z if step <= STEPS // 2 else RATE * z
    return np.sqrt(((v - flow) ** 2).mean() / (flow ** 2).mean())


def smooth(values, window=10):
    return values[:len(values) // window * window].reshape(-1, window).mean(axis=1)


def side_ratio(run):
    return (run["Sxx"] + run["Syy"]) / 2 / run["Szz"]


def tabulate(runs):
    table = wide_table("Oedometer test of 2,000 spheres", 1 + len(runs))
    table.section("", *(style["label"] for style in DRIVES.values()))
    top, end = STEPS // 2, -1
    driven = runs["stress"]
    deviation = (driven["Szz"] / driven["target"] - 1)[START:]

    def row(quantity, form, value):
        table.row(quantity, *(format(value(runs[name]), form) for name in DRIVES))

    table.row("stress driven, deviation of single steps from the target, rms", f"{deviation.std():.2%}")
    table.row("the same, largest", f"{abs(deviation).max():.2%}")
    row("strain, largest", ".4f", lambda run: run["strain"].max())
    row("strain, at the end", ".4f", lambda run: run["strain"][end])
    row("stress along z, largest [Pa]", ".0f", lambda run: -smooth(run["Szz"]).min())
    row("stress across / along z, at the largest strain", ".3f", lambda run: smooth(side_ratio(run))[top // 100])
    row("the same, at the end", ".3f", lambda run: smooth(side_ratio(run))[-1])
    for step in EARLY:
        table.row(f"velocity of layers relative to the flow, rms, after {step} steps", "",
                  *(f"{lag(runs[name], step):.1%}" for name in ("stock", "rate")))
    for step in EARLY:
        table.row(f"the same, {step} steps after the reversal", "",
                  *(f"{lag(runs[name], STEPS // 2 + step):.1%}" for name in ("stock", "rate")))
    return table


def draw(path, runs):
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.6))
    for name, style in DRIVES.items():
        left.plot(100 * smooth(runs[name]["strain"]), -smooth(runs[name]["Szz"]) / 1000, **style)
    for name in ("stock", "rate"):
        for step, marker in zip(EARLY, "osv"):
            z, v = runs[name]["profiles"][STEPS // 2 + step].T
            right.plot(1000 * v, 100 * z, marker=marker, **{**DRIVES[name], "label": ""})
    left.set(title="Stress along z  [kPa]", xlabel="strain  [%]")
    right.set(title="Layers 30, 100, 300 steps after the reversal", xlabel="velocity along z  [mm/s]", ylabel="z  [cm]")
    save(figure, path)


def measure(lammps, out):
    jobs = [(name, FOLDER / "in.oedometer", {**SIZE, "drive": name}) for name in DRIVES]
    runs = dict(zip(DRIVES, map(read, lammps.run_all(jobs))))
    publish(out, tabulate(runs))
    draw(out / "oedometer.png", runs)


if __name__ == "__main__":
    main("oedometer", measure)
