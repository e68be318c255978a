#!/usr/bin/env python3
"""A rigid beam on three supports: what each solver makes them carry, beside the compatible forces.

    measure.py [--lmp build/bin/lmp] [--out build/examples/beam] [--reuse]

Runs in.beam with each solver and each order of the supports, prints a table and draws beam.png. A few seconds. Needs numpy and matplotlib.
"""

import sys
import textwrap
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers import BLUE, GRAY, main, plt, publish, wide_table

HERE = Path(__file__).resolve().parent
RUNS = {
    "newton": {"solver": "newton"},
    "apgd": {"solver": "apgd"},
    "pgs, left, middle, right": {"solver": "pgs"},
    "pgs, left, right, middle": {"solver": "pgs", "right": 2, "middle": 3},
    "pgs, middle, left, right": {"solver": "pgs", "left": 2, "middle": 1},
    "newton, middle three times as stiff": {"solver": "newton", "stiff": 3},
    "pgs, middle three times as stiff": {"solver": "pgs", "stiff": 3},
    "newton, middle lower by 1e-6": {"solver": "newton", "low": 1e-6},
    "apgd, middle lower by 1e-6": {"solver": "apgd", "low": 1e-6},
    "pgs, middle lower by 1e-6": {"solver": "pgs", "low": 1e-6},
}


def carried(folder):
    """Forces on the supports after the last step, and the largest compatible force."""
    lines = (folder / "log.lammps").read_text().splitlines()
    last = next(k for k, line in enumerate(lines) if line.startswith("Loop time"))
    return [float(word) for word in lines[last - 1].split()[3:7]]


def measure(lammps, out):
    forces = {name: carried(lammps.run(name.replace(", ", "-").replace(" ", "-"), HERE / "in.beam", **settings)) for name, settings in RUNS.items()}
    table = wide_table("Forces on the supports of a beam of weight 10, after its fall", 5)
    table.section("", "left", "middle", "right", "largest compatible")
    for name, row in forces.items():
        table.row(name, *(f"{force:.6f}" for force in row))
    publish(out, table)
    figure, axes = plt.subplots(figsize=(11, 3.6), layout="constrained")
    for k, label in enumerate(("left", "middle", "right")):
        axes.bar([n + 0.25 * (k - 1) for n in range(len(forces))], [row[k] for row in forces.values()], 0.22,
                 color=BLUE if k == 1 else GRAY, label=label if k < 2 else None)
    axes.set_xticks(range(len(forces)), [textwrap.fill(name, 14) for name in forces], fontsize=8)
    axes.set(title="What the supports of a rigid beam carry (weight 10)", ylabel="force")
    axes.legend(["left and right", "middle"])
    figure.savefig(out / "beam.png", dpi=100, pil_kwargs={"optimize": True})


if __name__ == "__main__":
    main("beam", measure)
