"""Cases of ranks.py: integrators, clumps, cells, damping, books and time steps."""
import math
import re
import tempfile
from pathlib import Path

from ranks_runner import RANKS, VELOCITIES, V, OMEGA, at_size, claim, claim_same_velocities, difference

# --- the chute: a packing sums its forces in another order on every number of ranks ------------------

def case_chute(runner):
    """100 steps: 1e-11 in v and omega, newton on and off. A requirement."""
    for newton in "off", "on":
        script = runner.chute("nve/sphere/leapfrog update quat", 100, newton)
        ends = [runner.final(script, VELOCITIES, n) for n in RANKS]
        claim_same_velocities(f"newton {newton}", ends, 1e-11)


def case_chute_long(runner):
    """1000 steps: no more than the stock style shows in the same comparison; chaos needs some room, a factor of 3.
    Differences grow from the first step on: 150 steps compare the two styles as well, as both take as many."""
    steps, shown = at_size(150, 1000), {}
    for style in "nve/sphere/leapfrog", "nve/sphere":
        ends = [runner.final(runner.chute(style, steps), VELOCITIES, n) for n in RANKS]
        shown[style] = [max(difference(ends[0], end, k) for end in ends[1:]) for k in (V, OMEGA)]
    for name, ours, stock in zip(("v", "omega"), *shown.values()):
        claim(f"{name} on other numbers of ranks against 1 (stock style: {stock:.3g})", ours, 3 * stock)


def case_timestep(runner):
    """1/step atom by atom (newton on and off: timestep_clumps); and the motion with the step of the fix: by round-off. 20 steps are enough for
    two changes of the step by the fix, and for contacts that open and close across ranks."""
    steps = at_size(20, 50)
    rate = ("\ncompute s active timestep/contact sweeps 3\nvariable rate atom gmask(active)/(c_s+1-gmask(active))\n"
            "thermo_style custom step c_s\nrun 0")
    stock = runner.chute("nve/sphere/leapfrog", steps)
    script = re.sub("gran/.*", "contact/hooke", stock).replace("pair_coeff      * *", "pair_coeff * * k 2e5 damping mass_velocity 50 25 kt 6e4 mu 0.5")
    for style in stock, script:
        ends = [runner.final(style.replace(f"\nrun {steps}", rate), "v_rate", n) for n in RANKS]
        for n, end in zip(RANKS[1:], ends[1:]):
            claim(f"1/step on {n} ranks against 1", difference(ends[0], end, (0,)), 1e-9)
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


# --- orientations migrate with their atoms ---------------------------------------------------------------

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


# v_q1 ... v_q4 are the orientations: those of the fix that has the atom in its group
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
    """Of the rotation between two orientations, for small angles."""
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
    """Grains in a drum that turns and moves across all ranks: every part, the force and the torque on the wall, the rows of
    compute contact/force, and the stable time steps are those of one rank."""
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
run 100
compute s all timestep/contact sweeps 3
variable rate atom 1/c_s
thermo_style custom step c_s
thermo_modify norm no
run 0"""
            rates, tables, ends = zip(*(runner.outcome(script, "v_rate", "c", parts, n) for n in RANKS))
            name = f"newton {newton}, {law.split()[0]}"
            for n, end in zip(RANKS[1:], ends[1:]):
                worst = max(abs(a - b) / (abs(b) + 1) for a, b in zip(end, ends[0]))
                claim(f"{name}, parts and forces on {n} ranks against 1", worst, 1e-9)
            for n, table in zip(RANKS[1:], tables[1:]):
                worst = max(abs(a - b) for row, first in zip(table, tables[0]) for a, b in zip(row, first))
                claim(f"{name}, rows on {n} ranks that one rank has not", abs(len(table) - len(tables[0])), 0)
                claim(f"{name}, rows on {n} ranks against 1", worst, 1e-8)
            for n, end in zip(RANKS[1:], rates[1:]):
                claim(f"{name}, 1/step of compute timestep/contact on {n} ranks against 1", difference(rates[0], end, (0,)), 1e-10)
            claim(f"{name}, no row of a wall", float(all(row[2] == 0 for row in tables[0])), 0)
            claim(f"{name}, no work or no contact", float(ends[0][4] == 0.0 or ends[0][-1] < 20), 0)


# --- bodies that interact across ranks ------------------------------------------------------------------

def case_ellipsoids_in_contact(runner):
    """Orientations of ghosts are current: 200 steps of a Gay-Berne fluid on 1, 2, 4 ranks."""
    script = flights(runner, style="ellipsoid") + TUMBLING + TUMBLE + """
change_box all x scale 2 y scale 2 z scale 2 remap
set group all shape 2 1 1
pair_style gayberne 1.0 1.0 1.0 4.0
pair_coeff 1 1 1.0 1.0 1 1 0.2 1 1 0.2
timestep 0.002
run 200"""
    ends = [runner.final(script, "c_q[1] c_q[2] c_q[3] c_q[4] angmomx angmomy angmomz", n) for n in RANKS]
    for n, end in zip(RANKS[1:], ends[1:]):
        claim(f"orientations on {n} ranks against 1", difference(ends[0], end, (0, 1, 2, 3)), 1e-11)
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
    cells = dict(CELLS)
    if "end_flag" not in (runner.source / "fix_deform.h").read_text():
        print(f"left out: {cells.pop('streaming').splitlines()[0]}, since this LAMMPS has no fix deform with N = 0")
    for name, newton, cell in [("deform/gradv", "on", cells["deform/gradv"]), *((name, "off", cell) for name, cell in cells.items())]:
        script = PACKING.format(newton=newton, atoms=atoms, cell=cell)
        ends = [runner.final(script, VELOCITIES, n) for n in RANKS]
        claim_same_velocities(f"{name}, newton {newton}", ends, 1e-9)


# --- dashpots of velocities at the step -------------------------------------------------------------------

def case_onstep(runner):
    """The packing with velocity onstep, whose pair style gives velocities to ghosts by itself: 1e-9. Also clumps. Springs without
    newton only: Kokkos variants have them so. Fix deform/kk of LAMMPS stops on a device when its box flips."""
    atoms = "\n".join(f"create_atoms 1 single {i + 0.48 * j + 0.3} {j + 0.5} {k + 0.5} " for i in range(5) for j in range(5) for k in range(5))
    laws = {"on": "contact/hooke\npair_coeff * * k 1000 damping mass_velocity 10 5",
            "off": "contact/hooke\npair_coeff * * k 1000 damping mass_velocity 10 5 kt 300 mu 0.5"}
    deform = "fix cell all deform 1 xy erate 1 yz erate -0.1 remap v"
    for name, newton, cell in (("deform", "on", deform), ("deform", "off", deform),
                               ("deform/gradv", "on", CELLS["deform/gradv"]), ("deform/gradv", "off", CELLS["deform/gradv"])):
        if cell == deform and runner.has_device(): continue
        script = PACKING.format(newton=newton, atoms=atoms, cell=cell)
        script = script.replace("gran/hooke/history 1000 NULL 10 NULL 0.5 1\npair_coeff * *", laws[newton])
        if name == "deform":
            script = script.replace("comm_modify vel yes", "atom_modify sort 10 1.0").replace("5 2.4 0 0", "5 2.4 0 0.1")
        if newton == "off":
            script = script.replace("region", "comm_style tiled\nregion", 1)
            if name == "deform": script = script.replace("run 100", BALANCED + "run 100")
        ends = [runner.final(script, VELOCITIES, n) for n in RANKS]
        claim_same_velocities(f"{name}, newton {newton}", ends, 1e-9)
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
    knows of a clump in another order: round-off of omega, 1e-15, in 40 rad of 1000 steps. Measured 8e-15, fix rigid/small 1e-14."""
    steps = f"run {at_size(400, 1000)}"
    for newton in "on", "off":
        start, fix = clumps(newton=newton)
        ends = [runner.final(start + fix + steps, MEMBERS, n) for n in RANKS]
        for n, end in zip(RANKS[1:], ends[1:]):
            claim(f"newton {newton}, members that differ on {n} ranks", sum(ends[0][i] != end[i] for i in end), 0)
    start, fix = clumps(comm="tiled")
    claim("tiled", largest([runner.final(start + fix + BALANCED + steps, MEMBERS, n) for n in RANKS]), 1e-13)


def case_clumps_in_contact(runner):
    """200 steps in which most clumps collide: 1e-11, as for the chute."""
    for newton in "on", "off":
        start, fix = clumps(newton=newton, diameter=0.9, pair="gran/hooke/history 2000 NULL 20 NULL 0.5 1", h=0.001)
        ends = [runner.final(start + fix + "run 200", MEMBERS, n) for n in RANKS]
        free = runner.final(start + clumps()[1] + "timestep 0.001\nrun 200", MEMBERS, 1)
        hit = sum(difference({0: ends[0][i]}, {0: free[i]}, V) > 1e-3 for i in free)
        claim("members that collided with none", 1 - hit / len(free), 0.5)
        claim(f"newton {newton}, other numbers of ranks", largest(ends), 1e-11)


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
        for newton in ("on",) if options else ("off",):
            scripts[f"chute, newton {newton}"] = runner.chute("nve/sphere/leapfrog", steps, newton).replace(
                "pair_style", "group frozen type 2\npair_style", 1).replace("\nrun", f"\n{damping}{taken}run")
        start, fix = clumps(diameter=0.9, pair="gran/hooke/history 2000 NULL 20 NULL 0.5 1", h=0.001)
        scripts["clumps"] = f"{start}group frozen empty\nfix g all gravity 5.0 vector 0 0 -1\n{damping}{fix}{taken}run 100"
        for name, script in scripts.items():
            ends = [runner.final(script, VELOCITIES + " v_taken", n) for n in RANKS]
            claim(f"{name} {options}, not dissipated", -min(row[6] for row in ends[0].values()), 0)
            for what, columns in ("v", V), ("omega", OMEGA), ("dissipated", (6,)):
                claim(f"{name} {options}, {what}", max(difference(ends[0], end, columns) for end in ends[1:]), 1e-11)
