"""Force loops of pair styles contact/hooke and contact/hertz on LAMMPS' bench/in.chute, for run.py.

Each style and its peer run in turn, in even and odd alternations in opposite order: the part Pair of a step and the step as a whole.
"""
import re, shutil, statistics, tempfile
from pathlib import Path

STOCK = "pair_style gran/{} 200000.0 NULL 50.0 NULL 0.5 0\npair_coeff * *\n"
OURS = "pair_style contact/{}\npair_coeff * * k 200000.0 damping mass_velocity 50.0 0.0 {}\n"
FRICTION = "kt 57142.857 mu 0.5"
EACH_STEP = "fix e all ave/time 1 1 1000000 c_thermo_pe\n"

PAIRS = {name: STOCK.format(name[5:]) for name in ("gran/hooke", "gran/hooke/history", "gran/hertz/history")}
PAIRS |= {
    "contact/hooke": OURS.format("hooke", "velocity mid"),
    "contact/hooke with springs": OURS.format("hooke", FRICTION + " velocity mid"),
    "contact/hertz with springs": OURS.format("hertz", FRICTION + " velocity mid"),
    "contact/hooke with springs, onstep": OURS.format("hooke", FRICTION),
    "contact/hooke with springs, onstep, fix energy/ledger": OURS.format("hooke", FRICTION) + "fix ledger all energy/ledger\n",
    "contact/hooke with springs, restitution":
        f"pair_style contact/hooke\npair_coeff * * k 200000.0 damping restitution 0.8 {FRICTION} velocity mid\n",
    "contact/hooke with springs, energy in each step": OURS.format("hooke", FRICTION + " velocity mid") + EACH_STEP}
# the same stiffnesses, dashpots and bounds; R* is 1/4
PAIRS |= {
    "granular with rolling and twisting":
        "pair_style granular\npair_coeff * * hertz/material 3e5 50.0 0.25 tangential mindlin NULL 1.0 0.5 "
        "rolling sds 2e4 10.0 0.1 twisting sds 1e4 5.0 0.0125 damping viscoelastic\n",
    "contact/hertz with rolling and twisting":
        "pair_style contact/hertz\npair_coeff * * E 3e5 nu 0.25 damping mass_velocity 50.0 50.0 G isotropic mu 0.5 "
        "rolling 1250.0 0.1 0.625 twisting 1e4 0.05 5.0 velocity mid\n"}

# a style, its peer, and the promised ratio
COMPARED = (("contact/hooke", "gran/hooke", "<= 1.00"), ("contact/hooke with springs", "gran/hooke/history", "<= 1.00"),
            ("contact/hertz with springs", "gran/hertz/history", "<= 1.00"),
            ("contact/hertz with rolling and twisting", "granular with rolling and twisting", "<= 1.00"),
            ("contact/hooke with springs, onstep", "gran/hooke/history", "<= 1.10"),
            ("contact/hooke with springs, onstep", "contact/hooke with springs", ""),
            ("contact/hooke with springs, onstep, fix energy/ledger", "contact/hooke with springs, onstep", "<= 1.15"),
            ("contact/hooke with springs, restitution", "contact/hooke with springs", ""),
            ("contact/hooke with springs, energy in each step", "contact/hooke with springs", ""))

# styles whose instructions are counted, and the class that has their compute()
COUNTED = {"gran/hooke": "PairGranHooke", "contact/hooke": "PairContactHooke", "gran/hooke/history": "PairGranHookeHistory",
           "contact/hooke with springs": "PairContactHooke", "gran/hertz/history": "PairGranHertzHistory",
           "contact/hertz with springs": "PairContactHertz", "granular with rolling and twisting": "PairGranular",
           "contact/hertz with rolling and twisting": "PairContactHertz"}
COUNTED_STEPS = 20

# Kokkos
KOKKOS = ("gran/hooke/history", "contact/hooke with springs")


def with_pair(commands):
    """Change of in.chute that exchanges its pair style."""
    return lambda text: re.sub(r"(?m)^pair_style.*\npair_coeff.*\n", commands, text)


VARIANTS = {name: with_pair(commands) for name, commands in PAIRS.items()}


def rows(times, shown, compared=COMPARED, suffix=""):
    """times: of run.chute_times()."""
    result = []
    for part, what in ((2, "its part Pair"), (0, "as a whole")):
        for ours, theirs, promise in compared:
            a, b = times[ours][part], times[theirs][part]
            result.append((f"in.chute, {what}: {ours}{suffix}", shown(a), theirs + suffix, shown(b),
                           f"{statistics.median(a) / statistics.median(b):.2f}", promise if part == 0 else ""))
    return result


def kokkos_rows(times, shown):
    theirs, ours = KOKKOS
    return rows(times, shown, ((ours, theirs, "<= 1.00"),), "/kk, 2 threads")


def notes(collect, source):
    """Instructions of compute() per atom and step. collect(functions, arguments, folder) counts those of a run of LAMMPS."""
    text = re.sub(r"(?m)^run\s.*$", f"run {COUNTED_STEPS}", (source / "bench" / "in.chute").read_text())
    counted = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copy(source / "bench" / "data.chute", folder)
        for k, (style, owner) in enumerate(COUNTED.items()):
            (folder / f"in.{k}").write_text(VARIANTS[style](text))
            collected = collect([f"{owner}::compute(int, int)"], ["-in", f"in.{k}"], folder)
            counted[style] = collected / 32000 / (COUNTED_STEPS + 1)
            if counted[style] < 40:    # less than a look at each neighbor: the class has no such function
                raise SystemExit(f"callgrind has not seen {owner}::compute")
    return [f"instructions of the forces per atom and step of in.chute: {ours} {counted[ours]:.1f}, {theirs} {counted[theirs]:.1f}, "
            f"ratio {counted[ours] / counted[theirs]:.3f}" for ours, theirs, _ in COMPARED if ours in counted]
