"""A free tumbling body: error of the orientation against the cost of the integrator."""

import re
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

sys.path.insert(1, str(Path(__file__).resolve().parents[1]))

from helpers import angle, product, rigid_body, solve
from pictures import BLUE, GRAY, GREEN, ORANGE, headline, plain
from runner import Failed

HERE = Path(__file__).resolve().parent
STOCK, FINCHAM = "nve/asphere", "nve/asphere/fincham"
LGVI4, LGVI6 = "nve/asphere/variational scheme lgvi4", "nve/asphere/variational scheme lgvi6"
PRINTED = "nve/asphere/fincham half current"      # the form of Fincham's rotation in Woo, Yade and LIGGGHTS
INTEGRATORS = (STOCK, FINCHAM, LGVI4, LGVI6)      # as in in.cost
INERTIA, SPIN = (1.0, 1.6, 2.2), np.array([0.3, 1.0, 0.5])
T = 20.0
STEPS = (0.4, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001)
ROUND_OFF = 1e-12                                 # errors below it say nothing about an integrator
TARGETS = (1e-2, 1e-4, 1e-5)                      # errors whose cost is in the table


@dataclass
class Result:
    error: dict      # integrator -> errors of the orientation at time T in rad, one for each of STEPS
    cost: dict       # integrator -> nanoseconds of processor time per body and step, one for each turn
    drift: dict      # integrator -> relative change of the energy over 100,000 steps of 0.1

    def step_cost(self, integrator):
        return np.median(self.cost[integrator])

    def shown(self, integrator):
        """Steps, costs in microseconds per body and unit of time, and errors, where they are above round-off."""
        steps, errors = np.array(STEPS), np.array(self.error[integrator])
        seen = errors > ROUND_OFF
        return steps[seen], self.step_cost(integrator) / steps[seen] / 1000, errors[seen]

    def cost_of(self, integrator, target):
        """Cost at which the error is the target, in microseconds, as text; from the points of shown() on both sides."""
        _, costs, errors = self.shown(integrator)
        cost = np.exp(np.interp(np.log(target), np.log(errors[::-1]), np.log(costs[::-1])))
        return ("< " if target > errors.max() else "> " if target < errors.min() else "") + f"{cost:.2g}"


def exact_attitude():
    """Euler's equations, integrated to 1e-13."""
    start = np.concatenate([[1.0, 0.0, 0.0, 0.0], np.array(INERTIA) * SPIN])
    return solve(rigid_body(INERTIA, lambda q: 0.0), start, [0.0, T])[-1][:4]


def job(integrator, h, steps):
    return f"tumbling {integrator} h {h} {steps} steps", HERE / "in.tumbling", dict(integrator=integrator, h=h, steps=steps, every=steps)


def last_line(folder):
    """Relative change of the energy, and the attitude."""
    rows = np.loadtxt(folder / "tumbling.dat")
    return rows[-1, 2] / rows[0, 2] - 1, rows[-1, 3:]


def costs(folder):
    """Nanoseconds of processor time per body and step that the fixes take, for each integrator and turn.

    Processor time, as that of the clock depends on what else the machine does.
    """
    turns = re.findall(r"\nturn \d+: fix (.*)\n(?s:.*?)Loop time of \S+ on \d+ procs for (\d+) steps with (\d+) atoms(?s:.*?)"
                       r"([\d.]+)% CPU use(?s:.*?)\nModify +\| (\S+)", (folder / "log.lammps").read_text())
    found = {name: [] for name in INTEGRATORS}
    for name, steps, atoms, percent, modify in turns:
        found[name].append(float(modify) * float(percent) / 100 / (int(steps) * int(atoms)) * 1e9)
    if not all(found.values()):
        raise Failed(f"{folder / 'log.lammps'} has no timing of fix " + ", fix ".join(name for name in found if not found[name]))
    return found


def measure(lammps, say):
    say("tumbling body: processor time of a step of four integrators, 1,000 ellipsoids")
    cost = costs(lammps.run("tumbling cost", HERE / "in.cost"))
    say(f"tumbling body: orientation error at t = {T:g} with {len(STEPS)} time steps, energy after 100,000 steps")
    names = INTEGRATORS + (PRINTED,)
    short = [job(name, h, round(T / h)) for name in names for h in STEPS]
    folders = lammps.run_all(short + [job(name, 0.1, 100_000) for name in names])
    exact = exact_attitude()
    errors = np.array([angle(exact, last_line(folder)[1]) for folder in folders[:len(short)]]).reshape(len(names), -1)
    drift = [last_line(folder)[0] for folder in folders[len(short):]]
    return Result(dict(zip(names, errors)), cost, dict(zip(names, drift)))


def tabulate(table, letter, result):
    table.section(f"({letter}) free tumbling ellipsoid, fix nve/asphere ...", "stock", "fincham half current", "fincham", "variational",
                  "variational lgvi6")
    order = (STOCK, PRINTED, FINCHAM, LGVI4, LGVI6)
    for h in (0.4, 0.1, 0.01):
        table.row(f"orientation error at t = {T:g}, h = {h:g} [rad]", *(f"{result.error[name][STEPS.index(h)]:.1e}" for name in order))
    table.row("energy after 100,000 steps of h = 0.1", *(f"{100 * result.drift[name]:+.1f} %" if abs(result.drift[name]) > 1e-4 else
                                                         f"{100 * result.drift[name]:+.0e} %" for name in order))

    def timed(form):
        return (form(name) if name in result.cost else "" for name in order)

    table.row(f"processor time of a step, median of {len(result.cost[STOCK])} [ns/body]",
              *timed(lambda name: f"{result.step_cost(name):.0f}"))
    table.row("   smallest to largest", *timed(lambda name: f"{min(result.cost[name]):.0f} to {max(result.cost[name]):.0f}"))
    for target in TARGETS:
        table.row(f"time for an error of {target:.0e} rad [us per body and unit of time]",
                  *timed(lambda name: result.cost_of(name, target)))


LABELS = {      # color, marker, and where the name is: step size, offset in points, alignment
    STOCK: (GRAY, "s", "stock nve/asphere", 0.02, (2, 12), "left"),
    FINCHAM: (ORANGE, "D", "nve/asphere/fincham", 0.001, (0, -12), "center"),
    LGVI4: (BLUE, "o", "nve/asphere/variational\n(lgvi4, the default)", 0.01, (10, 9), "left"),
    LGVI6: (GREEN, "*", "the same,\nlgvi6", 0.05, (-10, -10), "right"),
}


def draw(figure, letter, result):
    headline(figure, f"({letter}) Free tumbling body: accuracy for its price",
             f"Orientation error of a free ellipsoid after {T:g} units of time, against the processor time of the fix. Each point is a "
             "time step; rings: h = 0.1.")
    axes = figure.add_axes([0.14, 0.125, 0.83, 0.68])
    axes.set(xscale="log", yscale="log", xlabel="processor time per body and unit of time  [µs]", ylabel="orientation error  [rad]",
             ylim=(3e-13, 5))
    for name, (color, marker, label, at, offset, align) in LABELS.items():
        steps, cost, errors = result.shown(name)
        axes.plot(cost, errors, color=color, marker=marker, markersize=8 if marker == "*" else 5, linewidth=1.6)
        i, ring = list(steps).index(at), list(steps).index(0.1)
        axes.plot(cost[ring], errors[ring], "o", color=color, markersize=11, fillstyle="none", markeredgewidth=1.2)
        axes.annotate(label, (cost[i], errors[i]), offset, textcoords="offset points", color=color, ha=align, va="center")
    plain(axes.xaxis, (0.1, 1, 10, 100))
