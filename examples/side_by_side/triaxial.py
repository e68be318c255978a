"""Triaxial compression: how well the lateral stress is held, by VARDEM without a gain and by two fixes of stock LAMMPS with several."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pictures import BLUE, GRAY, ORANGE, headline, plain

HERE = Path(__file__).resolve().parent
PACKING = HERE.parent / "triaxial" / "packing.grains"
PRESSURE = 1000.0
DAMPS = (0.1, 0.2, 1.0, 10.0, 100.0, 1000.0)      # Pdamp of fix press/berendsen in time steps
RULE = 1000.0                                     # "a good choice for many models" in LAMMPS' manual
START = 100                                       # lines of output in which the packing begins to move, 1000 steps
OURS = "fix deform/gradv"
PRESSURE_FIX = "deform/pressure"                  # of package EXTRA-FIX


@dataclass
class Run:
    strain: np.ndarray
    lateral: np.ndarray      # stresses along x and y, relative to the target [time, 2]
    ratio: np.ndarray        # stress along z / mean lateral stress, smooth
    solid: np.ndarray

    def held(self):
        return self.lateral[START:] - 1

    def rms(self):
        return np.sqrt((self.held() ** 2).mean())

    def mean(self):
        return self.held().mean()

    def largest(self):
        return abs(self.held()).max()


def smooth(values, window=20):
    return values[:len(values) // window * window].reshape(-1, window).mean(axis=1)


def read(folder):
    strain, solid, xx, yy, zz = np.loadtxt(folder / "triaxial.dat")[:, 1:].T
    return Run(strain, np.stack([xx, yy], axis=1) / PRESSURE, 2 * smooth(zz) / smooth(xx + yy), solid)


def measure(lammps, say):
    """Run by Pdamp, and by OURS."""
    say("triaxial compression: a packing of 1,000 spheres")
    packing = lammps.run(lammps.provide("triaxial packing", PACKING), HERE / "in.packing") / "packing.data"
    say(f"triaxial compression: lateral stress with fix deform/gradv and several settings of fixes press/berendsen and deform/pressure")
    cases = {OURS: dict(control="vardem"), **{damp: dict(control="stock", damp=damp) for damp in DAMPS}}
    if lammps.has_style("fix", PRESSURE_FIX):
        cases.update({(PRESSURE_FIX, damp): dict(control="pressure", damp=damp) for damp in DAMPS})
    jobs = [(lammps.provide(f"triaxial {name}", packing), HERE / "in.triaxial", variables) for name, variables in cases.items()]
    return dict(zip(cases, map(read, lammps.run_all(jobs))))


def best(result):
    return min(DAMPS, key=lambda damp: result[damp].rms())


def with_pressure_fix(result):
    """The runs of fix deform/pressure by the Pdamp that has the same gain; none, if LAMMPS does not have it."""
    return {name[1]: run for name, run in result.items() if isinstance(name, tuple)}


def tabulate(table, letter, result):
    tabulate_cases(table, f"({letter}) triaxial compression, stock press/berendsen with Pdamp =", result, (RULE, 10.0, best(result), min(DAMPS), OURS))
    if others := with_pressure_fix(result):
        tabulate_cases(table, f"({letter}) the same, stock {PRESSURE_FIX} with the gain of Pdamp =", others, (RULE, 10.0, best(others), min(DAMPS)))


def tabulate_cases(table, title, result, shown):
    table.section(title, *(f"{name:g} h" if isinstance(name, float) else name for name in shown))

    def row(quantity, form, value):
        table.row(quantity, *(format(value(result[name]), form) for name in shown))

    def percent(quantity, form, value):
        table.row(quantity, *(format(100 * value(result[name]), form) + " %" for name in shown))

    percent(f"lateral stress, mean deviation from {PRESSURE:g} Pa", "+.3f", Run.mean)
    percent("   rms of single steps", ".2f", Run.rms)
    percent("   largest", ".2f", Run.largest)
    row("stress ratio, largest", ".2f", lambda run: run.ratio.max())
    row("   at the end", ".2f", lambda run: run.ratio[-len(run.ratio) // 10:].mean())
    row("solid fraction at the end", ".4f", lambda run: run.solid[-1])


def draw(figure, letter, result):
    headline(figure, f"({letter}) Triaxial test: a stress held without a gain to choose",
             f"Compression along z, the stresses along x and y held at {PRESSURE:g} Pa. Their rms error, against the damping time of stock "
             "fix press/berendsen.")
    axes = figure.add_axes([0.14, 0.125, 0.83, 0.68])
    ours = result[OURS]
    axes.loglog(DAMPS, [100 * result[damp].rms() for damp in DAMPS], color=GRAY, marker="s", markersize=5, linewidth=1.6)
    if others := with_pressure_fix(result):
        axes.loglog(DAMPS, [100 * others[damp].rms() for damp in DAMPS], color=ORANGE, marker="D", markersize=9, linestyle="", fillstyle="none")
        axes.annotate(f"fix {PRESSURE_FIX}\nwith the same gain", (DAMPS[4], 100 * others[DAMPS[4]].rms()), (-9, 8), textcoords="offset points", color=ORANGE, ha="right")
    axes.axhline(100 * ours.rms(), color=BLUE, linewidth=2.2)
    axes.set(xlabel="Pdamp of fix press/berendsen  [time steps]", ylabel="deviation of the held stress, rms  [%]", ylim=(0.02, 2500))
    axes.text(1100, 80 * ours.rms(), f"fix deform/gradv ... stress: no gain to choose\nrms {100 * ours.rms():.2f} %, mean "
              f"{100 * ours.mean():+.3f} %", color=BLUE, ha="right", va="top", linespacing=1.3)
    trial = best(result)
    for damp, words, offset, align in ((RULE, "LAMMPS' manual:\n\"around 1000 time steps\"", (-14, 6), "right"),
                                       (min(DAMPS), "unstable", (8, 4), "left"),
                                       (trial, f"best, found by trial: mean {100 * result[trial].mean():+.2f} %", (12, 0), "left")):
        axes.annotate(words, (damp, 100 * result[damp].rms()), offset, textcoords="offset points", color=GRAY, ha=align, va="center")
    axes.text(13, 75 * result[10.0].mean(), f"mean {100 * result[10.0].mean():+.0f} %", color=GRAY, va="top")
    plain(axes.xaxis, DAMPS[:1] + DAMPS[2:])
    plain(axes.yaxis, (0.1, 1, 10, 100, 1000))


def draw_curves(figure, result):
    """Held stress, stress ratio: a picture of its own."""
    left, right = figure.add_axes([0.09, 0.12, 0.39, 0.8]), figure.add_axes([0.58, 0.12, 0.39, 0.8])
    styles = ((10.0, GRAY, "-", "press/berendsen, Pdamp = 10 h"), (best(result), GRAY, (0, (4, 2)), f"best Pdamp, {best(result):g} h"),
              (OURS, BLUE, "-", OURS))
    for name, color, dashes, words in styles:
        run = result[name]
        left.plot(100 * smooth(run.strain), smooth(run.lateral[:, 0]), color=color, linestyle=dashes, label=words)
        right.plot(100 * smooth(run.strain), run.ratio, color=color, linestyle=dashes, label=words)
    left.set(title="Stress along x / target", xlabel="strain along z  [%]")
    right.set(title="Stress along z / lateral stress", xlabel="strain along z  [%]")
    right.legend(loc="lower right")


MORE_PICTURES = {"triaxial.png": draw_curves}
