"""A pyramid of rigid spheres: contact dynamics' forces depend on the order of its sweeps, the compatible ones do not."""

import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from matplotlib.collections import EllipseCollection, LineCollection

sys.path.insert(1, str(Path(__file__).resolve().parents[1]))

from helpers import read_forces, relative_difference
from pictures import BLUE, DARK, GRAY, PALE, headline
from runner import Failed

PYRAMID = Path(__file__).resolve().parents[1] / "pyramid"
SIDE = 8                                    # spheres along a side of the base, which is frozen
SOFT = (1e4, 1e5, 1e6, 1e7)                 # stiffnesses of soft spheres, in weights per diameter
UP, DOWN, SHUFFLED = "upwards", "downwards", 10
DRAWN = ("shuffled 0", "shuffled 1")        # orders whose answers are in the picture
BALANCED, SWEEPS = 1e-8, 5000               # relative residual at which contact dynamics ends; sweeps it may take
LOADED = 1e-6                               # smallest force that counts as one, in weights


class Packing:
    """The network: contact k presses on its first sphere by -normal, on its second by +normal."""

    def __init__(self, tags, positions):
        self.first, self.second = tags.T - 1
        self.positions = positions
        between = positions[self.second] - positions[self.first]
        self.normals = between / np.linalg.norm(between, axis=1)[:, None]
        self.free = (np.arange(len(positions)) >= SIDE ** 2)[:, None]
        self.weights = self.free * np.array([0.0, 0.0, -1.0])

    def resultant(self, forces):
        """Weight and contact forces of each sphere that is free."""
        push = forces[:, None] * self.normals
        total = self.weights.copy()
        np.add.at(total, self.first, -push)
        np.add.at(total, self.second, push)
        return total * self.free

    def imbalance(self, forces):
        return np.linalg.norm(self.resultant(forces)) / np.linalg.norm(self.weights)

    def base(self, forces):
        """Upward forces of the base: row y, column x."""
        return np.bincount(self.first, forces * self.normals[:, 2], len(self.positions))[:SIDE ** 2].reshape(SIDE, SIDE)

    def sweep_groups(self, order):
        """The order of a sweep: groups of contacts that share no free sphere, so that numpy can treat a group at once.  Each contact,
        in the given order, goes to the first group that has room for it."""
        colors, used = np.zeros(len(order), int), [set() for _ in self.positions]
        free = self.free.ravel()
        for k in order:
            ends = [body for body in (self.first[k], self.second[k]) if free[body]]
            taken = set().union(*(used[body] for body in ends))
            colors[k] = next(color for color in range(len(taken) + 1) if color not in taken)
            for body in ends:
                used[body].add(colors[k])
        return [np.flatnonzero(colors == color) for color in range(colors.max() + 1)]


def contact_dynamics(packing, order):
    """Contact forces of one step of contact dynamics (Moreau; Jean), where mass, weight and time step are 1: no sphere may approach
    another at the end of the step.  Projected Gauss-Seidel sweeps over the contacts, from zero forces, find them."""
    forces, velocity = np.zeros(len(order)), packing.weights.copy()
    groups = [(k, packing.first[k], packing.second[k], packing.normals[k]) for k in packing.sweep_groups(order)]
    for sweep in range(1, SWEEPS + 1):
        for k, first, second, normal in groups:
            approach = -((velocity[second] - velocity[first]) * normal).sum(axis=1)
            inverse_mass = (packing.free[first] + 1.0 * packing.free[second]).ravel()
            change = np.maximum(forces[k] + approach / inverse_mass, 0.0) - forces[k]
            forces[k] += change
            velocity[first] -= change[:, None] * normal * packing.free[first]
            velocity[second] += change[:, None] * normal * packing.free[second]
        if sweep % 50 == 0 and packing.imbalance(forces) < BALANCED:
            return forces
    raise Failed(f"contact dynamics of the pyramid is not in balance after {SWEEPS} sweeps")


@dataclass
class Result:
    packing: Packing
    compatible: np.ndarray
    soft: dict          # stiffness -> relative difference of the forces of soft spheres from the compatible ones
    dynamics: dict      # order of the sweeps -> forces of contact dynamics

    def answers(self):
        """Of contact dynamics, [order, contact]."""
        return np.array(list(self.dynamics.values()))

    def apart(self, forces, others):
        """Size of the difference of two networks over that of the compatible forces."""
        return np.linalg.norm(forces - others) / np.linalg.norm(self.compatible)

    def spread(self):
        """Of the two answers of contact dynamics that are farthest apart."""
        return max(self.apart(a, b) for a in self.answers() for b in self.answers())


def measure(lammps, say):
    say(f"pyramid of {SIDE} x {SIDE} spheres: compatible forces, soft spheres of {len(SOFT)} stiffnesses")
    names = ["pyramid rigid"] + [f"pyramid soft {K:.0e}" for K in SOFT]
    for name in names:
        lammps.provide(name, PYRAMID / "pyramid.grains")
    folders = lammps.run_all([(names[0], PYRAMID / "in.pyramid", dict(n=SIDE, material="hooke"))] +
                             [(name, PYRAMID / "in.soft", dict(n=SIDE, material="hooke", K=K)) for name, K in zip(names[1:], SOFT)])
    contacts = read_forces(folders[0] / "hooke.dat")
    soft = {K: relative_difference(read_forces(folder / "soft.dat"), contacts) for K, folder in zip(SOFT, folders[1:])}
    packing = Packing(contacts[0], np.loadtxt(folders[0] / "grains.dat", skiprows=9)[:, 2:5])

    say(f"pyramid: contact dynamics with {2 + SHUFFLED} orders of its sweeps")
    count, random = len(contacts[0]), np.random.default_rng(1)
    orders = {UP: np.arange(count), DOWN: np.arange(count)[::-1], **{f"shuffled {i}": random.permutation(count) for i in range(SHUFFLED)}}
    return Result(packing, contacts[1], soft, {name: contact_dynamics(packing, order) for name, order in orders.items()})


def tabulate(table, letter, result):
    packing, middle = result.packing, SIDE // 2
    table.section(f"({letter}) pyramid of {len(packing.positions):,} rigid spheres of weight 1", "contact dynamics upwards", "downwards",
                  f"{SHUFFLED} shuffled orders", "fix compatible/cd")
    shuffled = result.answers()[2:]

    def row(quantity, form, value):
        many = [value(forces) for forces in shuffled]
        low, high = format(min(many), form), format(max(many), form)
        table.row(quantity, *(format(value(result.dynamics[name]), form) for name in (UP, DOWN)),
                  low if low == high else f"{low} to {high}", format(value(result.compatible), form))

    row("forces out of balance, relative", ".0e", packing.imbalance)
    row("loaded contacts", "d", lambda forces: int((forces > LOADED).sum()))
    row("largest force", ".2f", lambda forces: forces.max())
    row("force on the base, sum", ".4f", lambda forces: packing.base(forces).sum())
    row("   next to its center", ".2f", lambda forces: packing.base(forces)[middle, middle])
    row("   in a corner", ".2f", lambda forces: packing.base(forces)[0, 0])
    row("difference from compatible forces, relative", ".2f", lambda forces: result.apart(forces, result.compatible))
    table.row("   largest difference of two answers, relative", "", "", f"{result.spread():.2f}")
    for K, difference in result.soft.items():
        table.row(f"   soft spheres, stock LAMMPS, K = {K:.0e}", "", "", "", f"{difference:.1e}")


def draw_chains(axes, packing, forces, color):
    """The middle plane and the rows of spheres behind it, seen along y; a line is as wide as the force is large."""
    shown = (packing.positions[:, 1] > -0.1) & (packing.positions[:, 1] < 0.6)
    flat, one = packing.positions[:, ::2], np.ones(shown.sum())
    axes.add_collection(EllipseCollection(one, one, 0 * one, units="xy", offsets=flat[shown], facecolor="#eceef0", edgecolor="white",
                                          linewidth=0.4, offset_transform=axes.transData, zorder=0))
    drawn = shown[packing.first] & shown[packing.second] & (forces > LOADED)
    lines = np.stack([flat[packing.first[drawn]], flat[packing.second[drawn]]], axis=1)
    axes.add_collection(LineCollection(lines, linewidths=1.5 * forces[drawn], color=color, capstyle="round"))
    axes.set(aspect="equal", xlim=(-SIDE / 2 - 0.1, SIDE / 2 + 0.1), ylim=(-0.6, SIDE / np.sqrt(2)))
    axes.set_axis_off()


def draw_base(axes, result):
    """Forces on the row of the base behind the middle."""
    def row(forces):
        return result.packing.base(forces)[SIDE // 2]

    x, answers = np.arange(SIDE) - (SIDE - 1) / 2, [row(forces) for forces in result.dynamics.values()]
    axes.fill_between(x, np.min(answers, axis=0), np.max(answers, axis=0), color=PALE, linewidth=0)
    for name, dashes in zip(DRAWN, ("-", (0, (3, 1.5)))):
        axes.plot(x, row(result.dynamics[name]), color=GRAY, linestyle=dashes, linewidth=1.3)
    axes.plot(x, row(result.compatible), color=BLUE, linewidth=2.2, marker="o", markersize=4)
    axes.set(xlabel="x / diameter", ylabel="force on the base", ylim=(0, None), xlim=(-SIDE / 2, SIDE / 2))
    axes.text(0.5, 0.05, f"shaded: {len(answers)} answers of contact dynamics", transform=axes.transAxes, ha="center", color=DARK)


def draw(figure, letter, result):
    headline(figure, f"({letter}) Rigid spheres: one answer for the forces, not many",
             "Force chains in a pyramid; width is force. All three answers balance all weights. That of contact dynamics depends on its "
             "order of contacts.")
    chains = [(result.dynamics[name], GRAY, f"contact dynamics,\n{words}:\n"
               f"{100 * result.apart(result.dynamics[name], result.compatible):.0f} % from compatible")
              for name, words in zip(DRAWN, ("one order", "another order"))]
    chains.append((result.compatible, BLUE, f"fix compatible/cd:\nstock soft spheres\nagree to {min(result.soft.values()):.0e}"))
    for i, (forces, color, words) in enumerate(chains):
        draw_chains(figure.add_axes([0.02 + 0.325 * i, 0.435, 0.31, 0.26]), result.packing, forces, color)
        figure.text(0.175 + 0.325 * i, 0.805, words, color=color, ha="center", va="top", linespacing=1.15)
    draw_base(figure.add_axes([0.12, 0.125, 0.84, 0.29]), result)
