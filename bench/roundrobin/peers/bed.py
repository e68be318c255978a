"""What the scripts of other codes read: STEPS, BEGIN (time) and BED (a data file of LAMMPS) in the environment, and the grains of that file.
PYTHONPATH must have this folder."""

import os

STEPS, BEGIN = int(os.environ["STEPS"]), float(os.environ["BEGIN"])
BALL = {"place": (0, 0, 0.06 - 5 * BEGIN - 9.81 / 2 * BEGIN**2), "velocity": (0, 0, -5 - 9.81 * BEGIN), "radius": 0.01, "density": 7200}
STEP = 5e-7     # [s]
YOUNG = {1: 1e9, 2: 0.5e9, 3: 210e9}    # of M1, M2 and steel [Pa]


def grains():
    """Type, radius, density and place of each."""
    atoms = open(os.environ["BED"], encoding="utf-8").read().split("Atoms # sphere")[1].split("Velocities")[0]
    for words in filter(None, map(str.split, atoms.splitlines())):
        yield int(words[1]), float(words[2]) / 2, float(words[3]), tuple(map(float, words[4:7]))
