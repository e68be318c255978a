#!/usr/bin/env python3
"""Runs on 1, 2 and 4 MPI ranks and compares the ends of the runs, atom by atom.

    ranks.py CASE --lmp LMP --mpiexec MPIEXEC --lammps LAMMPS_SOURCE

Cases are the functions below whose names begin with case_. Exit status 0 if all that a case claims is so."""
import argparse, os
import math
import re
import subprocess
import sys
import tempfile
from pathlib import Path

RANKS = (1, 2, 4)
failures = 0


def claim(what, value, bound):
    global failures
    ok = value <= bound                                  # False for NaN
    failures += not ok
    print(f"{'ok    ' if ok else 'FAILED'} {what}: {value:.3g} <= {bound:.3g}", flush=True)


class Runner:
    def __init__(self, lmp, mpiexec, lammps):
        self.lmp, self.mpiexec, self.bench = lmp, mpiexec, Path(lammps) / "bench"

    def final(self, script, columns, ranks):
        """Runs a script, then returns {id: numbers} of the given dump columns."""
        with tempfile.TemporaryDirectory() as folder:
            dump = Path(folder) / "end.dump"
            script += f"\nwrite_dump all custom {dump} id {columns} modify format float %.17g\n"
            (Path(folder) / "in.case").write_text(script)
            command = [self.mpiexec, "-n", str(ranks), self.lmp, "-in", "in.case", "-log", "none", "-nocite",
                       *os.environ.get("VARDEM_TEST_ARGS", "").split()]
            run = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, text=True)
            if run.returncode != 0:
                sys.exit(f"{' '.join(command)} failed:\n{run.stdout[-3000:]}")
            lines = dump.read_text().split("ITEM: ATOMS")[1].splitlines()[1:]
        return {int(line.split()[0]): [float(word) for word in line.split()[1:]] for line in lines}

    def chute(self, integrator, steps, newton="off"):
        text = (self.bench / "in.chute").read_text().replace("data.chute", str(self.bench / "data.chute"))
        text = re.sub(r"newton +off", f"newton {newton}", text).replace("nve/sphere", integrator)
        return re.sub(r"\nrun .*", f"\nrun {steps}\n", text)


def difference(a, b, columns):
    """Largest difference in these columns, relative to the largest value in them."""
    assert a.keys() == b.keys()
    largest = max(abs(row[k]) for row in a.values() for k in columns)
    return max(abs(a[i][k] - b[i][k]) for i in a for k in columns) / largest


V, OMEGA = (0, 1, 2), (3, 4, 5)
VELOCITIES = "vx vy vz omegax omegay omegaz"


# --- the chute: a packing sums its forces in another order on every number of ranks ------------------

def case_chute(runner):
    """100 steps: 1e-11 in v and omega, newton on and off. Issue "Foundation", numbers to reach."""
    for newton in "off", "on":
        script = runner.chute("nve/sphere/leapfrog update quat", 100, newton)
        ends = [runner.final(script, VELOCITIES, n) for n in RANKS]
        for n, end in zip(RANKS[1:], ends[1:]):
            claim(f"newton {newton}, v on {n} ranks against 1", difference(ends[0], end, V), 1e-11)
            claim(f"newton {newton}, omega on {n} ranks against 1", difference(ends[0], end, OMEGA), 1e-11)


def case_chute_long(runner):
    """1000 steps: no more than the stock style shows in the same comparison; chaos needs some room, a factor of 3."""
    shown = {}
    for style in "nve/sphere/leapfrog", "nve/sphere":
        ends = [runner.final(runner.chute(style, 1000), VELOCITIES, n) for n in RANKS]
        shown[style] = [max(difference(ends[0], end, k) for end in ends[1:]) for k in (V, OMEGA)]
    for name, ours, stock in zip(("v", "omega"), *shown.values()):
        claim(f"{name} on 2 and 4 ranks against 1 (stock style: {stock:.3g})", ours, 3 * stock)


# --- attitudes migrate with their atoms ---------------------------------------------------------------

FREE = """
units lj
atom_style {style}
newton {newton}
comm_style {comm}
region box block 0 5 0 5 0 5
create_box 1 box
{atoms}
variable vx atom 3*sin(id)
variable vy atom 3*sin(2*id)
variable vz atom 3*sin(3*id)
velocity all set v_vx v_vy v_vz
neighbor 0.3 bin
neigh_modify every 1 delay 0 check yes
pair_style zero 0.5
pair_coeff * *
timestep 0.01
"""
SPINNING = """
set group all diameter 0.4
variable wx atom cos(id)
variable wy atom cos(2*id)
variable wz atom cos(3*id)
set group all omega v_wx v_wy v_wz
fix 1 all nve/sphere/leapfrog update quat restart exact
"""
TUMBLING = """
set group all shape 0.4 0.3 0.2
set group all mass 1.0
set group all quat/random 8723
variable lx atom 0.02*cos(id)
variable ly atom 0.02*cos(2*id)
variable lz atom 0.02*cos(3*id)
set group all angmom v_lx v_ly v_lz
fix 1 all nve/asphere/fincham restart exact
compute q all property/atom quatw quati quatj quatk
run 0
"""
BALANCED = "fix balance all balance 20 0.9 rcb\n"


def turned(omega, t):
    """Quaternion of a rotation by omega t."""
    w = math.sqrt(sum(c * c for c in omega))
    s = math.sin(w * t / 2) / w
    return [math.cos(w * t / 2)] + [s * c for c in omega]


def angle(p, q):
    """Of the rotation between two attitudes, for small angles."""
    sign = 1 if sum(a * b for a, b in zip(p, q)) > 0 else -1
    return 2 * math.dist(p, [sign * b for b in q])


def flights(runner, **settings):
    """125 bodies that cross the periodic box, and so all ranks, up to six times. One by one: their IDs must not
    depend on the number of ranks."""
    atoms = "\n".join(f"create_atoms 1 single {i} {j} {k}" for i in range(5) for j in range(5) for k in range(5))
    return FREE.format(**{"newton": "on", "comm": "brick", "style": "sphere", "atoms": atoms, **settings})


def compare_spheres(runner, name, script):
    columns = "omegax omegay omegaz f_1[1] f_1[2] f_1[3] f_1[4]"
    ends = [runner.final(script, columns, n) for n in RANKS]
    for n, end in zip(RANKS, ends):
        errors = [angle(turned(row[:3], 10.0), row[3:]) for row in end.values()]
        claim(f"{name}, exact rotation on {n} ranks", max(errors), 1e-12)
        claim(f"{name}, components that differ on {n} ranks from those on 1", sum(ends[0][i] != end[i] for i in end), 0)


def case_spheres(runner):
    for newton in "on", "off":
        compare_spheres(runner, f"newton {newton}", flights(runner, newton=newton) + SPINNING + "run 1000")


def case_spheres_tiled(runner):
    compare_spheres(runner, "tiled", flights(runner, comm="tiled") + SPINNING + BALANCED + "run 1000")


def case_ellipsoids(runner):
    for name, comm, balance in ("brick", "brick", ""), ("tiled", "tiled", BALANCED):
        script = flights(runner, comm=comm, style="ellipsoid") + TUMBLING + balance + "run 500"
        ends = [runner.final(script, "c_q[1] c_q[2] c_q[3] c_q[4] angmomx angmomy angmomz", n) for n in RANKS]
        for n, end in zip(RANKS, ends):
            claim(f"{name}, |q| - 1 on {n} ranks", max(abs(math.hypot(*row[:4]) - 1) for row in end.values()), 1e-15)
            claim(f"{name}, bodies that differ on {n} ranks from those on 1", sum(ends[0][i] != end[i] for i in end), 0)


def case_restart(runner):
    """A restart file written on 2 ranks is read on 4: the ends are those of the unbroken run on 1 rank."""
    kinds = {"spheres": ("sphere", SPINNING, "f_1[1] f_1[2] f_1[3] f_1[4] omegax omegay omegaz"),
             "ellipsoids": ("ellipsoid", TUMBLING, "c_q[1] c_q[2] c_q[3] c_q[4] angmomx angmomy angmomz")}
    for name, (style, start, columns) in kinds.items():
        commands = "\n".join(line for line in start.splitlines() if re.match("fix|compute|run", line))
        with tempfile.TemporaryDirectory() as folder:
            first = flights(runner, style=style) + start + "run 100\n"
            unbroken = runner.final(first + "run 100", columns, 1)
            runner.final(first + f"write_restart {folder}/restart", columns, 2)
            restarted = runner.final(f"read_restart {folder}/restart\n{commands}\nrun 100", columns, 4)
        claim(f"{name} that differ after the restart", sum(unbroken[i] != restarted[i] for i in unbroken), 0)


# --- bodies that interact across ranks ------------------------------------------------------------------

def case_ellipsoids_in_contact(runner):
    """Attitudes of ghosts are current: 200 steps of a Gay-Berne fluid on 1, 2, 4 ranks."""
    script = flights(runner, style="ellipsoid") + TUMBLING + """
change_box all x scale 2 y scale 2 z scale 2 remap
set group all shape 2 1 1
pair_style gayberne 1.0 1.0 1.0 4.0
pair_coeff 1 1 1.0 1.0 1 1 0.2 1 1 0.2
timestep 0.002
run 200"""
    ends = [runner.final(script, "c_q[1] c_q[2] c_q[3] c_q[4] angmomx angmomy angmomz", n) for n in RANKS]
    for n, end in zip(RANKS[1:], ends[1:]):
        claim(f"attitudes on {n} ranks against 1", difference(ends[0], end, (0, 1, 2, 3)), 1e-11)
        claim(f"angular momenta on {n} ranks against 1", difference(ends[0], end, (4, 5, 6)), 1e-11)


def main():
    cases = {name[5:]: function for name, function in globals().items() if name.startswith("case_")}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("case", choices=cases)
    parser.add_argument("--lmp", required=True)
    parser.add_argument("--mpiexec", required=True)
    parser.add_argument("--lammps", required=True, help="source tree, for its bench folder")
    args = parser.parse_args()
    cases[args.case](Runner(args.lmp, args.mpiexec, args.lammps))
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
