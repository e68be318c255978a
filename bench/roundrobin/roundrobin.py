#!/usr/bin/env python3
"""The three cases of a published comparison of codes (README.md), each by soft grains (soft), by LAMMPS' own soft grains (stock), and by
contact dynamics (rigid) in steps of several lengths.

    roundrobin.py [--lmp build/bin/lmp] [--out build/roundrobin] [--size small|wide|full|try] [--only "silo drum impact"]
                  [--codes "soft stock rigid"] [--steps 1e-4 2e-4] [--set n=50 seed=2] [--beds FOLDER] [--reuse]

small takes a quarter of an hour, full takes days, and try a few hundred steps of each input. wide is the silo of the comparison with fewer
grains and softer ones, which takes half an hour. --set gives variables of the inputs other values than the size has. OUT gets roundrobin.md,
a page with tables of speed, results and energies beside the published figures, and its picture roundrobin.png. The grains fall into their
places by themselves. FOLDER has drum_particles.txt and penetration_25K_particles.txt (or 50K, for n=50), the packings of the comparison, as
MercuryDPM and zenodo.org have them, for the full size and for the impact.
"""

import argparse
import itertools
import os
import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT / "examples"), str(ROOT / "bench")]

import peers
from flows import processor_seconds
from helpers import BLUE, GREEN, ORANGE, VIOLET, Failed, Finished, Lammps, plt, thermo, wide_table

PACE = 2000      # steps by which the speed of soft grains is measured, without the ledger
COLORS = {"soft": BLUE, "stock": GREEN, "rigid": ORANGE}
TIME, ATOMS, SEEN, SUM, LOST = 0, 1, 2, -2, -1      # columns of what the inputs print

# Figures of other codes: runs of E. A. J. F. Peters (2026) with the states of the comparison, Dosta et al., Comput. Phys. Commun. 296 (2024)
# 109066. peclet impulses are rigid grains; all others are soft, with the moduli of the comparison.
LEFT = (0.1, 0.2, 0.3)      # grains that have left at these times [s]
SILO = {0.02: {"MUSEN": (LEFT, (695, 1499, 2294)), "peclet Hertz": (LEFT, (720, 1581, 2418)), "peclet impulses": (LEFT, (559, 1302, 2038))},
        0.03: {"LIGGGHTS": ((0.5, 1, 2, 3, 4), (11574, 24211, 48959, 73220, 96230)), "MUSEN": ((0.5, 1, 2, 3, 4), (11980, 24290, 48844, 72859, 95659)),
               "peclet impulses": ((0.5, 1, 2, 3, 4), (10420, 21601, 44058, 66551, 88988))}}
TENTHS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)      # spheres of 2 mm in zone 2
DRUM = {"LIGGGHTS": (TENTHS, (14471, 13366, 12609, 13546, 17904, 22861, 22117, 18552)),
        "MUSEN": (TENTHS, (14471, 13370, 12614, 13562, 17957, 23064, 22078, 18403)),
        "peclet impulses": (TENTHS, (14494, 13408, 12185, 10831, 10049, 12840, 15968, 15537))}
FALL = (0.01, 0.02, 0.024, 0.028, 0.03, 0.032, 0.036, 0.04, 0.05)      # way of the ball [m]
IMPACT = {"LIGGGHTS": ((*FALL, 0.0304), (-.05074, -.10222, -.12046, -.13354, -.13844, -.13553, -.12705, -.11873, -.0986, -.13887)),
          "MUSEN": (FALL, (-.05049, -.10196, -.12022, -.13315, -.13802, -.13598, -.12802, -.12022, -.1014)),
          "peclet Hertz": (FALL, (-.05048, -.10191, -.12016, -.13377, -.13875, -.13479, -.12627, -.11792, -.0977))}


def rate(columns, window):
    """Grains per second, by a line through the numbers that have left."""
    inside = (columns[TIME] >= window[0]) & (columns[TIME] <= window[1])
    return np.polyfit(columns[TIME][inside], columns[SEEN][inside], 1)[0]


def silo(columns):
    return [f"{rate(columns, (0.2 * columns[TIME][-1], columns[TIME][-1])) / 1e3:.2f}", f"{columns[SEEN][-1]:.0f}"]


def drum(columns):
    peak = columns[SEEN].argmax()
    return [f"{columns[SEEN][peak]:.0f} at {columns[TIME][peak]:.2f} s", f"{columns[SEEN][columns[TIME] < columns[TIME][peak] + 1e-9].min():.0f}"]


def impact(columns):
    deepest = columns[SEEN].argmin()
    return [f"{columns[SEEN][deepest]:.5f} at {columns[TIME][deepest]:.4f} s", f"{np.interp(0.028, columns[TIME], columns[SEEN]):.5f}"]


# case: what its table shows, the heads of that, the axis of its picture
CASES = {"silo": (silo, ("thousand grains per second", "have left"), "grains that have left"),
         "drum": (drum, ("most spheres of 2 mm in zone 2", "least before"), "spheres of 2 mm in zone 2"),
         "impact": (impact, ("deepest [m]", "at 0.028 s"), "way of the ball [m]")}

# variables of each input, the steps of rigid grains [s], and until when LAMMPS' own grains run if only their speed is measured
SIZES = {"small": {"silo": (dict(soften=100), (4e-4,), None), "drum": (dict(soften=500, time=0.75), (4e-4,), 0.036), "impact": ({}, (1e-4,), 0.0215)},
         "wide": {"silo": (dict(orifice=0.03, R=0.1, grains=40000, soften=100, settle=0.5, time=0.5), (4e-4,), None)},
         "full": {"silo": (dict(orifice=0.03, R=0.1, grains=100000, settle=1, time=5), (5e-5, 1e-4, 2e-4), None),
                  "drum": (dict(slice=1), (5e-5, 1e-4, 2e-4), None),
                  "impact": (dict(begin=0, time=0.1), (2.5e-5, 5e-5, 1e-4), None)},
         "try": {"silo": (dict(grains=400, R=0.03, soften=100, settle=0.1, time=0.02), (2e-4,), None),
                 "drum": (dict(soften=500, settle=0.02, time=0.02), (2e-4,), None),
                 "impact": (dict(n=1, soften=10, settle=0.04, begin=0.02, time=0.0285), (2.5e-5,), None)}}
PACKINGS = {"drum": "drum_particles.txt", "impact": "penetration_{n}K_particles.txt"}


def published(case, settings):
    return {"silo": SILO.get(float(settings.get("orifice", 0.02)), {}), "drum": DRUM, "impact": IMPACT if float(settings.get("n", 25)) == 25 else {}}[case]


def packing(case, text, out):
    """Writes a data file with a packing of the comparison: rows of radius, x, y, z; the ball of the impact has longer rows."""
    rows = [words for words in map(str.split, text.read_text().splitlines()) if len(words) == 4 and words[0][0].isdigit()]
    box = (0.105, 0.035, 0.105) if case == "drum" else (0.055, 0.035, 0.115)
    kinds = [(2, 2000) if float(row[0]) > 0.0015 else (1, 2500) for row in rows]
    atoms = [f"{tag} {kind} {2 * float(row[0])!r} {density} {' '.join(row[1:])}" for tag, ((kind, density), row) in enumerate(zip(kinds, rows), 1)]
    sides = [f"{-side} {side} {axis}lo {axis}hi" for side, axis in zip(box, "xyz")]
    out.write_text("\n".join([f"{text.name}", "", f"{len(atoms)} atoms", "3 atom types", "", *sides, "", "Atoms # sphere", "", *atoms, ""]))
    return out


class Run:
    """Of one case by one code: what it has printed, and what it took."""

    def __init__(self, folder):
        self.columns = thermo(folder).T
        self.seconds, self.steps = processor_seconds(folder)
        self.time = self.columns[TIME][-1] - self.columns[TIME][0]
        self.step = self.time / self.steps
        self.grains = self.columns[ATOMS].mean()
        self.pace = self.grains * self.steps / self.seconds

    def ledger(self):
        """Largest change of the sum of the ledger, over what has been dissipated."""
        change, lost = abs(self.columns[SUM] - self.columns[SUM][0]).max(), self.columns[LOST][-1]
        return f"{change / lost:.0e}" if lost > 0 else ""


def run(lammps, case, settings, steps, short, codes):
    """{name: Run} of a case. The first run makes the bed for all."""
    runs = {}
    for code in codes:
        for step in steps if code == "rigid" else [None]:
            cut = code == "stock" and short
            given = dict(settings, code=code, **({"step": step} if step else {}), **({"time": short} if cut else {}))
            name = f"{code}, {step * 1e6:.0f} us" if step else code
            print(f"{case}, {name}", flush=True)

            def one(name, **more):
                return Run(lammps.run(lammps.provide(f"{case} {name}", HERE / "in.law"), HERE / f"in.{case}", **dict(given, **more)))
            runs[name] = one(name)
            if not step and not cut:
                whole = runs[name]
                end = whole.columns[TIME][0] + whole.step * min(PACE, whole.steps)
                whole.pace = one(f"{name} pace", ledger="no", time=end).pace
    return runs


def tabulate(case, settings, runs):
    observe, heads, _ = CASES[case]
    table = wide_table(", ".join([case, *(f"{name} = {value}" for name, value in settings.items() if name != "bed")]), 8)
    end = max(one.columns[TIME][-1] for one in runs.values())
    table.section("contacts", "time step [us]", "processor seconds", "seconds for one of the flow", "million grain steps per second", *heads, "ledger")
    for name, one in runs.items():
        table.row(name, f"{1e6 * one.step:.3g}", f"{one.seconds:.0f}", f"{one.seconds / one.time:.0f}", f"{one.pace / 1e6:.2g}",
                  *(observe(one.columns) if one.columns[TIME][-1] > 0.9 * end else [""] * len(heads)), one.ledger())
    for name, (times, values) in published(case, settings).items():
        seen = np.array([times, np.full(len(times), np.nan), values])
        table.row(f"{name} (2026)", "", "", "", "", *observe(seen))
    return table


def draw(path, found):
    figure, axes = plt.subplots(1, len(found), figsize=(5 * len(found), 4.4), squeeze=False)
    for panel, (case, (settings, runs)) in zip(axes[0], found.items()):
        dashes = itertools.cycle(("-", "--", ":"))
        for name, one in runs.items():
            code = name.split(",")[0]
            panel.plot(one.columns[TIME], one.columns[SEEN], next(dashes) if code == "rigid" else "-", color=COLORS[code], label=name)
        span = [one.columns[TIME][k] for one in runs.values() for k in (0, -1)]
        for (name, (times, values)), marker in zip(published(case, settings).items(), "os^"):
            shown = (np.array(times) >= min(span)) & (np.array(times) <= 1.05 * max(span))
            panel.plot(np.array(times)[shown], np.array(values)[shown], marker, color=VIOLET, fillstyle="none", label=f"{name} (2026)")
        panel.set(title=case, xlabel="time [s]", ylabel=CASES[case][2])
        panel.legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(path, dpi=100, pil_kwargs={"optimize": True})


PAGE = """# Three cases of a published comparison of codes

Made by `make roundrobin`, size {size}: `bench/roundrobin/README.md` says what the cases are. Rows with a year are runs of E. A. J. F. Peters with other codes, of the
whole silo, drum or bed; the other rows are runs of this machine, on one core. Grain steps per second of soft grains (soft, and LAMMPS' own: stock) are those of the
first {pace} steps without the energy ledger, those of rigid ones are of the whole run. The last column is the change of the sum of the energies in the ledger, over what contacts have
dissipated; LAMMPS' own contacts do not tell theirs.

![Three curves](roundrobin.png)

{tables}"""


def words(default, choices):
    """Settings of an argument that has several words."""
    def read(text):
        given = text.split()
        unknown = [word for word in given if word not in choices]
        if unknown:
            raise argparse.ArgumentTypeError(f"there is no {', '.join(unknown)}; there are {', '.join(choices)}")
        return given
    return dict(type=read, default=default or " ".join(choices))


def arguments(given=None):
    build = ROOT / "build"
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lmp", default=build / "bin" / "lmp")
    parser.add_argument("--out", default=build / "roundrobin", type=Path)
    parser.add_argument("--size", **words(os.environ.get("SIZE") or "small", SIZES))
    parser.add_argument("--only", **words(os.environ.get("ONLY"), CASES))
    parser.add_argument("--codes", **words("", COLORS))
    parser.add_argument("--steps", default=[], nargs="+", type=float, help="time steps of rigid grains [s]")
    parser.add_argument("--set", default=[], nargs="+", type=lambda text: text.split("=", 1), metavar="NAME=VALUE", help="variables of the inputs")
    parser.add_argument("--beds", default=os.environ.get("BEDS"), type=Path)
    parser.add_argument("--reuse", action="store_true", help="take the runs that are there already")
    args = parser.parse_args(given)
    cases = SIZES[args.size[0]]
    if args.only == [*CASES]:
        args.only = [*cases]
    if not set(args.only) <= set(cases):
        parser.error(f"the size {args.size[0]} has only {', '.join(cases)}")
    if any(len(pair) < 2 for pair in args.set):
        parser.error("--set takes variables with values, as seed=2")
    if args.beds and args.size != ["full"] and args.only != ["impact"]:
        parser.error("the packings of the comparison (--beds, BEDS) are for --size full and for --only impact: other sizes have other grains")
    return args


def bed_of(lammps, case):
    return lammps.folder(f"{case} bed") / "bed.data"


def measure(args):
    lammps = (Finished if args.reuse else Lammps)(args.lmp, args.out / "runs")
    size, found = args.size[0], {}
    for case in args.only:
        settings, steps, short = SIZES[size][case]
        settings = {**settings, **dict(args.set)}
        bed = bed_of(lammps, case)
        if args.beds and case in PACKINGS:
            packing(case, args.beds / PACKINGS[case].format(n=settings.get("n", 25)), bed)
        elif not args.reuse:
            bed.unlink(missing_ok=True)
        runs = run(lammps, case, dict(settings, bed=bed), args.steps or steps, short, args.codes)
        found[case] = settings, runs
    tables = [tabulate(case, *of_case) for case, of_case in found.items()]
    if "impact" in found and not args.reuse:
        tables.append(peers.tabulate(lammps, bed_of(lammps, "impact"), next(iter(found["impact"][1].values())).grains))
    tables = "\n".join(table.markdown() for table in tables if table)
    draw(args.out / "roundrobin.png", found)
    (args.out / "roundrobin.md").write_text(PAGE.format(size=size, pace=PACE, tables=tables))
    print(f"\n{tables}\nWritten to {args.out}")
    return found


if __name__ == "__main__":
    try:
        measure(arguments())
    except (Failed, OSError) as problem:
        sys.exit(f"error: {problem}")
