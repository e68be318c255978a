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


def at_size(test, soak):
    """Steps of a long run: the first in `make test`, the second in `make soak`. The bounds are the same."""
    return soak if os.environ.get("VARDEM_SOAK") else test


def claim(what, value, bound):
    global failures
    ok = value <= bound                                  # False for NaN
    failures += not ok
    print(f"{'ok    ' if ok else 'FAILED'} {what}: {value:.3g} <= {bound:.3g}", flush=True)


class Runner:
    def __init__(self, lmp, mpiexec, lammps):
        self.lmp, self.mpiexec, self.bench = lmp, mpiexec, Path(lammps) / "bench"

    def launch(self, folder, ranks):
        """Runs in.case of a folder."""
        command = [self.mpiexec, "-n", str(ranks), self.lmp, "-in", "in.case", "-log", "none", "-nocite",
                   *os.environ.get("VARDEM_TEST_ARGS", "").split()]
        run = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True)
        if run.returncode != 0:
            sys.exit(f"{' '.join(command)} failed:\n{run.stdout[-3000:]}")

    def final(self, script, columns, ranks):
        """Runs a script, then returns {id: numbers} of the given dump columns."""
        with tempfile.TemporaryDirectory() as folder:
            dump = Path(folder) / "end.dump"
            script += f"\nwrite_dump all custom {dump} id {columns} modify format float %.17g\n"
            (Path(folder) / "in.case").write_text(script)
            self.launch(folder, ranks)
            lines = dump.read_text().split("ITEM: ATOMS")[1].splitlines()[1:]
        return {int(line.split()[0]): [float(word) for word in line.split()[1:]] for line in lines}

    def printed(self, script, values, ranks):
        """Runs a script, then returns the values of expressions."""
        with tempfile.TemporaryDirectory() as folder:
            words = " ".join(f"$({value}:%.17g)" for value in values)
            (Path(folder) / "in.case").write_text(f'{script}\nprint "{words}" file {folder}/values\n')
            self.launch(folder, ranks)
            return [float(word) for word in (Path(folder) / "values").read_text().split()]

    def local(self, script, compute, ranks):
        """Runs a script, then returns the rows of a local array, sorted."""
        with tempfile.TemporaryDirectory() as folder:
            dump = Path(folder) / "end.dump"
            script += f"\nwrite_dump all local {dump} c_{compute}[*] modify format float %.17g\n"
            (Path(folder) / "in.case").write_text(script)
            self.launch(folder, ranks)
            lines = dump.read_text().split("ITEM: ENTRIES")[1].splitlines()[1:]
        return sorted([float(word) for word in line.split()] for line in lines)

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
    """100 steps: 1e-11 in v and omega, newton on and off. A requirement."""
    for newton in "off", "on":
        script = runner.chute("nve/sphere/leapfrog update quat", 100, newton)
        ends = [runner.final(script, VELOCITIES, n) for n in RANKS]
        for n, end in zip(RANKS[1:], ends[1:]):
            claim(f"newton {newton}, v on {n} ranks against 1", difference(ends[0], end, V), 1e-11)
            claim(f"newton {newton}, omega on {n} ranks against 1", difference(ends[0], end, OMEGA), 1e-11)


def case_chute_long(runner):
    """1000 steps: no more than the stock style shows in the same comparison; chaos needs some room, a factor of 3.
    Differences grow from the first step on: 300 steps compare the two styles as well, as both take as many."""
    steps, shown = at_size(300, 1000), {}
    for style in "nve/sphere/leapfrog", "nve/sphere":
        ends = [runner.final(runner.chute(style, steps), VELOCITIES, n) for n in RANKS]
        shown[style] = [max(difference(ends[0], end, k) for end in ends[1:]) for k in (V, OMEGA)]
    for name, ours, stock in zip(("v", "omega"), *shown.values()):
        claim(f"{name} on 2 and 4 ranks against 1 (stock style: {stock:.3g})", ours, 3 * stock)


def case_timestep(runner):
    """1/step atom by atom, newton on and off; and the motion with the step of the fix: by round-off. 20 steps are enough for
    two changes of the step by the fix, and for contacts that open and close across ranks."""
    steps = at_size(20, 50)
    rate = ("\ncompute s active timestep/contact sweeps 3\nvariable rate atom gmask(active)/(c_s+1-gmask(active))\n"
            "thermo_style custom step c_s\nrun 0")
    for newton in "off", "on":
        script = runner.chute("nve/sphere/leapfrog", steps, newton)
        ends = [runner.final(script.replace(f"\nrun {steps}", rate), "v_rate", n) for n in RANKS]
        for n, end in zip(RANKS[1:], ends[1:]):
            claim(f"newton {newton}, 1/step on {n} ranks against 1", difference(ends[0], end, (0,)), 1e-9)
    dt = f"\nfix dt active timestep/contact 10 growth 0.01 sweeps 2\nvariable dt atom dt\nrun {steps}"
    script = script.replace(f"\nrun {steps}", dt)
    ends = [runner.final(script, "v_dt vx vy vz", n) for n in RANKS]
    for n, end in zip(RANKS[1:], ends[1:]):
        claim(f"step on {n} ranks against 1", difference(ends[0], end, (0,)), 1e-9)
        claim(f"v on {n} ranks against 1", difference(ends[0], end, (1, 2, 3)), 1e-9)


def case_timestep_clumps(runner):
    """1/step of the members of clumps in contact: round-off, for bodies that one process owns and for those all know."""
    rate = "compute s all timestep/contact sweeps 3\nvariable rate atom 1/c_s\nthermo_style custom step c_s\nrun 0"
    for fix in "rigid/small/variational molecule", "rigid molecule":
        for newton in "on", "off":
            start, body = clumps(newton=newton, diameter=0.9, pair="gran/hooke/history 2000 NULL 20 NULL 0.5 1", fix=fix)
            ends = [runner.final(start + body + rate, "v_rate", n) for n in RANKS]
            for n, end in zip(RANKS[1:], ends[1:]):
                claim(f"fix {fix}, newton {newton}, 1/step on {n} ranks", difference(ends[0], end, (0,)), 1e-9)


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
"""
TUMBLING = """
set group all shape 0.4 0.3 0.2
set group all mass 1.0
set group all quat/random 8723
variable lx atom 0.02*cos(id)
variable ly atom 0.02*cos(2*id)
variable lz atom 0.02*cos(3*id)
set group all angmom v_lx v_ly v_lz
"""

# Every body has the next integrator in turn: all of them are in each run. Those of spheres with the angle of a free sphere
# in one step, w = h omega.
SPHERE_INTEGRATORS = {"leapfrog update quat": lambda w: w,
                      "rodrigues": lambda w: 2 * math.atan(w / 2),
                      "rodrigues map exact": math.asin,
                      "rodrigues map euler": lambda w: 2 * math.atan(w / 2),
                      "rodrigues map exponential": lambda w: w}
ASPHERE_INTEGRATORS = ("fincham", "variational", "variational scheme lgvi6", "variational scheme lgvi",
                       "variational scheme midpoint")


def in_turn(style, integrators):
    """Groups and fixes 1, 2, ... of an integrator each."""
    n = len(integrators)
    return "".join(f"group g{i} id {i}:125:{n}\nfix {i} g{i} nve/{style}/{integrator} restart exact\n"
                   for i, integrator in enumerate(integrators, 1))


# v_q1 ... v_q4 are the attitudes: those of the fix that has the atom in its group
SPIN = in_turn("sphere", SPHERE_INTEGRATORS) + "".join(
    f"variable q{k} atom " + "+".join(f"f_{i}[{k}]*gmask(g{i})" for i in range(1, len(SPHERE_INTEGRATORS) + 1)) + "\n"
    for k in (1, 2, 3, 4))
TUMBLE = in_turn("asphere", ASPHERE_INTEGRATORS) + """
compute q all property/atom quatw quati quatj quatk
run 0
"""
BALANCED = "fix balance all balance 20 0.9 rcb\n"


def turned(tag, omega, steps, h=0.01):
    """Quaternion of a free sphere after so many steps of the integrator whose turn it is."""
    w = math.sqrt(sum(c * c for c in omega))
    angles = list(SPHERE_INTEGRATORS.values())
    half = steps * angles[(tag - 1) % len(angles)](h * w) / 2
    return [math.cos(half)] + [math.sin(half) / w * c for c in omega]


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
    columns = "omegax omegay omegaz v_q1 v_q2 v_q3 v_q4"
    ends = [runner.final(script, columns, n) for n in RANKS]
    for n, end in zip(RANKS, ends):
        errors = [angle(turned(tag, row[:3], 1000), row[3:]) for tag, row in end.items()]
        claim(f"{name}, exact rotation on {n} ranks", max(errors), 1e-12)
        claim(f"{name}, components that differ on {n} ranks from those on 1", sum(ends[0][i] != end[i] for i in end), 0)


def case_spheres(runner):
    for newton in "on", "off":
        compare_spheres(runner, f"newton {newton}", flights(runner, newton=newton) + SPINNING + SPIN + "run 1000")


def case_spheres_tiled(runner):
    compare_spheres(runner, "tiled", flights(runner, comm="tiled") + SPINNING + SPIN + BALANCED + "run 1000")


def case_ellipsoids(runner):
    for name, comm, balance in ("brick", "brick", ""), ("tiled", "tiled", BALANCED):
        script = flights(runner, comm=comm, style="ellipsoid") + TUMBLING + TUMBLE + balance + "run 500"
        ends = [runner.final(script, "c_q[1] c_q[2] c_q[3] c_q[4] angmomx angmomy angmomz", n) for n in RANKS]
        for n, end in zip(RANKS, ends):
            claim(f"{name}, |q| - 1 on {n} ranks", max(abs(math.hypot(*row[:4]) - 1) for row in end.values()), 1e-15)
            claim(f"{name}, bodies that differ on {n} ranks from those on 1", sum(ends[0][i] != end[i] for i in end), 0)


def case_restart(runner):
    """A restart file written on 2 ranks is read on 4: the ends are those of the unbroken run on 1 rank."""
    kinds = {"spheres": ("sphere", SPINNING, SPIN, "v_q1 v_q2 v_q3 v_q4 omegax omegay omegaz"),
             "ellipsoids": ("ellipsoid", TUMBLING, TUMBLE, "c_q[1] c_q[2] c_q[3] c_q[4] angmomx angmomy angmomz")}
    for name, (style, bodies, commands, columns) in kinds.items():
        with tempfile.TemporaryDirectory() as folder:
            first = flights(runner, style=style) + bodies + commands + "run 100\n"
            unbroken = runner.final(first + "run 100", columns, 1)
            runner.final(first + f"write_restart {folder}/restart", columns, 2)
            restarted = runner.final(f"read_restart {folder}/restart\n{commands}\nrun 100", columns, 4)
        claim(f"{name} that differ after the restart", sum(unbroken[i] != restarted[i] for i in unbroken), 0)


# --- books ------------------------------------------------------------------------------------------------

def case_ledger(runner):
    """Atoms and clumps that fall through a periodic box, across all ranks: every part is that of one rank, and the sum that
    of the start. A restart file written on 2 ranks is read on 4."""
    parts = ["f_led"] + [f"f_led[{k}]" for k in (1, 2, 5)]
    pull = "fix led all energy/ledger\nfix g all gravity 9.8 vector 0.3 -0.2 -1\nthermo_modify norm no\n"
    spheres = flights(runner) + SPINNING + pull + "fix 1 all nve/sphere\n"
    start, fix = clumps()
    for name, script in ("spheres", spheres), ("clumps", start + pull.replace("thermo_modify norm no\n", "") + fix):
        first = runner.printed(script + "run 0", parts, 1)
        ends = [runner.printed(script + "run 300", parts, n) for n in RANKS]
        for n, end in zip(RANKS, ends):
            claim(f"{name}, change of the sum on {n} ranks", abs(end[0] - first[0]) / end[1], 1e-13)
            claim(f"{name}, parts on {n} ranks against 1", max(abs(a - b) for a, b in zip(end, ends[0])) / end[1], 1e-13)
    with tempfile.TemporaryDirectory() as folder:
        unbroken = runner.printed(spheres + "run 200", parts, 1)
        runner.printed(spheres + f"run 100\nwrite_restart {folder}/restart", parts, 2)
        rest = pull + "fix 1 all nve/sphere\n"
        restarted = runner.printed(f"read_restart {folder}/restart\n{rest}run 100", parts, 4)
    claim("parts after the restart", max(abs(a - b) for a, b in zip(restarted, unbroken)) / unbroken[1], 1e-13)


def case_ledger_contacts(runner):
    """Soft contacts across all ranks: what dashpots and friction take, and atoms that are inserted, are those of one rank."""
    parts = ["f_led"] + [f"f_led[{k}]" for k in (1, 2, 3, 8, 9, 12)]
    for newton in "on", "off":
        script = f"""
units lj
newton {newton}
atom_style sphere
atom_modify map array
region box block 0 6 0 6 0 12
create_box 1 box
lattice sc 1.0
region low block 0 6 0 6 0 5.9
create_atoms 1 region low
displace_atoms all random 0.05 0.05 0.05 5
set group all diameter 1.0
set group all mass 1.0
velocity all create 1.0 4711 loop all
set group all omega 0.5 -1 0.7
comm_modify vel yes
neigh_modify every 1 delay 0
pair_style contact/hooke
pair_coeff * * k 2e4 damping mass_velocity 40 20 kt 1.5e4 mu 0.4
region high block 0 6 0 6 9 11
fix in all deposit 5 1 20 4711 region high near 1.1 vz -1 -1
fix led all energy/ledger
fix 1 all nve/sphere
thermo_modify norm no
timestep 2e-4
run 150"""
        ends = [runner.printed(script, parts, n) for n in RANKS]
        for n, end in zip(RANKS[1:], ends[1:]):
            claim(f"newton {newton}, parts on {n} ranks against 1", max(abs(a - b) for a, b in zip(end, ends[0])) / end[4], 1e-9)
        claim(f"newton {newton}, no insertion", float(ends[0][6] == 0.0), 0)


def case_ledger_walls(runner):
    """Grains in a drum that turns and moves across all ranks: every part, the force and the torque on the wall, and the rows of
    compute contact/force are those of one rank."""
    parts = ["f_led"] + [f"f_led[{k}]" for k in (1, 2, 3, 6, 8, 9)] + [f"f_w[{k}]" for k in range(1, 11)]
    for newton in "on", "off":
        for law in "k 2e4 damping mass_velocity 40 20 kt 1.5e4 mu 0.4", "law hertz k 1e5 damping restitution 0.6 kt 8e4 mu 0.4":
            script = f"""
units lj
newton {newton}
atom_style sphere
atom_modify map array
boundary f f f
region box block -4 4 -4 4 -4 4
create_box 1 box
lattice sc 1.0
region fill cylinder z 0 0 2.6 -2.6 2.6
create_atoms 1 region fill
displace_atoms all random 0.05 0.05 0.05 5
reset_atoms id sort yes
set group all diameter 1.0
set group all mass 1.0
velocity all create 1.0 4711 loop geom
set group all omega 0.5 -1 0.7
comm_modify vel yes
neigh_modify every 1 delay 0
pair_style contact/hooke
pair_coeff * * k 2e4 damping mass_velocity 40 20 kt 1.5e4 mu 0.4
variable o equal 0
variable v equal time
variable t equal 5*time
region drum cylinder z 0 0 2.65 -2.4 2.4 side in move v_v v_v v_o rotate v_t 0 0 0 0.1 0 1
fix w all wall/contact region drum {law}
fix led all energy/ledger
compute c all contact/force
fix 1 all nve/sphere
thermo_modify norm no
timestep 2e-4
run 50
run 100"""
            ends = [runner.printed(script, parts, n) for n in RANKS]
            name = f"newton {newton}, {law.split()[0]}"
            for n, end in zip(RANKS[1:], ends[1:]):
                worst = max(abs(a - b) / (abs(b) + 1) for a, b in zip(end, ends[0]))
                claim(f"{name}, parts and forces on {n} ranks against 1", worst, 1e-9)
            tables = [runner.local(script, "c", n) for n in RANKS]
            for n, table in zip(RANKS[1:], tables[1:]):
                worst = max(abs(a - b) for row, first in zip(table, tables[0]) for a, b in zip(row, first))
                claim(f"{name}, rows on {n} ranks that one rank has not", abs(len(table) - len(tables[0])), 0)
                claim(f"{name}, rows on {n} ranks against 1", worst, 1e-8)
            claim(f"{name}, no row of a wall", float(all(row[2] == 0 for row in tables[0])), 0)
            claim(f"{name}, no work or no contact", float(ends[0][4] == 0.0 or ends[0][-1] < 20), 0)


# --- bodies that interact across ranks ------------------------------------------------------------------

def case_ellipsoids_in_contact(runner):
    """Attitudes of ghosts are current: 200 steps of a Gay-Berne fluid on 1, 2, 4 ranks."""
    script = flights(runner, style="ellipsoid") + TUMBLING + TUMBLE + """
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


# --- a cell that deforms, and flips ------------------------------------------------------------------------

PACKING = """
units lj
atom_style sphere
newton {newton}
comm_modify vel yes
region box prism 0 5 0 5 0 5 2.4 0 0
create_box 1 box
{atoms}
variable d atom 1.05+0.02*sin(3*id)
set atom * diameter v_d
set group all density 1.0
variable vx atom 0.3*sin(id)
variable vy atom 0.3*sin(2*id)
variable vz atom 0.3*sin(3*id)
velocity all set v_vx v_vy v_vz
pair_style gran/hooke/history 1000 NULL 10 NULL 0.5 1
pair_coeff * *
neighbor 0.2 bin
neigh_modify every 1 delay 0 check yes
timestep 0.002
{cell}
fix 1 all nve/sphere
run 100
"""
CELLS = {"deform/gradv": "fix cell all deform/gradv gradv 0.1 0 0 1 0.2 -0.1 kick yes",
         "deform/gradv stress": "fix cell all deform/gradv gradv 0 0 0 1 0 0 stress yy -20 1 stress zz -20 1",
         "streaming": "fix cell all deform 0 xy erate 1 remap v\nfix s all streaming"}


def case_cell(runner):
    """100 steps of a packing: 1e-9. A requirement."""
    atoms = "\n".join(f"create_atoms 1 single {i + 0.48 * j + 0.3} {j + 0.5} {k + 0.5} " for i in range(5) for j in range(5) for k in range(5))
    for name, newton, cell in [("deform/gradv", "on", CELLS["deform/gradv"]), *((name, "off", cell) for name, cell in CELLS.items())]:
        script = PACKING.format(newton=newton, atoms=atoms, cell=cell)
        one, two, four = (runner.final(script, VELOCITIES, n) for n in RANKS)
        for n, end in (2, two), (4, four):
            claim(f"{name}, newton {newton}, v on {n} ranks against 1", difference(one, end, V), 1e-9)
            claim(f"{name}, newton {newton}, omega on {n} ranks against 1", difference(one, end, OMEGA), 1e-9)


# --- dashpots of velocities at the step -------------------------------------------------------------------

def case_onstep(runner):
    """The packing with velocity onstep, whose pair style gives velocities to ghosts by itself: 1e-9. Also clumps. Springs without
    newton only: Kokkos variants have them so."""
    atoms = "\n".join(f"create_atoms 1 single {i + 0.48 * j + 0.3} {j + 0.5} {k + 0.5} " for i in range(5) for j in range(5) for k in range(5))
    laws = {"on": "contact/hooke\npair_coeff * * k 1000 damping mass_velocity 10 5",
            "off": "contact/hooke\npair_coeff * * k 1000 damping mass_velocity 10 5 kt 300 mu 0.5"}
    deform = "fix cell all deform 1 xy erate 1 yz erate -0.1 remap v"
    for name, newton, cell in (("deform", "on", deform), ("deform", "off", deform),
                               ("deform/gradv", "on", CELLS["deform/gradv"]), ("deform/gradv", "off", CELLS["deform/gradv"])):
        script = PACKING.format(newton=newton, atoms=atoms, cell=cell)
        script = script.replace("gran/hooke/history 1000 NULL 10 NULL 0.5 1\npair_coeff * *", laws[newton])
        if name == "deform":
            script = script.replace("comm_modify vel yes", "atom_modify sort 10 1.0").replace("5 2.4 0 0", "5 2.4 0 0.1")
        if newton == "off":
            script = script.replace("region", "comm_style tiled\nregion", 1)
            if name == "deform": script = script.replace("run 100", BALANCED + "run 100")
        ends = [runner.final(script, VELOCITIES, n) for n in RANKS]
        for n, end in zip(RANKS[1:], ends[1:]):
            claim(f"{name}, newton {newton}, v on {n} ranks against 1", difference(ends[0], end, V), 1e-9)
            claim(f"{name}, newton {newton}, omega on {n} ranks against 1", difference(ends[0], end, OMEGA), 1e-9)
    for fix in "rigid/small molecule", "rigid molecule":
        start, together = clumps(newton="off", diameter=0.9, pair="contact/hooke", h=0.001, fix=fix)
        together = together.replace("pair_coeff * *", "pair_coeff * * k 2000 damping velocity 4 2 kt 500 mu 0.5")
        ends = [runner.final(start + together + "run 200", MEMBERS, n) for n in RANKS]
        claim(f"fix {fix}, largest difference", largest(ends), 1e-9)


# --- clumps, whose members are on several ranks --------------------------------------------------------

CLUMPS = """
units lj
atom_style hybrid sphere molecular
newton {newton}
comm_style {comm}
comm_modify vel yes
region box block 0 8 0 8 0 8
create_box 1 box
{atoms}
variable mol atom floor((id-1)/3)+1
set group all mol v_mol
set group all diameter {diameter}
set group all density 1.0
variable vx atom 3*sin(mol)
variable vy atom 3*sin(2*mol)
variable vz atom 3*sin(3*mol)
velocity all set v_vx v_vy v_vz
variable wx atom 4*cos(mol)
variable wy atom 4*cos(2*mol)
variable wz atom 4*cos(3*mol)
set group all omega v_wx v_wy v_wz
"""
TOGETHER = """
pair_style {pair}
pair_coeff * *
neighbor 0.5 bin
neigh_modify every 1 delay 0 check yes exclude molecule/intra all
fix 1 all {fix}
thermo_style custom step
timestep {h}
"""
X, W = (0, 1, 2), (6, 7, 8)
MEMBERS = "xu yu zu vx vy vz omegax omegay omegaz"


def clumps(**settings):
    """64 angles of three spheres, a quarter of which begin on several ranks. Pair and step of free ones, if not told."""
    corners = [(2 * i + 0.8, 2 * j + 0.8, 2 * k + 0.8) for i in range(4) for j in range(4) for k in range(4)]
    atoms = "\n".join(f"create_atoms 1 single {x + dx} {y + dy} {z}" for x, y, z in corners
                      for dx, dy in ((0, 0), (0.5, 0), (0, 0.7)))
    settings = {"newton": "on", "comm": "brick", "atoms": atoms, "diameter": 0.6, "pair": "zero 1.5", "h": 0.01,
                "fix": "rigid/small/variational molecule", **settings}
    return CLUMPS.format(**settings), TOGETHER.format(**settings)


def largest(ends):
    return max(difference(ends[0], end, columns) for end in ends[1:] for columns in (X, V, W))


def case_clumps(runner):
    """Free clumps in a periodic box: the same bits on all ranks, as with fix rigid/small. With tiles, LAMMPS sums what it
    knows of a clump in another order: round-off of omega, 1e-15, in 40 rad. Measured 8e-15, fix rigid/small 1e-14."""
    for newton in "on", "off":
        start, fix = clumps(newton=newton)
        ends = [runner.final(start + fix + "run 1000", MEMBERS, n) for n in RANKS]
        for n, end in zip(RANKS[1:], ends[1:]):
            claim(f"newton {newton}, members that differ on {n} ranks", sum(ends[0][i] != end[i] for i in end), 0)
    start, fix = clumps(comm="tiled")
    claim("tiled", largest([runner.final(start + fix + BALANCED + "run 1000", MEMBERS, n) for n in RANKS]), 1e-13)


def case_clumps_in_contact(runner):
    """200 steps in which most clumps collide: 1e-11, as for the chute."""
    for newton in "on", "off":
        start, fix = clumps(newton=newton, diameter=0.9, pair="gran/hooke/history 2000 NULL 20 NULL 0.5 1", h=0.001)
        ends = [runner.final(start + fix + "run 200", MEMBERS, n) for n in RANKS]
        free = runner.final(start + clumps()[1] + "timestep 0.001\nrun 200", MEMBERS, 1)
        hit = sum(difference({0: ends[0][i]}, {0: free[i]}, V) > 1e-3 for i in free)
        claim("members that collided with none", 1 - hit / len(free), 0.5)
        claim(f"newton {newton}, 2 and 4 ranks against 1", largest(ends), 1e-11)


def case_clumps_restart(runner):
    """Files of bodies and restart, written on 2 ranks, are read on 4: the ends are those of the unbroken run on 1 rank."""
    with tempfile.TemporaryDirectory() as folder:
        def first(steps, **settings):
            start, fix = clumps(**settings)
            return f"{start}{fix}run {steps}\n"

        Path(f"{folder}/none").write_text("0\n")
        keyword = {"fix": f"rigid/small/variational molecule infile {folder}/none"}
        unbroken = runner.final(first(200, **keyword), MEMBERS, 1)
        runner.final(first(100, **keyword) + f"write_restart {folder}/restart", MEMBERS, 2)
        _, fix = clumps(fix=f"rigid/small/variational molecule infile {folder}/restart.rigid")
        restarted = runner.final(f"read_restart {folder}/restart\n{fix}run 100", MEMBERS, 4)
    claim("difference after the restart", largest([unbroken, restarted]), 1e-13)


def case_damping(runner):
    """The chute and colliding clumps, damped: what has been dissipated, and v and omega after 100 steps, 1e-11 as above.
    (30 steps of the chute in make test: its particles are in contact across ranks from the start.)"""
    steps = at_size(30, 100)
    taken = "\nvariable sum equal f_d\nvariable taken atom v_sum\n"
    for options in "", "gravity no form regular":
        damping = f"fix d all damping/cundall/onstep 0.3 0.2 skip frozen {options}\n"
        scripts = {}
        for newton in "off", "on":
            scripts[f"chute, newton {newton}"] = runner.chute("nve/sphere/leapfrog", steps, newton).replace(
                "pair_style", "group frozen type 2\npair_style", 1).replace("\nrun", f"\n{damping}{taken}run")
        start, fix = clumps(diameter=0.9, pair="gran/hooke/history 2000 NULL 20 NULL 0.5 1", h=0.001)
        scripts["clumps"] = f"{start}group frozen empty\nfix g all gravity 5.0 vector 0 0 -1\n{damping}{fix}{taken}run 100"
        for name, script in scripts.items():
            ends = [runner.final(script, VELOCITIES + " v_taken", n) for n in RANKS]
            claim(f"{name} {options}, not dissipated", -min(row[6] for row in ends[0].values()), 0)
            for what, columns in ("v", V), ("omega", OMEGA), ("dissipated", (6,)):
                claim(f"{name} {options}, {what}", max(difference(ends[0], end, columns) for end in ends[1:]), 1e-11)


# --- soft contacts ------------------------------------------------------------------------------------

SOFT = """
units lj
atom_style sphere
newton {newton}
comm_style {comm}
region box prism 0 5 0 5 0 5 {tilt} 0.7 -0.4
create_box 1 box
{atoms}
variable d atom 1.05+0.02*sin(3*id)
set atom * diameter v_d
set group all density 1.0
variable vx atom 0.8*sin(id)
variable vy atom 0.8*sin(2*id)
variable vz atom 0.8*sin(3*id)
velocity all set v_vx v_vy v_vz
neighbor 0.2 bin
neigh_modify every 1 delay 0 check yes
timestep 0.002
comm_modify vel {vel}
pair_style {style}
pair_coeff * * {stiffness} damping restitution 0.6 kt 800 mu 0.4 velocity {velocity}
"""
SOFT_RUN = "fix 1 all nve/sphere\nthermo_modify norm no\ncompute l all pair/local eng\ncompute e all reduce sum c_l inputs local\n"


def soft(newton="on", comm="brick", style="contact/hooke", velocity="onstep"):
    atoms = "\n".join(f"create_atoms 1 single {i + 0.14 * k + 0.3} {j + 0.2} {k + 0.5}" for i in range(5) for j in range(5) for k in range(5))
    return SOFT.format(newton=newton, comm=comm, tilt=0.9, atoms=atoms, style=style, velocity=velocity,
                       stiffness="k 1000" if style == "contact/hooke" else "E 2000 nu 0.3", vel="yes" if velocity == "mid" else "no")


def case_soft(runner):
    """100 steps of a packing with dashpots and tangential springs: 1e-9, as for the cell. The energy, and the sum over compute
    pair/local. LAMMPS keeps history with tiles for newton off only."""
    for settings in ({"newton": "on"}, {"newton": "off"}, {"newton": "on", "style": "contact/hertz"},
                     {"newton": "off", "velocity": "mid"}, {"newton": "off", "comm": "tiled"}):
        name = ", ".join(f"{key} {value}" for key, value in settings.items())
        balance = BALANCED if "comm" in settings else ""
        start = soft(**settings) + SOFT_RUN + balance
        ends = [runner.final(start + "run 100", VELOCITIES, n) for n in RANKS]
        for n, end in zip(RANKS[1:], ends[1:]):
            claim(f"{name}, v on {n} ranks against 1", difference(ends[0], end, V), 1e-9)
            claim(f"{name}, omega on {n} ranks against 1", difference(ends[0], end, OMEGA), 1e-9)
        script = start + "thermo_style custom step pe c_e\nthermo_modify norm no\nrun 20"
        energies = [runner.printed(script, ["pe", "c_e"], n) for n in RANKS]
        for n, (pe, local) in zip(RANKS, energies):
            claim(f"{name}, energy on {n} ranks", abs(pe / energies[0][0] - 1), 1e-10)
            claim(f"{name}, sum over pair/local on {n} ranks", abs(local / pe - 1), 1e-12)


def case_materials(runner):
    """Grains of rubber from a file that one process reads, in the folder that bin/lmp names: 100 steps, 1e-9 as above."""
    start = soft(style="contact/hertz").replace("units lj", "units si").replace("density 1.0", "density 1000.0")
    start = re.sub("pair_coeff .*", "pair_coeff * * material granular.contact rubber", start)
    ends = [runner.final(start + "fix 1 all nve/sphere\nrun 100", VELOCITIES, n) for n in RANKS]
    claim("friction turns the grains", -max(abs(row[k]) for row in ends[0].values() for k in OMEGA), -1e-3)
    for n, end in zip(RANKS[1:], ends[1:]):
        claim(f"v on {n} ranks against 1", difference(ends[0], end, V), 1e-9)
        claim(f"omega on {n} ranks against 1", difference(ends[0], end, OMEGA), 1e-9)


def case_soft_restart(runner):
    """Springs of a restart file that was written on 2 ranks, and read on 4. The file has the velocities at the step only, so the run goes
    on with an integrator that keeps its forces."""
    for newton in "on", "off":
        fix = "fix 1 all nve/sphere/leapfrog restart exact\n"
        with tempfile.TemporaryDirectory() as folder:
            first = soft(newton=newton) + fix + "run 50\n"
            unbroken = runner.final(first + "run 50 pre no", VELOCITIES, 1)
            runner.final(first + f"write_restart {folder}/restart", VELOCITIES, 2)
            restarted = runner.final(f"newton {newton}\nread_restart {folder}/restart\n{fix}run 50", VELOCITIES, 4)
        claim(f"newton {newton}, v after the restart", difference(unbroken, restarted, V), 1e-9)
        claim(f"newton {newton}, omega after the restart", difference(unbroken, restarted, OMEGA), 1e-9)


def case_soft_clumps(runner):
    """Dashpots with the mass of the body, which ghosts of members must know: 200 steps in which most clumps collide."""
    pair, coeff = "contact/hooke", "pair_coeff * * k 2000 damping mass_velocity 30 20 kt 1000 mu 0.5"
    for newton in "on", "off":
        for fix in "rigid/small/variational molecule", "rigid molecule":
            start, body = clumps(newton=newton, diameter=0.9, pair=pair, h=0.001, fix=fix)
            ends = [runner.final(start + body.replace("pair_coeff * *", coeff) + "run 200", MEMBERS, n) for n in RANKS]
            claim(f"fix {fix}, newton {newton}, 2 and 4 ranks against 1", largest(ends), 1e-10)


# --- walls ------

WALLS = """
units lj
atom_style sphere
newton {newton}
comm_style {comm}
boundary f f f
region box block -4 4 -4 4 -4 4
create_box 1 box
{atoms}
set group all diameter 1
set group all density 1.9
variable vx atom sin(7*id)
variable vy atom cos(3*id)
velocity all set v_vx v_vy 0
neighbor 0.3 bin
neigh_modify every 1 delay 0
pair_style contact/hooke
pair_coeff * * k 1000 damping mass_velocity 5 3 {friction}
variable theta equal 0.8*step*dt
variable z equal -2.2+0.1*sin(5*step*dt)
region drum cylinder y 0 0 3 -3 3 side in rotate v_theta 0 0 0 0 1 0
region floor plane 0 0 0 0 0 1 move NULL NULL v_z
fix g all gravity 10 vector 0 0 -1
fix drum all wall/contact region drum k 1000 damping restitution 0.7 kt 300 mu 0.6
fix floor all wall/contact region floor law hertz E 900 nu 0.2 kt 300 mu 0.6
fix 1 all nve/sphere
timestep 0.001
"""
WALL_SUMS = ["f_drum"] + [f"f_drum[{n}]" for n in range(1, 11)] + ["f_floor", "f_floor[3]", "f_floor[7]", "f_floor[9]", "f_floor[10]"]


def walls(newton="on", comm="brick"):
    atoms = "\n".join(f"create_atoms 1 single {i + 0.1 * k} {j + 0.3} {k - 1.4}" for i in range(-2, 2) for j in range(-2, 2) for k in range(4)
                      if (i + 0.1 * k) ** 2 + (k - 1.4) ** 2 < 6)
    return WALLS.format(newton=newton, comm=comm, atoms=atoms, friction="" if newton == "on" else "kt 300 mu 0.4")


def case_walls(runner):
    """Grains in a drum that turns, with a floor that vibrates: 200 steps, and the sums of both walls. Springs of grains without newton
    only: Kokkos variants have them so."""
    for settings in ({"newton": "on"}, {"newton": "off"}, {"newton": "off", "comm": "tiled"}):
        name = ", ".join(f"{key} {value}" for key, value in settings.items())
        script = walls(**settings) + (BALANCED if "comm" in settings else "") + "run 200"
        ends = [runner.final(script, VELOCITIES, n) for n in RANKS]
        for n, end in zip(RANKS[1:], ends[1:]):
            claim(f"{name}, v on {n} ranks against 1", difference(ends[0], end, V), 1e-9)
            claim(f"{name}, omega on {n} ranks against 1", difference(ends[0], end, OMEGA), 1e-9)
        sums = [runner.printed(script, WALL_SUMS, n) for n in RANKS]
        for n, values in zip(RANKS[1:], sums[1:]):
            largest_sum = max(abs(value) for value in sums[0])
            claim(f"{name}, sums of the walls on {n} ranks", max(abs(a - b) for a, b in zip(sums[0], values)) / largest_sum, 1e-9)


def case_walls_restart(runner):
    """Springs and motions of walls in a restart file that was written on 2 ranks, and read on 4. Pairs have no springs here: soft_restart
    has them, and with KOKKOS they are not exact behind command write_restart."""
    exact = walls(newton="on").replace("nve/sphere", "nve/sphere/leapfrog restart exact")
    fixes = exact[exact.index("variable theta"):].replace("timestep 0.001\n", "")
    with tempfile.TemporaryDirectory() as folder:
        unbroken = runner.final(exact + "run 100\nrun 100 pre no", VELOCITIES, 1)
        runner.final(exact + f"run 100\nwrite_restart {folder}/restart", VELOCITIES, 2)
        again = f"read_restart {folder}/restart\n{fixes}run 100"
        restarted = runner.final(again, VELOCITIES, 4)
    claim("v after the restart", difference(unbroken, restarted, V), 1e-9)
    claim("omega after the restart", difference(unbroken, restarted, OMEGA), 1e-9)


# --- rigid contacts -----------------------------------------------------------------------------------

def case_rigid(runner):
    """Grains of rigid contacts fly through each other. One, on one rank, is far larger than the others: each rank knows its
    radius, so that its ghosts reach as far, and has the neighbors that one rank has."""
    big = ("set atom 1 type 2 diameter 1.5\npair_style contact/rigid\npair_coeff * * stiffness 1\n"
           "compute n all coord/atom cutoff 1.5\nfix 1 all nve/sphere\nrun 0\nrun 100\n")
    for newton in "on", "off":
        for comm in "brick", "tiled":
            script = flights(runner, newton=newton, comm=comm).replace("create_box 1", "create_box 2") + SPINNING + big
            ends = [runner.final(script, "c_n x y z vx vy vz", n) for n in RANKS]
            for n, end in zip(RANKS[1:], ends[1:]):
                claim(f"newton {newton}, {comm}, atoms that differ on {n} ranks from those on 1", sum(ends[0][i] != end[i] for i in end), 0)


# --- contact forces of a packing ------------------------------------------------------------------------

PILED = """
units lj
atom_style sphere
newton {newton}
comm_style {comm}
boundary {boundary}
processors * * {levels}
region box block 0 8 0 8 -1 9
create_box 2 box
{atoms}
set group all mass 1
variable t atom 1+(id*id*7%5<2)
set group all type v_t
neighbor 0.3 bin
pair_style contact/rigid
pair_coeff 1 1 stiffness 0.2 law {law}
pair_coeff 1 2 stiffness 0.3 law {law}
pair_coeff 2 2 stiffness 1.0 law {law}
group base id <= 64
fix b base freeze
fix g all gravity 1 vector 0.1 0.05 -1
fix c all compatible/cd 1 tol 1e-10
compute f all contact/force
{balance}
run 0
"""
BED, HEAP, BOX = "p p f", "f f f", "m m f"


def piled(boundary=BED, newton="on", comm="brick", law="hooke"):
    """Spheres in square layers on a frozen one: a heap, a bed that fills a periodic box, or one with layers that fit into a box of
    walls; pushed sideways a little. All ranks have grains: those of the bed are beside each other, as it is low."""
    layers = [(0.5 * k, 8 - k) for k in range(8)] if boundary == HEAP else \
        [(0.5 * (k % 2), 8 - (boundary == BOX and k % 2)) for k in range(6)]
    atoms = "\n".join(f"create_atoms 1 single {i + off + 0.25} {j + off + 0.25} {k * math.sqrt(0.5)!r}"
                      for k, (off, n) in enumerate(layers) for j in range(n) for i in range(n))
    return PILED.format(boundary=boundary, newton=newton, comm=comm, law=law, atoms=atoms, levels="*" if boundary == HEAP else 1,
                        balance="comm_modify cutoff 1.6\nbalance 1.0 rcb" if comm == "tiled" else "")


def ranks_of_partners(rows, owners):
    """Of how many ranks a grain and those that it touches are, at most. rows: of compute contact/force; owners: by tag."""
    ranks = {}
    for row in rows:
        i, j = int(row[0]), int(row[1])
        for grain, other in (i, j), (j, i):
            ranks.setdefault(grain, {owners[grain][0]}).add(owners[other][0])
    return max(map(len, ranks.values()))


def case_compatible(runner):
    """Contact forces on 1, 2, 4 ranks: 10 x tol. Those of a bed through its periodic boundaries; grains touch grains of
    three ranks, or of more. The same bits in a second run."""
    for name, boundary, law in ("heap", HEAP, "hooke"), ("bed", BED, "hertz"):
        first = None
        for newton in "on", "off":
            for comm in "brick", "tiled":
                script = piled(boundary, newton, comm, law)
                for n in RANKS:
                    rows = runner.local(script, "f", n)
                    first = first or rows
                    where = f"{name}, newton {newton}, {comm}, {n} ranks"
                    claim(f"{where}: contacts that differ", sum(a[:3] != b[:3] for a, b in zip(first, rows)) + abs(len(first) - len(rows)), 0)
                    largest = max(max(map(abs, row[10:])) for row in first)
                    claim(f"{where}: forces", max(abs(x - y) for a, b in zip(first, rows) for x, y in zip(a[10:], b[10:])) / largest, 1e-9)
                    if n == 1 or newton != "off":
                        continue
                    claim(f"{where}: rows that differ in a second run", sum(a != b for a, b in zip(rows, runner.local(script, "f", n))), 0)
                    if n == 4:
                        partners = ranks_of_partners(rows, runner.final(script, "proc", n))
                        claim(f"{where}: no grain touches grains of three ranks, but of {partners}", partners < 3, 0)


SOFT_PAIR = "pair_style contact/hertz\npair_coeff * * E 2e4 nu 0.2\npair_coeff 2 2 E 1e5 nu 0.3\n"


def case_compatible_overlap(runner):
    """Contact forces of soft grains where they are at rest, with overlap yes, on 1, 2, 4 ranks: 10 x tol. The grains just touch at first,
    so that the network must reach further."""
    for name, boundary in ("heap", HEAP), ("bed", BED):
        first = None
        for newton in "on", "off":
            for comm in "brick", "tiled":
                script = piled(boundary, newton, comm).replace("1 tol 1e-10", "1 overlap yes tol 1e-10")
                head, tail = script.split("pair_style contact/rigid")
                script = head + SOFT_PAIR + tail[tail.index("group base"):]
                for n in RANKS:
                    rows = runner.local(script, "f", n)
                    first = first or rows
                    where = f"{name}, newton {newton}, {comm}, {n} ranks"
                    claim(f"{where}: contacts that differ", sum(a[:3] != b[:3] for a, b in zip(first, rows)) + abs(len(first) - len(rows)), 0)
                    largest = max(max(map(abs, row[10:])) for row in first)
                    claim(f"{where}: forces", max(abs(x - y) for a, b in zip(first, rows) for x, y in zip(a[10:], b[10:])) / largest, 1e-9)
                    claim(f"{where}: gaps", max(abs(a[9] - b[9]) for a, b in zip(first, rows)), 1e-11)


WALLS = """region walls block -0.25 7.75 -0.25 7.75 -0.5 20 open 6
fix w all wall/contact region walls stiffness 2 law {law}
"""


def case_compatible_walls(runner):
    """Contact forces of a bed in a box of walls on 1, 2, 4 ranks: 10 x tol; with overlap yes, too, where the grains overlap in
    several ways."""
    for law, overlap in ("hooke", "no"), ("hertz", "no"), ("hertz", "yes"):
        first = None
        for newton in "on", "off":
            for comm in "brick", "tiled":
                script = piled(BOX, newton, comm, law).replace("group base id <= 64\nfix b base freeze\n", WALLS.format(law=law))
                if overlap == "yes":
                    script = script.replace("stiffness ", "stiffness 1e5*").replace("1e5*0.2", "2e4").replace("1e5*0.3", "3e4").replace("1e5*1.0", "1e5") \
                        .replace("1e5*2", "2e5").replace("1 tol 1e-10", "1 overlap yes tol 1e-10")
                for n in RANKS:
                    rows = runner.local(script, "f", n)
                    first = first or rows
                    where = f"{law}, overlap {overlap}, newton {newton}, {comm}, {n} ranks"
                    claim(f"{where}: contacts that differ", sum(a[:3] != b[:3] for a, b in zip(first, rows)) + abs(len(first) - len(rows)), 0)
                    claim(f"{where}: no contacts with walls, but", -sum(row[2] == 1 for row in rows), -1)
                    largest = max(max(map(abs, row[10:])) for row in first)
                    claim(f"{where}: forces", max(abs(x - y) for a, b in zip(first, rows) for x, y in zip(a[10:], b[10:])) / largest, 1e-9)


def case_compatible_atoms(runner):
    """What is put out of atoms: stress x volume and loaded contacts; with a restart file from 2 ranks on 4."""
    columns = " ".join(f"f_c[{k}]" for k in range(1, 8))
    script = piled()
    ends = [runner.final(script, columns, n) for n in RANKS]
    with tempfile.TemporaryDirectory() as folder:
        runner.final(script + f"write_restart {folder}/restart", "x", 2)
        rest = "fix b base freeze\n" + script.split("fix b base freeze\n")[1]
        ends.append(runner.final(f"read_restart {folder}/restart\n{rest}", columns, 4))
    for name, end in zip(("2 ranks", "4 ranks", "4 ranks after a restart"), ends[1:]):
        claim(f"stress on {name}", difference(ends[0], end, range(6)), 1e-9)
        claim(f"loaded contacts on {name}", difference(ends[0], end, (6,)), 0)


GAS_OF_GRAINS = """
units lj
atom_style sphere
newton {newton}
comm_style {comm}
comm_modify vel yes
region box prism 0 6 0 6 0 6 1 0 0.5 units box
create_box 2 box
lattice sc 1
create_atoms 1 box
reset_atoms id sort yes
displace_atoms all random 0.05 0.05 0.05 71
variable d atom 1.02+0.03*(id%3)
set group all diameter v_d
set group all mass 1
variable odd atom 1+id%2
set group all type v_odd
variable vx atom 2*sin(id)
variable vy atom 2*sin(2*id)
variable vz atom 2*sin(3*id)
velocity all set v_vx v_vy v_vz
set group all omega v_vy v_vz v_vx
neighbor 0.1 bin
neigh_modify every 1 delay 0 check yes
timestep 0.002
pair_style hybrid contact/hooke contact/hertz
pair_coeff 1 1 contact/hooke k 1000 damping velocity 5 3 kt 300 mu 0.3
pair_coeff 2 2 contact/hooke k 800 damping velocity 3 5 kt 300 mu 0.1
pair_coeff 1 2 contact/hertz k 3000 damping mass_velocity 10 5 kt 2000 mu 0.2
fix i all nve/sphere
compute f all contact/force
{balance}
run 30
"""


def case_contact_force(runner):
    """Soft contacts of two sub-styles in a periodic, triclinic box: each is listed once, with the same force on any number of
    ranks. The contact point may be that of another image. LAMMPS' history of contacts needs newton off with comm_style tiled."""
    first = None
    for newton, comm in ("on", "brick"), ("off", "brick"), ("off", "tiled"):
        script = GAS_OF_GRAINS.format(newton=newton, comm=comm, balance=BALANCED if comm == "tiled" else "")
        for n in RANKS:
            rows = runner.local(script, "f", n)
            first = first or rows
            where = f"newton {newton}, {comm}, {n} ranks"
            claim(f"{where}: contacts that differ of {len(first)}",
                  sum(a[:3] != b[:3] for a, b in zip(first, rows)) + abs(len(first) - len(rows)), 0)
            for name, columns, size in ("normals and gaps", (3, 4, 5, 9), 1), ("forces", range(10, 19), 100):
                claim(f"{where}: {name}", max(abs(a[k] - b[k]) for a, b in zip(first, rows) for k in columns) / size, 1e-9)


FLYING_HEAP = """
units lj
atom_style sphere
newton {newton}
comm_style {comm}
boundary p p p
region box block 0 6 0 6 -0.5 7.5
create_box 2 box
{atoms}
set group all diameter 1
set type 1 mass 1
set type 2 mass 1.5
pair_style contact/rigid
pair_coeff 1 1 stiffness 1
pair_coeff 1 2 stiffness $(1/3)
pair_coeff 2 2 stiffness 0.2
neighbor 0.2 bin
region low block INF INF INF INF -0.1 0.1
group base region low
group free subtract all base
velocity all set 1.0 0.7 0.2
timestep 0.01
neigh_modify every 1 delay 0 check no
variable none equal 0
variable weight atom -mass
fix 1 all nve/sphere
fix c free compatible/cd {every} tol 1e-9 load variable v_none v_none v_weight
compute f all contact/force
compute sums all reduce sum c_f[10] c_f[13] inputs local
thermo 100
thermo_style custom step c_sums[*] f_c[*]
run 0
"""


def case_compatible_flight(runner):
    """Layers of a heap across the periodic boundary, most contacts on two ranks: the same forces as on one rank, to 10 x
    tol. The heap flies as a whole through ranks: the forces stay, and so does where the solver starts; also where the last
    step is no multiple of N, and the thermo output asks for forces."""
    atoms = "\n".join(f"create_atoms {1 + (i + 2 * j + k) % 2} single {i + 0.5 * (k % 2)} {j + 0.5 * (k % 2)} $({k}*sqrt(0.5):%.17g)"
                      for k in range(6) for i in range(6) for j in range(6))
    columns = " ".join(f"f_c[{k}]" for k in range(1, 8))
    for newton in "on", "off":
        for comm in "brick", "tiled":
            def heap(every):
                return FLYING_HEAP.format(newton=newton, comm=comm, atoms=atoms, every=every) + (BALANCED if comm == "tiled" else "")

            flown = ["f_c[3]", "f_c[7]", "f_c[5]", "f_c[6]", "c_sums[1]", "c_sums[2]"]
            ends = [runner.final(heap(1), columns, n) for n in RANKS]
            steps, *values = zip(*(runner.printed(heap(100) + "run 450", flown, n) for n in RANKS))
            for k, n in enumerate(RANKS):
                name = f"newton {newton}, {comm}, {n} ranks: "
                claim(name + "stress", difference(ends[0], ends[k], range(6)), 1e-8)
                claim(name + "grains with another number of loaded contacts", sum(ends[0][i][6] != ends[k][i][6] for i in ends[0]), 0)
                claim(name + "steps after a flight", steps[k], 0)
                claim(name + "largest force after it", abs(values[0][k] - values[0][0]), 1e-8)
                claim(name + "sums over all 1080 contacts", max(abs(v[k] - v[0]) for v in values[1:]), 1e-6)


def main():
    cases = {name[5:]: function for name, function in globals().items() if name.startswith("case_")}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("case", choices=cases)
    parser.add_argument("--lmp", required=True)
    parser.add_argument("--mpiexec", required=True)
    parser.add_argument("--lammps", required=True, help="source tree, for its bench folder")
    args = parser.parse_args()
    os.environ.pop("OMPI_MCA_orte_create_session_dirs", None)    # see unittest/CMakeLists.txt
    cases[args.case](Runner(args.lmp, args.mpiexec, args.lammps))
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
