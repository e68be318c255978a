#!/usr/bin/env python3
"""Two soft balls that stick together: the force against the gap for each law of cohesion, and which impacts end in contact, beside LAMMPS' own laws.

    measure.py [--lmp build/bin/lmp] [--out build/examples/pulloff] [--reuse]

Runs in.pulloff and in.stick, prints a table and draws pulloff.png. Needs numpy and matplotlib.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import BLUE, GRAY, GREEN, ORANGE, RED, VIOLET, main, plt, publish, read_dump, wide_table

HERE = Path(__file__).resolve().parent
E, GAMMA, R, MASS = 1000 / 1.5, 50.0, 250.0, 1.1 * np.pi / 6 * 1e9 / 2      # E*, GAMMA, R* and the effective mass
OURS, STOCK = "contact/hertz", "granular"
LAWS = {(OURS, "none"): ("Hertz", GREEN, "-"), (OURS, "linear"): ("linear", ORANGE, "-"), (OURS, "dmt"): ("dmt", RED, "-"), (OURS, "jkr"): ("jkr", BLUE, "-"),
        (OURS, "capillary"): ("capillary", VIOLET, "-"),
        (STOCK, "dmt"): ("granular dmt", GRAY, ":"), (STOCK, "jkr"): ("granular jkr", GRAY, "--")}
PULL_OFF = {"jkr": 3 * np.pi * GAMMA * R * 1e-3, "dmt": 4 * np.pi * GAMMA * R * 1e-3, "capillary": 4 * np.pi * 72 * np.cos(np.pi / 6) * R * 1e-3}


def radius(part):
    """Of the circle of contact whose cube is this part of pi GAMMA R*^2/E*."""
    return np.cbrt(part * np.pi * GAMMA * R ** 2 / E)


# What a contact takes from its touch to its end: where no smaller circle is possible, and where the pull is the strongest
LOSS = {OURS: np.pi * GAMMA * (1.2 * radius(4) ** 2 + 0.8 * radius(1 / 4) ** 2), STOCK: np.pi * GAMMA * (1.2 * radius(4) ** 2 - 0.8 * radius(9 / 4) ** 2)}


def restitution(v, style):
    return np.sqrt(np.maximum(0, 1 - 2 * LOSS[style] / (MASS * v ** 2)))


def curve(folder):
    """Columns gap [micrometer], force [micronewton] on the way in, and on the way back."""
    runs = (folder / "log.lammps").read_text().split("\n   Step ")[1:]
    return [np.array([line.split()[1:3] for line in run.split("Loop time")[0].splitlines()[1:] if not line.startswith("WARNING")], float).T for run in runs]


def impacts(folder):
    """Relative speeds of the pairs, and what part of it they have at the end."""
    start, end = (read_dump(folder / f"{name}.dump")[0] for name in ("start", "end"))
    def of_pairs(rows):
        rows = rows[np.lexsort((rows[:, 2], rows[:, 1], rows[:, 0]))]
        return rows[1::2] - rows[::2]
    before, after = of_pairs(start), of_pairs(end)
    apart = after[:, 2] > 1010
    return -before[:, 3], np.where(apart, after[:, 3] / -before[:, 3], 0.0)


def tabulate(curves, rebounds):
    table = wide_table("Two soft balls with a diameter of 1 mm, GAMMA = 0.05 J/m2", 5)
    table.section("law", "strongest pull [uN]", "by the formula", "gap of the end [um]", "work of the loop [pJ]")
    for (style, law), (name, _, _) in LAWS.items():
        (gap, force), (out, back) = curves[style, law]
        work = -(np.trapezoid if hasattr(np, "trapezoid") else np.trapz)(np.append(force, back), np.append(gap, out))
        pulls = out[back < 0]
        table.row(name, f"{abs(min(back.min(), 0)):.4f}", f"{PULL_OFF[law]:.4f}" if law in PULL_OFF else "", f"{pulls.max():.1f}" if pulls.size and pulls.max() > 0 else "0", f"{abs(work):.1f}")
    table.section("impacts with jkr", "fastest that sticks [m/s]", "by the formula", "largest error of the restitution")
    for style, (v, e) in rebounds.items():
        apart = e > 0
        table.row(style, f"{v[~apart].max():.4f}", f"{np.sqrt(2 * LOSS[style] / MASS):.4f}", f"{abs(e - restitution(v, style))[apart].max():.1e}")
    return table


def draw(path, curves, rebounds):
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.8), gridspec_kw={"width_ratios": (1.4, 1)})
    for key, (name, color, line) in LAWS.items():
        for k, (gap, force) in enumerate(curves[key]):
            left.plot(gap, force, line, color=color, linewidth=1.2 if key[0] == STOCK else 2, label=name if k else None, zorder=3 if key[0] == STOCK else 2)
    left.axhline(0, color="black", linewidth=0.8)
    left.annotate("they touch", (0, -104), (0.7, -150), arrowprops={"arrowstyle": "->"})
    left.set(title="Slowly in, and out again", xlabel="gap  [micrometer]", ylabel="force  [micronewton]", xlim=(-9, 4.5), ylim=(-210, 180))
    left.legend(loc="upper right")
    for style, (v, e) in rebounds.items():
        fine = np.linspace(v[0], v[-1], 2000)
        color = BLUE if style == OURS else GRAY
        right.plot(fine, restitution(fine, style), color=color, linewidth=1)
        right.plot(v, e, "o" if style == OURS else "s", color=color, markersize=4, label=style + ", jkr")
    right.set(title="Impacts without dashpots", xlabel="relative speed  [m/s]", ylabel="part of the speed that is left", ylim=(-0.05, 1))
    right.legend(loc="lower right")
    figure.tight_layout()
    figure.savefig(path, dpi=100, pil_kwargs={"optimize": True})


def measure(lammps, out):
    curves = {(style, law): curve(lammps.run(f"{style.replace('/', ' ')} {law}", HERE / "in.pulloff", style=style, law=law)) for style, law in LAWS}
    rebounds = {style: impacts(lammps.run(f"stick {style.replace('/', ' ')}", HERE / "in.stick", style=style)) for style in (OURS, STOCK)}
    publish(out, tabulate(curves, rebounds))
    draw(out / "pulloff.png", curves, rebounds)


if __name__ == "__main__":
    main("pulloff", measure)
