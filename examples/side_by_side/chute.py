"""(b) LAMMPS' benchmark of chute flow, bench/in.chute: are the grains where fix nve/sphere has them, and at what price?"""

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from runner import Failed

STOCK, OURS = "nve/sphere", "nve/sphere/leapfrog"
ALTERNATIONS = 5
FIRST, TOTAL = 100, 1000      # steps of the benchmark as it is; steps that are timed
STATE = "x y z vx vy vz omegax omegay omegaz"


@dataclass
class Result:
    grains: int
    shift: dict      # steps -> largest difference of a position
    differing: dict  # steps -> number of grains that differ in any bit of position, velocity or spin
    cost: dict       # integrator -> nanoseconds of processor time per atom-step, one for each alternation
    fixes: dict      # the part of it that is spent in fixes

    def ratios(self):
        return np.array(self.cost[OURS]) / np.array(self.cost[STOCK])


def write_script(bench, folder, integrator, with_state):
    """in.chute with another integrator and more steps; with_state: it writes all grains after the first and the last of them."""
    text, found = re.subn(r"(?m)^(fix\s+\S+\s+\S+\s+)nve/sphere\s*$", rf"\g<1>{integrator}", (bench / "in.chute").read_text())
    if found != 1 or not re.search(rf"(?m)^run\s+{FIRST}\s*$", text):
        raise Failed(f"{bench / 'in.chute'} is not the benchmark of 4 Jul 2026: one line 'fix ... nve/sphere' and 'run {FIRST}' expected")
    dump = f"write_dump all custom after_{{}} id {STATE} modify sort id format float %.17g\n" if with_state else ""
    text += dump.format(FIRST) + f"run {TOTAL - FIRST}\n" + dump.format(TOTAL)
    (folder / "in.chute").write_text(text)
    data = folder / "data.chute"
    if not data.exists():
        data.symlink_to((bench / "data.chute").absolute())
    return folder / "in.chute"


def timing(folder):
    """Nanoseconds of processor time per atom-step over all runs in a log, those of them in fixes, and the number of atoms.

    Processor time, because it depends less than that of the clock on what else the machine does.
    """
    runs = re.findall(r"Loop time of (\S+) on \d+ procs for (\d+) steps with (\d+) atoms(?s:.*?)([\d.]+)% CPU use(?s:.*?)"
                      r"\nModify +\| (\S+)", (folder / "log.lammps").read_text())
    loop, steps, grains, percent, fixes = np.array(runs, float).T
    to_nanoseconds = percent / 100 / (steps.sum() * grains[0]) * 1e9
    return (loop * to_nanoseconds).sum(), (fixes * to_nanoseconds).sum(), int(grains[0])


def compare(folders, steps):
    """Largest difference of a coordinate, and the number of grains whose state differs."""
    a, b = (np.loadtxt(folders[name] / f"after_{steps}", skiprows=9)[:, 1:] for name in (STOCK, OURS))
    return abs(a - b)[:, :3].max(), int((a != b).any(axis=1).sum())


def measure(lammps, source):
    result = Result(0, {}, {}, {STOCK: [], OURS: []}, {STOCK: [], OURS: []})
    folders = {}
    for alternation in range(ALTERNATIONS):
        for integrator in (STOCK, OURS) if alternation % 2 == 0 else (OURS, STOCK):
            folder = lammps.folder(f"chute {integrator}")
            script = write_script(Path(source) / "bench", folder, integrator, with_state=alternation == 0)
            folders[integrator] = lammps.run(folder.name, script)
            cost, fixes, result.grains = timing(folder)
            result.cost[integrator].append(cost)
            result.fixes[integrator].append(fixes)
        print(f"(b) bench/in.chute, alternation {alternation + 1} of {ALTERNATIONS}: " +
              ", ".join(f"{name} {result.cost[name][-1]:.1f}" for name in (STOCK, OURS)) + " ns per atom-step", flush=True)
    for steps in (FIRST, TOTAL):
        result.shift[steps], result.differing[steps] = compare(folders, steps)
    return result


def tabulate(table, result):
    table.section(f"(b) LAMMPS' bench/in.chute, {result.grains} grains", "fix " + STOCK, "fix " + OURS)
    for steps in (FIRST, TOTAL):
        table.row(f"largest difference of a position after {steps} steps", "-", f"{result.shift[steps]:g}")
        table.row("   grains that differ in position, velocity or spin", "-", str(result.differing[steps]))
    table.row(f"processor time per atom-step, median of {ALTERNATIONS} x {TOTAL} steps [ns]",
              *(f"{np.median(result.cost[name]):.1f}" for name in (STOCK, OURS)))
    table.row("   of it in all fixes, median [ns]", *(f"{np.median(result.fixes[name]):.1f}" for name in (STOCK, OURS)))
    table.row("   smallest to largest [ns]", *(f"{min(result.cost[name]):.1f} to {max(result.cost[name]):.1f}" for name in (STOCK, OURS)))
    ratios = result.ratios()
    table.row("   ratio, median (smallest to largest)", "1", f"{np.median(ratios):.3f} ({ratios.min():.3f} to {ratios.max():.3f})")
