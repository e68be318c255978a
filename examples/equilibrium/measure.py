#!/usr/bin/env python3
"""Equilibria by min_style contact/newton: a beam that bends, and a heap whose grains become stiffer.

    measure.py [--lmp build/bin/lmp] [--out build/examples/equilibrium] [--reuse]

Runs in.bent_beam and in.soft_heap, prints a table and draws equilibrium.png.  Ten seconds.  Needs numpy and matplotlib.
"""
import re
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from helpers import BLUE, GRAY, GREEN, ORANGE, main, plt, publish, read_dump, read_forces, save, wide_table

HERE = Path(__file__).parent
ELASTICA = {1: (0.30172, 0.05643), 5: (0.71379, 0.38763), 10: (0.81061, 0.55500)}    # Mattiasson, 1981
STIFFNESSES = [1e5, 1e6, 1e7, 1e8]


def newton_steps(log):
    return [int(n) for n in re.findall(r"contact/newton: (\d+) Newton steps", log)]


def beam(lammps, q):
    """Places of the spheres over the length, the tip, and Newton steps."""
    run = lammps.run(f"beam_{q}", HERE / "in.bent_beam", q=q)
    places = read_dump(run / "shape.dump")[0] / 30
    return places, (places[-1, 1], 1 - places[-1, 0]), newton_steps((run / "log.lammps").read_text())[0]


def by_contact(path):
    tags, forces = read_forces(path)
    return dict(zip(map(tuple, tags), forces))


def heap(lammps):
    """For each stiffness: Newton steps, the largest force that is left on a grain, and the distance to the compatible forces."""
    run = lammps.run("heap", HERE / "in.soft_heap", heap=HERE.parent / "heap_scaling" / "heap.300.data", dump="yes")
    log = (run / "log.lammps").read_text()
    left = [float(a) for a in re.findall(r"NetForce .*\n.*\n +\d+ +\S+ +(\S+)", log)]
    rigid = by_contact(run / "compatible.dat")
    size = np.linalg.norm(list(rigid.values()))
    result = []
    for n, (steps, net) in enumerate(zip(newton_steps(log), left), 1):
        soft = by_contact(run / f"forces.{n}.dat")
        apart = np.linalg.norm([soft.get(pair, 0) - rigid.get(pair, 0) for pair in soft.keys() | rigid.keys()])
        result.append((steps, net, apart / size))
    return result


def measure(lammps, out):
    beams = {q: beam(lammps, q) for q in ELASTICA}
    stiffer = heap(lammps)
    table = wide_table("Equilibria by min_style contact/newton", 4)
    table.section("bent beam", "tip across and along, over the length", "elastica", "Newton steps")
    for q, (_, tip, steps) in beams.items():
        table.row(f"P L^2/EI = {q}", f"{tip[0]:.4f} {tip[1]:.4f}", "{:.4f} {:.4f}".format(*ELASTICA[q]), f"{steps}")
    table.section("heap of 300 grains", "largest force left, over the weight of a grain", "forces, against the compatible ones", "Newton steps")
    for K, (steps, net, apart) in zip(STIFFNESSES, stiffer):
        table.row(f"K = {K:.0e}", f"{net:.1e}", f"{apart:.1e}", f"{steps}")
    publish(out, table)

    figure, (left, right) = plt.subplots(1, 2, figsize=(9.6, 4.4))
    for (q, (places, _, _)), color in zip(beams.items(), (BLUE, ORANGE, GREEN)):
        left.plot(places[:, 0], places[:, 1], color=color, marker="o", markersize=3, label=f"$PL^2/EI$ = {q}")
        left.plot(1 - ELASTICA[q][1], ELASTICA[q][0], color="black", marker="+", markersize=12)
    left.set(xlabel="x/L", ylabel="y/L", title="A bent beam; +: tip of the elastica", aspect="equal")
    right.loglog(STIFFNESSES, [apart for _, _, apart in stiffer], color=GRAY, marker="s")
    right.set(xlabel="stiffness of the grains [weight of a grain/diameter]", ylabel="distance to the forces of rigid grains",
              title="A heap without friction")
    save(figure, out / "equilibrium.png")


if __name__ == "__main__":
    main("equilibrium", measure)
