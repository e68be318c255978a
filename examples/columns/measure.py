#!/usr/bin/env python3
"""Contact forces of spheres in a frozen frame against the solution by hand.

    measure.py [--lmp build/bin/lmp] [--out build/examples/columns] [--reuse]

Runs in.columns, prints a table and draws columns.png. Seconds. Needs numpy and matplotlib.
"""

import shutil
import sys
from math import sqrt
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import BLUE, GRAY, main, plt, publish, read_forces, wide_table

HERE = Path(__file__).resolve().parent
PROP = 1 / (1 + 1 / sqrt(8))      # Hertz: a shoulder has half the overlap of the prop, and half its force counts


def post():
    """Hertz: the force f of the grain on the post, which is carried by 1 + f; both shoulders together carry 1 - f."""
    low, high = 0.0, 1.0
    while high - low > 1e-15:
        f = (low + high) / 2
        overlaps = 2 * (1 - f) ** (2 / 3) - (1 + f) ** (2 / 3) - f ** (2 / 3)      # of a shoulder twice, of both contacts of the post
        low, high = (f, high) if overlaps > 0 else (low, f)
    return low


NEST, SOFT = 1 / sqrt(8), sqrt(2) / 8
TOWERS = {      # contacts by tags: force with Hooke's law, and with Hertz' if it is another one
    "stack of 5, from below": {(1, 2): [5], (2, 3): [4], (3, 4): [3], (4, 5): [2], (5, 6): [1]},
    "groove, 90 degrees": {(7, 9): [sqrt(1 / 2)], (8, 9): [sqrt(1 / 2)]},
    "arch of 5, from a support to the top": {(10, 11): [sqrt(7)], (11, 12): [sqrt(3)], (12, 13): [1], (13, 14): [1],
                                             (14, 15): [sqrt(3)], (15, 16): [sqrt(7)]},
    "nest of 4": {(i, 21): [NEST] for i in (17, 18, 19, 20)},
    "nest of 4, two are three times as stiff": {(22, 26): [SOFT], (25, 26): [SOFT], (23, 26): [3 * SOFT], (24, 26): [3 * SOFT]},
    "prop, two shoulders": {(27, 30): [2 / 3, PROP], (28, 30): [1 / 3, 1 - PROP], (29, 30): [1 / 3, 1 - PROP]},
    "post: foot, head, two shoulders, its sides": {
        (31, 32): [5 / 4, 1 + post()], (32, 35): [1 / 4, post()], (33, 35): [3 / 4, 1 - post()], (34, 35): [3 / 4, 1 - post()],
        (32, 33): [0], (32, 34): [0]},
    "two shoulders, the prop is too low": {(37, 39): [1], (38, 39): [1]},
}

TITLES = {      # in the picture, where they are not the words before the comma
    "nest of 4, two are three times as stiff": "nest of 4, the dark ones\nthree times as stiff",
    "post: foot, head, two shoulders, its sides": "post",
    "two shoulders, the prop is too low": "two shoulders,\nthe prop is too low",
}


def hand(tower, law):
    return np.array([forces[-1 if law == "hertz" else 0] for forces in TOWERS[tower].values()])


def tabulate(results):
    table = wide_table("Contact forces of spheres of weight 1", 5)
    table.section("", "Hooke, by hand", "largest error", "Hertz, by hand", "largest error")
    for tower, contacts in TOWERS.items():
        cells = []
        for law, forces in results.items():
            expected = hand(tower, law)
            measured = np.array([forces.get(contact, np.nan) for contact in contacts])
            distinct = list(dict.fromkeys(f"{force:.5g}" for force in expected))
            cells += [", ".join(distinct), f"{abs(measured - expected).max():.0e}"]
        table.row(tower, *cells)
    return table


def draw(path, forces):
    """Every contact as a line as wide as its force, with the force beside it, by Hooke's law."""
    atoms = np.loadtxt(HERE / "columns.data", skiprows=10, usecols=(0, 1, 4, 5, 6))
    place = {int(tag): (x + 0.5 * y, z) for tag, _, x, y, z in atoms}      # seen from an angle
    kinds = {int(tag): kind for tag, kind, *_ in atoms}
    figure, panels = plt.subplots(2, 4, figsize=(9.0, 6.2), height_ratios=(1.6, 1), layout="constrained")
    for axes, (tower, contacts) in zip(panels.ravel(), TOWERS.items()):
        tags = [tag for contact in contacts for tag in contact]
        for tag in sorted(range(min(tags), max(tags) + 1), key=lambda tag: kinds[tag] == 1):
            axes.add_patch(plt.Circle(place[tag], 0.5, facecolor={1: "white", 2: "#c9ced4", 3: "#eceef0"}[kinds[tag]], edgecolor=GRAY, linewidth=0.8))
        for i, j in contacts:
            force = forces[i, j]
            axes.plot(*zip(place[i], place[j]), color=BLUE, linewidth=2.2 * force, solid_capstyle="round")
            x, z = place[i] if tower.startswith("nest") else np.mean([place[i], place[j]], axis=0)
            axes.text(x, z, f"{force:.3g}", fontsize=8, ha="center", va="center",
                      bbox=dict(facecolor="white", edgecolor="none", alpha=0.8, pad=0.8))
        axes.set(aspect="equal")
        axes.set_title(TITLES.get(tower, tower.split(",")[0]), fontsize=9)
        axes.autoscale_view()
        axes.set_axis_off()
    figure.suptitle("Contact forces of spheres of weight 1; gray spheres cannot move", fontsize=11, fontweight="bold")
    figure.savefig(path, dpi=100, pil_kwargs={"optimize": True})


def measure(lammps, out):
    shutil.copy(HERE / "columns.data", lammps.folder("columns"))
    folder = lammps.run("columns", HERE / "in.columns")
    results = {}
    for law in ("hooke", "hertz"):
        tags, forces = read_forces(folder / f"{law}.dat")
        results[law] = dict(zip(map(tuple, tags.tolist()), forces))
    publish(out, tabulate(results))
    draw(out / "columns.png", results["hooke"])


if __name__ == "__main__":
    main("columns", measure)
