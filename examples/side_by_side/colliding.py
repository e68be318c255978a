"""Ellipsoids that collide: their total energy over a long run at a large step."""

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from matplotlib.ticker import FuncFormatter

from pictures import BLUE, GRAY, ORANGE, headline

SCRIPT = Path(__file__).resolve().parent / "in.colliding"
STOCK, FINCHAM, OURS = "nve/asphere", "nve/asphere/fincham", "nve/asphere/variational"
T = 10_000.0
# h = 0.02 is about the largest step at which stock LAMMPS keeps the energy within 1 % over this time.
CASES = ((STOCK, 0.02), (FINCHAM, 0.02), (STOCK, 0.04), (FINCHAM, 0.04), (OURS, 0.04), (STOCK, 0.025), (OURS, 0.06), (OURS, 0.08))
LINES = 1000                               # of output in each run


@dataclass
class Result:
    bodies: int
    time: dict      # (integrator, step size) -> times of output
    error: dict     # the same -> relative errors of the total energy

    def drift(self, integrator, h):
        """Largest mean error of a tenth of the run, with its sign: in each collision the energy oscillates."""
        return max((tenth.mean() for tenth in np.array_split(self.error[integrator, h][1:], 10)), key=abs)

    def largest(self, integrator, h):
        return abs(self.error[integrator, h]).max()


def read(folder):
    rows = np.loadtxt(folder / "colliding.dat")
    return rows[:, 1], rows[:, 2] / rows[0, 2] - 1


def measure(lammps, say):
    say(f"colliding ellipsoids: energy up to t = {T:g}, {len(CASES)} runs of {T / 0.08:,.0f} to {T / 0.02:,.0f} steps")
    folders = lammps.run_all([(f"colliding {integrator} h {h}", SCRIPT,
                               dict(integrator=integrator, h=h, steps=round(T / h), every=round(T / h / LINES)))
                              for integrator, h in CASES])
    bodies = int(re.search(r"steps with (\d+) atoms", (folders[0] / "log.lammps").read_text()).group(1))
    times, errors = zip(*map(read, folders))
    return Result(bodies, dict(zip(CASES, times)), dict(zip(CASES, errors)))


def tabulate(table, letter, result):
    names = (STOCK, FINCHAM, OURS)
    table.section(f"({letter}) {result.bodies} colliding ellipsoids up to t = {T:g}", "stock nve/asphere", "fincham", "variational")
    for h in sorted({h for _, h in CASES}):
        table.row(f"change of the mean energy, h = {h:g}",
                  *(percent(result.drift(name, h)) if (name, h) in CASES else "" for name in names))
        table.row("   largest error, during collisions",
                  *(f"{100 * result.largest(name, h):.2f} %" if (name, h) in CASES else "" for name in names))


def smooth(values, window=20):
    return values[1:1 + (len(values) - 1) // window * window].reshape(-1, window).mean(axis=1)


CURVES = (      # integrator, step, color, dashes, words; their place in units of T and of the largest energy, alignment
    (STOCK, 0.04, GRAY, "-", "stock nve/asphere\nh = 0.04", (0.60, 0.82), "right"),
    (FINCHAM, 0.04, ORANGE, "-", "nve/asphere/fincham\nh = 0.04", (0.98, 0.46), "right"),
    (STOCK, 0.02, GRAY, (0, (4, 2)), "stock nve/asphere, h = 0.02", (0.98, 0.125), "right"),
    (OURS, 0.04, BLUE, "-", "nve/asphere/variational, h = 0.04", (0.98, -0.06), "right"),
)


def percent(fraction):
    return f"{100 * fraction:+.1f} %" if abs(fraction) > 1e-3 else f"{100 * fraction:+.3f} %"


def draw(figure, letter, result):
    headline(figure, f"({letter}) Colliding ellipsoids: no heating at twice the step",
             f"Total energy of {result.bodies} ellipsoids in a trap; the exact motion conserves it. The run with h = 0.02 has "
             f"{T / 0.02:,.0f} steps.")
    axes = figure.add_axes([0.12, 0.125, 0.82, 0.68])
    highest = 100 * max(result.drift(name, h) for name, h, *_ in CURVES)
    for name, h, color, dashes, words, (x, y), align in CURVES:
        axes.plot(smooth(result.time[name, h]), 100 * smooth(result.error[name, h]), color=color, linestyle=dashes,
                  linewidth=2.2 if name == OURS else 1.5)
        axes.text(x * T, y * highest, f"{words}:  {percent(result.drift(name, h))}", color=color, ha=align, va="center")
    axes.set(xlabel="time", ylabel="change of the total energy  [%]", xlim=(0, T), ylim=(-0.11 * highest, 1.1 * highest))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda time, _: f"{time:,.0f}"))
