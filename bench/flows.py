#!/usr/bin/env python3
"""Flows of rigid grains with friction beside soft ones from the same states: fix nve/sphere/cd and pair style contact/hooke.

    flows.py [--lmp build/bin/lmp] [--out build/bench/flows] [--reuse] [--seeds 8] [--only chute|hopper|large|price|shear]

chute   250 grains on a bumpy base at 26 and at 22 degrees (in.chute_cd): mean velocity in windows of 10 units of time
hopper  350 grains leave a hopper (in.hopper_cd): number per unit of time
large   10,000 grains leave a larger hopper: the same
price   this hopper: seconds of processor time for a unit of time, soft ones for four stiffnesses. A step of soft
        grains costs the same at any time of the flow, so a piece of it is timed. flows.png has this curve
shear   216 grains shear under a constant pressure (in.pressed_shear) at the inertial numbers .1, .01 and .001: shear stress
        over pressure. A strain at .001 is timed, too: rigid grains as they are, a piece of soft ones for two stiffnesses

Each seed makes a state of grains at rest, from which both flow. One run of each proves nothing: two runs that differ by round-off are as
different as those of rigid and soft grains. So differences are paired, and have standard errors.
"""
import argparse, re, sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "examples"), str(HERE.parent / "examples" / "side_by_side")]

from helpers import BLUE, ORANGE, Finished, Lammps, plt, save, wide_table

WINDOWS = {26: 4, 22: 2}      # of 10 units of time, for each angle [degrees]
# Hoppers, and the grains between whose numbers their rate is measured
SMALL, LEFT_SMALL = dict(time=14), (20, 160)
LARGE = dict(number=10000, R=11, outlet=8, top=61, settle=8, step=0.02)
LEFT_LARGE, LARGE_TIME = (80, 320), 6
STIFFNESSES = (1e5, 1e6, 1e7, 1e8)
SPAN, PIECE = 4.0, 400      # time of rigid grains, steps of soft ones
# Shear for each inertial number: strain, step of rigid grains [mass, diameter, pressure]. The first runs make the states
SHEARS = {1e-1: (3, 0.02), 1e-2: (3, 0.03), 1e-3: (3, 0.07)}
START = 0.3                 # strain from which stresses count
SLOW, SOFT_SHEAR = 1e-3, (1e4, 1e7)


def shown(values, digits):
    """Mean and standard error."""
    values = np.asarray(values)
    return f"{values.mean():.{digits}f} ± {values.std(ddof=1) / np.sqrt(len(values)):.{digits}f}"


def row(table, name, soft, rigid):
    """Values of all seeds; the difference is in percent of the mean of the soft grains."""
    soft, rigid = np.array(soft), np.array(rigid)
    table.row(name, shown(soft, 3), shown(rigid, 3), shown(100 * (rigid - soft) / soft.mean(), 1))


def both(lammps, name, script, **settings):
    """What flow.soft.dat and flow.rigid.dat have, with the time in place of the step."""
    folder = lammps.run(name, HERE / script, **settings)
    return [np.loadtxt(folder / f"flow.{grains}.dat").T for grains in ("soft", "rigid")]


def chute(lammps, seeds, table):
    for angle, windows in WINDOWS.items():
        runs = [both(lammps, f"chute {angle} {seed}", "in.chute_cd", angle=angle, seed=seed, time=10 * windows) for seed in seeds]
        soft, rigid = (np.array([run[k][1] for run in runs]) for k in (0, 1))
        for window in range(windows):
            row(table, f"chute of {angle} degrees, velocity from {10 * window} to {10 * window + 10}", soft[:, window], rigid[:, window])


def rate(flow, left, time):
    steps, out = flow
    first = [steps[np.argmax(out >= number)] for number in left]
    return (left[1] - left[0]) / ((first[1] - first[0]) * time / steps[-1])


def hopper(lammps, seeds, table):
    runs = [both(lammps, f"hopper {seed}", "in.hopper_cd", seed=seed, **SMALL) for seed in seeds]
    row(table, "hopper of 350, grains per time", *([rate(run[k], LEFT_SMALL, SMALL["time"]) for run in runs] for k in (0, 1)))


def large(lammps, seeds, table):
    runs = [both(lammps, f"large {seed}", "in.hopper_cd", seed=seed, time=LARGE_TIME, **LARGE) for seed in seeds]
    row(table, "hopper of 10,000, grains per time", *([rate(run[k], LEFT_LARGE, LARGE_TIME) for run in runs] for k in (0, 1)))


def processor_seconds(folder):
    log = (folder / "log.lammps").read_text()
    wall, steps = re.findall(r"Loop time of (\S+) on \d+ procs for (\d+) steps", log)[-1]
    return float(wall) * float(re.findall(r"(\S+)% CPU use", log)[-1]) / 100, int(steps)


def pressed(lammps, name, number, **settings):
    return lammps.run(f"shear {name}", HERE / "in.pressed_shear", I=number, **settings)


def shear(lammps, seeds, table):
    states = {seed: "none" for seed in seeds}
    for number, (strain, step) in SHEARS.items():
        runs = {seed: pressed(lammps, f"{number} {seed}", number, strain=strain, step=step, seed=seed, state=states[seed]) for seed in seeds}
        states = {seed: folder / "pressed.data" for seed, folder in runs.items()}
        of = {}      # ratio, pressure, solid fraction of each seed
        for grains in ("soft", "rigid"):
            stresses = [np.loadtxt(folder / f"shear.{grains}.dat").T[1:] for folder in runs.values()]
            shear, pressure, solid = np.array([each[1:, each[0] > START].mean(axis=1) for each in stresses]).T
            of[grains] = shear / pressure, pressure, solid
        for k, what in enumerate(("shear stress over pressure", "pressure", "solid fraction")):
            soft, rigid = of["soft"][k], of["rigid"][k]
            table.row(f"shear at I = {number:g}, {what}", shown(soft, 4), shown(rigid, 4), shown(rigid - soft, 4))


def shear_price(lammps, seed, table):
    step = SHEARS[SLOW][1]
    state = lammps.folder(f"shear {SLOW} {seed}") / "pressed.data"
    rigid = processor_seconds(pressed(lammps, "rigid", SLOW, grains="rigid", strain=0.1, step=step, state=state))[0] / 0.1
    table.row(f"rigid, h = {step:g}", f"{rigid:.0f}", "")
    for K in SOFT_SHEAR:
        h = 0.15 / K ** 0.5
        rate = SLOW * np.sqrt(np.pi / 6)
        seconds, steps = processor_seconds(pressed(lammps, f"soft {K:.0e}", SLOW, grains="soft", K=K, strain=20 * PIECE * h * rate, state=state))
        soft = seconds / steps / h / rate
        table.row(f"soft, k = {K:.0e}", f"{soft:.0f}", f"{soft / rigid:.1f}")


def price(lammps, out, table):
    settings = dict(LARGE, state=lammps.folder("large state") / "settled.data")
    rigid = processor_seconds(lammps.run("large rigid", HERE / "in.hopper_cd", grains="rigid", time=SPAN, **settings))[0] / SPAN
    table.row("rigid, h = .02", f"{rigid:.1f}", "")
    soft = []
    for K in STIFFNESSES:
        step = 0.15 / K ** 0.5
        seconds, steps = processor_seconds(lammps.run(f"large soft {K:.0e}", HERE / "in.hopper_cd", grains="soft", K=K, time=PIECE * step, **settings))
        soft.append(seconds / steps / step)
        table.row(f"soft, k = {K:.0e}", f"{soft[-1]:.1f}", f"{soft[-1] / rigid:.2f}")
    figure, axes = plt.subplots(figsize=(7, 4.4))
    axes.loglog(STIFFNESSES, soft, "o-", color=ORANGE, label="soft grains")
    axes.axhline(rigid, color=BLUE, label="rigid grains, h = .02")
    axes.set(xlabel="stiffness / (weight/diameter)", ylabel="seconds of processor time per unit of time",
             title="10,000 grains with friction flow out of a hopper")
    save(figure, out / "flows.png")


def main():
    build = HERE.parent / "build"
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lmp", default=build / "bin" / "lmp")
    parser.add_argument("--out", default=build / "bench" / "flows", type=Path)
    parser.add_argument("--reuse", action="store_true", help="take the runs that are there already")
    parser.add_argument("--seeds", default=8, type=int)
    parser.add_argument("--only", choices=("chute", "hopper", "large", "price", "shear"))
    args = parser.parse_args()
    lammps = (Finished if args.reuse else Lammps)(args.lmp, args.out / "runs")
    seeds = range(1, args.seeds + 1)
    flows = wide_table(f"Soft grains, rigid grains, and their paired difference; {args.seeds} states, standard errors", 4)
    flows.section("flow", "soft, k = 2e5", "rigid", "difference [%]")
    costs = wide_table("10,000 grains in a hopper: seconds of processor time per unit of time", 3)
    costs.section("grains", "seconds", "over rigid")
    shears = wide_table(f"216 grains in shear under a pressure of 1; {args.seeds} states, standard errors", 4)
    shears.section("shear", "soft, k = 1e4", "rigid", "difference")
    slow = wide_table("216 grains in shear at I = .001: seconds of processor time for a strain of 1", 3)
    slow.section("grains", "seconds", "over rigid")
    for name, measure in (("chute", chute), ("hopper", hopper), ("large", large)):
        if args.only in (None, name):
            measure(lammps, seeds, flows)
    if args.only in (None, "price"):
        price(lammps, args.out, costs)
    if args.only in (None, "shear"):
        shear(lammps, seeds, shears)
        shear_price(lammps, seeds[0], slow)
    for table in (flows, costs, shears, slow):
        if len(table.lines) > 1:
            print(table.markdown())


if __name__ == "__main__":
    main()
