"""The pictures: one summary of three panels, and the energy of the tumbling ellipsoid over many steps."""

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import FuncFormatter, NullFormatter

import chute
import colliding
import tumbling
from runner import ASPHERES, CURRENT, ORIENT, STOCK

GRAY, BLUE, RED = "#5f6b76", "#0067b1", "#d1495b"
STYLES = {      # the stock line is wide and pale, so that a line of VARDEM on top of it leaves both visible
    STOCK: dict(color=GRAY, marker="s", linewidth=4.5, markersize=8, alpha=0.55, label="fix nve/asphere (stock LAMMPS)"),
    ORIENT: dict(color=BLUE, marker="o", linewidth=1.8, markersize=5, label="fix nve/asphere/fincham (VARDEM)"),
    CURRENT: dict(color=RED, marker="^", linewidth=1.8, markersize=6, label="the same with half current (as in Woo, Yade, LIGGGHTS)"),
}

plt.rcParams.update({
    "font.size": 11.5, "axes.titlesize": 12.5, "axes.titlelocation": "left", "axes.titleweight": "bold",
    "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "grid.color": "#e6e9ec", "grid.linewidth": 0.8,
    "axes.edgecolor": "#8a949e", "axes.axisbelow": True, "legend.frameon": False,
})


def line_only(integrator):
    return {**STYLES[integrator], "marker": ""}


def draw_tumbling(axes, result):
    for name in ASPHERES:
        axes.loglog(tumbling.STEPS, result.attitude[name], **STYLES[name])
    for name, h, factor in ((CURRENT, 0.0032, 2.4), (ORIENT, 0.011, 0.09)):
        error = np.interp(np.log(h), np.log(tumbling.STEPS[::-1]), np.log(result.attitude[name][::-1]))
        axes.text(h, factor * np.exp(error), f"order {result.order(result.attitude[name]):.2f}", color=STYLES[name]["color"], ha="center")
    axes.set(title="(a) Free tumbling ellipsoid", xlabel="time step h", ylabel=f"attitude error at t = {tumbling.T:g}  [rad]")
    axes.set_xticks([0.001, 0.01, 0.1], ["0.001", "0.01", "0.1"])
    axes.xaxis.set_minor_formatter(NullFormatter())


def draw_chute(axes, result):
    axes.set(title=f"(b) bench/in.chute, {result.grains:,} grains", xlabel="alternation", ylabel="processor time per atom-step  [ns]",
             ylim=(0, 1.45 * max(map(max, result.cost.values()))))
    runs = range(1, chute.ALTERNATIONS + 1)
    axes.plot(runs, result.cost[chute.STOCK], **{**STYLES[STOCK], "label": "fix nve/sphere"})
    axes.plot(runs, result.cost[chute.OURS], **{**STYLES[ORIENT], "label": "fix nve/sphere/leapfrog"})
    ratios = result.ratios()
    differing, (last, number) = sum(result.differing.values()), max(result.differing.items())
    state = "the same to the last bit" if differing == 0 else f"different for {number:,} grains"
    axes.text(0.03, 0.08, f"positions, velocities, spins after\n{last:,} steps: {state}\n"
              f"time, VARDEM / stock: {np.median(ratios):.2f} ({ratios.min():.2f} to {ratios.max():.2f})",
              transform=axes.transAxes, linespacing=1.5)
    axes.set_xticks(runs)
    axes.legend(loc="upper left")


def draw_colliding(axes, result):
    coarse, fine = colliding.STEPS
    for name in ASPHERES:
        axes.plot(result.time[name, coarse], 100 * result.energy[name, coarse], **line_only(name))
    axes.plot(result.time[CURRENT, fine], 100 * result.energy[CURRENT, fine], **{**line_only(CURRENT), "linestyle": (0, (4, 2))})
    for h in colliding.STEPS:
        axes.text(1.03 * colliding.T, 100 * result.energy[CURRENT, h][-1], f"h = {h:g}", color=RED, va="center")
    worst = 100 * max(abs(result.energy[name, coarse]).max() for name in (STOCK, ORIENT))
    axes.text(colliding.T, 0.05 * axes.get_ylim()[1], f"within {worst:.1g} %", color=BLUE, ha="right", va="bottom")
    axes.set(title=f"(c) {result.bodies} colliding ellipsoids", xlabel="time", ylabel="change of total energy  [%]",
             xlim=(0, 1.3 * colliding.T))
    axes.set_xticks(np.linspace(0, colliding.T, 6))


def summary(path, tumble, chutes, collide):
    figure, (left, middle, right) = plt.subplots(1, 3, figsize=(13.2, 4.7))
    draw_tumbling(left, tumble)
    draw_chute(middle, chutes)
    draw_colliding(right, collide)
    figure.legend(*left.get_legend_handles_labels(), loc="lower center", ncol=3)
    figure.tight_layout(rect=(0, 0.08, 1, 1), w_pad=2.5)
    figure.savefig(path, dpi=100, pil_kwargs={"optimize": True})


def energy(path, tumble):
    figure, panels = plt.subplots(1, len(tumbling.LONG_STEPS), figsize=(10, 4.2), sharey=True)
    for axes, h in zip(panels, tumbling.LONG_STEPS):
        for name in ASPHERES:
            drift = tumble.drift[name, h]
            axes.plot(np.linspace(0, tumbling.LONG, len(drift)), 100 * drift, **line_only(name))
        axes.set(title=f"Free tumbling ellipsoid, h = {h:g}", xlabel="steps")
        axes.xaxis.set_major_formatter(FuncFormatter(lambda steps, _: f"{steps:,.0f}"))
    panels[0].set_ylabel("change of energy  [%]")
    figure.legend(*panels[0].get_legend_handles_labels(), loc="lower center", ncol=2)
    figure.tight_layout(rect=(0, 0.13, 1, 1))
    figure.savefig(path, dpi=100, pil_kwargs={"optimize": True})
