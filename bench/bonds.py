"""Bond style binder beside LAMMPS' bond style bpm/rotational, for run.py.

A block of 32,000 spheres with 92,800 bonds, which do not break, vibrates. Each style runs in turn, in even and odd alternations in opposite
order. The figure is the part Bond of a step over the number of bonds.
"""
import re, statistics, tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
RUNS, STEPS, COUNTED_STEPS = 7, 100, 3

# Stiffnesses and dashpots are the same in all styles: the distance of bonded spheres is 1. bpm/rotational always computes its dashpots.
PEER = "bond_style bpm/rotational break no smooth no {}\nbond_coeff 1 100.0 40.0 10.0 10.0 1.0 1.0 1.0 1.0 0.5 0.5 0.05 0.05\n"
OURS = "bond_style binder\nbond_coeff 1 axial 100.0 shear 40.0 moment 10.0 {}\n"
DAMP = "damp 0.5 0.5 0.05"
LAWS = {"form B, quadratic": "form B", "form N, linear": "form N energy linear", "form N, linear, dashpots": f"form N energy linear {DAMP} velocity mid",
        "form N, linear, dashpots onstep": f"form N energy linear {DAMP}"}
DEFAULT, FORMER = "bpm/rotational", "bpm/rotational frame particle damping dem"
BONDS = {DEFAULT: PEER.format(""), FORMER: PEER.format("frame particle damping dem"),
         **{f"binder {law}": OURS.format(keywords) for law, keywords in LAWS.items()}}

# atom styles: Kokkos has no variant of bpm/sphere
HOST = ("bpm/sphere", "nve/bpm/sphere")
KOKKOS = ("hybrid sphere bond", "nve/sphere/rodrigues")
THREADS = ("-k", "on", "t", "2", "-sf", "kk", "-pk", "kokkos", "neigh", "half", "newton", "off")


def prepare(folder, names):
    for k, name in enumerate(names):
        (folder / f"bonds.{k}").write_text(BONDS[name])


def arguments(k, steps, kinds=HOST):
    atoms, move = kinds
    return ["-in", HERE / "in.bonds", "-var", "bonds", f"bonds.{k}", "-var", "steps", str(steps), "-var", "atoms", atoms, "-var", "move", move]


def count_bonds(out):
    return int(re.search(r"(?m)^ +0 +(\d+) *$", out).group(1))


def time_of(out):
    """ns of the part Bond per bond and step."""
    seconds = float(re.search(r"(?m)^Bond *\| *\S+ *\| *(\S+)", out).group(1))
    return 1e9 * seconds / count_bonds(out) / STEPS


def bond_times(build, run, environment):
    """{style: ns per bond and step, RUNS values}."""
    names = list(BONDS)
    times = {name: [] for name in names}
    with tempfile.TemporaryDirectory(dir=build) as name:
        folder = Path(name)
        prepare(folder, names)
        for n in range(RUNS):
            for k in range(len(names)) if n % 2 == 0 else reversed(range(len(names))):
                out = run([build / "bin" / "lmp", *arguments(k, STEPS), "-log", "none"], cwd=folder, env=environment())
                times[names[k]].append(time_of(out))
    return times


def kokkos_times(build, run, environment):
    """The same for binder/kk on 2 threads. build: of Kokkos."""
    names = [name for name in BONDS if name.startswith("binder")]
    times = {name: [] for name in names}
    with tempfile.TemporaryDirectory(dir=build) as name:
        folder = Path(name)
        prepare(folder, names)
        for _ in range(RUNS):
            for k, name in enumerate(names):
                out = run([build / "bin" / "lmp", *THREADS, *arguments(k, STEPS, KOKKOS), "-log", "none"], cwd=folder,
                          env=environment(OMP_NUM_THREADS="2"))
                times[name].append(time_of(out))
    return times


def rows(times, shown, theirs=None, suffix="", promise="<= 0.80"):
    """theirs: times of the peers, if they are not in times."""
    peers = theirs or times
    result = []
    for peer in (DEFAULT, FORMER):
        for name, values in times.items():
            if name.startswith("binder"):
                result.append((f"bonded block: {name}{suffix}", shown(values), peer, shown(peers[peer]),
                               f"{statistics.median(values) / statistics.median(peers[peer]):.2f}", promise if peer == DEFAULT else ""))
    return result


def notes(collect, build, run, environment):
    """Instructions of compute() per bond and step. collect(functions, arguments, folder) counts those of a run of LAMMPS."""
    names, counted = list(BONDS), {}
    with tempfile.TemporaryDirectory(dir=build) as name:
        folder = Path(name)
        prepare(folder, names)
        out = run([build / "bin" / "lmp", *arguments(0, COUNTED_STEPS), "-log", "none"], cwd=folder, env=environment())
        for k, name in enumerate(names):
            owner = "BondBinder" if name.startswith("binder") else "BondBPMRotational"
            # a run of more steps has the same set-up
            few, many = (collect([f"{owner}::compute(int, int)"], arguments(k, steps), folder) for steps in (1, 1 + COUNTED_STEPS))
            counted[name] = (many - few) / count_bonds(out) / COUNTED_STEPS
            if counted[name] < 40:
                raise SystemExit(f"callgrind has not seen {owner}::compute")
    return [f"instructions per bond and step: {name} {counted[name]:.0f}, {DEFAULT} {counted[DEFAULT]:.0f}, ratio {counted[name] / counted[DEFAULT]:.2f}"
            for name in names if name != DEFAULT]
