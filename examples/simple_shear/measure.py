#!/usr/bin/env python3
"""Simple shear of 2,000 spheres at constant stress and at constant volume, beside stock fix deform.

    measure.py [--lmp build/bin/lmp] [--out build/examples/simple_shear] [--reuse]

Runs in.simple_shear, prints a table and draws simple_shear.png. Some five minutes on two cores. Needs numpy and matplotlib.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import BLUE, GRAY, GREEN, RED, main, plt, publish, save_panels, three_panels, wide_table

FOLDER = Path(__file__).resolve().parent
STEPS, PRESSURE = 100_000, 1000.0
SIZE = dict(packing=FOLDER.parent / "triaxial" / "packing.grains", grains=2000, prepare=20_000, steps=STEPS, every=10,
            average=1000)
RUNS = {
    "constant stress": (dict(drive="pressure"), dict(color=BLUE, linewidth=1.6)),
    "the same, sllod": (dict(drive="pressure", closure="sllod"), dict(color=GREEN, linewidth=1.2)),
    "stock, constant volume": (dict(drive="stock"), dict(color=GRAY, linewidth=4.5, alpha=0.55)),
    "constant volume": (dict(drive="volume"), dict(color=RED, linewidth=1.2)),
}
COLUMNS = ("step", "strain", "solid", "Syy", "Sxy", "tilt")
START = 100       # lines: 1000 steps, in which the grains begin to move


def read(folder):
    run = dict(zip(COLUMNS, np.loadtxt(folder / "simple_shear.dat").T))
    layers = [line.split() for line in (folder / "velocity.dat").read_text().splitlines()]
    layers = np.array([words[3:] for words in layers if len(words) == 7 and words[0] != "#"], float)
    run["layers"] = layers[len(layers) // 2:]      # of the second half: y, vx, vx - rate y, square of the velocity
    return run


def steady(values):
    """The second half of a run."""
    return values[len(values) // 2:]


def smooth(values, window=50):
    return values[:len(values) // window * window].reshape(-1, window).mean(axis=1)


def flips(run):
    return int((abs(np.diff(run["tilt"])) > 0.5 * np.ptp(run["tilt"])).sum())


def tabulate(runs):
    table = wide_table("Simple shear of 2,000 spheres", 1 + len(runs))
    table.section("", *runs)

    def row(quantity, form, value):
        table.row(quantity, *(format(value(run), form) for run in runs.values()))

    def held(value, form):
        return [format(value(run["Syy"][START:] / PRESSURE + 1), form) for run in list(runs.values())[:2]]

    table.row("stress held, deviation of single steps, rms", *held(np.std, ".2%"))
    table.row("the same, largest", *held(lambda x: abs(x).max(), ".2%"))
    table.row("the same, mean", *held(np.mean, ".3%"))
    row("box flips", "d", flips)
    row("solid fraction", ".4f", lambda run: steady(run["solid"]).mean())
    row("stress along y [Pa]", ".0f", lambda run: -steady(run["Syy"]).mean())
    row("shear stress [Pa]", ".0f", lambda run: steady(run["Sxy"]).mean())
    row("shear stress / stress along y", ".3f", lambda run: -steady(run["Sxy"]).mean() / steady(run["Syy"]).mean())
    row("velocity of layers, slope of v_x / rate", ".3f", lambda run: np.polyfit(*run["layers"][:, :2].T, 1)[0])
    row("... v_x - rate y, rms over layers [mm/s]", ".2f", lambda run: 1000 * np.sqrt((run["layers"][:, 2] ** 2).mean()))
    row("velocity of grains relative to the flow, rms [mm/s]", ".1f", lambda run: 1000 * np.sqrt(run["layers"][:, 3].mean()))
    return table


def draw(path, runs):
    figure, (left, middle, right, _) = three_panels()
    for name, run in runs.items():
        style = RUNS[name][1]
        strain = smooth(run["strain"])
        left.plot(strain, smooth(run["Sxy"]), **style, label=name)
        middle.plot(strain, smooth(run["solid"]), **style)
        right.plot(1000 * run["layers"][:, 2], 100 * run["layers"][:, 0], marker="o", markersize=4, **style)
    left.set(title="Shear stress", xlabel="shear strain", ylabel="shear stress  [Pa]")
    middle.set(title="Solid fraction", xlabel="shear strain", ylabel="solid fraction")
    middle.margins(y=0.15)
    right.set(title="Velocity of layers relative to the flow", xlabel="v_x - rate y  [mm/s]", ylabel="y  [cm]")
    save_panels(figure, path)


def measure(lammps, out):
    jobs = [(name, FOLDER / "in.simple_shear", {**SIZE, **variables}) for name, (variables, _) in RUNS.items()]
    runs = dict(zip(RUNS, map(read, lammps.run_all(jobs))))
    publish(out, tabulate(runs))
    draw(out / "simple_shear.png", runs)


if __name__ == "__main__":
    main("simple_shear", measure)
