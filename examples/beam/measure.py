#!/usr/bin/env python3
"""A rigid beam on three supports: what each solver makes them carry, beside the compatible forces.

    measure.py [--lmp build/bin/lmp] [--out build/examples/beam] [--reuse]

Runs in.beam with each solver and each order of the supports, prints a table and draws beam.png. A few seconds. Needs numpy and matplotlib.
"""

import sys
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
    figure, axes = plt.subplots(figsize=(9.0, 5.0), layout="constrained")
    edges = [0.0] * len(forces)
    for k, label in enumerate(("left support", "middle", "right support")):
        carried_by = [row[k] for row in forces.values()]
        axes.barh(list(forces), carried_by, left=edges, color=BLUE if k == 1 else GRAY, edgecolor="white", label=label)
        for n, force in enumerate(carried_by):
            if force > 0.5:
                axes.text(edges[n] + force / 2, n, f"{force:.2f}", color="white", ha="center", va="center")
        edges = [edge + force for edge, force in zip(edges, carried_by)]
    axes.invert_yaxis()
    axes.set(title="What three supports carry of a rigid beam of weight 10", xlabel="force, from the left to the right support  [weight of the beam / 10]")
    figure.savefig(out / "beam.png", dpi=100, pil_kwargs={"optimize": True})


if __name__ == "__main__":
    main("beam", measure)
